// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/available_memory.hpp"
#include "core/error.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "core/gauge_start.hpp"
#include "miniapp/commands.hpp"
#include "miniapp/hopping_problem.hpp"
#include "miniapp/hopping_volume.hpp"
#include "perf/report.hpp"

#include <fmt/format.h>
#include <optional>

namespace kitt::miniapp {

namespace {

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

int slices(Options const& options) {
  return options.wants_kernel("DWF4") || options.wants_kernel("DWF5") ? options.ls : 1;
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
    // Full links stay while compressed ones are measured.
    std::size_t const kernel_bytes =
        3 * SpinorField<T, 1>::bytes(plain, ls) + 2 * LinkField<T, 1>::bytes(plain);
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
  for (Extents const& extents : source.volumes()) {
    session.progress().show(fmt::format("L = {}: making links", extents[0]));
    good = measure_volume<T>(session, source.links(extents), slices(options)) && good;
  }
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
