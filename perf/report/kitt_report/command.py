# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The command line: files in, one page out."""

import argparse
import logging
import os
import pathlib
import sys

from kitt_report.documents import kind_of, read_json
from kitt_report.errors import UserError
from kitt_report.output import check_output, write_whole
from kitt_report.schema import check_document, missing_module

SWEEP = "sweep.json"  # in the folder of a sweep


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise UserError(f"{message} (the command line cannot be understood): see --help")


def parse_words(words):
    for word in words:  # the page is UTF-8, and shows names of files and its title
        if word != word.encode(errors="replace").decode():
            shown = os.fsencode(word).decode("utf-8", "backslashreplace")
            raise UserError(f"{shown} (it is not UTF-8, which the page is): give a name or title that is")
    parser = Parser(prog="kitt report", allow_abbrev=False,
                    description="Makes one self-contained HTML page of the records of one or more runs.")
    parser.add_argument("files", metavar="FILE", nargs="+", type=pathlib.Path,
                        help="records of runs (--json of kitt), folders of kitt sweep; also what kitt model and kitt compare "
                             "--portability write with --json")
    parser.add_argument("-o", "--output", metavar="PAGE", type=pathlib.Path, default=pathlib.Path("report.html"),
                        help="write the page to this file [report.html]")
    parser.add_argument("--title", help="heading of the page [machines and date]")
    parser.add_argument("--force", action="store_true", help="overwrite an existing page")
    return parser.parse_args(words)


def read_documents(files):
    """Returns [(path, document)]. If there are only sweeps, the page is about the best run of each sweep."""
    paths = [path / SWEEP if (path / SWEEP).exists() else path for path in files]
    documents = [(path, read_json(path)) for path in paths]
    sweeps = [(path, document) for path, document in documents if kind_of(document) == "sweep"]
    if any(kind_of(document) == "record" for _, document in documents):
        return documents
    for path, document in sweeps:
        check_document(document, "sweep", path)
    best = [path.parent / document["best"] for path, document in sweeps if document["best"]]
    return documents + [(path, read_json(path)) for path in best]


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
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
        # values of the right type that contradict each other, or that no plot can show
        raise UserError(f"cannot use {', '.join(str(path) for path, _ in documents)} ({in_one_line(problem)}): give what `kitt` "
                        "wrote, as it wrote it") from None


def in_one_line(problem):
    return " ".join(str(problem).split())


def make_report(arguments):
    documents = read_documents(arguments.files)
    check_output(arguments.output, arguments.force, arguments.files)
    write_whole(arguments.output, make_page(documents, arguments.title), arguments.force)
    try:
        if sys.stdout is None:
            raise OSError(0, "it is closed")
        print(arguments.output, flush=True)
    except OSError as problem:
        sys.stdout = None  # or Python would try once more at its end
        raise UserError(f"standard output could not be written ({problem.strerror}): make room, or send it elsewhere") from None


def main(words=None):
    """Returns the exit status: 0, or 2 after one line about what the user can mend."""
    try:
        make_report(parse_words(sys.argv[1:] if words is None else words))
        return 0
    except UserError as problem:
        print(f"kitt: error: {problem}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    except Exception as problem:  # of Python, matplotlib or jinja2: not a traceback for the user
        print(f"kitt: error: the page cannot be made ({type(problem).__name__}: {in_one_line(problem)}): mend the Python "
              f"{sys.executable}, or name another in KITT_PYTHON", file=sys.stderr)
    return 2
