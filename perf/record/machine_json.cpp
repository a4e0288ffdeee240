// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/machine_json.hpp"

#include "core/base/error.hpp"
#include "perf/json/json_words.hpp"

#include <limits>
#include <nlohmann/json.hpp>

namespace kitt::perf {

using nlohmann::json;

namespace {

constexpr auto no_limit = std::numeric_limits<std::size_t>::max();

/// Where 0 says that nothing is known.
template <class T>
json known(T value) {
  return value == 0 ? json(nullptr) : json(value);
}
json known(std::string const& value) {
  return value == "unknown" ? json(nullptr) : json(value);
}

json caches_json(std::vector<comms::Cache> const& caches) {
  auto result = json::array();
  for (auto const& cache : caches)
    result.push_back({{"level", cache.level},
                      {"size_bytes", known(cache.size_bytes)},
                      {"line_bytes", known(cache.line_bytes)},
                      {"count", cache.count},
                      {"cores_per_cache", cache.cores_per_cache}});
  return result;
}

json numa_json(std::vector<comms::NumaDomain> const& domains) {
  auto result = json::array();
  for (auto const& domain : domains)
    result.push_back({{"os_index", domain.os_index},
                      {"memory_bytes", known(domain.memory_bytes)},
                      {"cores", domain.cores},
                      {"cpuset", domain.cpuset}});
  return result;
}

json network_json(std::vector<comms::NetworkDevice> const& devices) {
  auto result = json::array();
  for (auto const& device : devices)
    result.push_back({{"name", device.name},
                      {"kind", device.kind},
                      {"numa_domain", device.numa_domain ? json(*device.numa_domain) : json()}});
  return result;
}

json huge_pages_json(std::vector<comms::HugePagePool> const& pools) {
  auto result = json::array();
  for (auto const& pool : pools)
    result.push_back({{"page_bytes", pool.page_bytes},
                      {"pages_total", pool.pages_total},
                      {"pages_free", pool.pages_free}});
  return result;
}

json level_json(LevelBandwidth const& level) {
  return {{"level", level.level},
          {"working_set_bytes", level.working_set_bytes},
          {"capacity_bytes",
           level.capacity_bytes == no_limit ? json(nullptr) : json(level.capacity_bytes)},
          {"read_gb_per_s", level.read_gb_per_s},
          {"copy_gb_per_s", level.copy_gb_per_s},
          {"triad_gb_per_s", level.triad_gb_per_s}};
}

LevelBandwidth level_from_json(json const& from) {
  auto const& capacity = from.at("capacity_bytes");
  return {.level = from.at("level").get<std::string>(),
          .working_set_bytes = from.at("working_set_bytes").get<std::size_t>(),
          .capacity_bytes = capacity.is_null() ? no_limit : capacity.get<std::size_t>(),
          .read_gb_per_s = from.at("read_gb_per_s").get<double>(),
          .copy_gb_per_s = from.at("copy_gb_per_s").get<double>(),
          .triad_gb_per_s = from.at("triad_gb_per_s").get<double>()};
}

} // namespace

json to_json(comms::Topology const& topology) {
  return {{"cpu_model", known(topology.cpu_model)},
          {"architecture", known(topology.architecture)},
          {"simd_compiled", known(topology.simd_compiled)},
          {"simd_offered", topology.simd_offered},
          {"virtual_machine", topology.virtual_machine},
          {"clock_mhz", known(topology.clock_mhz)},
          {"cpu_governor", known(topology.cpu_governor)},
          {"sockets", known(topology.sockets)},
          {"cores", known(topology.cores)},
          {"hardware_threads", known(topology.hardware_threads)},
          {"allowed_cores", known(topology.allowed_cores)},
          {"allowed_hardware_threads", known(topology.allowed_hardware_threads)},
          {"allowed_cpuset", known(topology.allowed_cpuset)},
          {"cpu_quota", known(topology.cpu_quota)},
          {"numa_domains", numa_json(topology.numa_domains)},
          {"numa_distances", topology.numa_distances},
          {"caches", caches_json(topology.caches)},
          {"network_devices", network_json(topology.network_devices)},
          {"numa_balancing", known(topology.numa_balancing)},
          {"page_bytes", known(topology.page_bytes)},
          {"transparent_huge_pages", known(topology.transparent_huge_pages)},
          {"huge_pages", huge_pages_json(topology.huge_pages)},
          {"memory_bytes", known(topology.memory_bytes)},
          {"available_memory_bytes", known(topology.available_memory_bytes)},
          {"warnings", topology.warnings}};
}

json to_json(comms::Binding const& binding) {
  auto caches = json::array();
  for (auto const& cache : binding.caches)
    caches.push_back({{"level", cache.level},
                      {"caches", cache.caches},
                      {"total_bytes", known(cache.total_bytes)},
                      {"line_bytes", known(cache.line_bytes)}});
  return {{"policy", comms::to_string(binding.policy)},
          {"threads", binding.threads()},
          {"thread_cpusets", binding.thread_cpusets},
          {"cores", known(binding.cores)},
          {"numa_domains", known(binding.numa_domains)},
          {"caches", caches},
          {"warnings", binding.warnings}};
}

json to_json(Ceilings const& ceilings) {
  auto levels = json::array();
  for (auto const& level : ceilings.levels)
    levels.push_back(level_json(level));
  json result{{"threads", ceilings.threads},
              {"single_lanes", ceilings.single_lanes},
              {"double_lanes", ceilings.double_lanes},
              {"single_gflops_per_s", ceilings.single_gflops_per_s},
              {"double_gflops_per_s", ceilings.double_gflops_per_s},
              {"clock_ghz", known(ceilings.clock_ghz)},
              {"levels", levels}};
  if (!ceilings.missing.empty())
    result["missing"] = ceilings.missing;
  return result;
}

Ceilings ceilings_from_json(json const& from) {
  try {
    Ceilings result;
    result.threads = from.at("threads").get<int>();
    result.single_lanes = from.at("single_lanes").get<int>();
    result.double_lanes = from.at("double_lanes").get<int>();
    result.single_gflops_per_s = from.at("single_gflops_per_s").get<double>();
    result.double_gflops_per_s = from.at("double_gflops_per_s").get<double>();
    auto const& clock = from.at("clock_ghz");
    result.clock_ghz = clock.is_null() ? 0 : clock.get<double>();
    for (auto const& level : from.at("levels"))
      result.levels.push_back(level_from_json(level));
    result.missing = from.value("missing", std::vector<std::string>{});
    return result;
  } catch (json::exception const& error) {
    throw UserError("the record's ceilings cannot be read (" + detail::words_of(error) +
                    "): resume from an undamaged record, or start a new one");
  }
}

} // namespace kitt::perf
