#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that a KITT built with -ffast-math finds a NaN in the data that a command verifies. Builds such a KITT (20
minutes). variant_build.py describes the environment variables."""

import tempfile
import unittest

from variant_build import build_variant, run_in


class FastMathBuild(unittest.TestCase):
    def test_every_command_sees_nan(self):
        with tempfile.TemporaryDirectory(prefix="kitt-fast-math-") as folder:
            said = build_variant(folder, ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_CXX_FLAGS=-ffast-math",
                                          "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1", "-DBUILD_TESTING=ON"],
                                 ["kitt", "kitt_test_tampering"])
            self.assertIn("KITT adds -fno-finite-math-only", " ".join(said.split()))
            tests = "^miniapp[.](tamperednan|tamperinglibrary)$"
            said = run_in(folder, "ctest", "--output-on-failure", "-R", tests)
            self.assertIn("100% tests passed, 0 tests failed out of 2", said)


if __name__ == "__main__":
    unittest.main(verbosity=1)
