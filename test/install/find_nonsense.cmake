# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Asks for a component that KITT does not have. The project() of an example includes this file.
find_package(Kitt REQUIRED COMPONENTS nonsense)
