# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads the JSON files that KITT wrote."""

import json


class UserError(Exception):
    """An error that the user can correct. Its text is one line, "problem (why): what to do". The exit status is 2."""


def read_json(path):
    """Returns the document in a file, which may begin with a byte-order mark. Raises UserError if it holds no document."""
    try:
        if path.exists() and not path.is_file():
            raise UserError(f"{path} (it is no regular file): give a file that can be read")
        return json.loads(path.read_text(encoding="utf-8-sig"), parse_constant=refuse_constant)
    except OSError as problem:
        raise UserError(f"{path} ({problem.strerror}): give a file that can be read") from None
    except (ValueError, RecursionError) as problem:
        raise UserError(f"{path} ({problem}): give a complete JSON document of KITT") from None


def refuse_constant(name):
    raise ValueError(f"{name} is not a JSON number")
