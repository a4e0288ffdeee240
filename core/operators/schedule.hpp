// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <functional>
#include <optional>

namespace kitt {

/// `sequential`: exchange the faces, then compute. `overlap`: compute the interior during the
/// exchange.
enum class Strategy { sequential, overlap };
constexpr auto names_of(Strategy) {
  return std::array{"sequential", "overlap"};
}

/// The steps of a hopping term on a split lattice: projecting and packing the faces, starting the
/// exchange; the legs that need no face (when sequential: all, in one pass); waiting for faces;
/// adding the legs that came from outside.
enum class Step { pack, interior, wait, exterior };

/// A function that is told when a call starts (with no step) and whenever a step has ended.
using StepObserver = std::function<void(std::optional<Step>)>;

/// How a hopping term on a split lattice goes about its steps.
struct Schedule {
  Strategy strategy = Strategy::sequential;
  /// Progress threads: they drive the exchange while the others compute the interior. With none,
  /// the interior is computed in slices, and the exchange is driven between them.
  int comms_threads = 0;
  StepObserver observer = {}; ///< empty: nobody is told

  void tell(std::optional<Step> ended) const {
    if (observer)
      observer(ended);
  }
};

} // namespace kitt
