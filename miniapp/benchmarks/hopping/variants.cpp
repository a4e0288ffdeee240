// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/variants.hpp"

#include "core/backend/backend_traits.hpp"
#include "perf/tuning/order_json.hpp"

#include <set>
#include <utility>

namespace kitt::miniapp {

namespace {

constexpr int all = Order::whole;
constexpr bool on_host = BackendTraits<ExecutionSpace>::on_host;

/// Returns the orders that every search tries. Each kind of order has been the fastest on some
/// machine.
std::vector<Order> likely_orders() {
  return {
      Order::lexicographic(),
      Order::lexicographic(Access::stream),
      Order::lexicographic(Access::bypass),
      {{all, all, 4, all}, all, Access::stream},
      {{all, 4, 4, all}, all},
      {{all, 4, 4, all}, all, Access::bypass},
      {{all, all, 4, 4}, all, Access::stream},
      {{all, 2, 4, 4}, all, Access::stream},
      {{all, all, 8, all}, all, Access::stream},
      {{all, 4, 4, all}, all, Access::stream},
      Order::lexicographic(Access::prefetch),
      {{all, 8, 4, all}, all, Access::stream},
      {{all, 2, 2, all}, all, Access::stream},
      {{all, all, 4, all}, all, Access::prefetch},
      {{all, 8, 8, all}, all, Access::stream},
      {{8, 2, 2, 2}, all},
      {{all, 4, 4, 4}, all, Access::stream},
      {{all, 2, 2, all}, all},
      {{all, all, all, all}, 1, Access::stream},
      {{all, 2, 8, all}, all, Access::stream},
      {{all, 4, 4, 4}, all},
  };
}

/// Returns all combinations of tile, slice and access on a grid of values, for --tune full.
std::vector<Order> every_order() {
  std::vector<Order> orders;
  for (int const s_slice : {all, 1, 2, 4})
    for (int const t : {all, 4, 2})
      for (int const z : {all, 8, 4, 2})
        for (int const y : {all, 8, 4, 2})
          for (auto const access : all_accesses)
            orders.push_back({{all, y, z, t}, s_slice, access});
  return orders;
}

HoppingVariant two_rows(std::string name, Order const& order) {
  return {std::move(name), order, LinkStorage::two_rows,
          "links stored as two rows; the kernel computes the third row"};
}

HoppingVariant narrow(std::string name, Order const& order) {
  return {std::move(name), order, LinkStorage::narrow,
          "links in half precision (single precision for double fields); less exact, so not in "
          "summaries"};
}

HoppingVariant tuned() {
  return {tuned_variant, std::nullopt, LinkStorage::full,
          "the fastest order of sites that --tune finds on this machine"};
}

/// Returns the variants of a CPU.
std::vector<HoppingVariant> cpu_variants() {
  return {
      {"lexicographic", Order::lexicographic()},
      {"lexicographic-prefetch", Order::lexicographic(Access::prefetch)},
      {"lexicographic-stream", Order::lexicographic(Access::stream)},
      {"lexicographic-bypass", Order::lexicographic(Access::bypass)},
      // Slices of these narrow columns along t stay in a core's own cache.
      {"columns-4.4", Order{{all, 4, 4, all}, all}},
      {"columns-4.4-stream", Order{{all, 4, 4, all}, all, Access::stream}},
      two_rows("two-rows-prefetch", Order::lexicographic(Access::prefetch)),
      two_rows("two-rows-stream", Order::lexicographic(Access::stream)),
      narrow("narrow-stream", Order::lexicographic(Access::stream)),
      tuned(),
  };
}

/// Returns the variants of a GPU. A GPU has only one way to access memory. Small lattices need more
/// than one thread per site to fill a GPU.
std::vector<HoppingVariant> gpu_variants() {
  return {
      {"lexicographic", Order::lexicographic()},
      {"slices", Order{{all, all, all, all}, 1}, LinkStorage::full,
       "one thread per site and slice of s"},
      {"columns-4.4", Order{{all, 4, 4, all}, all}},
      two_rows("two-rows", Order::lexicographic()),
      narrow("narrow", Order::lexicographic()),
      tuned(),
  };
}

} // namespace

std::vector<HoppingVariant> const& hopping_variants() {
  static auto const variants = on_host ? cpu_variants() : gpu_variants();
  return variants;
}

std::vector<Order> order_candidates(Extents const& block, int packs_s, perf::TuneMode mode) {
  auto orders = likely_orders();
  if (mode == perf::TuneMode::full)
    for (auto const& order : every_order())
      orders.push_back(order);
  std::vector<Order> different;
  std::set<std::string> seen;
  for (auto order : orders) {
    if (!on_host)
      order.access = Access::plain;
    auto const candidate = perf::reduced(order, block, packs_s);
    if (seen.insert(perf::describe(candidate)).second)
      different.push_back(candidate);
  }
  return different;
}

} // namespace kitt::miniapp
