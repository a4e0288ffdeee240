// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/binding.hpp"
#include "comms/node/detail/share_cpus.hpp"

#include <algorithm>
#include <cstdlib>

using namespace kitt::comms;
using detail::CpuSet;

// a single test case, because MPI can be started only once per process
TEST_CASE("ranks on this machine share its CPUs") {
  int argc = 0;
  char** argv = nullptr;
  MpiEnvironment const environment(argc, argv);
  Communicator const world;
  auto const machine = detail::HwlocTopology::machine();
  auto const allowed = detail::allowed_cpus(machine); // the test tells the launcher not to bind
                                                      // ranks
  auto const cores = static_cast<int>(machine.cores(allowed).size());

  auto const share = share_of_node(world);
  CHECK(share.threads >= 1);
  CHECK(share.threads <= std::max(1, cores / world.size()));
  CHECK(world.max(share.threads) == share.threads);
  auto const lists = world.gather(share.cpuset);
  std::vector<CpuSet> const equal(lists.size(), allowed);
  auto const expected = detail::share_cpus(machine, equal);
  for (std::size_t rank = 0; rank < lists.size(); ++rank)
    CHECK(lists[rank] == expected[rank].list());
  CHECK(share.warnings == detail::idle_warnings(machine, equal));

  auto const found = bind_threads(BindPolicy::core, share, world);
  for (auto const& cpus : found.thread_cpusets)
    CHECK(CpuSet(share.cpuset).includes(CpuSet(cpus)));
  bool const crowded = world.sum(found.threads()) > cores;
  bool const warned =
      std::any_of(found.warnings.begin(), found.warnings.end(), [](std::string const& text) {
        return text.starts_with("more threads than cores");
      });
  CHECK(warned == crowded);
}
