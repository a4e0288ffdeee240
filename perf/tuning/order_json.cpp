// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tuning/order_json.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace kitt::perf {

namespace {

using nlohmann::json;

/// Names of an enum's values in files, counted from zero.
template <class Enum>
constexpr std::array<char const*, 0> names{};
template <>
constexpr std::array names<Access>{"plain", "prefetch", "stream"};

/// Every part of an Order, with its name in files and in words. A new one is added here.
template <class SomeOrder, class Visitor>
void each_field(SomeOrder& order, Visitor const& visit) {
  visit("tile", "tile", order.tile);
  visit("s_slice", "s", order.s_slice);
  visit("access", "access", order.access);
}

[[noreturn]] void refuse(std::string const& what) {
  throw UserError("no order of sites (" + what + "): remove the file that holds it");
}

json to_data(int cut) {
  return cut == Order::whole ? json(nullptr) : json(cut);
}
json to_data(Extents const& tile) {
  auto data = json::array();
  for (int const cut : tile)
    data.push_back(to_data(cut));
  return data;
}
template <class Enum>
requires std::is_enum_v<Enum> json to_data(Enum value) {
  return names<Enum>.at(static_cast<std::size_t>(value));
}

void from_data(json const& data, int& cut) {
  if (data.is_null()) {
    cut = Order::whole;
    return;
  }
  if (!data.is_number_integer())
    refuse("a cut is " + data.dump() + ", neither null nor a whole number");
  auto const value = data.is_number_unsigned() && data.get<std::uint64_t>() >= Order::whole
                         ? Order::whole
                         : data.get<std::int64_t>();
  if (value < 1 || value >= Order::whole)
    refuse("a cut is " + data.dump() + ", out of range");
  cut = static_cast<int>(value);
}
void from_data(json const& data, Extents& tile) {
  if (!data.is_array() || data.size() != tile.size())
    refuse("a tile is " + data.dump() + ", no list of four");
  for (std::size_t mu = 0; mu < tile.size(); ++mu)
    from_data(data[mu], tile[mu]);
}
template <class Enum>
requires std::is_enum_v<Enum>
void from_data(json const& data, Enum& value) {
  auto const& all = names<Enum>;
  auto const found =
      std::find_if(all.begin(), all.end(), [&](char const* name) { return data == name; });
  if (found == all.end())
    refuse("there is no choice " + data.dump());
  value = static_cast<Enum>(found - all.begin());
}

std::string to_words(int cut) {
  return cut == Order::whole ? "all" : std::to_string(cut);
}
std::string to_words(Extents const& tile) {
  std::string words;
  for (int const cut : tile)
    words += (words.empty() ? "" : ".") + to_words(cut);
  return words;
}
template <class Enum>
requires std::is_enum_v<Enum> std::string to_words(Enum value) {
  return names<Enum>.at(static_cast<std::size_t>(value));
}

} // namespace

json order_json(Order const& order) {
  auto data = json::object();
  each_field(order,
             [&](char const* key, char const*, auto const& value) { data[key] = to_data(value); });
  return data;
}

Order order_from_json(json const& from) {
  if (!from.is_object())
    refuse("it is no JSON object");
  auto order = Order::lexicographic();
  std::size_t fields = 0;
  each_field(order, [&](char const* key, char const*, auto& value) {
    if (!from.contains(key))
      refuse(std::string("it has no ") + key);
    from_data(from.at(key), value);
    ++fields;
  });
  if (from.size() != fields)
    refuse("it has keys that are not known");
  return order;
}

std::string describe(Order const& order) {
  std::string words;
  each_field(order, [&](char const*, char const* name, auto const& value) {
    words += (words.empty() ? "" : ", ") + std::string(name) + ' ' + to_words(value);
  });
  return words;
}

Order reduced(Order order, Extents const& block, int packs_s) {
  for (std::size_t mu = 0; mu < order.tile.size(); ++mu)
    if (order.tile[mu] >= block[mu])
      order.tile[mu] = Order::whole;
  if (order.s_slice >= packs_s)
    order.s_slice = Order::whole;
  return order;
}

} // namespace kitt::perf
