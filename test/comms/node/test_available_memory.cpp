// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/node/memory.hpp"
#include "comms/node/system_files.hpp"
#include "core/base/error.hpp"
#include "test/comms/node/fake_files.hpp"
#include "test/sanitizer.hpp"

#include <sys/resource.h>

using namespace kitt::comms;

namespace {
constexpr std::size_t kib = 1024;

kitt::test::FakeFiles const& with_meminfo(kitt::test::FakeFiles const& files) {
  files.write("proc/meminfo", "MemTotal: 9000 kB\nMemFree: 10 kB\nMemAvailable: 5000 kB\n");
  return files;
}
} // namespace

TEST_CASE("without a cgroup, the available memory is MemAvailable") {
  kitt::test::FakeFiles const files;
  CHECK(detail::available_memory(with_meminfo(files).view()) == 5000 * kib);
}

TEST_CASE("a cgroup of version 2 limits the memory; its use counts without the page cache") {
  kitt::test::FakeFiles const files;
  with_meminfo(files);
  files.write("proc/self/cgroup", "0::/slurm/job7\n");
  files.write("sys/fs/cgroup/slurm/job7/memory.max", "max\n");
  files.write("sys/fs/cgroup/slurm/job7/memory.current", "100\n");
  files.write("sys/fs/cgroup/slurm/memory.max", "2048000\n");
  files.write("sys/fs/cgroup/slurm/memory.current", "1024000\n");
  files.write("sys/fs/cgroup/slurm/memory.stat", "anon 1\ninactive_file 24000\n");
  CHECK(detail::available_memory(files.view()) == 2048000 - 1024000 + 24000);
}

TEST_CASE("a cgroup of version 1 limits the memory; its huge default number means no limit") {
  kitt::test::FakeFiles const files;
  with_meminfo(files);
  files.write("proc/self/cgroup", "4:cpu,cpuacct:/a\n3:memory:/a\n");
  files.write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "9223372036854771712\n");
  files.write("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "1\n");
  CHECK(detail::available_memory(files.view()) == 5000 * kib);
  files.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "3000\n");
  files.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "4000\n");
  CHECK(detail::cgroup_memory_left(files.view()) == 0u);
}

TEST_CASE("unknown memory is 0, and unreadable numbers count as unknown") {
  kitt::test::FakeFiles const files;
  CHECK(detail::available_memory(files.view()) == 0);
  files.write("proc/meminfo", "MemAvailable: plenty\n");
  files.write("proc/self/cgroup", "no colons\n::\n0:");
  CHECK(detail::available_memory(files.view()) == 0);
  CHECK_FALSE(detail::cgroup_cpu_quota(files.view()));
}

TEST_CASE("a request above the available memory is refused before allocation, with both sizes") {
  CHECK_NOTHROW(check_memory(1, "a byte"));
  if (available_memory() == 0)
    KITT_SKIP("this system does not report its memory");
  CHECK_THROWS_AS(check_memory(std::size_t{1} << 60, "DWF4 at L = 1000"), kitt::UserError);
  CHECK_THROWS_WITH(check_memory(std::size_t{1} << 60, "DWF4 at L = 1000"),
                    Catch::Matchers::ContainsSubstring("DWF4 at L = 1000"));
}

TEST_CASE("a rank may use its share of the node, but no more than its own limit leaves") {
  if (memory_of_rank(1) == 0)
    KITT_SKIP("this system does not report its memory");
  CHECK(memory_of_rank(4) < memory_of_rank(1));
#if KITT_TEST_ADDRESS_SANITIZER
  KITT_SKIP("the address sanitizer cannot run with a limit on addresses");
#endif
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  constexpr std::size_t small = std::size_t{1} << 20;
  auto limited = before;
  limited.rlim_cur = small; // a limit below the memory in use leaves no memory
  REQUIRE(setrlimit(RLIMIT_AS, &limited) == 0);
  auto const left = memory_of_rank(1);
  REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
  CHECK(left == 1);
}
