// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/shared_pages.hpp"

#include "comms/node/detail/mapping.hpp"
#include "core/base/error.hpp"
#include "core/base/input_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace kitt::comms {

namespace {

/// Makes a file in memory on huge pages. Returns its descriptor, or a negative number if the system
/// does not support this.
int make_file([[maybe_unused]] std::size_t bytes) {
#if defined(MFD_HUGETLB)
  auto const file = memfd_create("kitt-shared-pages", MFD_CLOEXEC | MFD_HUGETLB |
                                                          detail::huge_page_flag(huge_page_bytes));
  if (file >= 0 && ftruncate(file, static_cast<off_t>(bytes)) == 0)
    return file;
  if (file >= 0)
    ::close(file);
#endif
  return -1;
}

} // namespace

SharedPages::SharedPages(std::string const& label, std::size_t bytes)
    : bytes_(std::max<std::size_t>(1, (bytes + huge_page_bytes - 1) / huge_page_bytes) *
             huge_page_bytes) {
  file_ = make_file(bytes_);
  map(detail::no_reserve(label, bytes_, huge_page_bytes));
}

SharedPages::SharedPages(Name const& name) : bytes_(name.bytes) {
  auto const path = fmt::format("/proc/{}/fd/{}", name.process, name.file);
  file_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  map(fmt::format("cannot share reserved huge pages with another rank of this node ({}: {}): use "
                  "--hugepages madvise or --comms mpi",
                  path, file_ < 0 ? system_reason() : "its memory cannot be mapped"));
  close();
}

SharedPages::~SharedPages() {
  close();
  if (data_ != nullptr)
    munmap(data_, bytes_);
}

SharedPages::SharedPages(SharedPages&& other) noexcept
    : file_(std::exchange(other.file_, -1)), data_(std::exchange(other.data_, nullptr)),
      bytes_(other.bytes_) {}

SharedPages& SharedPages::operator=(SharedPages&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

SharedPages::Name SharedPages::name() const {
  return {static_cast<long>(getpid()), file_, bytes_};
}

void SharedPages::close() {
  if (file_ >= 0)
    ::close(std::exchange(file_, -1));
}

/// Maps the file. The first process that maps the file reserves its pages, or gets an error from
/// mmap; touching the pages later thus cannot fail.
void SharedPages::map(std::string const& refused) {
  auto* const found =
      file_ < 0 ? MAP_FAILED : mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (found == MAP_FAILED) {
    close();
    throw UserError(refused);
  }
  data_ = static_cast<std::byte*>(found);
}

} // namespace kitt::comms
