// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/detail/cell_json.hpp"

#include "core/base/finite.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace kitt::perf {

namespace {

constexpr std::array beside_the_kernel{"l", "ls", "precision"};

ParameterValue parameter_from_json(Json const& from, std::string const& key) {
  if (!from.is_string())
    return from_data<std::int64_t>(from, key);
  return from.get<std::string>();
}

Json to_json(ParameterValue const& value) {
  return std::visit([](auto const& v) { return Json(v); }, value);
}

} // namespace

// The functions of fields_json.hpp find this function by the type of its argument.
static Json to_data(CellKey const& key) {
  Json json{{"kernel", key.kernel}};
  auto others = Json::object();
  for (auto const* const name : beside_the_kernel)
    if (auto const found = key.parameters.find(name); found != key.parameters.end())
      json[name] = to_json(found->second);
  for (auto const& [name, value] : key.parameters)
    if (!json.contains(name))
      others[name] = to_json(value);
  json["variant"] = key.variant;
  if (!others.empty())
    json["parameters"] = std::move(others);
  return json;
}

static void from_data(Json const& from, CellKey& key, std::string const&) {
  key = detail::key_from_json(from);
}

namespace detail {

namespace {

void check_names(CellKey const& key) {
  if (find_benchmark(key.benchmark) == nullptr)
    throw WrongValue("this version of KITT has no benchmark \"" + key.benchmark + '"');
  auto const known = kernels_of(key.benchmark);
  if (std::find(known.begin(), known.end(), key.kernel) == known.end())
    throw WrongValue("this version of KITT has no kernel \"" + key.kernel + "\" of the benchmark " +
                     key.benchmark);
}

/// Throws unless the parameter is a value of type T, which results store.
template <class T>
void check_parameter(CellKey const& key, char const* name) {
  if (auto const found = key.parameters.find(name); found != key.parameters.end())
    static_cast<void>(from_data<T>(to_json(found->second), name));
}

std::string number_text(double number) {
  return text_of(Json(number));
}

/// Throws for a time that no call can have taken: shorter than light needs to cross an atom, or
/// longer than the age of the universe.
void check_time(double seconds, std::string const& key) {
  constexpr double shortest = 1e-18;
  constexpr double longest = 1e18;
  if (!(seconds >= shortest && seconds <= longest)) // also true if the number is NaN
    throw WrongValue(key + " is " + number_text(seconds) + ", which no call takes");
}

/// Returns whether a figure may be negative, which is allowed only for differences.
bool may_be_negative(std::string const& key) {
  constexpr std::array differences{"hidden_fraction", "excess_over_control_standard_deviations",
                                   "excess", "largest_excess", "mean_delta_h"};
  return std::find(differences.begin(), differences.end(), key) != differences.end();
}

/// Returns whether this figure must be above 0 in every record.
bool is_rate(std::string const& key) {
  constexpr std::array rates{"mflops_per_node",
                             "mflops_per_node_mean",
                             "comparison_point_mflops_per_node",
                             "dwf4_l16_mflops_per_node",
                             "gflops_per_s_per_node",
                             "gb_per_s_per_node",
                             "particles_per_s_per_node",
                             "mb_per_s",
                             "mb_per_s_per_node",
                             "one_way_mb_per_s_per_node",
                             "both_ways_mb_per_s_per_node",
                             "mb_per_s_per_rank",
                             "operations_per_s",
                             "messages_per_s"};
  return std::find(rates.begin(), rates.end(), key) != rates.end();
}

void check_number(double number, std::string const& key, std::string const& path) {
  if (!is_finite(number))
    throw WrongValue(path + " is not finite");
  constexpr double largest = 1e30; // more than the flops of all machines on Earth in a century
  if (number > largest)
    throw WrongValue(path + " is " + number_text(number) + ", larger than any figure");
  if (number < 0 && !may_be_negative(key))
    throw WrongValue(path + " is " + number_text(number) + ", below 0");
  if (number == 0 && is_rate(key))
    throw WrongValue(path + " is " + number_text(number) + ", no rate");
}

} // namespace

void check_numbers(Json const& from, std::string const& path) {
  for (auto const& [key, value] : from.items()) {
    auto const inside =
        from.is_array() ? path + '[' + key + ']' : path + (path.empty() ? "" : ".") + key;
    if (value.is_structured())
      check_numbers(value, inside);
    else if (value.is_number())
      check_number(value.get<double>(), key, inside);
  }
}

CellKey key_from_json(Json const& from) {
  CellKey key{.benchmark = from_data<std::string>(from.at("benchmark"), "benchmark"),
              .kernel = from_data<std::string>(from.at("kernel"), "kernel"),
              .variant = from_data<std::string>(from.at("variant"), "variant"),
              .parameters = {}};
  check_names(key);
  for (auto const* const name : beside_the_kernel)
    if (from.contains(name))
      key.parameters[name] = parameter_from_json(from.at(name), name);
  if (from.contains("parameters"))
    for (auto const& [name, value] : from.at("parameters").items())
      key.parameters[name] = parameter_from_json(value, name);
  check_parameter<int>(key, "l");
  check_parameter<int>(key, "ls");
  check_parameter<Precision>(key, "precision");
  return key;
}

Json begun_cell(std::string const& benchmark, CellStatus status) {
  return {{"benchmark", benchmark}, {"status", kitt::to_string(status)}};
}

namespace {

template <class Kind>
Cell cell_without_figures(Kind const& kind, CellStatus status) {
  auto data = begun_cell(kind.key.benchmark, status);
  data.update(to_data(kind));
  return {kind.key, status, std::move(data)};
}

} // namespace

Cell cell_from_json(Json const& from) {
  auto const key = key_from_json(from);
  switch (from_data<CellStatus>(from.at("status"), "status of a cell")) {
  case CellStatus::skipped:
    return from_data<SkippedCell>(from, "a cell");
  case CellStatus::failed:
    return from_data<FailedCell>(from, "a cell");
  default:
    return cell_kind_named(key.benchmark).read(from);
  }
}

void add_paths_without_figures(std::vector<std::string>& paths) {
  each_field<FailedCell>([&](auto const& field) { // a skipped cell has fewer fields
    if constexpr (requires { field.key; })
      paths.emplace_back(field.key);
    else // the other fields of the key have columns already
      paths.emplace_back("parameters");
  });
}

void check_possible(Cell const& cell) {
  if (cell.status != CellStatus::measured)
    return;
  auto const& json = *cell.data; // includes figures that are derived from the members
  if (auto const seconds = json.find("seconds"); seconds != json.end()) {
    for (auto const* const name : {"median", "mean", "minimum", "maximum"})
      check_time(seconds->at(name).get<double>(), std::string("seconds.") + name);
    check_numbers(*seconds, "seconds"); // before the figures that are derived from them
  }
  check_numbers(json, "");
}

} // namespace detail

std::string Cell::reason() const {
  return data->at("reason").get<std::string>();
}

Cell::Cell(CellKey key_of_it, CellStatus status_of_it, Json data_of_it)
    : key(std::move(key_of_it)), status(status_of_it),
      data(std::make_shared<Json const>(std::move(data_of_it))) {}

Cell::Cell(SkippedCell const& skipped)
    : Cell(detail::cell_without_figures(skipped, CellStatus::skipped)) {}

Cell::Cell(FailedCell const& failed)
    : Cell(detail::cell_without_figures(failed, CellStatus::failed)) {}

} // namespace kitt::perf
