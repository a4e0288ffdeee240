# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# What of KITT is built.

option(KITT_CORE_ONLY "Build kitt::core alone, which needs nothing but Kokkos and Expat" OFF)
option(KITT_MPI "Build for many ranks; OFF: for one, without MPI" ON)
option(KITT_SIMULATED "Build for machines that SimGrid's SMPI simulates (docs/reference/simulation.md)" OFF)
option(KITT_REPORT "Install the Python package that makes the pages of `kitt report`" ON)
set(KITT_PRECISIONS
    "single;double"
    CACHE STRING "Precisions that the program's hopping kernels are compiled for")
foreach(precision IN LISTS KITT_PRECISIONS)
  if(NOT precision MATCHES "^(single|double)$")
    message(FATAL_ERROR "KITT_PRECISIONS has \"${precision}\": take single, double or single;double")
  endif()
endforeach()
if(NOT KITT_PRECISIONS)
  message(FATAL_ERROR "KITT_PRECISIONS is empty: take single, double or single;double")
endif()

set(KITT_FFT
    auto
    CACHE STRING "Library of `kitt fft` that transforms lines: pocketfft, fftw, or the first that can be had")
set_property(CACHE KITT_FFT PROPERTY STRINGS auto pocketfft fftw)
if(NOT KITT_FFT MATCHES "^(auto|pocketfft|fftw)$")
  message(FATAL_ERROR "KITT_FFT is \"${KITT_FFT}\": take auto, pocketfft or fftw")
endif()

set(kitt_data published machines) # folders of perf/ that the program reads
if(KITT_REPORT)
  list(APPEND kitt_data acceptance report) # acceptance takes its rules of doubt from report
endif()
if(KITT_SIMULATED)
  list(APPEND kitt_data simulate)
endif()
