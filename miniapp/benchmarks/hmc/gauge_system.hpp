// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hmc/quark_action.hpp"

#include <cstdint>
#include <optional>
#include <utility>

namespace kitt::miniapp {

/// Numbers of the action.
struct ActionNumbers {
  double beta = 6;
  std::optional<QuarkMasses> quarks = {}; ///< empty if there are no quarks
};

/// The parts of the action: plaquettes, and quarks.
enum class ActionPart { gauge, quarks };

/// Links, momenta and pseudofermions of all ranks, with the energy H = kinetic energy + plaquette
/// action + action of the quarks. All functions are collective, unless they say otherwise.
class GaugeSystem {
public:
  /// Builds a system whose links must be set. Only the integrator `force_gradient` needs
  /// `displaces`, a second field of links.
  GaugeSystem(SystemPlace const& place, ActionNumbers const& numbers, bool displaces);
  GaugeSystem(GaugeSystem const&) = delete;
  GaugeSystem& operator=(GaugeSystem const&) = delete;

  /// Returns the bytes of the fields of a rank.
  static std::size_t memory_need(LocalVolume const& volume, bool quarks, bool displaces);
  bool has_quarks() const { return quarks_ != nullptr; }

  /// Sets the links of this rank. Not collective.
  void set(GaugeField const& field);
  /// Returns the links of this rank. Not collective.
  GaugeField plain() const { return plain_links(links_); }

  /// Draws momenta and pseudofermions from a stream of random numbers.
  void draw(std::uint64_t stream);
  void reverse_momenta();

  /// The steps of integrate(), with the force of one part of the action: see there.
  void kick(ActionPart part, double time);
  void drift(double time);
  void kick_displaced(ActionPart part, double time, double displacement);

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
  /// Returns the difference of the force of one part of the action from the numerical derivative of
  /// this part in a random direction, relative to the size of such a derivative.
  double force_error(ActionPart part, std::uint64_t stream);
  /// Draws pseudofermions from a stream. Returns the relative difference of their action, which the
  /// solver computes, from the squared norm of their random numbers, which it must equal.
  double quark_action_error(std::uint64_t stream);

  /// From now on, notes all messages in `checks`. Null ends this. Not collective.
  void note_in(comms::MessageChecks* checks);

  /// Seconds of this rank since the last call.
  HmcPhases take_seconds() { return clock_.take_seconds(); }
  std::size_t bytes_sent() const;
  SolverCount solved() const { return quarks_ ? quarks_->solved() : SolverCount(); }
  comms::Communicator const& world() const { return place_.world; }
  SystemPlace const& place() const { return place_; }
  /// Returns the number of sites of the whole lattice.
  double sites() const { return static_cast<double>(volume(place_.volume.global)); }

private:
  void fill_ghosts();
  void fill_ghosts_of(PaddedLinks const& links);
  void links_have_changed();
  double sum_of(PaddedLinks const& links);
  // `links` of these functions need complete ghosts
  double action_of(ActionPart part, PaddedLinks const& links);
  void add_force(ActionPart part, PaddedLinks const& links, double factor, AlgebraField const& sum);

  SystemPlace place_;
  double beta_;
  PaddedLattice lattice_;
  ExecutionSpace exec_;
  PaddedLinks links_, saved_;
  comms::PaddedHalo halo_;
  AlgebraField momenta_;
  PhaseClock clock_;
  std::unique_ptr<QuarkAction> quarks_; ///< null if there are no quarks
  std::optional<PaddedLinks> displaced_;
  std::optional<AlgebraField> force_;
  bool ghosts_complete_ = false;
  std::optional<double> drawn_action_; ///< of the quarks; empty if links have changed since
  std::size_t bytes_sent_ = 0;
};

} // namespace kitt::miniapp
