# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The command line: reads files and prints one page. `kitt report` writes the page from standard output to a file."""

import argparse
import logging
import os
import pathlib
import sys

from kitt_report.files import UserError, read_json
from kitt_report.record import Run, label_runs
from kitt_report.schema import check_document, kind_of, missing_module

SWEEP = "sweep.json"  # in the folder of a sweep


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise UserError(f"{message} (the command line cannot be understood): see --help")


def parse_words(words):
    for word in words:  # the page is UTF-8, and shows names of files and its title
        if word != word.encode(errors="replace").decode():
            shown = os.fsencode(word).decode("utf-8", "backslashreplace")
            raise UserError(f"{shown} (it is not UTF-8, which the page is): give a name or title that is")
    parser = Parser(prog="kitt_report", allow_abbrev=False,
                    description="Prints one self-contained HTML page of the records of one or more runs.")
    parser.add_argument("files", metavar="FILE", nargs="+", type=pathlib.Path,
                        help="records of runs (--json of kitt), folders of kitt sweep; also what kitt model and kitt compare "
                             "--portability write with --json")
    parser.add_argument("--title", help="heading of the page [machines and date]")
    return parser.parse_args(words)


def read_documents(files):
    """Returns {kind: documents}. For records, returns their runs. If there are only sweeps, the page is about the best
    run of each sweep. Raises UserError for a document that KITT did not write."""
    found = {"record": [], "portability": [], "model": [], "sweep": [], "judgement": [], "results": []}
    best = []
    for path in [path / SWEEP if (path / SWEEP).exists() else path for path in files]:
        document = read_json(path)
        if (kind := kind_of(document)) not in found:
            raise UserError(f"{path} (no record of a KITT run): give what kitt wrote with --json")
        if kind != "record":
            check_document(document, kind, path)
        if kind == "sweep" and document["best"]:
            best.append(path.parent / document["best"])
        found[kind].append(Run(document, path) if kind == "record" else document)
    if not found["record"]:
        found["record"] = [Run(read_json(path), path) for path in best]
    if not found["record"] + found["portability"] + found["results"]:
        raise UserError(f"{files[0]} (no record of a run is given, and the page is about runs): give the record of "
                        "at least one run, output of another program, or what kitt compare --portability wrote with --json")
    label_runs(found["record"])
    return found


def make_page(documents, title):
    """Returns the page. Needs modules that may be missing, and ignores the user's settings of matplotlib."""
    for variable in ("MPLBACKEND", "MATPLOTLIBRC"):
        os.environ.pop(variable, None)
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # no messages about caches and fonts
    try:
        from kitt_report import page
        return page.make_page(documents, title)
    except ModuleNotFoundError as problem:
        raise missing_module(problem.name.partition(".")[0]) from None


def print_report(arguments):
    try:
        page = make_page(read_documents(arguments.files), arguments.title)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
        # values of the right type that contradict each other, or that no plot can show
        names = ", ".join(map(str, arguments.files))
        raise UserError(f"cannot use {names} ({in_one_line(problem)}): give what `kitt` wrote, as it wrote it") from None
    try:
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
        print(page, flush=True)
    except OSError as problem:
        sys.stdout = None  # or Python would try once more at its end
        raise UserError(f"standard output could not be written ({problem.strerror}): make room, or send it elsewhere") from None


def in_one_line(problem):
    return " ".join(str(problem).split())


def main(words=None):
    """Returns the exit status: 0, or 2 after one line about what the user can mend."""
    try:
        print_report(parse_words(sys.argv[1:] if words is None else words))
        return 0
    except UserError as problem:
        print(f"kitt: error: {problem}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    except Exception as problem:  # of Python, matplotlib or jinja2: not a traceback for the user
        print(f"kitt: error: the page cannot be made ({type(problem).__name__}: {in_one_line(problem)}): mend the Python "
              f"{sys.executable}, or name another in KITT_PYTHON", file=sys.stderr)
    return 2
