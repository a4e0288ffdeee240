# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What a document must hold before it is read, and what it lacks.

A shape is a type, a tuple of shapes of which one fits, [shape] for a list of such, or a dict of the
keys that must be there, or if they are ("key?"); keys beyond these are left alone (later records have
more).
"""

from kitt_report.errors import UserError

NUMBER = (int, float)
NULL = type(None)
NUMBER_OR_NULL = (int, float, NULL)
TEXT_OR_NULL = (str, NULL)


def check(value, shape, where):
    """Raises UserError naming what does not fit; where: "run.json: cells[3]"."""
    if isinstance(shape, dict):
        check_dict(value, shape, where)
    elif isinstance(shape, list):
        if not isinstance(value, list):
            fail(where, "is no list")
        for number, element in enumerate(value):
            check(element, shape[0], f"{where}[{number}]")
    elif isinstance(shape, tuple):
        if not any(fits(value, one) for one in shape):
            fail(where, f"is {kind(value)}")
    elif not fits(value, shape):
        fail(where, f"is {kind(value)}")


def check_dict(value, shape, where):
    if not isinstance(value, dict):
        fail(where, "is no object")
    for name, inner in shape.items():
        key = name.removesuffix("?")
        if key not in value:
            if name != key:
                continue
            fail(f"{where}.{key}", "is missing")
        check(value[key], inner, f"{where}.{key}")


def check_version(found, known, path):
    if found != known:
        raise UserError(f"{path} (of schema version {found}; this report reads {known}): use the "
                        "kitt_report that belongs to it")


def fits(value, shape):
    if isinstance(shape, type):  # JSON's true is no number
        return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    try:
        check(value, shape, "")
    except UserError:
        return False
    return True


def kind(value):
    return "null" if value is None else f"a {type(value).__name__}"


def fail(where, problem):
    path, _, key = where.partition(": ")
    raise UserError(f"{path} ({key.lstrip('.')} {problem}): give a complete document of KITT")
