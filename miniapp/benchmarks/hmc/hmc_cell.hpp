// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Seconds of a trajectory in each of its parts. Each part has the time of its slowest rank.
struct HmcPhases {
  double force_seconds = 0;       ///< force of the gauge action
  double quark_force_seconds = 0; ///< force of the quarks from the solution of their system
  double solver_seconds = 0;      ///< conjugate gradients, without their exchange of faces
  /// ghosts of links and spinors, and faces, between ranks and between SIMD lanes
  double exchange_seconds = 0;
  double other_seconds = 0; ///< links moved by momenta, energies, random numbers, Metropolis
};
inline constexpr std::array all_hmc_phases{
    &HmcPhases::force_seconds, &HmcPhases::quark_force_seconds, &HmcPhases::solver_seconds,
    &HmcPhases::exchange_seconds, &HmcPhases::other_seconds};
constexpr auto fields_of(HmcPhases const*) {
  return kitt::fields(
      figure("force_seconds", &HmcPhases::force_seconds, "s", "time to compute gauge forces"),
      figure("quark_force_seconds", &HmcPhases::quark_force_seconds, "s",
             "time to compute forces of quarks without the solver; 0 without quarks"),
      figure("solver_seconds", &HmcPhases::solver_seconds, "s",
             "time of conjugate gradients without the exchange of faces; 0 without quarks"),
      figure("exchange_seconds", &HmcPhases::exchange_seconds, "s",
             "time to fill the ghosts of links and spinors, between ranks and between SIMD lanes, "
             "and to exchange the faces of the quarks' operator"),
      figure("other_seconds", &HmcPhases::other_seconds, "s",
             "time for all else: links moved by the momenta, energies, random numbers, "
             "acceptance"));
}

/// Measured and verified trajectories of hybrid Monte Carlo.
struct HmcCell {
  static constexpr char const* benchmark = "hmc";
  static constexpr char const* pure_gauge = "pure gauge";
  static constexpr char const* wilson_quarks = "Wilson quarks"; ///< two flavours

  std::string size;       ///< "test", "node", "rack"; empty if the user gave the volume
  std::string integrator; ///< "leapfrog", "omelyan", "force-gradient"
  std::array<int, 4> global_volume{};
  std::array<int, 4> local_volume{};
  std::string beta;                     ///< a number as text
  std::optional<std::string> mass = {}; ///< of the quarks, a number as text; empty: no quarks
  std::optional<std::string> mu =
      {}; ///< twisted mass of the quarks, a number as text; empty means 0
  std::string length;
  std::int64_t steps = 0;
  std::optional<std::int64_t> inner_steps = {}; ///< empty without quarks
  std::string start;
  std::string seed; ///< a number as text, because it may have 64 bits
  std::int64_t thermalisation = 0;
  std::int64_t trajectories = 0;
  std::int64_t last_trajectory = 0; ///< number of the last trajectory of the chain
  int ranks = 1;
  int nodes = 1;
  perf::Statistics seconds; ///< seconds per trajectory
  HmcPhases phases;         ///< seconds per trajectory, mean over the trajectories
  double force_gflops_per_s_per_node = 0;
  std::optional<double> solutions = {};         ///< per trajectory; empty without quarks
  std::optional<double> solver_iterations = {}; ///< per solution; empty without quarks
  std::size_t bytes_by_messages = 0;
  double plaquette = 0;
  std::optional<double> plaquette_error = {};
  std::optional<double> golden_plaquette = {};
  double acceptance = 0;
  double mean_delta_h = 0;
  std::optional<double> exp_minus_delta_h = {};
  std::optional<double> exp_minus_delta_h_error = {};
  double force_error = 0;
  std::optional<double> quark_force_error = {};
  std::optional<double> quark_action_error = {};
  double reversibility_links = 0;
  double reversibility_energy = 0;
  double order = 0;
  double unitarity_error = 0;
  double verification_error = 0;
  double verification_tolerance = 0;
  perf::EnergyUse energy = {};

  char const* kernel() const { return mass ? wilson_quarks : pure_gauge; }
};

/// Returns the share of a part in the mean time of a trajectory.
double share_of_trajectory(HmcCell const& cell, double HmcPhases::*phase);
constexpr auto hmc_share(char const* key, double HmcPhases::*phase, Meaning text,
                         char const* heading) {
  return figure(
             key, [phase](HmcCell const& cell) { return share_of_trajectory(cell, phase); }, "",
             text)
      .column(heading, as::percent(1, 6));
}
/// Returns the share of a part that only trajectories with quarks have, or nothing without quarks.
std::optional<double> share_with_quarks(HmcCell const& cell, double HmcPhases::*phase);
constexpr auto quark_share(char const* key, double HmcPhases::*phase, Meaning text,
                           char const* heading) {
  return figure(
             key, [phase](HmcCell const& cell) { return share_with_quarks(cell, phase); }, "", text)
      .or_absent()
      .column(heading, as::percent(1, 6));
}
/// Returns "8.8.8.8".
std::string volume_name(std::array<int, 4> const& extents);

constexpr auto fields_of(HmcCell const*) {
  return kitt::fields(
      derived("kernel", [](HmcCell const& c) { return std::string(c.kernel()); },
              {"action of the links: the plaquette action without quarks, or with two flavours of "
               "Wilson quarks"}),
      field("variant", &HmcCell::integrator, "integrator of the equations of motion")
          .not_empty()
          .column("Integrator", as::text(14)),
      derived("parameters/volume", [](HmcCell const& c) { return volume_name(c.global_volume); },
              {"extents x.y.z.t of the whole lattice"})
          .column("Lattice", as::text(11)),
      field("parameters/beta", &HmcCell::beta, "coupling beta = 6 / g^2, a number as text")
          .not_empty()
          .column("beta", as::text(5)),
      field("parameters/mass", &HmcCell::mass,
            "mass of the quarks, a number as text; absent without quarks")
          .not_empty()
          .or_absent()
          .column("Mass", as::text(5)),
      field("parameters/mu", &HmcCell::mu,
            "twisted mass of the quarks, a number as text; absent if it is 0")
          .not_empty()
          .or_absent(),
      field("parameters/length", &HmcCell::length, "time of a trajectory, a number as text")
          .not_empty(),
      field("parameters/steps", &HmcCell::steps, "integration steps of a trajectory")
          .at_least(1)
          .column("Steps", as::text(5)),
      field("parameters/inner_steps", &HmcCell::inner_steps,
            "steps of the gauge force between two forces of the quarks; absent without quarks")
          .at_least(1)
          .or_absent(),
      field("parameters/start", &HmcCell::start,
            "links before the first trajectory: hot, cold or the path of a file")
          .not_empty(),
      field("parameters/thermalisation", &HmcCell::thermalisation,
            "trajectories before the measured ones"),
      field("parameters/trajectories", &HmcCell::trajectories, "measured trajectories").at_least(2),
      field("size", &HmcCell::size, "named size; absent if the user chose the lattice")
          .not_empty()
          .or_absent(),
      field("global_volume", &HmcCell::global_volume, "extents x, y, z, t of the whole lattice")
          .at_least(1),
      field("local_volume", &HmcCell::local_volume, "extents x, y, z, t of one rank's sublattice")
          .at_least(1),
      field("seed", &HmcCell::seed, "seed of all random numbers, a number as text").not_empty(),
      field("last_trajectory", &HmcCell::last_trajectory,
            "number of the last trajectory since the start of the chain")
          .at_least(1),
      field("ranks", &HmcCell::ranks, "number of MPI ranks").at_least(1),
      field("nodes", &HmcCell::nodes, "number of nodes").at_least(1),
      field("seconds", &HmcCell::seconds, "wall time of a trajectory on the slowest rank")
          .compared()
          .less_is_better(),
      field("phases", &HmcCell::phases,
            "seconds of a trajectory in each of its parts, mean over the trajectories; each part "
            "has the time of its slowest rank"),
      hmc_share("force_share", &HmcPhases::force_seconds,
                "share of the gauge force in the mean time of a trajectory", "Force (%)"),
      quark_share(
          "quark_force_share", &HmcPhases::quark_force_seconds,
          "share of the force of quarks without the solver in the mean time of a trajectory; "
          "absent without quarks",
          "Quarks (%)"),
      quark_share("solver_share", &HmcPhases::solver_seconds,
                  "share of conjugate gradients without their exchange in the mean time of a "
                  "trajectory; absent without quarks",
                  "Solver (%)"),
      hmc_share("exchange_share", &HmcPhases::exchange_seconds,
                "share of filling ghosts and exchanging faces in the mean time of a trajectory",
                "Exch. (%)"),
      hmc_share("other_share", &HmcPhases::other_seconds,
                "share of all else in the mean time of a trajectory", "Rest (%)"),
      figure("force_gflops_per_s_per_node", &HmcCell::force_gflops_per_s_per_node, "Gflop/s/node",
             "rate of the gauge force without the exchange, 10^9 flops per second and node")
          .above(0)
          .column("Force (Gflop/s/node)", as::fixed(2, 8)),
      figure("solutions", &HmcCell::solutions, "",
             "systems that are solved in a trajectory; absent without quarks")
          .or_absent(),
      figure("solver_iterations", &HmcCell::solver_iterations, "",
             "mean number of iterations per solution; absent without quarks")
          .or_absent()
          .column("CG steps", as::fixed(1, 6)),
      figure("bytes_by_messages", &HmcCell::bytes_by_messages, "bytes",
             "bytes that one rank sends to others in a trajectory"),
      field("plaquette", &HmcCell::plaquette,
            "mean plaquette, Re tr U_p / 3, of the measured trajectories")
          .column("Plaquette", as::fixed(9, 11)),
      field("plaquette_error", &HmcCell::plaquette_error,
            "standard error of the plaquette from binned data; null with fewer than 16 "
            "trajectories")
          .at_least(0),
      field("golden_plaquette", &HmcCell::golden_plaquette,
            "known plaquette of this run; absent if no value is stored")
          .or_absent(),
      field("acceptance", &HmcCell::acceptance, "share of accepted trajectories")
          .at_least(0)
          .at_most(1)
          .column("Acc. (%)", as::percent()),
      field("mean_delta_h", &HmcCell::mean_delta_h, "mean energy error of a trajectory")
          .column("dH", as::significant(2)),
      field("exp_minus_delta_h", &HmcCell::exp_minus_delta_h,
            "mean of exp(-dH), which is 1 in equilibrium; null with fewer than 16 trajectories, or "
            "fewer than 50 before them")
          .column("<exp(-dH)>", as::fixed(4, 7)),
      field("exp_minus_delta_h_error", &HmcCell::exp_minus_delta_h_error,
            "standard error of exp_minus_delta_h from binned data")
          .at_least(0),
      field("force_error", &HmcCell::force_error,
            "difference of the force from the numerical derivative of the action, in a random "
            "direction, relative to its expected size")
          .at_least(0),
      field("quark_force_error", &HmcCell::quark_force_error,
            "the same for the force and the action of the quarks; absent without quarks")
          .at_least(0)
          .or_absent(),
      field("quark_action_error", &HmcCell::quark_action_error,
            "relative difference of the quarks' action, which the solver computes, from the norm "
            "of their random numbers; absent without quarks")
          .at_least(0)
          .or_absent(),
      field("reversibility_links", &HmcCell::reversibility_links,
            "largest change of an element of a link after a trajectory and back")
          .at_least(0)
          .column("|dU| back", as::significant(2)),
      field("reversibility_energy", &HmcCell::reversibility_energy,
            "energy change after a trajectory and back, relative to the energy")
          .at_least(0),
      field("order", &HmcCell::order,
            "measured power of the step size with which energy errors vanish")
          .column("Order", as::fixed(2, 5)),
      field("unitarity_error", &HmcCell::unitarity_error,
            "largest element of |U U^dagger - 1| after the last trajectory")
          .at_least(0),
      field("verification_error", &HmcCell::verification_error,
            "difference of the plaquette from the known one, or force_error if none is known")
          .at_least(0)
          .column("Error", as::significant(2)),
      field("verification_tolerance", &HmcCell::verification_tolerance,
            "largest verification_error of a correct result")
          .above(0),
      inlined(&HmcCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(HmcCell const& cell);

} // namespace kitt::miniapp
