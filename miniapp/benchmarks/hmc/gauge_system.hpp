// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/padded_halo.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/gauge_action/padded_links.hpp"
#include "miniapp/benchmarks/hmc/hmc_cell.hpp"
#include "miniapp/benchmarks/hmc/integrator.hpp"

#include <cstdint>
#include <optional>
#include <utility>

namespace kitt::miniapp {

/// Where a system lives: ranks, their grid, and the memory of its fields.
struct SystemPlace {
  comms::Communicator const& world;
  comms::ProcessGrid const& grid;
  LocalVolume volume; ///< of this rank
  MemorySource memory = kokkos_memory;
  comms::Transport transport = comms::Transport::shm;
  comms::HugePages pages = comms::HugePages::none;
};

/// Links and momenta of all ranks, with the energy H = kinetic energy + plaquette action. All
/// functions are collective, unless they say otherwise.
class GaugeSystem {
public:
  /// Builds a system whose links must be set. Only the integrator `force_gradient` needs
  /// `displaces`, a second field of links.
  GaugeSystem(SystemPlace const& place, double beta, bool displaces);

  /// Returns the bytes of the fields of a rank.
  static std::size_t memory_need(LocalVolume const& volume, bool displaces);

  /// Sets the links of this rank. Not collective.
  void set(GaugeField const& field);
  /// Returns the links of this rank. Not collective.
  GaugeField plain() const { return plain_links(links_); }

  /// Draws momenta from a stream of random numbers. Not collective.
  void draw_momenta(std::uint64_t stream);
  void reverse_momenta();

  /// The steps of integrate(): see there.
  void kick(double time);
  void drift(double time);
  void kick_displaced(double time, double displacement);

  double kinetic_energy();
  double action();
  double energy() { return kinetic_energy() + action(); }
  /// Returns the mean of Re tr U_p / 3.
  double plaquette();

  /// Keeps a copy of the links, and takes it back. Not collective.
  void save();
  void restore();
  /// Returns the largest difference of an element of a link from the saved one.
  double distance_from_saved();
  /// Moves the links back to SU(3), from which rounding errors have moved them.
  void restore_group();

  /// Returns the relative difference of the sums of plaquettes from two sets of ghosts, which are
  /// equal.
  double ghost_error();
  /// Returns the difference of the force from the numerical derivative of the action in a random
  /// direction, relative to the size of such a derivative.
  double force_error(std::uint64_t stream);

  /// From now on, notes all messages in `checks`. Null ends this. Not collective.
  void note_in(comms::MessageChecks* checks) { halo_.note_in(checks); }

  /// Seconds of this rank since the last call.
  HmcPhases take_seconds() { return std::exchange(seconds_, {}); }
  std::size_t bytes_sent() const { return bytes_sent_; }
  comms::Communicator const& world() const { return place_.world; }
  SystemPlace const& place() const { return place_; }
  /// Returns the number of sites of the whole lattice.
  double sites() const { return static_cast<double>(volume(place_.volume.global)); }

private:
  class Lap;
  void fill_ghosts();
  void fill_ghosts_of(PaddedLinks const& links);
  double sum_of(PaddedLinks const& links);

  SystemPlace place_;
  double beta_;
  PaddedLattice lattice_;
  ExecutionSpace exec_;
  PaddedLinks links_, saved_;
  comms::PaddedHalo halo_;
  AlgebraField momenta_;
  std::optional<PaddedLinks> displaced_;
  std::optional<AlgebraField> force_;
  bool ghosts_complete_ = false;
  HmcPhases seconds_;
  std::size_t bytes_sent_ = 0;
};

} // namespace kitt::miniapp
