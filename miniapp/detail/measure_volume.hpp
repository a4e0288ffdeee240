// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/link_ghosts.hpp"
#include "miniapp/hopping_benchmark.hpp"
#include "miniapp/hopping_volume.hpp"

namespace kitt::miniapp {

namespace detail {

/// Where one visit holds all of s anyway, slicing s makes no variant of its own; where all lanes
/// share a link, there is little to gain from keeping less of it.
inline bool applies(HoppingVariant const& variant, KernelCase const& c) {
  if (variant.links != LinkStorage::full && c.lattice.lanes_s() > 1)
    return false;
  return !variant.order || variant.order->s_slice == Order::whole ||
         variant.order->s_slice < c.packs_s();
}

/// Prints the cells of a variant that a resumed record has, if it has them with all strategies.
inline bool print_recorded(Session& session, KernelCase const& c, HoppingVariant const& variant) {
  std::string rows;
  for (auto const strategy : strategies(session)) {
    auto const key = key_of(c, run_name(variant, strategy), session.options().precision);
    auto const cell = session.record().find_hopping(key);
    if (!cell)
      return false;
    rows += report(*cell);
  }
  session.print(rows);
  return true;
}

/// Prints what a resumed record has already; returns the variants that are left.
inline std::vector<HoppingVariant> variants_left(Session& session, KernelCase const& c) {
  std::vector<HoppingVariant> left;
  for (auto const& variant : all_hopping_variants()) {
    if (!session.options().wants_variant(variant.name) || !applies(variant, c) ||
        (!variant.order && session.options().tune == perf::TuneMode::off))
      continue;
    if (!print_recorded(session, c, variant))
      left.push_back(variant);
  }
  return left;
}

template <class T, int Lanes, int LinkLanes>
bool measure_kernel(Session& session, KernelCase const& c, HoppingProblem<T>& problem) {
  auto const left = variants_left(session, c);
  if (left.empty())
    return true;
  session.progress().show(place(c) + ": making fields");
  HoppingBenchmark<T, Lanes, LinkLanes> benchmark(session, c, problem);
  bool good = true;
  for (auto const& variant : left)
    good = benchmark.run(variant) && good;
  session.note_pages();
  return good;
}

/// Lanes along s: a full register, else half of one; 0 where neither divides Ls.
template <class T>
int lanes_along_s(int ls) {
  for (int const lanes : {native_lanes<T>, half_lanes<T>})
    if (ls % lanes == 0 && (lanes > 1 || native_lanes<T> == 1))
      return lanes;
  return 0;
}

template <class T>
bool measure_dwf5(Session& session, int l, HoppingProblem<T>& problem) {
  auto const& options = session.options();
  int const lanes = lanes_along_s<T>(options.ls);
  if (lanes == 0) {
    perf::SkippedCell const skipped{.kernel = "DWF5",
                                    .l = l,
                                    .ls = options.ls,
                                    .precision = options.precision,
                                    .variant = {},
                                    .reason =
                                        fmt::format("neither {} nor {} lanes divide Ls = {}",
                                                    native_lanes<T>, half_lanes<T>, options.ls)};
    session.record().add(skipped);
    session.print(perf::skipped_row(skipped));
    return true;
  }
  auto const& volume = problem.volume();
  KernelCase const c{"DWF5", l, options.ls, Lattice(volume.extents, fifth_dimension_lanes(lanes)),
                     volume.global};
  return lanes == native_lanes<T> ? measure_kernel<T, native_lanes<T>, 1>(session, c, problem)
                                  : measure_kernel<T, half_lanes<T>, 1>(session, c, problem);
}

} // namespace detail

template <class T>
bool measure_volume(Session& session, int l, LocalVolume const& volume, GaugeField gauge,
                    int slices) {
  constexpr int lanes = native_lanes<T>;
  auto const& options = session.options();
  auto const& extents = volume.extents;
  auto ghosts = comms::exchange_link_ghosts(session.communicator(), session.grid(), gauge);
  HoppingProblem<T> problem(volume, std::move(gauge), std::move(ghosts), options.boundary, slices,
                            options.seed);
  bool good = true;
  for (auto const& [name, ls] : {std::pair("Wilson", 1), std::pair("DWF4", options.ls)})
    if (options.wants_kernel(name)) {
      KernelCase const c{name, l, ls, Lattice(extents, choose_lane_grid(extents, lanes)),
                         volume.global};
      good = detail::measure_kernel<T, lanes, lanes>(session, c, problem) && good;
    }
  if (options.wants_kernel("DWF5"))
    good = detail::measure_dwf5(session, l, problem) && good;
  return good;
}

} // namespace kitt::miniapp
