# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Finds the dependencies that KITT takes from the system and never bundles. Missing ones are
# reported together, with their package names in several distributions.

# columns: package | Debian | RHEL and compatible (most packages in EPEL) | SLES | Spack
set(kitt_package_names
    "MPI|libopenmpi-dev openmpi-bin|openmpi-devel|openmpi4-devel|openmpi"
    "EXPAT|libexpat1-dev|expat-devel|libexpat-devel|expat"
    "hwloc|libhwloc-dev|hwloc-devel|hwloc-devel|hwloc"
    "CLI11|libcli11-dev|cli11-devel|cli11-devel|cli11"
    "fmt|libfmt-dev|fmt-devel|fmt-devel|fmt"
    "FFTW3|libfftw3-dev|fftw-devel|fftw3-devel|fftw"
    "nlohmann_json|nlohmann-json3-dev|json-devel|nlohmann_json-devel|nlohmann-json"
    "Catch2|catch2|catch-devel|Catch2-devel|catch2")
set(kitt_missing) # names of missing packages
set(kitt_missing_lines) # lines of the error message about them

macro(kitt_policy dependency)
  set(KITT_${dependency}_POLICY
      AUTO
      CACHE STRING "Source of ${dependency}: AUTO, SYSTEM or BUNDLED")
  set_property(CACHE KITT_${dependency}_POLICY PROPERTY STRINGS AUTO SYSTEM BUNDLED)
  if(NOT KITT_${dependency}_POLICY MATCHES "^(AUTO|SYSTEM|BUNDLED)$")
    message(FATAL_ERROR "KITT_${dependency}_POLICY is \"${KITT_${dependency}_POLICY}\", which is unknown: give AUTO, "
                        "SYSTEM or BUNDLED")
  endif()
endmacro()

# kitt_find(DEP PACKAGE [VERSION [find_package arguments...]]): finds a package or notes that it is
# missing. Call kitt_refuse_missing() after all calls.
macro(kitt_find dependency package)
  kitt_policy(${dependency})
  if(KITT_${dependency}_POLICY STREQUAL "BUNDLED")
    message(FATAL_ERROR "KITT_${dependency}_POLICY=BUNDLED cannot be used (KITT does not bundle ${package}): install "
                        "${package} and give AUTO")
  endif()
  find_package(${package} ${ARGN} QUIET)
  if(NOT ${package}_FOUND)
    list(APPEND kitt_missing ${package})
    set(kitt_wanted ${package})
    if("${ARGN}" MATCHES "^([0-9.]+)")
      set(kitt_wanted "${package} ${CMAKE_MATCH_1} or newer")
    endif()
    set(kitt_seen "none was found")
    if(${package}_CONSIDERED_VERSIONS)
      list(JOIN ${package}_CONSIDERED_VERSIONS ", " kitt_seen)
      string(PREPEND kitt_seen "found version ")
    elseif(${package}_VERSION)
      set(kitt_seen "found version ${${package}_VERSION}")
    endif()
    list(APPEND kitt_missing_lines "  ${kitt_wanted} (${kitt_seen})")
  endif()
endmacro()

# kitt_names_of_missing(RESULT COLUMN): sets RESULT to the missing packages as words of an install
# command.
function(kitt_names_of_missing result column)
  set(names)
  foreach(package IN LISTS kitt_missing)
    set(row ${kitt_package_names})
    list(FILTER row INCLUDE REGEX "^${package}\\|")
    string(REPLACE "|" ";" row "${row}")
    list(GET row ${column} name)
    list(APPEND names "${name}")
  endforeach()
  list(JOIN names " " names)
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

function(kitt_refuse_missing)
  if(NOT kitt_missing)
    return()
  endif()
  kitt_names_of_missing(debian 1)
  kitt_names_of_missing(rhel 2)
  kitt_names_of_missing(sles 3)
  kitt_names_of_missing(spack 4)
  list(JOIN kitt_missing_lines "\n" lines)
  message(
    FATAL_ERROR
      "These packages are needed, but were not found:\n${lines}\n"
      "Install them, or give their paths with -D<name>_ROOT=... (for an MPI -DMPI_CXX_COMPILER=...):\n"
      "  Debian: apt-get install ${debian}\n"
      "  RHEL and compatible, with EPEL: dnf install ${rhel}\n"
      "  SLES, with Package Hub: zypper install ${sles}\n"
      "  Spack: spack install ${spack}; spack load ${spack}")
endfunction()
