// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/error.hpp"
#include "miniapp/commands.hpp"
#include "miniapp/session.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

namespace {

using namespace kitt::miniapp;

constexpr int failed = 1;
constexpr int user_error = 2;

int run_benchmark(Session& session) {
  switch (session.options().command) {
  case Command::dslash:
    return run_dslash(session);
  case Command::memory:
    return run_memory(session);
  case Command::machine:
    return run_machine(session);
  default:
    return run_itt(session);
  }
}

int run(int argc, char** argv) {
  auto const parsed = parse_command_line(argc, argv);
  if (!parsed.text.empty()) {
    std::fputs(parsed.text.c_str(), stdout);
    return 0;
  }
  if (parsed.options.command == Command::gauge)
    return run_gauge(parsed.options.gauge_files);
  if (parsed.options.command == Command::list)
    return run_list();
  Session session(argc, argv, parsed.options);
  auto const status = run_benchmark(session);
  session.finish();
  return status;
}

// All ranks meet the same error; one of them reports it. MPI may not be running (any more).
bool is_first_rank() {
  constexpr std::array variables{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  return std::none_of(variables.begin(), variables.end(), [](char const* name) {
    auto const* const rank = std::getenv(name);
    return rank != nullptr && std::string(rank) != "0";
  });
}

int report(int status, std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::fflush(stdout);
  if (is_first_rank())
    std::fprintf(stderr, "kitt: error: %s\n", text.c_str());
  return status;
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (kitt::UserError const& error) {
    return report(user_error, error.what());
  } catch (std::bad_alloc const&) {
    return report(user_error, "out of memory (the system refused an allocation): take a smaller L "
                              "or Ls, or a machine with more");
  } catch (std::exception const& error) {
    return report(failed, error.what());
  } catch (...) {
    return report(failed, "an unknown exception");
  }
}
