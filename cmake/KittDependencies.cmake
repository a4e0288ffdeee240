# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Finds all dependencies of KITT. KITT_<DEP>_POLICY states for each dependency where it may come
# from. AUTO: a suitable installed version, otherwise the bundled one. SYSTEM: a suitable installed
# version, otherwise an error. BUNDLED: the bundled one. Only Kokkos, Kokkos Kernels and pocketfft
# are bundled; KittPackages.cmake handles all others. KITT_KOKKOS_POLICY=SYSTEM fetches nothing:
# then Kokkos Kernels (unless KITT_KOKKOS_KERNELS is OFF) and pocketfft must be installed, too, unless
# their own policy is BUNDLED.

include(KittPackages)
include(KittPython)
include(KittCpu)
include(KittGpu)
include(KittBundled)

# Sets kitt_fft, the library that transforms lines. If pocketfft is not installed, kitt_fetch_fft()
# fetches it. FFTW is under the GPL, which then also holds for a program linked with it. So FFTW is
# used only on request, or if there is no pocketfft and none may be fetched.
macro(kitt_find_fft)
  kitt_policy(KOKKOS)
  kitt_policy(POCKETFFT)
  set(kitt_pocketfft_policy ${KITT_POCKETFFT_POLICY})
  if(KITT_KOKKOS_POLICY STREQUAL "SYSTEM" AND kitt_pocketfft_policy STREQUAL "AUTO")
    set(kitt_pocketfft_policy SYSTEM)
  endif()
  if(NOT kitt_pocketfft_policy STREQUAL "BUNDLED")
    find_package(pocketfft QUIET)
  endif()

  set(kitt_fft ${KITT_FFT})
  if(kitt_fft STREQUAL "auto")
    set(kitt_fft pocketfft)
    if(kitt_pocketfft_policy STREQUAL "SYSTEM" AND NOT pocketfft_FOUND)
      set(kitt_fft fftw)
    endif()
  endif()
  set(kitt_fft_library pocketfft::pocketfft)
  if(kitt_fft STREQUAL "fftw")
    kitt_find(FFTW3 FFTW3)
    set(kitt_fft_library FFTW3::fftw3)
  elseif(kitt_pocketfft_policy STREQUAL "SYSTEM" AND NOT pocketfft_FOUND)
    message(FATAL_ERROR "No pocketfft_hdronly.h was found, and this build may not fetch it "
                        "(KITT_KOKKOS_POLICY=${KITT_KOKKOS_POLICY}, "
                        "KITT_POCKETFFT_POLICY=${KITT_POCKETFFT_POLICY}): give its folder with -Dpocketfft_ROOT=..., let "
                        "KITT fetch it with -DKITT_POCKETFFT_POLICY=BUNDLED, or use FFTW with -DKITT_FFT=fftw")
  endif()
endmacro()

macro(kitt_fetch_fft)
  if(kitt_fft STREQUAL "pocketfft" AND NOT pocketfft_FOUND)
    kitt_bundle_pocketfft(pocketfft_INCLUDE_DIR)
    find_package(pocketfft REQUIRED QUIET)
  endif()
endmacro()

option(KITT_SERIAL_ONLY "Use a Kokkos that only has the Serial backend (one thread)" OFF)

set(KITT_KOKKOS_OPTIONS
    ""
    CACHE STRING "Additional options for the bundled Kokkos, such as -DKokkos_...=...")

kitt_find(EXPAT EXPAT 2.2)
if(NOT KITT_CORE_ONLY)
  if(KITT_MPI)
    set(MPI_CXX_SKIP_MPICXX ON) # KITT uses only the C interface
    kitt_find(MPI MPI 3.0 COMPONENTS CXX)
  endif()
  kitt_find(HWLOC hwloc 2.0)
  kitt_find(CLI11 CLI11 2.1)
  kitt_find(FMT fmt 9.0)
  kitt_find(NLOHMANN_JSON nlohmann_json 3.9)
  kitt_find_fft()
endif()
if(kitt_testing AND NOT KITT_SIMULATED)
  kitt_find(CATCH2 Catch2)
endif()
kitt_refuse_missing()
if(NOT KITT_CORE_ONLY)
  kitt_fetch_fft()
endif()

# Finds Kokkos. A Kokkos that the user asked for must be suitable, otherwise CMake stops. A Kokkos
# that was only found is ignored if it is not suitable.
macro(kitt_find_kokkos)
  kitt_policy(KOKKOS)
  if(Kokkos_DIR)
    cmake_path(IS_PREFIX kitt_cache "${Kokkos_DIR}" kitt_kokkos_ours)
    if(kitt_kokkos_ours)
      unset(Kokkos_DIR CACHE) # left by an interrupted configuration, not set by the user
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
          "Give another one with -DKokkos_ROOT=..., or let KITT build its own with -DKITT_KOKKOS_POLICY=BUNDLED")
    endif()
  endif()

  if(kitt_kokkos_problem)
    unset(Kokkos_DIR CACHE)
    if(KITT_CPU STREQUAL "kokkos")
      message(FATAL_ERROR "KITT_CPU=kokkos uses the CPU of an installed Kokkos, but ${kitt_kokkos_problem}: give a Kokkos "
                          "with -DKokkos_ROOT=..., or a CPU family with -DKITT_CPU=...")
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
    find_package(hwloc 2.0 QUIET) # kitt::core works without hwloc
    if(hwloc_FOUND)
      set(kitt_kokkos_hwloc ON)
      cmake_path(GET hwloc_INCLUDE_DIR PARENT_PATH kitt_hwloc_prefix)
      if(NOT kitt_hwloc_prefix STREQUAL "${CMAKE_SYSROOT}/usr")
        list(APPEND kitt_kokkos_flags -DKokkos_HWLOC_DIR=${kitt_hwloc_prefix})
      endif()
    endif()
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
      # Kokkos 4.7 calls check_include_file_cxx() for SVE, but does not include its module
      list(APPEND kitt_kokkos_flags
           -DCMAKE_PROJECT_INCLUDE=${CMAKE_ROOT}/Modules/CheckIncludeFileCXX.cmake)
    endif()
    set(ENV{SVE_HW_VL} "${kitt_sve_bits}") # otherwise Kokkos uses the length of the CPU on which it is configured
    if(KITT_GPU STREQUAL "none") # compiles the files of Kokkos together, in a third of the time
      list(APPEND kitt_kokkos_flags -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0)
    endif()
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
    if(Kokkos_VERSION VERSION_GREATER_EQUAL 5)
      message(WARNING "KITT was never built with Kokkos 5 (${Kokkos_DIR} is ${Kokkos_VERSION}): 4.7 is "
                      "known to work. docs/developer/testing.md says what to run; what fails is worth a report")
    endif()
    if(kitt_kokkos_idle)
      message(WARNING "The installed Kokkos (${Kokkos_DIR}) does not use some instruction sets of this CPU "
                      "(${kitt_kokkos_idle}); -DKITT_KOKKOS_POLICY=BUNDLED builds one that uses them")
    endif()
  endif()
endmacro()

# Finds Kokkos Kernels. An installed one depends on the Kokkos with which it was built, so both must
# be installed or both bundled.
macro(kitt_find_kokkos_kernels)
  kitt_policy(KOKKOSKERNELS)
  set(kitt_kernels_system ${KITT_KOKKOSKERNELS_POLICY})
  if(kitt_kokkos_origin STREQUAL "bundled")
    if(KITT_KOKKOSKERNELS_POLICY STREQUAL "SYSTEM")
      message(FATAL_ERROR "KITT_KOKKOSKERNELS_POLICY=SYSTEM cannot be used with a bundled Kokkos (${kitt_kokkos_problem}): "
                          "set KITT_KOKKOS_POLICY=SYSTEM as well")
    endif()
    set(kitt_kernels_system BUNDLED)
  elseif(KITT_KOKKOS_POLICY STREQUAL "SYSTEM" AND kitt_kernels_system STREQUAL "AUTO")
    set(kitt_kernels_system SYSTEM)
  endif()
  if(NOT kitt_kernels_system STREQUAL "BUNDLED")
    # no version is requested, because the package of 4.4 states its version as ".."
    find_package(KokkosKernels CONFIG QUIET)
    if(NOT KokkosKernels_FOUND AND (KokkosKernels_ROOT OR kitt_kernels_system STREQUAL "SYSTEM"))
      set(kitt_looked_at "none is installed")
      if(KokkosKernels_CONSIDERED_CONFIGS)
        list(JOIN KokkosKernels_CONSIDERED_CONFIGS ", " kitt_looked_at)
        string(PREPEND kitt_looked_at "looked at ")
      endif()
      message(
        FATAL_ERROR
          "No suitable Kokkos Kernels was found (${kitt_looked_at}), and this build may not fetch it "
          "(KITT_KOKKOS_POLICY=${KITT_KOKKOS_POLICY}, KITT_KOKKOSKERNELS_POLICY=${KITT_KOKKOSKERNELS_POLICY}, "
          "KokkosKernels_ROOT=${KokkosKernels_ROOT}): give one with -DKokkosKernels_ROOT=..., let KITT build its own "
          "with -DKITT_KOKKOSKERNELS_POLICY=BUNDLED, or build without it with -DKITT_KOKKOS_KERNELS=OFF")
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
    unset(Kokkos_DIR CACHE) # Kokkos Kernels sets it again; if it stayed, it would look like a request of the user
  endif()
endmacro()

kitt_find_kokkos()
# Kokkos 4.7 has no SIMD type for KNL, but its AVX-512 type compiles to instructions that KNL has.
set(kitt_cpu_definitions)
if("KNL" IN_LIST Kokkos_ARCH)
  set(kitt_cpu_definitions KOKKOS_ARCH_AVX512XEON=)
endif()
kitt_kokkos_isa_flags(kitt_kokkos_cpu_flags)
kitt_isa_macros(kitt_kokkos_isa ${kitt_kokkos_cpu_flags})
kitt_cpu_warnings(kitt_cpu_warning_flags ${kitt_kokkos_cpu_flags})
set(kitt_found "Kokkos ${Kokkos_VERSION} (${kitt_kokkos_origin}, ${Kokkos_DEVICES}, ${Kokkos_ARCH})")
if(NOT KITT_CORE_ONLY)
  if(KITT_KOKKOS_KERNELS)
    kitt_find_kokkos_kernels()
    set(kitt_kernels_library Kokkos::kokkoskernels)
    string(APPEND kitt_found ", Kokkos Kernels (${kitt_kernels_origin})")
  else()
    set(kitt_kernels_library Kokkos::kokkos)
    string(APPEND kitt_found ", no Kokkos Kernels")
  endif()
  string(APPEND kitt_found ", hwloc ${hwloc_VERSION}")
  if(KITT_MPI)
    set(kitt_mpi_libraries ${MPI_CXX_LIBRARIES})
    list(FILTER kitt_mpi_libraries EXCLUDE REGEX "cxx") # removes libraries of the C++ interface, which KITT does not use
    if(NOT kitt_mpi_libraries)
      set(kitt_mpi_libraries "library of ${MPI_CXX_COMPILER}") # the compiler wrapper links the library itself
    endif()
    list(JOIN kitt_mpi_libraries ", " kitt_mpi_libraries)
    string(APPEND kitt_found ", MPI ${MPI_CXX_VERSION} (${kitt_mpi_libraries})")
  endif()
endif()
kitt_use_nvcc()
message(STATUS "${kitt_found}")
