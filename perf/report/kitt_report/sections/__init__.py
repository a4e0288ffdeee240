# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""One module per section of the page: section(runs) says what is in it, or why it is missing."""
