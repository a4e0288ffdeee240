# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Sets kitt_cache, the folder outside the clone for files that are built or fetched once.
if(NOT "$ENV{KITT_CACHE_DIR}" STREQUAL "")
  set(kitt_cache "$ENV{KITT_CACHE_DIR}")
elseif(NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(kitt_cache "$ENV{XDG_CACHE_HOME}/kitt")
elseif(NOT "$ENV{HOME}" STREQUAL "")
  set(kitt_cache "$ENV{HOME}/.cache/kitt")
else()
  set(kitt_cache "${CMAKE_BINARY_DIR}/cache")
endif()
cmake_path(ABSOLUTE_PATH kitt_cache BASE_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}/.." NORMALIZE)

# Stops with one line if the cache cannot be written.
function(kitt_need_cache)
  foreach(command IN ITEMS "make_directory;${kitt_cache}/source" "touch;${kitt_cache}/writable")
    execute_process(COMMAND ${CMAKE_COMMAND} -E ${command} RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "The cache cannot be written (${kitt_cache}; it keeps what is fetched or built once): make it "
                          "writable, or set KITT_CACHE_DIR in the environment to another folder")
    endif()
  endforeach()
endfunction()
