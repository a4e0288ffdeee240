# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Verification must see NaN and infinity. With -ffast-math, -Ofast or -ffinite-math-only (the default of icpx), a compiler may
# assume that there are none. Sets kitt_nan_flag to the flag that undoes this, if the compiler needs it. All of KITT is
# compiled with this flag, because kernels and their verification share inline functions.

include(CheckCXXSourceCompiles)
string(TOUPPER "${CMAKE_BUILD_TYPE}" upper)
set(kitt_nan_source
    "#if __FINITE_MATH_ONLY__
#error finite
#endif
int main() { return 0; }")
# kitt_sees_nan(RESULT FLAG): sets RESULT to whether the compiler respects NaN and infinity, with
# the flags of the build and FLAG.
function(kitt_sees_nan result flag)
  set(CMAKE_REQUIRED_FLAGS "${CMAKE_CXX_FLAGS_${upper}} ${flag}")
  set(CMAKE_REQUIRED_QUIET ON)
  unset(${result} CACHE) # the flags may have changed
  check_cxx_source_compiles("${kitt_nan_source}" ${result})
endfunction()

set(kitt_nan_flag)
kitt_sees_nan(KITT_SEES_NAN "")
if(NOT KITT_SEES_NAN)
  kitt_sees_nan(KITT_SEES_NAN_AGAIN -fno-finite-math-only)
  if(NOT KITT_SEES_NAN_AGAIN)
    message(FATAL_ERROR "The compiler assumes that no number is infinite or not a number (${CMAKE_CXX_COMPILER}, flags "
                        "\"${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${upper}}\"), so verification could not detect wrong "
                        "results: leave out -ffast-math, -Ofast and -ffinite-math-only")
  endif()
  set(kitt_nan_flag -fno-finite-math-only)
  message(WARNING "The compiler may assume that no number is infinite or not a number (${CMAKE_CXX_COMPILER}, flags "
                  "\"${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${upper}}\"): KITT adds -fno-finite-math-only, so that "
                  "verification detects wrong results. Records contain these flags")
endif()
