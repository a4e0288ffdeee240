// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/memory_causes.hpp"
#include "core/base/fields.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kitt::perf {

/// Resident bytes on pages of one size.
struct BytesOnPages {
  std::size_t page_bytes = 0;
  std::size_t bytes = 0;
};
constexpr auto fields_of(BytesOnPages const*) {
  return kitt::fields(
      figure("page_bytes", &BytesOnPages::page_bytes, "bytes", "size of a page").at_least(1),
      figure("bytes", &BytesOnPages::bytes, "bytes", "memory on pages of this size"));
}
/// Resident bytes in one NUMA domain of each node, by the system's number.
struct BytesInDomain {
  std::size_t domain = 0;
  std::size_t bytes = 0;
};
constexpr auto fields_of(BytesInDomain const*) {
  return kitt::fields(field("domain", &BytesInDomain::domain, "number of the NUMA domain"),
                      figure("bytes", &BytesInDomain::bytes, "bytes", "memory in the domain"));
}

/// Pages and NUMA domains of fields and message buffers, and pages of memory that ranks share.
struct PagesFound {
  std::size_t huge_page_bytes = 0;
  std::vector<BytesOnPages> sizes = {};
  std::vector<BytesOnPages> shared_sizes = {};
  std::vector<BytesInDomain> domains = {};

  std::size_t bytes() const; ///< returns the bytes on pages of all sizes
};
constexpr auto fields_of(PagesFound const*) {
  return kitt::fields(
      field("huge_page_bytes", &PagesFound::huge_page_bytes), field("sizes", &PagesFound::sizes),
      field("shared_sizes", &PagesFound::shared_sizes), field("domains", &PagesFound::domains));
}

/// Memory of a rank at its peak, by cause; means over ranks.
struct MemoryOfRanks {
  std::size_t peak_resident_bytes = 0;
  comms::MemoryByCause causes = {};
  std::size_t unseen_bytes = 0; ///< bytes of the peak that no sample of the memory contains
  double named_share = 0;       ///< fraction of the peak with a named cause, minimum over ranks
};
constexpr auto fields_of(MemoryOfRanks const*) {
  return kitt::fields(
      figure("peak_resident_bytes", &MemoryOfRanks::peak_resident_bytes, "bytes",
             "largest resident memory: the kernel's high-water mark (VmHWM), or the largest sample "
             "if the sample is larger, because the mark does not include huge pages that the "
             "administrator reserved"),
      inlined(&MemoryOfRanks::causes),
      figure("unseen_bytes", &MemoryOfRanks::unseen_bytes, "bytes",
             "bytes of the peak that no sample of the memory contains"),
      field("named_share", &MemoryOfRanks::named_share,
            "share of the peak with a named cause (neither other nor unseen), minimum over ranks")
          .at_least(0));
}

/// Returns the means over ranks. Requires at least one rank.
MemoryOfRanks memory_of_ranks(std::vector<comms::PeakMemory> const& ranks);

/// Describes the memory at its peak: "1 rank: peak of resident memory 812.0 MB: fields 600.1,
/// ceilings 128.0 ...; cause known for 99.1 %"
std::string memory_text(int ranks, MemoryOfRanks const& memory);

} // namespace kitt::perf
