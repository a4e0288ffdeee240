// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/detail/record_json.hpp"

#include "core/base/error.hpp"
#include "perf/json/json_words.hpp"
#include "perf/record/machine_json.hpp"

namespace kitt::perf::detail {

namespace {

char const* benchmark_of(std::string const& kernel) {
  if (kernel == halo_kernel)
    return "halo";
  return kernel == "Wilson" || kernel == "DWF4" || kernel == "DWF5" ? "hopping" : "memory";
}

Json cell_head(CellKey const& key, char const* status) {
  return {{"benchmark", benchmark_of(key.kernel)},
          {"status", status},
          {"kernel", key.kernel},
          {"l", key.l},
          {"ls", key.ls},
          {"precision", to_string(key.precision)},
          {"variant", key.variant}};
}

Json to_json(Statistics const& seconds) {
  return {{"count", seconds.count},
          {"calls_per_sample", seconds.calls_per_sample},
          {"median", seconds.median},
          {"mean", seconds.mean},
          {"standard_error", seconds.standard_error},
          {"minimum", seconds.minimum},
          {"maximum", seconds.maximum}};
}

Json to_json(HaloRate const& rate) {
  return {{"mb_per_s_per_node", rate.median},
          {"standard_error_mb_per_s_per_node", rate.standard_error},
          {"minimum_mb_per_s_per_node", rate.minimum},
          {"maximum_mb_per_s_per_node", rate.maximum}};
}

Statistics statistics_from_json(Json const& from) {
  return {.count = from.at("count").get<std::size_t>(),
          .median = from.at("median").get<double>(),
          .mean = from.at("mean").get<double>(),
          .standard_error = from.at("standard_error").get<double>(),
          .minimum = from.at("minimum").get<double>(),
          .maximum = from.at("maximum").get<double>(),
          .calls_per_sample = from.at("calls_per_sample").get<std::size_t>()};
}

Precision precision_from_json(Json const& from) {
  auto const name = from.get<std::string>();
  auto const precision = precision_named(name);
  KITT_VALIDATE(precision,
                "no precision \"" + name + "\" (it is single or double): mend the record");
  return *precision;
}

Json rank_bindings_json(std::vector<RankBinding> const& ranks) {
  auto result = Json::array();
  for (auto const& rank : ranks)
    result.push_back({{"rank", rank.rank},
                      {"host", rank.host},
                      {"thread_cpusets", rank.thread_cpusets},
                      {"cores", rank.cores},
                      {"numa_domains", rank.numa_domains}});
  return result;
}

template <class T>
Json or_null(std::optional<T> const& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class T>
std::optional<T> maybe(Json const& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<T>());
}

Json entry_json(std::optional<SummaryEntry> const& entry) {
  if (!entry)
    return nullptr;
  return {{"mflops_per_node", entry->mflops_per_node}, {"variant", entry->variant}};
}

Json to_json(Tuning const& tuning) {
  return {{"order", tuning.order},
          {"order_data", Json::parse(tuning.order_data)},
          {"source", tuning.source},
          {"effort", tuning.effort},
          {"candidates", tuning.candidates},
          {"seconds", tuning.seconds},
          {"plain_seconds", tuning.plain_seconds},
          {"time", tuning.time}};
}

std::optional<Tuning> tuning_of(Json const& cell) {
  if (!cell.contains("tuning"))
    return std::nullopt;
  auto const& from = cell.at("tuning");
  return Tuning{.order = from.at("order").get<std::string>(),
                .order_data = from.at("order_data").dump(),
                .source = from.at("source").get<std::string>(),
                .effort = from.at("effort").get<std::string>(),
                .candidates = from.at("candidates").get<std::size_t>(),
                .seconds = from.at("seconds").get<double>(),
                .plain_seconds = from.at("plain_seconds").get<double>(),
                .time = from.at("time").get<std::string>()};
}

Json to_json(Communication const& c) {
  return {{"strategy", c.strategy},
          {"transport", c.transport},
          {"precision", c.precision},
          {"pack_seconds", c.pack_seconds},
          {"interior_seconds", c.interior_seconds},
          {"wait_seconds", c.wait_seconds},
          {"exterior_seconds", c.exterior_seconds},
          {"hidden_fraction", or_null(c.hidden_fraction)},
          {"bytes_by_messages", c.bytes_by_messages},
          {"bytes_by_shared_memory", c.bytes_by_shared_memory}};
}

std::optional<Communication> communication_of(Json const& cell) {
  if (!cell.contains("communication"))
    return std::nullopt;
  auto const& from = cell.at("communication");
  Communication c{.strategy = from.at("strategy").get<std::string>(),
                  .transport = from.at("transport").get<std::string>(),
                  .precision = from.at("precision").get<std::string>(),
                  .pack_seconds = from.at("pack_seconds").get<double>(),
                  .interior_seconds = from.at("interior_seconds").get<double>(),
                  .wait_seconds = from.at("wait_seconds").get<double>(),
                  .exterior_seconds = from.at("exterior_seconds").get<double>(),
                  .hidden_fraction = {},
                  .bytes_by_messages = from.at("bytes_by_messages").get<std::size_t>(),
                  .bytes_by_shared_memory = from.at("bytes_by_shared_memory").get<std::size_t>()};
  if (!from.at("hidden_fraction").is_null())
    c.hidden_fraction = from.at("hidden_fraction").get<double>();
  return c;
}

/// Adds nothing where sites were not looked at one by one.
template <class Cell>
void add_verification_of_sites(Json& json, Cell const& cell) {
  if (cell.verification_site_error)
    json["verification_site_error"] = *cell.verification_site_error;
  if (cell.verification_site_tolerance)
    json["verification_site_tolerance"] = *cell.verification_site_tolerance;
}

std::optional<double> optional_number(Json const& cell, char const* key) {
  return cell.contains(key) ? std::optional(cell.at(key).get<double>()) : std::nullopt;
}

template <class Cell>
void add_roofline(Json& json, Cell const& cell) {
  json["roofline_gflops_per_s_per_node"] = cell.roofline_gflops_per_s;
  json["roofline_gb_per_s_per_node"] = cell.roofline_gb_per_s;
  json["working_set_bytes_per_node"] = cell.working_set_bytes;
}

/// Adds nothing where there are no counters.
void add_energy(Json& cell, EnergyUse const& use) {
  if (!use.missing.empty())
    cell["energy_missing"] = use.missing;
  if (use.figures)
    cell["energy"] = {{"joules_per_call", use.figures->joules_per_call},
                      {"watts_per_node", use.figures->watts_per_node},
                      {"mflops_per_watt", or_null(use.figures->mflops_per_watt)}};
}

EnergyUse energy_of(Json const& cell) {
  EnergyUse use{.figures = {}, .missing = cell.value("energy_missing", std::string())};
  if (!cell.contains("energy"))
    return use;
  auto const& from = cell.at("energy");
  use.figures = {.joules_per_call = from.at("joules_per_call").get<double>(),
                 .watts_per_node = from.at("watts_per_node").get<double>(),
                 .mflops_per_watt = {}};
  if (!from.at("mflops_per_watt").is_null())
    use.figures->mflops_per_watt = from.at("mflops_per_watt").get<double>();
  return use;
}

} // namespace

Json to_json(HoppingCell const& cell) {
  auto json = cell_head(key_of(cell), "measured");
  json.update({{"local_volume", cell.local_volume},
               {"global_volume", cell.global_volume},
               {"lanes", cell.lanes},
               {"lane_grid", cell.lane_grid},
               {"links", to_string(cell.links)},
               {"flops_per_site", cell.flops_per_site},
               {"sites", cell.sites},
               {"verification_error", cell.verification_error},
               {"verification_tolerance", cell.verification_tolerance},
               {"seconds", to_json(cell.seconds)},
               {"mflops_per_node", cell.mflops_per_node},
               {"mflops_per_node_mean", cell.mflops_per_node_mean},
               {"arithmetic_intensity_flops_per_byte", cell.arithmetic_intensity},
               {"ceiling", cell.ceiling.empty() ? Json(nullptr) : Json(cell.ceiling)},
               {"roofline_fraction", or_null(cell.roofline_fraction)},
               {"peak_fraction", cell.peak_fraction}});
  add_verification_of_sites(json, cell);
  add_roofline(json, cell);
  if (cell.tuning)
    json["tuning"] = to_json(*cell.tuning);
  if (cell.communication)
    json["communication"] = to_json(*cell.communication);
  add_energy(json, cell.energy);
  return json;
}

Json to_json(MemoryCell const& cell) {
  auto json = cell_head(key_of(cell), "measured");
  json.update({{"bytes", cell.bytes},
               {"gb_per_s", cell.gb_per_s},
               {"gb_per_s_per_node", cell.gb_per_s_per_node},
               {"gflops_per_s", cell.gflops_per_s},
               {"verification_error", cell.verification_error},
               {"seconds", to_json(cell.seconds)},
               {"arithmetic_intensity_flops_per_byte", cell.arithmetic_intensity},
               {"ceiling", cell.ceiling.empty() ? Json(nullptr) : Json(cell.ceiling)},
               {"roofline_fraction", or_null(cell.roofline_fraction)}});
  add_roofline(json, cell);
  add_energy(json, cell.energy);
  return json;
}

Json to_json(HaloCell const& cell) {
  auto json = cell_head(key_of(cell), "measured");
  json.update({{"directions", cell.directions},
               {"transport", cell.transport},
               {"face_bytes", cell.face_bytes},
               {"bytes_per_node", cell.bytes_per_node},
               {"bytes_by_messages", cell.bytes_by_messages},
               {"bytes_by_shared_memory", cell.bytes_by_shared_memory},
               {"seconds", to_json(cell.seconds)},
               {"one_way", to_json(one_way(cell))},
               {"both_ways", to_json(both_ways(cell))}});
  add_energy(json, cell.energy);
  return json;
}

Json to_json(SkippedCell const& cell) {
  auto json = cell_head(cell.key, "skipped");
  json["reason"] = cell.reason;
  return json;
}

Json to_json(FailedCell const& cell) {
  auto json = cell_head(cell.key, "failed");
  json.update({{"reason", cell.reason},
               {"verification_error", cell.verification_error},
               {"verification_tolerance", cell.verification_tolerance}});
  add_verification_of_sites(json, cell);
  return json;
}

Json to_json(Provenance const& provenance) {
  return {{"label", provenance.label.empty() ? Json(nullptr) : Json(provenance.label)},
          {"time", provenance.time},
          {"command_line", provenance.command_line},
          {"hostnames", provenance.hostnames},
          {"kitt_version", provenance.kitt_version},
          {"git_commit", provenance.git_commit},
          {"compiler", provenance.compiler},
          {"compiler_flags", provenance.compiler_flags},
          {"build_type", provenance.build_type},
          {"kokkos_version", provenance.kokkos_version},
          {"kokkos_backend", provenance.kokkos_backend},
          {"kokkos_kernels_version", provenance.kokkos_kernels_version},
          {"mpi_version", provenance.mpi_version},
          {"message_transport", provenance.message_transport.empty()
                                    ? Json(nullptr)
                                    : Json(provenance.message_transport)},
          {"resumed", Json::array()}};
}

Json to_json(Configuration const& configuration) {
  auto const& c = configuration;
  return {{"benchmark", c.benchmark},
          {"ranks", c.ranks},
          {"nodes", c.nodes},
          {"ranks_per_node", c.ranks_per_node},
          {"threads_per_rank", c.threads_per_rank},
          {"lanes", {{"single", c.lanes_single}, {"double", c.lanes_double}}},
          {"binding", Json(perf::to_json(c.binding))},
          {"rank_bindings", rank_bindings_json(c.rank_bindings)},
          {"grid", or_null(c.grid)},
          {"node_block", or_null(c.node_block)},
          {"pages",
           {{"huge_pages_asked", c.huge_pages},
            {"page_bytes", c.page_bytes},
            {"huge_page_bytes_obtained", nullptr}}},
          {"seed", c.seed},
          {"precision", to_string(c.precision)},
          {"ls", c.ls},
          {"gauge", c.gauge},
          {"boundary", c.boundary},
          {"conventions",
           {{"volume", c.volume_convention},
            {"flops_per_site", c.flops_per_site},
            {"mflops_per_node_uses", "median"},
            {"gb_bytes", 1000000000}}},
          {"scaling", c.scaling},
          {"global_volume", or_null(c.global_volume)},
          {"comms",
           {{"transport", c.transport},
            {"precision", to_string(c.comms_precision)},
            {"strategy", c.strategy},
            {"threads", c.comms_threads}}},
          {"sampling",
           {{"minimum_seconds", c.minimum_seconds}, {"minimum_samples", c.minimum_samples}}},
          {"tune", c.tune},
          {"energy_source", c.energy_source},
          {"environment", c.environment},
          {"mpi_protocol", c.mpi_protocol}};
}

Json to_json(Summary const& summary) {
  auto rows = Json::array();
  for (auto const& row : summary.rows)
    rows.push_back({{"l", row.l},
                    {"wilson", entry_json(row.wilson)},
                    {"dwf4", entry_json(row.dwf4)},
                    {"dwf5", entry_json(row.dwf5)}});
  return {{"precision", to_string(summary.precision)},
          {"ls", summary.ls > 0 ? Json(summary.ls) : Json(nullptr)},
          {"per_node_table", rows},
          {"comparison_point_mflops_per_node", or_null(summary.comparison_mflops_per_node)},
          {"dwf4_l16_mflops_per_node", or_null(summary.dwf4_l16_mflops_per_node)},
          {"robustness", or_null(summary.robustness)}};
}

Json to_json(Efficiency const& efficiency) {
  auto rows = Json::array();
  for (auto const& row : efficiency.rows)
    rows.push_back({{"kernel", row.kernel},
                    {"l", row.l},
                    {"mflops_per_node", row.mflops_per_node},
                    {"baseline_mflops_per_node", or_null(row.baseline_mflops_per_node)},
                    {"efficiency", or_null(row.efficiency)}});
  auto const& baseline = efficiency.baseline;
  return {{"baseline",
           {{"file", efficiency.file},
            {"time", baseline.time},
            {"ranks", baseline.ranks},
            {"nodes", baseline.nodes},
            {"threads_per_rank", baseline.threads_per_rank}}},
          {"rows", rows}};
}

CellKey key_from_json(Json const& cell) {
  return {.kernel = cell.at("kernel").get<std::string>(),
          .l = count_of(cell, "l"),
          .ls = count_of(cell, "ls"),
          .precision = precision_from_json(cell.at("precision")),
          .variant = cell.at("variant").get<std::string>()};
}

LinkStorage links_from_json(Json const& cell) {
  auto const name = cell.value("links", to_string(LinkStorage::full));
  for (auto const storage : {LinkStorage::full, LinkStorage::two_rows, LinkStorage::narrow})
    if (name == to_string(storage))
      return storage;
  throw UserError("\"" + name + "\" is no way to keep links (a record of another version?)");
}

HoppingCell hopping_from_json(Json const& from) {
  auto const key = key_from_json(from);
  return {.kernel = key.kernel,
          .l = key.l,
          .local_volume = from.at("local_volume").get<std::array<int, 4>>(),
          .global_volume = from.at("global_volume").get<std::array<int, 4>>(),
          .ls = key.ls,
          .precision = key.precision,
          .lanes = from.at("lanes").get<int>(),
          .lane_grid = from.at("lane_grid").get<std::array<int, 5>>(),
          .variant = key.variant,
          .links = links_from_json(from),
          .flops_per_site = from.at("flops_per_site").get<int>(),
          .sites = from.at("sites").get<std::size_t>(),
          .verification_error = from.at("verification_error").get<double>(),
          .verification_tolerance = from.at("verification_tolerance").get<double>(),
          .verification_site_error = optional_number(from, "verification_site_error"),
          .verification_site_tolerance = optional_number(from, "verification_site_tolerance"),
          .seconds = statistics_from_json(from.at("seconds")),
          .mflops_per_node = from.at("mflops_per_node").get<double>(),
          .mflops_per_node_mean = from.at("mflops_per_node_mean").get<double>(),
          .arithmetic_intensity = from.at("arithmetic_intensity_flops_per_byte").get<double>(),
          .ceiling = maybe<std::string>(from.at("ceiling")).value_or(""),
          .roofline_fraction = maybe<double>(from.at("roofline_fraction")),
          .peak_fraction = from.at("peak_fraction").get<double>(),
          .roofline_gflops_per_s = from.value("roofline_gflops_per_s_per_node", 0.0),
          .roofline_gb_per_s = from.value("roofline_gb_per_s_per_node", 0.0),
          .working_set_bytes = from.value("working_set_bytes_per_node", 0.0),
          .tuning = tuning_of(from),
          .communication = communication_of(from),
          .energy = energy_of(from)};
}

MemoryCell memory_from_json(Json const& from) {
  auto const key = key_from_json(from);
  return {.kernel = key.kernel,
          .l = key.l,
          .bytes = from.at("bytes").get<std::size_t>(),
          .gb_per_s = from.at("gb_per_s").get<double>(),
          .gb_per_s_per_node = from.at("gb_per_s_per_node").get<double>(),
          .gflops_per_s = from.at("gflops_per_s").get<double>(),
          .seconds = statistics_from_json(from.at("seconds")),
          .verification_error = from.at("verification_error").get<double>(),
          .arithmetic_intensity = from.value("arithmetic_intensity_flops_per_byte", 0.0),
          .ceiling = maybe<std::string>(from.at("ceiling")).value_or(""),
          .roofline_fraction = maybe<double>(from.at("roofline_fraction")),
          .roofline_gflops_per_s = from.value("roofline_gflops_per_s_per_node", 0.0),
          .roofline_gb_per_s = from.value("roofline_gb_per_s_per_node", 0.0),
          .working_set_bytes = from.value("working_set_bytes_per_node", 0.0),
          .precision = key.precision,
          .energy = energy_of(from)};
}

HaloCell halo_from_json(Json const& from) {
  auto const key = key_from_json(from);
  return {.directions = from.at("directions").get<std::string>(),
          .transport = from.at("transport").get<std::string>(),
          .l = key.l,
          .ls = key.ls,
          .precision = key.precision,
          .face_bytes = from.at("face_bytes").get<std::size_t>(),
          .bytes_per_node = from.at("bytes_per_node").get<std::size_t>(),
          .bytes_by_messages = from.at("bytes_by_messages").get<std::size_t>(),
          .bytes_by_shared_memory = from.at("bytes_by_shared_memory").get<std::size_t>(),
          .seconds = statistics_from_json(from.at("seconds")),
          .energy = energy_of(from)};
}

ScalingPoint scaling_point_from_json(Json const& document) {
  auto const& run = document.at("configuration");
  auto const& conventions = run.at("conventions");
  auto const& cpu = document.at("topology").at("cpu_model");
  ScalingPoint point{.time = document.at("provenance").at("time").get<std::string>(),
                     .cpu_model = cpu.is_null() ? "unknown" : cpu.get<std::string>(),
                     .ranks = run.at("ranks").get<int>(),
                     .nodes = run.at("nodes").get<int>(),
                     .threads_per_rank = run.at("threads_per_rank").get<int>(),
                     .precision = precision_from_json(run.at("precision")),
                     .ls = run.at("ls").get<int>(),
                     .flops_per_site = conventions.at("flops_per_site").get<int>(),
                     .volume_convention = conventions.at("volume").get<std::string>(),
                     .global_volume = {},
                     .summary = {}};
  // absent from older records
  if (run.contains("global_volume") && !run.at("global_volume").is_null())
    point.global_volume = run.at("global_volume").get<Extents>();
  return point;
}

bool is_measured(Json const& cell, char const* benchmark) {
  return cell.at("benchmark") == benchmark && cell.at("status") == "measured";
}

} // namespace kitt::perf::detail
