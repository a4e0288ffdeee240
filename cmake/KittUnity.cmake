# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Most files of KITT take the compiler longer for headers of others than for their own code: the files of a folder are
# compiled as one. Kernels stay files of their own: what else is in a file changes what the compiler inlines.

option(KITT_UNITY "Compile the sources of a folder together" ON)
set(CMAKE_UNITY_BUILD OFF) # a project around KITT may turn it on, but it joins files that use the same local names

# kitt_unite(TARGET [APART <prefix>...] [AS <group> <prefix>...]...): called where the target's sources are listed. A
# source joins those of its folder; those of a folder detail/ join the folder around it. A source whose name begins
# with a prefix joins that group instead, or stays apart; the first prefix that fits counts. Sources that CMake makes
# and those with flags of their own stay apart, too.
function(kitt_unite target)
  set(prefixes)
  set(groups)
  set(name_follows FALSE)
  foreach(word IN LISTS ARGN)
    if(word STREQUAL "APART")
      set(group apart)
    elseif(word STREQUAL "AS")
      set(name_follows TRUE)
    elseif(name_follows)
      set(group ${word})
      set(name_follows FALSE)
    else()
      list(APPEND prefixes ${word})
      list(APPEND groups ${group})
    endif()
  endforeach()

  set_target_properties(${target} PROPERTIES UNITY_BUILD ${KITT_UNITY} UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(IS_ABSOLUTE ${source} OR options)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE folder)
    cmake_path(GET folder PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${Kitt_SOURCE_DIR})
    string(REGEX REPLACE "/detail$" "" folder ${folder})
    string(MAKE_C_IDENTIFIER ${folder} joined)
    foreach(prefix group IN ZIP_LISTS prefixes groups)
      string(FIND ${source} ${prefix} place)
      if(place EQUAL 0)
        set(joined ${group})
        break()
      endif()
    endforeach()
    if(joined STREQUAL "apart")
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    else()
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${joined})
    endif()
  endforeach()
endfunction()
