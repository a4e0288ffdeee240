# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Large headers of others, parsed once for many files: without an optimiser a file takes longer for Kokkos than for its
# own code. For the presets that test. They would hide a missing #include of such a header: test/layering looks for
# those.

option(KITT_PRECOMPILED_HEADERS "For tests of KITT: parse large headers once, not in every file" OFF)

# kitt_precompile(OWNER HEADER...): precompiles these headers, with the flags of OWNER.
function(kitt_precompile owner)
  if(KITT_PRECOMPILED_HEADERS)
    target_precompile_headers(${owner} PRIVATE ${ARGN})
  endif()
endfunction()

# kitt_use_precompiled(OWNER TARGET...): targets with the flags of OWNER, or more definitions.
function(kitt_use_precompiled owner)
  if(KITT_PRECOMPILED_HEADERS)
    foreach(target IN LISTS ARGN)
      target_precompile_headers(${target} REUSE_FROM ${owner})
    endforeach()
  endif()
endfunction()

# kitt_set_source_options(FLAGS FILE...): for files with flags of their own.
function(kitt_set_source_options flags)
  if(flags)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${flags}" SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()
