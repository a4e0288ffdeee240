// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/output.hpp"

#include "comms/node/memory_causes.hpp"
#include "miniapp/run/header.hpp"
#include "miniapp/run/run_context.hpp"
#include "miniapp/score/efficiency.hpp"
#include "perf/measure/sampling.hpp"
#include "perf/record/gather_ranks.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace kitt::miniapp {

Output::Output(RunContext const& context, BenchmarkRun const& benchmark)
    : context_(context), benchmark_(benchmark),
      progress_(context.communicator().rank() == 0 ? Progress()
                                                   : Progress(Progress::Mode::silent)) {
  open_record();
}

void Output::open_record() {
  auto const& options = context_.options();
  auto const text = comms::on_first_rank(context_.communicator(), [&] {
    record_.emplace(new_or_resumed_record(benchmark_, context_.header()));
    if (!options.baseline_path.empty())
      set_baseline(*record_, options.baseline_path);
    return record_->text();
  });
  if (!record_)
    record_.emplace(perf::RunRecord::mirror(text));
  else if (options.resumable)
    interrupt_notice_.emplace(
        fmt::format("kitt: interrupted: {0} holds all cells measured so far; to continue, repeat "
                    "the command with --resume {0}",
                    record_->path().string()));
}

void Output::print(std::string const& text) {
  if (context_.communicator().rank() != 0)
    return;
  progress_.clear();
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void Output::warn(std::string const& text) {
  print(header_line("WARNING", text));
}

void Output::show_pace() {
  pace_.emplace(benchmark_.cells(context_), static_cast<int>(record_->cells().size()),
                perf::SteadySeconds()());
}

void Output::show(std::string const& what) {
  auto const pace =
      pace_ ? pace_->text(static_cast<int>(record_->cells().size()), perf::SteadySeconds()()) : "";
  progress_.show(pace + what);
}

void Output::add(perf::Cell const& cell) {
  record_->add(cell);
  print_row(cell);
}

void Output::print_row(perf::Cell const& cell) {
  print(perf::cell_row(cell, context_.lattices().volume_of, requested_));
}

void Output::skip(perf::CellKey const& key, std::string const& reason) {
  perf::SkippedCell const cell{key, reason};
  record_->add(cell);
  print(perf::skipped_row(cell, context_.lattices().volume_of));
}

void Output::fail(perf::FailedCell const& cell) {
  record_->add(cell);
  print(perf::failed_row(cell, context_.lattices().volume_of));
}

void Output::note_pages() {
  comms::look_at_memory();
  record_->note_pages(perf::gather_pages(context_.communicator(), comms::pages_obtained()));
}

} // namespace kitt::miniapp
