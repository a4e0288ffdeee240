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

namespace kitt::miniapp {

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
                             "time of x += a p and p = r + b p"));
}

/// Solution of M x = b by conjugate gradients from x = 0. The solver works on the red-black Schur
/// complement S, with A = S S^dagger. For staggered fermions, A = S = M^dagger M on the odd sites.
/// The naive operator checks the residual.
struct SolveCell {
  static constexpr char const* benchmark = "solve";
  static constexpr char const* one_precision = "one precision";
  static constexpr char const* mixed_precision = "mixed precision";
  static constexpr char const* pipelined = "pipelined"; ///< pipelined solver in one precision

  std::string kernel; ///< name of an operator_info(): "CG Wilson", "CG HISQ"
  int l = 0;          ///< requested extent L
  int ls = 1;
  perf::Precision precision = perf::Precision::double_precision; ///< precision of the iterations
  std::string variant;                                           ///< one of the three names above
  std::string gauge; ///< links: "weak", "hot", "unit" or the path of a file (of fat links)
  NumberTexts numbers;
  std::string source;    ///< path of the file of b; empty if b is random
  std::string tolerance; ///< tolerance of |r| / |b|, as "1e-08"; "0": fixed number of iterations
  std::int64_t most_iterations = 0;
  std::array<int, 4> local_volume{}; ///< sublattice of one rank
  std::array<int, 4> global_volume{};
  std::int64_t lanes = 1;
  std::string order; ///< order of sites, chosen by timing S: "prefetch", "stream/overlap"
  std::int64_t iterations = 0;
  /// Number of times that the residual was computed from x. The mixed solver computes it in double
  /// precision, the pipelined solver in the precision of the iterations.
  std::int64_t restarts = 0;
  bool converged = false;
  double iterated_residual = 0; ///< |r| / |b| with the solver's r
  double true_residual = 0; ///< |b - M x| / |b|, computed by the naive operator in double precision
  double true_residual_limit = 0;
  int flops_per_site = 1344; ///< flops per site of the hopping term, or of the staggered D
  double flops_per_site_iteration = 0; ///< flops of an iteration per odd 5-D site
  int applications_per_iteration = 2;  ///< applications of S in an iteration
  std::size_t sites = 0;               ///< odd 5-D sites of all ranks
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
      field("precision", &SolveCell::precision, "precision of the iterations")
          .column("Prec.", as::text(6)),
      field("variant", &SolveCell::variant,
            "variant of the solver; mixed precision: iterations in single precision, solution and "
            "residual in double precision; pipelined: one precision, with one sum over ranks per "
            "iteration")
          .like("^(one precision|mixed precision|pipelined)$")
          .column("Variant", as::text(15)),
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
            "number of times that the residual was computed from x; the mixed solver computes it "
            "in double precision, the pipelined solver in the precision of the iterations")
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
            "in each iteration")
          .at_least(0)
          .column("|r|/|b|", as::significant(2)),
      field("true_residual", &SolveCell::true_residual,
            "relative residual |b - M x| / |b| of the whole lattice, computed by the naive "
            "operator in double precision")
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
      field("sites", &SolveCell::sites, "number of odd 5-D sites of all ranks").at_least(1),
      perf::peak_fraction_field<SolveCell>(), perf::roofline_fraction_field<SolveCell>(),
      perf::ceiling_field<SolveCell>(), perf::compulsory_intensity_figure<SolveCell>(),
      perf::roofline_gflops_figure<SolveCell>(), perf::roofline_bandwidth_figure<SolveCell>(),
      perf::working_set_figure<SolveCell>(), inlined(&SolveCell::roof),
      inlined(&SolveCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(SolveCell const& cell);

} // namespace kitt::miniapp
