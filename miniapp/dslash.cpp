// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/available_memory.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "miniapp/commands.hpp"
#include "miniapp/hopping_benchmark.hpp"

#include <fmt/format.h>
#include <optional>

namespace kitt::miniapp {

namespace {

/// Where one visit holds all of s anyway, slicing s makes no variant of its own.
bool applies(HoppingVariant const& variant, int packs_s) {
  if (!variant.order)
    return true;
  return variant.order->s_slice == Order::whole || variant.order->s_slice < packs_s;
}

/// The volumes to measure and their links: L^4 for every L, made anew for each, or one gauge file,
/// read once.
class LinkSource {
public:
  explicit LinkSource(Options const& options) : options_(options) {
    if (options.gauge != "hot" && options.gauge != "unit" && options.gauge != "weak") {
      KITT_VALIDATE(
          options.l.empty(),
          "--L cannot be given with a gauge file (the file fixes the volume): leave it out");
      from_file_ = read_gauge_file(options.gauge).field;
    }
  }

  std::vector<Extents> volumes() const {
    if (from_file_)
      return {from_file_->extents};
    std::vector<Extents> list;
    for (int const l : options_.hopping_sizes())
      list.push_back({l, l, l, l});
    return list;
  }

  GaugeField links(Extents const& extents) const {
    if (from_file_)
      return *from_file_;
    if (options_.gauge == "unit")
      return unit_gauge(extents);
    return options_.gauge == "weak" ? weak_gauge(extents, options_.seed)
                                    : hot_gauge(extents, options_.seed);
  }

private:
  Options const& options_;
  std::optional<GaugeField> from_file_;
};

/// Prints what a resumed record has already; returns the variants that are left.
std::vector<HoppingVariant> variants_left(Session& session, KernelCase const& c) {
  std::vector<HoppingVariant> left;
  for (auto const& variant : all_hopping_variants()) {
    if (!session.options().wants_variant(variant.name) || !applies(variant, c.packs_s()) ||
        (!variant.order && session.options().tune == perf::TuneMode::off))
      continue;
    auto const key = key_of(c, variant.name, session.options().precision);
    if (auto const cell = session.record().find_hopping(key))
      session.print(report(*cell));
    else
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
  KernelCase const c{"DWF5", l, options.ls,
                     Lattice(problem.extents(), fifth_dimension_lanes(lanes))};
  return lanes == native_lanes<T> ? measure_kernel<T, native_lanes<T>, 1>(session, c, problem)
                                  : measure_kernel<T, half_lanes<T>, 1>(session, c, problem);
}

int slices(Options const& options) {
  return options.wants_kernel("DWF4") || options.wants_kernel("DWF5") ? options.ls : 1;
}

template <class T>
bool measure_volume(Session& session, LinkSource const& source, Extents const& extents) {
  constexpr int lanes = native_lanes<T>;
  auto const& options = session.options();
  int const l = extents[0];
  session.progress().show(fmt::format("L = {}: making links", l));
  HoppingProblem<T> problem(source.links(extents), options.boundary, slices(options), options.seed);
  bool good = true;
  for (auto const& [name, ls] : {std::pair("Wilson", 1), std::pair("DWF4", options.ls)})
    if (options.wants_kernel(name)) {
      KernelCase const c{name, l, ls, Lattice(extents, choose_lane_grid(extents, lanes))};
      good = measure_kernel<T, lanes, lanes>(session, c, problem) && good;
    }
  if (options.wants_kernel("DWF5"))
    good = measure_dwf5(session, l, problem) && good;
  return good;
}

/// Before anything is measured: a volume that cannot be laid out or does not fit is found out at
/// once.
template <class T>
void check_volumes(Options const& options, std::vector<Extents> const& volumes) {
  for (Extents const& extents : volumes) {
    Lattice const plain(extents, {1, 1, 1, 1, 1});
    if (options.wants_kernel("Wilson") || options.wants_kernel("DWF4"))
      choose_lane_grid(extents, native_lanes<T>);
    auto const ls = slices(options);
    std::size_t const kernel_bytes =
        3 * SpinorField<T, 1>::bytes(plain, ls) + LinkField<T, 1>::bytes(plain);
    comms::check_memory(HoppingProblem<T>::bytes(extents, ls) + kernel_bytes,
                        fmt::format("the lattice {} with Ls = {}", kitt::to_string(extents), ls));
  }
}

template <class T>
int measure_all(Session& session) {
  auto const& options = session.options();
  LinkSource const source(options);
  check_volumes<T>(options, source.volumes());
  static_cast<void>(session.ceilings()); // before the table, which they would interrupt
  session.print(perf::banner("Hopping term, red-black"));
  session.print(fmt::format(
      "{} precision, {} links, random source; verified against the naive operator, then median of "
      "samples;\n{} flops per 5-D site computed.\nTuning: {}.\n",
      perf::to_string(options.precision), options.gauge, static_cast<int>(options.flops_per_site),
      session.tuner().description()));
  session.print(perf::hopping_table().header());
  bool good = true;
  for (Extents const& extents : source.volumes())
    good = measure_volume<T>(session, source, extents) && good;
  session.print(perf::hopping_table().rule());
  return good ? 0 : 1;
}

} // namespace

int run_dslash(Session& session) {
  return session.options().precision == perf::Precision::single_precision
             ? measure_all<float>(session)
             : measure_all<double>(session);
}

} // namespace kitt::miniapp
