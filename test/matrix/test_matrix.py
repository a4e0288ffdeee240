# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests test/matrix/matrix with stand-ins for compilers, cmake and ctest in the path."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent / "matrix"
PASSED = "echo '100% tests passed, 0 tests failed out of 7'"


class Matrix(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kitt-test-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "test" / "matrix").mkdir(parents=True)
        (self.root / "bin").mkdir()
        self.script = shutil.copy(SCRIPT, self.root / "test" / "matrix")
        for tool in ("g++-12", "clang++-19", "mpicxx.openmpi", "mpicxx.mpich"):
            self.stand_in(tool, "exit 0")
        self.stand_in("cmake", f'echo "$@" >>{self.root}/asked')
        self.stand_in("ctest", PASSED)

    def stand_in(self, tool, does):
        path = self.root / "bin" / tool
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)

    def matrix(self, *options):
        return subprocess.run([sys.executable, "-B", self.script, *options], capture_output=True,
                              text=True, env={**os.environ, "PATH": str(self.root / "bin")})

    def test_corners_are_made_of_installed_tools(self):
        corners = self.matrix("--list").stdout.splitlines()
        self.assertEqual(
            [line for line in corners if not line.startswith("skipped")],
            ["g++-12_openmpi_openmp", "g++-12_mpich_openmp", "clang++-19_openmpi_openmp",
             "clang++-19_mpich_openmp", "g++-12_openmpi_serial", "g++-12_openmpi_undeprecated"])
        self.assertIn("skipped: clang++-16 is not installed", corners)

    def test_a_clang_without_openmp_is_serial(self):
        self.stand_in("clang++-19", "exit 1")
        run = self.matrix("--list")
        self.assertIn("clang++-19_mpich_serial", run.stdout)
        self.assertIn("skipped: clang++-19 has no OpenMP", run.stdout)

    def test_builds_with_what_the_corner_names(self):
        run = self.matrix("clang++-19_mpich_openmp")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("100 % of 7 tests passed", run.stdout)
        asked = (self.root / "asked").read_text()
        self.assertIn("-DCMAKE_CXX_COMPILER=clang++-19", asked)
        self.assertIn("-DMPI_CXX_COMPILER=mpicxx.mpich", asked)
        self.assertNotIn("KITT_SERIAL_ONLY", asked)

    def test_newest_libraries_are_a_corner_if_given(self):
        corner = "g++-12_openmpi_newest"
        run = self.matrix("--list")
        self.assertNotIn(corner, run.stdout)
        self.assertIn("skipped: no newest fmt, CLI11 and nlohmann-json", run.stdout)
        folder = self.root / "newest"
        (folder / "lib" / "cmake").mkdir(parents=True)
        run = self.matrix("--newest-from", str(folder), corner)
        self.assertEqual(run.returncode, 2)
        self.assertIn("no fmt-config.cmake, CLI11Config.cmake, nlohmann_jsonConfig.cmake", run.stderr)
        for name in ("fmt-config.cmake", "CLI11Config.cmake", "nlohmann_jsonConfig.cmake"):
            (folder / "lib" / "cmake" / name).touch()
        run = self.matrix("--newest-from", str(folder), corner)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn(f"-DCMAKE_PREFIX_PATH={folder}", (self.root / "asked").read_text())

    def test_nightly_tests_are_left_out(self):
        """The matrix is a nightly test itself."""
        self.stand_in("ctest", f'echo "$@" >>{self.root}/asked; {PASSED}')
        self.matrix("g++-12_mpich_openmp")
        self.assertIn("--label-exclude ^nightly$", (self.root / "asked").read_text())

    def test_skipped_tests_are_counted(self):
        self.stand_in("ctest", f"echo '1/7 Test #1: a ...***Skipped   0.1 sec'; {PASSED}")
        self.assertIn("1 of them skipped", self.matrix("g++-12_mpich_openmp").stdout)

    def test_a_failing_corner_fails_the_run_but_not_the_others(self):
        self.stand_in("ctest", "echo 'test 3 failed'; exit 8")
        run = self.matrix("g++-12_mpich_openmp", "g++-12_openmpi_serial")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stdout.count("test failed, see"), 2)
        self.assertIn("test 3 failed", run.stdout)

    def test_a_missing_corner_is_refused(self):
        run = self.matrix("icpx_intelmpi_openmp")
        self.assertEqual(run.returncode, 2)
        self.assertIn('no corner "icpx_intelmpi_openmp" here', run.stderr)
        (self.root / "bin" / "g++-12").unlink()
        (self.root / "bin" / "clang++-19").unlink()
        self.assertEqual(self.matrix().returncode, 2)


if __name__ == "__main__":
    unittest.main()
