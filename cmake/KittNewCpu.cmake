# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Chooses a compiler for presets of CPUs that are newer than the g++ of a distribution. The first
# project() of these presets includes this file. If g++ does not know the CPU (Zen 4 needs gcc 12.3,
# Zen 5 needs gcc 14), clang is used as in the clang presets, unless -DCMAKE_CXX_COMPILER or CXX
# names a compiler.

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
