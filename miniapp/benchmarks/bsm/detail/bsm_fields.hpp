// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "comms/halo/rank_links.hpp"
#include "comms/ranks/communicator.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/fields/random.hpp"
#include "core/operators/compiled_kernels.hpp"
#include "core/operators/schedule.hpp"
#include "core/operators/wilson.hpp"
#include "core/reference/naive.hpp"
#include "miniapp/benchmarks/bsm/bsm_problem.hpp"
#include "miniapp/run/lattice_operators.hpp"

#include <array>
#include <optional>
#include <vector>

namespace kitt::miniapp {

/// Clock that measures calls and the communication within them. The communication of a hopping term
/// is packing, sending and waiting for faces. add() counts further communication.
class CommunicationTimes {
public:
  void begin_call() { call_began_ = now_(); }
  void end_call() { calls_ += now_() - call_began_; }

  /// Counts the time of a step of a hopping term, at its end (see StepObserver).
  void operator()(std::optional<Step> ended) {
    auto const now = now_();
    if (ended == Step::pack || ended == Step::wait)
      communication_ += now - step_began_;
    step_began_ = now;
  }
  template <class F>
  void add(F const& communicate) {
    auto const began = now_();
    communicate();
    communication_ += now_() - began;
  }

  /// Returns the share of communication in the time of all calls, over all ranks. Collective.
  double share(comms::Communicator const& world) const {
    return world.sum(communication_) / world.sum(calls_);
  }

private:
  comms::MachineSeconds now_;
  double calls_ = 0;
  double communication_ = 0;
  double call_began_ = 0;
  double step_began_ = 0;
};

} // namespace kitt::miniapp

namespace kitt::miniapp::detail {

/// Fields on both parities, links and Wilson hopping term of one case on one volume.
template <class T, int D, LinkStorage Storage, int Lanes>
class BsmFields {
public:
  static constexpr int lanes = Lanes;
  using Field = SpinorField<T, lanes, spins, D>;
  using Links = LinkField<T, lanes, Storage, D>;
  using Halo = comms::RankHalo<T, lanes, spins, D>;
  using Hopping = HoppingTerm<Links, Halo>;

  BsmFields(RunContext const& context, BsmOptions const& options, BsmProblem const& problem)
      : context_(context), volume_(problem.volume),
        gauge_(bsm_links<D>(options, problem, context.options().seed)),
        ghosts_(comms::exchange_link_ghosts(context.communicator(), context.grid(), gauge_)),
        lattice_(volume_.extents, choose_lane_grid(volume_.extents, lanes)),
        stencil_(lattice_, context.grid().splitting()),
        halo_(make_halo<Halo>(context, stencil_, 1)), links_{Links(lattice_, Parity::even, links(),
                                                                   context.memory()),
                                                             Links(lattice_, Parity::odd, links(),
                                                                   context.memory())} {
    for (int i = 0; i < options.fields; ++i)
      fields_.push_back({Field("kitt::bsm::even", lattice_, 1, context.memory()),
                         Field("kitt::bsm::odd", lattice_, 1, context.memory())});
  }

  BothParities<Field> const& operator[](std::size_t i) const { return fields_[i]; }
  std::size_t size() const { return fields_.size(); }
  LocalVolume const& volume() const { return volume_; }
  bool splits() const { return stencil_.splits(); }
  /// Returns the links of this rank for the naive operator.
  LocalLinksOf<D> links() const { return {gauge_, ghosts_, volume_}; }

  /// Returns the value that fill() gives to field `i` at a local site or at a neighbour of one. The
  /// value is rounded to the field's precision.
  reference::SiteSpins<spins, D> source(std::size_t i, Coordinate const& x) const {
    RandomSource const random{context_.options().seed + i, volume_.global, D};
    reference::SiteSpins<spins, D> psi;
    for (int spin = 0; spin < spins; ++spin)
      for (int colour = 0; colour < D; ++colour) {
        auto const value = random(volume_.to_global(x), 0, spin, colour);
        psi[spin][colour] = {static_cast<T>(value.re), static_cast<T>(value.im)};
      }
    return psi;
  }
  void fill() const {
    for (std::size_t i = 0; i < size(); ++i) {
      RandomSource const random{context_.options().seed + i, volume_.global, D};
      for (std::size_t p = 0; p < 2; ++p)
        kitt::fill(fields_[i][p], static_cast<Parity>(p),
                   [&](Coordinate const& x, int s, int spin, int colour) {
                     return random(volume_.to_global(x), s, spin, colour);
                   });
    }
  }

  Hopping hopping(HoppingWay const& way, StepObserver observer = {}) const {
    return Hopping(stencil_, links_, 1, Order::lexicographic(way.access), halo_,
                   {way.strategy.value_or(Strategy::sequential), context_.options().comms_threads,
                    std::move(observer)});
  }

  /// Returns the bytes that this rank sends in one application of the operator, which exchanges
  /// faces once for each parity.
  std::size_t bytes_by_messages() const {
    return 2 * sent([](auto const& halo) { return halo.bytes_by_messages(); });
  }
  std::size_t bytes_by_shared_memory() const {
    return 2 * sent([](auto const& halo) { return halo.bytes_by_shared_memory(); });
  }
  std::size_t bytes_between_nodes() const {
    return 2 * sent([](auto const& halo) { return halo.bytes_between_nodes(); });
  }

private:
  template <class Bytes>
  std::size_t sent(Bytes const& bytes) const {
    return stencil_.splits() ? bytes(halo_) : 0;
  }

  RunContext const& context_;
  LocalVolume volume_;
  GaugeFieldOf<D> gauge_;
  LinkGhostsOf<D> ghosts_;
  Lattice lattice_;
  Stencil stencil_;
  Halo halo_;
  std::array<Links, 2> links_;
  std::vector<BothParities<Field>> fields_;
};

} // namespace kitt::miniapp::detail
