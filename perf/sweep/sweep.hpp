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
            "\"ranks\", \"threads\", \"cores\", an option or a variable of the environment"),
      field(
          "values", &SweepAxis::values,
          "as asked for; \"fill\": as many threads as the ranks leave cores; an empty value unsets "
          "a variable")
          .not_empty());
}

/// What has come of a point.
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
      field("total", &SpeedUps::total, "of all of the time").above(0),
      field("compute", &SpeedUps::compute, "of the time outside of MPI").above(0),
      field("communication", &SpeedUps::communication, "of the time in MPI").above(0));
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
            "cores to be used; ranks and threads may be fewer")
          .at_least(1),
      field("values", &SweepPoint::values, "values of the other axes"),
      field("record", &SweepPoint::record,
            "name of its record in the folder of the sweep; the name tells the point"),
      field("status", &SweepPoint::status, "what has come of it"),
      field("reason", &SweepPoint::reason,
            "why it failed, was left out or has no figure; else empty"),
      field("resumed", &SweepPoint::resumed,
            "its run was interrupted and went on later, so no time is that of a whole run"),
      field("figure", &SweepPoint::figure, "in the unit of the sweep's figure"),
      field("error", &SweepPoint::error,
            "standard error of the figure, as a fraction of it; null: not known")
          .at_least(0)
          .since_later(),
      field("of_best", &SweepPoint::of_best,
            "the figure divided by the best one's; where less is better the inverse")
          .above(0)
          .at_most(1)
          .since_later(),
      figure("wall_seconds", &SweepPoint::wall_seconds, "s",
             "time of the command line with its launcher, when it ran last")
          .at_least(0),
      field("call", &SweepPoint::call,
            "a median call of the figure's cell; communication: packing faces and waiting for "
            "them, or everything where nothing else is done"),
      field("run", &SweepPoint::run, "run_time of the record; of one rank wall_seconds"),
      field("speed_ups", &SweepPoint::speed_ups,
            "of the times that times_of names: seconds of the slowest point of as many ranks, "
            "threads and cores, divided by this one's; null where one of them is 0")
          .since_later(),
      figure("gigabytes_per_node", &SweepPoint::gigabytes_per_node, "10^9 bytes",
             "most resident memory, all ranks of a node added; null: the record does not tell (it "
             "does with memory_by_cause, or a profile)")
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
            "what points are compared by: a cell, \"comparison point\" or \"seconds\"; empty: no "
            "record has told it yet"),
      field("unit", &SweepFigure::unit, "its unit"),
      field("less_is_better", &SweepFigure::less_is_better, "a smaller figure is the better one"));
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
            "what starts ranks, as given, with its placeholders; empty: nothing, one rank"),
      field("nodes", &Sweep::nodes, "nodes that the launcher is given").at_least(1),
      field("figure", &Sweep::figure, "what points are compared by"),
      field("axes", &Sweep::axes, "what is varied"),
      field("points", &Sweep::points, "all combinations of the values"),
      field("best", &Sweep::best, "record of the point with the best figure; empty: none has one"),
      field("flat", &Sweep::flat,
            "records of the other points whose figure is within 3 %, or two standard errors of the "
            "difference; empty: the best is the winner"),
      field("times_of", &Sweep::times_of,
            "which times of the points are compared: a call of the figure where any is known; "
            "null: there are none")
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
