# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests `kitt report` of the built program, which must find its package and a Python and pass on its arguments.

The environment variable KITT_PROGRAM is the program, and KITT_PYTHON is a Python that has matplotlib.
"""

import json
import os
import subprocess
import unittest

from pages import PROGRAM, RECORDS, Page, ReportTest


class Tool(ReportTest):
    def kitt(self, *words, **environment):
        return subprocess.run([PROGRAM, "report", *(str(word) for word in words)], cwd=self.folder,
                              env={**os.environ, **environment}, capture_output=True, text=True,
                              timeout=300)

    def assert_error(self, result, says):
        self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertTrue(result.stderr.startswith("kitt: error: "), result.stderr)
        self.assertIn(says, result.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_page_is_made(self):
        # Python files in the user's current folder must not be imported.
        (self.folder / "json.py").write_text("raise SystemExit('not this one')")
        (self.folder / "-o.json").write_text(RECORDS[0].read_text())
        result = self.kitt("--title", "My machine", "-o", "--page.html", "--", "-o.json")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, "--page.html\n")
        page = Page((self.folder / "--page.html").read_text())
        self.assertEqual(page.faults, [])
        self.assertIn("My machine", page.text)
        self.assertIn("kernels-by-l", page.plots())
        again = self.kitt("-o", "--page.html", "--", "-o.json")
        self.assertEqual(again.returncode, 2)
        self.assertIn("--force", again.stderr)

    def test_bad_arguments_are_refused(self):
        self.assert_error(self.kitt(), "FILE")
        self.assert_error(self.kitt("none.json"), "none.json (No such file")
        self.assert_error(self.kitt(RECORDS[0], "--threads", "2"), "--threads")
        self.assert_error(self.kitt(RECORDS[0], KITT_PYTHON="false"), "false lacks them")
        self.assert_error(self.kitt(RECORDS[0], KITT_PYTHON="no-such-python"), "cannot be run")
        self.assert_error(self.kitt(RECORDS[0], KITT_DATA="none"), "no folder none/report")

    def test_names_that_are_not_utf_8_are_refused(self):
        (self.folder / "good.json").write_text(RECORDS[0].read_text())
        name = os.fsdecode(b"r\xff.json")
        (self.folder / name).write_text(RECORDS[0].read_text())
        for words in (["--title", os.fsdecode(b"caf\xe9"), "good.json"], [name]):
            result = subprocess.run([PROGRAM, "report", *words], cwd=self.folder, capture_output=True, timeout=300)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertEqual(result.stdout, b"")
            self.assertRegex(result.stderr, rb"^kitt: error: .*\\x(ff|e9).* \(it is not UTF-8.*\): .*\n$")
            self.assertEqual(sorted(os.listdir(self.folder)), ["good.json", name])

    def test_the_environment_of_python_is_ignored(self):
        broken = self.folder / "broken"
        broken.mkdir()
        for module in ("matplotlib", "jinja2", "jsonschema", "json", "site"):
            (broken / f"{module}.py").write_text("raise SystemExit('not this one')")
        (broken / "rc").write_text("backend: nonsense\n")
        for number, environment in enumerate([
                {"PYTHONHOME": "/nonexistent"}, {"PYTHONPATH": str(broken)}, {"MPLBACKEND": "nonsense"},
                {"MPLBACKEND": "module://nowhere"}, {"MATPLOTLIBRC": str(broken / "rc")}, {"PYTHONSTARTUP": "/nonexistent"},
                {"PYTHONOPTIMIZE": "x", "PYTHONIOENCODING": "nonsense", "PYTHONWARNINGS": "error"},
                {"LC_ALL": "C", "LANG": "C"}]):
            with self.subTest(environment):
                result = self.kitt(RECORDS[0], "--title", "Gebäude", "-o", f"{number}.html", **environment)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn("Gebäude", (self.folder / f"{number}.html").read_text(encoding="utf-8"))

    def test_a_broken_python_is_reported_in_one_line(self):
        python = self.folder / "python"
        python.write_text("#!/bin/sh\nfor i in 1 2 3; do echo trouble >&2; echo more; done\nexit 1\n")
        python.chmod(0o755)
        result = self.kitt(RECORDS[0], KITT_PYTHON=str(python))
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)

    def refuse(self, *words, says):
        before = sorted(os.listdir(self.folder))
        result = self.kitt(*words)
        self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
        self.assertRegex(result.stderr, rf"^kitt: error: .*{says}.*\n$")
        self.assertEqual(sorted(os.listdir(self.folder)), before)  # no half-written file is left

    def test_a_page_that_cannot_be_written_is_refused(self):
        (self.folder / "page.html").write_text("mine")
        self.refuse(RECORDS[0], "-o", "page.html", says="--force")
        self.refuse(RECORDS[0], "-o", ".", says="directory")
        self.refuse(RECORDS[0], "-o", "none/page.html", says="none")
        self.write("record.json", RECORDS[0].read_text())
        self.refuse("record.json", "-o", "record.json", "--force", says="record.json")
        os.mkfifo(self.folder / "pipe")
        self.refuse(RECORDS[0], "-o", "pipe", "--force", says="named pipe")
        self.assertEqual((self.folder / "page.html").read_text(), "mine")
        bad = self.write("bad.json", RECORDS[0].read_text()[:5000])
        self.refuse(bad, "-o", "page.html", "--force", says="bad.json")
        self.assertEqual((self.folder / "page.html").read_text(), "mine")

    def test_a_page_can_be_written_through_a_link(self):
        (self.folder / "old.html").write_text("mine")
        os.symlink("old.html", self.folder / "page.html")
        self.assertEqual(self.kitt(RECORDS[0], "-o", "page.html", "--force").returncode, 0)
        self.assertTrue((self.folder / "page.html").is_symlink())
        self.assertIn("<!DOCTYPE html>", (self.folder / "old.html").read_text())

    def test_results_of_other_programs_are_shown(self):
        row = {"L": 24, "Gflops_wilson": 1.5, "Gflops_dwf4": 7.25, "Gflops_staggered": 2.5}
        (self.folder / "grid.json").write_text(json.dumps({
            "geometry": {"mpi": [1, 1, 1, 2], "shm": [1, 1, 1, 1], "nodes": 2, "ranks": 2}, "hostnames": ["one", "one"],
            "flops": {"results": [row, {**row, "L": 32}]}}))
        (self.folder / "bsm.txt").write_text(
            "[MAIN][0]Gauge group: SU(3)\n[MAIN][0]Fermion representation: REPR_FUNDAMENTAL [dim=3]\n"
            "[MAIN][0]global size is 64x32x32x32\n[MAIN][0]proc grid is 1x1x1x1\n"
            "[BENCH][0]Dphi: Average total FLOP/s: 6.400e+10\n[BENCH][0]All tests completed successfully.\n")
        result = self.kitt("grid:grid.json@cpu=8170", "bsmbench:bsm.txt", "published:skylake-8170", RECORDS[0])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        page = Page((self.folder / "report.html").read_text())
        self.assertEqual(page.faults, [])
        self.assertIn("results-by-l", page.plots())
        (improved,) = page.cells(Kernel="Improved", L="24")
        self.assertEqual((improved["Figure"], improved["Unit"]), ("5\u202f000", "Mflop/s/node"))
        (dphi,) = page.cells(Kernel="Dphi balance")
        self.assertEqual((dphi["Figure"], dphi["Unit"]), ("64.0", "Gflop/s/node"))
        self.assertIn("Grid counted each of the 2 ranks of grid:grid.json@cpu=8170 as a node", page.text)

        alone = self.kitt("grid:grid.json", "-o", "alone.html")
        self.assertEqual((alone.returncode, alone.stderr), (0, ""))
        self.assertEqual(Page((self.folder / "alone.html").read_text()).faults, [])

    def test_bad_results_of_other_programs_are_refused(self):
        self.assert_error(self.kitt("grid:none.log"), "none.log")
        self.assert_error(self.kitt("published:bsmbench-balance"), "has no figures")

    def test_help_is_printed(self):
        result = self.kitt("--help")
        self.assertEqual(result.returncode, 0)
        for word in ("--output", "--title", "--force", "FILE"):
            self.assertIn(word, result.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
