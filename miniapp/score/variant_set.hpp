// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Variants by name that a figure is made of. The set is fixed, and its name stands beside the
/// figure: a variant that is added to the program, or left out of a run, changes no figure
/// silently.
struct VariantSet {
  std::string name;
  std::vector<std::string> variants;
};

/// "itt-1", or "itt-1-gpu" where kernels ran on a GPU: by the name of Kokkos' default backend.
VariantSet const& variant_set_of(std::string const& kokkos_backend);

/// How much of a kernel's speed is left with the variant that suits the machine least.
struct Robustness {
  std::string set;                       ///< its name
  std::vector<std::string> variants;     ///< of the set, as they are run
  std::vector<std::string> lacks;        ///< of these, what was not measured
  std::optional<double> worst_over_best; ///< none if any is lacking
};
constexpr auto fields_of(Robustness const*) {
  return kitt::fields(
      field("robustness", &Robustness::worst_over_best,
            "worst / best DWF4 variant of robustness_set at l = 16; null: one of them was not "
            "measured")
          .at_most(1),
      field("robustness_set/name", &Robustness::set, "itt-1, itt-1-gpu").since_later(),
      field("robustness_set/variants", &Robustness::variants,
            "of the set, with both strategies on a split lattice")
          .since_later(),
      field("robustness_set/lacks", &Robustness::lacks, "of these, what was not measured")
          .since_later());
}

/// `figures`: by variant as it was run, "columns-4.4", or with both strategies on a split lattice,
/// "columns-4.4/overlap". What is no member of the set is left out.
Robustness robustness_of(std::map<std::string, double> const& figures, VariantSet const& set);

} // namespace kitt::miniapp
