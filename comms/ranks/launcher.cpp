// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/launcher.hpp"

#include "comms/ranks/simulation.hpp"

#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <initializer_list>

namespace kitt::comms {

namespace {

std::optional<RankCount> first_count(std::initializer_list<char const*> variables) {
  for (auto const* const variable : variables) {
    auto const* const value = std::getenv(variable);
    std::string_view const text = value == nullptr ? "" : value;
    int ranks = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), ranks);
    if (error == std::errc() && end == text.data() + text.size())
      return RankCount{variable, ranks};
  }
  return std::nullopt;
}

} // namespace

std::optional<RankCount> launched_ranks() {
  // Slurm's variable comes last: under mpirun it may count mpirun's helper processes, which Slurm
  // starts.
  return first_count({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"});
}

bool may_have_other_ranks() {
  auto const launched = launched_ranks();
  return is_simulated() || (launched && launched->ranks > 1);
}

std::optional<std::string> warning_of_idle_tasks(int ranks) {
  auto const tasks = first_count({"SLURM_NTASKS"});
  if (ranks > 1 || launched_ranks() || !tasks || tasks->ranks < 2)
    return std::nullopt;
  return fmt::format("Slurm has {} tasks for this job (SLURM_NTASKS), but this run has one rank: "
                     "start it with srun or mpirun to use all tasks",
                     tasks->ranks);
}

} // namespace kitt::comms
