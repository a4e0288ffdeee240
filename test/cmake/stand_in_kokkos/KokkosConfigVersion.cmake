# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# As in the real file, any newer version is accepted.
set(PACKAGE_VERSION 4.7.0)
if(STAND_IN_VERSION)
  set(PACKAGE_VERSION ${STAND_IN_VERSION})
endif()
if(NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
