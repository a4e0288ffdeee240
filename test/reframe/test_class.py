# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the tests of kitt.py in ReFrame, with a stand-in for `kitt` that writes a stored record."""

import json
import os
import pathlib
import runpy
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
RECORD = HERE.parent / "perf" / "report" / "records" / "ranks-2.json"
# Like settings/local.py, but without MPI.
SETTINGS = """site_configuration = {
    "systems": [{"name": "here", "hostnames": [".*"], "partitions": [
        {"name": "default", "scheduler": "local", "launcher": "local", "environs": ["gnu"]}]}],
    "environments": [{"name": "gnu", "cxx": "g++"}]}
"""
STAND_IN = """#!/bin/sh
while [ "$1" != --json ]; do shift; done
cp "{record}" "$2"
echo 'KITT FOM p2p_ping_pong = 2e-06 s (lower is better): ping-pong bytes=8 ! +- above 5 %'
exit {status}
"""


class ReFrameTest(unittest.TestCase):
    """Base class. Each test has an empty folder."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kitt-reframe-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "settings.py").write_text(SETTINGS)
        self.record = json.loads(RECORD.read_text())

    def reframe(self, *arguments):
        start = "import sys; from reframe.frontend.cli import main; sys.exit(main())"
        return subprocess.run(
            [sys.executable, "-B", "-c", start, "-C", "settings.py", "-c", HERE / "kitt.py",
             *arguments], cwd=self.folder,
            env={**os.environ, "HOME": str(self.folder), "PATH": f"{self.folder}:{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=200)

    def run_stand_in(self, *arguments, status=0, test="KittQuick"):
        (self.folder / "record.json").write_text(json.dumps(self.record))
        program = self.folder / "kitt"
        program.write_text(STAND_IN.format(record=self.folder / "record.json", status=status))
        program.chmod(0o755)
        result = self.reframe("-r", "-n", test, "-S", f"program={program}",
                              "-S", "ranks_per_node=2", "--report-file", "report.json", *arguments)
        report = json.loads((self.folder / "report.json").read_text())
        (case,) = report["runs"][0]["testcases"]
        return result, case

    def test_all_tests_are_found(self):
        result = self.reframe("--list")
        self.assertEqual(result.returncode, 0, result.stdout)
        for name in ("KittItt", "KittQuick", "KittDslash %kernel=DWF5", "KittFromSource"):
            self.assertIn(f"- {name} ", result.stdout)

    def test_figures_become_performance_variables(self):
        result, case = self.run_stand_in()
        self.assertEqual(result.returncode, 0, result.stdout)
        point = case["perfvalues"]["here:default:comparison_point"]
        self.assertEqual(point[0], self.record["summary"]["comparison_point_mflops_per_node"])
        self.assertEqual(point[4], "Mflop/s")
        latency = case["perfvalues"]["here:default:p2p_ping_pong"]
        self.assertEqual((latency[0], latency[4]), (2e-6, "s"))

    def test_references_are_checked(self):
        point = self.record["summary"]["comparison_point_mflops_per_node"]
        configuration = self.record["configuration"]
        entry = {"where": "here:default", "tests": ["KittQuick"], "below": 0.1,
                 "conditions": {key: configuration[key]
                                for key in ("nodes", "ranks_per_node", "precision", "ls")}}
        for factor, passes in ((1.05, True), (1.2, False), (0.5, True)):
            figures = {"comparison_point": [factor * point, "Mflop/s"]}
            (self.folder / "references").mkdir(exist_ok=True)
            file = self.folder / "references" / "here.json"
            file.write_text(json.dumps([{**entry, "figures": figures}]))
            result, case = self.run_stand_in("-S", f"references={file.parent}")
            self.assertEqual(result.returncode == 0, passes, (factor, result.stdout))
            self.assertEqual(case["fail_phase"], None if passes else "performance")

    def test_a_wrong_cell_fails(self):
        self.record["cells"][0]["verification_error"] = 0.1
        result, case = self.run_stand_in()
        self.assertEqual(case["fail_phase"], "sanity", result.stdout)
        self.assertIn("exceeds its limit", case["fail_reason"])

    def test_a_wrong_exit_status_or_number_of_ranks_fails(self):
        _, case = self.run_stand_in(status=1)
        self.assertIn("exit status 1", case["fail_reason"])
        self.record["configuration"]["ranks"] = 1
        _, case = self.run_stand_in()
        self.assertIn("1 ranks instead of the requested 2", case["fail_reason"])

    def test_an_implausible_figure_fails(self):
        self.record["cells"][0]["roofline_fraction"] = 3.0
        _, case = self.run_stand_in()
        self.assertEqual(case["fail_phase"], "sanity")
        self.assertIn("3 times the ceiling", case["fail_reason"])

    def test_a_test_runs_in_a_container(self):
        """A stand-in for Apptainer runs its command outside of a container."""
        _, case = self.run_stand_in(test="KittContainer")
        self.assertEqual(case["result"], "skip")
        settings = SETTINGS.replace('"environs": ["gnu"]}', '"environs": ["gnu"], '
                                    '"container_platforms": [{"type": "Apptainer"}]}')
        (self.folder / "settings.py").write_text(settings)
        apptainer = self.folder / "apptainer"
        apptainer.write_text('#!/bin/sh\necho "$*" >"%s"\n'
                             'while [ "${1%%.sif}" = "$1" ]; do shift; done; shift; exec "$@"\n'
                             % (self.folder / "asked"))
        apptainer.chmod(0o755)
        result, case = self.run_stand_in("-S", "KittContainer.image=kitt.sif", test="KittContainer")
        self.assertEqual(case["result"], "pass", result.stdout)
        self.assertRegex((self.folder / "asked").read_text(), r"^exec .*kitt\.sif .*kitt itt --quick --json kitt\.json")

    def test_settings_fit_the_schema(self):
        import jsonschema  # ReFrame needs this package too

        schema = json.loads((pathlib.Path(reframe.__file__).parent / "schemas" / "config.json")
                            .read_text())
        schema["required"] = ["systems", "environments"]  # ReFrame adds logging itself
        for file in (HERE / "settings").glob("*.py"):
            jsonschema.validate(runpy.run_path(str(file))["site_configuration"], schema)


if __name__ == "__main__":
    try:
        import reframe
    except ImportError:
        print("skipped: this Python has no ReFrame (pip install reframe-hpc)")
        sys.exit(77)
    unittest.main(verbosity=1)
