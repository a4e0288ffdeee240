// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tuning/order_json.hpp"

#include "perf/json/fields_json.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace kitt::perf {

namespace {

using Cut = std::optional<int>; ///< length of a cut; empty means that the direction is not cut

/// An Order in the form in which files hold it.
struct OrderData {
  std::array<Cut, 4> tile = {};
  Cut s_slice = {};
  Access access = Access::plain;
};
constexpr auto fields_of(OrderData const*) {
  return kitt::fields(field("tile", &OrderData::tile), field("s_slice", &OrderData::s_slice),
                      field("access", &OrderData::access));
}

Cut cut_of(int extent) {
  return extent == Order::whole ? Cut() : Cut(extent);
}

int extent_of(Cut const& cut) {
  if (cut && (*cut < 1 || *cut >= Order::whole))
    throw detail::WrongValue("a cut is " + std::to_string(*cut) + ", out of range");
  return cut.value_or(Order::whole);
}

OrderData data_of(Order const& order) {
  OrderData data{.s_slice = cut_of(order.s_slice), .access = order.access};
  std::transform(order.tile.begin(), order.tile.end(), data.tile.begin(), cut_of);
  return data;
}

std::string to_words(Cut const& cut) {
  return cut ? std::to_string(*cut) : "all";
}

} // namespace

nlohmann::json order_json(Order const& order) {
  return to_data(data_of(order));
}

Order order_from_json(nlohmann::json const& from) {
  try {
    auto const data = from_data<OrderData>(from);
    if (from.size() != to_data(data).size())
      throw detail::WrongValue("it has unknown keys");
    auto order = Order::lexicographic(data.access);
    order.s_slice = extent_of(data.s_slice);
    std::transform(data.tile.begin(), data.tile.end(), order.tile.begin(), extent_of);
    return order;
  } catch (nlohmann::json::exception const& error) {
    throw UserError("the tuning file has a wrong order of sites (" + detail::words_of(error) +
                    "): remove the file");
  } catch (detail::WrongValue const& error) {
    throw UserError("the tuning file has a wrong order of sites (" + std::string(error.what()) +
                    "): remove the file");
  }
}

std::string describe(Order const& order) {
  auto const data = data_of(order);
  std::string tile;
  for (auto const& cut : data.tile)
    tile += (tile.empty() ? "" : ".") + to_words(cut);
  return "tile " + tile + ", s " + to_words(data.s_slice) + ", access " + to_string(order.access);
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
