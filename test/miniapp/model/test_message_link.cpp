// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/benchmarks/p2p/message_curves.hpp"
#include "miniapp/model/measured_machine.hpp"
#include "miniapp/model/message_link.hpp"
#include "miniapp/model/transfer_check.hpp"
#include "perf/model/machine_file.hpp"
#include "perf/record/record.hpp"
#include "test/catch.hpp"
#include "test/perf/compare/comparison_records.hpp"
#include "test/perf/record/temporary_record.hpp"

using namespace kitt::miniapp;
using namespace kitt::perf;

namespace {

/// A link with round numbers for calculations by hand.
constexpr MessageLink by_hand{
    .latency_seconds = 1e-6, .overhead_seconds = 5e-7, .pair_gb_per_s = 1, .node_gb_per_s = 3};

MessageCell call(char const* pattern, std::int64_t bytes, std::int64_t window, std::int64_t pairs) {
  MessageCell cell;
  cell.pattern = pattern;
  cell.placement = "between-nodes";
  cell.buffers = "window";
  cell.bytes = bytes;
  cell.window = window;
  cell.pairs = pairs;
  bool const twice = cell.pattern == "ping-pong" || cell.pattern == "both-ways";
  cell.messages = static_cast<std::size_t>(window * pairs * (twice ? 2 : 1));
  return cell;
}

/// Returns a cell whose time is the prediction of the link.
MessageCell planted(MessageLink const& link, char const* pattern, std::int64_t bytes,
                    std::int64_t window, std::int64_t pairs) {
  auto cell = call(pattern, bytes, window, pairs);
  auto const seconds = predicted_seconds(link, cell).value();
  cell.seconds = test::seconds(seconds, seconds, 0.01 * seconds);
  return cell;
}

std::vector<MessageCell> planted_cells(MessageLink const& link) {
  std::vector<MessageCell> cells;
  for (std::int64_t const bytes : {8, 4096, 1 << 20}) {
    cells.push_back(planted(link, "ping-pong", bytes, 1, 1));
    for (std::int64_t const pairs : {1, 2, 4})
      cells.push_back(planted(link, "one-way", bytes, 64, pairs));
    cells.push_back(planted(link, "get", bytes, 64, 1));
  }
  return cells;
}

/// Returns the record of such cells on a simulated machine.
test::TemporaryRecord record_of(std::vector<MessageCell> const& cells) {
  RecordHeader header;
  header.configuration.ranks = 8;
  header.configuration.nodes = 2;
  header.configuration.ranks_per_node = 4;
  header.configuration.simulated = kitt::comms::SimulatedMachine{.platform = "made-up"};
  return {header, [&](RunRecord& record) {
            for (auto const& cell : cells)
              record.add(cell);
          }};
}

std::vector<MessageCell> predicted_for(char const* name) {
  auto const machine = load_machine(name);
  return predicted_cells(*machine.network_messages, machine.threads_per_node);
}

/// Returns the smallest size at which `pairs` pairs reach the rate.
std::int64_t bytes_for(std::vector<MessageCell> const& cells, std::int64_t pairs, double rate) {
  for (auto const& cell : cells)
    if (cell.pattern == "one-way" && cell.pairs == pairs && mb_per_s(cell) >= rate)
      return cell.bytes;
  return 0;
}

} // namespace

TEST_CASE(
    "call times computed by hand include latencies, overheads, and the slower of pair and node") {
  auto const seconds = [](char const* pattern, std::int64_t bytes, std::int64_t window,
                          std::int64_t pairs) {
    return predicted_seconds(by_hand, call(pattern, bytes, window, pairs)).value();
  };
  CHECK(seconds("ping-pong", 1000, 1, 1) == Approx(2 * (1e-6 + 1e-6)));
  CHECK(seconds("ping-pong", 6000, 1, 6) == Approx(2 * (1e-6 + 12e-6)));
  CHECK(seconds("one-way", 1000, 64, 1) == Approx(2e-6 + 64 * 1e-6));
  CHECK(seconds("one-way", 100, 64, 1) == Approx(2e-6 + 64 * 5e-7));
  CHECK(seconds("one-way", 1000, 64, 2) == seconds("one-way", 1000, 64, 1));
  CHECK(seconds("one-way", 1000, 64, 12) == Approx(64 * 12 * 1000 / 3e9));
  CHECK(seconds("both-ways", 1000, 64, 1) == seconds("one-way", 1000, 64, 1));
  CHECK(seconds("both-ways", 100, 64, 1) == Approx(2e-6 + 64 * 1e-6));
  CHECK(seconds("put", 1000, 64, 1) == seconds("one-way", 1000, 64, 1));
  CHECK(seconds("get", 1000, 64, 1) == Approx(3e-6 + 64 * 1e-6));
  CHECK_FALSE(predicted_seconds(by_hand, call("domains", 8, 1, 1)));
}

TEST_CASE("times that follow the model give back the link") {
  auto const cells = planted_cells(by_hand);
  auto const link = fit_messages(cells);
  REQUIRE(link);
  CHECK(link->latency_seconds ==
        Approx(by_hand.latency_seconds).epsilon(0.01)); // the message has 8 bytes more than an
                                                        // empty one
  CHECK(link->overhead_seconds == Approx(by_hand.overhead_seconds).epsilon(0.01));
  CHECK(link->pair_gb_per_s == Approx(by_hand.pair_gb_per_s).epsilon(0.01));
  CHECK(link->node_gb_per_s == Approx(by_hand.node_gb_per_s));
  CHECK_FALSE(fit_messages({}));
  std::vector<MessageCell> const no_windows{cells.front()};
  CHECK_FALSE(fit_messages(no_windows));
}

TEST_CASE("the machine of a record predicts calls that its fit did not use") {
  auto const file = record_of(planted_cells(by_hand));
  auto machine = load_machine("knl-7230");
  auto const measured = read_results(file.path);
  CHECK(transfer_errors(machine, measured).empty());
  add_message_links(machine, file.path);
  CHECK_FALSE(machine.shared_memory_messages);
  auto const back = machine_from_text(to_text(machine), "a file");
  CHECK(to_text(back) == to_text(machine));
  auto const errors = transfer_errors(back, measured);
  REQUIRE(errors.size() == 15);
  int made_of = 0;
  for (auto const& error : errors) {
    INFO(error.pattern << ' ' << error.bytes << ' ' << error.pairs);
    CHECK(error.relative() == Approx(0).margin(0.02));
    CHECK(error.measured_on == "simulated made-up");
    made_of += error.calibrated ? 1 : 0;
  }
  CHECK(made_of == 4); // one cell for each number of the link
  auto const no_windows = record_of({planted(by_hand, "ping-pong", 8, 1, 1)});
  CHECK_THROWS_AS(add_message_links(machine, no_windows.path), kitt::UserError);
}

TEST_CASE("fitted latencies and pairs of Cori and Edison equal the published table") {
  for (auto const* name : {"cori-knl", "edison"}) {
    auto const machine = load_machine(name);
    auto const errors = transfer_errors(machine, read_results(std::string("published:") + name));
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].relative() == 0);
    CHECK(errors[0].calibrated);
    auto const ping_pong = predicted_seconds(*machine.network_messages, call("ping-pong", 8, 1, 1));
    CHECK(*ping_pong / 2 == Approx(errors[0].measured_seconds).epsilon(0.02));
  }
  auto const cori = predicted_for("cori-knl");
  auto const edison = predicted_for("edison");
  auto const check_pairs = [](std::vector<MessageCell> const& cells, std::int64_t least,
                              std::int64_t most) {
    auto const summary = message_summary(cells).value();
    for (auto const& size : summary.saturation)
      if (size.bytes >= 65536 && size.bytes <= 1 << 20) {
        CHECK(size.pairs >= least);
        CHECK(size.pairs <= most);
      }
  };
  check_pairs(cori, 32, 32);
  check_pairs(edison, 8, 16); // the source says "2x to 4x more communication contexts"
  // The source says "~2x the message size to achieve bandwidths similar to Edison", with equal
  // numbers of pairs.
  auto const ratio = static_cast<double>(bytes_for(cori, 16, 2000)) /
                     static_cast<double>(bytes_for(edison, 16, 2000));
  CHECK(ratio >= 1.5);
  CHECK(ratio <= 3);
}
