// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/judge/suspects.hpp"

#include "perf/ceilings/ceilings.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace kitt::perf {

namespace {

using MaybeSuspect = std::optional<Suspect>;

MaybeSuspect debug_build(JudgedRun const& run) {
  auto const& built = run.header.provenance;
  auto const level = optimisation_level(built);
  if (level.value_or(3) > 1)
    return std::nullopt;
  return Suspect{
      "debug build",
      fmt::format("build type {}, compiler flags {}", built.build_type, built.compiler_flags),
      *level == 0 ? 10. : 3.};
}

MaybeSuspect shared_cores(JudgedRun const& run) {
  auto const node = node_threads(run);
  auto const factor = [&](int share) { return static_cast<double>(node.threads) / share; };
  if (node.cpus > 0 && node.cpus < node.threads)
    return Suspect{"threads on one core",
                   fmt::format("{} may run on {}", counted(node.threads, "thread"),
                               counted(node.cpus, "hardware thread")),
                   factor(node.cpus)};
  if (auto const quota = run.header.topology.cpu_quota; quota > 0 && quota < node.threads)
    return Suspect{"threads on one core",
                   fmt::format("the system grants {} the time of {:.3g} CPUs",
                               counted(node.threads, "thread"), quota),
                   node.threads / quota};
  if (node.cores > 0 && node.cores < node.threads)
    return Suspect{
        "threads on one core",
        fmt::format("{} share {}", counted(node.threads, "thread"), counted(node.cores, "core")),
        factor(node.cores)};
  return std::nullopt;
}

MaybeSuspect idle_cores(JudgedRun const& run) {
  auto const used = node_threads(run).cores;
  auto const cores = run.header.topology.cores;
  if (used == 0 || used >= cores)
    return std::nullopt;
  return Suspect{"idle cores", fmt::format("{} of {} cores are in use", used, cores),
                 static_cast<double>(cores) / used};
}

MaybeSuspect narrow_simd(JudgedRun const& run) {
  auto const& cpu = run.header.topology;
  auto const share = simd_share(run).value_or(1);
  if (share >= 1)
    return std::nullopt;
  return Suspect{"wrong instruction set",
                 fmt::format("the program uses {}, the CPU offers {}", cpu.simd_compiled,
                             cpu.simd_offered.back()),
                 1 / share};
}

/// Looks for disturbances in all figures of the run, not only in the figure that counts.
MaybeSuspect other_job(JudgedRun const& run) {
  constexpr char const* cause = "another job on the node";
  auto const spread = run.ceilings ? widest_spread(run.ceilings->readings) : std::nullopt;
  constexpr double usual = 1.1; // ceilings of a quiet machine differ less
  if (spread && spread->ratio() > usual)
    return Suspect{cause,
                   fmt::format("measurements of {} in this run differ by {:.0f} %", spread->figure,
                               100 * (spread->ratio() - 1)),
                   spread->ratio()};
  double error = 0;
  for (auto const& figure : run.results.figures)
    error = std::max(error, figure.error.value_or(0));
  if (error > largest_relative_error)
    return Suspect{cause, fmt::format("+- is up to {:.1f} %", 100 * error), 1 + error};
  if (run.ceilings && !ceiling_doubts_text(*run.ceilings).empty())
    return Suspect{cause, "a level of memory was measured as slower than the next larger level",
                   most_fraction};
  return std::nullopt;
}

MaybeSuspect low_clock(JudgedRun const& run) {
  auto const& cpu = run.header.topology;
  auto const governor =
      cpu.cpu_governor == "unknown" ? "" : fmt::format(", governor {}", cpu.cpu_governor);
  auto const lowest = run.ceilings ? run.ceilings->lowest_clock_ghz : 0;
  auto const highest = run.ceilings ? run.ceilings->clock_ghz : 0;
  if (highest <= 0)
    return std::nullopt;
  constexpr double low = 0.8; // fraction of the clock that the system states
  if (1000 * highest < low * cpu.clock_mhz)
    return Suspect{"frequency",
                   fmt::format("{:.2f} GHz measured, the system states {:.2f} GHz{}", highest,
                               cpu.clock_mhz / 1000, governor),
                   cpu.clock_mhz / (1000 * highest)};
  if (lowest > 0 && lowest < highest && clock_varies(*run.ceilings))
    return Suspect{
        "frequency",
        fmt::format("the clock varies from {:.2f} to {:.2f} GHz{}", lowest, highest, governor),
        highest / lowest};
  return std::nullopt;
}

MaybeSuspect far_memory(JudgedRun const& run) {
  auto const share = remote_share(run).value_or(0);
  constexpr double little = 0.1;
  if (share <= little)
    return std::nullopt;
  return Suspect{
      "remote memory",
      fmt::format("{:.0f} % of the memory is in NUMA domains with too few threads", 100 * share),
      1 + share};
}

MaybeSuspect small_pages(JudgedRun const& run) {
  auto const share = huge_page_share(run).value_or(1);
  if (share >= 0.5)
    return std::nullopt;
  constexpr double usual = 1.1; // typical speed-up by huge pages
  return Suspect{fmt::format("{} KiB pages", run.header.configuration.page_bytes / 1024),
                 fmt::format("{:.0f} % of the memory is on huge pages (--hugepages {})",
                             100 * share, run.header.configuration.huge_pages),
                 usual};
}

} // namespace

std::vector<Suspect> suspects_of(JudgedRun const& run) {
  std::vector<Suspect> found;
  for (auto const& look : {debug_build, shared_cores, idle_cores, narrow_simd, other_job, low_clock,
                           far_memory, small_pages})
    if (auto const suspect = look(run); suspect && (look == debug_build || !run.on_device()))
      found.push_back(*suspect);
  std::ranges::sort(found, std::greater<>(), &Suspect::slowdown);
  return found;
}

std::string causes_text(std::vector<Suspect> const& suspects) {
  if (suspects.empty())
    return "the record shows no cause";
  std::string text;
  for (auto const& suspect : suspects)
    text += fmt::format("{}{} ({})", text.empty() ? "most likely cause: " : "; or ", suspect.cause,
                        suspect.evidence);
  return text;
}

} // namespace kitt::perf
