# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""`kitt report`, the built program: finds its package and a Python, passes on what it is told.

KITT_PROGRAM in the environment says where the program is, KITT_PYTHON which Python has matplotlib.
"""

import os
import subprocess
import unittest

from pages import RECORDS, Page, ReportTest

PROGRAM = os.environ["KITT_PROGRAM"]


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

    def test_page(self):
        # what lies around where the user stands is no module of ours
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

    def test_refused(self):
        self.assert_error(self.kitt(), "FILE")
        self.assert_error(self.kitt("none.json"), "none.json (No such file")
        self.assert_error(self.kitt(RECORDS[0], "--threads", "2"), "--threads")
        self.assert_error(self.kitt(RECORDS[0], KITT_PYTHON="false"), "false lacks them")
        self.assert_error(self.kitt(RECORDS[0], KITT_PYTHON="no-such-python"), "cannot be run")
        self.assert_error(self.kitt(RECORDS[0], KITT_DATA="none"), "no folder none/report")

    def test_help(self):
        result = self.kitt("--help")
        self.assertEqual(result.returncode, 0)
        for word in ("--output", "--title", "--force", "FILE"):
            self.assertIn(word, result.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
