#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the definition of KITT for a test harness, from the list of figures of merit (`kitt list --merits-json`).

Exit status: 0 the files are written, 2 the command line or a file must be corrected.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

TEMPLATES = pathlib.Path(__file__).resolve().parent / "templates"
# Files of each harness, by their paths in the folder of the harness, each with its template.
HARNESSES = {
    "reframe": {"kitt_merits.py": "reframe.py.in"},
    "excalibur-tests": {"benchmarks/apps/kitt/kitt.py": "reframe.py.in"},
    "ramble": {"repo.yaml": "ramble_repo.yaml.in", "applications/kitt/application.py": "ramble.py.in"},
    "benchpark": {"repos/ramble_applications/kitt/application.py": "ramble.py.in",
                  "experiments/kitt/experiment.py": "benchpark.py.in"},
    "jube": {"kitt.yaml": "jube.yaml.in"},
    "easybuild": {"kitt-@kitt_version@-foss-2025b.eb": "easybuild.eb.in"},
}


class UserError(Exception):
    """Error that the user can correct; the message says how."""


def ask_program(program):
    """Returns the list that `kitt list --merits-json` prints."""
    try:
        answer = subprocess.run([program, "list", "--merits-json"], capture_output=True, text=True, check=True).stdout
        return json.loads(answer)
    except (OSError, ValueError, subprocess.CalledProcessError) as problem:
        raise UserError(f"`{program} list --merits-json` gave no list ({problem}): name the program kitt with "
                        "--program") from None


def fill(text, values):
    """Replaces @NAME@ by the value with this name."""
    return re.sub("@(\\w+)@", lambda found: str(values[found[1]]), text)


def render(template, document, harness):
    """Returns the text of a template. A line `#each merits: TEXT` becomes one line for each figure of merit. A line
    `#only HARNESS: TEXT` is left out for other harnesses."""
    lines = []
    for line in template.splitlines():
        if each := re.match("#each (\\w+):( ?)(.*)", line):
            lines += [fill(each[3], entry) for entry in document[each[1]]]
        elif only := re.match("#only ([\\w-]+):( ?)(.*)", line):
            lines += [fill(only[3], document)] if only[1] == harness else []
        else:
            lines.append(fill(line, document))
    return "\n".join(lines) + "\n"


def write_files(harness, folder, document):
    """Writes the files of a harness. Returns their paths."""
    written = []
    for name, template in HARNESSES[harness].items():
        file = folder / fill(name, document)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(render((TEMPLATES / template).read_text(), document, harness))
        except OSError as problem:
            raise UserError(f"{file} cannot be written ({problem.strerror}): give another folder") from None
        written.append(file)
    return written


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("harness", choices=HARNESSES, help="harness that runs KITT")
    parser.add_argument("folder", type=pathlib.Path, help="folder for the files; existing files are replaced")
    parser.add_argument("--program", help="program kitt [$KITT_PROGRAM, or kitt in the search path]")
    arguments = parser.parse_args()
    program = arguments.program or os.environ.get("KITT_PROGRAM") or shutil.which("kitt")
    try:
        if not program:
            raise UserError("no program kitt was found (it has the list of figures): name it with --program")
        for file in write_files(arguments.harness, arguments.folder, ask_program(program)):
            print(file)
    except UserError as error:
        print(f"kitt_harness: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
