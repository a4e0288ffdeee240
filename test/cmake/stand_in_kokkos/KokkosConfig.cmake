# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# A Kokkos that says what it is told to and holds nothing, for tests that only configure: give its
# folder as Kokkos_DIR, and STAND_IN_VERSION, STAND_IN_DEVICES, STAND_IN_FLAGS.
set(Kokkos_DEVICES OPENMP SERIAL)
if(STAND_IN_DEVICES)
  set(Kokkos_DEVICES ${STAND_IN_DEVICES})
endif()
set(Kokkos_ARCH NATIVE)
foreach(target IN ITEMS kokkos kokkossimd)
  if(NOT TARGET Kokkos::${target})
    add_library(Kokkos::${target} INTERFACE IMPORTED)
    set_target_properties(Kokkos::${target} PROPERTIES INTERFACE_COMPILE_OPTIONS "${STAND_IN_FLAGS}")
  endif()
endforeach()
