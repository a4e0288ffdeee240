// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/solve/solved_operators.hpp"
#include "perf/ceilings/precision.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Right-hand sides that one call of a solver solves for, their share of its time, and solutions of
/// conjugate gradients for one of them at a time, which verify the solver. The latter are absent
/// if there is only one right-hand side.
struct SolvedColumns {
  /// Largest allowed difference of two solutions, in units of the tolerance for residuals. The
  /// condition number of M is the largest ratio of the two.
  static constexpr double difference_per_tolerance = 1e4;

  int count = 1;
  double seconds = 0;                               ///< time of a solution divided by the count
  std::vector<std::int64_t> single_iterations = {}; ///< of each right-hand side
  std::optional<double> single_seconds = {};        ///< median time of one right-hand side
  /// largest |x - y| / |y| of the solver's solution x and the single solution y
  std::optional<double> difference = {};
  std::optional<double> difference_limit = {};
};
/// Returns the mean number of iterations of single solutions, if there are any.
std::optional<double> single_iterations_mean(SolvedColumns const& columns);
/// Returns the time of a single solution divided by the time per right-hand side.
std::optional<double> gain(SolvedColumns const& columns);
constexpr auto fields_of(SolvedColumns const*) {
  return kitt::fields(
      field("count", &SolvedColumns::count, "number of right-hand sides that one call solves for")
          .at_least(1)
          .column("RHS", as::text(3))
          .on_request(),
      figure("seconds", &SolvedColumns::seconds, "s",
             "median time of a solution divided by the number of right-hand sides")
          .above(0)
          .column("Time per RHS", as::seconds())
          .on_request(),
      field("single_iterations", &SolvedColumns::single_iterations,
            "iterations of conjugate gradients for each right-hand side separately; empty for one "
            "right-hand side")
          .at_least(0),
      figure("single_iterations_mean", single_iterations_mean, "",
             "mean of single_iterations; absent for one right-hand side")
          .or_absent()
          .column("Single steps", as::fixed(1, 6))
          .on_request(),
      figure("single_seconds", &SolvedColumns::single_seconds, "s",
             "median time of conjugate gradients for a single right-hand side; absent if there is "
             "only one")
          .or_absent(),
      figure("gain", gain, "",
             "single_seconds divided by seconds; absent if there is only one right-hand side")
          .or_absent()
          .column("Gain", as::fixed(2, 5))
          .on_request(),
      field("difference", &SolvedColumns::difference,
            "largest |x - y| / |y| of all right-hand sides; x: the solution; y: the solution by "
            "conjugate gradients for this right-hand side only; absent for one right-hand side")
          .at_least(0)
          .or_absent()
          .column("|x-y|/|y|", as::significant(2))
          .on_request(),
      field("difference_limit", &SolvedColumns::difference_limit,
            "largest difference of correct solutions, 10^4 times the tolerance; absent with a "
            "fixed number of iterations")
          .above(0)
          .or_absent());
}

/// Seconds of the parts of an iteration. Each part has the time of its slowest rank, median of all
/// solutions.
struct SolverShares {
  double matrix_seconds = 0; ///< seconds of S and S^dagger with halos, and of r -= a S S^dagger p
  double reduction_seconds = 0; ///< seconds of the sums over ranks
  double vectors_seconds = 0;   ///< seconds of x += a p and p = r + b p
};
constexpr auto fields_of(SolverShares const*) {
  return kitt::fields(figure("matrix_seconds", &SolverShares::matrix_seconds, "s",
                             "time of the matrix A with its halo exchange, and of r -= a A p"),
                      figure("reduction_seconds", &SolverShares::reduction_seconds, "s",
                             "time of the sums over ranks"),
                      figure("vectors_seconds", &SolverShares::vectors_seconds, "s",
                             "time of x += a p and p = r + b p; multiple: also of r -= a A p; "
                             "block: of all scalar products and linear combinations"));
}

/// Solution of M x = b by conjugate gradients from x = 0. The solver works on the red-black Schur
/// complement S, with A = S S^dagger. For staggered fermions, A = S = M^dagger M on the odd sites.
/// The naive operator checks the residual.
struct SolveCell {
  static constexpr char const* benchmark = "solve";
  static constexpr char const* one_precision = "one precision";
  static constexpr char const* mixed_precision = "mixed precision";
  static constexpr char const* half_precision = "half precision";

  std::string kernel; ///< name of an operator_info(): "CG Wilson", "CG HISQ"
  int l = 0;          ///< requested extent L
  int ls = 1;
  /// precision in which the iterations compute
  perf::Precision precision = perf::Precision::double_precision;
  /// one of the names above, or a solver in one precision: "pipelined", "multiple", "block"
  std::string variant;
  std::string gauge; ///< links: "weak", "hot", "unit" or the path of a file (of fat links)
  NumberTexts numbers;
  std::optional<SolvedColumns> right_hand_sides = {}; ///< empty in a run without --rhs
  std::string source;    ///< path of the file of b; empty if b is random
  std::string tolerance; ///< tolerance of |r| / |b|, as "1e-08"; "0": fixed number of iterations
  std::int64_t most_iterations = 0;
  std::array<int, 4> local_volume{}; ///< sublattice of one rank
  std::array<int, 4> global_volume{};
  std::int64_t lanes = 1;
  std::string order; ///< order of sites, chosen by timing S: "prefetch", "stream/overlap"
  std::int64_t iterations = 0;
  /// Number of times that the residual was computed from x. The solvers `mixed` and `half` compute
  /// it in double precision, the pipelined solver in the precision of the iterations.
  std::int64_t restarts = 0;
  bool converged = false;
  double iterated_residual = 0; ///< |r| / |b| with the solver's r
  double true_residual = 0; ///< |b - M x| / |b|, computed by the naive operator in double precision
  double true_residual_limit = 0;
  int flops_per_site = 1344; ///< flops per site of the hopping term, or of the staggered D
  double flops_per_site_iteration = 0; ///< flops of an iteration per odd 5-D site
  int applications_per_iteration = 2;  ///< applications of S in an iteration
  std::size_t sites = 0;               ///< odd 5-D sites of all ranks, for all right-hand sides
  perf::Statistics seconds;            ///< seconds per solution of the slowest rank
  double mflops_per_node = 0;          ///< rate from the median time
  /// Rate of S without the solver, from the median time.
  double operator_mflops_per_node = 0;
  SolverShares shares = {};
  double arithmetic_intensity = 0; ///< flops per compulsory byte
  std::string ceiling; ///< name of the ceiling that limits the cell; empty if not measured
  std::optional<double> roofline_fraction;
  double peak_fraction = 0;
  double roofline_gflops_per_s = 0;
  double roofline_gb_per_s = 0;
  double working_set_bytes = 0; ///< bytes of a node that S needs, each counted once
  perf::RoofDetails roof = {};
  perf::EnergyUse energy = {};
};
/// Returns the time of an iteration, from the median solution.
double seconds_per_iteration(SolveCell const& cell);
/// Returns the time of an application of S with its share of the work on vectors. The cell's
/// arithmetic_intensity and working_set_bytes belong to this work.
double seconds_of_work(SolveCell const& cell);
/// Returns the rate of the whole solver divided by the rate of S.
double fraction_of_operator(SolveCell const& cell);
/// Returns the share of the sums over ranks in an iteration.
double reduction_share(SolveCell const& cell);
/// Returns whether a solver is so much faster than its operator that the two cannot be compared.
bool is_faster_than_operator(SolveCell const& cell);
constexpr auto fields_of(SolveCell const*) {
  return kitt::fields(
      field("kernel", &SolveCell::kernel,
            "solver: conjugate gradients on the red-black Schur complement S of this operator, "
            "with A = S S^dagger; for staggered fermions (naive, asqtad, HISQ) A = S = M^dagger M "
            "on the odd sites")
          .column("Solver", as::text(10)),
      field("l", &SolveCell::l,
            "requested extent L: the local volume is L^4 sites per node (or per rank, see "
            "conventions)")
          .at_least(1)
          .column("L", as::text(3)),
      field("local_volume", &SolveCell::local_volume, "extents x, y, z, t of one rank's sublattice")
          .at_least(1)
          .column("Local (x.y.z.t)", as::text(11)),
      field("ls", &SolveCell::ls, "extent of the fifth dimension; 1 for four-dimensional fermions")
          .at_least(1)
          .column("Ls", as::text(3)),
      field("precision", &SolveCell::precision, "precision in which the iterations compute")
          .column("Prec.", as::text(6)),
      field("variant", &SolveCell::variant,
            "variant of the solver; mixed precision: iterations in single precision, solution and "
            "residual in double precision; half precision: as mixed precision, and iterations "
            "store spinors and links in half precision; pipelined: one precision, with one sum "
            "over ranks per iteration; multiple: one precision, several right-hand sides in "
            "lock-step; block: one precision, several right-hand sides with common directions")
          .like("^(one precision|mixed precision|half precision|pipelined|multiple|block)$")
          .column("Variant", as::text(15)),
      field("right_hand_sides", &SolveCell::right_hand_sides,
            "right-hand sides of a call, and single solutions to compare with; absent from runs "
            "without --rhs, whose calls solve for one right-hand side")
          .or_absent(),
      field("parameters/gauge", &SolveCell::gauge,
            "choice of the links: weak, hot, unit or the path of a file (the file of the fat "
            "links, if there are two files)")
          .not_empty(),
      inlined(&SolveCell::numbers),
      field("parameters/source", &SolveCell::source,
            "path of the file with the right-hand side b; absent if b is random")
          .not_empty()
          .or_absent(),
      field("parameters/tolerance", &SolveCell::tolerance,
            "value of |r| / |b| at which the solver stops, a number as text; 0: the solver does "
            "exactly most_iterations iterations")
          .not_empty(),
      field("parameters/most_iterations", &SolveCell::most_iterations,
            "largest allowed number of iterations")
          .at_least(1),
      field("global_volume", &SolveCell::global_volume, "extents x, y, z, t of the whole lattice")
          .at_least(1),
      field("lanes", &SolveCell::lanes, "SIMD lanes").at_least(1),
      field("iterations", &SolveCell::iterations,
            "number of iterations of a solution; each iteration applies A once")
          .at_least(1)
          .column("Steps", as::text(6)),
      field("restarts", &SolveCell::restarts,
            "number of times that the residual was computed from x; the variants mixed and half "
            "precision compute it in double precision, the pipelined solver in the precision of "
            "the iterations")
          .column("Restarts", as::text()),
      field(
          "converged", &SolveCell::converged,
          "true if the tolerance was reached; false if a fixed number of iterations was requested"),
      field("seconds", &SolveCell::seconds, "wall time of one solution on the slowest rank"),
      figure("seconds_per_iteration", seconds_per_iteration, "s",
             "time of one iteration, from the median time of a solution")
          .above(0)
          .column("Time per step", as::seconds()),
      figure("mflops_per_node", &SolveCell::mflops_per_node, "Mflop/s/node",
             "rate of the solver in 10^6 floating-point operations per second and node, from the "
             "median time")
          .above(0)
          .compared()
          .column("Median (Mflop/s/node)", as::fixed(3, 12)),
      figure("operator_mflops_per_node", &SolveCell::operator_mflops_per_node, "Mflop/s/node",
             "rate of the Schur complement S, timed before the solver")
          .above(0),
      derived("fraction_of_operator", fraction_of_operator,
              {"rate of the solver divided by the rate of the Schur complement S"})
          .above(0)
          .column("Of S (%)", as::percent())
          .doubtful_above(perf::most_fraction),
      field("iteration", &SolveCell::shares,
            "seconds of the parts of an iteration; each part has the time of its slowest rank, "
            "median of all solutions"),
      figure("reduction_share", reduction_share, "",
             "share of the sums over ranks in the time of an iteration")
          .column("Sums (%)", as::percent()),
      field("iterated_residual", &SolveCell::iterated_residual,
            "relative residual |r| / |b| at the end, with the residual r that the solver updates "
            "in each iteration; the largest of all right-hand sides")
          .at_least(0)
          .column("|r|/|b|", as::significant(2)),
      field("true_residual", &SolveCell::true_residual,
            "relative residual |b - M x| / |b| of the whole lattice, computed by the naive "
            "operator in double precision; the largest of all right-hand sides")
          .at_least(0)
          .column("|b-Mx|/|b|", as::significant(2)),
      field("true_residual_limit", &SolveCell::true_residual_limit,
            "largest true_residual of a correct solution")
          .above(0),
      field("order", &SolveCell::order,
            "order of sites and memory access of the hopping term, and its exchange strategy on "
            "several ranks, chosen by timing S")
          .not_empty()
          .column("Order", as::text(19)),
      field("flops_per_site", &SolveCell::flops_per_site,
            "number of floating-point operations counted per 5-D site of a hopping term; 570 for "
            "the naive staggered D; 1146 for D of asqtad and HISQ"),
      field(
          "flops_per_site_iteration", &SolveCell::flops_per_site_iteration,
          "number of floating-point operations of an iteration per odd 5-D site: four hopping "
          "terms (staggered: two), the rest of S and S^dagger, and the work on vectors; staggered: "
          "1212 or 2364, which is 606 or 1182 per site of both parities (MILC counts 606 or 1187)")
          .above(0),
      field("applications_per_iteration", &SolveCell::applications_per_iteration,
            "number of applications of S in an iteration: S and S^dagger, or M^dagger M for "
            "staggered fermions"),
      field("sites", &SolveCell::sites,
            "number of odd 5-D sites of all ranks, for all right-hand sides")
          .at_least(1),
      perf::peak_fraction_field<SolveCell>(), perf::roofline_fraction_field<SolveCell>(),
      perf::ceiling_field<SolveCell>(), perf::compulsory_intensity_figure<SolveCell>(),
      perf::roofline_gflops_figure<SolveCell>(), perf::roofline_bandwidth_figure<SolveCell>(),
      perf::working_set_figure<SolveCell>(), inlined(&SolveCell::roof),
      inlined(&SolveCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(SolveCell const& cell);

} // namespace kitt::miniapp
