# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Writes the man page, reference pages, shell completions and JSON schemas of documents. The built program writes
# them from its options and lists of fields. They are left out, with a message, if the program
# cannot run: it is built for another CPU and there is no CMAKE_CROSSCOMPILING_EMULATOR.

if(CMAKE_SCRIPT_MODE_FILE) # executed by the build
  function(kitt_write file)
    cmake_path(GET file PARENT_PATH folder)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(
      COMMAND ${KITT_PROGRAM} ${ARGN}
      OUTPUT_FILE "${file}"
      ERROR_VARIABLE problem
      RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
      file(REMOVE "${file}")
      message(NOTICE "${file} is not written (the program cannot run here: ${status}) ${problem}")
    endif()
  endfunction()

  kitt_write(${KITT_SHARE}/man/man1/kitt.1 man)
  kitt_write(${KITT_SHARE}/doc/kitt/commands.md man --markdown)
  kitt_write(${KITT_SHARE}/doc/kitt/figures.md list --figures)
  kitt_write(${KITT_SHARE}/bash-completion/completions/kitt completion bash)
  kitt_write(${KITT_SHARE}/fish/vendor_completions.d/kitt.fish completion fish)
  kitt_write(${KITT_SHARE}/zsh/site-functions/_kitt completion zsh)
  execute_process(COMMAND ${KITT_PROGRAM} schema OUTPUT_VARIABLE documents)
  string(REGEX MATCHALL "[^\n]+" documents "${documents}")
  foreach(document IN LISTS documents)
    kitt_write(${KITT_SHARE}/kitt/schema/kitt-${document}.schema.json schema ${document})
  endforeach()
  file(TOUCH ${KITT_STAMP})
  return()
endif()

if(KITT_SANITIZE OR KITT_SIMULATED) # only smpirun can run a program for simulated machines
  return()
endif()
set(kitt_written_share ${Kitt_BINARY_DIR}/written_share)
file(MAKE_DIRECTORY ${kitt_written_share} ${Kitt_BINARY_DIR}/share/kitt)
# The report finds the schemas next to itself, as in an installed KITT.
file(CREATE_LINK ${kitt_written_share}/kitt/schema ${Kitt_BINARY_DIR}/share/kitt/schema SYMBOLIC)
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(STATUS "Man page, completion and schemas are not written (this machine cannot run the program, and "
                 "CMAKE_CROSSCOMPILING_EMULATOR is not set)")
  return()
endif()
set(stamp ${Kitt_BINARY_DIR}/written_share.stamp)
# completions contain the names of the files that come with KITT
file(GLOB kitt_named CONFIGURE_DEPENDS ${Kitt_SOURCE_DIR}/perf/machines/*.json
     ${Kitt_SOURCE_DIR}/perf/published/*.json)
add_custom_command(
  OUTPUT ${stamp}
  COMMAND
    ${CMAKE_COMMAND} "-DKITT_PROGRAM=${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:kitt>"
    -DKITT_SHARE=${kitt_written_share} -DKITT_STAMP=${stamp} -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS kitt ${kitt_named} ${CMAKE_CURRENT_LIST_FILE}
  COMMENT "Writing the man page, reference pages, completion and schemas"
  VERBATIM)
add_custom_target(kitt_manual ALL DEPENDS ${stamp})
