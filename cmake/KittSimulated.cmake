# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# KITT_SIMULATED uses SimGrid's SMPI as MPI. It runs all ranks in one process: each rank loads the
# program again, as a library, and the ranks run one at a time.

if(NOT KITT_SIMULATED)
  return()
endif()
if(NOT KITT_MPI OR KITT_CORE_ONLY)
  message(FATAL_ERROR "KITT_SIMULATED needs MPI (SimGrid simulates MPI): leave KITT_MPI ON and KITT_CORE_ONLY OFF")
endif()
find_program(KITT_SMPICXX smpicxx DOC "MPI compiler of SimGrid")
find_program(KITT_SMPIRUN smpirun DOC "Program that starts ranks on a simulated machine")
if(NOT KITT_SMPICXX OR NOT KITT_SMPIRUN)
  message(FATAL_ERROR "KITT_SIMULATED needs SimGrid's smpicxx and smpirun (they are not in the PATH): install Debian's "
                      "libsimgrid-dev, or give their paths with -DKITT_SMPICXX=... "
                      "-DKITT_SMPIRUN=...")
endif()

# sets only the compiler of MPI: as the compiler of KITT, its macros would break the headers of
# Kokkos
set(MPI_CXX_COMPILER ${KITT_SMPICXX})
set(KITT_SERIAL_ONLY ON) # all ranks run in one thread, one at a time
set(KITT_KOKKOS_POLICY
    BUNDLED
    CACHE STRING "Static Kokkos, because all ranks would share the state of a shared library")
# also for Kokkos; CMake's own option would use -fPIE for the program, which a library must not use
string(APPEND CMAKE_CXX_FLAGS " -fPIC")
set(kitt_program_link_options
    -shared -s # each rank gets a copy of the file
    LINKER:--version-script=${Kitt_SOURCE_DIR}/cmake/smpi_program.map)
