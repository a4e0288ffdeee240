# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# What kitt::perf knows of machines: ceilings and the memory kernels. Read by CMakeLists.txt beside
# it. Kokkos::kokkoskernels is needed by axpy_kokkos_kernels.cpp only.
set(kitt_perf_machine_sources
    axpy.cpp
    ceilings/bandwidth.cpp
    ceilings/ceilings.cpp
    record/machine_json.cpp
    ceilings/peak.cpp
    record/rank_binding.cpp
    ceilings/roofline.cpp
    detail/axpy_kokkos_kernels.cpp)
