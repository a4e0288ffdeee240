# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests perf/tools/build_times on made-up logs of Ninja."""

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "perf" / "tools" / "build_times"


def load_script():
    loader = importlib.machinery.SourceFileLoader("build_times", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


REFERENCE = load_script().REFERENCE


def object_of(source, target="kitt"):
    folder, _, rest = source.partition("/")
    return f"{folder}/CMakeFiles/{target}.dir/{rest}.o"


class BuildTimes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kitt-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def log(self, *entries):
        """Writes a log. Entries are (seconds, output) or (seconds, output, hash of the command)."""
        lines = ["# ninja log v5"]
        for number, (seconds, output, *command) in enumerate(entries):
            begin = 100 if command else 100 + number
            lines.append(f"{begin}\t{begin + int(1000 * seconds)}\t0\t{output}\t{command[0] if command else number:x}")
        (self.folder / ".ninja_log").write_text("\n".join(lines) + "\n")

    def build_times(self, *arguments):
        return subprocess.run([sys.executable, "-B", SCRIPT, self.folder, *arguments], capture_output=True, text=True)

    def said(self):
        result = self.build_times()
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def assert_refused(self, *arguments, says):
        result = self.build_times(*arguments)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertRegex(result.stderr, r"\Abuild_times: error: [^\n]+ \([^\n]+\): [^\n]+\n\Z")
        self.assertIn(says, result.stderr)

    def test_folders_are_those_of_the_sources(self):
        self.log((2, object_of("core/operators/a.cpp")), (3, "core/base/CMakeFiles/kitt_base.dir/__/operators/b.cpp.o"),
                 (4, "perf/CMakeFiles/kitt_perf.dir/Unity/unity_0_cxx.cxx.o"),
                 (5, "perf/CMakeFiles/kitt_perf.dir/cmake_pch.hxx.gch"), (0.5, "core/libkitt_core.a"))
        said = self.said()
        self.assertIn("     14.5 s  in all, 5 steps\n", said)
        for line in ("      5.0 s  core/operators", "      9.0 s  perf", "      0.5 s  (links, headers and other steps)"):
            self.assertIn(line + "\n", said)
        self.assertLess(said.index("s  perf\n"), said.index("s  core/operators\n"))  # the largest folder comes first

    def test_the_last_entry_of_an_output_counts(self):
        self.log((50, object_of("core/a.cpp")), (1, object_of("core/b.cpp")), (2, object_of("core/a.cpp")))
        self.assertIn("      3.0 s  in all, 2 steps\n", self.said())

    def test_a_step_with_several_outputs_counts_once(self):
        self.log((7, "a.hpp", 9), (7, "b.hpp", 9), (1, object_of("core/b.cpp")))
        self.assertIn("      8.0 s  in all, 2 steps\n", self.said())

    def test_the_ten_slowest_units_are_listed(self):
        self.log(*((seconds, object_of(f"core/{seconds}.cpp")) for seconds in range(1, 13)), (99, "core/libkitt_core.a"))
        units = self.said().split("The 10 slowest units:\n")[1].splitlines()
        self.assertEqual(units, [f"{seconds:9.1f} s  {object_of(f'core/{seconds}.cpp')}" for seconds in range(12, 2, -1)])

    def test_check_names_units_that_are_too_slow(self):
        self.log((2, object_of(REFERENCE)), (8, object_of("core/good.cpp")), (90, "core/libkitt_core.a"))
        result = self.build_times("--check")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.log((2, object_of(REFERENCE)), (8.1, object_of("core/bad.cpp")), (8, object_of("core/good.cpp")))
        result = self.build_times("--check")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertEqual(result.stderr, f"build_times: {object_of('core/bad.cpp')} takes 8.1 s, more than 4 times the 2.0 s "
                                        f"of {REFERENCE}: split it\n")

    def test_the_reference_is_a_source_of_kitt(self):
        self.assertTrue((SCRIPT.parents[2] / REFERENCE).is_file())

    def test_bad_folders_and_options_are_refused(self):
        self.assert_refused(says="give a folder in which Ninja has built KITT")
        self.assert_refused("--slow", says="--slow")
        (self.folder / ".ninja_log").write_text("# ninja log v5\nnonsense\n")
        self.assert_refused(says="nonsense")
        self.log((8, object_of("core/good.cpp")))
        self.assert_refused("--check", says=REFERENCE)


if __name__ == "__main__":
    unittest.main(verbosity=2)
