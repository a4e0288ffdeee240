# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Makes pages and takes them apart; what the tests of the report share.

KITT_PROGRAM in the environment says where the program is, whose schemas the report reads.
"""

import contextlib
import copy
import html.parser
import io
import json
import logging
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parents[2] / "perf" / "report"
sys.path.insert(0, str(PACKAGE))
RECORDS = [HERE / "records" / f"ranks-{ranks}.json" for ranks in (1, 2, 4)]
PROGRAM = os.environ["KITT_PROGRAM"]
PROFILED = HERE / "records" / "profile-4.json"

logging.getLogger("matplotlib").setLevel(logging.ERROR)
try:
    import jinja2  # noqa: F401
    import jsonschema  # noqa: F401
    import matplotlib  # noqa: F401
    from kitt_report import command, schema
    UNUSABLE = ""
except ModuleNotFoundError as problem:
    UNUSABLE = f"skipped: no Python module {problem.name}"

VOID = {"meta", "br", "img", "link", "hr", "input"}


class Page(html.parser.HTMLParser):
    """Reads a page. `faults` lists tags that do not match and ids that are used twice."""

    def __init__(self, text):
        super().__init__()
        self.source, self.open, self.faults = text, [], []
        self.ids, self.attributes, self.tables, self.words = [], [], [], []
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]
        self.faults += [
    f"id {name} comes twice" for name in set(
        self.ids) if self.ids.count(name) > 1]

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, name, value or "") for name, value in attributes]
        self.ids += [value for name, value in attributes if name == "id"]
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes something else")

    def handle_data(self, data):
        self.words.append(data)
        if self.open and self.tables and {"td", "th"} & set(self.open[-2:]):
            self.tables[-1][-1][-1] += data

    @property
    def text(self):
        return "".join(self.words)

    def plots(self):
        """Returns {id of a figure: its description for people who cannot see it}."""
        found, name = {}, None
        for tag, key, value in self.attributes:
            if (tag, key) == ("figure", "id"):
                name = value
            elif (tag, key) == ("div", "aria-label"):
                found[name] = value
        return found

    def cells(self, **wanted):
        """Returns the rows of all tables as {heading: cell} that have these cells; a heading's unit does not count."""
        rows = (dict(zip((heading.partition("(")[0].strip() for heading in table[0]), row))
                for table in self.tables for row in table[1:])
        return [row for row in rows if all(row.get(heading.replace("_", " ")) == cell for heading, cell in wanted.items())]

    def rows(self, *beginning):
        """Returns the rows of all tables whose first cells are `beginning`."""
        return [row for table in self.tables for row in table
                if tuple(row[:len(beginning)]) == beginning]


@unittest.skipIf(UNUSABLE, UNUSABLE)
class ReportTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kitt-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, document):
        path = self.folder / name
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        return path

    def changed(self, change, source=RECORDS[0], name="changed.json"):
        """Writes a copy of a record after `change(document)`."""
        document = copy.deepcopy(load(source))
        change(document)
        return self.write(name, document)

    def run_report(self, *words):
        """Runs the report. Returns (exit status, page, stderr)."""
        out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = command.main([str(word) for word in words])
        return status, out.buffer.getvalue().decode(), err.getvalue()

    def make(self, *words):
        status, page, err = self.run_report(*words)
        self.assertEqual((status, err), (0, ""))
        self.write("page.html", page)
        return Page(page)

    def assert_refused(self, *words, says):
        status, out, err = self.run_report(*words)
        self.assertEqual(status, 2, out + err)
        self.assertEqual(len(err.splitlines()), 1, err)
        self.assertTrue(err.startswith("kitt: error: "), err)
        self.assertIn(says, err)
        self.assertEqual(out, "")


def complete(value, schema):
    """Returns a value with all that its schema asks for: a test writes only the keys that it is about."""
    if "oneOf" in schema:
        schema = schema["oneOf"][0] if value is not None else {}
    if isinstance(value, list) and "items" in schema:
        return [complete(one, schema["items"]) for one in value]
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    missing = {key: sample(schema["properties"][key]) for key in schema["required"] if key not in value}
    return {**missing, **{key: complete(inner, schema["properties"].get(key, {})) for key, inner in value.items()}}


def sample(schema):
    """Returns a value that fits a schema."""
    if "const" in schema or "enum" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    if "oneOf" in schema:
        return sample(schema["oneOf"][-1])
    kind = schema["type"][-1] if isinstance(schema["type"], list) else schema["type"]
    if kind == "object":
        return {key: sample(schema["properties"][key]) for key in schema.get("required", ())}
    if kind == "array":
        return [sample(schema["items"])] * schema.get("minItems", 0)
    first_word = schema.get("pattern", "^(x)$").strip("^$()").partition("|")[0]
    return {"string": first_word, "boolean": False, "null": None}.get(kind, schema.get("minimum", 1))


def load(path):
    return json.loads(pathlib.Path(path).read_text())
