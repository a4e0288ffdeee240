# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Finds the C++ header of pocketfft, which needs no library. Defines the target
# pocketfft::pocketfft. pocketfft_ROOT is searched first.
find_path(pocketfft_INCLUDE_DIR pocketfft_hdronly.h PATH_SUFFIXES pocketfft)
mark_as_advanced(pocketfft_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(pocketfft REQUIRED_VARS pocketfft_INCLUDE_DIR)
if(pocketfft_FOUND AND NOT TARGET pocketfft::pocketfft)
  add_library(pocketfft::pocketfft INTERFACE IMPORTED)
  set_target_properties(pocketfft::pocketfft PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                                                        "${pocketfft_INCLUDE_DIR}")
endif()
