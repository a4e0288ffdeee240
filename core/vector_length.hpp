// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/error.hpp"

#if defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS > 0
#include <sys/prctl.h>
#endif

namespace kitt {

/// SVE registers differ in length from CPU to CPU, and code for one length gives wrong results at
/// another, silently. Throws UserError where this process' registers are not those KITT was built
/// for; to be called before anything else.
inline void require_vector_length() {
#if defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS > 0
  constexpr int built_for = __ARM_FEATURE_SVE_BITS;
  int const answer = prctl(PR_SVE_GET_VL); // fails without SVE
  int const found = answer < 0 ? 0 : 8 * (answer & PR_SVE_VL_LEN_MASK);
  KITT_VALIDATE(
      found == built_for,
      "this build is for SVE registers of " + std::to_string(built_for) + " bits (KITT_CPU and " +
          "KITT_SVE_BITS) and here they have " + std::to_string(found) +
          " (results would be wrong): build it for this CPU, or where that has longer ones set " +
          "/proc/sys/abi/sve_default_vector_length to " + std::to_string(built_for / 8));
#endif
}

} // namespace kitt
