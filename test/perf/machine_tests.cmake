# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Tests of what perf/machine_sources.cmake lists. Read by CMakeLists.txt beside it.
kitt_add_test(NAME perf.ceilings SOURCES test_ceilings.cpp LIBRARIES kitt::perf)
kitt_add_test(NAME perf.machine_json SOURCES test_machine_json.cpp LIBRARIES kitt::perf)
kitt_add_test(NAME perf.rank_binding SOURCES test_rank_binding.cpp LIBRARIES kitt::perf RANKS 1 4)
kitt_add_test(NAME perf.roofline SOURCES test_roofline.cpp LIBRARIES kitt::perf)
kitt_add_test(NAME perf.memory_kernels SOURCES test_memory_kernels.cpp LIBRARIES kitt::perf)
