// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/fft_cell.hpp"
#include "miniapp/benchmarks/pic/pic_cell.hpp"
#include "miniapp/benchmarks/transpose/transpose_cell.hpp"
#include "miniapp/model/application_check.hpp"
#include "miniapp/model/model_report.hpp"
#include "test/catch.hpp"
#include "test/perf/compare/comparison_records.hpp"
#include "test/perf/record/temporary_record.hpp"

#include <stdexcept>

using namespace kitt::miniapp;
using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Returns a machine with round numbers for calculations by hand: 100 Gflop/s, 10 GB/s from memory
/// and inside nodes.
Machine by_hand() {
  Machine machine;
  machine.name = "by-hand";
  machine.ranks_per_node = 2;
  machine.launch_seconds = 1e-6;
  machine.threads_per_node = 8;
  machine.double_gflops_per_s = 100;
  machine.levels = {{"memory", {}, 10}};
  machine.shared_memory = FaceLink{1e-6, 10};
  machine.network = FaceLink{2e-6, 1};
  return machine;
}

/// Returns a transposition on two nodes of two ranks.
TransposeCell transposition() {
  TransposeCell cell;
  cell.phase = "columns";
  cell.method = "alltoall";
  cell.bytes = 1'000'000;
  cell.task_grid = "2.2";
  cell.line_ranks = 2;
  cell.ranks = 4;
  cell.nodes = 2;
  cell.bytes_between_nodes = 4'000'000;
  return cell;
}

FftCell transform() {
  FftCell cell;
  cell.method = "alltoall";
  cell.box = "64.64.64";
  cell.batch = 2;
  cell.task_grid = "2.2";
  cell.ranks = 4;
  cell.nodes = 2;
  cell.numbers = 1 << 18;
  return cell;
}

PicCell particles() {
  PicCell cell;
  cell.deposition = "atomic";
  cell.extents = {8, 8, 8};
  cell.particles_per_cell = 10;
  cell.points = 4;
  cell.steps = 3;
  cell.particles = 5120;
  cell.ranks = 4;
  cell.nodes = 2;
  return cell;
}

template <class Cell>
ApplicationTerm term_of(Cell const& cell, std::string const& phase,
                        Machine const& machine = by_hand()) {
  for (auto const& term : application_terms(machine, cell))
    if (term.phase == phase)
      return term;
  throw std::runtime_error("no " + phase);
}

/// Returns the header of a run on two nodes.
RecordHeader two_nodes() {
  RecordHeader header;
  header.configuration.ranks = 4;
  header.configuration.nodes = 2;
  header.configuration.ranks_per_node = 2;
  return header;
}

} // namespace

TEST_CASE("a transposition sends one message to each other rank of its line, and the node's bytes "
          "set its time") {
  auto cell = transposition();
  auto const columns = term_of(cell, "columns");
  CHECK(columns.sent.between.messages == Approx(1));
  CHECK(columns.sent.between.bytes == Approx(2e6));
  CHECK(columns.sent.inside.messages == 0);
  CHECK(columns.seconds == Approx(2e-6 + 2e-3));
  cell.phase = "rows";
  cell.bytes_inside_node = cell.bytes_between_nodes;
  cell.bytes_between_nodes = 0;
  CHECK(term_of(cell, "rows").seconds == Approx(1e-6 + 2e-4));
}

TEST_CASE(
    "an FFT makes three passes and sends messages of 16 N / P^1.5 bytes in rows and columns") {
  auto const cell = transform();
  // Each of two boxes has 96 x 2^18 bytes on two nodes. The 5 N log2 N = 23.6 Mflop take a tenth of
  // that time.
  CHECK(term_of(cell, "lines").seconds == Approx(6 * 1e-6 + 25165824e-10));
  auto machine = by_hand();
  machine.double_gflops_per_s = 1;
  CHECK(term_of(cell, "lines", machine).seconds == Approx(6 * 1e-6 + 5 * 18 * (1 << 18) * 1e-9));
  double const message = 16. * (1 << 18) / 8;
  auto const rows = term_of(cell, "rows");
  CHECK(rows.sent.inside.messages == Approx(2)); // one message for each box
  CHECK(rows.sent.inside.bytes == Approx(2 * 2 * message));
  CHECK(rows.sent.between.messages == 0);
  CHECK(rows.seconds == Approx(2e-6 + 4 * message * 1e-10));
  auto const columns = term_of(cell, "columns");
  CHECK(columns.sent.between.bytes == Approx(2 * 2 * message));
  CHECK(columns.seconds == Approx(4e-6 + 4 * message * 1e-9));
  auto alone = cell;
  alone.task_grid = "1.1";
  alone.ranks = alone.nodes = 1;
  CHECK(application_terms(by_hand(), alone).size() == 1);
}

TEST_CASE("a row that spans two nodes sends some of its blocks inside nodes") {
  auto cell = transform();
  cell.task_grid = "1.4";
  auto const rows = term_of(cell, "rows");
  CHECK(rows.sent.inside.messages == Approx(2 * 1));
  CHECK(rows.sent.between.messages == Approx(2 * 2));
}

TEST_CASE("terms of particles in cells count bytes of particles and corners, planes, and leaving "
          "particles") {
  auto const cell = particles();
  // A node has 2560 particles, 324 points and three steps. Four ring points have 32 corners.
  CHECK(term_of(cell, "charge").seconds == Approx(3 * (1e-6 + 2560 * (32 + 32 * 16) * 1e-10)));
  CHECK(term_of(cell, "push").seconds == Approx(3 * (1e-6 + 2560 * (96 + 32 * 32) * 1e-10)));
  CHECK(term_of(cell, "field").seconds == Approx(3 * (11e-6 + 324 * (10 * 24 + 40) * 1e-10)));
  auto const exchange = term_of(cell, "exchange");
  double const planes = 81 * 8 + 20 * 64 * 8 + 81 * 4 * 8;
  CHECK(exchange.sent.inside.messages == Approx(3 * 22));
  CHECK(exchange.sent.between.messages == Approx(3 * 22));
  CHECK(exchange.sent.between.bytes == Approx(3 * planes)); // sent by the slab at the edge of the
                                                            // node
  CHECK(exchange.seconds == Approx(3 * (22 * 3e-6 + planes * (1e-10 + 1e-9))));
  auto const shift = term_of(cell, "shift");
  double const leaving = 2 * (8 + 64 * 10 / 16 * 64); // in each way a count and 40 particles leave
  CHECK(shift.sent.between.bytes == Approx(3 * leaving));
  CHECK(shift.seconds ==
        Approx(3 * (4 * 3e-6 + leaving * (1e-10 + 1e-9) + 1e-6 + 2560 * 8 * 1e-10)));
  auto sorted = cell;
  sorted.deposition = "sorted";
  CHECK(*term_of(sorted, "charge").seconds - *term_of(cell, "charge").seconds ==
        Approx(3 * 2560 * 176 * 1e-10));
  auto alone = cell;
  alone.ranks = alone.nodes = 1;
  CHECK(application_terms(by_hand(), alone).size() == 3);
}

TEST_CASE("a machine without a network predicts no traffic between nodes") {
  auto machine = by_hand();
  machine.network.reset();
  CHECK(!term_of(transposition(), "columns", machine).seconds);
  CHECK(!seconds_of(application_terms(machine, transform())));
  CHECK(term_of(transform(), "rows", machine).seconds);
}

TEST_CASE("calls with equal work per node are predicted, and impossible calls are reported") {
  auto const calls = predicted_calls(by_hand(), {1, 2, 1 << 10});
  auto const find = [&](std::string const& benchmark, std::int64_t nodes) {
    for (auto const& call : calls)
      if (call.benchmark == benchmark && call.nodes == nodes)
        return call;
    throw std::runtime_error("no " + benchmark);
  };
  CHECK(find("fft", 1).work == "128.128.128 x 16, 1.2");
  CHECK(find("fft", 2).work == "256.128.128 x 16, 2.2");
  CHECK(find("fft", 2).terms.size() == 3);
  CHECK(find("pic", 2).work == "32.32.128 x 100");
  CHECK(find("pic", 1).terms.size() == 5);
  CHECK(find("transpose", 2).figure ==
        Approx(1024 / *seconds_of(find("transpose", 2).terms) * 1e-6));
  CHECK(find("fft", 1 << 10).work == "2048.1024.1024 x 16, 1024.2");
  auto const many = predicted_calls(by_hand(), {1 << 12});
  ModelResults results;
  results.machine = by_hand();
  results.applications = many;
  CHECK_THAT(predicted_calls_text(results),
             ContainsSubstring("not predicted: rows or columns of 4096 ranks"));
}

TEST_CASE("errors are given for each phase, and for a call with several phases") {
  auto columns = transposition();
  columns.seconds = test::seconds(2 * (2e-6 + 2e-3), 1, 0);
  auto cell = particles();
  auto* const phases = &cell.phases;
  phases->charge_seconds = phases->field_seconds = phases->push_seconds = phases->shift_seconds =
      phases->exchange_seconds = 0.5;
  cell.seconds = test::seconds(2, 2, 0);
  auto simulated = cell;
  simulated.deposition = "scatter";
  simulated.phases.charge_seconds = 0;
  test::TemporaryRecord const file(two_nodes(), [&](RunRecord& record) {
    record.add(columns);
    record.add(cell);
    record.add(simulated);
  });
  auto const errors = application_errors(by_hand(), read_results(file.path));
  REQUIRE(errors.size() == 1 + 6 + 4);
  CHECK(errors[0].phase == "columns");
  CHECK(errors[0].work == "1000000 B, 2.2, alltoall");
  CHECK(errors[0].relative() == Approx(1)); // the prediction is twice the speed of the measurement
  CHECK(errors[6].phase == "all");
  CHECK(errors[6].measured_seconds == 2);
  CHECK(errors[6].predicted_seconds == Approx(*seconds_of(application_terms(by_hand(), cell))));
  CHECK(errors[7].phase == "exchange"); // phases that took no time have no error
}
