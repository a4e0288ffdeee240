// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/results.hpp"

#include "perf/json/json_words.hpp"

#include <array>

namespace kitt::perf {

namespace {

struct Place {
  char const* what;
  char const* pointer; ///< JSON pointer to the value in a record
};

constexpr std::array places{
    Place{"label", "/provenance/label"},
    Place{"simulated machine", "/configuration/simulated/platform"},
    Place{"simulated computing", "/configuration/simulated/computing"},
    Place{"KITT", "/provenance/kitt_version"},
    Place{"commit", "/provenance/git_commit"},
    Place{"compiler", "/provenance/compiler"},
    Place{"compiler flags", "/provenance/compiler_flags"},
    Place{"build type", "/provenance/build_type"},
    Place{"Kokkos", "/provenance/kokkos_version"},
    Place{"Kokkos backend", "/provenance/kokkos_backend"},
    Place{"ECC of the GPU", "/provenance/gpu/ecc"},
    Place{"driver of the GPU", "/provenance/gpu/driver"},
    Place{"ranks per GPU", "/provenance/gpu/ranks"},
    Place{"Kokkos Kernels", "/provenance/kokkos_kernels_version"},
    Place{"MPI library", "/provenance/mpi_version"},
    Place{"messages by", "/provenance/message_transport"},
    Place{"CPU", "/topology/cpu_model"},
    Place{"virtual machine", "/topology/virtual_machine"},
    Place{"CPU quota", "/topology/cpu_quota"},
    Place{"frequency governor", "/topology/cpu_governor"},
    Place{"NUMA balancing", "/topology/numa_balancing"},
    Place{"network devices", "/topology/network_devices"},
    Place{"transparent huge pages", "/topology/transparent_huge_pages"},
    Place{"huge pages asked for", "/configuration/pages/huge_pages_asked"},
    Place{"first touch", "/configuration/pages/first_touch"},
    Place{"page bytes", "/configuration/pages/page_bytes"},
    Place{"nodes", "/configuration/nodes"},
    Place{"ranks per node", "/configuration/ranks_per_node"},
    Place{"threads per rank", "/configuration/threads_per_rank"},
    Place{"ranks along x, y, z, t", "/configuration/grid"},
    Place{"binding", "/configuration/binding/policy"},
    Place{"cores of rank 0", "/configuration/binding/cores"},
    Place{"NUMA domains of rank 0", "/configuration/binding/numa_domains"},
    Place{"precision", "/configuration/precision"},
    Place{"Ls", "/configuration/ls"},
    Place{"rules", "/configuration/rules/name"},
    Place{"links", "/configuration/gauge"},
    Place{"mismatches accepted", "/configuration/gauge_file/accepted"},
    Place{"phases removed", "/configuration/gauge_file/phases_removed"},
    Place{"boundary in links", "/configuration/gauge_file/boundary_in_links"},
    Place{"extents stated", "/configuration/gauge_file/extents"},
    Place{"file's precision stated", "/configuration/gauge_file/file_precision"},
    Place{"boundary in time", "/configuration/boundary"},
    Place{"faces inside a node by", "/configuration/comms/transport"},
    Place{"precision of faces", "/configuration/comms/precision"},
    Place{"strategy", "/configuration/comms/strategy"},
    Place{"comms threads", "/configuration/comms/threads"},
    Place{"scaling", "/configuration/scaling"},
    Place{"tuning", "/configuration/tune"},
    Place{"seconds per cell", "/configuration/sampling/minimum_seconds"},
    Place{"samples per cell", "/configuration/sampling/minimum_samples"},
    Place{"robustness is of", "/summary/robustness_set/name"}};

std::string text_of(Json const& value);

/// Returns the name of a network device and its NUMA domain: "eth0 (NUMA domain 0)".
std::string device_text(Json const& device) {
  auto const name = device.value("name", "?");
  auto const domain = device.find("numa_domain");
  return domain == device.end() || domain->is_null()
             ? name
             : name + " (NUMA domain " + domain->dump() + ")";
}

std::string list_text(Json const& list) {
  std::string text;
  for (auto const& element : list) {
    auto const part = element.is_object() ? device_text(element) : text_of(element);
    text += (text.empty() ? "" : element.is_object() ? ", " : ".") + part;
  }
  return text.empty() ? "none" : text;
}

std::string text_of(Json const& value) {
  if (value.is_string())
    return value.get<std::string>();
  if (value.is_null())
    return "-";
  if (value.is_boolean())
    return value.get<bool>() ? "yes" : "no";
  return value.is_array() ? list_text(value) : value.dump();
}

void add_group(std::vector<RunFact>& facts, Json const& record, char const* group,
               char const* pointer) {
  for (auto const& [name, value] : record.at(Json::json_pointer(pointer)).items())
    facts.push_back({std::string(group) + ' ' + name, text_of(value)});
}

} // namespace

std::vector<RunFact> facts_of_record(Json const& record) {
  std::vector<RunFact> facts;
  for (auto const& [what, pointer] : places) {
    Json::json_pointer const place(pointer);
    if (record.contains(place))
      facts.push_back({what, text_of(record.at(place))});
  }
  add_group(facts, record, environment_facts, "/configuration/environment");
  add_group(facts, record, mpi_limit_facts, "/configuration/mpi_protocol");
  return facts;
}

} // namespace kitt::perf
