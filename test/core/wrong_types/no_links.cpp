// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/make.hpp"

using NoLinks = kitt::SpinorField<double, kitt::native_lanes<double>>;
using Wrong = kitt::HoppingTerm<NoLinks>;
