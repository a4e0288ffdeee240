#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Builds the API reference of the public headers with Doxygen. Every warning is an error.

A comment describes a paragraph of declarations. Members of a documented type need no comment. The lists fields_of and
names_of need none either, because core/base/fields.hpp explains them. Everything else in a public header needs a comment.
Requires doxygen (tested with 1.9.4).
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CLONE = HERE.parents[1]
UNDOCUMENTED = re.compile(r"^(.*):(\d+): warning: (Member|Compound) (.*) is not documented\.$")


def run_doxygen(output, **settings):
    """Runs Doxygen in the top folder of the clone. Returns its warnings without repetition."""
    lines = [(HERE / "Doxyfile").read_text(), f'OUTPUT_DIRECTORY = "{output}"']
    lines += [f"{name} = {value}" for name, value in settings.items()]
    result = subprocess.run(["doxygen", "-"], cwd=CLONE, input="\n".join(lines),
                            capture_output=True, text=True)
    warnings = list(dict.fromkeys(line for line in result.stderr.splitlines() if line.strip()))
    if result.returncode != 0 and not warnings:
        warnings = [f"doxygen: exit status {result.returncode}"]
    return warnings


def has_comment(file, line):
    """Returns whether the paragraph of the line has a documentation comment before the line or on it."""
    lines = pathlib.Path(file).read_text().splitlines()[:line]
    for text in reversed(lines):
        if not text.strip():
            return False
        if "///" in text:
            return True
    return False


def is_error(warning):
    found = UNDOCUMENTED.match(warning)
    if found is None:
        return True
    file, line, kind, what = found.groups()
    of_type = kind == "Member" and re.search(r" of (struct|class) ", what)
    is_list = re.match(r"(fields|names)_of\(", what)
    return not of_type and not is_list and not has_comment(file, int(line))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("output", help="output folder; the first page will be html/index.html in this folder")
    arguments = parser.parse_args()
    if shutil.which("doxygen") is None:
        print("skipped: doxygen is missing (install Debian's package doxygen)")
        return 77
    output = pathlib.Path(arguments.output).resolve()
    output.mkdir(parents=True, exist_ok=True)
    warnings = run_doxygen(output, EXTRACT_ALL="NO", WARN_IF_UNDOCUMENTED="YES")
    warnings += run_doxygen(output)
    errors = [warning for warning in dict.fromkeys(warnings) if is_error(warning)]
    for error in errors:
        print(error.replace(": warning: ", ": error: "), file=sys.stderr)
    if errors:
        print(f"build_reference: {len(errors)} errors", file=sys.stderr)
        return 1
    print(f"{output}/html/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
