# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that cpu_families reads the output of ctest and CMake, and that it refuses unknown presets."""

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("cpu_families")
LOADER = importlib.machinery.SourceFileLoader("cpu_families", str(SCRIPT))
SPEC = importlib.util.spec_from_loader("cpu_families", LOADER)
cpu_families = importlib.util.module_from_spec(SPEC)
sys.modules["cpu_families"] = cpu_families
LOADER.exec_module(cpu_families)

PASSED = "100% tests passed, 0 tests failed out of 2\n"
FAILED = """50% tests passed, 1 tests failed out of 2

The following tests FAILED:
\t  9 - core.golden (Failed)
"""
LOG = """1/137 Testing: core.kokkos_ext
lanes of a register: 8 single, 4 double
All tests passed (52 assertions in 7 test cases)
9/137 Testing: core.golden
All tests passed (929 assertions in 5 test cases)
"""


def read(answer, log):
    result = cpu_families.Result("some")
    cpu_families.read_tests(answer, log, result)
    return result


class CpuFamilies(unittest.TestCase):
    def test_a_successful_run_is_read(self):
        result = read(PASSED, LOG)
        self.assertEqual(result.lanes, "8 / 4")
        self.assertEqual(result.tests, "2 tests, 0 failed, golden numbers alike in 929 checks")
        self.assertFalse(result.failed)

    def test_failure_names_the_test(self):
        result = read(FAILED, LOG)
        self.assertTrue(result.failed)
        self.assertEqual(result.tests, "2 tests, 1 failed (core.golden)")

    def test_no_tests_are_a_failure(self):
        self.assertTrue(read("No tests were found!!!\n", "").failed)

    def test_foreign_instructions_are_not_a_failure(self):
        result = read("1/2 Test #1: core.golden ...***Exception: Illegal  0.1 sec\n" + FAILED, "")
        self.assertFalse(result.failed)
        self.assertIn("not run", result.tests)

    def test_absent_data_is_reported(self):
        self.assertIn("no golden data", read(PASSED, "skipped: no ../shared/data/golden.json").tests)

    def test_the_first_error_of_cmake_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "log")
            log.write_text("--\nCMake Error at cmake/KittCpu.cmake:88 (message):\n  KITT_CPU=knl\n"
                           "  needs more\n\n\n-- Configuring incomplete\n")
            self.assertEqual(cpu_families.error_in(log), "KITT_CPU=knl needs more")

    def test_an_unknown_preset_is_refused(self):
        answer = subprocess.run([sys.executable, SCRIPT, "pentium"], capture_output=True, text=True)
        self.assertEqual(answer.returncode, 2)
        self.assertIn("no preset \"pentium\"", answer.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
