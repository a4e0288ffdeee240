// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/huge_pages.hpp"

#include "comms/node/detail/mapping.hpp"
#include "comms/node/memory_use.hpp"
#include "comms/node/system_files.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace kitt::comms {

namespace {

using detail::Mapping;

/// The addresses of the memory that is given out and alive, to find it in /proc/self/smaps.
class Living {
public:
  void add(Mapping const& mapping) {
    std::lock_guard const lock(mutex_);
    areas_.emplace(reinterpret_cast<std::uintptr_t>(mapping.data()), mapping.bytes());
  }
  void remove(Mapping const& mapping) {
    std::lock_guard const lock(mutex_);
    areas_.erase(reinterpret_cast<std::uintptr_t>(mapping.data()));
  }
  std::map<std::uintptr_t, std::size_t> areas() {
    std::lock_guard const lock(mutex_);
    return areas_;
  }

private:
  std::mutex mutex_;
  std::map<std::uintptr_t, std::size_t> areas_; ///< address, bytes
};

/// Never destroyed: fields may outlive static objects.
Living& living() {
  static auto* const instance = new Living;
  return *instance;
}

/// Labels are kitt::area::what.
MemoryFor purpose(std::string const& label) {
  return label.starts_with("kitt::comms::") ? MemoryFor::buffers : MemoryFor::fields;
}

std::shared_ptr<void> give(std::string const& label, std::size_t bytes, HugePages pages) {
  auto const mapping = std::make_shared<Mapping>(label, bytes, pages);
  auto const counted = std::make_shared<CountedMemory>(purpose(label), mapping->bytes());
  living().add(*mapping);
  return {mapping->data(), [mapping, counted](void*) { living().remove(*mapping); }};
}

} // namespace

MemorySource huge_page_source(HugePages pages) {
  if constexpr (!BackendTraits<ExecutionSpace>::on_host) {
    KITT_VALIDATE(
        pages == HugePages::none,
        "huge pages asked for, but fields live in device memory (where page sizes are the "
        "driver's): use --hugepages none");
    return kokkos_memory;
  }
  return [pages](std::string const& label, std::size_t bytes) { return give(label, bytes, pages); };
}

PagesObtained pages_obtained() {
  PagesObtained result;
  if (is_simulated()) // the list is that of all ranks, and each would read it
    return result;
  auto const lines = detail::SystemFiles{}.lines("proc/self/smaps");
  auto const found = detail::parse_smaps(lines);
  result.known = !found.empty();
  for (auto const& [address, bytes] : living().areas()) {
    result.mapped_bytes += bytes;
    for (auto const& area : found) {
      auto const first = std::max<std::size_t>(area.begin, address);
      auto const last = std::min<std::size_t>(area.end, address + bytes);
      if (first >= last)
        continue;
      result.resident_bytes += std::min(area.resident, last - first);
      result.huge_bytes += std::min(area.huge, last - first);
    }
  }
  note_huge_page_bytes(result.huge_bytes);
  return result;
}

} // namespace kitt::comms
