# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# KITT_CPU is the CPU family for which KITT and its bundled Kokkos are compiled. "kokkos" means the
# CPU of an installed Kokkos. In that case KITT_CPU_FLAGS may state the CPU on which KITT must run
# (Spack's recipe does this). A Kokkos that needs more than this CPU has is refused.

include(${CMAKE_CURRENT_LIST_DIR}/KittIsa.cmake)

set(KITT_CPU
    native
    CACHE STRING "CPU family to build for")
set(KITT_CPU_FLAGS
    ""
    CACHE STRING "for KITT_CPU=kokkos: compiler flags of the CPU on which KITT must run")
# columns: name | Kokkos_ARCH_<...> | compiler flag that Kokkos derives from it
set(kitt_cpu_table
    "native|NATIVE|-march=native"
    "kokkos||"
    "generic||"
    "knl|KNL|-march=knl"
    "haswell|HSW|-march=core-avx2"
    "skylake|SKX|-march=skylake-avx512"
    "icelake|ICX|-march=icelake-server"
    "epyc-zen2|ZEN2|-march=znver2"
    "epyc-zen3|ZEN3|-march=znver3"
    "epyc-zen4|ZEN4|-march=znver4"
    "epyc-zen5|ZEN5|-march=znver5"
    "arm-neon|ARMV80|-march=armv8-a"
    "neoverse-sve|ARMV84_SVE|-march=armv8.4-a+sve"
    "a64fx|A64FX|-march=armv8.2-a+sve")
list(TRANSFORM kitt_cpu_table REPLACE "\\|.*" "" OUTPUT_VARIABLE kitt_cpu_names)
set_property(CACHE KITT_CPU PROPERTY STRINGS ${kitt_cpu_names})

# kitt_cpu_warnings(RESULT FLAG...): sets RESULT to flags that disable warnings about the CPU flags
# themselves, which the compiler prints even for an empty file. With warnings as errors, no file of
# KITT would compile otherwise: clang 19 warns that the flags of an Intel CPU with AVX10 contradict
# each other. Prints each disabled warning once.
function(kitt_cpu_warnings result)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} ${flags} ${ARGN} -S -x c++ /dev/null -o -
    OUTPUT_QUIET
    ERROR_VARIABLE said)
  string(REPLACE "[-W" "<-W" marked "${said}") # CMake does not split a list within brackets
  string(REGEX MATCHALL "<-W[^],=]+" names "${marked}")
  list(REMOVE_DUPLICATES names)
  list(TRANSFORM names REPLACE "^<-W" "-Wno-")
  if(names)
    string(STRIP "${said}" said)
    message(STATUS "The compiler warns about the flags of this CPU (disabled by ${names}): ${said}")
  endif()
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

set(kitt_cpu_row ${kitt_cpu_table})
list(FILTER kitt_cpu_row INCLUDE REGEX "^${KITT_CPU}\\|")
if(NOT kitt_cpu_row MATCHES "^[^|]+\\|([^|]*)\\|(.*)$")
  list(JOIN kitt_cpu_names ", " kitt_cpu_names)
  message(FATAL_ERROR "KITT_CPU=${KITT_CPU} is unknown: give one of ${kitt_cpu_names}")
endif()
set(kitt_cpu_kokkos_arch "${CMAKE_MATCH_1}")
set(kitt_cpu_flag "${CMAKE_MATCH_2}")
if(KITT_CPU STREQUAL "native" AND CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(kitt_cpu_flag -mcpu=native)
elseif(KITT_CPU STREQUAL "kokkos")
  separate_arguments(kitt_cpu_flag NATIVE_COMMAND "${KITT_CPU_FLAGS}")
elseif(KITT_CPU_FLAGS)
  message(FATAL_ERROR "KITT_CPU_FLAGS=${KITT_CPU_FLAGS} needs KITT_CPU=kokkos (KITT_CPU=${KITT_CPU} already determines the "
                      "flags): give KITT_CPU=kokkos, or leave KITT_CPU_FLAGS out")
endif()
kitt_isa_macros(kitt_cpu_isa ${kitt_cpu_flag})
if(kitt_cpu_isa STREQUAL "NOTFOUND")
  message(
    FATAL_ERROR
      "KITT_CPU=${KITT_CPU} needs ${kitt_cpu_flag}, which this compiler does not know "
      "(${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} for ${CMAKE_SYSTEM_PROCESSOR}): "
      "use a newer compiler or a cross compiler (-DCMAKE_CXX_COMPILER=...), or give KITT_CPU=native")
endif()

# SVE registers have different lengths on different CPUs, and code is compiled for one length.
set(KITT_SVE_BITS
    ""
    CACHE STRING "Length of SVE registers in bits (neoverse-sve); empty: length on this machine")
set(kitt_sve_bits)
set(kitt_sve_default /proc/sys/abi/sve_default_vector_length)
if(KITT_CPU STREQUAL "a64fx")
  set(kitt_sve_bits 512)
elseif(KITT_CPU STREQUAL "neoverse-sve" AND KITT_SVE_BITS)
  set(kitt_sve_bits "${KITT_SVE_BITS}")
elseif(KITT_CPU MATCHES "^(neoverse-sve|native)$" AND EXISTS ${kitt_sve_default}
       AND NOT CMAKE_CROSSCOMPILING)
  file(READ ${kitt_sve_default} kitt_sve_bytes)
  math(EXPR kitt_sve_bits "8 * ${kitt_sve_bytes}")
endif()
if(KITT_CPU STREQUAL "neoverse-sve" AND NOT kitt_sve_bits MATCHES "^(128|256)$")
  message(
    FATAL_ERROR
      "KITT_CPU=neoverse-sve needs registers of 128 or 256 bits, not \"${kitt_sve_bits}\" (empty means that this machine "
      "has no SVE): give -DKITT_SVE_BITS=..., or KITT_CPU=a64fx for 512 bits")
endif()
# Kokkos 4.7 has no SIMD type for SVE of 512 bits. KITT has one, which uses Kokkos' setting for the
# A64FX.
if(KITT_CPU STREQUAL "native" AND kitt_sve_bits EQUAL 512)
  set(kitt_cpu_kokkos_arch A64FX)
endif()

string(SHA256 kitt_cpu_isa_hash "${kitt_cpu_isa}")
