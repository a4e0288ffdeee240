# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# KITT_GPU states on which GPU kernels run, if not on the CPU. KITT_CPU is still the family of the
# host code.
# cuda: Kokkos passes the CUDA compiler to all targets that link it: their C++ sources are compiled
#       by nvcc_wrapper. CMAKE_CXX_COMPILER remains the compiler of the host.
# hip, sycl: CMAKE_CXX_COMPILER compiles for host and GPU. Kokkos passes the flags to all targets
#       that link it.

# kitt_adapt_kokkos(SOURCE): changes two calls of Kokkos 4.7.0 whose arguments differ in CUDA 13,
# without changing their effect. Kokkos 4.7.1 has the new calls.
function(kitt_adapt_kokkos source)
  if(NOT KITT_GPU STREQUAL "cuda" OR kitt_nvcc_version VERSION_LESS 13)
    return()
  endif()
  set(header "${source}/core/src/Cuda/Kokkos_Cuda_Instance.hpp")
  if(NOT EXISTS "${header}")
    return()
  endif()
  file(READ "${header}" text)
  string(REPLACE "cudaGraphAddDependencies(graph, from, to, numDependencies)"
                 "cudaGraphAddDependencies(graph, from, to, nullptr, numDependencies)" text "${text}")
  string(
    REPLACE
      "cudaMemPrefetchAsync(devPtr, count, dstDevice, m_stream)"
      "cudaMemPrefetchAsync(devPtr, count, {cudaMemLocationTypeDevice, dstDevice}, 0, m_stream)"
      text "${text}")
  file(WRITE "${header}" "${text}")
endfunction()

# kitt_use_nvcc(): sets up nvcc after Kokkos was found. The wrapper finds nvcc in all later builds,
# too. A call of a host function on the GPU, for which nvcc only warns, becomes an error.
function(kitt_use_nvcc)
  if(NOT KITT_GPU STREQUAL "cuda")
    return()
  endif()
  target_compile_options(Kokkos::kokkos INTERFACE --Werror=cross-execution-space-call)
  target_compile_definitions(Kokkos::kokkos INTERFACE ${kitt_gpu_definitions})
  # fmt 9 assumes that nvcc does not support constexpr, and then does not compile in C++20
  if(TARGET fmt::fmt)
    target_compile_definitions(fmt::fmt INTERFACE FMT_USE_CONSTEXPR=1)
  endif()
  foreach(rule IN ITEMS RULE_LAUNCH_COMPILE RULE_LAUNCH_LINK)
    get_property(launch GLOBAL PROPERTY ${rule})
    list(JOIN kitt_gpu_environment " " environment)
    set_property(GLOBAL PROPERTY ${rule} "${environment} ${launch}")
  endforeach()
endfunction()

set(KITT_GPU
    none
    CACHE STRING "GPU that kernels run on: none, cuda (NVIDIA), hip (AMD) or sycl (Intel)")
set_property(CACHE KITT_GPU PROPERTY STRINGS none cuda hip sycl)
set(KITT_GPU_ARCH
    ""
    CACHE STRING "GPU architecture, the end of Kokkos_ARCH_... (AMPERE80, AMD_GFX942, INTEL_GEN); \
empty: HOPPER90, AMD_GFX90A or INTEL_PVC")
set(kitt_gpu_kokkos_options)
set(kitt_gpu_kernels_options)
set(kitt_gpu_definitions)
set(kitt_gpu_environment)
if(KITT_GPU STREQUAL "none")
  return()
elseif(NOT KITT_GPU MATCHES "^(cuda|hip|sycl)$")
  message(FATAL_ERROR "KITT_GPU=${KITT_GPU} is unknown: give none, cuda, hip or sycl")
endif()

set(kitt_gpu_arch "${KITT_GPU_ARCH}")
if(NOT kitt_gpu_arch)
  set(kitt_arch_of_cuda HOPPER90)
  set(kitt_arch_of_hip AMD_GFX90A)
  set(kitt_arch_of_sycl INTEL_PVC)
  set(kitt_gpu_arch ${kitt_arch_of_${KITT_GPU}})
endif()

# kitt_gpu_compiler(NAME LANGUAGE FLAG...): stops unless CMAKE_CXX_COMPILER compiles the header of the
# backend with these flags. Otherwise the build of Kokkos would stop later, with a longer message.
function(kitt_gpu_compiler name language)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
  execute_process(
    COMMAND ${CMAKE_CXX_COMPILER} ${flags} ${ARGN} -fsyntax-only /dev/null
    RESULT_VARIABLE status
    OUTPUT_VARIABLE said
    ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    string(REGEX MATCH "error: [^\n]+" said "${said}")
    message(FATAL_ERROR "KITT_GPU=${KITT_GPU} needs a compiler that knows ${language}, but ${CMAKE_CXX_COMPILER} does not "
                        "(${said}): give -DCMAKE_CXX_COMPILER=${name}, in a new build folder")
  endif()
endfunction()

# KITT uses none of the sorting functions for which Kokkos asks for rocThrust and oneDPL.
if(KITT_GPU STREQUAL "hip")
  kitt_gpu_compiler(hipcc "HIP of ROCm" -x hip -include hip/hip_runtime.h)
  set(kitt_gpu_kokkos_options -DKokkos_ENABLE_HIP=ON -DKokkos_ENABLE_ROCTHRUST=OFF
                              -DKokkos_ARCH_${kitt_gpu_arch}=ON)
  return()
elseif(KITT_GPU STREQUAL "sycl")
  kitt_gpu_compiler(icpx "SYCL of oneAPI" -fsycl -include sycl/sycl.hpp -x c++)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "IntelLLVM" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 2024.2.1)
    message(FATAL_ERROR "KITT_GPU=sycl needs icpx 2024.2.1 or newer, as Kokkos 4.7 does (${CMAKE_CXX_COMPILER} is "
                        "${CMAKE_CXX_COMPILER_VERSION}): give a newer one with -DCMAKE_CXX_COMPILER=..., in a new build folder")
  endif()
  set(kitt_gpu_kokkos_options -DKokkos_ENABLE_SYCL=ON -DKokkos_ENABLE_ONEDPL=OFF
                              -DKokkos_ARCH_${kitt_gpu_arch}=ON)
  return()
endif()

find_program(
  KITT_NVCC nvcc
  HINTS ENV CUDA_ROOT ENV CUDA_HOME
  PATHS /usr/local/cuda
  PATH_SUFFIXES bin
  DOC "NVIDIA's compiler")
if(NOT KITT_NVCC)
  message(FATAL_ERROR "KITT_GPU=cuda needs nvcc (it is not in the PATH): install the CUDA toolkit, or give the path of "
                      "nvcc with -DKITT_NVCC=...")
endif()
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  message(FATAL_ERROR "KITT_GPU=cuda needs g++ as compiler of the host, not ${CMAKE_CXX_COMPILER_ID}: give "
                      "-DCMAKE_CXX_COMPILER=g++")
endif()
cmake_path(GET KITT_NVCC PARENT_PATH kitt_cuda_root)
cmake_path(GET kitt_cuda_root PARENT_PATH kitt_cuda_root)
execute_process(COMMAND ${KITT_NVCC} --version OUTPUT_VARIABLE kitt_nvcc_version)
string(REGEX MATCH "V([0-9.]+)" kitt_nvcc_version "${kitt_nvcc_version}")
set(kitt_nvcc_version ${CMAKE_MATCH_1})

# With [[no_unique_address]], nvcc 13.0 reads the member after an empty member at another address
# than g++ writes it. Kernels then saw wrong extents of Kokkos views. These definitions make Kokkos
# work without the attribute.
set(kitt_gpu_definitions MDSPAN_IMPL_USE_ATTRIBUTE_NO_UNIQUE_ADDRESS=1 MDSPAN_IMPL_NO_UNIQUE_ADDRESS=)
list(TRANSFORM kitt_gpu_definitions PREPEND -D OUTPUT_VARIABLE kitt_gpu_flags)
list(JOIN kitt_gpu_flags " " kitt_gpu_flags)

# nvcc_wrapper finds the compiler by this variable.
set(kitt_gpu_environment ${CMAKE_COMMAND} -E env CUDA_ROOT=${kitt_cuda_root})
set(kitt_gpu_kokkos_options
    -DKokkos_ENABLE_CUDA=ON -DKokkos_ENABLE_CUDA_CONSTEXPR=ON -DKokkos_ARCH_${kitt_gpu_arch}=ON
    -DCUDAToolkit_ROOT=${kitt_cuda_root} -DCMAKE_CXX_COMPILER_LAUNCHER=
    "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS} ${kitt_gpu_flags}")
set(kitt_gpu_kernels_options
    -DCUDAToolkit_ROOT=${kitt_cuda_root} -DCMAKE_CXX_COMPILER_LAUNCHER=
    "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS} ${kitt_gpu_flags}"
    -DKokkosKernels_ENABLE_TPL_CUBLAS=OFF -DKokkosKernels_ENABLE_TPL_CUSPARSE=OFF
    -DKokkosKernels_ENABLE_TPL_CUSOLVER=OFF)

# Kokkos starts its wrapper as a compiler launcher, which does not work with a second launcher.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  message(STATUS "CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER} is ignored with nvcc")
  set(CMAKE_CXX_COMPILER_LAUNCHER "")
endif()
