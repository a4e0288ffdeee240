# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

include(KittTiers)

# Environment with the smallest possible eager limits. Open MPI needs at least 64 bytes for its
# header, and has separate limits for shared memory. MPICH uses the limits of UCX.
set(kitt_rendezvous
    OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader,tcp OMPI_MCA_btl_self_eager_limit=64
    OMPI_MCA_btl_vader_eager_limit=64 OMPI_MCA_btl_tcp_eager_limit=64 UCX_RNDV_THRESH=0)

# kitt_link_openmpi_components(RESULT FOLDER): makes FOLDER with links to the components of Open MPI, and returns the
# environment variable that makes Open MPI use it. The components for libfabric and PSM are left out. With Debian's
# packages they load a library that measures the clock for 0.2 s, and a run of kitt loads it twice. Returns nothing for
# other MPIs.
function(kitt_link_openmpi_components result folder)
  set(${result} "" PARENT_SCOPE)
  find_program(KITT_OMPI_INFO ompi_info)
  mark_as_advanced(KITT_OMPI_INFO)
  if(NOT KITT_OMPI_INFO OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  execute_process(COMMAND ${KITT_OMPI_INFO} --parsable --path pkglibdir OUTPUT_VARIABLE path ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REPLACE "path:pkglibdir:" "" path "${path}")
  file(GLOB components ${path}/mca_*.so)
  list(FILTER components EXCLUDE REGEX "/mca_(btl|mtl)_(ofi|psm2?)[.]so$")
  if(NOT components)
    return()
  endif()
  file(REMOVE_RECURSE ${folder})
  file(MAKE_DIRECTORY ${folder})
  foreach(component IN LISTS components)
    cmake_path(GET component FILENAME name)
    file(CREATE_LINK ${component} ${folder}/${name} SYMBOLIC)
  endforeach()
  set(${result} "OMPI_MCA_mca_base_component_path=${folder}" PARENT_SCOPE)
endfunction()
kitt_link_openmpi_components(kitt_openmpi_components ${CMAKE_BINARY_DIR}/openmpi_components)

# Builds every test program that the tier "unit" runs, without the program kitt.
add_custom_target(kitt_unit_tests)
# Builds only the test programs of the libraries. Their tests have the label "library" as well.
add_custom_target(kitt_library_tests)
set(kitt_library_test_names "^(core|comms|perf|cells|miniapp[.]pic)[.]")

# Builds what `./dev test --quick` runs: the program and the test programs named in kitt_quick_names.
add_custom_target(kitt_quick_tests)

# Tests on more ranks are nightly: four ranks run every line of an exchange.
set(kitt_most_unit_ranks 4)

# kitt_add_test(NAME <folder>.<what> SOURCES <file>... LIBRARIES <target>...
#               [RANKS <n>... [RENDEZVOUS]] [THREADS <n>] [TIMEOUT <seconds>] [PLAIN])
#
# Adds one Catch2 program and one ctest test of the tier "unit". RANKS makes one ctest test for each number of ranks,
# "<name>.np<n>", which mpiexec starts. RENDEZVOUS adds "<name>.rendezvous.np<n>" for up to 8 ranks: there MPI buffers
# no message of more than half a kilobyte, so that a send waits for its receive. main() is linked and initialises
# Kokkos; PLAIN means that there is no Kokkos. A test that needs MPI initialises it itself. KITT_SHARED_DIR is the path
# of ../shared next to the clone, which may be absent.
function(kitt_add_test)
  cmake_parse_arguments(arg "RENDEZVOUS;PLAIN" "NAME;THREADS;TIMEOUT" "SOURCES;LIBRARIES;RANKS"
                        ${ARGN})
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "kitt_add_test(NAME ... SOURCES ...): bad arguments: ${ARGN}")
  endif()

  string(REPLACE "." "_" target "test_${arg_NAME}")
  add_executable(${target} ${arg_SOURCES})
  add_dependencies(kitt_unit_tests ${target})
  if(arg_NAME MATCHES "${kitt_library_test_names}")
    add_dependencies(kitt_library_tests ${target})
  endif()
  set(main kitt_test_main)
  if(arg_PLAIN)
    set(main kitt_plain_test_main)
  endif()
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} ${main})
  if(NOT arg_LIBRARIES MATCHES "_tsan")
    kitt_use_precompiled(${main} ${target})
  endif()
  target_compile_definitions(${target} PRIVATE KITT_SHARED_DIR="${KITT_SHARED_DIR}")
  kitt_configure_target(${target})

  if(NOT arg_RANKS)
    add_test(NAME ${arg_NAME} COMMAND ${target})
    kitt_set_test_properties(${arg_NAME} ${target} unit 1)
    set_property(TEST ${arg_NAME} APPEND PROPERTY ENVIRONMENT "ASAN_OPTIONS=detect_leaks=1")
  endif()
  foreach(ranks IN LISTS arg_RANKS)
    if(KITT_SANITIZE AND ranks GREATER 4) # they are slow, and four ranks run every line, also with eager messages
      continue()
    endif()
    kitt_tier_of_ranks(tier ${ranks} ${ranks})
    kitt_add_ranks_test(${arg_NAME}.np${ranks} ${target} ${tier} ${ranks})
    if(arg_RENDEZVOUS AND ranks LESS_EQUAL 8 AND NOT KITT_SANITIZE)
      set(test ${arg_NAME}.rendezvous.np${ranks})
      kitt_tier_of_ranks(tier ${ranks} ${arg_RANKS})
      kitt_add_ranks_test(${test} ${target} ${tier} ${ranks})
      set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT ${kitt_rendezvous})
    endif()
  endforeach()
endfunction()

# kitt_tier_of_ranks(RESULT RANKS OF...): "unit" for the largest number of OF that is not too large, otherwise
# "nightly". Emulated CPUs run the tier "unit" only, and there it holds every number.
function(kitt_tier_of_ranks result ranks)
  set(others ${ARGN})
  list(FILTER others INCLUDE REGEX "^[1-${kitt_most_unit_ranks}]$")
  list(SORT others COMPARE NATURAL)
  list(POP_BACK others largest)
  set(tier nightly)
  if(ranks STREQUAL largest OR CMAKE_CROSSCOMPILING)
    set(tier unit)
  endif()
  set(${result} ${tier} PARENT_SCOPE)
endfunction()

# Adds one ctest test that mpiexec runs. Reads the variables arg_* of kitt_add_test.
macro(kitt_add_ranks_test test target tier ranks)
  add_test(NAME ${test} COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks}
                                ${MPIEXEC_PREFLAGS} ${CMAKE_CROSSCOMPILING_EMULATOR}
                                $<TARGET_FILE:${target}>)
  kitt_set_test_properties(${test} ${target} ${tier} ${ranks})
endmacro()

# Sets tier, environment and limits of one ctest test. Reads the variables arg_* of kitt_add_test.
macro(kitt_set_test_properties test target tier ranks)
  kitt_test_defaults(${test} ${tier} "${arg_THREADS}" "${arg_TIMEOUT}" ${ranks})
  if(${ranks} EQUAL 1) # nothing in it depends on timing and most of it uses one thread, so two tests can run at the same time
    set_tests_properties(${test} PROPERTIES PROCESSORS 1)
  endif()
  if(${test} MATCHES "${kitt_library_test_names}")
    set_property(TEST ${test} APPEND PROPERTY LABELS library)
  endif()
  if(${test} IN_LIST kitt_quick_names)
    add_dependencies(kitt_quick_tests ${target})
  endif()
endmacro()

# kitt_test_defaults(TEST TIER [THREADS [TIMEOUT [RANKS]]]): sets the properties of a test made by add_test, for example
# of a run of the program. It has few threads, which are not bound, and Open MPI runs as root (as in a container).
function(kitt_test_defaults test tier)
  kitt_set_tier(${tier} ${test})
  if(${test} IN_LIST kitt_quick_names)
    set_property(TEST ${test} APPEND PROPERTY LABELS quick)
  endif()
  set(threads 2)
  set(timeout 300)
  set(ranks 1)
  if(ARGC GREATER 2 AND ARGV2)
    set(threads ${ARGV2})
  endif()
  if(ARGC GREATER 3 AND ARGV3)
    set(timeout ${ARGV3})
  endif()
  if(ARGC GREATER 4 AND ARGV4)
    set(ranks ${ARGV4})
  endif()
  math(EXPR processors "${threads} * ${ranks}")
  set_tests_properties(${test} PROPERTIES TIMEOUT ${timeout} PROCESSORS ${processors})
  if(tier STREQUAL "program") # starts long tests first, so that no core waits for the last one
    set_tests_properties(${test} PROPERTIES COST 1)
  endif()
  set_property(
    TEST ${test}
    APPEND
    PROPERTY ENVIRONMENT
             "OMP_NUM_THREADS=${threads}"
             "OMP_PROC_BIND=false"
             "OMP_WAIT_POLICY=passive" # waiting threads do not take cores from other tests
             "OMPI_ALLOW_RUN_AS_ROOT=1"
             "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
             "OMPI_MCA_rmaps_base_oversubscribe=1"
             "OMPI_MCA_odls_base_sigkill_timeout=0" # after a failed run, mpiexec would wait for 1 s or 2 s
             ${kitt_openmpi_components}
             "OMPI_MCA_hwloc_base_binding_policy=none"
             "ASAN_OPTIONS=detect_leaks=0" # MPI keeps memory in plugins that are unloaded before leaks are counted
             "UCX_MEM_MMAP_HOOK_MODE=none" # UCX in MPICH would patch functions that the address sanitizer has replaced
             "UBSAN_OPTIONS=print_stacktrace=1"
             "TSAN_OPTIONS=detect_deadlocks=0" # MPI uses locks, KITT does not
             "LSAN_OPTIONS=suppressions=${Kitt_SOURCE_DIR}/test/lsan.supp:print_suppressions=0")
endfunction()

# kitt_add_tests(PART ROOM NAME... [PLAIN <target>]): adds the tests PART.NAME of
# ROOM/test_NAME.cpp, linked with the library of PART. With PLAIN they are linked with a target that
# needs no Kokkos, and run without Kokkos.
function(kitt_add_tests part room)
  cmake_parse_arguments(arg "" "PLAIN" "" ${ARGN})
  set(linked LIBRARIES kitt::${part})
  if(arg_PLAIN)
    set(linked LIBRARIES ${arg_PLAIN} PLAIN)
  endif()
  foreach(name IN LISTS arg_UNPARSED_ARGUMENTS)
    kitt_add_test(NAME ${part}.${name} SOURCES ${room}/test_${name}.cpp ${linked})
  endforeach()
endfunction()
