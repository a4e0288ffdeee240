// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/huge_pages.hpp"

#include "comms/node/detail/mapping.hpp"
#include "comms/node/detail/memory_areas.hpp"
#include "comms/node/memory.hpp"
#include "comms/node/memory_causes.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace kitt::comms {

namespace {

using detail::GivenMemory;
using detail::Mapping;

/// List of the memory that is given out and in use, to find it in /proc/self/smaps.
class Living {
public:
  void add(GivenMemory memory) {
    std::lock_guard const lock(mutex_);
    auto const address = memory.address;
    areas_.emplace(address, std::move(memory));
  }
  void remove(std::size_t address) {
    std::lock_guard const lock(mutex_);
    areas_.erase(address);
  }
  std::vector<GivenMemory> areas() {
    std::lock_guard const lock(mutex_);
    std::vector<GivenMemory> result;
    for (auto const& [address, memory] : areas_)
      result.push_back(memory);
    return result;
  }

private:
  std::mutex mutex_;
  std::map<std::size_t, GivenMemory> areas_; ///< areas by their addresses
};

/// Returns the list of all memory that is in use. The list is never destroyed, because fields may
/// outlive static objects.
Living& living() {
  static auto* const instance = new Living;
  return *instance;
}

/// A mapping or a part of one. The mapping lives as long as its last part.
struct Part {
  std::shared_ptr<Mapping> mapping;
  void* data;
  std::size_t bytes;
};

/// Cuts pages of 1 GiB into parts that begin at multiples of 2 MiB, because one field would waste
/// most of such a page.
class GiganticPages {
public:
  Part take(std::string const& label, std::size_t bytes) {
    std::lock_guard const lock(mutex_);
    auto mapping = last_.lock();
    if (!mapping || used_ > mapping->bytes() || bytes > mapping->bytes() - used_) {
      mapping = std::make_shared<Mapping>(label, bytes, HugePages::explicit_1gib);
      last_ = mapping;
      used_ = 0;
    }
    auto const part = (bytes + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes;
    auto* const data = static_cast<std::byte*>(mapping->data()) + used_;
    used_ += part;
    return {std::move(mapping), data, part};
  }

private:
  std::mutex mutex_;
  std::weak_ptr<Mapping> last_;
  std::size_t used_ = 0; ///< bytes of the last mapping that are used
};

GiganticPages& gigantic_pages() {
  static auto* const instance = new GiganticPages;
  return *instance;
}

Part take(std::string const& label, std::size_t bytes, HugePages pages) {
  if (pages == HugePages::explicit_1gib)
    return gigantic_pages().take(label, bytes);
  auto mapping = std::make_shared<Mapping>(label, bytes, pages);
  auto* const data = mapping->data();
  auto const mapped = mapping->bytes();
  return {std::move(mapping), data, mapped};
}

/// Returns the purpose of memory from its label, which has the form kitt::area::what.
MemoryFor purpose(std::string const& label) {
  return label.starts_with("kitt::comms::") ? MemoryFor::buffers : MemoryFor::fields;
}

std::shared_ptr<void> give(std::string const& label, std::size_t bytes, HugePages pages) {
  auto part = take(label, bytes, pages);
  auto const address = reinterpret_cast<std::size_t>(part.data);
  auto const counted = std::make_shared<CountedMemory>(purpose(label), part.bytes);
  living().add({address, part.bytes, bytes, label});
  return {part.data, [counted, address, mapping = std::move(part.mapping)](void*) {
            // Notes the peak now, because resident memory is largest before this part is freed.
            look_at_memory();
            living().remove(address);
          }};
}

template <class Key>
void add(std::map<Key, std::size_t>& to, std::map<Key, std::size_t> const& from) {
  for (auto const& [key, bytes] : from)
    to[key] += bytes;
}

/// Adds to the result the part of a mapped area that was given out.
void add_area(PagesObtained& to, detail::MemoryArea const& area,
              std::vector<GivenMemory> const& given, detail::DomainsOfAreas const& domains) {
  std::size_t part = 0;
  for (auto const& memory : given) {
    auto const first = std::max(area.begin, memory.address);
    auto const last = std::min(area.end, memory.address + memory.bytes);
    part += first < last ? last - first : 0;
  }
  if (part == 0)
    return;
  to.resident_bytes += std::min(area.resident, part);
  to.huge_bytes += std::min(area.huge, part);
  add(to.by_size, area.by_page_size(part));
  if (auto const found = domains.find(area.begin); found != domains.end())
    add(to.by_domain, found->second);
}

} // namespace

std::vector<GivenMemory> detail::given_memory() {
  return living().areas();
}

MemorySource huge_page_source(HugePages pages) {
  if constexpr (!BackendTraits<ExecutionSpace>::on_host) {
    KITT_VALIDATE(pages == HugePages::none,
                  "huge pages are not possible for fields in device memory (the driver chooses the "
                  "page size): use --hugepages none");
    return kokkos_memory;
  }
  return [pages](std::string const& label, std::size_t bytes) { return give(label, bytes, pages); };
}

PagesObtained pages_obtained(detail::SystemFiles const& files) {
  PagesObtained result;
  // Each simulated rank would read a list that covers all simulated ranks.
  if (is_simulated())
    return result;
  auto const areas = detail::parse_smaps(files.lines("proc/self/smaps"));
  auto const domains = detail::parse_numa_maps(files.lines("proc/self/numa_maps"));
  auto const given = living().areas();
  result.known = !areas.empty();
  for (auto const& memory : given)
    result.mapped_bytes += memory.bytes;
  for (auto const& area : areas) {
    add_area(result, area, given, domains);
    if (area.shared)
      add(result.shared_by_size, area.by_page_size());
  }
  note_huge_page_bytes(result.huge_bytes);
  return result;
}

} // namespace kitt::comms
