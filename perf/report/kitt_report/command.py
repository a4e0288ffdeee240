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


def parser():
    result = Parser(
        prog="kitt report", allow_abbrev=False,
        description="Makes one self-contained HTML page of the records of one or more runs.")
    result.add_argument("files", metavar="FILE", nargs="+", type=pathlib.Path,
                        help="records of runs (--json of kitt), folders of kitt sweep; also what kitt "
                             "model and kitt compare --portability write with --json")
    result.add_argument("-o", "--output", metavar="PAGE", type=pathlib.Path,
                        default=pathlib.Path("report.html"), help="write the page to this file [report.html]")
    result.add_argument("--title", help="heading of the page [machines and date]")
    result.add_argument("--force", action="store_true", help="overwrite an existing page")
    return result


def say(line):
    """Prints a line, and raises UserError if standard output cannot be written."""
    try:
        if sys.stdout is None:
            raise OSError(0, "it is closed")
        print(line, flush=True)
    except OSError as problem:
        sys.stdout = None  # or Python would try once more at its end
        raise UserError(f"standard output could not be written ({problem.strerror}): make room, or "
                        "send it elsewhere") from None


def read_documents(files):
    """Returns [(path, document)]. If there are only sweeps, the page is about the best run of each sweep."""
    paths = [path / SWEEP if (path / SWEEP).exists() else path for path in files]
    documents = [(path, read_json(path)) for path in paths]
    if not any(kind_of(document) == "record" for _, document in documents):
        for path, document in list(documents):
            if kind_of(document) == "sweep":
                check_document(document, "sweep", path)
                documents += [(path.parent / best, read_json(path.parent / best)) for best in [document["best"]] if best]
    return documents


def check_words(words):
    """Raises UserError for a word that is not UTF-8, because the page, which names its records, is UTF-8."""
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            shown = os.fsencode(word).decode("utf-8", "backslashreplace")
            raise UserError(f"{shown} (it is not UTF-8, which the page is): give a name or title that is") from None


def import_page():
    """Returns make_page(), which needs modules that may be missing. Ignores the user's settings of matplotlib."""
    for variable in ("MPLBACKEND", "MATPLOTLIBRC"):
        os.environ.pop(variable, None)
    # no messages about caches and fonts
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    try:
        from kitt_report.page import make_page
    except ModuleNotFoundError as problem:
        raise missing_module(problem.name.partition(".")[0]) from None
    return make_page


def make_report(arguments):
    documents = read_documents(arguments.files)
    check_output(arguments.output, arguments.force, arguments.files)
    make_page = import_page()
    try:
        page = make_page(documents, arguments.title)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
        # values of the right type that contradict each other, or that no plot can show
        names = ", ".join(str(path) for path in arguments.files)
        raise UserError(f"cannot use the record {names} ({' '.join(str(problem).split())}): give "
                        "what kitt wrote, as it wrote it") from None
    write_whole(arguments.output, page, arguments.force)
    say(arguments.output)


def main(words=None):
    try:
        words = sys.argv[1:] if words is None else words
        check_words(words)
        make_report(parser().parse_args(words))
    except UserError as problem:
        return fail(problem)
    except KeyboardInterrupt:
        return 130
    except Exception as problem:  # of Python, matplotlib or jinja2: not a traceback for the user
        return fail(f"the page cannot be made ({type(problem).__name__}: {' '.join(str(problem).split())}): mend "
                    f"the Python {sys.executable}, or name another in KITT_PYTHON")
    return 0


def fail(problem):
    print(f"kitt: error: {problem}", file=sys.stderr)
    return 2
