// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/traffic.hpp"
#include "core/base/error.hpp"
#include "miniapp/run/session.hpp"
#include "perf/tables/cell_tables.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace kitt::miniapp {

/// What measuring a cell takes beside the cell.
struct CellTask {
  std::string what;                           ///< "put of 8 bytes", for the progress line
  Session::MemoryNeed memory;                 ///< of each rank
  std::optional<comms::Waiting> waiting = {}; ///< given if some ranks have nothing to do
  std::function<void()> prepare = {};         ///< given if it comes before each call, not timed
  char const* wrong = "bytes arrived wrong";  ///< what is counted where a result is wrong
};

/// False if the subject could not be timed as it was to be: there is no figure then. Collective.
template <class Cell, class Subject>
bool is_timed(Session& session, Cell const& cell, Subject const& subject) {
  if constexpr (requires { subject.failure(); })
    if (auto const why = subject.failure()) {
      session.fail({.key = key_of(cell), .reason = *why, .verification_error = 0});
      return false;
    }
  return true;
}

/// Returns false if anything is wrong on any rank. Then there is no figure. Collective.
template <class Cell>
bool is_right(Session& session, Cell const& cell, CellTask const& task, std::size_t wrong_here,
              char const* when = "") {
  auto const wrong = session.communicator().sum(static_cast<double>(wrong_here));
  if (wrong == 0)
    return true;
  session.fail({.key = key_of(cell),
                .reason = fmt::format("{} {}{}", wrong, task.wrong, when),
                .verification_error = wrong,
                .verification_tolerance = 0});
  return false;
}

/// Returns false if the subject finds its result wrong. Then there is no figure. Collective.
template <class Cell, class Subject>
bool verify(Session& session, Cell const& cell, CellTask const& task, Subject& subject) {
  Kokkos::Profiling::ScopedRegion const region("kitt::verify");
  return is_right(session, cell, task, subject.wrong_bytes());
}

/// False if the subject finds that it cannot be had here as it was to be: the cell is skipped then.
/// Collective.
template <class Cell, class Subject>
bool is_obtained(Session& session, Cell const& cell, Subject& subject) {
  if constexpr (requires { subject.obstacle(); })
    if (auto const why = subject.obstacle()) {
      session.skip(key_of(cell), *why);
      return false;
    }
  return true;
}

/// Whether it does not fit into memory, which is recorded. Collective.
template <class Cell>
bool is_skipped(Session& session, Cell const& cell, CellTask const& task) {
  try {
    comms::on_all_ranks(session.communicator(),
                        [&] { session.check_memory(task.memory, task.what); });
    return false;
  } catch (UserError const& error) {
    session.skip(key_of(cell), error.what());
    return true;
  }
}

/// What samples of a subject are timed by: the machine's clock, or else `seconds()`, the time that
/// it has spent in what is to be measured.
template <class Subject>
perf::Sampler::Clock clock_of(Subject const& subject) {
  if constexpr (requires { subject.seconds(); })
    return [&subject] { return subject.seconds(); };
  else
    return comms::MachineSeconds();
}

/// Takes samples. They count as communication as a whole (comms::Region::messages), but for what
/// comes before each call; a subject of whose calls a part is something else has `marks_messages`,
/// and enters that region itself. No look at the clock for that is inside what is timed. Adds to
/// `wrong` what the subject finds wrong after samples.
template <class Subject>
perf::Measured sample_messages(Session& session, CellTask const& task, Subject& subject,
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
  auto const call = [&] { subject.run(); };
  auto const now = clock_of(subject);
  perf::Sampler::Call check;
  if constexpr (requires { subject.wrong_left(); })
    check = [&] { outside([&] { wrong += subject.wrong_left(); }); };
  enter();
  perf::Sampler::Call first = task.prepare;
  if constexpr (requires { subject.prepare(); })
    if (subject.prepares())
      first = [&] { subject.prepare(); };
  if (!first)
    return session.sample(call, task.waiting, now, check);
  return session.sample_prepared(
      call, [&] { outside(first); }, task.waiting, now, check);
}

/// Takes the cell from a resumed record, or else verifies what `make()` returns, measures it,
/// verifies it again, records and prints. The subject has `run()`, one call, and `wrong_bytes()`,
/// which makes a call with new contents and counts what arrived wrong on this rank. It may have
/// `wrong_left()`, called on all ranks, which counts what is wrong on this rank after the last
/// call; `seconds()`, see clock_of(), and `marks_messages`, see sample_messages(); `prepares()` and
/// `prepare()`, whether something comes before each call, not timed, and what; `obstacle()`, looked
/// at before and after, why it cannot be had here, if so, collective; `failure()`, why there is no
/// figure, if so, collective; `sample_more(cell)`, which takes further samples for its figures; and
/// `describe(cell)`, which adds figures that only it knows. Returns false if a result was wrong.
/// Collective.
template <class Cell, class Make>
bool measure_cell(Session& session, Cell cell, CellTask const& task, Make const& make) {
  auto const key = key_of(cell);
  if (auto const known = session.record().find<Cell>(key)) {
    session.print(perf::cell_row(*known));
    return true;
  }
  if (is_skipped(session, cell, task))
    return true;
  Kokkos::Profiling::ScopedRegion const region(perf::region_name(key));
  session.show(task.what);
  auto subject = make();
  if (!is_obtained(session, cell, subject))
    return true;
  if (!verify(session, cell, task, subject))
    return false;
  std::size_t wrong_left = 0;
  auto const measured = sample_messages(session, task, subject, wrong_left);
  if (!is_right(session, cell, task, wrong_left, ", in calls that were timed"))
    return false;
  cell.seconds = measured.seconds;
  cell.energy = measured.energy;
  if constexpr (requires { subject.sample_more(cell); })
    subject.sample_more(cell);
  if (!verify(session, cell, task, subject) || !is_timed(session, cell, subject))
    return false;
  if (!is_obtained(session, cell, subject))
    return true;
  if constexpr (requires { subject.describe(cell); })
    subject.describe(cell);
  session.note_pages();
  if constexpr (requires { cell.page_bytes; })
    cell.page_bytes = session.page_bytes_found();
  session.record().add(cell);
  session.print(perf::cell_row(cell));
  return true;
}

} // namespace kitt::miniapp
