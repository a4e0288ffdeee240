#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""`dev test` with stand-ins for cmake and ctest in its path."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUMMARY = "100% tests passed, 0 tests failed out of {}"
CTEST = 'echo "${2#build/}" >>tested; echo "$@"; echo "' + SUMMARY.format(7) + '"'


class DevTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kitt-dev-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "bin").mkdir()
        shutil.copy(ROOT / "dev", self.root)
        self.stand_in("cmake", "exit 0")
        self.stand_in("ctest", CTEST)

    def stand_in(self, tool, does):
        path = self.root / "bin" / tool
        path.write_text(f"#!/bin/bash\n{does}\n")
        path.chmod(0o755)

    def dev_test(self, *options, presets="one two"):
        environment = {**os.environ, "KITT_PACKAGES": "no", "KITT_TEST_PRESETS": presets,
                       "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}"}
        run = subprocess.run([self.root / "dev", "test", *options], capture_output=True, text=True,
                             env=environment, stdin=subprocess.DEVNULL)
        return run.returncode, run.stdout.splitlines()

    def folders_tested(self):
        tested = self.root / "tested"
        folders = tested.read_text().split()
        tested.unlink()
        return folders

    def test_all_that_is_built_is_tested(self):
        status, said = self.dev_test("-R", "^perf")
        self.assertEqual((status, self.folders_tested(), said[-1]),
                         (0, ["one", "two", "fuzz"], SUMMARY.format(21)))
        self.assertTrue(said[1].endswith(" -R ^perf"), said[1])

    def test_one_that_cannot_be_built_leaves_the_others_theirs(self):
        for step, fails in (("configure", "--preset one *"), ("build", "--build --preset one *")):
            with self.subTest(step):
                self.stand_in("cmake", f'[[ "$* " != {fails.replace(" ", chr(92) + " ")} ]]')
                status, said = self.dev_test()
                self.assertEqual((status, self.folders_tested()), (1, ["two", "fuzz"]))
                self.assertEqual(said[-2], SUMMARY.format(14))
                self.assertIn("dev: not built, so their tests did not run: one (", said[-1])

    def test_of_one_the_libraries_alone(self):
        """Their target is built, and tests with their label run."""
        self.stand_in("cmake", 'echo "$*" >>built')
        status, said = self.dev_test("-R", "^perf", presets="one two:unit")
        self.assertEqual((status, self.folders_tested(), said[-1]), (0, ["one", "two", "fuzz"], SUMMARY.format(21)))
        built = [line.split(" --parallel")[0] for line in (self.root / "built").read_text().splitlines()]
        self.assertIn("--build --preset one", built)
        self.assertIn("--build --preset two --target kitt_unit_tests", built)
        ran = [line for line in said if line.endswith("-R ^perf")]
        self.assertEqual(["--label-regex ^unit$ -R" in line for line in ran], [False, True, False])
        self.assertIn("kitt_unit_tests", (ROOT / "cmake" / "KittTest.cmake").read_text())

    def test_quick_is_one_preset_without_slow_tests(self):
        status, said = self.dev_test("--quick", "-R", "^perf")
        self.assertEqual((status, self.folders_tested(), said[-1]),
                         (0, ["quick"], SUMMARY.format(7)))
        self.assertTrue(said[1].endswith(" --label-exclude ^slow$ -R ^perf"), said[1])
        self.assertIn("test --quick", subprocess.run([self.root / "dev"], capture_output=True,
                                                     text=True).stdout)

    def test_what_quick_leaves_out(self):
        """The presets of a kind agree, and the label that is left out is one that tests have."""
        presets = json.loads((ROOT / "CMakePresets.json").read_text())
        (quick,) = [p for p in presets["testPresets"] if p["name"] == "quick"]
        self.assertEqual(quick["filter"]["exclude"]["label"], "^slow$")
        self.assertIn("LABELS slow", (ROOT / "cmake" / "KittTest.cmake").read_text())

    def test_failing_tests_fail(self):
        self.stand_in("ctest", "echo '50% tests passed, 1 tests failed out of 2'; exit 8")
        status, said = self.dev_test()
        self.assertEqual((status, said[-1]), (8, "50% tests passed, 3 tests failed out of 6"))

    def test_nothing_built_is_no_success(self):
        self.stand_in("cmake", "exit 1")
        status, said = self.dev_test()
        self.assertEqual(status, 1)
        self.assertIn("one two fuzz", said[-1])


if __name__ == "__main__":
    unittest.main(verbosity=2)
