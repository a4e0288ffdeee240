// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/model/machine_file.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/results/data_folder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <utility>

namespace kitt::perf {

namespace {

constexpr auto no_limit = std::numeric_limits<std::size_t>::max();

void check_levels(std::vector<MachineLevel> const& levels, std::string const& origin) {
  KITT_VALIDATE(!levels.empty() && !levels.back().capacity_bytes,
                fmt::format("{}: bad \"levels\" (the last level must be memory, with "
                            "capacity_bytes null): correct the file",
                            origin));
  for (std::size_t i = 0; i < levels.size(); ++i) {
    auto const& level = levels[i];
    KITT_VALIDATE(
        level.gb_per_s > 0,
        fmt::format("{}: gb_per_s of {} is {} (a bandwidth is positive): correct the file", origin,
                    level.level, level.gb_per_s));
    KITT_VALIDATE(i == 0 || level.capacity_bytes.value_or(no_limit) >
                                levels[i - 1].capacity_bytes.value_or(no_limit),
                  fmt::format("{}: {} is not larger than {} (levels must go from the smallest "
                              "cache to memory): correct the file",
                              origin, level.level, levels[i - 1].level));
  }
}

void check_link(std::optional<FaceLink> const& link, char const* name, std::string const& origin) {
  KITT_VALIDATE(
      !link || (link->latency_seconds >= 0 && link->gb_per_s > 0),
      fmt::format(
          "{}: bad \"{}\" (a latency must be at least 0, a bandwidth above 0): correct the file",
          origin, name));
}

void check_messages(std::optional<MessageLink> const& link, char const* name,
                    std::string const& origin) {
  KITT_VALIDATE(!link || (link->latency_seconds >= 0 && link->overhead_seconds >= 0 &&
                          link->pair_gb_per_s > 0 && link->node_gb_per_s > 0),
                fmt::format("{}: bad \"{}\" (a latency or overhead must be at least 0, a bandwidth "
                            "above 0): correct the file",
                            origin, name));
}

void check_fractions(Machine const& machine, std::string const& origin) {
  auto const is_fraction = [](double value) { return value > 0 && value <= 1; };
  for (auto const& [name, fractions] : machine.kernels) {
    auto const known = hopping_kernels();
    KITT_VALIDATE(std::find(known.begin(), known.end(), name) != known.end(),
                  fmt::format("{}: unknown kernel \"{}\" (the model knows {}): correct the file",
                              origin, name, fmt::join(known, ", ")));
    KITT_VALIDATE(
        is_fraction(fractions.peak) && is_fraction(fractions.bandwidth),
        fmt::format(
            "{}: bad fractions of {} (a fraction must be above 0 and at most 1): correct the file",
            origin, name));
  }
}

void check(Machine const& machine, std::string const& origin) {
  KITT_VALIDATE(machine.ranks_per_node > 0 && machine.threads_per_node > 0,
                fmt::format("{}: ranks_per_node or threads_per_node is not positive (a node has at "
                            "least one of each): correct the file",
                            origin));
  KITT_VALIDATE(
      machine.single_gflops_per_s > 0 && machine.double_gflops_per_s > 0,
      fmt::format("{}: a peak is not positive (nothing could be computed): correct the file",
                  origin));
  KITT_VALIDATE(
      machine.launch_seconds >= 0,
      fmt::format("{}: launch_seconds is negative (a start takes time): correct the file", origin));
  check_levels(machine.levels, origin);
  check_link(machine.shared_memory, "shared_memory", origin);
  check_link(machine.network, "network", origin);
  check_messages(machine.network_messages, "network_messages", origin);
  check_messages(machine.shared_memory_messages, "shared_memory_messages", origin);
  check_fractions(machine, origin);
}

/// Returns the keys of all numbers that say how fast the machine is.
std::vector<std::string> figures_of(Machine const& machine) {
  std::vector<std::string> keys{"single_gflops_per_s", "double_gflops_per_s", "launch_seconds"};
  for (auto const& level : machine.levels)
    keys.push_back("levels." + level.level);
  if (machine.shared_memory)
    keys.emplace_back("shared_memory");
  if (machine.network)
    keys.emplace_back("network");
  for (auto const& [name, link] :
       {std::pair("network_messages", machine.network_messages),
        std::pair("shared_memory_messages", machine.shared_memory_messages)})
    if (link)
      for (auto const* which :
           {".latency_seconds", ".overhead_seconds", ".pair_gb_per_s", ".node_gb_per_s"})
        keys.push_back(std::string(name) + which);
  for (auto const& [name, fractions] : machine.kernels)
    for (auto const* which : {".peak_fraction", ".bandwidth_fraction"})
      keys.push_back("kernels." + name + which);
  return keys;
}

void check_sources(Machine const& machine, std::string const& origin) {
  for (auto const& key : figures_of(machine))
    KITT_VALIDATE(machine.sources.count(key) == 1,
                  fmt::format("{}: no source of {} (readers must know where each figure comes "
                              "from): add it to \"sources\"",
                              origin, key));
  auto const kinds = source_kinds();
  for (auto const& [key, source] : machine.sources)
    KITT_VALIDATE(std::ranges::find(kinds, source.kind) != kinds.end(),
                  fmt::format("{}: the source of {} has a wrong kind (\"{}\" is unknown): give {}",
                              origin, key, source.kind, fmt::join(kinds, " or ")));
}

} // namespace

std::vector<std::string> hopping_kernels() {
  auto names = kernels_of("hopping");
  std::erase_if(names, [](std::string const& name) { return kernel_named(name).only_if_named(); });
  return names;
}

std::vector<std::string> source_kinds() {
  return {"measured", "published", "data sheet", "calibrated", "estimate"};
}

Ceilings Machine::ceilings() const {
  Ceilings result;
  result.threads = threads_per_node;
  result.single_gflops_per_s = single_gflops_per_s;
  result.double_gflops_per_s = double_gflops_per_s;
  for (auto const& level : levels) {
    auto& found = result.levels.emplace_back();
    found.level = level.level;
    found.capacity_bytes = level.capacity_bytes.value_or(no_limit);
    found.triad_gb_per_s = level.gb_per_s;
  }
  return result;
}

KernelFractions Machine::fractions(std::string const& kernel) const {
  auto const found = kernels.find(kernel);
  return found == kernels.end() ? KernelFractions{} : found->second;
}

Machine Machine::with_threads(int threads) const {
  auto result = *this;
  auto const share = static_cast<double>(threads) / threads_per_node;
  result.threads_per_node = threads;
  result.single_gflops_per_s *= share;
  result.double_gflops_per_s *= share;
  for (auto level = result.levels.begin(); level != std::prev(result.levels.end()); ++level)
    level->gb_per_s *= share;
  return result;
}

bool Machine::calibrated_by(CalibrationCell const& cell) const {
  return std::find(calibrated_on.begin(), calibrated_on.end(), cell) != calibrated_on.end();
}

std::string to_text(Machine const& machine) {
  return to_data(machine).dump(2) + "\n";
}

Machine machine_from_text(std::string const& text, std::string const& origin) {
  auto const unreadable = [&](std::string const& why) {
    return UserError(fmt::format(
        "{} cannot be read ({}): correct it, or write a new one with `kitt machine --write`",
        origin, why));
  };
  Machine machine;
  try {
    auto const json = Json::parse(text);
    check_version(json, "machine_schema_version");
    machine = from_data<Machine>(json);
  } catch (Json::exception const& error) {
    throw unreadable(detail::words_of(error));
  } catch (detail::WrongValue const& error) {
    throw unreadable(error.what());
  }
  check(machine, origin);
  check_sources(machine, origin);
  return machine;
}

std::filesystem::path machine_path(std::string const& name_or_path) {
  auto const names = shipped_machine_names();
  bool const shipped = std::find(names.begin(), names.end(), name_or_path) != names.end();
  std::error_code failed;
  KITT_VALIDATE(shipped || std::filesystem::exists(name_or_path, failed),
                fmt::format("no machine \"{}\" (no such file, and KITT has no machine of that "
                            "name): give {}, or a file written by `kitt machine --write`",
                            name_or_path, fmt::join(names, ", ")));
  return shipped ? data_file("machines", name_or_path) : std::filesystem::path(name_or_path);
}

Machine load_machine(std::string const& name_or_path) {
  return machine_from_text(read_input(machine_path(name_or_path)), name_or_path);
}

std::vector<std::string> shipped_machine_names() {
  return data_names("machines");
}

} // namespace kitt::perf
