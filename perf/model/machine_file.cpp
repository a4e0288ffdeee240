// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/model/machine_file.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "perf/json/json_words.hpp"
#include "perf/results/data_folder.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace kitt::perf {

namespace {

using Json = nlohmann::ordered_json;

constexpr auto no_limit = std::numeric_limits<std::size_t>::max();
constexpr std::array source_kinds{"measured", "published", "data sheet", "calibrated", "estimate"};

Json to_json(std::optional<FaceLink> const& link) {
  if (!link)
    return nullptr;
  return {{"latency_seconds", link->latency_seconds}, {"gb_per_s", link->gb_per_s}};
}

std::optional<FaceLink> link_from_json(Json const& from) {
  if (from.is_null())
    return std::nullopt;
  return FaceLink{from.at("latency_seconds").get<double>(), from.at("gb_per_s").get<double>()};
}

Json to_json(LevelBandwidth const& level) {
  return {{"level", level.level},
          {"capacity_bytes",
           level.capacity_bytes == no_limit ? Json(nullptr) : Json(level.capacity_bytes)},
          {"gb_per_s", level.triad_gb_per_s}};
}

LevelBandwidth level_from_json(Json const& from) {
  auto const& capacity = from.at("capacity_bytes");
  LevelBandwidth level;
  level.level = from.at("level").get<std::string>();
  level.capacity_bytes = capacity.is_null() ? no_limit : capacity.get<std::size_t>();
  level.triad_gb_per_s = from.at("gb_per_s").get<double>();
  return level;
}

Json to_json(CalibrationCell const& cell) {
  return {{"table", cell.table}, {"kernel", cell.kernel}, {"l", cell.l}, {"nodes", cell.nodes}};
}

CalibrationCell calibration_from_json(Json const& from) {
  return {from.at("table").get<std::string>(), from.at("kernel").get<std::string>(),
          from.at("l").get<int>(), from.at("nodes").get<int>()};
}

template <class List>
Json list_json(List const& list) {
  auto result = Json::array();
  for (auto const& element : list)
    result.push_back(to_json(element));
  return result;
}

Json kernels_json(std::map<std::string, KernelFractions> const& kernels) {
  auto result = Json::object();
  for (auto const& [name, fractions] : kernels)
    result[name] = {{"peak_fraction", fractions.peak}, {"bandwidth_fraction", fractions.bandwidth}};
  return result;
}

Machine parse(Json const& from) {
  Machine machine;
  machine.name = from.at("name").get<std::string>();
  machine.description = from.at("description").get<std::string>();
  machine.ranks_per_node = from.at("ranks_per_node").get<int>();
  machine.ceilings.threads = from.at("threads_per_node").get<int>();
  machine.ceilings.single_gflops_per_s = from.at("single_gflops_per_s").get<double>();
  machine.ceilings.double_gflops_per_s = from.at("double_gflops_per_s").get<double>();
  machine.launch_seconds = from.at("launch_seconds").get<double>();
  for (auto const& level : from.at("levels"))
    machine.ceilings.levels.push_back(level_from_json(level));
  machine.shared_memory = link_from_json(from.at("shared_memory"));
  machine.network = link_from_json(from.at("network"));
  for (auto const& [name, fractions] : from.at("kernels").items())
    machine.kernels[name] = {fractions.at("peak_fraction").get<double>(),
                             fractions.at("bandwidth_fraction").get<double>()};
  for (auto const& cell : from.at("calibrated_on"))
    machine.calibrated_on.push_back(calibration_from_json(cell));
  for (auto const& [key, source] : from.at("sources").items())
    machine.sources[key] = {source.at("kind").get<std::string>(),
                            source.at("text").get<std::string>()};
  return machine;
}

void check_levels(std::vector<LevelBandwidth> const& levels, std::string const& origin) {
  KITT_VALIDATE(
      !levels.empty() && levels.back().capacity_bytes == no_limit,
      fmt::format("{}: levels (the last must be memory, capacity null): mend it", origin));
  for (std::size_t i = 0; i < levels.size(); ++i) {
    auto const& level = levels[i];
    KITT_VALIDATE(level.triad_gb_per_s > 0,
                  fmt::format("{}: gb_per_s of {} is {} (a bandwidth is positive): mend it", origin,
                              level.level, level.triad_gb_per_s));
    KITT_VALIDATE(i == 0 || level.capacity_bytes > levels[i - 1].capacity_bytes,
                  fmt::format("{}: {} holds no more than {} (levels go from the smallest to "
                              "memory): mend it",
                              origin, level.level, levels[i - 1].level));
  }
}

void check_link(std::optional<FaceLink> const& link, char const* name, std::string const& origin) {
  KITT_VALIDATE(!link || (link->latency_seconds >= 0 && link->gb_per_s > 0),
                fmt::format("{}: {} (a latency is not negative, a bandwidth positive): mend it",
                            origin, name));
}

void check_fractions(Machine const& machine, std::string const& origin) {
  auto const is_fraction = [](double value) { return value > 0 && value <= 1; };
  for (auto const& [name, fractions] : machine.kernels) {
    KITT_VALIDATE(
        name == "Wilson" || name == "DWF4" || name == "DWF5",
        fmt::format("{}: kernel \"{}\" (there are Wilson, DWF4, DWF5): mend it", origin, name));
    KITT_VALIDATE(
        is_fraction(fractions.peak) && is_fraction(fractions.bandwidth),
        fmt::format("{}: fractions of {} (they lie between 0 and 1): mend it", origin, name));
  }
}

void check(Machine const& machine, std::string const& origin) {
  auto const& ceilings = machine.ceilings;
  KITT_VALIDATE(machine.ranks_per_node > 0 && ceilings.threads > 0,
                fmt::format("{}: ranks_per_node or threads_per_node is not positive (a node has "
                            "some): mend it",
                            origin));
  KITT_VALIDATE(
      ceilings.single_gflops_per_s > 0 && ceilings.double_gflops_per_s > 0,
      fmt::format("{}: a peak is not positive (nothing could be computed): mend it", origin));
  KITT_VALIDATE(
      machine.launch_seconds >= 0,
      fmt::format("{}: launch_seconds is negative (a start takes time): mend it", origin));
  check_levels(ceilings.levels, origin);
  check_link(machine.shared_memory, "shared_memory", origin);
  check_link(machine.network, "network", origin);
  check_fractions(machine, origin);
}

/// The keys of all numbers that say how fast something is.
std::vector<std::string> figures_of(Machine const& machine) {
  std::vector<std::string> keys{"single_gflops_per_s", "double_gflops_per_s", "launch_seconds"};
  for (auto const& level : machine.ceilings.levels)
    keys.push_back("levels." + level.level);
  if (machine.shared_memory)
    keys.emplace_back("shared_memory");
  if (machine.network)
    keys.emplace_back("network");
  for (auto const& [name, fractions] : machine.kernels)
    for (auto const* which : {".peak_fraction", ".bandwidth_fraction"})
      keys.push_back("kernels." + name + which);
  return keys;
}

void check_sources(Machine const& machine, std::string const& origin) {
  for (auto const& key : figures_of(machine))
    KITT_VALIDATE(machine.sources.count(key) == 1,
                  fmt::format("{}: no source of {} (a figure without one is worth nothing): add it "
                              "to \"sources\"",
                              origin, key));
  for (auto const& [key, source] : machine.sources)
    KITT_VALIDATE(std::find(source_kinds.begin(), source_kinds.end(), source.kind) !=
                      source_kinds.end(),
                  fmt::format("{}: source of {} is of kind \"{}\" (there is no such): give {}",
                              origin, key, source.kind, fmt::join(source_kinds, " or ")));
}

} // namespace

KernelFractions Machine::fractions(std::string const& kernel) const {
  auto const found = kernels.find(kernel);
  return found == kernels.end() ? KernelFractions{} : found->second;
}

Machine Machine::with_threads(int threads) const {
  auto result = *this;
  auto& reduced = result.ceilings;
  auto const share = static_cast<double>(threads) / reduced.threads;
  reduced.threads = threads;
  reduced.single_gflops_per_s *= share;
  reduced.double_gflops_per_s *= share;
  for (auto level = reduced.levels.begin(); level != std::prev(reduced.levels.end()); ++level)
    level->triad_gb_per_s *= share;
  return result;
}

bool Machine::calibrated_by(CalibrationCell const& cell) const {
  return std::find(calibrated_on.begin(), calibrated_on.end(), cell) != calibrated_on.end();
}

std::string to_text(Machine const& machine) {
  auto sources = Json::object();
  for (auto const& [key, source] : machine.sources)
    sources[key] = {{"kind", source.kind}, {"text", source.text}};
  auto const& ceilings = machine.ceilings;
  Json const json{{"machine_schema_version", 1},
                  {"name", machine.name},
                  {"description", machine.description},
                  {"ranks_per_node", machine.ranks_per_node},
                  {"threads_per_node", ceilings.threads},
                  {"single_gflops_per_s", ceilings.single_gflops_per_s},
                  {"double_gflops_per_s", ceilings.double_gflops_per_s},
                  {"launch_seconds", machine.launch_seconds},
                  {"levels", list_json(ceilings.levels)},
                  {"shared_memory", to_json(machine.shared_memory)},
                  {"network", to_json(machine.network)},
                  {"kernels", kernels_json(machine.kernels)},
                  {"calibrated_on", list_json(machine.calibrated_on)},
                  {"sources", sources}};
  return json.dump(2) + "\n";
}

Machine machine_from_text(std::string const& text, std::string const& origin) {
  Machine machine;
  try {
    auto const json = Json::parse(text);
    KITT_VALIDATE(json.is_object() && json.value("machine_schema_version", 0) == 1,
                  fmt::format("{} is no machine file (machine_schema_version is not 1): write one "
                              "with `kitt machine --write`",
                              origin));
    machine = parse(json);
  } catch (Json::exception const& error) {
    throw UserError(fmt::format("{} cannot be read ({}): mend it, or write one with `kitt machine "
                                "--write`",
                                origin, detail::words_of(error)));
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
                fmt::format("no machine \"{}\" (neither a file nor one that comes with KITT): give "
                            "{}, or a file of `kitt machine --write`",
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
