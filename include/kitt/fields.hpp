// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Lattices, gauge fields and their start configurations, links, spinors and colour vectors. Random
/// numbers, sums and linear combinations. Conversion of fields from and to plain arrays.

#include "core/fields/field_algebra.hpp"
#include "core/fields/gauge_observables.hpp"
#include "core/fields/gauge_start.hpp"
#include "core/fields/link_algebra.hpp"
#include "core/fields/link_field.hpp"
#include "core/fields/plain_order.hpp"
#include "core/fields/random.hpp"
#include "core/fields/representation.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/fields/staggered_links.hpp"
