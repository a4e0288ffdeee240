# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Finds hwloc, which has no CMake package of its own. Defines the target hwloc::hwloc and sets
# hwloc_VERSION. hwloc_ROOT is searched first.
find_path(hwloc_INCLUDE_DIR hwloc.h)
find_library(hwloc_LIBRARY hwloc)
mark_as_advanced(hwloc_INCLUDE_DIR hwloc_LIBRARY)

set(hwloc_VERSION)
if(hwloc_INCLUDE_DIR)
  # config.h is in autogen/; on Debian autogen/ refers to a header in a folder of the architecture
  file(GLOB hwloc_config_headers "${hwloc_INCLUDE_DIR}/hwloc/autogen/config.h"
       "${hwloc_INCLUDE_DIR}/*/hwloc/autogen/config.h")
  foreach(header IN LISTS hwloc_config_headers)
    file(STRINGS "${header}" line REGEX "#define HWLOC_VERSION \"")
    string(REGEX MATCH "[0-9.]+" hwloc_VERSION "${line}")
  endforeach()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  hwloc
  REQUIRED_VARS hwloc_LIBRARY hwloc_INCLUDE_DIR
  VERSION_VAR hwloc_VERSION)
if(hwloc_FOUND AND NOT TARGET hwloc::hwloc)
  add_library(hwloc::hwloc UNKNOWN IMPORTED)
  set_target_properties(hwloc::hwloc PROPERTIES IMPORTED_LOCATION "${hwloc_LIBRARY}"
                                                INTERFACE_INCLUDE_DIRECTORIES "${hwloc_INCLUDE_DIR}")
endif()
