// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/mapping.hpp"

#include "comms/node/system_files.hpp"
#include "core/base/error.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>

namespace kitt::comms::detail {

namespace {

std::size_t round_for(std::size_t bytes, HugePages pages) {
  KITT_VALIDATE(
      bytes <= SIZE_MAX / 2,
      "the fields are larger than any memory (their size overflows): choose a smaller volume");
  return round_up(std::max<std::size_t>(bytes, 1), page_bytes_of(pages));
}

} // namespace

std::size_t default_page_bytes() {
  static auto const bytes = static_cast<std::size_t>(std::max(4096L, sysconf(_SC_PAGESIZE)));
  return bytes;
}

std::size_t page_bytes_of(HugePages pages) {
  constexpr std::array sizes{std::size_t{0}, huge_page_bytes, huge_page_bytes, gigantic_page_bytes};
  return std::max(sizes[static_cast<std::size_t>(pages)], default_page_bytes());
}

std::string no_reserve(std::string const& what, std::size_t bytes, std::size_t page_bytes) {
  SystemFiles const files;
  auto const folder = std::filesystem::path("sys/kernel/mm/hugepages") /
                      fmt::format("hugepages-{}kB", page_bytes / 1024);
  auto const total = files.number(folder / "nr_hugepages").value_or(0);
  auto const free = files.number(folder / "free_hugepages").value_or(0);
  auto const needed = round_up(bytes, page_bytes) / page_bytes;
  bool const gigantic = page_bytes == gigantic_page_bytes;
  return fmt::format(
      "too few explicit huge pages for {} ({} pages of {} are needed; {} are free, {} are reserved "
      "in all): ask the administrator to raise {} or more, for all fields), or use --hugepages "
      "madvise",
      what, needed, gigantic ? "1 GiB" : "2 MiB", free, total,
      gigantic ? fmt::format("their number (boot with hugepagesz=1G hugepages={}", total + needed)
               : fmt::format("vm.nr_hugepages (sysctl -w vm.nr_hugepages={}", total + needed));
}

Mapping::Mapping(std::string const& label, std::size_t bytes, HugePages pages)
    : bytes_(round_for(bytes, pages)) {
  if (is_reserved(pages))
    map_explicit(label, page_bytes_of(pages));
  else
    map_between_guards(label, page_bytes_of(pages));
#ifdef MADV_HUGEPAGE
  // A refusal of madvise is no error: this kernel then has no transparent huge pages. The pages
  // obtained are measured later.
  if (pages == HugePages::madvise)
    static_cast<void>(::madvise(data_, bytes_, MADV_HUGEPAGE));
#endif
}

Mapping::~Mapping() {
  if (reserved_ != nullptr)
    munmap(reserved_, reserved_bytes_);
}

void Mapping::map_explicit(std::string const& label, [[maybe_unused]] std::size_t page_bytes) {
#if defined(MAP_HUGETLB)
  auto const size = static_cast<int>(huge_page_flag(page_bytes));
  auto* const found = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | size, -1, 0);
  KITT_VALIDATE(found != MAP_FAILED, no_reserve(label, bytes_, page_bytes));
  reserved_ = data_ = found;
  reserved_bytes_ = bytes_;
#else
  throw UserError("no explicit huge pages for " + label +
                  " (this system has none): use --hugepages madvise or none");
#endif
}

void Mapping::map_between_guards(std::string const& label, std::size_t alignment) {
  auto const total = bytes_ + alignment + 2 * default_page_bytes();
  auto* const found = mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto const refused = fmt::format("no memory for {} (the system refused {:.1f} MB): choose a "
                                   "smaller volume, or raise the limit (ulimit -v)",
                                   label, static_cast<double>(bytes_) * 1e-6);
  KITT_VALIDATE(found != MAP_FAILED, refused);
  reserved_ = found;
  reserved_bytes_ = total;
  auto const first = reinterpret_cast<std::uintptr_t>(found) + default_page_bytes();
  data_ = static_cast<char*>(found) + (round_up(first, alignment) - first + default_page_bytes());
  if (mprotect(data_, bytes_, PROT_READ | PROT_WRITE) != 0) {
    munmap(reserved_, reserved_bytes_);
    throw UserError(refused);
  }
}

bool take_pages(void* begin, std::size_t bytes, std::size_t page_bytes) {
  // Reading from /dev/zero makes the system write into the page. The system reports an error if it
  // has no page.
  int const zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
  KITT_VALIDATE(zeros >= 0, "/dev/zero cannot be opened (KITT obtains reserved pages through it): "
                            "use --hugepages madvise or none");
  bool all = true;
  for (std::size_t offset = 0; all && offset < bytes; offset += page_bytes)
    all = read(zeros, static_cast<char*>(begin) + offset, 1) == 1;
  close(zeros);
  return all;
}

} // namespace kitt::comms::detail
