// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/output_file.hpp"

#include <cerrno>
#include <sys/file.h>

namespace kitt::detail {

/// Locks the open file as long as it is open; throws FileTaken if another run has locked it. A file
/// system without such locks (NFS without its lock service) goes without.
inline void lock_or_refuse(Descriptor const& file, std::filesystem::path const& path) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw FileTaken(path.string() +
                    " is being written by another run (which has locked it): give another name, or "
                    "wait for that run");
}

} // namespace kitt::detail
