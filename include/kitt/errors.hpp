// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Errors that a user can mend, and a main function that reports them in one line.

#include "core/base/failure.hpp"
