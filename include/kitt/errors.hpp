// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Errors that a user can correct, and run_main, which reports them in one line.

#include "core/base/failure.hpp"
