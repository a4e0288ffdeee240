// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/bound_memory.hpp"

#include "comms/node/detail/hwloc_topology.hpp"
#include "comms/node/detail/mapping.hpp"
#include "comms/node/system_files.hpp"
#include "core/base/error.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace kitt::comms {

namespace {

using detail::CpuSet; // a bitmap; in this file its bits are NUMA domains
using detail::HwlocTopology;

/// Returns the machine's topology. Keeps the topology, because loading takes longer than everything
/// else in this file.
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

BoundMemory::BoundMemory(std::string const& label, std::size_t bytes, int domain, HugePages pages)
    : bytes_(bytes), domain_(domain) {
  auto const page = detail::page_bytes_of(pages);
  // The system can only bind whole pages. A gigantic page is requested as a whole and not shared
  // with other fields, because other fields may belong to another domain.
  auto const whole = detail::round_up(bytes, page);
  memory_ = huge_page_source(pages)(label, whole);
  bind(whole);
  if (is_reserved(pages))
    take_reserved(label, whole, page);
}

void BoundMemory::bind(std::size_t whole_pages_bytes) const {
  auto const flags = HWLOC_MEMBIND_BYNODESET | HWLOC_MEMBIND_STRICT;
  if (hwloc_set_area_membind(machine().get(), memory_.get(), whole_pages_bytes, only(domain_).get(),
                             HWLOC_MEMBIND_BIND, flags) != 0)
    throw UserError(fmt::format("the system refuses to bind memory to NUMA domain {} ({}): permit "
                                "it, for example with the capability CAP_SYS_NICE in a container",
                                domain_, std::strerror(errno)));
}

/// Takes the reserved pages of the domain now, so that a lack of pages causes an error here. The
/// system promises reserved pages of the whole machine, but takes them from one domain. A later
/// touch of a missing page would end the program.
void BoundMemory::take_reserved(std::string const& label, std::size_t whole_pages_bytes,
                                std::size_t page_bytes) const {
  if (detail::take_pages(memory_.get(), whole_pages_bytes, page_bytes))
    return;
  auto const of_domain =
      std::filesystem::path(fmt::format("sys/devices/system/node/node{}/hugepages", domain_)) /
      fmt::format("hugepages-{}kB/nr_hugepages", page_bytes / 1024);
  throw UserError(fmt::format("too few explicit huge pages in NUMA domain {} for {} ({} pages of "
                              "{} needed for each thread with memory there, {} reserved): ask the "
                              "administrator to raise /{}, or use --hugepages madvise",
                              domain_, label, whole_pages_bytes / page_bytes,
                              page_bytes == gigantic_page_bytes ? "1 GiB" : "2 MiB",
                              detail::SystemFiles().number(of_domain).value_or(0),
                              of_domain.string()));
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
