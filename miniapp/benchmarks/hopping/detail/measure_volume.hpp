// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_links.hpp"
#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"
#include "miniapp/benchmarks/hopping/detail/kernel_with_fields.hpp"
#include "miniapp/benchmarks/hopping/detail/staggered_kernel.hpp"
#include "miniapp/benchmarks/hopping/local_part.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace kitt::miniapp {

namespace detail {

/// Hopping kernel in precision T with one packing of its SIMD lanes. The kernel of a whole operator
/// adds the operator's local part.
template <class T, Packing How>
class TypedKernel final : public KernelWithFields<T, lanes_of<T>(How), SpinorLinks> {
  using Base = KernelWithFields<T, lanes_of<T>(How), SpinorLinks>;
  using Base::case_, Base::context_, Base::problem_, Base::operands_;
  using Field = typename Base::Operands::Field;

public:
  /// Collective.
  TypedKernel(HoppingContext& context, KernelCase const& c, typename Base::Problem& problem)
      : Base(context, c, problem), local_(make_local(context.run.context, c, problem.links())) {}

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

  std::function<void()> application(KernelCall const& given) const override {
    auto call = given;
    if (local_ != nullptr)
      call.after = [this, dagger = call.dagger] {
        for (std::size_t i = 0; i < local_fields_.size(); ++i)
          local_->finish(operands_.exec, operands_.parts[i].target, local_fields_[i].here,
                         operands_.parts[i].out, dagger);
      };
    if (turns_source(call.dagger))
      call.before = [this] {
        for (std::size_t i = 0; i < local_fields_.size(); ++i)
          local_->turn_source(operands_.exec, local_fields_[i].source, operands_.parts[i].in);
      };
    return std::visit([&](auto const& links) { return application_with(links, call); }, links_);
  }

  FieldError allowed() const override {
    auto const& run = context_.run;
    auto losses = this->losses();
    losses.links = storage_;
    if (storage_ == LinkStorage::two_rows) {
      auto const& error = problem_.links().unitarity();
      losses.unitarity = {run.context.worst_error(error.unitarity),
                          run.context.worst_error(error.determinant)};
    }
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
    small.ls = small_slices(case_);
    small.rhs = 1;
    small.lattice = Lattice(volume.extents, small.lattice.lane_grid());
    small.application = {.sites = Sites::both};
    HoppingProblem<T> problem(
        volume, {volume, std::move(gauge), std::move(ghosts), context_.options.gauge.boundary},
        small.ls, options.seed);
    TypedKernel kernel(context_, small, problem);
    kernel.use_links(storage_);
    return kernel.find_own_fault();
  }

private:
  template <LinkStorage Storage>
  using Links = LinksOfParities<T, How, Storage>;
  /// Links in one of the forms of storage that are compiled for this packing.
  using AnyLinks =
      std::conditional_t<compresses<T>(How),
                         std::variant<std::monostate, Links<LinkStorage::full>,
                                      Links<LinkStorage::two_rows>, Links<LinkStorage::narrow>>,
                         std::variant<std::monostate, Links<LinkStorage::full>>>;

  /// Makes the links of the parities that the case computes. If the case computes only one parity,
  /// its links also take the place of the other parity's links, which no kernel reads.
  template <LinkStorage Storage>
  Links<Storage> make_links() const {
    auto const make = [&](Parity target) {
      return typename Links<Storage>::value_type(case_.lattice, target, problem_.links().links(),
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

  using Local = LocalPart<T, lanes_of<T>(How)>;
  /// Sources of a part's whole operator, which the hopping term alone does not read.
  struct LocalFields {
    Field here;   ///< source on the target sites
    Field source; ///< source on the other sites, before the operator turns it
  };

  /// Returns the local part of a whole operator, or null for a hopping term. Collective.
  static std::unique_ptr<Local> make_local(RunContext const& context, KernelCase const& c,
                                           SpinorLinks& links) {
    auto const whole = c.whole_operator();
    if (!whole)
      return nullptr;
    if (*whole == perf::SolvedOperator::clover)
      links.fetch_corners(context);
    auto part = make_local_part(context, c, perf::precision_of<T>, links.corners());
    return std::unique_ptr<Local>(static_cast<Local*>(part.release()));
  }

  bool turns_source(Dagger dagger) const {
    return local_ != nullptr && dagger == Dagger::no && local_->turns_source();
  }

  /// Fills the sources of a whole operator. If a call computes both parities, each part's source is
  /// the other part's field on its target sites.
  void prepare_local(Dagger dagger) override {
    if (local_ == nullptr)
      return;
    auto& parts = operands_.parts;
    std::vector<Field> sources;
    for (auto const& part : parts)
      sources.push_back(part.in);
    local_fields_.clear();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      auto const here = parts.size() == 2 ? sources[1 - i] : this->field("kitt::dslash::here");
      if (parts.size() == 1)
        problem_.fill_source(here, parts[i].target);
      local_fields_.push_back({here, sources[i]});
      if (turns_source(dagger)) { // NaN shows elements that the operator does not turn
        parts[i].in = this->field("kitt::dslash::turned");
        set_all(operands_.exec, parts[i].in.view(), std::numeric_limits<T>::quiet_NaN());
      }
    }
  }

  std::unique_ptr<Local> local_;
  std::vector<LocalFields> local_fields_; ///< one for each part; empty without a local part
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
    rows += report(context, *cell);
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
      context.run.output.skip(key_of(c, variant.name, options.fields.precision),
                              reason_of(c, *reason));
    if (!reason && !print_recorded(context, c, variant))
      left.push_back(variant);
  }
  return left;
}

/// Measures one kernel. `make_problem()` returns the kernel's links, source and naive result.
/// Returns false if a result was wrong.
template <class Kernel, class MakeProblem>
bool measure_kernel(HoppingContext& context, KernelCase const& c, MakeProblem const& make_problem) {
  auto const left = variants_left<typename Kernel::value_type>(context, c);
  if (left.empty())
    return true;
  context.run.output.show(describe(c) + ": making fields");
  auto&& problem = make_problem();
  Kernel kernel(context, c, problem);
  kernel.prepare(parities_of(c.application.sites), c.application.dagger);
  HoppingBenchmark benchmark(context, c, kernel);
  bool good = true;
  for (auto const& variant : left)
    good = benchmark.run(variant) && good;
  context.run.output.note_pages();
  return good;
}

/// Links, source and naive results of a volume. The links of a staggered kernel are kept until
/// another one is measured.
template <class T>
struct Problems {
  HoppingProblem<T> spinors;
  std::optional<HoppingProblem<T, ColourLinks>> colours = {};
  std::string staggered = {}; ///< name of the kernel of `colours`
};

/// Returns the problem of a staggered kernel. Makes its links from the links of the volume, unless
/// the last kernel had the same.
template <class T>
HoppingProblem<T, ColourLinks>& staggered_problem(HoppingContext& context, KernelCase const& c,
                                                  Problems<T>& problems) {
  auto& [spinors, colours, staggered] = problems;
  if (staggered != c.name) {
    colours.reset(); // frees its memory first
    colours.emplace(spinors.volume(),
                    make_links(context, c, spinors.volume(), spinors.links().gauge()),
                    context.options.most_rhs(), context.run.context.options().seed);
    staggered = c.name;
  }
  return *colours;
}

/// Measures one kernel with the links of the volume, or with staggered links made from them.
template <class T, Packing How>
bool measure_packed(HoppingContext& context, KernelCase const& c, Problems<T>& problems) {
  if (!c.is_staggered())
    return measure_kernel<TypedKernel<T, How>>(
        context, c, [&]() -> auto& { return problems.spinors; });
  auto const make_problem = [&]() -> auto& {
    return staggered_problem(context, c, problems);
  };
  return c.is_improved() ? measure_kernel<StaggeredKernel<T, How, 2>>(context, c, make_problem)
                         : measure_kernel<StaggeredKernel<T, How, 1>>(context, c, make_problem);
}

} // namespace detail

/// Measures all kernels and variants on one volume in precision T.
template <class T>
bool measure_volume(HoppingContext& context, Application const& application,
                    AskedVolume const& asked) {
  auto const& run = context.run;
  auto const& options = context.options;
  run.output.show(fmt::format("L = {}: making links", asked.l));
  auto gauge = context.gauge.links(run.context, asked.volume);
  auto ghosts = comms::exchange_link_ghosts(run.context.communicator(), run.context.grid(), gauge);
  detail::Problems<T> problems{
      {asked.volume,
       {asked.volume, std::move(gauge), std::move(ghosts), options.gauge.boundary},
       options.slices(),
       run.context.options().seed}};
  bool good = true;
  for (auto const& kernel : kernel_cases<T>(options, application, asked))
    good = with_constant(kernel.packing,
                         [&](auto packing) {
                           if constexpr (is_compiled<T>(packing()))
                             return detail::measure_packed<T, packing()>(context, kernel, problems);
                           else
                             return true; // kernel_cases() never returns this packing
                         }) &&
           good;
  return good;
}

} // namespace kitt::miniapp

/// Defines the kernels of a precision. Use this macro in namespace kitt::miniapp.
#define KITT_COMPILE_VOLUME(Real)                                                                  \
  VolumeKernels const Real##_kernels {                                                             \
    measure_volume<Real>                                                                           \
  }
