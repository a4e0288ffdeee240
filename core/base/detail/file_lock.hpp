// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/output_file.hpp"

#include <cerrno>
#include <sys/file.h>

namespace kitt::detail {

/// Locks an open file until it is closed. Throws FileTaken if another run has locked the file. Does
/// nothing on a file system without flock(2) locks (NFS without its lock service).
inline void lock_or_refuse(Descriptor const& file, std::filesystem::path const& path) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw FileTaken(path.string() +
                    " is being written by another run (which has locked the file): give another "
                    "name, or wait until that run ends");
}

} // namespace kitt::detail
