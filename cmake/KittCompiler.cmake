# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Sets the build type, and stops at once if a compiler or folder cannot be used, before CMake looks for anything else.

get_property(kitt_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT kitt_multi_config AND NOT CMAKE_BUILD_TYPE)
  if(PROJECT_IS_TOP_LEVEL)
    message(NOTICE "No build type was asked for: CMAKE_BUILD_TYPE is Release")
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, RelWithDebInfo, Release, MinSizeRel" FORCE)
  else()
    message(WARNING "No CMAKE_BUILD_TYPE is set: KITT's kernels are compiled without the optimiser, and take some thirty "
                    "times as long. Set it in ${CMAKE_PROJECT_NAME}, for example to Release")
  endif()
endif()

set(kitt_least_GNU 12)
set(kitt_least_Clang 16)
set(kitt_least ${kitt_least_${CMAKE_CXX_COMPILER_ID}})
if(kitt_least AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS kitt_least)
  message(
    FATAL_ERROR
      "${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, and KITT is C++20 as g++ 12 and "
      "clang 16 have it: name a newer one by -DCMAKE_CXX_COMPILER=..., in a new build folder")
endif()

foreach(folder IN ITEMS "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_BINARY_DIR}")
  if(folder MATCHES ";") # CMake would read it as two folders
    message(FATAL_ERROR "The path of a folder has a semicolon, which CMake takes for the end of a path (\"${folder}\"): "
                        "rename the folder")
  endif()
endforeach()
