// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/detail/pic_columns.hpp"

#include "perf/tables/detail/network_columns.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::perf::detail {

namespace {

ColumnOf<PicCell> share(char const* title, double PicPhases::*phase) {
  return {{title, "%", 6}, [phase](auto& c) { return percent(share_of_call(c, phase)); }};
}

std::string millions(std::optional<double> per_s) {
  return per_s ? fixed(*per_s * 1e-6, 3) : "-";
}

} // namespace

std::vector<ColumnOf<PicCell>> columns_of(PicCell const*, bool) {
  return {
      {{"Deposit", "", 7, Align::left}, [](auto& c) { return c.deposition; }},
      {{"Particles", "", 10}, [](auto& c) { return std::to_string(c.particles); }},
      {{"Step", "Mpart/s/node", 12}, [](auto& c) { return millions(particles_per_s_per_node(c)); }},
      {{"Charge", "Mpart/s/node", 12},
       [](auto& c) { return millions(charge_particles_per_s_per_node(c)); }},
      {{"Push", "Mpart/s/node", 12},
       [](auto& c) { return millions(push_particles_per_s_per_node(c)); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Time", "per call", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
      share("Charge", &PicPhases::charge_seconds),
      share("Exch.", &PicPhases::exchange_seconds),
      share("Field", &PicPhases::field_seconds),
      share("Push", &PicPhases::push_seconds),
      share("Shift", &PicPhases::shift_seconds),
      {{"Imbal.", "", 6}, [](auto& c) { return fixed(c.imbalance, 3); }},
      {{"Sent", "B/call", 10}, [](auto& c) { return std::to_string(c.bytes_by_messages); }},
      {{"Error", "", 8}, [](auto& c) { return fmt::format("{:.1e}", c.verification_error); }},
  };
}

} // namespace kitt::perf::detail
