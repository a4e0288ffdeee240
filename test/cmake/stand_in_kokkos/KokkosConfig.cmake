# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# A stand-in for an installed Kokkos, for tests that only configure. It contains no library and reports the version and
# options that the test sets: Kokkos_DIR (this folder), STAND_IN_VERSION, STAND_IN_DEVICES and STAND_IN_FLAGS.
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
