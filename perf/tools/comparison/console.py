# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Messages on the terminal, and the two kinds of errors."""

import sys


class UserError(Exception):
    """An error that the user can correct on the command line: one line, exit status 2."""


class RunFailed(Exception):
    """A failed program or a useless result: one line, exit status 1."""


def say(text):
    print(f"compare_builds: {text}", file=sys.stderr, flush=True)


def show_progress(text):
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
