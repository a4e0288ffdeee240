# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Compiles the sources of a folder as one file. For most files of KITT, third-party headers take
# longer to compile than their own code. Kernels remain separate files, because other code in the
# same file changes how the compiler inlines.

option(KITT_UNITY "Compile the sources of a folder together" ON)
set(CMAKE_UNITY_BUILD OFF) # a project around KITT may turn it on, but CMake would join files that use equal local names

# kitt_unite(TARGET [APART <prefix>...] [AS <group> <prefix>...]...): joins the sources of a target;
# call it where they are listed. A source joins the other sources of its folder; sources in a folder
# detail/ join the parent folder. A source whose name begins with a prefix joins that group instead,
# or stays separate (APART); the first matching prefix counts. Generated sources and sources with
# separate flags stay separate, too.
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
