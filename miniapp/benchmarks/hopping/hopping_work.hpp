// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "core/lattice/directions.hpp"
#include "core/lattice/lattice.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// One of the four ways to apply a hopping term: to the sites of which parity, D or D^dagger. The
/// first is the one that the ITT times.
struct Application {
  Parity target = Parity::odd;
  Dagger dagger = Dagger::no;

  bool operator==(Application const&) const = default;
};
/// "even from odd sites, daggered"
inline std::string to_string(Application const& hop) {
  return std::string(hop.target == Parity::even ? "even from odd sites" : "odd from even sites") +
         (hop.dagger == Dagger::yes ? ", daggered" : "");
}

/// The sites that one call computes: those of one parity from the other, or all of them, each
/// parity from the other.
enum class Sites { odd, even, both };
constexpr auto names_of(Sites) {
  return std::array{"odd", "even", "both"};
}

/// What one call that is timed computes.
struct HoppingWork {
  Sites sites = Sites::odd;
  Dagger dagger = Dagger::no;

  bool operator==(HoppingWork const&) const = default;
};

/// The parities that it computes: one or two.
inline std::vector<Parity> targets(HoppingWork const& work) {
  switch (work.sites) {
  case Sites::odd:
    return {Parity::odd};
  case Sites::even:
    return {Parity::even};
  default:
    return {Parity::odd, Parity::even};
  }
}

/// A call that is this one application.
inline HoppingWork only(Application const& hop) {
  return {hop.target == Parity::odd ? Sites::odd : Sites::even, hop.dagger};
}

} // namespace kitt::miniapp
