// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// The hopping terms and the Wilson, domain-wall and staggered operators, made for one rank.

#include "core/operators/domain_wall.hpp"
#include "core/operators/make.hpp"
#include "core/operators/make_staggered.hpp"
#include "core/operators/schur.hpp"
#include "core/operators/staggered.hpp"
#include "core/operators/wilson.hpp"
