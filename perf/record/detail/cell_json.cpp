// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/detail/cell_json.hpp"

#include "core/base/finite.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/kernels.hpp"

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

// Found by the functions of fields_json.hpp.
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

template <class T>
constexpr bool is_measured = requires {
  T::benchmark;
};

template <class T>
constexpr char const* status_of() {
  if constexpr (is_measured<T>)
    return "measured";
  else
    return std::is_same_v<T, SkippedCell> ? "skipped" : "failed";
}

/// Reads into the kind of cell that has this benchmark and status; false if there is none.
template <class... Kinds>
bool read(Json const& from, std::string const& benchmark, std::string const& status,
          std::variant<Kinds...>& cell) {
  auto const try_kind = [&](auto const* kind) {
    using Kind = std::remove_cvref_t<decltype(*kind)>;
    if (status != status_of<Kind>())
      return false;
    if constexpr (is_measured<Kind>)
      if (benchmark != Kind::benchmark)
        return false;
    cell = from_data<Kind>(from, "a cell");
    return true;
  };
  return (try_kind(static_cast<Kinds const*>(nullptr)) || ...);
}

void check_names(CellKey const& key) {
  if (find_benchmark(key.benchmark) == nullptr)
    throw WrongValue("this version of KITT has no benchmark \"" + key.benchmark + '"');
  auto const known = kernels_of(key.benchmark);
  if (std::find(known.begin(), known.end(), key.kernel) == known.end())
    throw WrongValue("this version of KITT has no kernel \"" + key.kernel + "\" of the benchmark " +
                     key.benchmark);
}

/// Results keep these parameters as values of type T.
template <class T>
void check_parameter(CellKey const& key, char const* name) {
  if (auto const found = key.parameters.find(name); found != key.parameters.end())
    static_cast<void>(from_data<T>(to_json(found->second), name));
}

std::string number_text(double number) {
  return text_of(Json(number));
}

/// Throws for a time that no call can have taken: light crosses an atom in a longer time, or the
/// universe is younger.
void check_time(double seconds, std::string const& key) {
  constexpr double shortest = 1e-18;
  constexpr double longest = 1e18;
  if (!(seconds >= shortest && seconds <= longest)) // also if it is not a number
    throw WrongValue(key + " is " + number_text(seconds) + ", which no call takes");
}

/// Returns whether a figure may be below 0: only differences may.
bool may_be_negative(std::string const& key) {
  return key == "hidden_fraction" || key == "excess_over_control_standard_deviations";
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

Json cell_to_json(Cell const& cell) {
  return std::visit(
      [&]<class Kind>(Kind const& kind) {
        Json json{{"benchmark", key_of(cell).benchmark}, {"status", status_of<Kind>()}};
        json.update(to_data(kind));
        return json;
      },
      cell);
}

Cell cell_from_json(Json const& from) {
  auto const key = key_from_json(from);
  auto const status = from_data<std::string>(from.at("status"), "status");
  Cell cell;
  if (!read(from, key.benchmark, status, cell))
    throw WrongValue("status of a cell is \"" + status + '"');
  return cell;
}

void check_possible(Cell const& cell) {
  if (std::holds_alternative<SkippedCell>(cell) || std::holds_alternative<FailedCell>(cell))
    return;
  auto const json = cell_to_json(cell); // includes figures that are derived from the members
  if (auto const seconds = json.find("seconds"); seconds != json.end())
    for (auto const* const name : {"median", "mean", "minimum", "maximum"})
      check_time(seconds->at(name).get<double>(), std::string("seconds.") + name);
  check_numbers(json, "");
}

void check_figures(Cell const& cell) {
  std::visit(
      []<class Kind>(Kind const& kind) {
        if constexpr (is_measured<Kind>)
          check_finite(kind);
      },
      cell);
}

} // namespace detail
} // namespace kitt::perf
