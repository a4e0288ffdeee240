// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/benchmarks/p2p/message_curves.hpp"
#include "test/catch.hpp"

using namespace kitt::miniapp;
using namespace kitt::perf;
using Catch::Matchers::WithinRel;

namespace {

/// Returns a cell whose messages have the given rate.
MessageCell cell(std::string const& pattern, std::int64_t bytes, std::int64_t pairs,
                 double megabytes_per_s) {
  MessageCell cell;
  cell.pattern = pattern;
  cell.placement = "between-nodes";
  cell.buffers = "window";
  cell.bytes = bytes;
  cell.pairs = pairs;
  cell.window = pattern == "ping-pong" ? 1 : 64;
  cell.messages = static_cast<std::size_t>(2 * cell.window * pairs);
  auto const seconds =
      static_cast<double>(cell.messages) * static_cast<double>(bytes) * 1e-6 / megabytes_per_s;
  cell.seconds.median = cell.seconds.mean = cell.seconds.minimum = cell.seconds.maximum = seconds;
  return cell;
}

/// Returns the seconds of a message that takes 2 us plus its bytes at 1000 MB/s. At 2000 bytes the
/// rate is half of that.
double smooth(std::int64_t bytes) {
  return static_cast<double>(bytes) / (2 + static_cast<double>(bytes) * 1e-3);
}

std::string perf_text(std::vector<GetOverPut> const& ratios) {
  return message_summary_text({.curves = {}, .saturation = {}, .get_over_put = ratios});
}

} // namespace

TEST_CASE("a smooth curve gives latency, best rate and half-rate size, but no drop") {
  std::vector<MessageCell> cells;
  for (std::int64_t bytes = 1; bytes <= 1 << 22; bytes *= 2)
    cells.push_back(cell("ping-pong", bytes, 1, smooth(bytes)));
  auto const curves = message_summary(cells)->curves;
  REQUIRE(curves.size() == 1);
  auto const& curve = curves[0];
  CHECK(curve.kernel == "ping-pong");
  CHECK(curve.pairs == 1);
  CHECK_THAT(*curve.latency_seconds, WithinRel(2.001e-6, 1e-9));
  CHECK_THAT(curve.best_mb_per_s, WithinRel(1000, 1e-3));
  CHECK(curve.best_bytes == 1 << 22);
  CHECK(curve.half_rate_bytes == 2048);
  CHECK(curve.drop_bytes.empty());
  CHECK(message_summary(cells)->saturation.empty());
}

TEST_CASE("only a size at which the protocol changes is named") {
  std::vector<MessageCell> cells;
  for (std::int64_t bytes = 1024; bytes <= 65536; bytes *= 2)
    cells.push_back(cell("one-way", bytes, 1, bytes >= 8192 ? smooth(bytes) / 2 : smooth(bytes)));
  auto const curve = message_summary(cells)->curves.at(0);
  CHECK(curve.drop_bytes == std::vector<std::int64_t>{8192});
  CHECK_FALSE(curve.latency_seconds.has_value());
}

TEST_CASE(
    "pairs that saturate a link are the fewest that reach 0.9 of the best rate, for each size") {
  std::vector<MessageCell> cells;
  for (std::int64_t pairs = 32; pairs >= 1; pairs /= 2) { // the order of the cells does not matter
    cells.push_back(
        cell("one-way", 1 << 20, pairs, std::min(10. * static_cast<double>(pairs), 100.)));
    cells.push_back(cell("one-way", 8, pairs, static_cast<double>(pairs)));
    cells.push_back(cell("ping-pong", 1 << 20, pairs, 5));
  }
  auto const summary = *message_summary(cells);
  CHECK(summary.curves.size() == 12);
  REQUIRE(summary.saturation.size() == 3);
  std::map<std::pair<std::string, std::int64_t>, std::int64_t> pairs;
  for (auto const& found : summary.saturation)
    pairs[{found.kernel, found.bytes}] = found.pairs;
  CHECK(pairs[{"one-way", 1 << 20}] == 16);
  CHECK(pairs[{"one-way", 8}] == 32);
  CHECK(pairs[{"ping-pong", 1 << 20}] == 1);
}

TEST_CASE(
    "the ratio get/put is taken at 1 MiB, otherwise at a smaller size, and needs both cells") {
  auto const ratio_of = [](std::vector<std::int64_t> const& sizes) {
    std::vector<MessageCell> cells{cell("put", 7, 1, 100), cell("get", 9, 1, 100)};
    for (auto const bytes : sizes) {
      cells.push_back(cell("put", bytes, 1, 100));
      cells.push_back(cell("get", bytes, 1, bytes == 1 << 20 ? 91 : 80));
    }
    return message_summary(cells)->get_over_put;
  };
  CHECK(ratio_of({}).empty());
  auto const usual = ratio_of({1, 1 << 20, 1 << 22});
  REQUIRE(usual.size() == 1);
  CHECK(usual[0].bytes == 1 << 20);
  CHECK_THAT(usual[0].ratio, WithinRel(0.91, 1e-9));
  CHECK(ratio_of({64, 1 << 18, 1 << 21}).at(0).bytes == 1 << 18);
  CHECK(ratio_of({1 << 22, 1 << 21}).at(0).bytes == 1 << 21);
  CHECK(perf_text(usual).find("get/put at 1 MiB, 1 pair: 0.91\n") != std::string::npos);
}

TEST_CASE("the key of a put contains the window and the synchronisation") {
  auto usual = cell("put", 8, 1, 1);
  usual.rma_window = "allocate";
  usual.sync = "flush";
  usual.target = "waiting";
  CHECK(key_of(usual).text("rma_window") == "allocate");
  CHECK(!key_of(cell("one-way", 8, 1, 1)).parameters.contains("sync"));
  CHECK(unusual(usual).empty());
  auto other = usual;
  other.rma_window = "create";
  other.sync = "pscw";
  CHECK(key_of(other) != key_of(usual));
  CHECK(key_of(other).text("sync") == "pscw");
  CHECK(unusual(other) == "create, pscw");
  auto const summary = *message_summary({usual, other});
  CHECK(summary.curves.size() == 2);
}

TEST_CASE("without cells of messages there is no summary") {
  CHECK_FALSE(message_summary({}).has_value());
}
