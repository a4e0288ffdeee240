// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/profile_json.hpp"

namespace kitt::mpi_profile {

namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(std::optional<T> const& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_json(ProfileRow const& row) {
  return {{"routine", row.calls.routine},
          {"region", row.calls.region},
          {"comm_size", row.calls.comm_size},
          {"bytes_per_call", row.calls.bytes_per_call},
          {"calls", row.calls.calls},
          {"bytes", row.calls.bytes()},
          {"seconds_total", row.calls.seconds_total},
          {"seconds_mean", row.seconds_mean()},
          {"seconds_minimum", row.calls.seconds_minimum},
          {"seconds_maximum", row.calls.seconds_maximum},
          {"share_of_mpi", row.share_of_mpi},
          {"share_of_wall", row.share_of_wall}};
}

Json to_json(ProfileRegion const& region) {
  return {{"region", region.region},
          {"calls", region.calls},
          {"seconds_mean", region.seconds_mean},
          {"seconds_minimum", region.seconds_minimum},
          {"seconds_maximum", region.seconds_maximum},
          {"mpi_seconds_mean", region.mpi_seconds_mean},
          {"bytes", region.bytes}};
}

Json to_json(HistogramBin const& bin) {
  return {{"routine", bin.routine},
          {"up_to_bytes", bin.up_to_bytes},
          {"calls", bin.calls},
          {"bytes", bin.bytes}};
}

Json to_json(ProfileRank const& rank) {
  return {{"rank", rank.rank},
          {"hostname", rank.hostname},
          {"node", rank.node},
          {"wall_seconds", rank.wall_seconds},
          {"mpi_seconds", rank.mpi_seconds},
          {"communication_seconds", rank.communication_seconds},
          {"wait_seconds", or_null(rank.wait_seconds)},
          {"bytes_sent", rank.bytes_sent},
          {"messages_sent", rank.messages_sent},
          {"peak_resident_bytes", rank.memory.peak_resident_bytes},
          {"field_bytes", or_null(rank.memory.field_bytes)},
          {"buffer_bytes", or_null(rank.memory.buffer_bytes)},
          {"huge_page_bytes", rank.memory.huge_page_bytes}};
}

template <class T>
Json list(std::vector<T> const& values) {
  auto result = Json::array();
  for (auto const& value : values)
    result.push_back(to_json(value));
  return result;
}

template <class T>
std::optional<T> optional_of(Json const& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<T>());
}

} // namespace

Json to_json(Profile const& profile) {
  Json json{{"barriers", profile.barriers},
            {"wall_seconds", profile.wall_seconds},
            {"mpi_seconds", profile.mpi_seconds},
            {"routines", list(profile.routines)},
            {"regions", list(profile.regions)},
            {"histogram", list(profile.histogram)},
            {"ranks", list(profile.ranks)},
            {"imbalance",
             {{"mpi_maximum_over_mean", profile.mpi_maximum_over_mean},
              {"compute_maximum_over_mean", profile.compute_maximum_over_mean}}}};
  if (profile.matrix)
    json["matrix"] = {{"bytes", profile.matrix->bytes}, {"messages", profile.matrix->messages}};
  return json;
}

std::string encoded(RankRecord const& record) {
  auto calls = Json::array();
  for (auto const& row : record.calls)
    calls.push_back({row.routine, row.region, row.comm_size, row.bytes_per_call, row.calls,
                     row.seconds_total, row.seconds_minimum, row.seconds_maximum});
  auto regions = Json::array();
  for (auto const& region : record.regions)
    regions.push_back(
        {region.region, region.calls, region.seconds, region.mpi_seconds, region.bytes});
  auto traffic = Json::array();
  for (auto const& one : record.traffic)
    traffic.push_back({one.from, one.to, one.bytes, one.messages});
  auto const& memory = record.memory;
  Json const json{record.rank,
                  record.hostname,
                  record.node_leader,
                  record.wall_seconds,
                  record.communication_seconds,
                  std::move(calls),
                  std::move(regions),
                  std::move(traffic),
                  {memory.peak_resident_bytes, or_null(memory.field_bytes),
                   or_null(memory.buffer_bytes), memory.huge_page_bytes}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

RankRecord decoded(std::string const& text) {
  auto const json = Json::parse(text);
  RankRecord record{.rank = json[0],
                    .hostname = json[1],
                    .node_leader = json[2],
                    .wall_seconds = json[3],
                    .communication_seconds = json[4]};
  for (auto const& row : json[5])
    record.calls.push_back({row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7]});
  for (auto const& region : json[6])
    record.regions.push_back({region[0], region[1], region[2], region[3], region[4]});
  for (auto const& one : json[7])
    record.traffic.push_back({one[0], one[1], one[2], one[3]});
  auto const& memory = json[8];
  record.memory = {memory[0], optional_of<std::uint64_t>(memory[1]),
                   optional_of<std::uint64_t>(memory[2]), memory[3]};
  return record;
}

} // namespace kitt::mpi_profile
