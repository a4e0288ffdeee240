# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Precompiles large third-party headers for presets with tests. Without an optimiser, compiling the
# headers of Kokkos takes longer than compiling the code of a file. A precompiled header hides a
# missing #include; test/layering finds those.

option(KITT_PRECOMPILED_HEADERS "Precompile large headers instead of parsing them in every file (for tests of KITT)" OFF)

# kitt_precompile(OWNER HEADER...): precompiles these headers, with the flags of OWNER.
function(kitt_precompile owner)
  if(KITT_PRECOMPILED_HEADERS)
    target_precompile_headers(${owner} PRIVATE ${ARGN})
  endif()
endfunction()

# kitt_use_precompiled(OWNER TARGET...): uses the precompiled headers of OWNER for targets with the
# flags of OWNER. The targets may have additional definitions.
function(kitt_use_precompiled owner)
  if(KITT_PRECOMPILED_HEADERS)
    foreach(target IN LISTS ARGN)
      target_precompile_headers(${target} REUSE_FROM ${owner})
    endforeach()
  endif()
endfunction()

# kitt_set_source_options(FLAGS FILE...): sets separate compiler flags for files.
function(kitt_set_source_options flags)
  if(flags)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${flags}" SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()
