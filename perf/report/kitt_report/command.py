# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The command line: files in, one page out."""

import argparse
import json
import logging
import os
import pathlib
import sys

from kitt_report.errors import UserError


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise UserError(f"{message} (the command line cannot be understood): see --help")


def parser():
    result = Parser(
        prog="kitt report", allow_abbrev=False,
        description="Makes one self-contained HTML page of the records of one or more runs.")
    result.add_argument("files", metavar="FILE", nargs="+", type=pathlib.Path,
                        help="records of runs (--json of kitt); also what kitt model and "
                             "kitt compare --portability write with --json")
    result.add_argument("-o", "--output", metavar="PAGE", type=pathlib.Path,
                        default=pathlib.Path("report.html"), help="the page [report.html]")
    result.add_argument("--title", help="its heading [what was run where]")
    result.add_argument("--force", action="store_true", help="overwrite an existing page")
    return result


def refuse_constant(name):
    raise ValueError(f"{name} is no number of JSON")


def read_json(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse_constant)
    except OSError as problem:
        raise UserError(f"{path} ({problem.strerror}): give a file that can be read") from None
    except (ValueError, RecursionError) as problem:
        raise UserError(f"{path} ({problem}): give a complete JSON document of KITT") from None


def check_output(path, force, inputs):
    if path.exists() and any(path.samefile(name) for name in inputs):
        raise UserError(f"-o {path} (it is one of the files to read): give another name")
    if path.is_dir():
        raise UserError(f"-o {path} (it is a folder): give the name of a page in it")
    if path.exists() and not force:
        raise UserError(f"-o {path} (it exists): give another name, or --force to overwrite it")
    if not os.access(path.absolute().parent, os.W_OK):
        raise UserError(f"-o {path} (its folder does not exist, or is not yours to write to): give "
                        "another name")


def write_whole(path, content):
    """The whole page or nothing: written beside it and renamed."""
    part = path.with_name(f"{path.name}.part-{os.getpid()}")
    try:
        with open(part, "w", encoding="utf-8") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, path)
    except OSError as problem:
        part.unlink(missing_ok=True)
        raise UserError(
            f"-o {path} ({problem.strerror}): give another name, or make room") from None


def make_report(arguments):
    documents = [(path, read_json(path)) for path in arguments.files]
    check_output(arguments.output, arguments.force, arguments.files)
    # its caches and fonts are nobody's news
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    try:
        from kitt_report.page import make_page  # needs what may not be installed
    except ModuleNotFoundError as problem:
        module = problem.name.partition(".")[0]
        raise UserError(f"no Python module \"{module}\" in {sys.executable} (plots and page need "
                        "it): install python3-matplotlib and python3-jinja2 (Debian), or "
                        "matplotlib and jinja2 with pip") from None
    write_whole(arguments.output, make_page(documents, arguments.title))
    print(arguments.output)


def main(words=None):
    try:
        make_report(parser().parse_args(words))
    except UserError as problem:
        print(f"kitt: error: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0
