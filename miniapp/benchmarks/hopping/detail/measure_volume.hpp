// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_links.hpp"
#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"
#include "miniapp/benchmarks/hopping/hopping_benchmark.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

namespace kitt::miniapp {

namespace detail {

/// Hopping kernel in precision T with one packing of its SIMD lanes.
template <class T, Packing How>
class TypedKernel : public HoppingKernel {
public:
  /// Does not allocate spinor fields yet. `context`, `c` and `problem` must outlive the kernel.
  TypedKernel(HoppingContext& context, KernelCase const& c, HoppingProblem<T>& problem)
      : context_(context), case_(c), problem_(problem), operands_(make_operands()) {}

  /// Allocates the fields of each target parity, and fills the source and the expected result.
  void prepare(std::vector<Parity> const& targets, Dagger dagger) {
    auto& parts = operands_.parts;
    while (parts.size() < targets.size())
      parts.push_back({Parity::odd, field("kitt::dslash::in"), field("kitt::dslash::out"),
                       field("kitt::dslash::expected")});
    KITT_EXPECT(parts.size() == targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
      parts[i].target = targets[i];
      problem_.fill_source(parts[i].in, opposite(targets[i]));
      problem_.fill_expected(parts[i].expected, targets[i], dagger);
    }
  }

  /// Makes the links. Full links are kept for later variants.
  void use_links(LinkStorage storage) override {
    storage_ = storage;
    links_ = std::monostate(); // frees compressed links before other links are made
    if constexpr (compresses<T>(How)) {
      if (storage == LinkStorage::two_rows)
        links_ = make_links<LinkStorage::two_rows>();
      if (storage == LinkStorage::narrow)
        links_ = make_links<LinkStorage::narrow>();
    }
    if (storage != LinkStorage::full)
      return;
    if (!full_)
      full_ = make_links<LinkStorage::full>();
    links_ = *full_;
  }

  std::function<void()> application(KernelCall const& call) const override {
    return std::visit([&](auto const& links) { return application_with(links, call); }, links_);
  }

  FieldError error_after(std::function<void()> const& apply) const override {
    // The result is filled with NaN before, so that elements that `apply` does not write are found.
    for (auto const& part : operands_.parts)
      set_all(operands_.exec, part.out.view(), std::numeric_limits<T>::quiet_NaN());
    apply();
    return error_left();
  }

  FieldError error_left() const override {
    Difference all;
    for (auto const& part : operands_.parts)
      all += difference_of(part.out, part.expected);
    return error_of(over_all_ranks(all, context_.run.context.communicator()));
  }

  FieldError allowed() const override {
    auto const& run = context_.run;
    RoundingLosses losses{.links = storage_};
    if (operands_.stencil.splits())
      losses.travel = context_.options.comms_precision;
    if (storage_ == LinkStorage::two_rows)
      losses.unitarity = {run.context.worst_error(problem_.unitarity().unitarity),
                          run.context.worst_error(problem_.unitarity().determinant)};
    return tolerance<T>(losses);
  }

  std::optional<OperatorFault> find_fault() const override {
    auto const& run = context_.run;
    auto const& world = run.context.communicator();
    auto const& options = run.context.options();
    auto const volume = comms::volume_of_rank(run.context.grid(), world.rank(), {4, 4, 4, 4});
    auto gauge = hot_gauge(volume, options.seed);
    auto ghosts = comms::exchange_link_ghosts(world, run.context.grid(), gauge);
    KernelCase small = case_;
    small.ls = small.lattice.lanes_s() * std::min(2, small.packs_s());
    small.lattice = Lattice(volume.extents, small.lattice.lane_grid());
    small.application = {.sites = Sites::both};
    HoppingProblem<T> problem(volume, std::move(gauge), std::move(ghosts),
                              context_.options.gauge.boundary, small.ls, options.seed);
    TypedKernel kernel(context_, small, problem);
    kernel.use_links(storage_);
    return miniapp::find_fault(kernel.allowed(), [&](Parity target, Dagger dagger) {
      kernel.prepare({target}, dagger);
      FieldError worst;
      for (auto const strategy : strategies(run.context, context_.options)) {
        Schedule const schedule{strategy.value_or(Strategy::sequential), options.comms_threads};
        worst = worst.worse(
            kernel.error_after(kernel.application({Order::lexicographic(), schedule, dagger})));
      }
      return worst;
    });
  }

  std::size_t parts() const override { return operands_.parts.size(); }
  std::size_t bytes_by_messages() const override {
    return bytes([](auto const& halo) { return halo.bytes_by_messages(); });
  }
  std::size_t bytes_by_shared_memory() const override {
    return bytes([](auto const& halo) { return halo.bytes_by_shared_memory(); });
  }

private:
  using Operands = KernelOperands<T, lanes_of<T>(How)>;
  template <LinkStorage Storage>
  using Links = LinksOfParities<T, How, Storage>;
  /// Links in one of the forms of storage that are compiled for this packing.
  using AnyLinks =
      std::conditional_t<compresses<T>(How),
                         std::variant<std::monostate, Links<LinkStorage::full>,
                                      Links<LinkStorage::two_rows>, Links<LinkStorage::narrow>>,
                         std::variant<std::monostate, Links<LinkStorage::full>>>;

  Operands make_operands() const {
    auto const& run = context_.run;
    Stencil const stencil(case_.lattice, run.context.grid().splitting());
    int const packs_s = case_.packs_s();
    return {{},
            stencil,
            packs_s,
            make_halo<typename Operands::Halo>(run.context, stencil, packs_s,
                                               context_.options.comms_precision),
            {}};
  }

  SpinorField<T, lanes_of<T>(How)> field(char const* label) const {
    return {label, case_.lattice, case_.ls, context_.run.context.memory()};
  }

  /// Makes the links of the parities that the case computes. If the case computes only one parity,
  /// its links also take the place of the other parity's links, which no kernel reads.
  template <LinkStorage Storage>
  Links<Storage> make_links() const {
    auto const make = [&](Parity target) {
      return typename Links<Storage>::value_type(case_.lattice, target, problem_.links(),
                                                 context_.run.context.memory());
    };
    if (case_.application.sites == Sites::both)
      return {make(Parity::even), make(Parity::odd)};
    auto const only = make(parities_of(case_.application.sites).front());
    return {only, only};
  }

  template <LinkStorage Storage>
  std::function<void()> application_with(Links<Storage> const& links,
                                         KernelCall const& call) const {
    return hopping_application<T, How, Storage>(operands_, links, call);
  }
  std::function<void()> application_with(std::monostate, KernelCall const&) const {
    throw InternalError("a kernel is applied before its links are made");
  }

  template <class BytesOf>
  std::size_t bytes(BytesOf const& of) const {
    if constexpr (Operands::Halo::splits)
      return of(operands_.halo);
    else
      return 0;
  }

  HoppingContext& context_;
  KernelCase const& case_;
  HoppingProblem<T>& problem_;
  Operands operands_;
  LinkStorage storage_ = LinkStorage::full;
  AnyLinks links_;
  std::optional<Links<LinkStorage::full>> full_;
};

/// Prints the cells of a variant from a resumed record. If the record lacks the cell of a strategy,
/// prints nothing and returns false.
inline bool print_recorded(HoppingContext& context, KernelCase const& c,
                           HoppingVariant const& variant) {
  auto const& run = context.run;
  std::string rows;
  for (auto const strategy : strategies(run.context, context.options)) {
    auto const key = key_of(c, run_name(variant, strategy), context.options.fields.precision);
    auto const cell = run.output.record().find<HoppingCell>(key);
    if (!cell)
      return false;
    rows += report(*cell, run.context.lattices().volume_of);
  }
  run.output.print(rows);
  return true;
}

/// Returns the variants that remain to be measured. Prints the cells of a resumed record. Skips
/// variants that the kernel cannot run, and records the reason if the user named them.
template <class T>
std::vector<HoppingVariant> variants_left(HoppingContext& context, KernelCase const& c) {
  auto const& options = context.options;
  std::vector<HoppingVariant> left;
  for (auto const& variant : wanted_variants(options)) {
    auto const reason = reason_against<T>(variant, c);
    if (reason && !options.variants.empty())
      context.run.output.skip(key_of(c, variant.name, options.fields.precision), *reason);
    if (!reason && !print_recorded(context, c, variant))
      left.push_back(variant);
  }
  return left;
}

/// Measures one kernel. Returns false if a result was wrong.
template <class T, Packing How>
bool measure_kernel(HoppingContext& context, KernelCase const& c, HoppingProblem<T>& problem) {
  auto const left = variants_left<T>(context, c);
  if (left.empty())
    return true;
  context.run.output.show(describe(c) + ": making fields");
  TypedKernel<T, How> kernel(context, c, problem);
  kernel.prepare(parities_of(c.application.sites), c.application.dagger);
  HoppingBenchmark benchmark(context, c, kernel);
  bool good = true;
  for (auto const& variant : left)
    good = benchmark.run(variant) && good;
  context.run.output.note_pages();
  return good;
}

/// Calls f(constant) with `packing` as a compile-time constant.
template <class F>
bool with_constant(Packing packing, F const& f) {
  switch (packing) {
  case Packing::full_in_space:
    return f(std::integral_constant<Packing, Packing::full_in_space>{});
  case Packing::half_in_space:
    return f(std::integral_constant<Packing, Packing::half_in_space>{});
  case Packing::full_along_s:
    return f(std::integral_constant<Packing, Packing::full_along_s>{});
  case Packing::full_in_both:
    return f(std::integral_constant<Packing, Packing::full_in_both>{});
  case Packing::half_along_s:
    return f(std::integral_constant<Packing, Packing::half_along_s>{});
  default:
    return f(std::integral_constant<Packing, Packing::one_lane>{});
  }
}

} // namespace detail

template <class T>
bool measure_volume(HoppingContext& context, Application const& application,
                    AskedVolume const& asked) {
  auto const& run = context.run;
  auto const& options = context.options;
  run.output.show(fmt::format("L = {}: making links", asked.l));
  auto gauge = context.gauge.links(run.context, asked.volume);
  auto ghosts = comms::exchange_link_ghosts(run.context.communicator(), run.context.grid(), gauge);
  HoppingProblem<T> problem(asked.volume, std::move(gauge), std::move(ghosts),
                            options.gauge.boundary, options.slices(), run.context.options().seed);
  bool good = true;
  for (auto const& kernel : kernel_cases<T>(options, application, asked))
    good = detail::with_constant(kernel.packing,
                                 [&](auto packing) {
                                   if constexpr (is_compiled<T>(packing()))
                                     return detail::measure_kernel<T, packing()>(context, kernel,
                                                                                 problem);
                                   else
                                     return true; // kernel_cases() never returns this packing
                                 }) &&
           good;
  return good;
}

} // namespace kitt::miniapp

/// Instantiates measure_volume. Use this macro in namespace kitt::miniapp.
#define KITT_COMPILE_VOLUME(Real)                                                                  \
  template bool measure_volume<Real>(HoppingContext&, Application const&, AskedVolume const&)
