// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>

namespace kitt::comms {

/// Transport of faces. `mpi`: MPI messages everywhere. `shm`: shared memory inside a node, where
/// the sender writes into the receiver's buffer; MPI messages between nodes.
enum class Transport { mpi, shm };
constexpr auto names_of(Transport) {
  return std::array{"mpi", "shm"};
}

} // namespace kitt::comms
