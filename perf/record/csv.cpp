// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/csv.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace kitt::perf {

namespace {

struct CsvColumn {
  char const* name;
  char const* pointer; ///< into the cell
};

constexpr std::array columns{
    CsvColumn{"benchmark", "/benchmark"},
    CsvColumn{"status", "/status"},
    CsvColumn{"kernel", "/kernel"},
    CsvColumn{"l", "/l"},
    CsvColumn{"ls", "/ls"},
    CsvColumn{"precision", "/precision"},
    CsvColumn{"variant", "/variant"},
    CsvColumn{"local_volume", "/local_volume"},
    CsvColumn{"global_volume", "/global_volume"},
    CsvColumn{"lanes", "/lanes"},
    CsvColumn{"lane_grid", "/lane_grid"},
    CsvColumn{"flops_per_site", "/flops_per_site"},
    CsvColumn{"sites", "/sites"},
    CsvColumn{"bytes", "/bytes"},
    CsvColumn{"mflops_per_node", "/mflops_per_node"},
    CsvColumn{"mflops_per_node_mean", "/mflops_per_node_mean"},
    CsvColumn{"gb_per_s", "/gb_per_s"},
    CsvColumn{"gb_per_s_per_node", "/gb_per_s_per_node"},
    CsvColumn{"gflops_per_s", "/gflops_per_s"},
    CsvColumn{"seconds_median", "/seconds/median"},
    CsvColumn{"seconds_mean", "/seconds/mean"},
    CsvColumn{"seconds_standard_error", "/seconds/standard_error"},
    CsvColumn{"seconds_minimum", "/seconds/minimum"},
    CsvColumn{"seconds_maximum", "/seconds/maximum"},
    CsvColumn{"samples", "/seconds/count"},
    CsvColumn{"calls_per_sample", "/seconds/calls_per_sample"},
    CsvColumn{"verification_error", "/verification_error"},
    CsvColumn{"verification_tolerance", "/verification_tolerance"},
    CsvColumn{"arithmetic_intensity_flops_per_byte", "/arithmetic_intensity_flops_per_byte"},
    CsvColumn{"ceiling", "/ceiling"},
    CsvColumn{"roofline_fraction", "/roofline_fraction"},
    CsvColumn{"peak_fraction", "/peak_fraction"},
    CsvColumn{"roofline_gflops_per_s_per_node", "/roofline_gflops_per_s_per_node"},
    CsvColumn{"roofline_gb_per_s_per_node", "/roofline_gb_per_s_per_node"},
    CsvColumn{"working_set_bytes_per_node", "/working_set_bytes_per_node"},
    CsvColumn{"tuning_order", "/tuning/order"},
    CsvColumn{"tuning_source", "/tuning/source"},
    CsvColumn{"pack_seconds", "/communication/pack_seconds"},
    CsvColumn{"interior_seconds", "/communication/interior_seconds"},
    CsvColumn{"wait_seconds", "/communication/wait_seconds"},
    CsvColumn{"exterior_seconds", "/communication/exterior_seconds"},
    CsvColumn{"hidden_fraction", "/communication/hidden_fraction"},
    CsvColumn{"bytes_by_messages", "/communication/bytes_by_messages"},
    CsvColumn{"bytes_by_shared_memory", "/communication/bytes_by_shared_memory"},
    CsvColumn{"directions", "/directions"},
    CsvColumn{"transport", "/transport"},
    CsvColumn{"face_bytes", "/face_bytes"},
    CsvColumn{"bytes_per_node", "/bytes_per_node"},
    CsvColumn{"mb_per_s_per_node_one_way", "/one_way/mb_per_s_per_node"},
    CsvColumn{"standard_error_mb_per_s_per_node_one_way",
              "/one_way/standard_error_mb_per_s_per_node"},
    CsvColumn{"minimum_mb_per_s_per_node_one_way", "/one_way/minimum_mb_per_s_per_node"},
    CsvColumn{"maximum_mb_per_s_per_node_one_way", "/one_way/maximum_mb_per_s_per_node"},
    CsvColumn{"mb_per_s_per_node_both_ways", "/both_ways/mb_per_s_per_node"},
    CsvColumn{"standard_error_mb_per_s_per_node_both_ways",
              "/both_ways/standard_error_mb_per_s_per_node"},
    CsvColumn{"minimum_mb_per_s_per_node_both_ways", "/both_ways/minimum_mb_per_s_per_node"},
    CsvColumn{"maximum_mb_per_s_per_node_both_ways", "/both_ways/maximum_mb_per_s_per_node"},
    CsvColumn{"joules_per_call", "/energy/joules_per_call"},
    CsvColumn{"watts_per_node", "/energy/watts_per_node"},
    CsvColumn{"mflops_per_watt", "/energy/mflops_per_watt"},
    CsvColumn{"energy_missing", "/energy_missing"},
    CsvColumn{"reason", "/reason"}};

std::string plain(Json const& value) {
  if (value.is_string())
    return value.get<std::string>();
  if (!value.is_array())
    return value.is_null() ? "" : value.dump();
  std::string text;
  for (auto const& element : value)
    text += (text.empty() ? "" : ".") + element.dump();
  return text;
}

std::string quoted(std::string const& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos)
    return text;
  std::string result = "\"";
  for (auto const c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

} // namespace

std::string csv_head() {
  std::string text;
  for (auto const& column : columns)
    text += (text.empty() ? "" : ",") + std::string(column.name);
  return text + '\n';
}

std::string csv_row(Json const& cell) {
  std::string row;
  for (auto const& column : columns) {
    Json::json_pointer const pointer(column.pointer);
    row += cell.contains(pointer) ? quoted(plain(cell.at(pointer))) : "";
    row += ',';
  }
  row.back() = '\n';
  return row;
}

} // namespace kitt::perf
