// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/share_cpus.hpp"

#include "comms/node/detail/binding_plan.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace kitt::comms::detail {

namespace {

using Cores = std::vector<hwloc_obj_t>;

constexpr auto apart = "let the launcher bind each rank to its own cores, or leave the binding to "
                       "KITT (mpirun --bind-to none, no OMP_PROC_BIND)";

std::vector<Cores> evenly(Cores const& cores, std::size_t parts) {
  std::vector<Cores> result;
  auto const start = [&](std::size_t part) {
    return cores.begin() + static_cast<std::ptrdiff_t>(part * cores.size() / parts);
  };
  for (std::size_t part = 0; part < parts; ++part)
    result.emplace_back(start(part), start(part + 1));
  return result;
}

std::size_t smallest(std::vector<Cores> const& parts) {
  std::size_t result = parts.front().size();
  for (auto const& part : parts)
    result = std::min(result, part.size());
  return result;
}

/// Gives each part whole domains, or divides each domain into whole parts. Empty if neither number
/// divides the other.
std::vector<Cores> along_domains(std::vector<Cores> const& domains, std::size_t parts) {
  std::vector<Cores> result;
  if (domains.empty())
    return result;
  if (parts % domains.size() == 0)
    for (auto const& domain : domains)
      for (auto const& part : evenly(domain, parts / domains.size()))
        result.push_back(part);
  if (parts < domains.size() && domains.size() % parts == 0) {
    result.resize(parts);
    for (std::size_t i = 0; i < domains.size(); ++i) {
      auto& part = result[i * parts / domains.size()];
      part.insert(part.end(), domains[i].begin(), domains[i].end());
    }
  }
  return result;
}

std::vector<Cores> by_domain(HwlocTopology const& hwloc, CpuSet const& cpus) {
  std::vector<Cores> result;
  for (auto* const domain : hwloc.domains(cpus))
    result.push_back(hwloc.cores(CpuSet(domain->cpuset) & cpus));
  return result;
}

/// Divides the cores into one part per rank. Requires at most as many ranks as cores.
std::vector<CpuSet> parts_of(HwlocTopology const& hwloc, CpuSet const& cpus, std::size_t ranks) {
  auto const cores = hwloc.cores(cpus);
  auto parts = along_domains(by_domain(hwloc, cpus), ranks);
  if (parts.empty() || smallest(parts) < cores.size() / ranks)
    parts = evenly(cores, ranks);
  std::vector<CpuSet> result;
  for (auto const& part : parts) {
    CpuSet both;
    for (auto* const core : part)
      both |= CpuSet(core->cpuset) & cpus;
    result.push_back(both);
  }
  return result;
}

std::size_t count_equal(std::vector<CpuSet> const& sets, CpuSet const& cpus) {
  return static_cast<std::size_t>(std::count(sets.begin(), sets.end(), cpus));
}

/// For each core, the ranks with threads that may run on this core only. The ranks are numbered on
/// the node.
using RanksOnCores = std::map<unsigned, std::vector<std::size_t>>;

bool has_sharers(RanksOnCores::value_type const& core) {
  return core.second.size() > 1;
}

/// Returns "ranks 0 1 of the node share core 0, ranks 2 3 core 1". If many cores are shared, names
/// only the first.
std::string sharers_text(RanksOnCores const& ranks_on) {
  constexpr std::size_t most_named = 4;
  std::string text;
  std::size_t shared = 0;
  for (auto const& core : ranks_on)
    if (has_sharers(core) && ++shared <= most_named)
      text +=
          fmt::format("{}ranks {}{} core {}", text.empty() ? "" : ", ", fmt::join(core.second, " "),
                      text.empty() ? " of the node share" : "", core.first);
  if (shared == 0)
    return ranks_on.empty() ? "no thread is bound to a single core" : "no two ranks share a core";
  return shared > most_named ? fmt::format("{}, and {} more cores", text, shared - most_named)
                             : text;
}

CpuSet all_of(std::vector<CpuSet> const& sets) {
  CpuSet result;
  for (auto const& cpus : sets)
    result |= cpus;
  return result;
}

} // namespace

std::vector<CpuSet> share_cpus(HwlocTopology const& hwloc, std::vector<CpuSet> const& allowed) {
  std::vector<CpuSet> result;
  for (auto rank = allowed.begin(); rank != allowed.end(); ++rank) {
    auto const sharers = count_equal(allowed, *rank);
    auto const number = static_cast<std::size_t>(std::count(allowed.begin(), rank, *rank));
    auto const cores = hwloc.cores(*rank).size();
    if (cores == 0)
      result.push_back(*rank);
    else if (sharers > cores)
      result.push_back(
          plan_binding(hwloc, *rank, static_cast<int>(sharers), BindPolicy::core)[number]);
    else
      result.push_back(parts_of(hwloc, *rank, sharers)[number]);
  }
  return result;
}

int threads_for_all(HwlocTopology const& hwloc, std::vector<CpuSet> const& allowed,
                    std::optional<double> quota) {
  auto fewest = hwloc.cores(hwloc.allowed()).size();
  for (auto const& share : share_cpus(hwloc, allowed))
    fewest = std::min(fewest, hwloc.cores(share).size());
  if (quota)
    fewest =
        std::min(fewest, static_cast<std::size_t>(*quota / static_cast<double>(allowed.size())));
  return std::max(1, static_cast<int>(fewest));
}

std::vector<std::string> idle_warnings(HwlocTopology const& hwloc,
                                       std::vector<CpuSet> const& allowed) {
  auto const used = hwloc.cores(all_of(allowed)).size();
  auto const all = hwloc.cores(hwloc.allowed()).size();
  if (allowed.size() < 2 || used >= all)
    return {};
  return {fmt::format("the launcher gives the {} ranks of a node only {} of its {} cores (other "
                      "cores stay idle): let the launcher bind to all cores (mpirun --bind-to "
                      "none: KITT then binds threads), unless the other cores are not yours",
                      allowed.size(), used, all)};
}

std::vector<std::string> node_warnings(HwlocTopology const& hwloc,
                                       std::vector<std::vector<CpuSet>> const& ranks) {
  if (ranks.size() < 2)
    return {};
  std::size_t threads = 0;
  CpuSet reached;
  RanksOnCores ranks_on;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    threads += ranks[rank].size();
    reached |= all_of(ranks[rank]);
    for (auto const& [core, confined_threads] : confined(hwloc, ranks[rank]))
      ranks_on[core].push_back(rank);
  }
  auto const cores = hwloc.cores(reached).size();
  auto const all = hwloc.cores(hwloc.allowed()).size();
  if (cores > 0 && threads > cores)
    return {fmt::format(
        "more threads than cores on a node ({} threads of {} ranks on {} of its {} cores; {}), so "
        "the figures do not describe the cores: start fewer threads or ranks{}",
        threads, ranks.size(), cores, all, sharers_text(ranks_on),
        cores < all ? std::string(", or ") + apart : "")};
  if (std::any_of(ranks_on.begin(), ranks_on.end(), has_sharers))
    return {fmt::format("several ranks on one core ({}, while other cores are idle): {}",
                        sharers_text(ranks_on), apart)};
  return {};
}

} // namespace kitt::comms::detail
