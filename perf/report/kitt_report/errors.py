# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause


class UserError(Exception):
    """What the user can mend, "problem (why): what to do": one line, exit status 2."""
