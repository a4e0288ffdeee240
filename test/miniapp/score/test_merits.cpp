// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/score/merits.hpp"
#include "test/perf/record/record_samples.hpp"

#include <regex>
#include <set>

using namespace kitt::miniapp;
using namespace kitt::perf;
using Catch::Matchers::ContainsSubstring;
using kitt::perf::test::Folder;

namespace {

HoppingCell hopping(std::string const& variant, int l, double mflops) {
  auto cell = test::hopping(l);
  cell.variant = variant;
  cell.mflops_per_node = mflops;
  cell.links = kitt::LinkStorage::full;
  cell.seconds.mean = cell.seconds.median;
  return cell;
}

MemoryCell memory(std::string const& kernel, int l, double gb_per_s) {
  auto cell = test::memory(l);
  cell.kernel = kernel;
  cell.gb_per_s_per_node = gb_per_s;
  return cell;
}

/// Returns the lines of a run with these cells. `words` are words of its command line.
std::string lines_of(std::vector<Cell> const& cells, std::vector<std::string> const& words = {}) {
  Folder const folder;
  auto header = test::header();
  for (auto const& word : words)
    header.provenance.command_line.push_back(word);
  RunRecord record({.json = folder / "run.json", .csv = {}}, header);
  for (auto const& cell : cells)
    record.add(cell);
  return merit_lines(record);
}

/// Returns the line of one figure, or an empty text.
std::string line_of(std::string const& name, std::string const& lines) {
  std::smatch found;
  return std::regex_search(lines, found, std::regex("(^|\n)(KITT FOM " + name + " [^\n]*)\n"))
             ? found[2].str()
             : "";
}

} // namespace

TEST_CASE("a run that measured nothing prints no figure of merit") {
  CHECK(lines_of({}).empty());
  CHECK(lines_of({SkippedCell{key_of(test::hopping(8)), "no lanes"}}).empty());
}

TEST_CASE("a run with a wrong result prints no figure of merit") {
  CHECK(lines_of({test::hopping(8), FailedCell{.key = key_of(test::hopping(12)), .reason = "x"}}) ==
        "No figures of merit: the run has 1 wrong result.\n");
}

TEST_CASE("the figure of a kernel is the best variant at the largest size") {
  auto narrow = hopping("narrow", 16, 9000);
  narrow.links = kitt::LinkStorage::narrow;
  auto const lines = lines_of({hopping("a", 8, 8000), hopping("a", 16, 1000),
                               hopping("b", 16, 1234567.25), narrow, hopping("c", 16, 900)});
  CHECK(line_of("hopping_dwf4", lines) ==
        "KITT FOM hopping_dwf4 = 1.23457e+06 Mflop/s per node (higher is better): DWF4 L=16 Ls=16 "
        "double b");
  CHECK(line_of("hopping_wilson", lines).empty());
  CHECK(line_of("comparison_point", lines).empty());
}

TEST_CASE("kernels of one family have one figure, and fields by L come before fields by bytes") {
  auto of_bytes = memory("axpy (KITT)", 0, 900);
  of_bytes.asked_bytes = 4096;
  auto const lines = lines_of({memory("axpy (KITT)", 48, 70), memory("axpy (KITT)", 8, 800),
                               of_bytes, memory("axpy (Kokkos Kernels)", 48, 60)});
  CHECK_THAT(line_of("memory_axpy", lines),
             ContainsSubstring("= 70 GB/s per node (higher is better): axpy (KITT) L=48"));
}

TEST_CASE("the comparison point names its rules, and a quick run is marked") {
  std::vector<Cell> const cells{hopping("a", 12, 1000), hopping("b", 12, 2000),
                                hopping("a", 16, 3000)};
  auto const full = line_of("comparison_point", lines_of(cells));
  CHECK(full == "KITT FOM comparison_point = 2500 Mflop/s per node (higher is better): DWF4 in "
                "double precision, mean of L = 12 and 16, rules itt-2017");
  CHECK(line_of("point_dwf4_double", lines_of(cells)) ==
        "KITT FOM point_dwf4_double" +
            full.substr(std::string("KITT FOM comparison_point").size()));
  CHECK(line_of("comparison_point", lines_of(cells, {"--quick"})) ==
        full + " ! a quick run does not count by the rules");
}

TEST_CASE("a line is marked if a cell behind its figure is doubtful, and only then") {
  auto uncertain = hopping("b", 12, 2000);
  uncertain.seconds.standard_error = 0.06 * uncertain.seconds.mean;
  auto slow = uncertain;
  slow.variant = "slow";
  slow.mflops_per_node = 1;
  std::vector<Cell> cells{hopping("a", 12, 1000), slow, hopping("a", 16, 3000)};
  CHECK(lines_of(cells).find('!') == std::string::npos);
  cells.emplace_back(uncertain);
  auto lines = lines_of(cells);
  CHECK_THAT(line_of("comparison_point", lines), ContainsSubstring(" ! +- above 5 %"));
  CHECK(line_of("hopping_dwf4", lines).find('!') == std::string::npos); // the figure of L = 16
  auto high = hopping("high", 16, 4000);
  high.roofline_fraction = 1.2;
  cells.emplace_back(high);
  lines = lines_of(cells);
  CHECK_THAT(line_of("hopping_dwf4", lines), ContainsSubstring(" ! above its ceiling"));
}

TEST_CASE("less is better for the latency of messages") {
  MessageCell fast;
  fast.pattern = "ping-pong";
  fast.buffers = "window";
  fast.bytes = 8;
  fast.messages = 2;
  fast.seconds = {.count = 2, .median = 4e-6, .mean = 4e-6, .minimum = 4e-6, .maximum = 4e-6};
  auto slow = fast;
  slow.bytes = 1024;
  slow.seconds.median = 8e-6;
  CHECK_THAT(line_of("p2p_ping_pong", lines_of({slow, fast})),
             ContainsSubstring("= 2e-06 s (lower is better): ping-pong"));
}

TEST_CASE("names of figures are different, and each pattern finds the line of its figure only") {
  auto const lines = lines_of(
      {hopping("a", 12, 1000), hopping("a", 16, 3000), memory("read", 8, 50), test::halo(8)});
  std::set<std::string> names;
  int found = 0;
  for (auto const& merit : all_merits()) {
    CHECK(std::regex_match(merit.name, std::regex("[a-z][a-z0-9_]*")));
    CHECK(merit.unit.find_first_of("(!:") == std::string::npos);
    CHECK(names.insert(merit.name).second);
    auto pattern =
        merit.pattern(); // C++ has no names of groups, and `^` there is the start of text
    pattern.replace(pattern.find("?P<value>"), 9, "");
    pattern.replace(0, 1, "(?:^|\\n)");
    auto const is_found = std::regex_search(lines, std::regex(pattern));
    CHECK(is_found == !line_of(merit.name, lines).empty());
    found += is_found ? 1 : 0;
  }
  CHECK(found == 5); // comparison point, point of DWF4, DWF4, read, halo
  CHECK(names.contains("solve_cg_wilson"));
  CHECK(names.contains("halo"));
  CHECK(!names.contains("memory_axpy_kitt"));
}
