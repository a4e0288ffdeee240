// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/kernel_exchange.hpp"
#include "core/halo/halo.hpp"
#include "core/operators/operands.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace kitt::comms {

/// Transport, halo precision and pages of the faces of a halo.
struct HaloOptions {
  Transport transport = Transport::shm;
  Travel travel = Travel::same;
  HugePages pages = HugePages::none;
  /// True if faces are staged (see KernelExchange).
  bool staged = !BackendTraits<ExecutionSpace>::on_host;
};

/// Halo of one rank among several ranks; core/halo/halo.hpp defines the concept. Copies share their
/// buffers, so only one exchange may be in progress at a time. `Spins` and `Colours`: components of
/// the fields.
template <class T, int Lanes, int Spins = spins, int Colours = colours>
class RankHalo {
  using View = SpinorView<T, Lanes, Spins, Colours>;
  using FieldFaces = FacesOf<View>;
  static constexpr int travelling = travelling_components<View>;
  struct State {
    Stencil stencil;
    int packs_s;
    Travel travel;
    KernelExchange exchange;
  };

public:
  static constexpr bool splits = true;

  /// Prepares the exchange. `stencil` must be split in the directions in which `grid` has several
  /// ranks. `packs_s`: packs of slices s of the fields to exchange. Collective.
  RankHalo(Communicator const& world, ProcessGrid const& grid, Stencil const& stencil, int packs_s,
           HaloOptions const& options)
      : RankHalo(world,
                 halo_routes(grid, world.rank(), bytes_of_faces(stencil, packs_s, options.travel)),
                 stencil, packs_s, options) {}

  /// An exchange in progress. Kernels that read the ghosts must end before this object does.
  class [[nodiscard]] Pending {
  public:
    Pending(std::shared_ptr<State> state, Parity target, ExecutionSpace exec)
        : state_(std::move(state)), target_(target), exec_(std::move(exec)) {}
    Pending(Pending&&) noexcept = default;
    Pending& operator=(Pending&&) = delete;
    ~Pending() {
      if (state_)
        state_->exchange.end();
    }

    bool progress(int worker, int workers) { return state_->exchange.progress(worker, workers); }
    FieldFaces wait() {
      state_->exchange.wait(exec_);
      return faces(*state_, target_, [&](int leg) {
        // The cast is safe, because the ghosts are only read.
        return const_cast<std::byte*>(state_->exchange.incoming(leg));
      });
    }

  private:
    std::shared_ptr<State> state_;
    Parity target_;
    ExecutionSpace exec_;
  };

  template <class Spinors>
  Pending begin(ExecutionSpace const& exec, Spinors const& in, HaloRequest request) const {
    require_fit(state_->stencil.lattice(), state_->packs_s, operand_of(in));
    auto& exchange = state_->exchange;
    exchange.begin();
    pack_faces(exec, state_->stencil, in, request,
               faces(*state_, request.target, [&](int leg) { return exchange.outgoing(leg); }));
    exchange.send(exec);
    return {state_, request.target, exec};
  }

  /// Bytes that this rank sends in one exchange, by MPI messages and by shared memory.
  std::size_t bytes_by_messages() const { return state_->exchange.bytes_by_messages(); }
  std::size_t bytes_by_shared_memory() const { return state_->exchange.bytes_by_shared_memory(); }
  /// Bytes that this rank sends to ranks of other nodes in one exchange.
  std::size_t bytes_between_nodes() const { return state_->exchange.bytes_between_nodes(); }

private:
  RankHalo(Communicator const& world, std::vector<Route> const& routes, Stencil const& stencil,
           int packs_s, HaloOptions const& options)
      : state_(std::make_shared<State>(
            State{stencil,
                  packs_s,
                  options.travel,
                  {world, routes, options.transport, options.pages, options.staged}})) {}

  static std::array<std::size_t, legs> bytes_of_faces(Stencil const& stencil, int packs_s,
                                                      Travel travel) {
    std::array<std::size_t, legs> bytes{};
    for (Parity const target : {Parity::even, Parity::odd}) {
      auto const plan = plan_faces<T, Lanes, travelling>(stencil, target, packs_s, travel);
      for (int leg = 0; leg < legs; ++leg) {
        auto const l = static_cast<std::size_t>(leg);
        bytes[l] = std::max(bytes[l], plan[l].bytes(stencil.face_sources(target, leg).extent(0)));
      }
    }
    return bytes;
  }

  template <class DataOfLeg>
  static FieldFaces faces(State const& state, Parity target, DataOfLeg const& data) {
    auto faces =
        plan_faces<T, Lanes, travelling>(state.stencil, target, state.packs_s, state.travel);
    for (int leg = 0; leg < legs; ++leg)
      if (state.stencil.splitting()[static_cast<std::size_t>(leg / 2)] == Continues::elsewhere)
        faces[static_cast<std::size_t>(leg)].data = data(leg);
    return faces;
  }

  std::shared_ptr<State> state_;
};

} // namespace kitt::comms
