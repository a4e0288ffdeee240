// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Naive versions of the operators, to check other versions with.

#include "core/reference/naive.hpp"
#include "core/reference/naive_staggered.hpp"
