// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/memory.hpp"

#include "comms/node/huge_pages.hpp"
#include "test/catch.hpp"

namespace kitt::comms {

TEST_CASE("the peak of the memory in use at one time is kept") {
  auto const before = most_memory_in_use();
  auto const large = before.field_bytes + 100; // more bytes than the previous peak
  { CountedMemory const first(MemoryFor::fields, large); }
  CHECK(most_memory_in_use().field_bytes == large);
  { CountedMemory const again(MemoryFor::fields, large); } // the first memory is already released
  CHECK(most_memory_in_use().field_bytes == large);
  CountedMemory const first(MemoryFor::fields, large);
  CountedMemory const second(MemoryFor::fields, 1);
  CHECK(most_memory_in_use().field_bytes == large + 1);
  CHECK(most_memory_in_use().buffer_bytes == before.buffer_bytes);
}

TEST_CASE("faces count as buffers, and all other memory of fields counts as fields") {
  auto const source = huge_page_source(HugePages::none);
  auto const before = most_memory_in_use();
  auto const bytes = before.field_bytes + before.buffer_bytes + (std::size_t{1} << 20);
  source("kitt::comms::faces", bytes);
  CHECK(most_memory_in_use().buffer_bytes >= bytes);
  CHECK(most_memory_in_use().field_bytes == before.field_bytes);
  source("kitt::dslash::in", bytes);
  CHECK(most_memory_in_use().field_bytes >= bytes);
}

TEST_CASE("the largest amount of huge pages that was found is kept") {
  auto const most = most_memory_in_use().huge_page_bytes + 10;
  note_huge_page_bytes(most);
  note_huge_page_bytes(most - 5);
  CHECK(most_memory_in_use().huge_page_bytes == most);
}

} // namespace kitt::comms
