# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the study of docs/guide/portability.md: its tables hold the figures of the performance log, and its commands print
what the page says. KITT_PROGRAM is the program."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
STUDY = DOCS / "guide" / "portability"
LOG = (DOCS / "developer" / "performance-log" / "machines.md").read_text()
SECTIONS = {"granite-rapids": ("Granite Rapids beside Grid", 2), "zen5": ("Zen 5 beside Grid", 3),
            "zen5-avx2": ("Zen 5 beside Grid", 7), "zen3": ("Zen 3 beside Grid", 2)}  # and the column of KITT


class Study(unittest.TestCase):
    def test_tables_hold_the_figures_of_the_log(self):
        for machine, (title, column) in SECTIONS.items():
            section = LOG.split(f"## {title}\n")[1].split("\n## ")[0]
            rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines()
                    if re.match(r"\| (Wilson|DWF[45]) \| \d+ \|", line)]
            for place, program in enumerate(("kitt", "grid")):
                table = json.loads((STUDY / f"{machine}-{program}.json").read_text())
                self.assertEqual([(cell["kernel"], cell["l"], cell["mflops_per_node"]) for cell in table["cells"]],
                                 [(row[0], int(row[1]), 1000 * int(row[column + place].split()[0])) for row in rows])

    def test_commands_print_what_the_page_says(self):
        page = (DOCS / "guide" / "portability.md").read_text()
        with tempfile.TemporaryDirectory(prefix="kitt-test-") as folder:
            shutil.copytree(STUDY, pathlib.Path(folder, "portability"))
            words = re.search(r"    (kitt compare --portability .*?)\n\n", page, re.DOTALL)[1].replace("\\\n", " ")
            result = subprocess.run(["bash", "-c", words.replace("kitt", '"$KITT_PROGRAM"', 1)], cwd=folder, capture_output=True,
                                    text=True, timeout=60, env=os.environ)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            written = pathlib.Path(folder, "study.csv").read_text()
        printed = {" ".join(line.split()) for line in result.stdout.splitlines()} | set(written.splitlines())
        quoted = [line for block in re.findall(r"```text\n(.*?)```", page, re.DOTALL) for line in block.splitlines() if line]
        self.assertGreater(len(quoted), 10)
        self.assertEqual([line for line in quoted if " ".join(line.split()) not in printed], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
