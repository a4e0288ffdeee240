// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/benchmarks/transpose/transpose_cell.hpp"
#include "perf/results/data_folder.hpp"
#include "perf/results/work.hpp"
#include "test/catch.hpp"
#include "test/perf/compare/comparison_records.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

using namespace kitt::miniapp;
using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;

namespace {

Figure find(Results const& results, std::string const& kernel, int l) {
  for (auto const& figure : results.figures)
    if (figure.kernel == kernel && figure.l == l)
      return figure;
  throw std::runtime_error("no " + kernel);
}

std::string refusal(std::string const& name) {
  try {
    read_results(name);
  } catch (kitt::UserError const& error) {
    std::string text = error.what();
    CHECK(text.find('\n') == std::string::npos);
    return text;
  }
  return "accepted";
}

/// A temporary file. The file is removed at the end.
struct TemporaryFile {
  explicit TemporaryFile(std::string const& text)
      : path((std::filesystem::temp_directory_path() /
              ("kitt-results-" + std::to_string(::getpid()) + ".json"))
                 .string()) {
    std::ofstream(path) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path); }
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;

  std::string path;
};

} // namespace

TEST_CASE("every published table is found by its name and can be read") {
  auto const names = data_names("published");
  REQUIRE(names.size() >= 20);
  for (auto const& name : names) {
    INFO(name);
    auto const table = read_results("published:" + name);
    CHECK(table.published);
    CHECK(table.figures.empty() != table.profile.is_null());
  }
}

TEST_CASE("figures of a published table are means per node") {
  auto const table = read_results("published:knl-7230-16-nodes");
  CHECK(table.nodes == 16);
  CHECK(table.ranks_per_node == 1);
  CHECK(table.cpu_number == "7230");
  auto const& hopping = find(table, "DWF4", 16);
  CHECK(hopping.mean == 210209.7);
  CHECK(!hopping.median);
  CHECK(!hopping.error);
  CHECK(hopping.ls == 16);
  CHECK(hopping.flops_per_site == 1344);
  CHECK(hopping.node_sites == 65536);
  CHECK(hopping.travel == "same");
  CHECK(table.rank_grid == std::array{2, 2, 2, 2});
  CHECK(table.node_grid == std::array{2, 2, 2, 2});
  CHECK(hopping.node_grid == table.node_grid);
  auto const& memory = find(table, "axpy", 8);
  CHECK(memory.mean == 30.991);
  CHECK(memory.volume == "per node");
  auto const& halo = find(table, "halo xyzt", 32);
  CHECK(halo.variant == "mpi");
  CHECK(halo.mean == 21146.0);
  CHECK(halo.error == Approx(74.2 / 21146.0));
  CHECK(halo.between_nodes);
}

TEST_CASE("published latencies, speed-ups and far memory have no lattice") {
  auto const cori = read_results("published:cori-knl");
  CHECK(find(cori, "latency", 0).mean == 3.1);
  CHECK(find(cori, "latency", 0).between_nodes);
  CHECK(find(cori, "BerkeleyGW, 1680 nodes: Cori over Edison", 0).mean == 2.6);
  auto const routing = read_results("published:bsmbench-routing");
  CHECK(find(routing, "BSMBench balance, 128 nodes: adaptive routing over no adaptive routing", 0)
            .mean == Approx(1.28));
  auto const ifs = read_results("published:ifs-affinity");
  CHECK(ifs.figures.size() == 3 * 10);
  CHECK(find(ifs, "4D-Var min1 on hpcu, large pages no, affinity yes: communication", 0).mean ==
        214);
  auto const exchanges = read_results("published:ifs-transpositions");
  CHECK(exchanges.figures.size() == 9);
  CHECK(find(exchanges, "IFS T799 trltom on hpcu", 0).mean == 224);
  for (auto const& figure : exchanges.figures) // the table of sizes repeats the statement of its
                                               // source
    CHECK(std::ranges::count_if(ifs_exchanges, [&](IfsExchange const& exchange) {
            auto const megabytes = static_cast<double>(exchange.bytes) / 1e6;
            return exchange.name == figure.measures &&
                   figure.variant.starts_with(fmt::format("{} MB, ", megabytes));
          }) == 1);
  auto const hector = read_results("published:hector-xt6");
  CHECK(hector.figures.size() == 1 + 4 + 3);
  CHECK(find(hector, "matmul 3000, half remote: local", 0).mean == Approx(23.1355).epsilon(1e-5));
  // +1.33, +1.36 and +1.62 % of the mean of the threads with local data
  CHECK(find(hector, "matmul 3000: same socket", 0).mean == Approx(1.0133).epsilon(1e-4));
  CHECK(find(hector, "matmul 3000: other socket", 0).mean == Approx(1.0136).epsilon(1e-4));
  CHECK(find(hector, "matmul 3000: other socket, diagonal", 0).mean ==
        Approx(1.0162).epsilon(1e-4));
}

TEST_CASE("transpositions with the sizes of IFS have a rate per task and a rate per node") {
  auto const exchange = [](std::string const& phase, std::int64_t bytes) {
    TransposeCell cell;
    cell.phase = phase;
    cell.method = "alltoall";
    cell.task_grid = "2.4";
    cell.bytes = bytes;
    cell.line_ranks = phase == "rows" ? 4 : 2;
    cell.ranks = 8;
    cell.nodes = 2;
    cell.bytes_inside_node = 2'000'000;
    cell.bytes_between_nodes = 6'000'000;
    cell.seconds = seconds(0.1, 0.2, 0.02);
    return measured(cell);
  };
  auto const run =
      results_of("run", record({exchange("columns", 1'840'000), exchange("rows", 1'840'000),
                                exchange("rows", 660'000)},
                               2, 4));
  REQUIRE(run.figures.size() == 4);
  CHECK(run.figures[2].kernel == "rows of 4, 660000 B");
  auto const& figure = run.figures.back();
  CHECK(figure.benchmark == "exchange");
  CHECK(figure.kernel == "IFS T799 trltom");
  CHECK(figure.variant == "columns of 2.4, alltoall");
  CHECK(figure.between_nodes);
  CHECK(figure.median == Approx(10)); // 8 ranks send 8 MB in 0.1 s
  CHECK(figure.mean == Approx(5));
  CHECK(figure.error == Approx(0.1));
}

TEST_CASE("a record of messages has the latency of the smallest message between two single ranks") {
  auto const message = [](char const* pattern, std::int64_t bytes, std::int64_t pairs,
                          double microseconds) {
    MessageCell cell;
    cell.pattern = pattern;
    cell.placement = "between-nodes";
    cell.bytes = bytes;
    cell.pairs = pairs;
    cell.messages = 2;
    cell.seconds = seconds(microseconds * 1e-6, 2 * microseconds * 1e-6, 1e-7);
    return measured(cell);
  };
  auto const run =
      results_of("run", record({message("ping-pong", 8, 1, 5), message("ping-pong", 1, 1, 4),
                                message("ping-pong", 1, 2, 2), message("one-way", 1, 1, 1)},
                               2, 2));
  auto const figure = find(run, "latency", 0);
  CHECK(figure.median == Approx(2));
  CHECK(figure.mean == Approx(4));
  CHECK(figure.variant == "1 B");
  CHECK(figure.between_nodes);
  auto const large = results_of("run", record({message("ping-pong", 4096, 1, 5)}, 2, 1));
  CHECK(large.figures.size() == 1);
}

TEST_CASE("L of the published memory table on two sockets is per rank, so a node has twice as many "
          "sites") {
  auto const& memory = find(read_results("published:skylake-8170"), "axpy", 8);
  CHECK(memory.volume == "per rank");
  CHECK(memory.node_sites == 2 * 4096);
}

TEST_CASE("a record gives medians and means, and names are split into their parts") {
  auto const run =
      results_of("run", record({hopping("DWF4", 16, 1000, 900), axpy(8, 10), halo(4, 500)}, 2, 4));
  CHECK_FALSE(run.rank_grid);
  CHECK(run.cores_per_node == 8); // 16 threads share these cores
  CHECK(run.robustness == 0.5);
  auto const& cell = find(run, "DWF4", 16);
  CHECK(cell.median == 1000.0);
  CHECK(cell.mean == 900);
  CHECK(cell.error == Approx(0.01));
  CHECK(cell.node_sites == 65536 / 2);
  auto const& memory = find(run, "axpy", 8);
  CHECK(memory.variant == "KITT");
  CHECK(memory.mean == Approx(5)); // the mean time is twice the median
  auto const& faces = find(run, "halo xyzt", 4);
  CHECK(faces.variant == "shm");
  CHECK(faces.volume == "per rank");
  CHECK(faces.between_nodes);
  auto const published = find(read_results("published:knl-7230"), "DWF4", 16);
  CHECK(common_statistic(cell, memory) == Statistic::median);
  CHECK(common_statistic(cell, published) == Statistic::mean);
  CHECK(own_statistic(cell) == Statistic::median);
  CHECK(own_statistic(published) == Statistic::mean);
  CHECK(value_of(cell) == 1000);
  CHECK(value_of(published) == published.mean);
}

TEST_CASE("cells of both parities have the names of the published table") {
  HoppingCell cell;
  cell.kernel = "DWF4";
  cell.l = cell.ls = 16;
  cell.global_volume = {16, 16, 16, 16};
  cell.application = HoppingApplication{.parity = "both"};
  cell.seconds = seconds(1, 1, 0.01);
  cell.mflops_per_node = cell.mflops_per_node_mean = 420235;
  auto const run = results({hopping("DWF4", 16, 500000), measured(cell)});
  auto const& both = find(run, "DWF4 (both parities)", 16);
  CHECK(both.median == 420235);
  CHECK(find(run, "DWF4", 16).median == 500000);
  CHECK(both.kernel == find(read_results("published:epyc-7601"), both.kernel, 16).kernel);
  CHECK(family_of(both.kernel) == "DWF4");
}

TEST_CASE("a failed exchange has the name of a measured one") {
  auto cell = failed("halo", 8);
  cell["benchmark"] = "halo";
  cell["variant"] = "xt/mpi";
  auto const figure = results({cell}).figures.at(0);
  CHECK(figure.kernel == "halo xt");
  CHECK(figure.variant == "mpi");
  CHECK(figure.status == "failed");
}

TEST_CASE("the energy of a cell is read") {
  auto cell = hopping("DWF4", 16, 1000);
  cell["energy"] = {{"joules_per_call", 1.0}, {"watts_per_node", 250.0}, {"mflops_per_watt", 4.0}};
  CHECK(results({cell}).figures[0].watts_per_node == 250.0);
  cell["energy"] = nullptr;
  CHECK(!results({cell}).figures[0].watts_per_node);
}

TEST_CASE("a file that is not a result is refused in one line") {
  CHECK_THAT(refusal("published:knl-7231"), ContainsSubstring("knl-7230"));
  CHECK_THAT(refusal("published:knl-7231"), ContainsSubstring("no file of that name"));
  CHECK_THAT(refusal("published:../published/knl-7230"), ContainsSubstring("no file of that name"));
  CHECK_THAT(refusal("/no/such/file.json"),
             ContainsSubstring("/no/such/file.json: cannot be read (there is no"));
  CHECK_THAT(refusal("/tmp"), ContainsSubstring("it is a directory"));
  auto const says = [](std::string const& text) {
    TemporaryFile const file(text);
    return refusal(file.path);
  };
  CHECK_THAT(says(""), ContainsSubstring("not a JSON document"));
  CHECK_THAT(says("{\"a\": "), ContainsSubstring("not a JSON document"));
  CHECK_THAT(says("[1, 2]"), ContainsSubstring("not a JSON document"));
  CHECK_THAT(says("{}"), ContainsSubstring("no KITT record"));
  CHECK_THAT(says("{\"schema_version\": 7}"), ContainsSubstring("schema version is 7"));
  CHECK_THAT(says("{\"schema_version\": 1, \"title\": \"\", \"source\": {}}"),
             ContainsSubstring("schema version is 1"));
  CHECK_THAT(says("{\"schema_version\": 2, \"title\": \"\", \"source\": {}}"),
             ContainsSubstring("it is not a published table"));
}

TEST_CASE("a figure that is not a number is refused") {
  auto cell = hopping("DWF4", 16, 1000);
  cell["mflops_per_node_mean"] = -1;
  CHECK_THROWS_AS(results({cell}), kitt::UserError);
  cell = hopping("DWF4", 16, 1000);
  cell["precision"] = "half";
  CHECK_THROWS_AS(results({cell}), kitt::UserError);
}

TEST_CASE("KITT_DATA replaces share/kitt") {
  ::setenv("KITT_DATA", "/no/such/folder", 1);
  CHECK(data_folder("published") == "/no/such/folder/published");
  CHECK(data_names("published").empty());
  CHECK_THAT(refusal("published:knl-7230"), ContainsSubstring("KITT_DATA"));
  ::unsetenv("KITT_DATA");
  CHECK(!data_names("published").empty());
}
