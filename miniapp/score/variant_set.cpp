// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/score/variant_set.hpp"

#include <algorithm>
#include <set>

namespace kitt::miniapp {

VariantSet const& variant_set_of(std::string const& kokkos_backend) {
  // Published sets are frozen. To change variants, add a set with a new name.
  static VariantSet const on_cpu{"itt-1",
                                 {"lexicographic", "lexicographic-prefetch", "lexicographic-stream",
                                  "columns-4.4", "columns-4.4-stream", "two-rows-stream"}};
  static VariantSet const on_gpu{"itt-1-gpu",
                                 {"lexicographic", "slices", "columns-4.4", "two-rows"}};
  static std::set<std::string> const gpus{"Cuda", "HIP", "SYCL"};
  // example of a backend: "Cuda on NVIDIA H200"
  return gpus.contains(kokkos_backend.substr(0, kokkos_backend.find(' '))) ? on_gpu : on_cpu;
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
