# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Included by the first project() of the clang presets: chooses the clang, unless one is given by
# -DCMAKE_CXX_COMPILER or CXX. 19 first, the one KITT's figures were measured with.

if(NOT CMAKE_CXX_COMPILER AND "$ENV{CXX}" STREQUAL "")
  find_program(
    KITT_CLANG
    NAMES clang++-19 clang++-22 clang++-21 clang++-20 clang++-18 clang++-17 clang++-16 clang++
    DOC "The clang of the clang presets")
  if(NOT KITT_CLANG)
    message(FATAL_ERROR "No clang++ for this preset: install Debian's clang-19 and libomp-19-dev, "
                        "or name one with -DCMAKE_CXX_COMPILER=...")
  endif()
  set(CMAKE_CXX_COMPILER
      "${KITT_CLANG}"
      CACHE FILEPATH "C++ compiler")
endif()

# Debian packs OpenMP apart from clang, and a clang also takes a header that is not its own.
if(NOT KITT_SERIAL_ONLY AND CMAKE_CXX_COMPILER AND NOT KITT_CLANG_HAS_OPENMP)
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} -fopenmp -x c++ -include omp.h -shared -fPIC /dev/null -o /dev/null
    RESULT_VARIABLE status
    OUTPUT_QUIET ERROR_QUIET)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${CMAKE_CXX_COMPILER} has no OpenMP: install Debian's libomp-<version>-dev "
                        "(libomp-19-dev for clang++-19), or give -DKITT_SERIAL_ONLY=ON")
  endif()
  set(KITT_CLANG_HAS_OPENMP
      ON
      CACHE INTERNAL "")
endif()
