// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>

namespace kitt::comms {

/// How faces travel: by MPI messages everywhere, or inside a node through memory that its ranks
/// share (the sender writes into the receiver's buffer) and by MPI between nodes.
enum class Transport { mpi, shm };
constexpr auto names_of(Transport) {
  return std::array{"mpi", "shm"};
}

} // namespace kitt::comms
