// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/traffic.hpp"
#include "core/base/error.hpp"
#include "miniapp/run/run.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace kitt::miniapp {

/// Settings for the measurement of one cell.
struct CellTask {
  std::string what;  ///< text for the progress line, as "put of 8 bytes"
  MemoryNeed memory; ///< memory in bytes that each rank needs
  /// Way to wait; given if some ranks have nothing to do.
  std::optional<comms::Waiting> waiting = {};
  std::function<void()> prepare = {}; ///< runs before each call, untimed; may be empty
  /// number and time of samples; by default the command line gives them
  std::optional<perf::SamplingPolicy> policy = {};
  char const* wrong = "bytes arrived wrong"; ///< text after the number of wrong results
};

/// Checks whether the subject could be timed as requested. If not, records a failure and returns
/// false. Collective.
template <class Cell, class Subject>
bool is_timed(Output& output, Cell const& cell, Subject const& subject) {
  if constexpr (requires { subject.failure(); })
    if (auto const why = subject.failure()) {
      output.fail({.key = key_of(cell), .reason = *why, .verification_error = 0});
      return false;
    }
  return true;
}

/// Checks that no rank has a wrong result. Otherwise, records a failure and returns false. The
/// reason of the failure ends with `when`. Collective.
template <class Cell>
bool is_right(Run const& run, Cell const& cell, CellTask const& task, std::size_t wrong_here,
              char const* when = "") {
  auto const wrong = run.context.communicator().sum(static_cast<double>(wrong_here));
  if (wrong == 0)
    return true;
  run.output.fail({.key = key_of(cell),
                   .reason = fmt::format("{} {}{}", wrong, task.wrong, when),
                   .verification_error = wrong,
                   .verification_tolerance = 0});
  return false;
}

/// Checks the results of the subject. If a result is wrong, records a failure and returns false.
/// Collective.
template <class Cell, class Subject>
bool verify(Run const& run, Cell const& cell, CellTask const& task, Subject& subject) {
  Kokkos::Profiling::ScopedRegion const region("kitt::verify");
  return is_right(run, cell, task, subject.wrong_bytes());
}

/// Checks whether this system can run the subject as requested. If not, records the cell as skipped
/// and returns false. Collective.
template <class Cell, class Subject>
bool is_obtained(Output& output, Cell const& cell, Subject& subject) {
  if constexpr (requires { subject.obstacle(); })
    if (auto const why = subject.obstacle()) {
      output.skip(key_of(cell), *why);
      return false;
    }
  return true;
}

/// Returns true if the cell does not fit into memory, and records the cell as skipped. Collective.
template <class Cell>
bool is_skipped(Run const& run, Cell const& cell, CellTask const& task) {
  try {
    comms::on_all_ranks(run.context.communicator(),
                        [&] { run.context.check_memory(task.memory, task.what); });
    return false;
  } catch (UserError const& error) {
    run.output.skip(key_of(cell), error.what());
    return true;
  }
}

/// Returns the clock for samples of a subject: its own clock `seconds()`, which counts only the
/// time to be measured, or the machine's clock.
template <class Subject>
perf::Sampler::Clock clock_of(Subject const& subject) {
  if constexpr (requires { subject.seconds(); })
    return [&subject] { return subject.seconds(); };
  else
    return comms::MachineSeconds();
}

/// Takes samples. Checks after samples add the number of wrong results to `wrong`. Calls count as
/// communication (comms::Region::messages), but preparations do not. A subject whose calls contain
/// other work has `marks_messages`, and enters that region itself. The clock of the region is not
/// read while a call is timed.
template <class Subject>
perf::Measured sample_messages(Meter& meter, CellTask const& task, Subject& subject,
                               std::size_t& wrong) {
  std::optional<comms::TrafficRegion> region;
  auto const enter = [&] {
    if constexpr (!requires { Subject::marks_messages; })
      region.emplace(comms::Region::messages);
  };
  auto const outside = [&](auto const& work) {
    region.reset();
    work();
    enter();
  };
  auto prepare = task.prepare;
  if constexpr (requires { subject.prepare(); })
    if (subject.prepares())
      prepare = [&] { subject.prepare(); };
  Sampling how{.policy = task.policy, .waiting = task.waiting, .clock = clock_of(subject)};
  if constexpr (requires { subject.wrong_left(); })
    how.check = [&] { outside([&] { wrong += subject.wrong_left(); }); };
  if (prepare)
    how.prepare = [&] { outside(prepare); };
  enter();
  return meter.sample([&] { subject.run(); }, how);
}

/// Measures one cell: makes its subject, verifies it, takes samples, verifies again, records and
/// prints. If a resumed record has the cell, only prints the cell. Returns false if a result was
/// wrong. Collective.
///
/// `make()` returns the subject. It must have these functions:
/// - `run()` makes one call.
/// - `wrong_bytes()` makes a call with new contents, and counts wrong results on this rank.
///
/// It may have these members:
/// - `wrong_left()` counts wrong results of the last call on this rank. All ranks call it.
/// - `seconds()` is a clock, see clock_of().
/// - `marks_messages` is described at sample_messages().
/// - `prepare()` runs before each call, untimed, if `prepares()` returns true.
/// - `obstacle()` returns the reason if this system cannot run the subject. It is called before and
///   after the samples. Collective.
/// - `failure()` returns the reason if there is no figure. Collective.
/// - `sample_more(cell)` takes more samples, for other figures.
/// - `describe(cell)` adds figures that only the subject knows.
template <class Cell, class Make>
bool measure_cell(Run const& run, Cell cell, CellTask const& task, Make const& make) {
  auto const& [context, meter, output] = run;
  auto const key = key_of(cell);
  if (output.template print_known<Cell>(key) || is_skipped(run, cell, task))
    return true;
  Kokkos::Profiling::ScopedRegion const region(perf::region_name(key));
  output.show(task.what);
  auto subject = make();
  if (!is_obtained(output, cell, subject))
    return true;
  if (!verify(run, cell, task, subject))
    return false;
  std::size_t wrong_left = 0;
  auto const measured = sample_messages(meter, task, subject, wrong_left);
  if (!is_right(run, cell, task, wrong_left, ", in calls that were timed"))
    return false;
  cell.seconds = measured.seconds;
  cell.energy = measured.energy;
  if constexpr (requires { subject.sample_more(cell); })
    subject.sample_more(cell);
  if (!verify(run, cell, task, subject) || !is_timed(output, cell, subject))
    return false;
  if (!is_obtained(output, cell, subject))
    return true;
  if constexpr (requires { subject.describe(cell); })
    subject.describe(cell);
  output.note_pages();
  if constexpr (requires { cell.page_bytes; })
    cell.page_bytes = context.page_bytes_found();
  output.add(cell);
  return true;
}

} // namespace kitt::miniapp
