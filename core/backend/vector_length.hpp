// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// For the source file that has main(). SVE registers differ in length from CPU to CPU, and code
/// for one length is wrong at another: the program ends there, with the reason and status 2.

#if defined(__ARM_FEATURE_SVE_BITS) && __ARM_FEATURE_SVE_BITS > 0
#include <cstdio>
#include <sys/prctl.h>
#include <unistd.h>

namespace kitt::detail {

/// Comes before constructors of static objects, which may be vector code already.
[[gnu::constructor(101), gnu::used]] static void require_vector_length() {
  constexpr int built_for = __ARM_FEATURE_SVE_BITS;
  int const answer = prctl(PR_SVE_GET_VL); // fails without SVE
  int const found = answer < 0 ? 0 : 8 * (answer & PR_SVE_VL_LEN_MASK);
  if (found == built_for)
    return;
  std::fprintf(stderr,
               "kitt: error: this build is for SVE registers of %d bits (KITT_CPU, KITT_SVE_BITS), "
               "here they have %d (results would be wrong): build it for this CPU, or where that "
               "has longer ones set /proc/sys/abi/sve_default_vector_length to %d\n",
               built_for, found, built_for / 8);
  std::fflush(stderr);
  _exit(2);
}

} // namespace kitt::detail
#endif
