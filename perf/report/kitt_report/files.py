# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads the JSON files that KITT wrote."""

import json
import math
import os
import stat

KINDS = {stat.S_ISDIR: "a directory", stat.S_ISFIFO: "a named pipe", stat.S_ISSOCK: "a socket"}


class UserError(Exception):
    """An error that the user can correct. Its text is one line, "problem (why): what to do". The exit status is 2."""


def why_no_regular_file(path):
    """Returns for example "it is a named pipe, not a regular file", or nothing for a regular file. Raises OSError."""
    mode = os.stat(path).st_mode
    kind = next((name for is_kind, name in KINDS.items() if is_kind(mode)), "a device")
    return "" if stat.S_ISREG(mode) else f"it is {kind}, not a regular file"


def read_json(path):
    """Returns the document in a file, which may begin with a byte-order mark. Raises UserError if it holds no document."""
    try:
        if reason := why_no_regular_file(path):
            raise UserError(f"{path} ({reason}): give a file that can be read")
        return json.loads(path.read_text(encoding="utf-8-sig"), parse_constant=refuse_constant, parse_float=finite,
                          object_pairs_hook=unique)
    except OSError as problem:
        raise UserError(f"{path} ({problem.strerror}): give a file that can be read") from None
    except (ValueError, RecursionError) as problem:
        raise UserError(f"{path} ({problem}): give a complete JSON document of KITT") from None


def refuse_constant(name):
    raise ValueError(f"{name} is not a JSON number")


def finite(word):
    number = float(word)
    if math.isinf(number):
        raise ValueError(f"{word} is larger than any number that can be kept")
    return number


def unique(pairs):
    found = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key \"{key}\" comes twice in an object")
        found[key] = value
    return found
