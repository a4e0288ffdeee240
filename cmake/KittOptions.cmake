# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Options that select which parts of KITT are built.

option(KITT_CORE_ONLY "Build only kitt::core, which needs Kokkos and Expat" OFF)
option(KITT_MPI "Build for many ranks; OFF: for one rank, without MPI" ON)
option(KITT_SIMULATED "Build for machines that SimGrid's SMPI simulates (docs/reference/simulation.md)" OFF)
option(KITT_KOKKOS_KERNELS "Use Kokkos Kernels: one axpy of `kitt memory`, matrices of `kitt numa` and `kitt fft`" ON)
option(KITT_REPORT "Install the Python package that writes the pages of `kitt report`" ON)
set(KITT_PRECISIONS
    "single;double"
    CACHE STRING "Precisions of the hopping kernels in the program")
foreach(precision IN LISTS KITT_PRECISIONS)
  if(NOT precision MATCHES "^(single|double)$")
    message(FATAL_ERROR "KITT_PRECISIONS contains \"${precision}\", which is unknown: give single, double or single;double")
  endif()
endforeach()
if(NOT KITT_PRECISIONS)
  message(FATAL_ERROR "KITT_PRECISIONS is empty: give single, double or single;double")
endif()

set(KITT_FFT
    auto
    CACHE STRING "Library that transforms lines in `kitt fft`: pocketfft, fftw, or auto for the first available one")
set_property(CACHE KITT_FFT PROPERTY STRINGS auto pocketfft fftw)
if(NOT KITT_FFT MATCHES "^(auto|pocketfft|fftw)$")
  message(FATAL_ERROR "KITT_FFT is \"${KITT_FFT}\", which is unknown: give auto, pocketfft or fftw")
endif()

set(kitt_data published machines) # folders of perf/ that the program reads
if(KITT_REPORT)
  list(APPEND kitt_data acceptance report) # acceptance uses the rules for doubts from report
endif()
if(KITT_SIMULATED)
  list(APPEND kitt_data simulate)
endif()
