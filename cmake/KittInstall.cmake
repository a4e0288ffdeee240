# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Installs the program with its data, man page and completion, the libraries with their headers, and
# the package KittConfig.cmake. The components of the package are the libraries. Users of core need
# no MPI. This file must be included last.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(kitt_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Kitt)

# kitt_install_component(COMPONENT TARGET...): installs targets and headers of one component.
set(kitt_components)
macro(kitt_install_component component)
  if(TARGET kitt_${component})
    list(APPEND kitt_components ${component})
    foreach(target IN ITEMS ${ARGN})
      string(REGEX REPLACE "^kitt_" "" name ${target})
      set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
      install(
        TARGETS ${target}
        EXPORT Kitt${component}Targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        OBJECTS DESTINATION ${CMAKE_INSTALL_LIBDIR}/kitt
        INCLUDES
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${CMAKE_INSTALL_INCLUDEDIR}/kitt)
    endforeach()
    list(TRANSFORM kitt_public_${component} PREPEND ${Kitt_SOURCE_DIR}/include/kitt/ OUTPUT_VARIABLE headers)
    list(TRANSFORM headers APPEND .hpp)
    install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kitt)
    install(
      DIRECTORY ${Kitt_SOURCE_DIR}/${component}
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kitt
      FILES_MATCHING
      PATTERN "*.hpp"
      PATTERN "detail" EXCLUDE
      PATTERN "mpi.hpp" EXCLUDE) # needs <mpi.h>
    install(
      EXPORT Kitt${component}Targets
      NAMESPACE kitt::
      DESTINATION ${kitt_package_dir})
  endif()
endmacro()

kitt_install_component(core kitt_base kitt_gauge kitt_core)
kitt_install_component(comms kitt_grids kitt_comms)
kitt_install_component(perf kitt_results kitt_perf kitt_mpi_profile)
if(TARGET kitt_perf) # perf/measure/energy_meter.hpp declares a member with a type of this header
  install(FILES ${Kitt_SOURCE_DIR}/perf/measure/detail/energy_counters.hpp
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kitt/perf/measure/detail)
endif()
if(TARGET kitt)
  install(TARGETS kitt RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # perf/results/data_folder.hpp searches them in share/kitt, next to the folder of the program
  foreach(kind IN LISTS kitt_data)
    install(
      DIRECTORY ${Kitt_SOURCE_DIR}/perf/${kind}
      DESTINATION share/kitt
      FILES_MATCHING
      PATTERN "*.json"
      PATTERN "*.py"
      PATTERN "*.xml"
      PATTERN "templates/*"
      PATTERN "__pycache__" EXCLUDE
      PATTERN "build" EXCLUDE) # left by pip
  endforeach()
  if(KITT_SIMULATED)
    install(PROGRAMS ${Kitt_SOURCE_DIR}/perf/simulate/kitt-simulate DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
  if(kitt_written_share)
    install(DIRECTORY ${kitt_written_share}/ DESTINATION share)
  endif()
endif()

# kitt_install_bundled(ROOT FOLDER CONFIG): sets CONFIG to the place where KittConfig.cmake should
# search a package, whose configuration this build found in CONFIG. A package that KITT built in
# ROOT, in its cache, is installed as well, in a FOLDER of KITT, because a cache may be deleted. The
# paths in its files are changed to that folder. With an empty ROOT the package stays where the user
# or a package manager keeps it.
macro(kitt_install_bundled root folder config)
  cmake_path(IS_PREFIX kitt_cache "${${config}}" NORMALIZE kitt_in_cache)
  if(kitt_in_cache AND NOT "${root}" STREQUAL "")
    set(kitt_bundled_dir ${CMAKE_INSTALL_LIBDIR}/kitt/${folder})
    install(
      DIRECTORY ${root}/
      DESTINATION ${kitt_bundled_dir}
      USE_SOURCE_PERMISSIONS
      PATTERN "kitt-complete" EXCLUDE)
    install(
      CODE "
      file(GLOB texts \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${kitt_bundled_dir}/lib/cmake/*/*.cmake\")
      foreach(file IN LISTS texts)
        file(READ \"\${file}\" text)
        string(REPLACE \"${Kokkos_ROOT}\" \"\\\${CMAKE_CURRENT_LIST_DIR}/../../../../kokkos\" text \"\${text}\")
        file(WRITE \"\${file}\" \"\${text}\")
      endforeach()")
    cmake_path(RELATIVE_PATH ${config} BASE_DIRECTORY "${root}")
    set(${config} "\${CMAKE_CURRENT_LIST_DIR}/../../kitt/${folder}/${${config}}")
  endif()
endmacro()

kitt_install_bundled("${Kokkos_ROOT}" kokkos kitt_kokkos_config)

configure_package_config_file(
  ${Kitt_SOURCE_DIR}/cmake/KittConfig.cmake.in ${Kitt_BINARY_DIR}/KittConfig.cmake
  INSTALL_DESTINATION ${kitt_package_dir})
write_basic_package_version_file(${Kitt_BINARY_DIR}/KittConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(
  FILES ${Kitt_BINARY_DIR}/KittConfig.cmake ${Kitt_BINARY_DIR}/KittConfigVersion.cmake
        ${Kitt_SOURCE_DIR}/cmake/Findhwloc.cmake ${Kitt_SOURCE_DIR}/cmake/KittIsa.cmake
  DESTINATION ${kitt_package_dir})
install(FILES ${Kitt_SOURCE_DIR}/LICENSE ${Kitt_SOURCE_DIR}/README.md
        DESTINATION share/doc/kitt)
