# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# The C++ header of KISS FFT alone, which needs no library: gives the target KissFFT::kissfft.
# KissFFT_ROOT says where to look first.
find_path(KissFFT_INCLUDE_DIR kissfft.hh PATH_SUFFIXES kissfft)
mark_as_advanced(KissFFT_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(KissFFT REQUIRED_VARS KissFFT_INCLUDE_DIR)
if(KissFFT_FOUND AND NOT TARGET KissFFT::kissfft)
  add_library(KissFFT::kissfft INTERFACE IMPORTED)
  set_target_properties(KissFFT::kissfft PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                                                    "${KissFFT_INCLUDE_DIR}")
endif()
