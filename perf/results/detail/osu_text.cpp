// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "perf/json/json_words.hpp"
#include "perf/results/detail/output_text.hpp"
#include "perf/results/detail/readers.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

/// \file
/// Text of osu_latency, osu_bw and osu_bibw (OSU micro-benchmarks 5.3 and 7.4, pt2pt). Latency is
/// half of a round trip. One MB is 10^6 bytes. The window is not printed; it is 64 by default, and
/// all its messages share one buffer.

namespace kitt::perf::detail {

namespace {

/// Test of OSU, and the words with which KITT names its messages.
struct OsuTest {
  std::string_view title; ///< without "# OSU MPI" before and the version after it
  std::string_view program;
  std::string_view pattern;
  std::string_view ways; ///< window and buffers
};
constexpr std::array osu_tests{
    OsuTest{"Latency Test", "osu_latency", "ping-pong", "1, 1 pair"},
    OsuTest{"Bandwidth Test", "osu_bw", "one-way", "64, 1 pair, one"},
    OsuTest{"Bi-Directional Bandwidth Test", "osu_bibw", "both-ways", "64, 1 pair, one"}};

/// Returns the test that a line "# OSU MPI-CUDA Latency Test v7.4" names, or null.
OsuTest const* test_named_in(std::string_view line) {
  constexpr std::string_view begin = "# OSU MPI";
  auto const at = line.find(begin);
  if (at == std::string_view::npos)
    return nullptr;
  auto title = line.substr(at + begin.size());
  title.remove_prefix(std::min(title.find(' '), title.size())); // "-CUDA"
  title = trimmed(title.substr(0, title.find(" v")));
  auto const found =
      std::ranges::find_if(osu_tests, [&](OsuTest const& test) { return test.title == title; });
  return found == osu_tests.end() ? nullptr : &*found;
}

void add_messages(Results& results, OsuTest const& test, int bytes, double value) {
  bool const is_latency = test.pattern == "ping-pong";
  auto const add = [&](Figure figure) {
    figure.between_nodes = results.nodes == 2;
    results.figures.push_back(figure);
  };
  constexpr int word = 8;
  if (is_latency && bytes >= 1 && bytes <= word &&
      std::ranges::none_of(results.figures,
                           [](Figure const& figure) { return figure.benchmark == "latency"; })) {
    auto latency = plain_figure("latency", "latency", value);
    latency.variant = fmt::format("{} B", bytes);
    add(latency);
  }
  auto messages = plain_figure("p2p", fmt::format("{} {} B x {}", test.pattern, bytes, test.ways),
                               is_latency ? bytes / value : value);
  messages.variant = results.nodes == 2 ? "between-nodes" : "inside-node";
  if (bytes > 0)
    add(messages);
}

/// Adds the figures of a line such as "8   1.25". With some options of OSU
/// the line has more columns.
void read_row(Results& results, OsuTest const& test, std::string_view line) {
  auto const words = words_in(line);
  auto const bytes = words.empty() ? std::nullopt : whole_number(words[0]);
  if (!bytes)
    return;
  auto const value = words.size() > 1 ? real_number(words[1]) : std::nullopt;
  if (!value || *value <= 0 || *bytes < 0)
    throw WrongValue(fmt::format("its line \"{}\" has no figure", trimmed(line)));
  add_messages(results, test, *bytes, *value);
}

} // namespace

Results read_osu(OtherOutput const& output, std::string const& text) {
  KITT_VALIDATE(output.nodes && *output.nodes <= 2,
                fmt::format("{} does not state where its two ranks ran (OSU does not print it): "
                            "append @nodes=1 or @nodes=2",
                            output.name));
  auto results = results_of_output(output);
  OsuTest const* test = nullptr;
  for (auto const& line : split(text, '\n'))
    if (auto const* const named = test_named_in(line))
      test = named;
    else if (test != nullptr)
      read_row(results, *test, line);
  if (test == nullptr)
    throw WrongValue("it has no title of osu_latency, osu_bw or osu_bibw");
  if (results.figures.empty())
    throw WrongValue("it ends before the first figure");
  results.source = fmt::format("OSU micro-benchmarks, {}; {}", test->program, output.path.string());
  results.ranks_per_node = 2 / *output.nodes;
  return results;
}

} // namespace kitt::perf::detail
