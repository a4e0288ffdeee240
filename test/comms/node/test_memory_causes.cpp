// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory_causes.hpp"

#include "comms/node/detail/causes.hpp"
#include "comms/node/huge_pages.hpp"
#include "test/catch.hpp"
#include "test/sanitizer.hpp"

#include <sys/mman.h>

#include <cstring>
#include <vector>

namespace kitt::comms {

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

double named_share(PeakMemory const& peak) {
  return static_cast<double>(peak.causes.named()) / static_cast<double>(peak.resident_bytes);
}

/// Touched memory that belongs to no known cause.
class StrayMemory {
public:
  explicit StrayMemory(std::size_t bytes)
      : bytes_(bytes),
        data_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    std::memset(data_, 1, bytes);
  }
  ~StrayMemory() { munmap(data_, bytes_); }
  StrayMemory(StrayMemory const&) = delete;
  StrayMemory& operator=(StrayMemory const&) = delete;

private:
  std::size_t bytes_;
  void* data_;
};

} // namespace

TEST_CASE("each kind of memory is listed under its cause, and nothing is counted twice") {
  auto const kib = [](std::size_t count) { return count * 1024; };
  auto const areas =
      detail::parse_smaps({"10000-20000 r-xp 00000000 08:01 1   /usr/bin/kitt", "Rss: 40 kB",
                           "20000-24000 rw-p 00000000 00:00 0",
                           "Rss: 8 kB", // the program's zeroed data: 8 kB
                           "30000-50000 rw-p 00000000 00:00 0   [heap]", "Rss: 100 kB",
                           "100000-300000 rw-p 00000000 00:00 0",
                           "Rss: 2048 kB", // a field: 2048 kB
                           "400000-500000 rw-p 00000000 00:00 0",
                           "Rss: 512 kB", // a message buffer of which half is
                                          // touched
                           "500000-600000 rw-p 00000000 00:00 0",
                           "Rss: 1024 kB", // arrays of a ceiling measurement, 1024 kB
                           "700000-800000 rw-p 00000000 00:00 0",
                           "Rss: 300 kB", // memory of malloc, and of other libraries
                           "900000-a00000 rw-p 00000000 00:00 0",
                           "Rss: 64 kB", // a thread's stack
                           "b00000-c00000 rw-s 00000000 00:10 7   /dev/shm/window", "Rss: 512 kB",
                           "d00000-d10000 rw-p 00000000 00:00 0   [vvar]", "Rss: 4 kB",
                           "7ff000-800000 rw-p 00000000 00:00 0   [stack]", "Rss: 12 kB"});
  auto const found =
      detail::by_cause({areas,
                        {{0x100000, kib(2048), kib(1500), "kitt::dslash::in"},
                         {0x400000, kib(1024), kib(1016), "kitt::comms::faces"},
                         {0x500000, kib(1024), kib(1000), "kitt::perf::working_set"}},
                        {{0x900000, 0x980000}},
                        {.mapped = kib(128 + 200), .free = kib(50)}});
  CHECK(found.fields == kib(1500));
  CHECK(found.message_buffers == kib(512));
  CHECK(found.ceilings == kib(1000));
  CHECK(found.page_rounding == kib(548 + 24));
  CHECK(found.shared_segments == kib(512));
  CHECK(found.thread_stacks == kib(64 + 12));
  CHECK(found.program == kib(48));
  CHECK(found.allocator == kib(278));
  CHECK(found.fragmentation == kib(50));
  CHECK(found.other == kib(100 + 300 - 328 + 4));
  std::size_t resident = 0;
  for (auto const& area : areas)
    resident += area.resident;
  CHECK(found.sum() == resident);
}

TEST_CASE("faces and messages of any benchmark are message buffers") {
  auto const areas = detail::parse_smaps({"400000-500000 rw-p 00000000 00:00 0", "Rss: 1024 kB"});
  for (auto const* const label :
       {"kitt::comms::faces", "kitt::halo::face_messages", "kitt::domains::outgoing_messages"}) {
    INFO(label);
    auto const found = detail::by_cause({areas, {{0x400000, 1 << 20, 1 << 20, label}}, {}, {}});
    CHECK(found.message_buffers == 1 << 20);
    CHECK(found.fields == 0);
  }
}

TEST_CASE("memory added by MPI's start counts for MPI as long as it is still in use") {
  MemoryByCause const before{.allocator = 10, .program = 100};
  MemoryByCause const after{.allocator = 60, .program = 130, .other = 5};
  MemoryByCause const now{.fields = 7, .allocator = 80, .program = 110, .other = 5};
  auto const found = detail::with_mpi_start(now, before, after);
  CHECK(found.mpi_start == 50 + 30 + 5);
  CHECK(found.allocator == 30);
  CHECK(found.program == 80);
  CHECK(found.other == 0);
  CHECK(found.sum() == now.sum());
}

TEST_CASE("the causes explain this process's peak, except for memory of unknown cause") {
  if (!pages_obtained().known)
    KITT_SKIP("no /proc/self/smaps here");
#if KITT_TEST_ADDRESS_SANITIZER
  KITT_SKIP("the memory of the sanitizer has no known cause");
#endif
  note_memory_before_mpi();
  note_memory_after_mpi();
  note_thread_stacks();
  {
    auto const field = huge_page_source(HugePages::none)("kitt::test::field", 96 * mib);
    std::memset(field.get(), 1, 96 * mib);
    std::vector<char> const table(32 * mib, 1);
    CHECK(table.back() == 1);
    look_at_memory();
  } // the peak was reached earlier
  auto const peak = memory_at_peak();
  CHECK(peak.causes.fields == 96 * mib);
  CHECK(peak.causes.allocator >= 32 * mib);
  CHECK(named_share(peak) > 0.95);
  CHECK(named_share(peak) < 1.05);
  StrayMemory const stray(256 * mib);
  CHECK(memory_at_peak().causes.other >= 250 * mib);
  CHECK(named_share(memory_at_peak()) < 0.95);
}

} // namespace kitt::comms
