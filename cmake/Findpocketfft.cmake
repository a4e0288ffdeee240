# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# pocketfft's C++ header, which needs no library: gives the target pocketfft::pocketfft.
# pocketfft_ROOT says where to look first.
find_path(pocketfft_INCLUDE_DIR pocketfft_hdronly.h PATH_SUFFIXES pocketfft)
mark_as_advanced(pocketfft_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(pocketfft REQUIRED_VARS pocketfft_INCLUDE_DIR)
if(pocketfft_FOUND AND NOT TARGET pocketfft::pocketfft)
  add_library(pocketfft::pocketfft INTERFACE IMPORTED)
  set_target_properties(pocketfft::pocketfft PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                                                        "${pocketfft_INCLUDE_DIR}")
endif()
