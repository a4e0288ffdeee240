// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "miniapp/score/score.hpp"

using namespace kitt::miniapp;

namespace {

std::map<std::string, double> figures_of(VariantSet const& set) {
  std::map<std::string, double> figures;
  for (auto const& variant : set.variants)
    figures[variant] = 100.0 + static_cast<double>(figures.size());
  return figures;
}

} // namespace

TEST_CASE("each backend has a variant set with its variants") {
  // Published figures name their set. To add a variant, make a new set.
  CHECK(variant_set_of("itt-1", "OpenMP").name == "itt-1");
  CHECK(variant_set_of("itt-1", "Serial").name == "itt-1");
  CHECK(variant_set_of("itt-1", "OpenMP").variants ==
        std::vector<std::string>{"lexicographic", "lexicographic-prefetch", "lexicographic-stream",
                                 "columns-4.4", "columns-4.4-stream", "two-rows-stream"});
  CHECK(variant_set_of("itt-1", "Cuda on NVIDIA H200").name == "itt-1-gpu");
  CHECK(variant_set_of("itt-1", "HIP").variants ==
        std::vector<std::string>{"lexicographic", "slices", "columns-4.4", "two-rows"});
}

TEST_CASE(
    "robustness is the worst divided by the best variant of the set; other variants do not count") {
  auto const& set = variant_set_of("itt-1", "OpenMP");
  auto figures = figures_of(set);
  figures["columns-4.4"] = 50;
  figures["two-rows-stream"] = 200;
  auto const robustness = robustness_of(figures, set);
  CHECK(robustness.worst_over_best == Approx(0.25));
  CHECK(robustness.lacks.empty());
  CHECK(robustness.variants == set.variants);
  figures["a variant of next year"] = 1;
  CHECK(robustness_of(figures, set).worst_over_best == Approx(0.25));
}

TEST_CASE("a run that lacks variants of the set has no robustness and names them") {
  auto const& set = variant_set_of("itt-1", "OpenMP");
  auto figures = figures_of(set);
  figures.erase("columns-4.4");
  figures.erase("lexicographic");
  auto const robustness = robustness_of(figures, set);
  CHECK_FALSE(robustness.worst_over_best);
  CHECK(robustness.lacks == std::vector<std::string>{"lexicographic", "columns-4.4"});
  CHECK(robustness_of({}, set).lacks == set.variants);
}

TEST_CASE("on a split lattice the set is run with both strategies") {
  auto const& set = variant_set_of("itt-1", "OpenMP");
  std::map<std::string, double> figures;
  for (auto const& variant : set.variants) {
    figures[variant + "/sequential"] = 300;
    figures[variant + "/overlap"] = 400;
  }
  CHECK(robustness_of(figures, set).worst_over_best == Approx(0.75));
  CHECK(robustness_of(figures, set).variants.size() == 2 * set.variants.size());
  figures.erase("columns-4.4/overlap");
  CHECK(robustness_of(figures, set).lacks == std::vector<std::string>{"columns-4.4/overlap"});
}
