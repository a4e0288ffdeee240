# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the command that docs/examples/benchmark adds. KITT_PROGRAM is a program with this command."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None



class Stream(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kitt-stream-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def kitt(self, *arguments):
        return subprocess.run([os.environ["KITT_PROGRAM"], *arguments], cwd=self.folder,
                              capture_output=True, text=True, timeout=200)

    def test_the_added_command_measures_and_records(self):
        result = self.kitt("stream", "--L", "4,16", "--quick", "--min-time", "0.01", "--precision",
                           "double", "--json", "a.json")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        record = json.loads((pathlib.Path(self.folder) / "a.json").read_text())
        if jsonschema is not None:
            jsonschema.validate(record, json.loads(self.kitt("schema", "record").stdout))
        self.assertEqual([(c["kernel"], c["l"], c["status"]) for c in record["cells"]],
                         [("streamed copy", l, "measured") for l in (4, 16)])
        for cell in record["cells"]:
            self.assertEqual(cell["bytes"], 2 * 8 * 8 * cell["l"] ** 4)
            second = cell["seconds"]["median"]
            self.assertAlmostEqual(cell["gb_per_s_per_node"] * second * 1e9 / cell["bytes"], 1)
        self.assertIn("GB/s", result.stdout)
        compared = self.kitt("compare", "a.json", "a.json")
        self.assertEqual(compared.returncode, 0, compared.stderr)
        self.assertRegex(compared.stdout, r"(?m)^streamed copy +16 ")
        report = self.kitt("report", "a.json", "-o", "a.html")
        if "no Python 3 with" not in report.stderr:
            self.assertEqual(report.returncode, 0, report.stderr)
            self.assertIn('<figure id="stream-by-size">', (pathlib.Path(self.folder) / "a.html").read_text())

    def test_the_added_command_has_help_and_is_listed(self):
        self.assertIn("  stream ", self.kitt("--help").stdout)
        self.assertIn("  stream ", self.kitt("list").stdout)
        refused = self.kitt("stream", "--kernels", "DWF4")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("--kernels", refused.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
