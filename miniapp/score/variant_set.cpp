// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/score/variant_set.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace kitt::miniapp {

VariantSet const& variant_set_of(std::string const& name, std::string const& kokkos_backend) {
  // Published sets are frozen. To change variants, add a set with a new name.
  static std::array const sets{
      VariantSet{"itt-1",
                 {"lexicographic", "lexicographic-prefetch", "lexicographic-stream", "columns-4.4",
                  "columns-4.4-stream", "two-rows-stream"}},
      VariantSet{"itt-1-gpu", {"lexicographic", "slices", "columns-4.4", "two-rows"}}};
  static std::set<std::string> const gpus{"Cuda", "HIP", "SYCL"};
  // example of a backend: "Cuda on NVIDIA H200"
  bool const on_gpu = gpus.contains(kokkos_backend.substr(0, kokkos_backend.find(' ')));
  auto const set = std::ranges::find(sets, name + (on_gpu ? "-gpu" : ""), &VariantSet::name);
  KITT_EXPECT(set != sets.end());
  return *set;
}

Robustness robustness_of(std::map<std::string, double> const& figures, VariantSet const& set) {
  bool const split = std::any_of(figures.begin(), figures.end(), [](auto const& figure) {
    return figure.first.find('/') != std::string::npos;
  });
  Robustness result{.set = set.name, .variants = {}, .lacks = {}, .worst_over_best = {}};
  for (auto const& variant : set.variants)
    if (split)
      for (char const* const strategy : {"/sequential", "/overlap"})
        result.variants.push_back(variant + strategy);
    else
      result.variants.push_back(variant);
  std::vector<double> counted;
  for (auto const& variant : result.variants)
    if (auto const found = figures.find(variant); found != figures.end())
      counted.push_back(found->second);
    else
      result.lacks.push_back(variant);
  if (!result.lacks.empty())
    return result;
  auto const [worst, best] = std::minmax_element(counted.begin(), counted.end());
  result.worst_over_best = *worst / *best;
  return result;
}

} // namespace kitt::miniapp
