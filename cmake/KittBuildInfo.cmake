# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Defines the target kitt::build_info, for #include "kitt_build_info.hpp". The header changes only
# when the flags change. The commit is in a separate source file, which every build updates. So a
# new commit compiles only that file.
#
# The same build step stops if KITT_CPU=native and the build folder was moved to another CPU.
# Otherwise objects for the first CPU would be linked with objects for the second.

include(${CMAKE_CURRENT_LIST_DIR}/KittGitCommit.cmake)
if(CMAKE_SCRIPT_MODE_FILE) # executed by the build
  kitt_git_commit(KITT_GIT_COMMIT "${KITT_SOURCE_DIR}")
  include(${CMAKE_CURRENT_LIST_DIR}/KittCpu.cmake)
  if(NOT kitt_cpu_isa_hash STREQUAL KITT_CONFIGURED_ISA)
    message(FATAL_ERROR "This build folder was configured on another CPU (KITT_CPU=native): run `cmake` on it again")
  endif()
  configure_file(${CMAKE_CURRENT_LIST_DIR}/kitt_git_commit.cpp.in ${KITT_OUTPUT} @ONLY)
  return()
endif()

kitt_git_commit(commit "${Kitt_SOURCE_DIR}")
if(commit STREQUAL "unknown")
  message(NOTICE "The commit of these sources is unknown (they are neither a clone of KITT nor an archive made by `git "
                 "archive`), and records will say so: set KITT_GIT_COMMIT in the environment to name the commit")
endif()
string(TOUPPER "${CMAKE_BUILD_TYPE}" upper)
set(kitt_flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${upper}} -std=c++20 ${kitt_kokkos_cpu_flags}")
set(kitt_compiler ${CMAKE_CXX_COMPILER_ID})
if(KITT_GPU STREQUAL "cuda")
  string(APPEND kitt_flags " -arch=sm_${Kokkos_CUDA_ARCHITECTURES}")
  set(kitt_compiler "nvcc ${kitt_nvcc_version} with ${kitt_compiler}")
elseif(KITT_GPU STREQUAL "hip")
  string(APPEND kitt_flags " --offload-arch=${Kokkos_HIP_ARCHITECTURES}")
elseif(KITT_GPU STREQUAL "sycl")
  string(APPEND kitt_flags " -fsycl")
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
  COMMENT "Writing the commit into a source file"
  VERBATIM)
add_library(kitt_build_info STATIC ${folder}/kitt_git_commit.cpp)
add_library(kitt::build_info ALIAS kitt_build_info)
add_dependencies(kitt_build_info kitt_git_commit)
target_include_directories(kitt_build_info PUBLIC ${folder})
target_compile_features(kitt_build_info PRIVATE cxx_std_20)
