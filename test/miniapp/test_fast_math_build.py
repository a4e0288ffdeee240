#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that a KITT built with -ffast-math finds a NaN in the data that a command verifies. Builds such a KITT (20
minutes).

The environment variables KITT_CXX and KITT_MPI_CXX are the compilers, and KITT_MPIEXEC is the command that starts
ranks."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class FastMathBuild(unittest.TestCase):
    def run_here(self, *words, folder):
        result = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True,
                                stdin=subprocess.DEVNULL)
        said = result.stdout + result.stderr
        self.assertEqual(result.returncode, 0, said[-5000:])
        return said

    def test_every_command_sees_nan(self):
        with tempfile.TemporaryDirectory(prefix="kitt-fast-math-") as folder:
            said = self.run_here("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
                                 "-DCMAKE_CXX_FLAGS=-ffast-math", "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1",
                                 "-DKITT_FEW_KERNELS=ON", "-DKITT_PRECOMPILED_HEADERS=ON", "-DBUILD_TESTING=ON",
                                 f"-DCMAKE_CXX_COMPILER={os.environ['KITT_CXX']}",
                                 f"-DMPI_CXX_COMPILER={os.environ['KITT_MPI_CXX']}",
                                 f"-DMPIEXEC_EXECUTABLE={os.environ['KITT_MPIEXEC']}", folder=folder)
            self.assertIn("KITT adds -fno-finite-math-only", " ".join(said.split()))
            self.run_here("cmake", "--build", folder, "--target", "kitt", "kitt_test_tampering", folder=folder)
            tests = "^miniapp[.](tamperednan|tamperinglibrary)$"
            said = self.run_here("ctest", "--output-on-failure", "-R", tests, folder=folder)
            self.assertIn("100% tests passed, 0 tests failed out of 2", said)


if __name__ == "__main__":
    unittest.main(verbosity=1)
