// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory_use.hpp"

#include "comms/node/huge_pages.hpp"
#include "test/catch.hpp"

namespace kitt::comms {

TEST_CASE("the most memory that was in use together stays") {
  auto const before = most_memory_in_use();
  auto const large = before.field_bytes + 100; // alone above what there was
  { CountedMemory const first(MemoryFor::fields, large); }
  CHECK(most_memory_in_use().field_bytes == large);
  { CountedMemory const again(MemoryFor::fields, large); } // not beside the first
  CHECK(most_memory_in_use().field_bytes == large);
  CountedMemory const first(MemoryFor::fields, large);
  CountedMemory const second(MemoryFor::fields, 1);
  CHECK(most_memory_in_use().field_bytes == large + 1);
  CHECK(most_memory_in_use().buffer_bytes == before.buffer_bytes);
}

TEST_CASE("faces are buffers, all else that fields' memory is asked for is fields") {
  auto const source = huge_page_source(HugePages::none);
  auto const before = most_memory_in_use();
  auto const bytes = before.field_bytes + before.buffer_bytes + (std::size_t{1} << 20);
  source("kitt::comms::faces", bytes);
  CHECK(most_memory_in_use().buffer_bytes >= bytes);
  CHECK(most_memory_in_use().field_bytes == before.field_bytes);
  source("kitt::dslash::in", bytes);
  CHECK(most_memory_in_use().field_bytes >= bytes);
}

TEST_CASE("of huge pages the most that was found stays") {
  auto const most = most_memory_in_use().huge_page_bytes + 10;
  note_huge_page_bytes(most);
  note_huge_page_bytes(most - 5);
  CHECK(most_memory_in_use().huge_page_bytes == most);
}

} // namespace kitt::comms
