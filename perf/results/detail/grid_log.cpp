// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/detail/grid_log.hpp"

#include "perf/json/json_words.hpp"
#include "perf/results/detail/output_text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::perf::detail {

namespace {

constexpr auto nowhere = std::string_view::npos;

/// Removes the colours of a terminal.
std::string without_colours(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (line[i] != '\x1b')
      text += line[i];
    else if (auto const end = line.find('m', i); end != nowhere)
      i = end;
  return text;
}

/// Removes the next field, up to " :", and returns it.
std::string_view next_field(std::string_view& text) {
  auto const colon = text.find(" :");
  if (colon == nowhere)
    return {};
  auto const field = trimmed(text.substr(0, colon));
  text.remove_prefix(colon + 2);
  return field;
}

bool is_time(std::string_view field) {
  auto const words = words_in(field);
  return words.size() == 2 && real_number(words[0]) &&
         (words[1] == "s" || words[1] == "ms" || words[1] == "us");
}

/// Returns the text of a line "Grid : Message : 0.5 s : text". The time may be missing, and a
/// launcher may have put a name before the line.
std::optional<std::string> message_of(std::string const& line) {
  auto const begin = line.find("Grid ");
  if (begin == std::string::npos)
    return std::nullopt;
  auto rest = std::string_view(line).substr(begin);
  if (next_field(rest) != "Grid" || next_field(rest) != "Message")
    return std::nullopt;
  auto after = rest;
  if (is_time(next_field(after)))
    rest = after;
  return std::string(trimmed(rest));
}

Grid grid_in(std::string const& text) {
  Grid grid{};
  auto const words = words_in(text);
  for (std::size_t i = 0; i < words.size() && i < grid.size(); ++i)
    grid[i] = whole_number(words[i]).value_or(0);
  if (words.size() != grid.size() || std::ranges::find(grid, 0) != grid.end())
    throw WrongValue(fmt::format("\"{}\" is not four whole numbers", text));
  return grid;
}

} // namespace

std::optional<std::string> value_in(std::string_view message, std::string_view label) {
  if (!message.starts_with(label))
    return std::nullopt;
  auto const rest = trimmed(message.substr(label.size()));
  return rest.starts_with(':') ? std::optional(std::string(trimmed(rest.substr(1)))) : std::nullopt;
}

std::string kernel_named_by_grid(std::string const& name, int ls) {
  static std::map<std::string, std::string> const kernels{{"Wilson", "Wilson"},
                                                          {"DWF4", "DWF4"},
                                                          {"DWF5", "DWF5"},
                                                          {"DWF Ls vec", "DWF5"},
                                                          {"Staggered", grid_staggered},
                                                          {"ImprovedStaggered", grid_staggered}};
  if (name == "DWF")
    return ls == 1 ? "Wilson" : "DWF4";
  auto const found = kernels.find(name);
  return found == kernels.end() ? "" : found->second;
}

GridLog::GridLog(std::string const& text) {
  read_lines(text);
  if (messages_.empty())
    throw WrongValue("it has no message of Grid");
  read_sections();
  auto const points = std::ranges::count_if(messages_, [](std::string const& message) {
    return message.starts_with("Comparison point") && message.find("result:") != nowhere;
  });
  if (sections_.empty() || points == 0)
    throw WrongValue("it ends before the comparison point");
  if (points > 1)
    throw WrongValue("it holds several runs");
  read_run();
}

bool GridLog::has(std::string_view words) const {
  return std::ranges::any_of(
      messages_, [&](std::string const& message) { return message.starts_with(words); });
}

void GridLog::read_lines(std::string const& text) {
  for (auto const& coloured : split(text, '\n')) {
    auto const line = without_colours(coloured);
    if (auto message = message_of(line))
      messages_.push_back(std::move(*message));
    else
      read_foreign(line);
  }
}

/// Reads a line that is not a message: the device of an accelerator, or the cores of a rank
/// ("GOMP_CPU_AFFINITY:1 12-23", from the job scripts of DiRAC).
void GridLog::read_foreign(std::string const& line) {
  constexpr std::string_view device = "Device identifier:";
  if (auto const at = line.find(device); at != std::string::npos && run_.device.empty())
    run_.device = trimmed(std::string_view(line).substr(at + device.size()));
  constexpr std::string_view cores = "_AFFINITY:";
  auto const at = line.find(cores);
  if (at == std::string::npos)
    return;
  auto const words = words_in(line.substr(at + cores.size()));
  if (auto const rank = words.size() == 2 ? whole_number(words[0]) : std::nullopt)
    cores_of_rank_[*rank] = words[1];
}

void GridLog::read_sections() {
  constexpr std::string_view begin = "Benchmark ";
  constexpr std::string_view on = " on ";
  for (auto const& message : messages_) {
    auto const at = message.find(on);
    if (message.starts_with(begin) && at != std::string::npos && at >= begin.size() &&
        message.ends_with("^4 local volume"))
      begin_section(message.substr(begin.size(), at - begin.size()),
                    message.substr(at + on.size()));
    else if (!sections_.empty())
      read_fact(message);
  }
  for (auto& section : sections_)
    section.kernel = kernel_named_by_grid(section.kernel, section.lattice.ls);
}

void GridLog::begin_section(std::string const& name, std::string const& volume) {
  auto const l = whole_number(volume.substr(0, volume.find('^'))).value_or(0);
  sections_.push_back({name, lattice_per_rank(l, 1, Precision::single_precision, {1, 1, 1, 1}),
                       name == "ImprovedStaggered" ? grid_staggered_flops : grid_flops});
}

void GridLog::read_fact(std::string const& message) {
  auto& [kernel, lattice, flops] = sections_.back();
  constexpr std::string_view flops_are = "Deo FlopsPerSite is";
  if (auto const extents = value_in(message, "* Global volume"))
    lattice.extents = grid_in(*extents);
  else if (auto const ls = value_in(message, "* Ls"))
    lattice.ls = whole_number(*ls).value_or(1);
  else if (auto const colours = value_in(message, "* Nc"); colours && *colours != "3")
    kernel += " of SU(" + *colours + ')';
  else if (message.starts_with("* DOUBLE precision"))
    lattice.precision = Precision::double_precision;
  else if (message.starts_with(flops_are))
    if (auto const number = real_number(trimmed(message.substr(flops_are.size())));
        number && *number >= 1 && *number <= 1e6)
      flops = static_cast<int>(*number);
}

/// Returns the value of the first message that has one of the labels.
std::string GridLog::first_value(std::initializer_list<std::string_view> labels) const {
  for (auto const& message : messages_)
    for (auto const& label : labels)
      if (auto const value = value_in(message, label))
        return *value;
  throw WrongValue(fmt::format("it has no line \"{}\"", *labels.begin()));
}

void GridLog::read_run() {
  run_.rank_grid = grid_in(first_value({"* ranks geom", "* MPI ranks"}));
  auto const nodes = first_value({"* nodes"}); // in 2017 four numbers, one for each direction
  run_.counted =
      product_of(words_in(nodes).size() == 1 ? grid_in(nodes + " 1 1 1") : grid_in(nodes));
  run_.program = has("* Intranode")            ? "Benchmark_ITT, L per node"
                 : has("Gflop/s/node Summary") ? "grid-benchmark"
                 : has("Clover dslash")        ? "Benchmark_usqcd"
                                               : "Benchmark_ITT, L per rank";
  constexpr int most_threads = 1024;
  auto const threads = whole_number(first_value({"OpenMP threads", "* OpenMP threads"}));
  if (run_.device.empty() && threads && *threads >= 1 && *threads <= most_threads)
    run_.threads = threads;
  find_nodes_by_cores();
}

/// Finds the nodes by the cores of ranks. Ranks of one node are bound to different cores, and ranks
/// of other nodes to the same cores again. So the number of different lists of cores is the number
/// of ranks on a node. Only needed if Grid counted each rank as a node.
void GridLog::find_nodes_by_cores() {
  auto const ranks = product_of(run_.rank_grid);
  std::map<std::string, int> ranks_on;
  for (auto const& [rank, cores] : cores_of_rank_)
    ++ranks_on[cores];
  auto const lists = static_cast<int>(ranks_on.size());
  if (run_.counted != ranks || static_cast<int>(cores_of_rank_.size()) != ranks || lists < 2 ||
      ranks % lists != 0 ||
      std::ranges::any_of(ranks_on, [&](auto const& one) { return one.second != ranks / lists; }))
    return;
  run_.seen = ranks / lists;
  run_.evidence = fmt::format("ranks are bound to {} different lists of cores", lists);
}

} // namespace kitt::perf::detail
