# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The schemas of documents, which `kitt schema` prints. They say what a document must hold and how tables show it."""

import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys

from kitt_report.files import UserError, read_json

INSTALLED = pathlib.Path(__file__).parents[2] / "schema"  # next to the folder of the installed package
LARGEST = 1e30  # no figure of any machine is larger
KEYS = {"record": {"provenance", "cells"}, "portability": {"platforms", "problems"}, "model": {"model_schema_version"},
        "sweep": {"axes", "points"}, "judgement": {"judgement_schema_version"},
        "results": {"program", "figures"}}
NO_TYPE = {"object": "no object", "array": "no list", "string": "no text", "boolean": "neither true nor false"}


@functools.lru_cache(maxsize=None)
def load_schema(kind):
    """Returns the schema of a kind of document: of the program in $KITT_PROGRAM, of the file that was installed with
    this package, or of the `kitt` in the search path."""
    file = INSTALLED / f"kitt-{kind}.schema.json"
    program = os.environ.get("KITT_PROGRAM") or (None if file.exists() else shutil.which("kitt"))
    if not program and not file.exists():
        raise UserError(f"no file {file} (it says what a {kind} holds): install KITT whole, or name the program kitt in "
                        "KITT_PROGRAM")
    return lenient(ask_program(program, kind) if program else read_json(file))


def ask_program(program, kind):
    try:
        return json.loads(subprocess.run([program, "schema", kind], capture_output=True, text=True, check=True).stdout)
    except (OSError, ValueError, subprocess.CalledProcessError) as problem:
        raise UserError(f"no schema from `{program} schema {kind}` ({problem}): name the program kitt in "
                        "KITT_PROGRAM") from None


def lenient(schema):
    """Returns a schema that allows keys of later versions, but no number that is larger than any figure."""
    if isinstance(schema, list):
        return [lenient(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    limit = {"maximum": LARGEST} if types_of(schema.get("type")) & {"number", "integer"} else {}
    return {**limit, **{key: lenient(inner) for key, inner in schema.items()
                        if key != "additionalProperties" or inner is not False}}


def types_of(value):
    """Returns the set of types in the value of "type", which is one name or a list of names."""
    return {value} if isinstance(value, str) else set(value) if isinstance(value, list) else set()


def below(schema, *keys):
    """Returns the schema of what lies below these keys. Elements of lists, and objects that may be null, have no key."""
    for key in keys:
        while "properties" not in schema:
            schema = schema["items"] if "items" in schema else schema["oneOf"][0]
        schema = schema["properties"][key]
    return schema


def part_of(kind, *keys):
    return below(load_schema(kind), *keys)


def kind_of(document):
    """Returns the kind of a document, as `kitt schema` names it. Returns None if the report does not read this kind."""
    return next((kind for kind, keys in KEYS.items() if isinstance(document, dict) and keys <= set(document)), None)


def schemas_of_cells():
    return load_schema("record")["properties"]["cells"]["items"]["oneOf"]


def kinds_of_cells():
    """Returns {benchmark: schema of its measured cells} in the order of the program."""
    benchmarks = ((one["properties"]["benchmark"].get("const"), one) for one in schemas_of_cells())
    return {name: one for name, one in benchmarks if name}


def check_document(document, kind, path):
    """Raises UserError with the first thing in a document that its schema does not allow."""
    schema = load_schema(kind)
    check_version(document, schema, path)
    check_part(document, schema, path)


def check_version(document, schema, path):
    key = next(key for key in schema["properties"] if key.endswith("schema_version"))
    known = schema["properties"][key]["const"]
    if document.get(key) != known:
        raise UserError(f"{path} (it has schema version {document.get(key)}; this report reads version {known}): use the "
                        "kitt_report that belongs to it")


def check_part(value, schema, path, where=""):
    """Raises UserError unless `value` fits its schema. `where` is its place in the document of the file `path`."""
    try:
        from jsonschema import Draft7Validator
    except ModuleNotFoundError:
        raise missing_module("jsonschema") from None
    error = next(Draft7Validator(schema).iter_errors(value), None)
    if error:
        while error.context:  # the value fits none of several schemas: tell why not the first, the others allow null
            error = error.context[0]
        where += "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in error.absolute_path)
        refuse(path, describe(error, where.lstrip(".")))


def refuse(path, problem):
    raise UserError(f"cannot use {path} ({problem}): give what `kitt` wrote")


def missing_module(name):
    return UserError(f"no Python module \"{name}\" in {sys.executable} (the report needs it): install "
                     "python3-matplotlib, python3-jinja2 and python3-jsonschema (Debian), or matplotlib, jinja2 and "
                     "jsonschema with pip")


def describe(error, where):
    """Returns what is wrong with a value, for example "cells[3].seconds.median is null, no number"."""
    limit, value = error.validator_value, error.instance
    if error.validator == "required":
        return f"{where}.{next(key for key in limit if key not in value)} is missing".lstrip(".")
    limit = int(limit) if isinstance(limit, float) and limit.is_integer() else limit
    reasons = {"type": NO_TYPE.get(min(types_of(limit) - {"null"}, default=""), "no number"), "minimum": f"below {limit}",
               "exclusiveMinimum": f"not above {limit}", "enum": "which this version of KITT does not know",
               "maximum": "larger than any figure" if limit == LARGEST else f"above {limit}"}
    shown = json.dumps(value)
    return (f"{where} is {shown if len(shown) <= 40 else shown[:36] + ' ...'}, "
            + reasons.get(error.validator, f"which does not fit {error.validator} {limit}"))
