# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Finds the instruction sets that a compiler uses with given flags. This file is installed, because
# KittConfig.cmake needs it.
# kitt_isa_macros(RESULT FLAG...): sets RESULT to the instruction sets for these flags, as sorted
# predefined macros. `-march=native` is thereby resolved for this machine.

# kitt_isa_macros(RESULT FLAG...): the instruction sets the compiler uses under these flags, as
# sorted predefined macros. `-march=native` is thereby resolved for the machine we are on.
function(kitt_isa_macros result)
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} ${ARGN} -dM -E -x c++ /dev/null
    OUTPUT_VARIABLE macros
    ERROR_VARIABLE problem
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    set(${result} NOTFOUND PARENT_SCOPE)
    return()
  endif()
  string(REGEX MATCHALL "__(SSE|AVX|FMA|F16C|BMI|LZCNT|POPCNT|ARM_FEATURE)[A-Z0-9_]*" isa "${macros}")
  list(FILTER isa EXCLUDE REGEX "_MATH__$")
  list(REMOVE_DUPLICATES isa)
  list(SORT isa)
  set(${result} "${isa}" PARENT_SCOPE)
endfunction()

# kitt_kokkos_isa_flags(RESULT): sets RESULT to the CPU flags that Kokkos passes to its users.
function(kitt_kokkos_isa_flags result)
  set(flags)
  foreach(target IN ITEMS Kokkos::kokkos Kokkos::kokkoscore)
    if(TARGET ${target})
      get_target_property(options ${target} INTERFACE_COMPILE_OPTIONS)
      list(APPEND flags ${options})
    endif()
  endforeach()
  string(REGEX MATCHALL "-m(arch|cpu|sve-vector-bits)=[^;>]+|-mavx[a-z0-9.-]*" flags "${flags}")
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()
