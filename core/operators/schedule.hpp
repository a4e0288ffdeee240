// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <functional>
#include <optional>

namespace kitt {

/// Order of communication and computation. `sequential`: exchange the faces, then compute.
/// `overlap`: compute the interior during the exchange.
enum class Strategy { sequential, overlap };
constexpr auto names_of(Strategy) {
  return std::array{"sequential", "overlap"};
}

/// The steps of a hopping term on a split lattice.
/// - `pack`: project and pack the faces, and start the exchange.
/// - `interior`: add the hops that need no face; with the strategy `sequential`, all hops.
/// - `wait`: wait for the faces.
/// - `exterior`: add the hops from other ranks.
enum class Step { pack, interior, wait, exterior };

/// A function that is called without a step when an application of the operator starts, and with a
/// step whenever that step has ended.
using StepObserver = std::function<void(std::optional<Step>)>;

/// Options for running a hopping term on a split lattice.
struct Schedule {
  Strategy strategy = Strategy::sequential;
  /// Number of progress threads. Progress threads drive the exchange while the other threads
  /// compute the interior. If the number is 0, the interior is computed in slices, and the exchange
  /// is driven between them.
  int comms_threads = 0;
  StepObserver observer = {}; ///< function to call at each step; may be empty

  void tell(std::optional<Step> ended) const {
    if (observer)
      observer(ended);
  }
};

} // namespace kitt
