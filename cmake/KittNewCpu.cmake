# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Included by the first project() of presets for CPUs that are younger than a distribution's g++:
# where that does not know them (Zen 4 from gcc 12.3, Zen 5 from gcc 14 on), clang is taken as in
# the clang presets, unless a compiler is given by -DCMAKE_CXX_COMPILER or CXX.

if(NOT CMAKE_CXX_COMPILER AND "$ENV{CXX}" STREQUAL "")
  string(REPLACE "epyc-zen" "znver" kitt_march "${KITT_CPU}")
  execute_process(
    COMMAND c++ -march=${kitt_march} -x c++ -fsyntax-only /dev/null
    RESULT_VARIABLE kitt_unknown
    OUTPUT_QUIET ERROR_QUIET)
  if(NOT kitt_unknown EQUAL 0)
    include(${CMAKE_CURRENT_LIST_DIR}/KittClang.cmake)
  endif()
endif()
