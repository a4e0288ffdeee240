// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/padded_halo.hpp"
#include "core/gauge_action/padded_links.hpp"
#include "miniapp/benchmarks/hmc/phase_clock.hpp"

#include <cstdint>
#include <memory>

namespace kitt::miniapp {

/// Place of a system: its ranks, their grid, and the memory of its fields.
struct SystemPlace {
  comms::Communicator const& world;
  comms::ProcessGrid const& grid;
  LocalVolume volume; ///< of this rank
  MemorySource memory = kokkos_memory;
  comms::Transport transport = comms::Transport::shm;
  comms::HugePages pages = comms::HugePages::none;
};

/// Masses of two degenerate flavours of quarks.
struct QuarkMasses {
  double mass = -0.7;
  double mu = 0; ///< twisted mass of one flavour; the other has -mu
};

/// Solutions of linear systems since the start.
struct SolverCount {
  std::int64_t solutions = 0;
  std::int64_t iterations = 0; ///< of all solutions
};

/// Action of two degenerate flavours of Wilson quarks with even-odd preconditioning: S =
/// phi^dagger (A A^dagger)^-1 phi with a field phi on the odd sites. A is the Schur complement of
/// the operator M = 4 + mass + i mu gamma_5 + D (core/operators/schur.hpp), so the determinants of
/// A and M differ by a constant factor. M^dagger has the determinant of the second flavour.
/// Fermions are antiperiodic in time. Sources: Weingarten, Petcher, Phys. Lett. B 99 (1981) 333 for
/// pseudofermions; DeGrand, Rossi, Comput. Phys. Commun. 60 (1990) 211 for the preconditioning;
/// Jansen, Urbach, Comput. Phys. Commun. 180 (2009) 2717 for the twisted mass.
///
/// Links must have complete ghosts. All functions are collective.
class QuarkAction {
public:
  /// Bounds of |r| / |b| of the solver, for the action and for the force. The error of the action
  /// is of second order in r. The force is a function of the links whatever its bound, so the bound
  /// does not change reversibility.
  static constexpr double action_tolerance = 1e-12;
  static constexpr double force_tolerance = 1e-10;
  static constexpr int max_iterations = 20000;

  virtual ~QuarkAction() = default;

  /// Draws phi = A eta, with Gaussian eta from a stream of random numbers. Returns the action,
  /// which is |eta|^2.
  virtual double draw(PaddedLinks const& links, std::uint64_t stream) = 0;
  /// Returns the action of the last phi. Throws UserError if the solver does not converge.
  virtual double action(PaddedLinks const& links) = 0;
  /// Computes sum += factor F, where F_a is the derivative of the action in the direction of
  /// lambda_a. Throws UserError if the solver does not converge.
  virtual void add_force(PaddedLinks const& links, double factor, AlgebraField const& sum) = 0;

  virtual SolverCount solved() const = 0;
  /// Returns the bytes that this rank has sent.
  virtual std::size_t bytes_sent() const = 0;
  /// From now on, notes messages of ghosts in `checks`. Null ends this.
  virtual void note_in(comms::MessageChecks* checks) = 0;
};

/// Makes the action of quarks, whose times go to `clock`.
std::unique_ptr<QuarkAction> make_quark_action(SystemPlace const& place, QuarkMasses const& masses,
                                               PhaseClock& clock);
/// Returns the bytes of the fields of a rank.
std::size_t memory_of_quarks(LocalVolume const& volume);

} // namespace kitt::miniapp
