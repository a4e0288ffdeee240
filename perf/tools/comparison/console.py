# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What is said on the terminal, and the two ways to fail."""

import sys


class UserError(Exception):
    """Something to mend on the command line: one line, exit status 2."""


class RunFailed(Exception):
    """A program that failed, or a result that cannot be used: one line, exit status 1."""


def say(text):
    print(f"compare_builds: {text}", file=sys.stderr, flush=True)


def show_progress(text):
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
