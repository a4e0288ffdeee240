// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/mpi_profile/run_time.hpp"
#include "perf/record/run_environment.hpp"

#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace kitt::perf {

inline constexpr int sweep_schema_version = 1; ///< Version of the document.

/// What is varied: "ranks", "threads", "cores", an option ("--hugepages") or a variable of the
/// environment ("OMP_PROC_BIND"), and the values as asked for.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;
  /// An option without a value, given at "yes" and left out at "no". Not in the document: who runs
  /// points has planned them.
  bool flag = false;

  bool operator==(SweepAxis const&) const = default;
};
constexpr auto fields_of(SweepAxis const*) {
  return kitt::fields(
      field("name", &SweepAxis::name,
            "\"ranks\", \"threads\", \"cores\", an option or an environment variable"),
      field("values", &SweepAxis::values,
            "as the user gave them; \"fill\": threads = cores / ranks; an empty value "
            "unsets a variable")
          .not_empty());
}

/// State of a point.
enum class PointStatus { waiting, measured, failed, left_out };
constexpr auto names_of(PointStatus) {
  return std::array{"waiting", "measured", "failed", "left out"};
}

/// How much faster a point is than the slowest: the slowest point's seconds over its own. None
/// where one of them is 0.
struct SpeedUps {
  std::optional<double> total;
  std::optional<double> compute;
  std::optional<double> communication;
};
constexpr auto fields_of(SpeedUps const*) {
  return kitt::fields(
      field("total", &SpeedUps::total, "speed-up of the whole time").above(0),
      field("compute", &SpeedUps::compute, "speed-up of the time outside of MPI").above(0),
      field("communication", &SpeedUps::communication, "speed-up of the time in MPI").above(0));
}

/// One run of the command. Everything after `reason` is none where the record does not tell it.
struct SweepPoint {
  int ranks_per_node = 1;
  int threads_per_rank = 1;
  int cores_per_node = 1;
  NamedTexts values;  ///< of the other axes, by their names
  std::string record; ///< its file in the sweep's folder
  PointStatus status = PointStatus::waiting;
  std::string reason; ///< why it failed or was left out
  /// The record was begun by a run that was interrupted: it has figures, but no time of a whole
  /// run.
  bool resumed = false;
  std::optional<double> figure;  ///< in the sweep's unit
  std::optional<double> error;   ///< of the figure, as a fraction of it; none if not known
  std::optional<double> of_best; ///< the figure as a fraction of the best; of times the inverse
  std::optional<double> wall_seconds;       ///< of the launcher's command line
  std::optional<mpi_profile::RunTime> call; ///< of the figure's cell, a median call
  std::optional<mpi_profile::RunTime> run;  ///< all of the run
  /// Of the sweep's times, against the slowest point of as many ranks, threads and cores.
  std::optional<SpeedUps> speed_ups;
  std::optional<double> gigabytes_per_node; ///< resident at most, ranks added up; base 10
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
            "why it failed, was left out or has no figure; otherwise empty"),
      field("resumed", &SweepPoint::resumed,
            "the run was interrupted and resumed, so there is no time of a whole run"),
      field("figure", &SweepPoint::figure, "value of the sweep's figure, in its unit"),
      field("error", &SweepPoint::error,
            "standard error of the figure, as a fraction of the figure; null: not known")
          .at_least(0)
          .since_later(),
      field("of_best", &SweepPoint::of_best,
            "the figure divided by the best figure; the inverse if less is better")
          .above(0)
          .at_most(1)
          .since_later(),
      figure("wall_seconds", &SweepPoint::wall_seconds, "s",
             "time of the last run of the command line, with its launcher"),
      field("call", &SweepPoint::call,
            "times of a median call of the figure's cell; communication: packing faces and waiting "
            "for them, or the whole call if it does nothing else"),
      field("run", &SweepPoint::run, "run_time of the record; wall_seconds if there is one rank"),
      field(
          "speed_ups", &SweepPoint::speed_ups,
          "speed-ups of the times that times_of names: seconds of the slowest point with the same "
          "ranks, threads and cores, divided by the seconds of this point; null if one is 0")
          .since_later(),
      figure(
          "gigabytes_per_node", &SweepPoint::gigabytes_per_node, "10^9 bytes",
          "largest resident memory, sum over the ranks of a node; null: not in the record (it is "
          "there with memory_by_cause or a profile)")
          .at_least(0));
}

/// Ranks, threads and cores: points of the same differ in settings alone.
using Placement = std::tuple<int, int, int>;
inline Placement placement_of(SweepPoint const& point) {
  return {point.ranks_per_node, point.threads_per_rank, point.cores_per_node};
}

/// The figure that points are compared by.
struct SweepFigure {
  std::string name; ///< "DWF4 L = 16"; empty: not chosen yet
  std::string unit; ///< "Mflop/s per node"
  bool less_is_better = false;
};
constexpr auto fields_of(SweepFigure const*) {
  return kitt::fields(
      field("name", &SweepFigure::name,
            "figure that compares points: a cell, \"comparison point\" or \"seconds\"; empty: no "
            "record has it yet"),
      field("unit", &SweepFigure::unit, "unit of the figure"),
      field("less_is_better", &SweepFigure::less_is_better, "a smaller figure is better"));
}

/// Which times of its points a sweep compares.
enum class TimesOf { call, run };
constexpr auto names_of(TimesOf) {
  return std::array{"call", "run"};
}

/// All points of one command line of `kitt sweep`. `kitt schema sweep` prints its schema.
struct Sweep {
  int schema_version = sweep_schema_version;
  std::vector<std::string> command; ///< of KITT, without the program
  std::string launch;               ///< as given, with its placeholders; empty: none
  int nodes = 1;
  SweepFigure figure;
  std::vector<SweepAxis> axes;
  std::vector<SweepPoint> points;
  std::string best;                ///< record of the best figure; empty if nothing was measured
  std::vector<std::string> flat;   ///< records of the others that are as good: is_as_good()
  std::optional<TimesOf> times_of; ///< a call of the figure where any is known; none: no times
};
constexpr auto fields_of(Sweep const*) {
  return kitt::fields(
      field("schema_version", &Sweep::schema_version, "version of the document")
          .always(sweep_schema_version),
      field("command", &Sweep::command, "command of kitt, without the program").not_empty(),
      field("launch", &Sweep::launch,
            "launcher of the ranks, as given, with its placeholders; empty: no launcher, one rank"),
      field("nodes", &Sweep::nodes, "number of nodes that the launcher gets").at_least(1),
      field("figure", &Sweep::figure, "figure that compares the points"),
      field("axes", &Sweep::axes, "settings that the sweep varies"),
      field("points", &Sweep::points, "one point for each combination of values"),
      field("best", &Sweep::best,
            "record of the point with the best figure; empty: no point has a figure"),
      field("flat", &Sweep::flat,
            "records of other points that are as good: within 3 %, or two standard errors of the "
            "difference; empty: the best point is the winner"),
      field("times_of", &Sweep::times_of,
            "which times of the points are compared: a call of the figure if any point has it, "
            "otherwise the run; null: no times")
          .since_later());
}

/// Points whose figure is so near to the best one's (as a fraction of it) are as good.
inline constexpr double flat_within = 0.03;
/// So is a point whose figure differs by at most so many standard errors of the difference.
inline constexpr double flat_errors = 2;

/// Returns whether the figure of `point` cannot be told from the best figure. Requires that both
/// points have a figure.
bool is_as_good(SweepPoint const& point, SweepPoint const& best);

/// Finds the best point, those as good, and how fast each is, anew.
void judge(Sweep& sweep);

/// The time of a point that the sweep compares.
std::optional<mpi_profile::RunTime> const& time_of(SweepPoint const& point, Sweep const& sweep);

/// Of each of these times, against the one with the longest total.
std::vector<SpeedUps> against_slowest(std::vector<mpi_profile::RunTime> const& times);

/// "ranks 2, threads 4, --hugepages none"
std::string name_of(SweepPoint const& point, Sweep const& sweep);

/// Returns the table of all points with the best one marked. The lines below it name the winner if
/// no other point is as good, what failed, and what was left out. The last lines have total,
/// compute and communication seconds of points that differ in more than ranks and threads. They are
/// compared with the slowest point with as many ranks and threads.
std::string sweep_text(Sweep const& sweep);

/// The document, and back. Throws UserError for one of another version, naming `path`.
std::string sweep_document(Sweep const& sweep);
Sweep read_sweep(std::string const& path);

} // namespace kitt::perf
