# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the changes that docs/developer/extending.md shows as patches.

Checks how many files the patches touch. Checks how a cell with a new figure and a cell with a new statistic are
written. KITT_FIGURE and KITT_STATISTIC are the two programs, built from print_cell.cpp."""

import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest


CLONE = pathlib.Path(__file__).resolve().parents[2]
PAGE = CLONE / "docs" / "developer" / "extending.md"


class Files(unittest.TestCase):
    """Tests the page's table: change, number of files before, number of files now, example."""

    MOST = {"a new benchmark with its own figures (files outside its folder)": 2,
            "a new figure in a cell, in table, JSON, CSV and report": 1, "a new statistic": 2}

    def test_changes_touch_as_many_as_the_page_says(self):
        page = PAGE.read_text()
        rows = re.findall(r"(?m)^\| (.+?) \| (\d+) \| (\d+) \| \[.+?\]\((\.\./examples/.+?)\) \|$", page)
        self.assertEqual({change for change, *_ in rows}, set(self.MOST))
        for change, then, now, patch in rows:
            with self.subTest(change):
                files = re.findall(r"(?m)^\+\+\+ b/(.+)$", (PAGE.parent / patch).read_text())
                inside = ("test/", "docs/", "miniapp/benchmarks/stream/")
                outside = [file for file in files if not file.startswith(inside)]
                self.assertEqual(len(outside), int(now))
                self.assertLessEqual(len(outside), self.MOST[change])
                self.assertLess(len(outside), int(then))
                self.assertEqual([file for file in outside if f"`{file}`" not in page], [])


class Shown:
    """What a patched program prints."""

    def setUp(self):
        program = pathlib.Path(os.environ[self.PROGRAM])
        shown = json.loads(subprocess.run([program], check=True, capture_output=True, text=True, timeout=60).stdout)
        self.cell, self.table, self.schema = shown["cell"], shown["table"].splitlines(), shown["schema"]
        (self.row,) = csv.DictReader(shown["csv"].splitlines())


class Figure(Shown, unittest.TestCase):
    PROGRAM = "KITT_FIGURE"
    KEY = "compulsory_gb_per_s_per_node"

    def test_stands_in_json_csv_and_table(self):
        self.assertAlmostEqual(self.cell[self.KEY], 2.5)  # 10 MB in 4 ms
        described = self.schema["properties"][self.KEY]
        self.assertEqual(described["type"], "number")
        self.assertEqual(described["column"], {"heading": "Moved (GB/s/node)", "format": "fixed", "digits": 1})
        self.assertEqual(float(self.row[self.KEY]), self.cell[self.KEY])
        names, units, _, row = self.table
        end = names.index("Moved") + len("Moved")
        self.assertEqual((units[:end].split()[-1], row[:end].split()[-1]), ("GB/s/node", "2.5"))

    REPORTED = """
import json, sys
from kitt_report.tables import columns_of, make_table
given = json.load(sys.stdin)
table = make_table("Cells", list(columns_of(given["schema"])), given["cells"])
print(json.dumps(table.rows))
"""

    def rows_of_report(self, cells):
        self.schema["properties"][self.KEY]["column"] = {"heading": "Moved (GB/s per node)", "format": "fixed", "digits": 1}
        result = subprocess.run([sys.executable, "-B", "-c", self.REPORTED], text=True, capture_output=True, timeout=120,
                                input=json.dumps({"schema": self.schema, "cells": cells}),
                                env={**os.environ, "PYTHONPATH": str(CLONE / "perf" / "report")})
        if re.search("No module named '(matplotlib|jinja2|jsonschema)", result.stderr):
            self.skipTest(result.stderr.splitlines()[-1])
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_stands_in_the_report(self):
        without = {key: value for key, value in self.cell.items() if key != self.KEY}
        rows = self.rows_of_report([without, {**without, self.KEY: 12.5}])
        self.assertEqual([row["Moved (GB/s per node)"] for row in rows], ["–", "12.5"])


class Statistic(Shown, unittest.TestCase):
    PROGRAM = "KITT_STATISTIC"
    KEY = "median_absolute_deviation"

    def test_a_new_statistic_is_in_json_and_csv(self):
        self.assertAlmostEqual(self.cell["seconds"][self.KEY], 0.003)  # of the times 3, 2, 0, 6 and 7 ms
        self.assertIn(self.KEY, self.schema["properties"]["seconds"]["properties"])
        self.assertEqual(float(self.row["seconds_" + self.KEY]), self.cell["seconds"][self.KEY])


if __name__ == "__main__":
    unittest.main(verbosity=1)
