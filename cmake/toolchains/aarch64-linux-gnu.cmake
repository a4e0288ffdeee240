# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Toolchain for 64-bit ARM on another machine, for the presets cross-*. It uses Debian's cross
# compiler (or a clang, with -DCMAKE_CXX_COMPILER=clang++-19), libraries in a sysroot that
# make_arm64_sysroot fills, and qemu to run the programs.

include(${CMAKE_CURRENT_LIST_DIR}/../KittCache.cmake)
set(KITT_ARM64_SYSROOT
    "${kitt_cache}/sysroot-arm64"
    CACHE PATH "Debian's arm64 libraries (cmake/toolchains/make_arm64_sysroot)")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES KITT_ARM64_SYSROOT)
if(NOT EXISTS "${KITT_ARM64_SYSROOT}/kitt-complete")
  message(FATAL_ERROR "There is no arm64 sysroot (in ${KITT_ARM64_SYSROOT}): create it with "
                      "cmake/toolchains/make_arm64_sysroot")
endif()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(kitt_arm64 aarch64-linux-gnu)
if(NOT CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER ${kitt_arm64}-g++)
endif()
set(CMAKE_CXX_COMPILER_TARGET ${kitt_arm64}) # for clang
set(CMAKE_LIBRARY_ARCHITECTURE ${kitt_arm64})
set(CMAKE_SYSROOT "${KITT_ARM64_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH) # packages in the cache were built for ARM, too

# The compiler wrapper in the path belongs to the build machine, so the parts of Open MPI are named
# one by one.
set(kitt_openmpi "${KITT_ARM64_SYSROOT}/usr/lib/${kitt_arm64}/openmpi")
set(MPI_CXX_LIB_NAMES mpi)
set(MPI_mpi_LIBRARY "${kitt_openmpi}/lib/libmpi.so")
set(MPI_CXX_COMPILER_INCLUDE_DIRS "${kitt_openmpi}/include")
find_program(MPIEXEC_EXECUTABLE NAMES mpiexec.openmpi mpiexec) # must be of the same Debian release
# vader reads memory of other processes by a system call that qemu lacks, and then messages stay
# empty
set(MPIEXEC_PREFLAGS --mca btl_vader_single_copy_mechanism none)

# The emulated CPU has the instruction sets of the family and, as far as qemu allows, no others.
if(KITT_CPU STREQUAL "neoverse-sve")
  math(EXPR kitt_sve_bytes "${KITT_SVE_BITS} / 8")
  set(kitt_emulated_cpu max,sve-default-vector-length=${kitt_sve_bytes})
elseif(KITT_CPU STREQUAL "a64fx")
  set(kitt_emulated_cpu a64fx)
else()
  set(kitt_emulated_cpu neoverse-n1)
endif()
find_program(KITT_QEMU_AARCH64 NAMES qemu-aarch64-static qemu-aarch64)
if(KITT_QEMU_AARCH64)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${KITT_QEMU_AARCH64};-L;${KITT_ARM64_SYSROOT};-cpu;${kitt_emulated_cpu}")
endif()
