// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/padded_halo.hpp"

namespace kitt::miniapp {

/// Where a system lives: ranks, their grid, and the memory of its fields.
struct SystemPlace {
  comms::Communicator const& world;
  comms::ProcessGrid const& grid;
  LocalVolume volume; ///< of this rank
  MemorySource memory = kokkos_memory;
  comms::Transport transport = comms::Transport::shm;
  comms::HugePages pages = comms::HugePages::none;
};

} // namespace kitt::miniapp
