// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory_causes.hpp"
#include "comms/ranks/job.hpp"
#include "comms/ranks/launcher.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/backend/vector_length.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/input_file.hpp"
#include "miniapp/benchmarks/all_benchmarks.hpp"
#include "miniapp/command_line.hpp"
#include "miniapp/run/benchmark.hpp"
#include "miniapp/run/session.hpp"
#include "miniapp/run/threads.hpp"
#include "miniapp/run/tool.hpp"
#include "perf/measure/clock_guard.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

using namespace kitt::miniapp;

constexpr int user_error = 2;

bool names_tool(int argc, char const* const* argv) {
  auto const tools = all_tools();
  return argc > 1 && std::any_of(tools.begin(), tools.end(), [&](Tool const& tool) {
           return std::string_view(tool.name) == argv[1];
         });
}

/// Returns the support for threads that MPI must have.
kitt::comms::MpiThreads threads_beside_mpi(RunOptions const& options) {
  using kitt::comms::MpiThreads;
  if (!kitt::has_host_threads() || options.threads == 1)
    return MpiThreads::single; // because an MPI that supports threads needs more time in each call
  return options.comms_threads > 0 ? MpiThreads::multiple : MpiThreads::funneled;
}

constexpr char end_of_word = '\0'; // no word of a command line contains it

std::string joined(std::vector<std::string> const& words) {
  std::string text;
  for (std::size_t i = 1; i < words.size(); ++i)
    text += words[i] + end_of_word;
  return text;
}

/// Returns the word of `text` at the first place where the texts of two command lines differ.
std::string first_other_word(std::string const& text, std::string const& other) {
  auto const [own, end] = std::mismatch(text.begin(), text.end(), other.begin(), other.end());
  auto const begin = std::find(std::make_reverse_iterator(own), text.rend(), end_of_word).base();
  std::string const word(begin, std::find(own, text.end(), end_of_word));
  return word.empty() ? "no more words" : '"' + word + '"';
}

/// Throws UserError if a rank has another command line than rank 0. The message names the first
/// such rank and the first word that differs. Ranks with different options would send messages that
/// no rank expects. The name of the program may differ. Collective.
void check_same_command(kitt::comms::Communicator const& world,
                        std::vector<std::string> const& words) {
  auto const texts = world.gather(joined(words));
  auto const other = std::find_if(texts.begin(), texts.end(),
                                  [&](auto const& text) { return text != texts.front(); });
  if (other == texts.end())
    return;
  throw kitt::UserError(fmt::format(
      "rank {} has another command line than rank 0 ({} where rank 0 has {}): give all ranks the "
      "same command line",
      other - texts.begin(), first_other_word(*other, texts.front()),
      first_other_word(texts.front(), *other)));
}

/// Throws UserError if the clock is too coarse. Does nothing on a simulated machine, which has its
/// own clock. Collective.
void check_clocks(kitt::comms::Communicator const& world) {
  if (!kitt::comms::is_simulated())
    kitt::comms::on_all_ranks(world,
                              [] { kitt::perf::check_clock(kitt::perf::clock_resolution()); });
}

int measure(int argc, char** argv, BenchmarkRun& benchmark) {
  kitt::comms::note_memory_before_mpi();
  kitt::comms::Job const job(argc, argv, threads_beside_mpi(benchmark.options));
  kitt::comms::note_memory_after_mpi();
  return job.run([&] {
    check_same_command(job.world(), benchmark.options.command_line);
    check_clocks(job.world());
    return Session(job, benchmark).run();
  });
}

int run(int argc, char** argv) {
  ParsedCommandLine parsed;
  try {
    parsed = parse_command_line(argc, argv);
    if (parsed.benchmark)
      check_environment(parsed.benchmark->options);
  } catch (...) {
    if (names_tool(argc, argv) || !kitt::comms::may_have_other_ranks())
      throw;
    // only MPI knows which rank is the first one, and only that rank may print the line
    auto const error = std::current_exception();
    return kitt::comms::Job(argc, argv, kitt::comms::MpiThreads::single).run([&]() -> int {
      std::rethrow_exception(error);
    });
  }
  if (parsed.benchmark)
    return measure(argc, argv, *parsed.benchmark);
  if (parsed.tool)
    return parsed.tool();
  std::fputs(parsed.text.c_str(), stdout);
  return 0;
}

/// Opens replacements for closed standard files. If standard output is closed, the next opened file
/// would take its number and receive the text of the run. The replacement cannot be written, so the
/// error shows at the end.
void keep_standard_files_open() {
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file)
    if (::fcntl(file, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", file == STDERR_FILENO ? O_WRONLY : O_RDONLY));
}

int guarded_run(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (...) {
    auto const failure = kitt::failure_of(std::current_exception());
    bool const could_not_print = std::ferror(stdout) != 0 && failure.status != user_error;
    if (!could_not_print) // with_output_written() reports the error
      kitt::report_failure(failure.text);
    return failure.status;
  }
}

/// Returns the exit status of a command. Returns an error status if the text of the command could
/// not be written.
int with_output_written(int status) {
  bool const flushed = std::fflush(stdout) == 0;
  auto const reason = flushed ? std::string("a write failed") : kitt::system_reason();
  if (flushed && std::ferror(stdout) == 0)
    return status;
  kitt::report_failure("standard output could not be written (" + reason +
                       "): free some space, or redirect the output");
  return user_error;
}

} // namespace

int main(int argc, char** argv) {
  keep_standard_files_open();
  use_all_cells();
  return with_output_written(guarded_run(argc, argv));
}
