// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// The operators once more, naive, to check others by.

#include "core/reference/naive.hpp"
#include "core/reference/naive_staggered.hpp"
