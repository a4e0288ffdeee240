// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/perf/record/record_samples.hpp"

#include <nlohmann/json.hpp>

using namespace kitt::miniapp;
using namespace kitt::perf;
using namespace kitt::perf::test;
using Catch::Matchers::ContainsSubstring;
using kitt::Overwrite;

TEST_CASE("records of real runs are read without loss") {
  for (auto const* const name : {"ranks-1.json", "ranks-4.json", "profile-4.json"}) {
    INFO(name);
    auto const path = fs::path(KITT_REAL_RECORDS) / name;
    auto was = nlohmann::json::parse(content(path));
    auto now = nlohmann::json::parse(RunRecord::read(path).text());
    CHECK(was.erase("summary") + now.erase("summary") == 2); // some of the cells were removed
    CHECK(was == now);
  }
}

TEST_CASE("a run that does not fit to a record is refused with the difference") {
  Folder const folder;
  new_record(folder / "a.json").add(hopping(8));
  auto const before = content(folder / "a.json");
  auto now = header();
  now.configuration.seed = 7;
  CHECK_THROWS_WITH(resumed(folder / "a.json", now),
                    ContainsSubstring("configuration/seed is 0 there and 7 here"));
  now = header();
  now.topology.cpu_model = "Model A";
  CHECK_THROWS_WITH(resumed(folder / "a.json", now),
                    ContainsSubstring("topology/cpu_model is \"Model T\" there and \"Model A\""));
  now = header();
  now.configuration.flops_per_site = 1320;
  CHECK_THROWS_WITH(resumed(folder / "a.json", now), ContainsSubstring("flops_per_site"));
  now = header();
  now.provenance.git_commit = "def";
  CHECK_THROWS_WITH(resumed(folder / "a.json", now), ContainsSubstring("git_commit"));
  CHECK(content(folder / "a.json") == before);
  now = header(); // another node of equal kind may continue at another time
  now.provenance.hostnames = {"other"};
  now.provenance.time = "2026-01-02T00:00:00Z";
  now.topology.available_memory_bytes = 5;
  now.configuration.binding.thread_cpusets = {};
  now.configuration.energy_source = "powercap"; // the user may have got more rights meanwhile
  now.provenance.label = "again";
  now.configuration.environment = {{"SLURM_CPU_BIND_LIST", "0x3"}}; // the job has another
                                                                    // allocation
  CHECK_NOTHROW(resumed(folder / "a.json", now).finish());
  auto const resumption =
      nlohmann::json::parse(content(folder / "a.json"))["provenance"]["resumed"];
  CHECK(resumption.back()["label"] == "again");
}

TEST_CASE("a changed environment is refused") {
  Folder const folder;
  auto was = header();
  was.configuration.environment = {{"OMP_PLACES", "cores"}};
  was.configuration.mpi_protocol = {{"btl_tcp_eager_limit", "65536"}};
  RunRecord({.json = folder / "a.json", .csv = {}}, was).add(hopping(8));
  auto now = was;
  now.configuration.environment = {{"UCX_TLS", "rc"}};
  CHECK_THROWS_WITH(resumed(folder / "a.json", now),
                    ContainsSubstring("configuration/environment/OMP_PLACES is \"cores\" there and "
                                      "absent here"));
  now = was;
  now.configuration.mpi_protocol["btl_tcp_eager_limit"] = "64";
  CHECK_THROWS_WITH(resumed(folder / "a.json", now), ContainsSubstring("btl_tcp_eager_limit"));
  CHECK_NOTHROW(resumed(folder / "a.json", was));
}

TEST_CASE("a simulated machine is a different configuration and is named in the record") {
  Folder const folder;
  auto was = header();
  was.configuration.simulated = {.platform = "slingshot"};
  RunRecord({.json = folder / "a.json", .csv = {}}, was).add(hopping(8));
  auto const written = nlohmann::json::parse(content(folder / "a.json"))["configuration"];
  CHECK(written["simulated"] == nlohmann::json{{"platform", "slingshot"}, {"computing", "none"}});
  CHECK_NOTHROW(resumed(folder / "a.json", was));
  CHECK_THROWS_WITH(resumed(folder / "a.json", header()),
                    ContainsSubstring("configuration/simulated"));
}
