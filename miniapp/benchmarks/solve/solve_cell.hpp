// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

/// Where the time of an iteration goes, seconds of the slowest rank, the median of all solutions.
struct SolverShares {
  double matrix_seconds = 0;    ///< S and S^dagger, with their halos, and r -= a S S^dagger p
  double reduction_seconds = 0; ///< sums over ranks
  double vectors_seconds = 0;   ///< x += a p and p = r + b p
};
constexpr auto fields_of(SolverShares const*) {
  return kitt::fields(
      figure("matrix_seconds", &SolverShares::matrix_seconds, "s",
             "A with its halos, and r -= a A p"),
      figure("reduction_seconds", &SolverShares::reduction_seconds, "s", "sums over ranks"),
      figure("vectors_seconds", &SolverShares::vectors_seconds, "s", "x += a p and p = r + b p"));
}

/// One measured solution of M x = b by conjugate gradients on the red-black Schur complement S,
/// with A = S S^dagger, or, staggered, with A = S = M^dagger M on the odd sites, from x = 0; its
/// residual was checked by the naive operator.
struct SolveCell {
  static constexpr char const* benchmark = "solve";
  static constexpr char const* one_precision = "one precision";
  static constexpr char const* mixed_precision = "mixed precision";
  static constexpr char const* pipelined = "pipelined"; ///< in one precision

  std::string kernel; ///< "CG Wilson", "CG DWF", "CG naive", "CG asqtad", "CG HISQ"
  int l = 0;          ///< as asked
  int ls = 1;
  perf::Precision precision = perf::Precision::double_precision; ///< of the iterations
  std::string variant;      ///< one of those above; mixed: x in double precision
  std::string gauge;        ///< "weak", "hot", "unit" or a file's path, of fat links if it has them
  std::string mass;         ///< of the quark, as "0.1"
  std::string u0;           ///< asqtad: tadpole factor of links that were smeared; empty: none were
  std::string naik_epsilon; ///< HISQ: correction of links that were smeared; empty: none were
  std::string source;       ///< the path of the file that b is from; empty: b is random
  std::string tolerance;    ///< of |r| / |b|, as "1e-08"; "0": as many iterations as given
  std::int64_t most_iterations = 0;
  std::array<int, 4> local_volume{}; ///< of one rank
  std::array<int, 4> global_volume{};
  std::int64_t lanes = 1;
  std::string order; ///< chosen by timing S: "prefetch", "stream/overlap"
  std::int64_t iterations = 0;
  /// How often the residual was computed anew: mixed in double precision, pipelined in its own.
  std::int64_t restarts = 0;
  bool converged = false;
  double iterated_residual = 0; ///< |r| / |b| as the solver carries it
  double true_residual = 0;     ///< |b - M x| / |b| by the naive operator in double precision
  double true_residual_limit = 0;
  int flops_per_site = 1344;           ///< of the hopping term, or of the staggered D
  double flops_per_site_iteration = 0; ///< per odd 5-D site
  int applications_per_iteration = 2;  ///< of S
  std::size_t sites = 0;               ///< odd 5-D sites, all ranks
  perf::Statistics seconds;            ///< of a solution, of the slowest rank
  double mflops_per_node = 0;          ///< from the median
  double operator_mflops_per_node = 0; ///< of S alone, from the median
  SolverShares shares = {};
  double arithmetic_intensity = 0; ///< flops per compulsory byte
  std::string ceiling;             ///< the one that binds; empty: not measured
  std::optional<double> roofline_fraction;
  double peak_fraction = 0;
  double roofline_gflops_per_s = 0;
  double roofline_gb_per_s = 0;
  double working_set_bytes = 0; ///< of a node, compulsory
  perf::RoofDetails roof = {};
  perf::EnergyUse energy = {};
};
/// Of a solution, the median.
double seconds_per_iteration(SolveCell const& cell);
/// Of an application of S with its share of the vectors' work: what
/// arithmetic_intensity and working_set_bytes are those of.
double seconds_of_work(SolveCell const& cell);
/// Of the rate of S alone, that of the whole solver.
double fraction_of_operator(SolveCell const& cell);
/// Returns whether a solver is so much faster than its operator that the two cannot be compared.
bool is_faster_than_operator(SolveCell const& cell);
constexpr auto fields_of(SolveCell const*) {
  return kitt::fields(
      field("kernel", &SolveCell::kernel,
            "conjugate gradients on the red-black Schur complement S of this operator, A = S "
            "S^dagger; staggered, naive, asqtad or HISQ: on M^dagger M on the odd sites, which is "
            "S and A"),
      field("l", &SolveCell::l,
            "as asked: local volume l^4 per node (or per rank, see conventions)")
          .at_least(1),
      field("ls", &SolveCell::ls, "extent of the fifth dimension; 1 for Wilson and memory kernels")
          .at_least(1),
      field("precision", &SolveCell::precision, "of the iterations"),
      field("variant", &SolveCell::variant,
            "mixed precision: iterations in single precision, solution and residual in double; "
            "pipelined: in one precision, one sum over ranks a step")
          .like("^(one precision|mixed precision|pipelined)$"),
      field("parameters/gauge", &SolveCell::gauge,
            "links: weak, hot, unit or the path of a file, that of the fat links where they come "
            "from files")
          .not_empty(),
      field("parameters/mass", &SolveCell::mass, "quark mass, a number").not_empty(),
      field("parameters/u0", &SolveCell::u0,
            "asqtad: tadpole factor of links made of the gauge field, a number; absent otherwise")
          .not_empty()
          .or_absent(),
      field("parameters/naik_epsilon", &SolveCell::naik_epsilon,
            "HISQ: Naik correction of links made of the gauge field, a number; absent otherwise")
          .not_empty()
          .or_absent(),
      field("parameters/source", &SolveCell::source,
            "the path of the file that b is from; absent: b is random")
          .not_empty()
          .or_absent(),
      field("parameters/tolerance", &SolveCell::tolerance,
            "of |r| / |b|, a number; 0: as many iterations as most_iterations")
          .not_empty(),
      field("parameters/most_iterations", &SolveCell::most_iterations, "it stops after so many")
          .at_least(1),
      field("local_volume", &SolveCell::local_volume, "x, y, z, t of one rank").at_least(1),
      field("global_volume", &SolveCell::global_volume, "x, y, z, t of all ranks").at_least(1),
      field("lanes", &SolveCell::lanes, "SIMD lanes used").at_least(1),
      field(
          "order", &SolveCell::order,
          "how the hopping term uses memory, and on several ranks its strategy: chosen by timing S")
          .not_empty(),
      field("iterations", &SolveCell::iterations, "of a solution: applications of A").at_least(1),
      field("restarts", &SolveCell::restarts,
            "how often the residual was computed anew: mixed in double precision, pipelined in its "
            "own"),
      field("converged", &SolveCell::converged,
            "to the tolerance; false where a number of iterations was asked for"),
      field("iterated_residual", &SolveCell::iterated_residual,
            "|r| / |b| at the end, as the solver carries r")
          .at_least(0),
      field("true_residual", &SolveCell::true_residual,
            "|b - M x| / |b| of the whole lattice by the naive operator in double precision")
          .at_least(0),
      field("true_residual_limit", &SolveCell::true_residual_limit, "a larger one fails the cell")
          .above(0),
      field("flops_per_site", &SolveCell::flops_per_site,
            "floating-point operations counted per 5-D site of a hopping term; 570: of the naive "
            "staggered D, 1146: of asqtad's and HISQ's"),
      field("flops_per_site_iteration", &SolveCell::flops_per_site_iteration,
            "floating-point operations of an iteration per odd 5-D site: four hopping terms "
            "(staggered two), the rest of S and S^dagger, and of the vectors; staggered 1212 or "
            "2364, which is 606 or 1182 per site of both parities, MILC's count 606 or 1187")
          .above(0),
      field("applications_per_iteration", &SolveCell::applications_per_iteration,
            "of S: S and S^dagger, or staggered M^dagger M")
          .since_later(),
      field("sites", &SolveCell::sites, "odd 5-D sites, all ranks").at_least(1),
      field("seconds", &SolveCell::seconds,
            "Wall time of one call in seconds, of the slowest rank"),
      figure("seconds_per_iteration", seconds_per_iteration, "s", "of a solution, the median")
          .above(0),
      figure("mflops_per_node", &SolveCell::mflops_per_node, "Mflop/s/node",
             "10^6 floating-point operations per second and node, from the median")
          .above(0),
      figure("operator_mflops_per_node", &SolveCell::operator_mflops_per_node, "Mflop/s/node",
             "the same of S alone, timed before the solver")
          .above(0),
      derived("fraction_of_operator", fraction_of_operator, {"of the rate of S alone"}).above(0),
      field("iteration", &SolveCell::shares,
            "where the time of an iteration goes: the slowest rank's seconds, the median of all "
            "solutions"),
      perf::compulsory_intensity_figure<SolveCell>(), perf::ceiling_field<SolveCell>(),
      perf::roofline_fraction_field<SolveCell>(), perf::peak_fraction_field<SolveCell>(),
      perf::roofline_gflops_figure<SolveCell>(), perf::roofline_bandwidth_figure<SolveCell>(),
      perf::working_set_figure<SolveCell>(), inlined(&SolveCell::roof),
      inlined(&SolveCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(SolveCell const& cell);

} // namespace kitt::miniapp
