// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/link_ghosts.hpp"
#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"
#include "miniapp/benchmarks/hopping/hopping_application.hpp"
#include "miniapp/benchmarks/hopping/hopping_case.hpp"
#include "miniapp/benchmarks/hopping/hopping_kernel.hpp"
#include "miniapp/run/lattice_operators.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kitt::miniapp {

/// The fields of one kernel at one size, and what their values are and should be.
template <class T, int Lanes>
struct HoppingFields {
  HoppingContext& context;
  KernelCase const& kernel;
  HoppingProblem<T>& problem;
  HoppingOperands<T, Lanes> operands;

  HoppingFields(HoppingContext& run, KernelCase const& of, HoppingProblem<T>& from)
      : context(run), kernel(of), problem(from), operands(make_operands()) {}

  /// Fills sources and expected results for a call of as many parities as the kernel's own.
  void prepare(HoppingWork const& work) {
    auto const list = targets(work);
    auto& parts = operands.parts;
    KITT_EXPECT(list.size() == parts.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      parts[i].target = list[i];
      problem.fill_source(parts[i].in, opposite(list[i]));
      problem.fill_expected(parts[i].expected, {list[i], work.dagger});
    }
  }

  HoppingError error_after(std::function<void()> const& apply) const {
    // No element may be left over from the variant before.
    for (auto const& part : operands.parts)
      set_all(operands.exec, part.out.view(), std::numeric_limits<T>::quiet_NaN());
    apply();
    return error_left();
  }

  /// Returns the error of the result of the last application.
  HoppingError error_left() const {
    Difference all;
    for (auto const& part : operands.parts)
      all += difference_of(part.out, part.expected);
    return error_of(over_all_ranks(all, context.run.context.communicator()));
  }

  HoppingError allowed(LinkStorage storage) const {
    auto const& run = context.run;
    HoppingLosses losses{.links = storage};
    if (operands.stencil.splits())
      losses.travel = context.options.comms_precision;
    if (storage == LinkStorage::two_rows)
      losses.unitarity = {run.context.worst_error(problem.unitarity().unitarity),
                          run.context.worst_error(problem.unitarity().determinant)};
    return tolerance<T>(losses);
  }

private:
  HoppingOperands<T, Lanes> make_operands() const {
    using Halo = typename HoppingOperands<T, Lanes>::Halo;
    auto const& run = context.run;
    Stencil const stencil(kernel.lattice, run.context.grid().splitting());
    int const packs_s = kernel.packs_s();
    HoppingOperands<T, Lanes> made{
        {},
        stencil,
        packs_s,
        make_halo<Halo>(run.context, stencil, packs_s, context.options.comms_precision),
        {}};
    for (Parity const target : targets(kernel.work))
      made.parts.push_back({target, field("kitt::dslash::in"), field("kitt::dslash::out"),
                            field("kitt::dslash::expected")});
    return made;
  }

  SpinorField<T, Lanes> field(char const* label) const {
    return {label, kernel.lattice, kernel.ls, context.run.context.memory()};
  }
};

/// A kernel with its fields and links, which outlive it.
template <class T, Packing How, LinkStorage Storage>
class TypedHopping : public HoppingKernel {
public:
  using Fields = HoppingFields<T, lanes_of<T>(How)>;
  using Links = LinksOfParities<T, How, Storage>;

  TypedHopping(Fields const& fields, Links const& links) : fields_(fields), links_(links) {}

  std::function<void()> application(Order const& order, Schedule const& schedule) const override {
    return hopping_application<T, How, Storage>(fields_.operands, links_,
                                                {order, schedule, fields_.kernel.work.dagger});
  }
  HoppingError error_after(std::function<void()> const& apply) const override {
    return fields_.error_after(apply);
  }
  HoppingError error_left() const override { return fields_.error_left(); }
  HoppingError allowed() const override { return fields_.allowed(Storage); }

  std::optional<OperatorFault> fault() const override {
    auto& context = fields_.context;
    auto const& run = context.run;
    auto const& world = run.context.communicator();
    auto const& options = run.context.options();
    auto const volume = comms::volume_of_rank(run.context.grid(), world.rank(), {4, 4, 4, 4});
    auto gauge = hot_gauge(volume, options.seed);
    auto ghosts = comms::exchange_link_ghosts(world, run.context.grid(), gauge);
    KernelCase small = fields_.kernel;
    small.ls = small.lattice.lanes_s() * std::min(2, small.packs_s());
    small.lattice = Lattice(volume.extents, small.lattice.lane_grid());
    small.work = {};
    HoppingProblem<T> problem(volume, std::move(gauge), std::move(ghosts),
                              context.options.gauge.boundary, small.ls, options.seed);
    Fields fields(context, small, problem);
    Links const links{OneParity(small.lattice, Parity::even, problem.links(), run.context.memory()),
                      OneParity(small.lattice, Parity::odd, problem.links(), run.context.memory())};
    return find_fault(fields.allowed(Storage), [&](Application const& hop) {
      fields.prepare(only(hop));
      HoppingError worst;
      for (auto const strategy : strategies(run.context, context.options)) {
        Schedule const schedule{strategy.value_or(Strategy::sequential), options.comms_threads};
        auto const error = fields.error_after(hopping_application<T, How, Storage>(
            fields.operands, links, {Order::lexicographic(), schedule, hop.dagger}));
        worst = {std::max(worst.whole, error.whole), std::max(worst.site, error.site)};
      }
      return worst;
    });
  }

  std::size_t parts() const override { return fields_.operands.parts.size(); }
  std::size_t bytes_by_messages() const override {
    return bytes([](auto const& halo) { return halo.bytes_by_messages(); });
  }
  std::size_t bytes_by_shared_memory() const override {
    return bytes([](auto const& halo) { return halo.bytes_by_shared_memory(); });
  }

private:
  using OneParity = typename Links::value_type;

  template <class BytesOf>
  std::size_t bytes(BytesOf const& of) const {
    if constexpr (HoppingOperands<T, lanes_of<T>(How)>::Halo::splits)
      return of(fields_.operands.halo);
    else
      return 0;
  }

  Fields const& fields_;
  Links const& links_;
};

} // namespace kitt::miniapp
