# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Fetches dependencies that are not installed, as pinned sources, into a cache outside the clone.
# Kokkos and Kokkos Kernels are built once; of pocketfft only the header is needed. The name of a
# build folder contains a hash of everything that its machine code depends on. So a build for
# another CPU, compiler or set of options is never used.

# A pin names a source distribution that contains the library: name, version, sha256.
set(kitt_kokkos_pin # contains both libraries completely, in tpls/
    pygenten 0.1.5 e620f05c742905e2db705d875f1cac92ef0ed453f9e6734e9beda26cc0f9cce7)
set(kitt_pocketfft_pin # contains the header as pythran/pythonic/numpy/fft/pocketfft.hpp
    pythran 0.19.0 18a096daa8b4bbe3ace06ce5d7325be5ff57aec4cf67b91834cf1b757b3e5392)

include(KittCache)

# kitt_fetch_pin(RESULT WHAT INSTEAD NAME VERSION SHA256): sets RESULT to the path of the pinned
# archive. Fetches the archive unless it is there. INSTEAD tells the user what to do if WHAT cannot
# be fetched.
function(kitt_fetch_pin result what instead name version sha256)
  set(archive "${kitt_cache}/source/${name}-${version}.tar.gz")
  set(${result} "${archive}" PARENT_SCOPE)
  if(EXISTS "${archive}")
    file(SHA256 "${archive}" found)
    if(found STREQUAL sha256)
      return()
    endif()
  endif()
  kitt_need_cache()
  message(NOTICE "Fetching ${name} ${version} for ${what}")
  kitt_find_python(python pip)
  if(NOT python)
    message(FATAL_ERROR "${what} cannot be fetched (no Python with pip was found): install Debian's python3-pip, or "
                        "${instead}")
  endif()
  execute_process(
    COMMAND ${python} ${Kitt_SOURCE_DIR}/cmake/fetch_sdist.py ${name} ${version} ${sha256} ${archive}
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(
      FATAL_ERROR
        "${output}\n${what} could not be fetched. Without a network, copy the source "
        "distribution (sha256 ${sha256}) to\n  ${archive}\nor ${instead}")
  endif()
endfunction()

# Sets RESULT to the folder with the header of pocketfft. Extracts the header from its archive
# unless that was done before.
function(kitt_bundle_pocketfft result)
  list(GET kitt_pocketfft_pin 2 key)
  string(SUBSTRING ${key} 0 16 key)
  set(folder "${kitt_cache}/pocketfft-${key}")
  set(${result} "${folder}" PARENT_SCOPE)
  if(EXISTS "${folder}/pocketfft_hdronly.h")
    return()
  endif()
  kitt_fetch_pin(
    archive "pocketfft's header"
    "use an installed one with -Dpocketfft_ROOT=..., or FFTW with -DKITT_FFT=fftw"
    ${kitt_pocketfft_pin})
  kitt_need_cache()
  string(RANDOM LENGTH 8 unique) # another build may extract it at the same time
  set(work "${folder}.work-${unique}")
  file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${work}" PATTERNS "*/fft/pocketfft.hpp")
  file(GLOB_RECURSE header "${work}/pocketfft.hpp")
  file(MAKE_DIRECTORY "${folder}")
  file(RENAME "${header}" "${folder}/pocketfft_hdronly.h")
  file(REMOVE_RECURSE "${work}")
endfunction()

# Runs one step of a bundled build. The output goes to the log, and its end is printed if the step
# fails.
function(kitt_bundled_step what log)
  execute_process(
    COMMAND ${kitt_gpu_environment} ${ARGN}
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  file(APPEND "${log}" "${output}")
  if(NOT status EQUAL 0)
    string(LENGTH "${output}" length)
    set(from 0)
    if(length GREATER 3000)
      math(EXPR from "${length} - 3000")
    endif()
    string(SUBSTRING "${output}" ${from} -1 tail)
    message(NOTICE "${tail}")
    message(FATAL_ERROR "${what} failed (see above); the whole log is\n  ${log}")
  endif()
endfunction()

# Sets RESULT to the number of compilers to run at the same time: the requested number, or one for
# each core that this process may use.
function(kitt_build_jobs result)
  set(jobs "$ENV{CMAKE_BUILD_PARALLEL_LEVEL}")
  if(jobs STREQUAL "") # nproc returns OMP_NUM_THREADS if it is set, not the number of cores
    execute_process(
      COMMAND ${CMAKE_COMMAND} -E env --unset=OMP_NUM_THREADS --unset=OMP_THREAD_LIMIT nproc
      OUTPUT_VARIABLE jobs
      OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
  set(${result} "${jobs}" PARENT_SCOPE)
endfunction()

# kitt_bundled(NAME VERSION FOLDER OPTIONS...): builds FOLDER of the pinned archive unless that was
# done before, and sets <NAME>_ROOT to the installed folder. A lock protects against a second build
# at the same time. The stamp is written last, which protects against an interrupted build.
function(kitt_bundled name version folder)
  set(options
      -DCMAKE_BUILD_TYPE=Release
      -DCMAKE_CXX_STANDARD=20
      -DCMAKE_CXX_EXTENSIONS=OFF
      -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
      -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}
      -DCMAKE_POSITION_INDEPENDENT_CODE=ON
      -DCMAKE_INSTALL_LIBDIR=lib
      ${ARGN})
  foreach(variable IN ITEMS CMAKE_TOOLCHAIN_FILE KITT_ARM64_SYSROOT)
    if(${variable})
      list(APPEND options -D${variable}=${${variable}})
    endif()
  endforeach()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} --version OUTPUT_VARIABLE compiler)
  list(GET kitt_kokkos_pin 2 sha256)
  string(REPLACE "${Kitt_SOURCE_DIR}/" "" told "${options}") # makes the path of the toolchain file equal in all clones
  string(SHA256 key "${sha256}|${folder}|${compiler}|${CMAKE_SYSTEM_NAME}|\
${CMAKE_SYSTEM_PROCESSOR}|${kitt_cpu_isa}${kitt_sve_bits}|${hwloc_VERSION}|${kitt_nvcc_version}\
${Kokkos_VERSION}|${Kokkos_DEVICES}|${told}")
  string(SUBSTRING ${key} 0 16 key)
  string(TOLOWER ${name} lower)
  set(family ${KITT_CPU})
  if(NOT KITT_GPU STREQUAL "none")
    string(APPEND family "-${KITT_GPU}")
  endif()
  set(prefix "${kitt_cache}/${lower}-${version}-${family}-${key}")
  set(${name}_ROOT "${prefix}" PARENT_SCOPE)
  if(EXISTS "${prefix}/kitt-complete")
    return()
  endif()

  kitt_need_cache()
  file(LOCK "${prefix}.lock" GUARD FUNCTION TIMEOUT 0 RESULT_VARIABLE locked)
  if(NOT locked EQUAL 0)
    message(NOTICE "Waiting for another build of ${name} (${prefix}.lock)")
    file(LOCK "${prefix}.lock" GUARD FUNCTION TIMEOUT 3600)
    if(EXISTS "${prefix}/kitt-complete")
      return()
    endif()
  endif()
  kitt_bundled_build("${name} ${version} for ${family}" ${folder} "${prefix}" "${options}")
endfunction()

function(kitt_bundled_build what folder prefix options)
  string(RANDOM LENGTH 8 unique) # compilers left by an interrupted build may still be writing
  set(work "${prefix}.work-${unique}")
  set(log "${prefix}.log")
  file(GLOB leftovers "${prefix}.work-*")
  execute_process(COMMAND ${CMAKE_COMMAND} -E rm -rf "${prefix}" "${log}" ${leftovers} ERROR_QUIET)
  kitt_fetch_pin(
    archive "Kokkos and Kokkos Kernels"
    "use an installed Kokkos with -DKokkos_ROOT=... -DKokkosKernels_ROOT=..." ${kitt_kokkos_pin})
  message(NOTICE "Building ${what}, once (log: ${log})")
  file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${work}/source" PATTERNS "*/${folder}/*")
  kitt_build_jobs(jobs)
  file(GLOB source "${work}/source/*/${folder}")
  kitt_adapt_kokkos("${source}")
  kitt_bundled_step(
    "Configuring ${what}" "${log}" ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR}
    -DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM} -S "${source}" -B "${work}/build" -DCMAKE_INSTALL_PREFIX=${prefix} ${options})
  kitt_bundled_step("Building ${what}" "${log}" ${CMAKE_COMMAND} --build "${work}/build" --parallel
                    ${jobs})
  kitt_bundled_step("Installing ${what}" "${log}" ${CMAKE_COMMAND} --install "${work}/build")
  file(TOUCH "${prefix}/kitt-complete")
  file(REMOVE_RECURSE "${work}")
endfunction()
