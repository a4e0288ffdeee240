// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// A fixed set of variants from which a figure is made, with its name. The name is printed next to
/// the figure. Variants that are added to the program, or left out of a run, thus never change a
/// figure silently.
struct VariantSet {
  std::string name;
  std::vector<std::string> variants;
};

/// Returns the set with this name ("itt-1"), or its form for GPUs ("itt-1-gpu") if kernels run on a
/// GPU. `kokkos_backend` is the name of Kokkos' default backend.
VariantSet const& variant_set_of(std::string const& name, std::string const& kokkos_backend);

/// Robustness of a kernel: speed of its slowest variant on this machine, divided by the speed of
/// its fastest.
struct Robustness {
  std::string set;                   ///< name of the set
  std::vector<std::string> variants; ///< variants of the set, as they are run
  std::vector<std::string> lacks;    ///< variants of the set that were not measured
  /// Worst figure divided by the best; empty if a variant was not measured.
  std::optional<double> worst_over_best;
};
constexpr auto fields_of(Robustness const*) {
  return kitt::fields(
      field("robustness", &Robustness::worst_over_best,
            "worst / best DWF4 variant of robustness_set at the l of the rules (16 by itt-2017); "
            "null "
            "if one variant was not measured")
          .at_most(1),
      field("robustness_set/name", &Robustness::set, "itt-1, itt-1-gpu").since_later(),
      field("robustness_set/variants", &Robustness::variants,
            "variants of the set, with both strategies on a split lattice")
          .since_later(),
      field("robustness_set/lacks", &Robustness::lacks,
            "variants of the set that were not measured")
          .since_later());
}

/// Returns the robustness. `figures` has the figure of each variant as it was run: "columns-4.4",
/// or on a split lattice with each strategy, "columns-4.4/overlap". Variants outside the set are
/// ignored.
Robustness robustness_of(std::map<std::string, double> const& figures, VariantSet const& set);

} // namespace kitt::miniapp
