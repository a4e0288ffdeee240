# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Chooses the clang of the clang presets, unless -DCMAKE_CXX_COMPILER or CXX names a compiler. The
# first project() of these presets includes this file. clang 19 is preferred, because KITT's figures
# were measured with it.

if(NOT CMAKE_CXX_COMPILER AND "$ENV{CXX}" STREQUAL "")
  find_program(
    KITT_CLANG
    NAMES clang++-19 clang++-22 clang++-21 clang++-20 clang++-18 clang++-17 clang++-16 clang++
    DOC "clang compiler of the clang presets")
  if(NOT KITT_CLANG)
    message(FATAL_ERROR "No clang++ was found, but this preset needs it: install Debian's clang-19 and libomp-19-dev, or "
                        "give -DCMAKE_CXX_COMPILER=...")
  endif()
  set(CMAKE_CXX_COMPILER
      "${KITT_CLANG}"
      CACHE FILEPATH "C++ compiler")
endif()

# Checks that clang can use OpenMP. Debian packages OpenMP separately, and a clang may find the
# header of another version.
if(NOT KITT_SERIAL_ONLY AND CMAKE_CXX_COMPILER AND NOT KITT_CLANG_HAS_OPENMP)
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} -fopenmp -x c++ -include omp.h -shared -fPIC /dev/null -o /dev/null
    RESULT_VARIABLE status
    OUTPUT_QUIET ERROR_QUIET)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${CMAKE_CXX_COMPILER} cannot use OpenMP: install Debian's libomp-<version>-dev "
                        "(libomp-19-dev for clang++-19), or give -DKITT_SERIAL_ONLY=ON")
  endif()
  set(KITT_CLANG_HAS_OPENMP
      ON
      CACHE INTERNAL "")
endif()
