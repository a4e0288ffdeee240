// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/mapped_file.hpp"

#include "core/error.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace kitt::detail {

namespace {

class Descriptor {
public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;
  ~Descriptor() {
    if (descriptor_ >= 0)
      ::close(descriptor_);
  }
  int get() const { return descriptor_; }

private:
  int descriptor_;
};

std::string system_reason() {
  return std::generic_category().message(errno);
}

} // namespace

MappedFile::MappedFile(std::filesystem::path const& path) {
  // Non-blocking, or a named pipe would wait for its writer; it is refused just below.
  Descriptor const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  KITT_VALIDATE(file.get() >= 0,
                "cannot be opened (" + system_reason() + "): check the name and its permissions");
  struct ::stat status {};
  KITT_VALIDATE(::fstat(file.get(), &status) == 0,
                "cannot be examined (" + system_reason() + "): check the file system");
  KITT_VALIDATE(!S_ISDIR(status.st_mode),
                "not a gauge field (it is a directory): give the file within it");
  KITT_VALIDATE(S_ISREG(status.st_mode),
                "not a gauge field (it is not a regular file): copy the data to a file first");
  KITT_VALIDATE(status.st_size > 0, "not a gauge field (the file is empty): fetch it again");
  size_ = static_cast<std::size_t>(status.st_size);
  address_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.get(), 0);
  KITT_VALIDATE(address_ != MAP_FAILED,
                "cannot be read (" + system_reason() + "): copy it to a local file system");
}

MappedFile::~MappedFile() {
  ::munmap(address_, size_);
}

} // namespace kitt::detail
