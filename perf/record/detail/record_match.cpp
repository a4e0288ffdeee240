// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/detail/record_match.hpp"

#include <array>
#include <set>

namespace kitt::perf::detail {

namespace {

using Pointer = Json::json_pointer;

// Another machine of the same kind may continue: batch systems seldom give the same node twice.
constexpr std::array compared{"/provenance/kitt_version",
                              "/provenance/git_commit",
                              "/provenance/compiler",
                              "/provenance/compiler_flags",
                              "/provenance/kokkos_version",
                              "/provenance/kokkos_backend",
                              "/provenance/mpi_version",
                              "/topology/cpu_model",
                              "/topology/architecture",
                              "/topology/simd_compiled",
                              "/topology/sockets",
                              "/topology/cores",
                              "/topology/hardware_threads",
                              "/topology/caches",
                              "/topology/page_bytes",
                              "/topology/allowed_cores",
                              "/configuration",
                              "/configuration/pages/first_touch",
                              "/configuration/environment",
                              "/configuration/mpi_protocol"};

constexpr std::array may_differ{
    "/configuration/binding/thread_cpusets", "/configuration/binding/warnings",
    "/configuration/rank_bindings", "/configuration/pages/huge_page_bytes_obtained",
    "/configuration/pages/sizes_obtained", "/configuration/pages/shared_sizes_obtained",
    "/configuration/pages/domains_obtained", "/configuration/energy_source",
    // compared separately, after the other keys
    "/configuration/pages/first_touch", "/configuration/environment",
    "/configuration/mpi_protocol"};

// A key that an older record does not have does not count as a difference.
constexpr std::array newer{"/configuration/pages/first_touch", "/configuration/environment",
                           "/configuration/mpi_protocol"};

Json comparable(Json const& document) {
  auto result = Json::object();
  for (auto const* const path : compared)
    result[path] = document.contains(Pointer(path)) ? document.at(Pointer(path)) : Json(nullptr);
  auto& configuration = result["/configuration"];
  for (std::string const path : may_differ) {
    Pointer const inside(path.substr(std::string("/configuration").size()));
    if (configuration.contains(inside))
      configuration.at(inside.parent_pointer()).erase(inside.back());
  }
  return result;
}

/// Another allocation of the batch system has other cores. An empty object is flattened to null.
bool may_differ_inside(std::string const& path, std::string const& flat_key) {
  bool const of_start =
      path == "/configuration/environment" || path == "/configuration/mpi_protocol";
  return of_start && (flat_key == "/" || flat_key.starts_with("//SLURM_"));
}

std::string member_text(Json const& flat, std::string const& path) {
  return flat.contains(path) ? flat.at(path).dump(-1, ' ', false, Json::error_handler_t::replace)
                             : "absent";
}

} // namespace

std::optional<std::string> first_difference(Json const& earlier, Json const& now) {
  auto const all_there = comparable(earlier);
  auto all_here = comparable(now);
  for (auto const* const path : newer)
    if (!earlier.contains(Pointer(path)))
      all_here.erase(path);
  for (auto const& [path, value] : all_here.items()) {
    // only an object can be flattened, so a plain value gets a parent
    auto const there = Json{{"", all_there.at(path)}}.flatten();
    auto const here = Json{{"", value}}.flatten();
    std::set<std::string> keys;
    for (auto const* const flat : {&there, &here})
      for (auto const& item : flat->items())
        keys.insert(item.key());
    for (auto const& key : keys)
      if (member_text(there, key) != member_text(here, key) && !may_differ_inside(path, key)) {
        auto const name = path + key.substr(1); // removes the empty name of the parent
        return name.substr(1) + " is " + member_text(there, key) + " there and " +
               member_text(here, key) + " here";
      }
  }
  return std::nullopt;
}

} // namespace kitt::perf::detail
