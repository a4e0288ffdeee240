# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Sets the build type, and stops at once if a compiler or folder cannot be used, before CMake looks for anything else.

get_property(kitt_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT kitt_multi_config AND NOT CMAKE_BUILD_TYPE)
  if(PROJECT_IS_TOP_LEVEL)
    message(NOTICE "No build type was given: CMAKE_BUILD_TYPE is set to Release")
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, RelWithDebInfo, Release, MinSizeRel" FORCE)
  else()
    message(WARNING "CMAKE_BUILD_TYPE is not set, so KITT's kernels are compiled without the optimiser and run about "
                    "thirty times slower. Set it in ${CMAKE_PROJECT_NAME}, for example to Release")
  endif()
endif()

set(kitt_least_GNU 12)
set(kitt_least_Clang 16)
set(kitt_least ${kitt_least_${CMAKE_CXX_COMPILER_ID}})
if(kitt_least AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS kitt_least)
  message(
    FATAL_ERROR
      "${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, but KITT needs C++20 of g++ 12, "
      "clang 16 or newer: give a newer compiler with -DCMAKE_CXX_COMPILER=..., in a new build folder")
endif()

foreach(folder IN ITEMS "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_BINARY_DIR}")
  if(folder MATCHES ";") # CMake would read it as two folders
    message(FATAL_ERROR "The path of a folder has a semicolon, which ends a path in CMake (\"${folder}\"): "
                        "rename the folder")
  endif()
endforeach()
