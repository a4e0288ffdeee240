// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/tools/sweep_folder.hpp"

#include "core/base/error.hpp"
#include "core/base/output_file.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <thread>

namespace kitt::miniapp {

namespace fs = std::filesystem;

namespace {

using namespace std::chrono_literals;

fs::path document_of(fs::path const& folder) {
  return folder / "sweep.json";
}

/// Returns a lock on a file. Runs inherit the descriptor, so the lock is held as long as one of
/// them lives, even if the sweep was killed.
Descriptor lock(fs::path const& path) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT, 0666));
  KITT_VALIDATE(static_cast<bool>(file),
                fmt::format("{}: cannot be written ({}): give another folder for -o", path.string(),
                            system_reason()));
  constexpr auto patience = 20s;
  constexpr auto pause = 50ms;
  auto waited = 0ms; // counts pauses, because clocks may stand still
  for (; ::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; waited += pause) {
    KITT_VALIDATE(
        waited < patience,
        fmt::format("another sweep, or a run that it started, still works in {} (both would write "
                    "the same records): wait until it ends, or give another folder for -o",
                    path.parent_path().string()));
    std::this_thread::sleep_for(pause);
  }
  return file;
}

} // namespace

SweepFolder::SweepFolder(fs::path path) : path_(std::move(path)) {
  std::error_code failed;
  fs::create_directories(path_, failed);
  std::error_code unseen;
  KITT_VALIDATE(
      fs::is_directory(path_, unseen),
      fmt::format("{} is not a folder and cannot be created ({}): give another folder for -o",
                  path_.string(), failed ? failed.message() : "a file has this name"));
  lock_ = lock(path_ / ".sweep.lock");
}

void SweepFolder::take_over(perf::Sweep& sweep) const {
  auto const document = document_of(path_);
  if (!fs::exists(document))
    return;
  auto const before = perf::read_sweep(document.string());
  KITT_VALIDATE(before.command == sweep.command && before.launch == sweep.launch &&
                    before.nodes == sweep.nodes,
                fmt::format("{} holds the sweep of another command or launcher (kitt {}, by \"{}\" "
                            "on {}): give another folder for -o",
                            path_.string(), fmt::join(before.command, " "), before.launch,
                            perf::counted(before.nodes, "node")));
  for (auto& point : sweep.points)
    for (auto const& known : before.points)
      if (known.record == point.record)
        point.wall_seconds = known.wall_seconds;
}

void SweepFolder::write(perf::Sweep const& sweep) const {
  write_output(document_of(path_), perf::sweep_document(sweep), Overwrite::yes);
}

fs::path SweepFolder::log_of(perf::SweepPoint const& point) const {
  return (path_ / point.record).replace_extension(".log");
}

} // namespace kitt::miniapp
