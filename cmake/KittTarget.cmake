# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Sets properties that all targets of KITT share: language level, includes from the repository root,
# warnings and (in the asan preset) sanitizers. They are set on targets only, so that they affect
# neither dependencies nor projects that link an installed KITT.

option(KITT_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" OFF)
option(KITT_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
option(KITT_FEW_KERNELS "Compile fewer kinds of kernels, none forced inline (for builds without an optimiser)" OFF)

set(kitt_warning_flags -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # gcc 12 reports overlapping memory in its own std::string for "text" + std::string (gcc bug
  # 105651), and copies beyond the end of a temporary string that becomes a path. Whether it does
  # depends on the inlining of other code.
  list(APPEND kitt_warning_flags -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang|IntelLLVM")
  # clang includes it in -Wconversion, gcc does not: indices are int, as in Kokkos
  list(APPEND kitt_warning_flags -Wno-sign-conversion)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # with little optimisation, or with instrumentation, gcc 12 reports uninitialised members in its
  # own <regex> and std::optional
  list(APPEND kitt_warning_flags $<$<CONFIG:RelWithDebInfo>:-Wno-maybe-uninitialized>)
endif()
if(KITT_GPU STREQUAL "cuda")
  # nvcc rewrites sources before g++ reads them, and adds parentheses
  list(APPEND kitt_warning_flags -Wno-parentheses)
endif()
# Warnings take a twentieth of the compile time, and users cannot act on them. So only builds with
# tests have them.
set(kitt_warns $<OR:$<BOOL:${kitt_testing}>,$<BOOL:${KITT_WARNINGS_AS_ERRORS}>>)
set(kitt_code_flags)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT KITT_GPU STREQUAL "cuda")
  # gcc searches for earlier values of the same expression. With gcc's own limit of 1000, the search takes a sixth of
  # the compile time of kernels. With 100, kernels with two rows of links are slower.
  # (test/codegen/site_code.py uses this flag, too.)
  list(APPEND kitt_code_flags --param=sccvn-max-alias-queries-per-access=200)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  # gcc 12 loads all data of the hopping term in advance, more than the registers can hold, and
  # spills it. This needs 2.5 times the instructions. (test/codegen/site_code.py uses this flag,
  # too.)
  list(APPEND kitt_code_flags -fno-schedule-insns)
endif()
include(KittFiniteMath)
list(APPEND kitt_code_flags ${kitt_nan_flag})
# Presets with tests use little optimisation to save compile time (dev uses -O1). These sources are
# fully optimised in dev: the kernels in kitt::core, and tests of errors that only full optimisation
# causes.
set(kitt_fully_optimised)
if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND NOT KITT_FEW_KERNELS)
  set(kitt_fully_optimised -O3)
endif()
set(kitt_sanitizer_flags -fsanitize=address,undefined -fno-sanitize-recover=all
                         -fno-omit-frame-pointer)
# Builds with tests leave it to the optimiser whether to inline Kokkos' and KITT's functions of kernels, which releases
# force inline. Files of kernels compile in a third of the time, or in a tenth without an optimiser.
set(kitt_unforced_inlining)
if(KITT_FEW_KERNELS OR (kitt_testing AND CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo"))
  set(kitt_unforced_inlining KOKKOS_IMPL_HOST_FORCEINLINE_FUNCTION=inline KOKKOS_IMPL_HOST_FORCEINLINE=)
endif()

# kitt_optimise_little(TARGET): compiles code that is not timed with -O1 in releases. This halves
# its compile time without a noticeable effect on its run time.
function(kitt_optimise_little target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# kitt_configure_target(TARGET): sets the shared properties of a target; may be called more than
# once. The top CMakeLists.txt calls it for libraries and the program, kitt_add_test for each test.
function(kitt_configure_target target)
  get_target_property(done ${target} KITT_CONFIGURED)
  if(done)
    return()
  endif()
  set_target_properties(${target} PROPERTIES KITT_CONFIGURED TRUE CXX_EXTENSIONS OFF)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${Kitt_SOURCE_DIR}>)
  target_compile_definitions(${target} PUBLIC ${kitt_cpu_definitions}
                                              "$<BUILD_INTERFACE:${kitt_unforced_inlining}>")
  target_compile_options(
    ${target} PRIVATE ${kitt_code_flags} "$<${kitt_warns}:${kitt_warning_flags}>" ${kitt_cpu_warning_flags}
                      $<$<BOOL:${KITT_WARNINGS_AS_ERRORS}>:-Werror>)
  if(KITT_FEW_KERNELS)
    target_compile_definitions(${target} PUBLIC KITT_FEW_KERNELS)
  endif()
  if(KITT_SANITIZE)
    target_compile_options(${target} PRIVATE ${kitt_sanitizer_flags})
    target_link_options(${target} PUBLIC $<BUILD_INTERFACE:${kitt_sanitizer_flags}>)
  endif()
endfunction()
