// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/ceilings.hpp"

#include "perf/ceilings/roofline.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <utility>

namespace kitt::perf {

constexpr auto no_limit = std::numeric_limits<std::size_t>::max();

double peak_of(Ceilings const& ceilings, Precision precision) {
  return precision == Precision::single_precision ? ceilings.single_gflops_per_s
                                                  : ceilings.double_gflops_per_s;
}

bool clock_varies(Ceilings const& ceilings) {
  constexpr double steady = 0.95;
  return ceilings.lowest_clock_ghz > 0 && ceilings.lowest_clock_ghz < steady * ceilings.clock_ghz;
}

std::optional<double> multiply_adds_per_cycle(Ceilings const& ceilings, Precision precision) {
  // Intel's and AMD's CPUs have two multiply-add units per core; some ARM CPUs have four.
#ifdef __x86_64__
  constexpr int most_units = 2;
#else
  constexpr int most_units = 4;
#endif
  constexpr double tolerance = 1.03; // relative tolerance for the measured clock
  if (ceilings.clock_ghz <= 0 || ceilings.threads <= 0 || clock_varies(ceilings))
    return std::nullopt;
  auto const lanes =
      precision == Precision::single_precision ? ceilings.single_lanes : ceilings.double_lanes;
  auto const per_cycle =
      peak_of(ceilings, precision) / 2 / lanes / ceilings.threads / ceilings.clock_ghz;
  return per_cycle > tolerance * most_units ? std::nullopt : std::optional(per_cycle);
}

namespace {

std::string peak_name(Precision precision) {
  return fmt::format("{} multiply-add peak", to_string(precision));
}

constexpr char const* network_level = "network"; ///< in place of the name of a level

std::string bandwidth_name(std::string const& level) {
  return level + " bandwidth";
}

/// List of the members that hold the bandwidths of a level, or of a point of the curve.
template <class Bandwidths>
constexpr std::array bandwidths{&Bandwidths::read_gb_per_s, &Bandwidths::copy_gb_per_s,
                                &Bandwidths::triad_gb_per_s, &Bandwidths::update_gb_per_s};

/// Raises each bandwidth of a level or point to the bandwidth of another one, if that is higher.
template <class Bandwidths>
void raise(Bandwidths& figures, Bandwidths const& other) {
  for (auto const kind : bandwidths<Bandwidths>)
    figures.*kind = std::max(figures.*kind, other.*kind);
}

template <class Bandwidths, class Change>
void change_bandwidths(Bandwidths& figures, Change const& change) {
  for (auto const kind : bandwidths<Bandwidths>)
    figures.*kind = change(figures.*kind);
}

/// Recomputes the levels from the curve, if there is a curve.
void renew_levels(Ceilings& ceilings) {
  if (ceilings.curve.empty())
    return;
  std::vector<CeilingLevel> levels;
  for (auto const& level : ceilings.levels)
    levels.push_back({level.level, level.working_set_bytes, level.capacity_bytes});
  ceilings.levels = levels_of(ceilings.curve, levels);
}

/// Returns the name of the level that serves a working set; empty if that level was not measured.
std::string level_serving(Ceilings const& ceilings, std::size_t working_set_bytes) {
  for (auto const& level : ceilings.levels)
    if (working_set_bytes <=
        (level.effective_bytes > 0 ? level.effective_bytes : level.capacity_bytes))
      return level.level;
  return "";
}

} // namespace

Ceilings better_of(Ceilings const& a, Ceilings const& b) {
  auto result = a;
  auto const raise_figure = [](double& figure, double other) { figure = std::max(figure, other); };
  raise_figure(result.single_gflops_per_s, b.single_gflops_per_s);
  raise_figure(result.double_gflops_per_s, b.double_gflops_per_s);
  raise_figure(result.clock_ghz, b.clock_ghz);
  raise_figure(result.network_gb_per_s, b.network_gb_per_s);
  result.lowest_clock_ghz = std::min(a.lowest_clock_ghz, b.lowest_clock_ghz);
  result.readings.insert(result.readings.end(), b.readings.begin(), b.readings.end());
  for (auto& level : result.levels)
    for (auto const& other : b.levels)
      if (other.level == level.level)
        raise(level, other);
  for (auto& point : result.curve)
    for (auto const& other : b.curve)
      if (other.working_set_bytes == point.working_set_bytes)
        raise(point, other);
  renew_levels(result);
  return result;
}

CeilingReading reading_of(Ceilings const& measured, std::string moment, double seconds) {
  CeilingReading reading{.moment = std::move(moment),
                         .seconds_to_measure = seconds,
                         .single_gflops_per_s = measured.single_gflops_per_s,
                         .double_gflops_per_s = measured.double_gflops_per_s,
                         .clock_ghz = measured.clock_ghz,
                         .levels = {}};
  for (auto const& level : measured.levels)
    reading.levels.push_back({level.level, level.best_gb_per_s()});
  if (measured.network_gb_per_s > 0)
    reading.levels.push_back({network_level, measured.network_gb_per_s});
  return reading;
}

bool is_worth_repeating(CeilingReading const& last, SinceCeilings const& since) {
  return since.cells_measured > 0 && since.seconds >= 10 * last.seconds_to_measure;
}

std::optional<ReadingSpread> widest_spread(std::vector<CeilingReading> const& readings) {
  if (readings.size() < 2)
    return std::nullopt;
  std::vector<ReadingSpread> spreads;
  auto const add = [&](std::string const& figure, double value) {
    auto const known = std::find_if(spreads.begin(), spreads.end(),
                                    [&](auto const& spread) { return spread.figure == figure; });
    if (known == spreads.end()) {
      spreads.push_back({figure, value, value});
    } else {
      known->lowest = std::min(known->lowest, value);
      known->highest = std::max(known->highest, value);
    }
  };
  for (auto const& reading : readings) {
    add(peak_name(Precision::single_precision), reading.single_gflops_per_s);
    add(peak_name(Precision::double_precision), reading.double_gflops_per_s);
    for (auto const& level : reading.levels)
      add(bandwidth_name(level.level), level.gb_per_s);
  }
  return *std::max_element(spreads.begin(), spreads.end(),
                           [](auto const& a, auto const& b) { return a.ratio() < b.ratio(); });
}

Ceilings ceilings_per_node(Ceilings const& own, std::function<double(double)> const& sum,
                           int nodes) {
  auto const per_node = [&](double value) { return sum(value) / nodes; };
  auto const bytes_per_node = [&](std::size_t bytes) {
    return bytes == no_limit ? no_limit
                             : static_cast<std::size_t>(per_node(static_cast<double>(bytes)));
  };
  auto result = own;
  result.threads = static_cast<int>(per_node(own.threads));
  result.single_gflops_per_s = per_node(own.single_gflops_per_s);
  result.double_gflops_per_s = per_node(own.double_gflops_per_s);
  result.clock_ghz = sum(own.clock_ghz) / sum(1);
  result.lowest_clock_ghz = sum(own.lowest_clock_ghz) / sum(1);
  for (auto& level : result.levels) {
    level.working_set_bytes = bytes_per_node(level.working_set_bytes);
    level.capacity_bytes = bytes_per_node(level.capacity_bytes);
    change_bandwidths(level, per_node);
  }
  for (auto& point : result.curve) {
    point.working_set_bytes = bytes_per_node(point.working_set_bytes);
    change_bandwidths(point, per_node);
  }
  renew_levels(result);
  return result;
}

SustainedBandwidth sustained_bandwidth(Ceilings const& ceilings, std::size_t working_set_bytes,
                                       Streams streams) {
  auto const& levels = ceilings.levels;
  if (!ceilings.curve.empty()) {
    auto const name = level_serving(ceilings, working_set_bytes);
    return {name, name.empty() ? 0 : bandwidth_at(ceilings.curve, working_set_bytes, streams)};
  }
  auto const level = std::find_if(levels.begin(), levels.end(), [&](auto const& candidate) {
    return working_set_bytes <= candidate.capacity_bytes;
  });
  if (level == levels.end())
    return {};
  SustainedBandwidth result{level->level, level->best_gb_per_s(streams)};
  if (level == levels.begin())
    return result;
  auto const& faster = *std::prev(level);
  auto const share = static_cast<double>(faster.capacity_bytes) /
                     static_cast<double>(std::max<std::size_t>(1, working_set_bytes));
  auto const fast = faster.best_gb_per_s(streams);
  if (share < 1 && fast > result.gb_per_s && result.gb_per_s > 0)
    result.gb_per_s = 1 / (share / fast + (1 - share) / result.gb_per_s);
  return result;
}

std::optional<Bound> network_ceiling(Ceilings const& ceilings, double flops, double bytes_sent) {
  if (ceilings.network_gb_per_s <= 0 || bytes_sent <= 0)
    return std::nullopt;
  return Bound{bandwidth_name(network_level), flops / bytes_sent * ceilings.network_gb_per_s};
}

Bound binding_ceiling(Ceilings const& ceilings, Precision precision, double flops, double bytes,
                      std::size_t working_set_bytes, Streams streams) {
  Bound const peak{peak_name(precision), peak_of(ceilings, precision)};
  auto const sustained = sustained_bandwidth(ceilings, working_set_bytes, streams);
  if (sustained.level.empty() || bytes <= 0)
    return peak;
  Bound const from_memory{bandwidth_name(sustained.level), flops / bytes * sustained.gb_per_s};
  return from_memory.gflops_per_s < peak.gflops_per_s ? from_memory : peak;
}

bool is_too_low(double gb_per_s) {
  constexpr double lowest = 1;
  return gb_per_s < lowest;
}

std::string doubt_of(std::vector<LevelBandwidth> const& levels, LevelBandwidth const& level,
                     Stream stream) {
  auto const own = std::find_if(levels.begin(), levels.end(), [&](LevelBandwidth const& one) {
    return one.level == level.level;
  });
  auto const faster = std::find_if(own, levels.end(), [&](LevelBandwidth const& larger) {
    return larger.*stream > most_fraction * level.*stream;
  });
  if (faster != levels.end())
    return fmt::format("{} has {:.3g} GB/s", faster->level, (*faster).*stream);
  return is_too_low(level.*stream) ? "no machine is so slow" : "";
}

std::string ceiling_doubts_text(Ceilings const& ceilings) {
  constexpr std::array streams{std::pair{"read", &LevelBandwidth::read_gb_per_s},
                               std::pair{"copy", &LevelBandwidth::copy_gb_per_s},
                               std::pair{"triad", &LevelBandwidth::triad_gb_per_s},
                               std::pair{"update", &LevelBandwidth::update_gb_per_s}};
  std::string text;
  for (auto const& level : ceilings.levels)
    for (auto const& [name, stream] : streams)
      if (auto const why = doubt_of(ceilings.levels, level, stream); !why.empty())
        text += fmt::format("! {} bandwidth of {}: {:.3g} GB/s is too low ({}): something "
                            "disturbed its measurement, so run again\n",
                            name, level.level, level.*stream, why);
  return text;
}

} // namespace kitt::perf
