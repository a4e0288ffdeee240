// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kitt::perf {

/// Named rules of `kitt itt`: the work that it measures, and the cells behind its points.
struct Rules {
  std::string name;
  std::string what;                 ///< phrase for `kitt list`
  bool per_rank = false;            ///< true if L^4 is the volume of a rank, false: of a node
  int ls = 0;                       ///< extent of the fifth dimension of the kernels
  std::vector<int> l;               ///< sizes of the kernels
  std::vector<std::string> kernels; ///< hopping kernels; each has a point
  std::array<int, 2> point_l{};     ///< sizes whose mean is a point
  int robustness_l = 0;             ///< size of the robustness
  std::string variant_set;          ///< variants of the robustness (miniapp/score/score.hpp)
  std::vector<int> memory_l;        ///< sizes of the memory benchmark
  int halo_ls = 0;                  ///< Ls of the faces of the halo benchmark
  std::vector<int> halo_l;          ///< sizes of the halo benchmark

  bool operator==(Rules const&) const = default;
};
/// A record names the rules, and states what a reader of its summary needs.
constexpr auto fields_of(Rules const*) {
  return kitt::fields(
      field("name", &Rules::name, "name of the rules (`kitt list`)").not_empty(),
      field("point_l", &Rules::point_l, "a point is the mean of a kernel at these two l")
          .at_least(1),
      field("robustness_l", &Rules::robustness_l, "l of the robustness").at_least(1));
}

/// Kernel whose point in single precision is the comparison point, by all rules.
inline constexpr char const* comparison_kernel = "DWF4";

/// Returns all rules. The first are the default, and the rules of records that name none.
std::span<Rules const> all_rules();
Rules const& default_rules();
/// Returns the rules with this name. Throws UserError if this version of KITT has no such rules.
Rules const& rules_named(std::string_view name);
/// Returns the rules of a record, given the record or its head. Throws like rules_named().
Rules const& rules_of(nlohmann::ordered_json const& record);

} // namespace kitt::perf
