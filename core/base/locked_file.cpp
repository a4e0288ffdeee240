// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/locked_file.hpp"

#include "core/base/detail/file_lock.hpp"
#include "core/base/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kitt {

namespace fs = std::filesystem;

namespace {

bool still_named(Descriptor const& file, fs::path const& path) {
  struct ::stat open {};
  struct ::stat named {};
  return ::fstat(file.get(), &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

Descriptor open_to_lock(fs::path const& path) {
  auto const readable = open_input(path); // throws UserError if the file cannot be read
  // NFS locks only files that are open for writing. Other file systems need write permission only
  // for the folder, so a read-only file is accepted.
  Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  return file ? std::move(file) : open_input(path);
}

/// Returns a lock on the file that has this name. Tries again if the file was replaced meanwhile,
/// because the run that held the lock may put another file in its place.
Descriptor locked(fs::path const& path) {
  for (;;) {
    auto file = open_to_lock(path);
    detail::lock_or_refuse(file, path);
    if (still_named(file, path))
      return file;
  }
}

} // namespace

LockedFile::LockedFile(fs::path path, Descriptor lock)
    : path_(std::move(path)), lock_(std::move(lock)) {}

LockedFile::LockedFile(fs::path const& path, Overwrite overwrite, std::string_view text)
    : path_(resolved(path)) {
  std::error_code none;
  if (overwrite == Overwrite::yes && fs::is_regular_file(path_, none)) {
    lock_ = locked(path_);
    return;
  }
  OutputFile file(path_, Overwrite::no);
  file.write(text);
  lock_ = file.commit();
  provisional_ = true;
}

LockedFile LockedFile::existing(fs::path const& path) {
  auto const target = resolved(path);
  return {target, locked(target)};
}

LockedFile::LockedFile(LockedFile&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::move(other.lock_)),
      provisional_(std::exchange(other.provisional_, false)) {}

LockedFile::~LockedFile() {
  if (provisional_ && still_named(lock_, path_))
    ::unlink(path_.c_str());
}

void LockedFile::write(std::string_view text) {
  OutputFile file(path_, Overwrite::yes);
  file.write(text);
  lock_ = file.commit();
  provisional_ = false;
}

std::size_t LockedFile::write_at(std::size_t offset, std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    auto const written = ::pwrite(lock_.get(), text.data() + done, text.size() - done,
                                  static_cast<::off_t>(offset + done));
    if (written < 0 && errno != EINTR)
      throw UserError(path_.string() + ": cannot be written (" + system_reason() +
                      "): free some space and check the permissions, then continue with --resume");
    done += static_cast<std::size_t>(std::max<::ssize_t>(written, 0));
  }
  return done;
}

} // namespace kitt
