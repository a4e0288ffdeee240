# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# Included by an example's project(), which then asks for a component that KITT has not.
find_package(Kitt REQUIRED COMPONENTS nonsense)
