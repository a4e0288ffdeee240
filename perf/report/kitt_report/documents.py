# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads the JSON files that KITT wrote, and tells their kinds apart."""

import json
import math

from kitt_report.errors import UserError
from kitt_report.output import why_no_regular_file

KEYS = {"record": {"provenance", "cells"}, "portability": {"platforms", "problems"}, "model": {"model_schema_version"},
        "sweep": {"axes", "points"}, "judgement": {"judgement_schema_version"}}


def kind_of(document):
    """Returns which kind of document of `kitt schema` this is, or None if it is none that the report reads."""
    return next((kind for kind, keys in KEYS.items() if isinstance(document, dict) and keys <= set(document)), None)


def read_json(path):
    """Returns the document in a file, which may begin with a byte-order mark. Raises UserError if it holds no document."""
    try:
        if reason := why_no_regular_file(path):
            raise UserError(f"{path} ({reason}): give a file that can be read")
        return json.loads(path.read_text(encoding="utf-8-sig"), parse_constant=refuse_constant, parse_float=finite,
                          parse_int=whole, object_pairs_hook=unique)
    except OSError as problem:
        raise UserError(f"{path} ({problem.strerror}): give a file that can be read") from None
    except (ValueError, RecursionError) as problem:
        raise UserError(f"{path} ({problem}): give a complete JSON document of KITT") from None


def refuse_constant(name):
    raise ValueError(f"{name} is not a JSON number")


def whole(word):
    number = int(word)
    return number if -2**63 <= number < 2**64 else finite(word)  # like the reader in C++


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
