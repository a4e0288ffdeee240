// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/bound_memory.hpp"

#include "comms/node/detail/hwloc_topology.hpp"
#include "comms/node/huge_pages.hpp"
#include "core/base/error.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>

namespace kitt::comms {

namespace {

using detail::CpuSet; // a bitmap, here of domains
using detail::HwlocTopology;

/// Loading it takes longer than all else here.
HwlocTopology const& machine() {
  static auto const topology = HwlocTopology::machine();
  return topology;
}

CpuSet only(int domain) {
  CpuSet domains;
  hwloc_bitmap_only(domains.get(), static_cast<unsigned>(domain));
  return domains;
}

bool lies_in(void const* begin, std::size_t bytes, CpuSet const& domain) {
  CpuSet found;
  return hwloc_get_area_memlocation(machine().get(), begin, bytes, found.get(),
                                    HWLOC_MEMBIND_BYNODESET) == 0 &&
         found == domain;
}

} // namespace

BoundMemory::BoundMemory(std::string const& label, std::size_t bytes, int domain)
    : memory_(huge_page_source(HugePages::madvise)(label, bytes)), bytes_(bytes), domain_(domain) {
  auto const flags = HWLOC_MEMBIND_BYNODESET | HWLOC_MEMBIND_STRICT;
  if (hwloc_set_area_membind(machine().get(), memory_.get(), bytes, only(domain).get(),
                             HWLOC_MEMBIND_BIND, flags) != 0)
    throw UserError(fmt::format("the system refuses to bind memory to NUMA domain {} ({})", domain,
                                std::strerror(errno)));
}

PagesPlaced BoundMemory::pages() const {
  auto const page = static_cast<std::size_t>(std::max(1L, sysconf(_SC_PAGESIZE)));
  auto const wanted = only(domain_);
  PagesPlaced result;
  for (std::size_t offset = 0; offset < bytes_; offset += page) {
    ++result.checked;
    auto const* const begin = static_cast<char const*>(memory_.get()) + offset;
    if (!lies_in(begin, std::min(page, bytes_ - offset), wanted))
      ++result.misplaced;
  }
  return result;
}

} // namespace kitt::comms
