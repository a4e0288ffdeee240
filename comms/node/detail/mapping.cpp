// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/mapping.hpp"

#include "comms/node/system_files.hpp"
#include "core/base/error.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>

namespace kitt::comms::detail {

namespace {

std::size_t page() {
  return static_cast<std::size_t>(std::max(4096L, sysconf(_SC_PAGESIZE)));
}

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

std::size_t round_for(std::size_t bytes, HugePages pages) {
  KITT_VALIDATE(bytes <= SIZE_MAX / 2, "more memory asked for than there are addresses (a size "
                                       "that overflowed): choose a smaller volume");
  return round_up(std::max<std::size_t>(bytes, 1),
                  pages == HugePages::none ? page() : std::max(huge_page_bytes, page()));
}

std::string no_reserve(std::string const& label, std::size_t bytes) {
  SystemFiles const files;
  std::filesystem::path const pool = "sys/kernel/mm/hugepages/hugepages-2048kB";
  auto const total = files.number(pool / "nr_hugepages").value_or(0);
  auto const free = files.number(pool / "free_hugepages").value_or(0);
  auto const needed = bytes / huge_page_bytes;
  return fmt::format("no explicit huge pages for {} ({} pages of 2 MiB needed, {} free of {} "
                     "reserved): have the administrator raise vm.nr_hugepages (sysctl -w "
                     "vm.nr_hugepages={} or more, for all fields), or use --hugepages madvise",
                     label, needed, free, total, total + needed);
}

} // namespace

Mapping::Mapping(std::string const& label, std::size_t bytes, HugePages pages)
    : bytes_(round_for(bytes, pages)) {
  if (pages == HugePages::explicit_2mib)
    map_explicit(label);
  else
    map_between_guards(label,
                       pages == HugePages::none ? page() : std::max(huge_page_bytes, page()));
#ifdef MADV_HUGEPAGE
  // refusal means that this kernel has none: what was obtained is measured, not assumed
  if (pages == HugePages::madvise)
    static_cast<void>(::madvise(data_, bytes_, MADV_HUGEPAGE));
#endif
}

Mapping::~Mapping() {
  if (reserved_ != nullptr)
    munmap(reserved_, reserved_bytes_);
}

void Mapping::map_explicit(std::string const& label) {
#if defined(MAP_HUGETLB)
  constexpr int size_2mib = 21 << 26; // MAP_HUGE_2MB: log2 of the size, from bit MAP_HUGE_SHIFT
  auto* const found = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | size_2mib, -1, 0);
  KITT_VALIDATE(found != MAP_FAILED, no_reserve(label, bytes_));
  reserved_ = data_ = found;
  reserved_bytes_ = bytes_;
#else
  throw UserError("no explicit huge pages for " + label +
                  " (this system has none): use --hugepages madvise or none");
#endif
}

void Mapping::map_between_guards(std::string const& label, std::size_t alignment) {
  auto const total = bytes_ + alignment + 2 * page();
  auto* const found = mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto const refused = fmt::format("no memory for {} ({:.1f} MB refused by the system): choose a "
                                   "smaller volume, or raise the limit (ulimit -v)",
                                   label, static_cast<double>(bytes_) * 1e-6);
  KITT_VALIDATE(found != MAP_FAILED, refused);
  reserved_ = found;
  reserved_bytes_ = total;
  auto const first = reinterpret_cast<std::uintptr_t>(found) + page();
  data_ = static_cast<char*>(found) + (round_up(first, alignment) - first + page());
  if (mprotect(data_, bytes_, PROT_READ | PROT_WRITE) != 0) {
    munmap(reserved_, reserved_bytes_);
    throw UserError(refused);
  }
}

namespace {

/// "7f01a000-7f01b000 rw-p ...": the first line of an entry.
bool starts_area(std::string const& line, MemoryArea& area) {
  auto const* const end = line.data() + line.size();
  auto const first = std::from_chars(line.data(), end, area.begin, 16);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-')
    return false;
  auto const second = std::from_chars(first.ptr + 1, end, area.end, 16);
  return second.ec == std::errc{} && second.ptr != end && *second.ptr == ' ';
}

} // namespace

std::vector<MemoryArea> parse_smaps(std::vector<std::string> const& lines) {
  std::vector<MemoryArea> result;
  for (auto const& line : lines) {
    if (MemoryArea area; starts_area(line, area)) {
      result.push_back(area);
      continue;
    }
    auto const parts = words(line);
    if (result.empty() || parts.size() < 2)
      continue;
    auto const bytes = leading_number(parts[1]).value_or(0) * 1024;
    auto& area = result.back();
    if (parts[0] == "Rss:" || parts[0] == "Private_Hugetlb:" || parts[0] == "Shared_Hugetlb:")
      area.resident += bytes;
    if (parts[0] == "AnonHugePages:" || parts[0] == "Private_Hugetlb:" ||
        parts[0] == "Shared_Hugetlb:")
      area.huge += bytes;
  }
  return result;
}

} // namespace kitt::comms::detail
