// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/dslash.hpp"

#include "comms/available_memory.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "core/hopping.hpp"
#include "miniapp/commands.hpp"
#include "miniapp/hopping_problem.hpp"
#include "miniapp/session.hpp"
#include "perf/report.hpp"
#include "perf/sampling.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace kitt::miniapp {

namespace {

constexpr int all = Order::whole;

/// What is measured: a kernel at a size, laid out in one way.
struct KernelCase {
  std::string name; ///< "Wilson", "DWF4", "DWF5"
  int l;
  int ls;
  Lattice lattice;
};

std::string place(KernelCase const& c) {
  return fmt::format("{} at L = {}", c.name, c.l);
}

perf::CellKey key_of(KernelCase const& c, HoppingVariant const& variant,
                     perf::Precision precision) {
  return {.kernel = c.name, .l = c.l, .ls = c.ls, .precision = precision, .variant = variant.name};
}

/// Where one visit holds all of s anyway, slicing s makes no variant of its own.
bool applies(HoppingVariant const& variant, int packs_s) {
  return variant.order.s_slice == all || variant.order.s_slice < packs_s;
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

perf::HoppingCell evaluate(Session& session, KernelCase const& c, HoppingVariant const& variant,
                           perf::Statistics const& seconds) {
  auto const& options = session.options();
  auto const cost = perf::hopping_cost(options.precision, c.ls, options.flops_per_site);
  perf::HoppingCell cell;
  cell.kernel = c.name;
  cell.l = c.l;
  cell.local_volume = c.lattice.extents();
  cell.global_volume = c.lattice.extents();
  cell.ls = c.ls;
  cell.precision = options.precision;
  cell.lanes = c.lattice.lanes_4d() * c.lattice.lanes_s();
  cell.lane_grid = c.lattice.lane_grid();
  cell.variant = variant.name;
  cell.flops_per_site = static_cast<int>(options.flops_per_site);
  cell.sites = volume(cell.global_volume) / 2 * static_cast<std::size_t>(c.ls);
  cell.seconds = seconds;
  auto const sites = static_cast<double>(cell.sites);
  double const mflop_per_node = cost.flops_per_site * sites * 1e-6 / session.communicator().nodes();
  cell.mflops_per_node = mflop_per_node / seconds.median;
  cell.mflops_per_node_mean = mflop_per_node / seconds.mean;
  cell.arithmetic_intensity = cost.intensity();
  auto const& ceilings = session.ceilings();
  auto const bytes = static_cast<std::size_t>(cost.bytes_per_site * sites);
  auto const bound = perf::binding_ceiling(ceilings, options.precision, cost.flops_per_site,
                                           cost.bytes_per_site, bytes);
  double const gflops = cost.flops_per_site * sites / seconds.median * 1e-9;
  cell.ceiling = bound.name;
  cell.roofline_fraction = gflops / bound.gflops_per_s;
  cell.peak_fraction = gflops / (options.precision == perf::Precision::single_precision
                                     ? ceilings.single_gflops_per_s
                                     : ceilings.double_gflops_per_s);
  return cell;
}

/// One kernel at one size with its fields, through all variants that are left to do.
template <class T, int Lanes, int LinkLanes>
class KernelBenchmark {
public:
  KernelBenchmark(Session& session, KernelCase const& kernel, HoppingProblem<T>& problem)
      : session_(session), case_(kernel), problem_(problem),
        stencil_(kernel.lattice), links_{make_links(Parity::even), make_links(Parity::odd)},
        in_("kitt::dslash::in", kernel.lattice, kernel.ls, session.memory()),
        out_("kitt::dslash::out", kernel.lattice, kernel.ls, session.memory()) {
    problem.fill_source(in_);
  }

  /// Verifies, measures, records, prints. False if the result was wrong: there is no figure then.
  bool run(HoppingVariant const& variant) {
    HoppingTerm const hopping(stencil_, links_, case_.ls / case_.lattice.lanes_s(), variant.order);
    auto const apply = [&] {
      hopping(exec_, HoppingProblem<T>::target, in_.view(), out_.view());
      exec_.fence("kitt::dslash: one application is timed");
    };
    session_.progress().show(fmt::format("{}, {}: verifying", place(case_), variant.name));
    // No element may be left over from the variant before.
    Kokkos::deep_copy(exec_, out_.view(), std::numeric_limits<T>::quiet_NaN());
    apply();
    double const error = problem_.relative_error(out_);
    if (!(error <= tolerance())) // NaN fails as well
      return report_failure(variant, error);

    session_.progress().show(fmt::format("{}, {}: measuring", place(case_), variant.name));
    auto cell = evaluate(session_, case_, variant, perf::sample(session_.sampling(), apply));
    cell.verification_error = error;
    cell.verification_tolerance = tolerance();
    session_.record().add(cell);
    session_.print(perf::hopping_row(cell));
    return true;
  }

private:
  static constexpr double tolerance() { return sizeof(T) == sizeof(float) ? 2e-6 : 1e-13; }

  LinkField<T, LinkLanes> make_links(Parity parity) const {
    return {case_.lattice, parity, problem_.links(), session_.memory()};
  }

  bool report_failure(HoppingVariant const& variant, double error) {
    perf::FailedCell const failed{.kernel = case_.name,
                                  .l = case_.l,
                                  .ls = case_.ls,
                                  .precision = session_.options().precision,
                                  .variant = variant.name,
                                  .reason = "differs from the naive operator",
                                  .verification_error = error,
                                  .verification_tolerance = tolerance()};
    session_.record().add(failed);
    session_.print(perf::failed_row(failed));
    return false;
  }

  Session& session_;
  KernelCase const& case_;
  HoppingProblem<T>& problem_;
  ExecutionSpace exec_;
  Stencil stencil_;
  std::array<LinkField<T, LinkLanes>, 2> links_;
  SpinorField<T, Lanes> in_;
  SpinorField<T, Lanes> out_;
};

/// Prints what a resumed record has already; returns the variants that are left.
std::vector<HoppingVariant> variants_left(Session& session, KernelCase const& c) {
  std::vector<HoppingVariant> left;
  for (auto const& variant : all_hopping_variants()) {
    if (!session.options().wants_variant(variant.name) ||
        !applies(variant, c.ls / c.lattice.lanes_s()))
      continue;
    auto const key = key_of(c, variant, session.options().precision);
    if (auto const cell = session.record().find_hopping(key))
      session.print(perf::hopping_row(*cell));
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
  KernelBenchmark<T, Lanes, LinkLanes> benchmark(session, c, problem);
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
        2 * SpinorField<T, 1>::bytes(plain, ls) + 2 * LinkField<T, 1>::bytes(plain);
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
      "samples;\n{} flops per 5-D site computed.\n",
      perf::to_string(options.precision), options.gauge, static_cast<int>(options.flops_per_site)));
  session.print(perf::hopping_table().header());
  bool good = true;
  for (Extents const& extents : source.volumes())
    good = measure_volume<T>(session, source, extents) && good;
  session.print(perf::hopping_table().rule());
  return good ? 0 : 1;
}

} // namespace

std::vector<HoppingVariant> const& all_hopping_variants() {
  static std::vector<HoppingVariant> const variants{
      {"lexicographic", Order::lexicographic()},
      {"lexicographic-prefetch", Order::lexicographic(Access::prefetch)},
      {"lexicographic-stream", Order::lexicographic(Access::stream)},
      // Columns along t narrow enough that their slices stay in a core's own cache.
      {"columns-4.4", {{all, 4, 4, all}, all}},
      {"columns-4.4-stream", {{all, 4, 4, all}, all, Access::stream}},
  };
  return variants;
}

std::vector<std::string> hopping_variants() {
  std::vector<std::string> names;
  for (auto const& variant : all_hopping_variants())
    names.push_back(variant.name);
  return names;
}

int run_dslash(Session& session) {
  return session.options().precision == perf::Precision::single_precision
             ? measure_all<float>(session)
             : measure_all<double>(session);
}

} // namespace kitt::miniapp
