# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# The target kitt::build_info: #include "kitt_build_info.hpp". The header changes when the flags do. The commit is in a
# source file of its own, which every build updates. So a new commit compiles only that file.
#
# The same step refuses to go on when KITT_CPU=native and the build folder was carried to another
# CPU: objects for the first one would be linked with objects for the second.

include(${CMAKE_CURRENT_LIST_DIR}/KittGitCommit.cmake)
if(CMAKE_SCRIPT_MODE_FILE) # run by the build
  kitt_git_commit(KITT_GIT_COMMIT "${KITT_SOURCE_DIR}")
  include(${CMAKE_CURRENT_LIST_DIR}/KittCpu.cmake)
  if(NOT kitt_cpu_isa_hash STREQUAL KITT_CONFIGURED_ISA)
    message(FATAL_ERROR "This folder was configured on another CPU: run `cmake` on it again")
  endif()
  configure_file(${CMAKE_CURRENT_LIST_DIR}/kitt_git_commit.cpp.in ${KITT_OUTPUT} @ONLY)
  return()
endif()

kitt_git_commit(commit "${Kitt_SOURCE_DIR}")
if(commit STREQUAL "unknown")
  message(NOTICE "The commit of these sources is unknown, and records will say so (neither a clone of KITT nor an "
                 "archive made by `git archive`): set KITT_GIT_COMMIT in the environment to name it")
endif()
string(TOUPPER "${CMAKE_BUILD_TYPE}" upper)
set(kitt_flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${upper}} -std=c++20 ${kitt_kokkos_cpu_flags}")
set(kitt_compiler ${CMAKE_CXX_COMPILER_ID})
if(KITT_GPU STREQUAL "cuda")
  string(APPEND kitt_flags " -arch=sm_${Kokkos_CUDA_ARCHITECTURES}")
  set(kitt_compiler "nvcc ${kitt_nvcc_version} with ${kitt_compiler}")
endif()
string(APPEND kitt_flags " ${kitt_nan_flag}")
if(KITT_SANITIZE)
  string(APPEND kitt_flags " ${kitt_sanitizer_flags}")
endif()
string(REPLACE ";" " " kitt_flags "${kitt_flags}")
string(REGEX REPLACE " +" " " kitt_flags "${kitt_flags}")
string(STRIP "${kitt_flags}" kitt_flags)
list(JOIN KITT_PRECISIONS " " kitt_precision_words)
set(folder "${Kitt_BINARY_DIR}/build_info")
configure_file(${CMAKE_CURRENT_LIST_DIR}/kitt_build_info.hpp.in ${folder}/kitt_build_info.hpp @ONLY)
set(script
    ${CMAKE_COMMAND}
    -DKITT_SOURCE_DIR=${Kitt_SOURCE_DIR}
    -DKITT_OUTPUT=${folder}/kitt_git_commit.cpp
    -DKITT_CPU=${KITT_CPU}
    "-DKITT_CPU_FLAGS=${KITT_CPU_FLAGS}"
    -DKITT_SVE_BITS=${kitt_sve_bits}
    -DKITT_CONFIGURED_ISA=${kitt_cpu_isa_hash}
    -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    -DCMAKE_SYSTEM_PROCESSOR=${CMAKE_SYSTEM_PROCESSOR}
    -P
    ${Kitt_SOURCE_DIR}/cmake/KittBuildInfo.cmake)

add_custom_target(
  kitt_git_commit
  COMMAND ${script}
  BYPRODUCTS ${folder}/kitt_git_commit.cpp
  COMMENT "Noting the commit"
  VERBATIM)
add_library(kitt_build_info STATIC ${folder}/kitt_git_commit.cpp)
add_library(kitt::build_info ALIAS kitt_build_info)
add_dependencies(kitt_build_info kitt_git_commit)
target_include_directories(kitt_build_info PUBLIC ${folder})
target_compile_features(kitt_build_info PRIVATE cxx_std_20)
