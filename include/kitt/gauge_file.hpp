// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Reads and writes gauge fields in files (NERSC, ILDG, SciDAC, MILC). Reads other fields from
/// SciDAC files.

#include "core/gauge_file/gauge_file.hpp"
#include "core/gauge_file/scidac_field.hpp"
#include "core/gauge_file/write_gauge_file.hpp"
