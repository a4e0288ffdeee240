// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// The hopping terms and the Wilson, clover, twisted-mass, domain-wall and staggered operators,
/// made for one rank.

#include "core/operators/clover.hpp"
#include "core/operators/domain_wall.hpp"
#include "core/operators/make.hpp"
#include "core/operators/make_staggered.hpp"
#include "core/operators/mobius.hpp"
#include "core/operators/schur.hpp"
#include "core/operators/staggered.hpp"
#include "core/operators/twisted_mass.hpp"
#include "core/operators/wilson.hpp"
