# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# KITT_SIMULATED: MPI is SimGrid's SMPI, which runs all ranks in one process: each loads the program
# anew, as a library, and they take turns.

if(NOT KITT_SIMULATED)
  return()
endif()
if(NOT KITT_MPI OR KITT_CORE_ONLY)
  message(FATAL_ERROR "KITT_SIMULATED needs MPI (SimGrid simulates that): leave KITT_MPI ON and "
                      "KITT_CORE_ONLY OFF")
endif()
find_program(KITT_SMPICXX smpicxx DOC "SimGrid's name for MPI's compiler")
find_program(KITT_SMPIRUN smpirun DOC "What starts ranks on a simulated machine")
if(NOT KITT_SMPICXX OR NOT KITT_SMPIRUN)
  message(FATAL_ERROR "KITT_SIMULATED needs SimGrid's smpicxx and smpirun, which are not on the PATH: "
                      "install Debian's libsimgrid-dev, or name them with -DKITT_SMPICXX=... "
                      "-DKITT_SMPIRUN=...")
endif()

# asked where MPI is alone: as the compiler its macros break Kokkos' headers
set(MPI_CXX_COMPILER ${KITT_SMPICXX})
set(KITT_SERIAL_ONLY ON) # ranks take turns in one thread
set(KITT_KOKKOS_POLICY
    BUNDLED
    CACHE STRING "A static Kokkos: what a shared library remembers, all ranks would have in common")
# of Kokkos, too; CMake's own switch would take -fPIE for the program, which is no library's code
string(APPEND CMAKE_CXX_FLAGS " -fPIC")
set(kitt_program_link_options
    -shared -s # each rank gets a copy of the file
    LINKER:--version-script=${Kitt_SOURCE_DIR}/cmake/smpi_program.map)
