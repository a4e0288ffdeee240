// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/slabs/slab_messages.hpp"

#include <algorithm>

namespace kitt::comms {

// With one rank, the slabs below and above are this rank's own slab.
void SlabMessages::pass(Way const& up, Way const& down) {
  std::copy(up.out.begin(), up.out.end(), up.in.begin());
  std::copy(down.out.begin(), down.out.end(), down.in.begin());
}

SlabMessages::Lists SlabMessages::pass_lists(Lists const& out) {
  return {out.above, out.below};
}

} // namespace kitt::comms
