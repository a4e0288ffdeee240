// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/output_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kitt {

namespace fs = std::filesystem;

namespace {

/// Locks an open file until it is closed. Throws FileTaken if another run has locked the file. Does
/// nothing on a file system without flock(2) locks (NFS without its lock service).
void lock_or_refuse(Descriptor const& file, std::filesystem::path const& path) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw FileTaken(path.string() +
                    " is being written by another run (which has locked the file): give another "
                    "name, or wait until that run ends");
}

constexpr int most_links = 40; // the Linux kernel's limit on nested symbolic links

[[noreturn]] void refuse_existing(NamedFile const& file) {
  Descriptor const open(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  lock_or_refuse(open, file.path); // reports a file in use as locked, not as existing
  throw FileTaken(file.path.string() +
                  " exists (existing files are not overwritten by default): " + file.if_taken);
}

bool same_file(fs::path const& a, fs::path const& b) {
  std::error_code none;
  return resolved(a) == resolved(b) || fs::equivalent(a, b, none); // also detects hard links
}

void check_apart(NamedFile const& output, NamedFile const& other, std::string const& what) {
  if (output.path.empty() || other.path.empty() || !same_file(output.path, other.path))
    return;
  throw UserError(output.option + " " + output.path.string() + " and " + other.option + " " +
                  other.path.string() + " are the same file (" + what + "): give another name");
}

void check_output(NamedFile const& output, Overwrite overwrite) {
  if (output.path.empty())
    return;
  // Removes its temporary file at the end, because commit() is not called.
  OutputFile const probe(output.path, Overwrite::yes);
  std::error_code none;
  if (overwrite == Overwrite::no && fs::exists(output.path, none))
    refuse_existing(output);
}

} // namespace

fs::path resolved(fs::path const& path) {
  std::error_code failed;
  auto target = path;
  for (int links = 0; links < most_links && fs::is_symlink(fs::symlink_status(target, failed));
       ++links)
    target = target.parent_path() / fs::read_symlink(target, failed);
  auto const folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  auto const real = fs::canonical(folder, failed);
  return failed ? target : real / target.filename();
}

void check_outputs(std::vector<NamedFile> const& outputs, std::vector<NamedFile> const& inputs,
                   Overwrite overwrite) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (auto other = outputs.begin(); other != output; ++other)
      check_apart(*other, *output, "one would overwrite the other");
    for (auto const& input : inputs)
      check_apart(*output, input, "the output would overwrite the input");
    check_output(*output, overwrite);
  }
}

OutputFile::OutputFile(fs::path const& path, Overwrite overwrite)
    : path_(resolved(path)), overwrite_(overwrite) {
  // Refuse devices such as /dev/null: a rename would silently replace the device by a file.
  struct ::stat status {};
  bool const there = ::stat(path_.c_str(), &status) == 0;
  if (!there && errno != ENOENT)
    fail(system_reason());
  if (there) {
    if (auto const reason = why_no_regular_file(status.st_mode); !reason.empty())
      fail(reason);
    if (overwrite == Overwrite::no)
      refuse_existing({.option = {}, .path = path});
  }
  open_temporary();
}

OutputFile::~OutputFile() {
  if (file_)
    ::unlink(temporary_.c_str());
}

void OutputFile::open_temporary() {
  // Try several names: a process on another host can have the same process number and write to the
  // same folder.
  for (int attempt = 0; !file_; ++attempt) {
    temporary_ =
        path_.string() + ".part-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    file_ = Descriptor(::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file_ && errno != EEXIST)
      fail(system_reason());
  }
}

void OutputFile::write(std::span<std::byte const> bytes) {
  constexpr std::size_t largest = std::size_t{1} << 30; // largest possible size of one call [bytes]
  while (!bytes.empty()) {
    auto const written = ::write(file_.get(), bytes.data(), std::min(bytes.size(), largest));
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      fail(system_reason());
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

Descriptor OutputFile::commit() {
  // A full disk or an exceeded quota may be reported only by this call.
  if (::fsync(file_.get()) != 0 && errno != EINVAL)
    fail(system_reason());
  // The file is locked before it has its name, so that no other run can lock it first.
  lock_or_refuse(file_, path_);
  take_name();
  return std::move(file_);
}

void OutputFile::take_name() {
  if (overwrite_ == Overwrite::no) {
    // link() fails if another process has made the file meanwhile; rename() would replace that
    // file.
    if (::link(temporary_.c_str(), path_.c_str()) == 0) {
      ::unlink(temporary_.c_str());
      return;
    }
    // On a file system without hard links, link() fails for another reason, and rename() is used
    // below.
    if (errno == EEXIST || ::access(path_.c_str(), F_OK) == 0)
      refuse_existing({.option = {}, .path = path_});
  }
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0)
    fail(system_reason());
}

void OutputFile::fail(std::string const& reason) const {
  throw UserError(path_.string() + ": cannot be written (" + reason +
                  "): give another name, or free some space and check the permissions");
}

void write_output(fs::path const& path, std::string_view text, Overwrite overwrite) {
  OutputFile file(path, overwrite);
  file.write(text);
  file.commit();
}

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
    lock_or_refuse(file, path);
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
