# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# What every target of ours has in common: the language level, includes from the repository root,
# warnings and (in the asan preset) sanitizers. On targets only, so that nothing leaks into
# dependencies or into those who link an installed KITT.

option(KITT_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" OFF)
option(KITT_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
option(KITT_FEW_KERNELS "For builds without an optimiser: fewer kinds of kernels, none forced inline" OFF)

set(kitt_warning_flags -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # sees overlaps in its own std::string, "text" + std::string (gcc bug 105651), and copies beyond the end of it where
  # a temporary one becomes a path; whether it does depends on what was inlined around it
  list(APPEND kitt_warning_flags -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # part of -Wconversion there, not in gcc's: indices are int, as Kokkos has them
  list(APPEND kitt_warning_flags -Wno-sign-conversion)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # with little of the optimiser, or instrumented, gcc 12 sees uninitialised members in its own <regex> and
  # std::optional
  list(APPEND kitt_warning_flags $<$<CONFIG:RelWithDebInfo>:-Wno-maybe-uninitialized>)
endif()
# A user can do nothing about warnings, and they take a twentieth of the compiler's time: builds with tests have them.
set(kitt_warns $<OR:$<BOOL:${kitt_testing}>,$<BOOL:${KITT_WARNINGS_AS_ERRORS}>>)
set(kitt_code_flags)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  # gcc 12 loads everything the hopping term needs ahead, more than there are registers for, and
  # spills it: 2.5 times the instructions (test/codegen/site_code.py has this flag as well)
  list(APPEND kitt_code_flags -fno-schedule-insns)
endif()
include(KittFiniteMath)
list(APPEND kitt_code_flags ${kitt_nan_flag})
# The presets that test have little of the optimiser, for compilers' sake (dev has -O1). These sources have all of it in
# dev: the kernels that kitt::core holds, and tests of what only a full optimiser would break.
set(kitt_fully_optimised)
if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND NOT KITT_FEW_KERNELS)
  set(kitt_fully_optimised -O3)
endif()
set(kitt_sanitizer_flags -fsanitize=address,undefined -fno-sanitize-recover=all
                         -fno-omit-frame-pointer)
# Without an optimiser, code forced inline is compiled anew at every place that uses it: minutes and
# gigabytes for a file of kernels. Kokkos' macro for it, and so ours, becomes a mere hint.
set(kitt_unforced_inlining KOKKOS_IMPL_HOST_FORCEINLINE_FUNCTION=inline
                               KOKKOS_IMPL_HOST_FORCEINLINE=)

# kitt_optimise_little(TARGET): for code that is not timed. Releases compile it half as long, and it takes no longer to run
# than anyone sees.
function(kitt_optimise_little target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# kitt_configure_target(TARGET): idempotent; the top CMakeLists.txt calls it for the libraries and
# the program, kitt_add_test for each test.
function(kitt_configure_target target)
  get_target_property(done ${target} KITT_CONFIGURED)
  if(done)
    return()
  endif()
  set_target_properties(${target} PROPERTIES KITT_CONFIGURED TRUE CXX_EXTENSIONS OFF)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${Kitt_SOURCE_DIR}>)
  target_compile_definitions(${target} PUBLIC ${kitt_cpu_definitions})
  target_compile_options(
    ${target} PRIVATE ${kitt_code_flags} "$<${kitt_warns}:${kitt_warning_flags}>" ${kitt_cpu_warning_flags}
                      $<$<BOOL:${KITT_WARNINGS_AS_ERRORS}>:-Werror>)
  if(KITT_FEW_KERNELS)
    target_compile_definitions(${target} PUBLIC KITT_FEW_KERNELS ${kitt_unforced_inlining})
  endif()
  if(KITT_SANITIZE)
    target_compile_options(${target} PRIVATE ${kitt_sanitizer_flags})
    target_link_options(${target} PUBLIC $<BUILD_INTERFACE:${kitt_sanitizer_flags}>)
  endif()
endfunction()
