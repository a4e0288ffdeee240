# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Finds everything KITT is built from. Per dependency, KITT_<DEP>_POLICY says where it may come
# from: AUTO (an installed one that fits, else the bundled one), SYSTEM (an installed one that fits,
# or an error), BUNDLED (ours). Only Kokkos and Kokkos Kernels are bundled; Debian has the others.

include(KittPython)
include(KittCpu)
include(KittGpu)
include(KittBundled)

option(KITT_SERIAL_ONLY "Use a Kokkos with the Serial backend only (one thread)" OFF)

set(KITT_KOKKOS_OPTIONS
    ""
    CACHE STRING "More options for the bundled Kokkos, as -DKokkos_...=...")

macro(kitt_policy dependency)
  set(KITT_${dependency}_POLICY
      AUTO
      CACHE STRING "Where ${dependency} comes from: AUTO, SYSTEM or BUNDLED")
  set_property(CACHE KITT_${dependency}_POLICY PROPERTY STRINGS AUTO SYSTEM BUNDLED)
  if(NOT KITT_${dependency}_POLICY MATCHES "^(AUTO|SYSTEM|BUNDLED)$")
    message(FATAL_ERROR "KITT_${dependency}_POLICY is \"${KITT_${dependency}_POLICY}\": "
                        "take AUTO, SYSTEM or BUNDLED")
  endif()
endmacro()

# kitt_find(DEP DEBIAN_PACKAGE PACKAGE [find_package arguments...]): one that is never bundled.
macro(kitt_find dependency debian package)
  kitt_policy(${dependency})
  if(KITT_${dependency}_POLICY STREQUAL "BUNDLED")
    message(FATAL_ERROR "KITT_${dependency}_POLICY=BUNDLED: KITT carries no ${package}; "
                        "install Debian's ${debian} and use AUTO")
  endif()
  find_package(${package} ${ARGN} QUIET)
  if(NOT ${package}_FOUND)
    set(kitt_found "none was found")
    if(${package}_CONSIDERED_VERSIONS)
      set(kitt_found "found version ${${package}_CONSIDERED_VERSIONS}")
    elseif(${package}_VERSION)
      set(kitt_found "found version ${${package}_VERSION}")
    endif()
    message(FATAL_ERROR "${package} ${ARGN} is needed (${kitt_found}): install Debian's ${debian} "
                        "or say where it is with -D${package}_ROOT=...")
  endif()
endmacro()

if(NOT KITT_CORE_ONLY)
  if(KITT_MPI)
    set(MPI_CXX_SKIP_MPICXX ON) # the C interface is all we use
    kitt_find(MPI "libopenmpi-dev and openmpi-bin" MPI 3.0 COMPONENTS CXX)
  endif()
  kitt_find(HWLOC libhwloc-dev hwloc 2.0)
  kitt_find(CLI11 libcli11-dev CLI11 2.1)
  kitt_find(FMT libfmt-dev fmt 9.0)
  kitt_find(NLOHMANN_JSON nlohmann-json3-dev nlohmann_json 3.9)
endif()
if(BUILD_TESTING)
  kitt_find(CATCH2 catch2 Catch2)
endif()

# A Kokkos that was asked for by name must fit; one that merely lies about need not.
macro(kitt_find_kokkos)
  kitt_policy(KOKKOS)
  if(Kokkos_DIR)
    cmake_path(IS_PREFIX kitt_cache "${Kokkos_DIR}" kitt_kokkos_ours)
    if(kitt_kokkos_ours)
      unset(Kokkos_DIR CACHE) # left by a configuration that was broken off; nobody asked for it
    endif()
  endif()
  set(kitt_kokkos_problem "KITT_KOKKOS_POLICY is BUNDLED")
  if(NOT KITT_KOKKOS_POLICY STREQUAL "BUNDLED")
    set(kitt_kokkos_asked "${Kokkos_ROOT}$ENV{Kokkos_ROOT}")
    if(Kokkos_DIR)
      set(kitt_kokkos_asked "${Kokkos_DIR}")
    elseif(NOT kitt_kokkos_asked AND KITT_KOKKOS_POLICY STREQUAL "SYSTEM")
      set(kitt_kokkos_asked "KITT_KOKKOS_POLICY=SYSTEM")
    endif()
    add_subdirectory(${Kitt_SOURCE_DIR}/cmake/probe_kokkos ${Kitt_BINARY_DIR}/probe_kokkos)
    if(kitt_kokkos_problem AND kitt_kokkos_asked)
      unset(Kokkos_DIR CACHE)
      message(
        FATAL_ERROR
          "An installed Kokkos was asked for (${kitt_kokkos_asked}), but "
          "${kitt_kokkos_problem}.\n"
          "Name another with -DKokkos_ROOT=..., or let KITT build its own with "
          "-DKITT_KOKKOS_POLICY=BUNDLED")
    endif()
  endif()

  if(kitt_kokkos_problem)
    unset(Kokkos_DIR CACHE)
    if(KITT_CPU STREQUAL "kokkos")
      message(FATAL_ERROR "KITT_CPU=kokkos takes the CPU of an installed Kokkos, but "
                          "${kitt_kokkos_problem}: name one with -DKokkos_ROOT=..., or a CPU family with "
                          "-DKITT_CPU=...")
    endif()
    set(kitt_kokkos_flags ${kitt_gpu_kokkos_options})
    if(kitt_cpu_kokkos_arch)
      list(APPEND kitt_kokkos_flags -DKokkos_ARCH_${kitt_cpu_kokkos_arch}=ON)
    endif()
    if(KITT_SERIAL_ONLY)
      list(APPEND kitt_kokkos_flags -DKokkos_ENABLE_OPENMP=OFF)
    else()
      list(APPEND kitt_kokkos_flags -DKokkos_ENABLE_OPENMP=ON)
    endif()
    set(kitt_kokkos_hwloc OFF)
    find_package(hwloc 2.0 QUIET) # core alone does without
    if(hwloc_FOUND)
      set(kitt_kokkos_hwloc ON)
      cmake_path(GET hwloc_INCLUDE_DIR PARENT_PATH kitt_hwloc_prefix)
      if(NOT kitt_hwloc_prefix STREQUAL "${CMAKE_SYSROOT}/usr")
        list(APPEND kitt_kokkos_flags -DKokkos_HWLOC_DIR=${kitt_hwloc_prefix})
      endif()
    endif()
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
      # for SVE Kokkos 4.7 calls check_include_file_cxx() and does not include what defines it
      list(APPEND kitt_kokkos_flags
           -DCMAKE_PROJECT_INCLUDE=${CMAKE_ROOT}/Modules/CheckIncludeFileCXX.cmake)
    endif()
    set(ENV{SVE_HW_VL} "${kitt_sve_bits}") # else it asks the CPU it is configured on
    kitt_bundled(Kokkos 4.7.0 tpls/kokkos ${kitt_kokkos_flags} -DKokkos_ENABLE_SERIAL=ON
                 -DKokkos_ENABLE_HWLOC=${kitt_kokkos_hwloc} ${KITT_KOKKOS_OPTIONS})
    find_package(Kokkos 4.7 REQUIRED CONFIG PATHS "${Kokkos_ROOT}" NO_DEFAULT_PATH)
    set(kitt_kokkos_config "${Kokkos_DIR}")
    unset(Kokkos_DIR CACHE)
    set(kitt_kokkos_origin bundled)
  else()
    find_package(Kokkos 4.7 REQUIRED CONFIG)
    set(kitt_kokkos_config "${Kokkos_DIR}")
    set(kitt_kokkos_origin installed)
    if(kitt_kokkos_idle)
      message(WARNING "The installed Kokkos (${Kokkos_DIR}) leaves instruction sets of this CPU "
                      "unused (${kitt_kokkos_idle}); -DKITT_KOKKOS_POLICY=BUNDLED builds one that does not")
    endif()
  endif()
endmacro()

# An installed Kokkos Kernels is tied to the Kokkos it was built with: only both or ours.
macro(kitt_find_kokkos_kernels)
  kitt_policy(KOKKOSKERNELS)
  set(kitt_kernels_system ${KITT_KOKKOSKERNELS_POLICY})
  if(kitt_kokkos_origin STREQUAL "bundled")
    if(KITT_KOKKOSKERNELS_POLICY STREQUAL "SYSTEM")
      message(FATAL_ERROR "KITT_KOKKOSKERNELS_POLICY=SYSTEM does not go with a bundled Kokkos "
                          "(${kitt_kokkos_problem}): set KITT_KOKKOS_POLICY=SYSTEM as well")
    endif()
    set(kitt_kernels_system BUNDLED)
  endif()
  if(NOT kitt_kernels_system STREQUAL "BUNDLED")
    # not asked for by version: 4.4's package gives its own as ".."
    find_package(KokkosKernels CONFIG QUIET)
    if(NOT KokkosKernels_FOUND AND (KokkosKernels_ROOT OR kitt_kernels_system STREQUAL "SYSTEM"))
      message(
        FATAL_ERROR
          "No Kokkos Kernels that fits was found (looked at: ${KokkosKernels_CONSIDERED_CONFIGS}): name one with -DKokkosKernels_ROOT=..., or let "
          "KITT build its own with -DKITT_KOKKOSKERNELS_POLICY=BUNDLED")
    endif()
  endif()
  set(kitt_kernels_origin installed)
  set(kitt_kernels_config "${KokkosKernels_DIR}")
  if(NOT KokkosKernels_FOUND)
    unset(KokkosKernels_DIR CACHE)
    kitt_bundled(
      KokkosKernels 4.4.0 tpls/kokkos-kernels -DKokkos_DIR=${kitt_kokkos_config}
      -DKokkosKernels_ADD_DEFAULT_ETI=OFF -DKokkosKernels_ENABLE_ALL_COMPONENTS=OFF
      -DKokkosKernels_ENABLE_COMPONENT_BLAS=ON -DKokkosKernels_ENABLE_TPL_BLAS=OFF
      ${kitt_gpu_kernels_options})
    find_package(KokkosKernels REQUIRED CONFIG PATHS "${KokkosKernels_ROOT}" NO_DEFAULT_PATH)
    set(kitt_kernels_config "${KokkosKernels_DIR}")
    unset(KokkosKernels_DIR CACHE)
    set(kitt_kernels_origin "bundled 4.4.0")
  endif()
  if(kitt_kokkos_origin STREQUAL "bundled")
    unset(Kokkos_DIR CACHE) # set again by Kokkos Kernels; left, it would count as asked for
  endif()
endmacro()

kitt_find_kokkos()
# Kokkos 4.7 has no SIMD type for KNL, but its AVX-512 type compiles into what KNL has.
set(kitt_cpu_definitions)
if("KNL" IN_LIST Kokkos_ARCH)
  set(kitt_cpu_definitions KOKKOS_ARCH_AVX512XEON=)
endif()
kitt_kokkos_isa_flags(kitt_kokkos_cpu_flags)
kitt_cpu_warnings(kitt_cpu_warning_flags ${kitt_kokkos_cpu_flags})
set(kitt_found "Kokkos ${Kokkos_VERSION} (${kitt_kokkos_origin}, ${Kokkos_DEVICES}, ${Kokkos_ARCH})")
if(NOT KITT_CORE_ONLY)
  kitt_find_kokkos_kernels()
  string(APPEND kitt_found ", Kokkos Kernels (${kitt_kernels_origin}), hwloc ${hwloc_VERSION}")
  if(KITT_MPI)
    string(APPEND kitt_found ", MPI ${MPI_CXX_VERSION}")
  endif()
endif()
kitt_use_nvcc()
message(STATUS "${kitt_found}")
