// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/json/document_version.hpp"
#include "perf/mpi_profile/run_time.hpp"
#include "perf/record/run_environment.hpp"

#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace kitt::perf {

/// A setting that a sweep varies, with the values given by the user. The name is "ranks",
/// "threads", "cores", an option ("--hugepages") or an environment variable ("OMP_PROC_BIND").
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;
  /// Whether the axis is an option without a value, which is given for "yes" and left out for "no".
  /// The document does not hold this, because only the planner of points needs it.
  bool flag = false;

  bool operator==(SweepAxis const&) const = default;
};
constexpr auto fields_of(SweepAxis const*) {
  return kitt::fields(
      field("name", &SweepAxis::name,
            "name of the setting: \"ranks\", \"threads\", \"cores\", an option or an environment "
            "variable"),
      field("values", &SweepAxis::values,
            "values as the user gave them; \"fill\" means threads = cores / ranks; an empty value "
            "unsets a variable")
          .not_empty());
}

/// State of a point in a sweep.
enum class PointStatus { waiting, measured, failed, left_out };
constexpr auto names_of(PointStatus) {
  return std::array{"waiting", "measured", "failed", "left out"};
}

/// Speed-ups of a point: seconds of the slowest point divided by seconds of this point. Empty if
/// one of the times is 0.
struct SpeedUps {
  std::optional<double> total;
  std::optional<double> compute;
  std::optional<double> communication;
};
constexpr auto fields_of(SpeedUps const*) {
  return kitt::fields(
      field("total", &SpeedUps::total, "speed-up of the total time").above(0),
      field("compute", &SpeedUps::compute, "speed-up of the time outside of MPI").above(0),
      field("communication", &SpeedUps::communication, "speed-up of the time in MPI").above(0));
}

/// One point of a sweep, which is one run of its command. All members after `reason` are empty if
/// the record does not state them.
struct SweepPoint {
  int ranks_per_node = 1;
  int threads_per_rank = 1;
  int cores_per_node = 1;
  NamedTexts values;  ///< values of the other axes, by axis name
  std::string record; ///< file name of the record in the folder of the sweep
  PointStatus status = PointStatus::waiting;
  std::string reason; ///< reason why the point failed or was left out
  /// Whether a resumed run completed the record. The record then has figures, but no time of a
  /// whole run.
  bool resumed = false;
  std::optional<double> figure;  ///< figure of the point, in the unit of the sweep
  std::optional<double> error;   ///< relative standard error of the figure; empty if unknown
  std::optional<double> of_best; ///< figure divided by the best figure (inverse ratio for times)
  std::optional<double> wall_seconds; ///< time of the command line, including the launcher
  /// Times of a median call of the cell that has the figure.
  std::optional<mpi_profile::RunTime> call;
  std::optional<mpi_profile::RunTime> run; ///< times of the whole run
  /// Speed-ups compared with the slowest point that has equally many ranks, threads and cores.
  std::optional<SpeedUps> speed_ups;
  /// Largest resident memory, summed over the ranks of a node, 10^9 bytes.
  std::optional<double> gigabytes_per_node;
};
constexpr auto fields_of(SweepPoint const*) {
  return kitt::fields(
      field("ranks_per_node", &SweepPoint::ranks_per_node, "ranks of each node").at_least(1),
      field("threads_per_rank", &SweepPoint::threads_per_rank, "threads of each rank").at_least(1),
      field("cores_per_node", &SweepPoint::cores_per_node,
            "cores that may be used; ranks and threads may use fewer")
          .at_least(1),
      field("values", &SweepPoint::values, "values of the other axes"),
      field("record", &SweepPoint::record,
            "file name of its record in the folder of the sweep; the name identifies the point"),
      field("status", &SweepPoint::status, "state of the point"),
      field("reason", &SweepPoint::reason,
            "why the point failed, was left out or has no figure; otherwise empty"),
      field("resumed", &SweepPoint::resumed,
            "whether the run was interrupted and resumed; then there is no time of a whole run"),
      field("figure", &SweepPoint::figure, "value of the sweep's figure, in its unit"),
      field("error", &SweepPoint::error,
            "standard error of the figure, as a fraction of the figure; null if unknown")
          .at_least(0),
      field("of_best", &SweepPoint::of_best,
            "the figure divided by the best figure; the inverse if less is better")
          .above(0)
          .at_most(1),
      figure("wall_seconds", &SweepPoint::wall_seconds, "s",
             "time of the last run of the command line, with its launcher"),
      field("call", &SweepPoint::call,
            "times of a median call of the figure's cell; communication is packing faces and "
            "waiting for them, or the whole call if it does nothing else"),
      field("run", &SweepPoint::run, "run_time of the record; for a single rank, wall_seconds"),
      field(
          "speed_ups", &SweepPoint::speed_ups,
          "speed-ups of the times that times_of names: seconds of the slowest point with the same "
          "ranks, threads and cores, divided by the seconds of this point; null if one is 0"),
      figure("gigabytes_per_node", &SweepPoint::gigabytes_per_node, "10^9 bytes",
             "largest resident memory, sum over the ranks of a node; null if not in the record "
             "(only records with memory_by_cause or a profile have it)")
          .at_least(0));
}

/// Placement of a point: ranks per node, threads per rank and cores per node. Points with equal
/// placement differ only in other settings.
using Placement = std::tuple<int, int, int>;
inline Placement placement_of(SweepPoint const& point) {
  return {point.ranks_per_node, point.threads_per_rank, point.cores_per_node};
}

/// The figure by which a sweep compares points.
struct SweepFigure {
  std::string name; ///< name of the figure ("DWF4 L = 16"); empty until a figure is chosen
  std::string unit; ///< "Mflop/s per node"
  bool less_is_better = false;
};
constexpr auto fields_of(SweepFigure const*) {
  return kitt::fields(
      field("name", &SweepFigure::name,
            "figure that compares points: a cell, \"comparison point\" or \"seconds\"; empty if no "
            "record has it yet"),
      field("unit", &SweepFigure::unit, "unit of the figure"),
      field("less_is_better", &SweepFigure::less_is_better, "whether a smaller figure is better"));
}

/// Times of the points that a sweep compares: times of a call, or of the whole run.
enum class TimesOf { call, run };
constexpr auto names_of(TimesOf) {
  return std::array{"call", "run"};
}

/// All points of one command line of `kitt sweep`. `kitt schema sweep` prints the schema of its
/// document.
struct Sweep {
  std::vector<std::string> command; ///< command of kitt, without the program
  std::string launch;               ///< launcher as given, with its placeholders; may be empty
  int nodes = 1;
  SweepFigure figure;
  std::vector<SweepAxis> axes;
  std::vector<SweepPoint> points;
  std::string best;              ///< record of the best figure; empty if nothing was measured
  std::vector<std::string> flat; ///< records of other points that are as good, see is_as_good()
  /// `call` if any point has times of a call; empty if no times are known
  std::optional<TimesOf> times_of;
};
constexpr auto fields_of(Sweep const*) {
  return kitt::fields(
      version_field<Sweep>(),
      field("command", &Sweep::command, "command of kitt, without the program").not_empty(),
      field("launch", &Sweep::launch,
            "launcher of the ranks, as given, with its placeholders; empty means no launcher and "
            "one rank"),
      field("nodes", &Sweep::nodes, "number of nodes that is given to the launcher").at_least(1),
      field("figure", &Sweep::figure, "figure that compares the points"),
      field("axes", &Sweep::axes, "settings that the sweep varies"),
      field("points", &Sweep::points, "one point for each combination of values"),
      field("best", &Sweep::best,
            "record of the point with the best figure; empty if no point has a figure"),
      field("flat", &Sweep::flat,
            "records of other points that are as good: within 3 %, or within two standard errors "
            "of the difference; empty if the best point is the only winner"),
      field("times_of", &Sweep::times_of,
            "times by which points are compared: of a call of the figure if any point has them, "
            "otherwise of the run; null if there are no times"));
}

/// Points count as equally good if their figures differ from the best one by at most this fraction.
inline constexpr double flat_within = 0.03;
/// Points also count as equally good if their figures differ by at most this number of standard
/// errors of the difference.
inline constexpr double flat_errors = 2;

/// Returns whether the figure of `point` cannot be distinguished from the best figure. Requires
/// that both points have a figure.
bool is_as_good(SweepPoint const& point, SweepPoint const& best);

/// Finds the best point, the points that are as good, and the speed-ups of all points. Replaces
/// earlier results.
void judge(Sweep& sweep);

/// Returns the time of a point that the sweep compares.
std::optional<mpi_profile::RunTime> const& time_of(SweepPoint const& point, Sweep const& sweep);

/// Returns the speed-ups of all times, compared with the times that have the longest total.
std::vector<SpeedUps> against_slowest(std::vector<mpi_profile::RunTime> const& times);

/// Returns the name of a point: "ranks 2, threads 4, --hugepages none".
std::string name_of(SweepPoint const& point, Sweep const& sweep);

/// Returns the table of all points with the best one marked. The lines below the table name the
/// winner (if no other point is as good), failures, and points that were left out. A second table
/// has total, compute and communication seconds if more than ranks and threads varies. The second
/// table compares each point with the slowest point that has equally many ranks and threads.
std::string sweep_text(Sweep const& sweep);

/// Convert a sweep to its document and back. read_sweep() throws UserError, naming `path`, if the
/// document has another version or is damaged.
std::string sweep_document(Sweep const& sweep);
Sweep read_sweep(std::string const& path);

} // namespace kitt::perf
