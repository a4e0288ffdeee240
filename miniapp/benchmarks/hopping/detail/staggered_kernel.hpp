// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"
#include "miniapp/benchmarks/hopping/detail/kernel_with_fields.hpp"
#include "miniapp/benchmarks/hopping/staggered_application.hpp"
#include "miniapp/run/staggered_links.hpp"

namespace kitt::miniapp::detail {

/// Makes the links of a staggered kernel from the gauge field of this rank. Collective.
inline ColourLinks make_links(HoppingContext const& context, KernelCase const& c,
                              LocalVolume const& volume, GaugeField const& gauge) {
  auto const& make = c.is_improved() ? naik_links : naive_links;
  return {volume, make(context.run.context, volume, gauge, context.options.gauge.boundary)};
}

/// Staggered hopping kernel in precision T with one packing of its SIMD lanes. `Reaches` is 1 for
/// the naive kernel and 2 for the improved one.
template <class T, Packing How, std::size_t Reaches>
class StaggeredKernel final : public KernelWithFields<T, lanes_of<T>(How), ColourLinks> {
  using Base = KernelWithFields<T, lanes_of<T>(How), ColourLinks>;
  using Links = LinkField<T, link_lanes_of<T>(How)>;

public:
  StaggeredKernel(HoppingContext& context, KernelCase const& c, typename Base::Problem& problem)
      : Base(context, c, problem, c.longest_hop()),
        reaches_(make_reaches<Links, Reaches>(context.run.context, c.lattice,
                                              problem.links().links(), problem.volume())) {}

  void use_links([[maybe_unused]] LinkStorage storage) override {
    KITT_EXPECT(storage == LinkStorage::full);
  }

  std::function<void()> application(KernelCall const& call) const override {
    return staggered_application<T, How, Reaches>(this->operands_, reaches_, call);
  }

  FieldError allowed() const override { return tolerance<T>(this->losses()); }

  std::optional<OperatorFault> find_fault() const override {
    auto const& run = this->context_.run;
    KernelCase small = this->case_;
    Extents local{};
    for (std::size_t mu = 0; mu < local.size(); ++mu)
      local[mu] = 4 * small.lattice.lane_grid()[mu];
    auto const volume =
        comms::volume_of_rank(run.context.grid(), run.context.communicator().rank(), local);
    auto const seed = run.context.options().seed;
    small.lattice = Lattice(volume.extents, small.lattice.lane_grid());
    small.global = volume.global;
    small.application = {.sites = Sites::both};
    small.rhs = small_slices(this->case_);
    typename Base::Problem problem(
        volume, make_links(this->context_, small, volume, hot_gauge(volume, seed)), small.rhs,
        seed);
    return StaggeredKernel(this->context_, small, problem).find_own_fault();
  }

private:
  KernelReaches<T, How, Reaches> reaches_;
};

} // namespace kitt::miniapp::detail
