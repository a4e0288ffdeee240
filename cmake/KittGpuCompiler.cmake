# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Chooses the compiler of the presets hip and sycl, unless -DCMAKE_CXX_COMPILER or CXX names one. The
# first project() of these presets includes this file. If the presets named the compiler themselves,
# CMake's error about a missing one would not say what to install.

if(NOT CMAKE_CXX_COMPILER AND "$ENV{CXX}" STREQUAL "")
  set(kitt_gpu_compiler hipcc)
  set(kitt_gpu_source "AMD's ROCm")
  if(KITT_GPU STREQUAL "sycl")
    set(kitt_gpu_compiler icpx)
    set(kitt_gpu_source "Intel's oneAPI")
  endif()
  find_program(
    KITT_GPU_COMPILER ${kitt_gpu_compiler}
    HINTS ENV ROCM_PATH ENV CMPLR_ROOT
    PATHS /opt/rocm /opt/intel/oneapi/compiler/latest
    PATH_SUFFIXES bin
    DOC "compiler of the presets hip and sycl")
  if(NOT KITT_GPU_COMPILER)
    message(FATAL_ERROR "KITT_GPU=${KITT_GPU} needs ${kitt_gpu_compiler} (it is not in the PATH): install "
                        "${kitt_gpu_source}, or give its path with -DCMAKE_CXX_COMPILER=...")
  endif()
  set(CMAKE_CXX_COMPILER
      "${KITT_GPU_COMPILER}"
      CACHE FILEPATH "C++ compiler")
endif()
