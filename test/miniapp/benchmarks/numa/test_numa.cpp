// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "kitt_build_info.hpp"
#include "miniapp/benchmarks/numa/matrix_products.hpp"
#include "miniapp/benchmarks/numa/memory_access.hpp"
#include "miniapp/benchmarks/numa/node_threads.hpp"
#include "miniapp/benchmarks/numa/numa_cell.hpp"
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include <Kokkos_Core.hpp>
#include <cstring>

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::perf;

namespace {

/// Returns a node with two sockets of two domains with two cores.
comms::NumaMap four_domains() {
  return {.domains = {{0, 0, "0-1"}, {1, 0, "2-3"}, {2, 1, "4-5"}, {3, 1, "6-7"}}, .distances = {}};
}

int own_domain() {
  return comms::discover_numa_map().domains.front().number;
}

/// Returns a task on local memory for each thread. Empty if the system forbids binding memory.
std::vector<ThreadTask> local_tasks() {
  try {
    comms::BoundMemory const tried("kitt::test", 4096, own_domain(), comms::HugePages::none);
  } catch (UserError const& error) {
    WARN(error.what());
    return {};
  }
  auto const threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  return std::vector<ThreadTask>(static_cast<std::size_t>(threads),
                                 ThreadTask{.memory_domain = own_domain()});
}

NodeThreads node_of(std::vector<int> const& domains) {
  NodeThreads node{.map = four_domains(), .threads = {}, .first = 0, .count = domains.size()};
  for (auto const domain : domains)
    node.threads.push_back({std::to_string(node.threads.size()), domain});
  return node;
}

std::vector<int> memory_of(std::vector<ThreadTask> const& tasks) {
  std::vector<int> result;
  for (auto const& task : tasks)
    result.push_back(task.memory_domain.value_or(-1));
  return result;
}

using Numbers = std::vector<int>;

} // namespace

TEST_CASE("the threads of all ranks on a node are gathered, and each rank knows its own") {
  auto const& world = test::test_world();
  auto const rank = world.rank();
  auto const cpu = [](int of) { return std::to_string(2 * of % 8); };
  auto const node =
      gather_threads(world, four_domains(), {cpu(rank), std::to_string(2 * rank % 8 + 1)});
  REQUIRE(node.threads.size() == static_cast<std::size_t>(2 * world.size()));
  CHECK(node.first == static_cast<std::size_t>(2 * rank));
  CHECK(node.count == 2);
  for (int of = 0; of < world.size(); ++of) {
    CHECK(node.threads[static_cast<std::size_t>(2 * of)].cpus == cpu(of));
    CHECK(node.threads[static_cast<std::size_t>(2 * of)].domain == of % 4);
  }
  CHECK(node.populated().size() == static_cast<std::size_t>(std::min(4, world.size())));
  CHECK_THROWS_AS(gather_threads(world, four_domains(), {"1-2"}), UserError);
}

TEST_CASE("each task gives a thread the memory of the right domain") {
  auto const node = node_of({0, 0, 1, 1, 2, 2, 3, 3});
  CHECK(memory_of(node.tasks({1, 3, false, false})) == Numbers{-1, -1, 3, 3, -1, -1, -1, -1});
  CHECK(memory_of(node.tasks({1, 3, true, false})) == Numbers{-1, -1, 3, -1, -1, -1, -1, -1});
  auto const all = node.tasks({1, 3, false, true});
  CHECK(memory_of(all) == Numbers{2, 2, 3, 3, 0, 0, 1, 1}); // the memory of each domain is used
                                                            // once
  CHECK(all[2].timed);
  CHECK_FALSE(all[4].timed);

  auto part = node; // a part as the second of two ranks sees it
  part.first = 4;
  part.count = 4;
  CHECK(memory_of(part.tasks({3, 0, true, false})) == Numbers{-1, -1, 0, -1});
}

TEST_CASE("memory of a domain is read, written and chased through, and verification passes") {
  auto const tasks = local_tasks();
  if (tasks.empty())
    return;
  for (auto const kernel : {AccessKernel::read, AccessKernel::triad, AccessKernel::latency}) {
    INFO(kitt::to_string(kernel));
    constexpr std::size_t bytes = 1 << 20;
    MemoryAccess access(test::test_world(), kernel, tasks, bytes, comms::HugePages::madvise, {}, 3);
    CHECK_FALSE(access.obstacle());
    CHECK(access.wrong_bytes() == 0);
    auto const before = access.seconds();
    access.run();
    CHECK(access.seconds() > before);
    CHECK(access.wrong_bytes() == 0);
    NumaCell cell;
    access.describe(cell);
    auto const threads = tasks.size() * static_cast<std::size_t>(test::test_world().size());
    CHECK(cell.pages_checked >= threads * bytes / 65536);
    if (kernel == AccessKernel::read)
      CHECK(cell.bytes_moved == threads * bytes);

    // spoils a number, or a link so that it leads back too early
    auto const memory = access.memory(0);
    std::memcpy(&memory[memory.size() / 4096 * 2048], &memory[0], 8);
    if (kernel == AccessKernel::read)
      memory[memory.size() / 2 + 6] = std::byte{0x7e};
    if (kernel == AccessKernel::triad)
      memory[memory.size() / 3 * 2 / 512 * 512 + 1024 * 64 + 6] ^= std::byte{1};
    CHECK(access.wrong_bytes() == 1);
  }
}

TEST_CASE("a pointer chase follows the requested number of links") {
  std::vector<void*> memory(64 * PointerChase::stride / sizeof(void*));
  PointerChase chase(memory.data(), memory.size() * sizeof(void*));
  chase.link(3);
  void* expected = memory.data();
  for (std::size_t const loads : {1, 7, 8, 19, 64}) {
    for (std::size_t i = 0; i < loads; ++i)
      expected = *static_cast<void**>(expected);
    chase.walk(loads);
    CHECK(chase.at() == expected);
  }
}

TEST_CASE("memory of a missing domain is reported as an obstacle on all ranks") {
  auto tasks = local_tasks();
  if (tasks.empty())
    return;
  if (test::test_world().rank() == 0)
    tasks.front().memory_domain = 900;
  MemoryAccess access(test::test_world(), AccessKernel::read, tasks, 65536, comms::HugePages::none,
                      {}, 3);
  auto const why = access.obstacle();
  REQUIRE(why);
  CHECK(why->find("refuses to bind memory to NUMA domain 900") != why->npos);
}

TEST_CASE("one wrong element of a matrix product is found") {
  if (!kitt::build_info::has_kokkos_kernels)
    KITT_SKIP("this build has no Kokkos Kernels, which multiplies the matrices");
  auto const tasks = local_tasks();
  if (tasks.empty())
    return;
  auto const& world = test::test_world();
  std::vector<NumaThread> threads; // gathers the threads of all ranks
  for (std::size_t i = 0; i < tasks.size() * static_cast<std::size_t>(world.size()); ++i)
    threads.push_back({.thread = static_cast<int>(i),
                       .cpus = "0",
                       .data_thread = static_cast<int>(i),
                       .memory_domain = own_domain(),
                       .relation = "local"});
  constexpr long n = 37;
  MatrixProducts products(world, threads, tasks.size() * static_cast<std::size_t>(world.rank()),
                          tasks.size(), n, comms::HugePages::none, {}, 5);
  CHECK_FALSE(products.obstacle());
  CHECK(products.wrong_bytes() == 0);
  products.run();
  products.run();
  CHECK(products.wrong_bytes() == 0);
  NumaCell cell;
  cell.matrix = n;
  products.describe(cell);
  REQUIRE(cell.per_thread.size() == threads.size());
  for (auto const& thread : cell.per_thread)
    CHECK(thread.seconds > 0);
  CHECK(gflops_per_s_per_thread(cell) > 0.0);
  CHECK(relation_times(cell).front().seconds.size() == threads.size());

  for (std::size_t const place : {std::size_t{0}, std::size_t{n * n / 2}, std::size_t{n * n - 1}})
    for (double const change : {1.0, -1.0, 1e-9}) {
      auto& element = products.product(0)[place];
      auto const right = element;
      element += change;
      CHECK(products.wrong_bytes() == (element == right ? 0 : 1));
      element = right;
    }
  CHECK(products.wrong_bytes() == 0);
}
