// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt::comms {

/// The node of a rank, and the rank's number on that node; both count from 0.
struct NodePlace {
  int node = 0;
  int number = 0;
};

} // namespace kitt::comms
