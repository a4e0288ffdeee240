// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/simulation.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/backend/vector_length.hpp"
#include "core/base/descriptor.hpp"
#include "miniapp/command_line.hpp"
#include "miniapp/run/job.hpp"
#include "miniapp/run/session.hpp"
#include "miniapp/run/threads.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

using namespace kitt::miniapp;

constexpr int user_error = 2;

/// Where MPI does not run, what started the ranks tells them apart: one of them prints, writes
/// files and reports errors. Slurm's own number is asked last, as mpirun's helpers, which it
/// starts, pass theirs on.
bool is_first_rank() {
  if (auto const rank = kitt::comms::simulated_rank())
    return *rank == 0;
  for (auto const* const name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (auto const* const rank = std::getenv(name))
      return std::string_view(rank) == "0";
  return true;
}

kitt::comms::MpiThreads threads_beside_mpi(RunOptions const& options) {
  using kitt::comms::MpiThreads;
  if (!kitt::has_host_threads() || options.threads == 1)
    return MpiThreads::single; // an MPI that may look out for threads takes longer in each call
  return options.comms_threads > 0 ? MpiThreads::multiple : MpiThreads::funneled;
}

int run(int argc, char** argv) {
  auto const parsed = parse_command_line(argc, argv);
  if (!parsed.benchmark && !is_first_rank())
    return 0;
  if (!parsed.text.empty()) {
    std::fputs(parsed.text.c_str(), stdout);
    return 0;
  }
  if (parsed.tool)
    return parsed.tool();
  auto& benchmark = *parsed.benchmark;
  check_environment(benchmark.options);
  Job const job(argc, argv, threads_beside_mpi(benchmark.options));
  return job.run([&] {
    Session session(job, benchmark);
    auto const status = benchmark.run(session);
    session.finish();
    return status;
  });
}

/// Where standard output was closed, the first file that is opened would take its place, and the
/// text of the run. What stands in for it cannot be written, which shows at the end.
void keep_standard_files_open() {
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file)
    if (::fcntl(file, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", file == STDERR_FILENO ? O_WRONLY : O_RDONLY));
}

int guarded_run(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (...) {
    auto const failure = describe(std::current_exception());
    bool const could_not_print = std::ferror(stdout) != 0 && failure.status != user_error;
    if (is_first_rank() && !could_not_print) // which is said below
      report(failure.text);
    return failure.status;
  }
}

/// The exit status of any command, which is not 0 if its text is lost.
int with_output_written(int status) {
  bool const flushed = std::fflush(stdout) == 0;
  auto const reason = flushed ? std::string("a write failed") : kitt::system_reason();
  if (flushed && std::ferror(stdout) == 0)
    return status;
  if (is_first_rank())
    report("standard output could not be written (" + reason +
           "): make room, or send it elsewhere");
  return user_error;
}

} // namespace

int main(int argc, char** argv) {
  keep_standard_files_open();
  return with_output_written(guarded_run(argc, argv));
}
