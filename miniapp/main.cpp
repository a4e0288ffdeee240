// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/vector_length.hpp"
#include "miniapp/commands.hpp"
#include "miniapp/job.hpp"
#include "miniapp/profile.hpp"
#include "miniapp/session.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace kitt::miniapp;

int run_benchmark(Session& session) {
  switch (session.options().command) {
  case Command::dslash:
    return run_dslash(session);
  case Command::memory:
    return run_memory(session);
  case Command::halo:
    return run_halo(session);
  case Command::machine:
    return run_machine(session);
  default:
    return run_itt(session);
  }
}

int run(int argc, char** argv) {
  auto const parsed = parse_command_line(argc, argv);
  auto const& options = parsed.options;
  if (!parsed.text.empty()) {
    std::fputs(parsed.text.c_str(), stdout);
    return 0;
  }
  if (parsed.tool)
    return parsed.tool();
  Job const job(argc, argv,
                options.comms_threads > 0 ? kitt::comms::MpiThreads::multiple
                                          : kitt::comms::MpiThreads::funneled);
  return job.run([&] {
    RunProfile const profile(job.world(), options);
    Session session(job, options);
    auto const status = run_benchmark(session);
    profile.finish(session);
    session.finish();
    return status;
  });
}

// Before MPI starts all ranks meet the same error, and one of them reports it.
bool is_first_rank() {
  constexpr std::array variables{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  return std::none_of(variables.begin(), variables.end(), [](char const* name) {
    auto const* const rank = std::getenv(name);
    return rank != nullptr && std::string(rank) != "0";
  });
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (...) {
    auto const failure = describe(std::current_exception());
    if (is_first_rank())
      report(failure.text);
    return failure.status;
  }
}
