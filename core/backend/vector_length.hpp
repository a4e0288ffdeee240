// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// A check of the length of SVE registers, to be included by the source file that has main().
/// The length of SVE registers differs between CPUs, and code compiled for one length gives wrong
/// results at another. If the lengths differ, the program ends with a message and status 2.

#if defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS > 0
#include <cstdio>
#include <sys/prctl.h>
#include <unistd.h>

namespace kitt::detail {

/// Ends the program if the SVE registers of this CPU do not have the length that KITT was built
/// for. Runs before the constructors of static objects, because these may already use vector code.
[[gnu::constructor(101), gnu::used]] static void require_vector_length() {
  constexpr int built_for = __ARM_FEATURE_SVE_BITS;
  int const answer = prctl(PR_SVE_GET_VL); // negative if the CPU has no SVE
  int const found = answer < 0 ? 0 : 8 * (answer & PR_SVE_VL_LEN_MASK);
  if (found == built_for)
    return;
  std::fprintf(
      stderr,
      "kitt: error: this build needs SVE registers of %d bits (KITT_CPU, KITT_SVE_BITS), "
      "but here they have %d (results would be wrong): build KITT for this CPU, or, if its "
      "registers can be longer, set /proc/sys/abi/sve_default_vector_length to %d\n",
      built_for, found, built_for / 8);
  std::fflush(stderr);
  _exit(2);
}

} // namespace kitt::detail
#endif
