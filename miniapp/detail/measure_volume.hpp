// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/link_ghosts.hpp"
#include "miniapp/hopping_benchmark.hpp"
#include "miniapp/hopping_volume.hpp"

namespace kitt::miniapp {

namespace detail {

/// Where one visit holds all of s anyway, slicing s makes no variant of its own; compressed links
/// are kept for full registers of links alone.
template <class T>
bool applies(HoppingVariant const& variant, KernelCase const& c) {
  if (variant.links != LinkStorage::full && c.lattice.lanes_4d() != native_lanes<T>)
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
template <class T>
std::vector<HoppingVariant> variants_left(Session& session, KernelCase const& c) {
  std::vector<HoppingVariant> left;
  for (auto const& variant : all_hopping_variants()) {
    if (!session.options().wants_variant(variant.name) || !applies<T>(variant, c) ||
        (!variant.order && session.options().tune == perf::TuneMode::off))
      continue;
    if (!print_recorded(session, c, variant))
      left.push_back(variant);
  }
  return left;
}

template <class T, int Lanes, int LinkLanes>
bool measure_kernel(Session& session, KernelCase const& c, HoppingProblem<T>& problem) {
  auto const left = variants_left<T>(session, c);
  if (left.empty())
    return true;
  session.show(place(c) + ": making fields");
  HoppingBenchmark<T, Lanes, LinkLanes> benchmark(session, c, problem);
  bool good = true;
  for (auto const& variant : left)
    good = benchmark.run(variant) && good;
  session.note_pages();
  return good;
}

/// Wilson or DWF4, with the lanes of lanes_in_space.
template <class T>
bool measure_in_space(Session& session, std::string const& name, int l, int ls,
                      HoppingProblem<T>& problem) {
  auto const& volume = problem.volume();
  int const lanes = lanes_in_space<T>(volume.extents);
  if (lanes == 0) {
    session.skip({name, l, ls, session.options().precision, {}},
                 fmt::format("the local lattice {} cannot be spread over {} or {} lanes",
                             kitt::to_string(volume.extents), native_lanes<T>, half_lanes<T>));
    return true;
  }
  KernelCase const c{name, l, ls, Lattice(volume.extents, choose_lane_grid(volume.extents, lanes)),
                     volume.global};
  return lanes == native_lanes<T>
             ? measure_kernel<T, native_lanes<T>, native_lanes<T>>(session, c, problem)
             : measure_kernel<T, half_lanes<T>, half_lanes<T>>(session, c, problem);
}

template <class T>
bool measure_dwf5(Session& session, int l, HoppingProblem<T>& problem) {
  auto const& options = session.options();
  int const lanes = lanes_along_s<T>(options.ls);
  if (lanes == 0) {
    session.skip({"DWF5", l, options.ls, options.precision, {}},
                 fmt::format("neither {} nor {} lanes divide Ls = {}", native_lanes<T>,
                             half_lanes<T>, options.ls));
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
  auto const& options = session.options();
  auto ghosts = comms::exchange_link_ghosts(session.communicator(), session.grid(), gauge);
  HoppingProblem<T> problem(volume, std::move(gauge), std::move(ghosts), options.boundary, slices,
                            options.seed);
  bool good = true;
  for (auto const& [name, ls] : {std::pair("Wilson", 1), std::pair("DWF4", options.ls)})
    if (options.wants_kernel(name))
      good = detail::measure_in_space(session, name, l, ls, problem) && good;
  if (options.wants_kernel("DWF5"))
    good = detail::measure_dwf5(session, l, problem) && good;
  return good;
}

} // namespace kitt::miniapp
