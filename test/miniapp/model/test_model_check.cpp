// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "core/base/error.hpp"
#include "miniapp/model/model_check.hpp"
#include "miniapp/model/transfer_fit.hpp"
#include "perf/results/data_folder.hpp"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::perf;

namespace {

Figure figure(std::string const& kernel, int l, double mflops_per_node) {
  Figure result;
  result.benchmark = "hopping";
  result.kernel = kernel;
  result.l = l;
  result.ls = kernel == "Wilson" ? 1 : 16;
  result.flops_per_site = 1344;
  result.volume = "per node";
  result.mean = mflops_per_node;
  return result;
}

Results results(std::vector<Figure> const& figures, int nodes) {
  Results result;
  result.name = "made-up";
  result.nodes = nodes;
  result.figures = figures;
  return result;
}

/// Returns the model's prediction on 16 nodes.
double modelled(Machine const& machine, std::string const& kernel, int l) {
  ModelJob const job{.kernel = kernel, .volume = {l, l, l, l}};
  auto const p =
      model_cell(machine, job, l, spread(job.volume, job.volume_of, 16, machine.ranks_per_node))
          .prediction;
  return p.mflops_per_node(p.best());
}

nlohmann::json table(std::string const& name) {
  std::ifstream file(data_file("published", name));
  return nlohmann::json::parse(file);
}

} // namespace

TEST_CASE("errors are relative to the measured value") {
  auto const machine = load_machine("skylake-8170");
  auto const right = modelled(machine, "DWF4", 16);
  auto const errors =
      model_errors(machine, results({figure("DWF4", 16, right), figure("DWF4", 8, 2e6)}, 16));
  REQUIRE(errors.size() == 2);
  CHECK(errors[0].relative() == Approx(0).margin(1e-12));
  CHECK(errors[1].relative() == Approx(modelled(machine, "DWF4", 8) / 2e6 - 1));
  CHECK_FALSE(errors[0].calibrated);
}

TEST_CASE("only exact variants count, and the fastest of them") {
  auto const machine = load_machine("skylake-8170");
  auto narrow = figure("DWF4", 16, 9e6);
  narrow.exact = false;
  auto median = figure("DWF4", 16, 1e5);
  median.median = 3e5;
  auto skipped = figure("DWF5", 16, 0);
  skipped.status = "skipped";
  auto const errors =
      model_errors(machine, results({figure("DWF4", 16, 2e5), median, narrow, skipped}, 16));
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].measured_mflops_per_node == 3e5);
  CHECK_THROWS_AS(model_errors(machine, results({skipped}, 16)), UserError);
}

TEST_CASE(
    "a table of fewer cores is predicted with these cores, and one of more cores is refused") {
  auto const machine = load_machine("skylake-8170");
  auto few = results({figure("DWF4", 16, modelled(machine.with_threads(24), "DWF4", 16))}, 16);
  few.cores_per_node = 24;
  CHECK(model_errors(machine, few)[0].relative() == Approx(0).margin(1e-12));
  few.cores_per_node = 1000;
  CHECK_THROWS_AS(model_errors(machine, few), UserError);
}

TEST_CASE("calibration finds a planted fraction and reports it") {
  auto const machine = load_machine("knl-7230");
  auto planted = machine;
  planted.kernels["DWF5"].bandwidth = 0.37;
  auto const measured = results({figure("DWF5", 16, modelled(planted, "DWF5", 16)),
                                 figure("DWF5", 24, modelled(planted, "DWF5", 24))},
                                16);
  auto const calibrated = calibrate(machine, measured);
  CHECK(calibrated.fractions("DWF5").bandwidth == Approx(0.37).margin(2e-4));
  CHECK(calibrated.fractions("DWF4").bandwidth == machine.fractions("DWF4").bandwidth);
  auto const errors = model_errors(calibrated, measured);
  REQUIRE(errors.size() == 2);
  CHECK_FALSE(errors[0].calibrated);
  CHECK(errors[1].calibrated);
  CHECK(std::abs(errors[1].relative()) < 1e-3);
  CHECK(calibrated.sources.at("kernels.DWF5.bandwidth_fraction").kind == "calibrated");
  CHECK_NOTHROW(machine_from_text(to_text(calibrated), "calibrated"));
}

TEST_CASE("machine files quote the published tables correctly") {
  struct Case {
    char const* machine;
    char const* memory; ///< name of a published table
    char const* halo;   ///< name of a published table, or null
  };
  for (auto const& [name, memory, halo] :
       {Case{"knl-7230", "knl-7230", "knl-7230-16-nodes"},
        Case{"knl-7210", "knl-7210-16-nodes", "knl-7210-16-nodes"},
        Case{"skylake-8170", "skylake-8170", nullptr}, Case{"epyc-7601", "epyc-7601", nullptr}}) {
    INFO(name);
    auto const machine = load_machine(name);
    auto const levels = machine.ceilings().levels;
    std::vector<Transfer> in_cache;
    double last = 0;
    auto const axpy = table(memory);
    for (auto const& cell : axpy.at("cells")) {
      if (cell.at("benchmark") != "memory")
        continue;
      auto const bytes = cell.at("bytes").get<double>() / axpy.at("nodes").get<double>();
      last = cell.at("gb_per_s_per_node").get<double>();
      if (bytes <= static_cast<double>(levels[0].capacity_bytes))
        in_cache.push_back({1, bytes, bytes / (last * 1e9)});
    }
    auto const fit = fit_transfers(in_cache);
    REQUIRE(fit);
    CHECK(machine.launch_seconds == Approx(fit->latency_seconds).epsilon(1e-3));
    CHECK(levels[0].triad_gb_per_s == Approx(fit->gb_per_s).epsilon(1e-3));
    CHECK(levels[1].triad_gb_per_s == last);
    if (halo == nullptr)
      continue;
    std::vector<Transfer> faces;
    auto const exchanges = table(halo); // must live longer than the loop
    for (auto const& cell : exchanges.at("cells"))
      if (cell.at("benchmark") == "halo") {
        auto const bytes = 8 * cell.at("face_bytes").get<double>();
        auto const rate = cell.at("one_way").at("mb_per_s_per_node").get<double>();
        faces.push_back({8, bytes, bytes / (rate * 1e6)});
      }
    auto const link = fit_transfers(faces);
    REQUIRE(link);
    CHECK(machine.network->latency_seconds == Approx(link->latency_seconds).epsilon(1e-3));
    CHECK(machine.network->gb_per_s == Approx(link->gb_per_s).epsilon(1e-3));
  }
}

TEST_CASE("a cell that is listed as calibrated by a table agrees with the table") {
  for (auto const* name : {"knl-7230", "skylake-8170"}) {
    auto const machine = load_machine(name);
    CHECK(machine.calibrated_on.size() == 3);
    for (auto const& error : model_errors(machine, read_results(std::string("published:") + name)))
      if (error.calibrated)
        CHECK(std::abs(error.relative()) < 1e-3);
  }
}
