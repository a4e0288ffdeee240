# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Tiers of tests: every test has exactly one of these labels (test/README.md says which tests belong where).
set(kitt_tiers unit program nightly)
list(JOIN kitt_tiers ", " kitt_tier_names)

# kitt_set_tier(TIER TEST...): gives tests their tier.
function(kitt_set_tier tier)
  if(NOT tier IN_LIST kitt_tiers)
    message(FATAL_ERROR "kitt_set_tier: unknown tier \"${tier}\" (known are ${kitt_tier_names}): see test/README.md")
  endif()
  set_property(TEST ${ARGN} APPEND PROPERTY LABELS ${tier})
  set_property(GLOBAL APPEND PROPERTY kitt_${tier}_tests ${ARGN})
  # CMake before 3.28 shows the labels of a test only to the folder that added it.
  cmake_language(DEFER GET_CALL_IDS calls)
  if(NOT "kitt_check_tiers" IN_LIST calls)
    cmake_language(DEFER ID kitt_check_tiers CALL kitt_check_tiers)
  endif()
endfunction()

# Stops if a test of the current folder has no tier, or several. Runs at the end of the folder.
function(kitt_check_tiers)
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test IN LISTS tests)
    get_property(labels TEST ${test} PROPERTY LABELS)
    set(found)
    foreach(tier IN LISTS kitt_tiers)
      if(tier IN_LIST labels)
        list(APPEND found ${tier})
      endif()
    endforeach()
    list(LENGTH found count)
    if(NOT count EQUAL 1)
      message(FATAL_ERROR "test ${test} has ${count} tiers (labels \"${labels}\"): "
                          "give it one of ${kitt_tier_names}, by kitt_test_defaults or kitt_set_tier")
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY kitt_checked_tests ${tests})
endfunction()

# kitt_check_all_tiers(FOLDER): stops if a folder below FOLDER has tests without tiers. Runs after all folders.
function(kitt_check_all_tiers folder)
  get_property(checked GLOBAL PROPERTY kitt_checked_tests)
  get_property(tests DIRECTORY ${folder} PROPERTY TESTS)
  foreach(test IN LISTS tests)
    if(NOT test IN_LIST checked)
      message(FATAL_ERROR "test ${test} has no tier (${folder}): "
                          "give it one of ${kitt_tier_names}, by kitt_test_defaults or kitt_set_tier")
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below IN LISTS folders)
    kitt_check_all_tiers(${below})
  endforeach()
endfunction()

# kitt_check_nightly_tests(PAGE): stops if a nightly test has no row in the table of a page that says why it is nightly.
function(kitt_check_nightly_tests page)
  file(STRINGS ${page} rows REGEX "^[|] `[^`]+` [|]")
  list(TRANSFORM rows REPLACE "^[|] `([^`]+)`.*" "\\1")
  list(TRANSFORM rows REPLACE "[.]" "[.]")
  list(TRANSFORM rows REPLACE "[*]" ".*")
  list(JOIN rows "|" pattern)
  get_property(tests GLOBAL PROPERTY kitt_nightly_tests)
  foreach(test IN LISTS tests)
    if(NOT test MATCHES "^(${pattern})$")
      message(FATAL_ERROR "test ${test} is nightly without a reason (${page} has no row for it): add a row there, or "
                          "choose another tier")
    endif()
  endforeach()
endfunction()

# kitt_check_names(LIST NAME...): stops if no test in the folders so far has one of the names.
function(kitt_check_names list)
  get_property(known GLOBAL PROPERTY kitt_checked_tests)
  foreach(name IN LISTS ARGN)
    if(NOT name IN_LIST known)
      message(FATAL_ERROR "${list} names a test ${name} (there is no such test): correct it in test/CMakeLists.txt")
    endif()
  endforeach()
endfunction()
