#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests `dev` with stand-ins for cmake and ctest in the path."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUMMARY = "100% tests passed, 0 tests failed out of {}"
CTEST = 'echo "${2#build/}" >>tested; echo "$@"; echo "' + SUMMARY.format(7) + '"'
RESULT = "echo '{0}/7 Test  #{0}: {1} ....{2}    {3} sec'"


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

    def dev(self, *words, **more):
        """Runs `dev` and returns its status and lines."""
        environment = {**os.environ, "KITT_PACKAGES": "no", "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}", **more}
        run = subprocess.run([self.root / "dev", *words], capture_output=True, text=True, env=environment,
                             stdin=subprocess.DEVNULL)
        return run.returncode, run.stdout.splitlines()

    def dev_test(self, *options, presets="one two", **more):
        """Runs `dev test`. Without names of presets, the usual ones are run."""
        return self.dev("test", *options, KITT_TEST_PRESETS=presets, **more)

    def build_times(self, does):
        path = self.root / "perf" / "tools" / "build_times"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#!/bin/bash\necho "$*" >>checked\n{does}\n')
        path.chmod(0o755)

    def built(self):
        """Returns the arguments of each call of cmake that builds."""
        lines = (self.root / "built").read_text().splitlines()
        return [line.split(" --parallel")[0] for line in lines if line.startswith("--build")]

    def folders_tested(self):
        tested = self.root / "tested"
        folders = tested.read_text().split()
        tested.unlink()
        return folders

    def test_every_built_preset_is_tested(self):
        status, said = self.dev_test("-R", "^perf")
        self.assertEqual((status, self.folders_tested(), said[-1]),
                         (0, ["one", "two", "fuzz"], SUMMARY.format(21)))
        self.assertTrue(said[1].endswith(" -R ^perf"), said[1])

    def test_a_preset_that_cannot_be_built_does_not_stop_the_others(self):
        for step, fails in (("configure", "--preset one *"), ("build", "--build --preset one *")):
            with self.subTest(step):
                self.stand_in("cmake", f'[[ "$* " != {fails.replace(" ", chr(92) + " ")} ]]')
                status, said = self.dev_test()
                self.assertEqual((status, self.folders_tested()), (1, ["two", "fuzz"]))
                self.assertEqual(said[-2], SUMMARY.format(14))
                self.assertIn("dev: not built, so their tests did not run: one (", said[-1])

    def test_the_number_of_compilers_does_not_set_the_threads_of_programs(self):
        self.stand_in("cmake", 'echo "$*" >>built')
        cores = str(len(os.sched_getaffinity(0)))
        for more, jobs in (({"OMP_NUM_THREADS": "97", "CMAKE_BUILD_PARALLEL_LEVEL": ""}, cores),
                           ({"CMAKE_BUILD_PARALLEL_LEVEL": "98"}, "98")):
            status, _ = self.dev_test(presets="one", **more)
            self.assertEqual(status, 0)
            line = [line for line in (self.root / "built").read_text().splitlines() if line.startswith("--build")][-1]
            self.assertEqual(line.split("--parallel ")[1].split()[0], jobs)

    def test_a_preset_can_test_only_the_libraries(self):
        """The option for the libraries builds only their target and runs only the tests with their label."""
        self.stand_in("cmake", 'echo "$*" >>built')
        status, said = self.dev_test("-R", "^perf", presets="one two:libraries")
        self.assertEqual((status, self.folders_tested(), said[-1]), (0, ["one", "two", "fuzz"], SUMMARY.format(21)))
        self.assertIn("--build --preset one", self.built())
        self.assertIn("--build --preset two --target kitt_library_tests", self.built())
        ran = [line for line in said if line.endswith("-R ^perf")]
        self.assertEqual(["--label-regex ^library$" in line for line in ran], [False, True, False])
        self.assertIn("kitt_library_tests", (ROOT / "cmake" / "KittTest.cmake").read_text())

    def test_bench_builds_only_what_its_run_needs(self):
        """The run's exit status is that of `dev bench`, and the last line tells how to build the rest."""
        program = self.root / "build" / "release" / "bin" / "kitt-itt"
        program.parent.mkdir(parents=True)
        program.write_text('#!/bin/sh\necho "$@"\nexit 3\n')
        program.chmod(0o755)
        self.stand_in("cmake", 'echo "$*" >>built')
        status, said = self.dev("bench", "--L", "8")
        self.assertEqual((status, said[0]), (3, "itt --quick --L 8"))
        self.assertIn("cmake --build --preset release", said[-1])
        self.assertEqual(self.built(), ["--build --preset release --target kitt_itt"])

    def test_a_slow_machine_leaves_out_what_does_not_end_in_time(self):
        """The build of dev takes 2 s here. The tests then need 2.8 s more, and each further preset 1.7 s."""
        self.stand_in("cmake", 'echo "$*" >>built; if [[ "$*" == "--build --preset dev"* ]]; then sleep 2; fi')
        self.build_times("exit 0")
        left_out = ["  build and tests of one", "  build and tests of fuzz",
                    '  tests of the tier "program" that are not labelled "quick"']
        for limit, folders, label, last in (("60", ["dev", "one", "fuzz"], "--label-exclude", [SUMMARY.format(21)]),
                                            ("3", ["dev"], "--label-regex ^(unit|quick)$", left_out)):
            with self.subTest(limit):
                status, said = self.dev_test(presets="dev one", KITT_TEST_SECONDS=limit)
                self.assertEqual((status, self.folders_tested()), (0, folders))
                (line,) = [line for line in said if "--test-dir build/dev" in line]
                self.assertEqual("--label-regex" in line, "--label-regex" in label)
                self.assertIn(label, line)
                self.assertEqual(said[-len(last):], last)

    def test_usual_presets_without_nightly_tests(self):
        self.build_times("exit 0")
        self.stand_in("cmake", 'echo "$*" >>built')
        status, said = self.dev_test(presets="")
        self.assertEqual((status, self.folders_tested()), (0, ["dev", "clang-mpich-asan", "fuzz"]))
        self.assertIn("--build --preset clang-mpich-asan --target kitt_library_tests", self.built())
        ran = [line for line in said if line.startswith("--test-dir")]
        self.assertEqual(["--label-exclude ^nightly$" in line for line in ran], [True] * 3)

    def test_nightly_runs_all_tests(self):
        self.build_times("exit 0")
        self.stand_in("cmake", 'echo "$*" >>built')
        status, said = self.dev_test("--nightly", "-R", "^perf", presets="")
        self.assertEqual((status, self.folders_tested(), said[-1]),
                         (0, ["dev", "clang-mpich-asan", "smpi", "fuzz"], SUMMARY.format(28)))
        self.assertIn("--build --preset clang-mpich-asan", self.built())
        self.assertEqual([line for line in said if line.startswith("--test-dir") and "--label" in line.replace(
            "--no-label-summary", "")], [])
        names = {p["name"] for p in json.loads((ROOT / "CMakePresets.json").read_text())["buildPresets"]}
        self.assertLessEqual({"dev", "clang-mpich-asan", "smpi"}, names)

    def test_quick_is_one_preset_and_a_label(self):
        self.stand_in("cmake", 'echo "$*" >>built')
        status, said = self.dev_test("--quick", "-R", "^perf")
        self.assertEqual((status, self.folders_tested(), said[-1]),
                         (0, ["quick"], SUMMARY.format(7)))
        self.assertEqual(self.built(), ["--build --preset quick"])  # the preset names the target, so dev does not
        self.assertTrue(said[1].endswith(" --label-regex ^quick$ -R ^perf"), said[1])
        self.assertIn("test --quick", subprocess.run([self.root / "dev"], capture_output=True,
                                                     text=True).stdout)

    def test_quick_presets_agree_with_cmake(self):
        """The presets of a kind agree with each other. Their target and label exist in CMake."""
        presets = json.loads((ROOT / "CMakePresets.json").read_text())
        (quick,) = [p for p in presets["testPresets"] if p["name"] == "quick"]
        self.assertEqual(quick["filter"]["include"]["label"], "^quick$")
        (quick,) = [p for p in presets["buildPresets"] if p["name"] == "quick"]
        self.assertEqual(quick["targets"], "kitt_quick_tests")
        text = (ROOT / "cmake" / "KittTest.cmake").read_text()
        self.assertIn("LABELS quick", text)
        self.assertIn("add_custom_target(kitt_quick_tests)", text)

    def test_libraries_that_tests_load_are_built(self):
        """ctest does not build. A library that a test loads must therefore belong to a target of tests."""
        text = (ROOT / "test" / "miniapp" / "CMakeLists.txt").read_text()
        loaded = set(re.findall(r"TARGET_FILE:(\w+)>", text))
        self.assertLessEqual({"kitt", "kitt_test_tool", "kitt_test_coarse_clock", "kitt_test_tampering"}, loaded)
        built = {target for names in re.findall(r"add_dependencies\(kitt_(?:quick|unit)_tests ([^)]+)\)", text)
                 for target in names.split()}
        self.assertEqual(loaded - built, set())

    def test_phases_and_slowest_tests_come_before_the_summary(self):
        results = [RESULT.format(number, f"test.{number}", "   Passed", number / 4) for number in range(1, 12)]
        results.append(RESULT.format(12, "bad", "***Failed  Regex=[a b]", 100))
        self.stand_in("ctest", "\n".join([*results, f"echo '{SUMMARY.format(7)}'"]))
        status, said = self.dev_test(presets="one two:libraries")
        begin = said.index("Seconds of each phase:")
        slowest = said.index("The ten slowest tests:")
        phases = said[begin + 1:slowest]
        self.assertEqual([line.split(" s  ")[1] for line in phases],
                         ["packages", "build of one", "build of two:libraries", "build of fuzz",
                          "tests of one", "tests of two:libraries", "tests of fuzz"])
        for line in phases:
            self.assertRegex(line, r"^ +\d+ s  ")
        slow = said[slowest + 1:-1]
        self.assertEqual(len(slow), 10)
        self.assertEqual({line for line in slow[:3]}, {f"   100.0 s  bad ({one})" for one in ("one", "two", "fuzz")})
        self.assertEqual({line for line in slow[3:6]}, {f"     2.8 s  test.11 ({one})" for one in ("one", "two", "fuzz")})
        self.assertEqual((status, said[-1]), (0, SUMMARY.format(21)))

    def test_a_slow_unit_fails_but_tests_still_run(self):
        for status in (0, 1):
            self.build_times(f"exit {status}")
            found, said = self.dev_test(presets="dev two")
            self.assertEqual((found, self.folders_tested()), (status, ["dev", "two", "fuzz"]))
            self.assertEqual(said[-1 - status], SUMMARY.format(21))
        self.assertIn("units of build/dev take too long", said[-1])
        self.assertEqual((self.root / "checked").read_text(), "--check build/dev\n" * 2)
        self.assertTrue((ROOT / "perf" / "tools" / "build_times").is_file())

    def test_times_reads_a_build_folder(self):
        self.build_times("exit 7")
        result = subprocess.run([self.root / "dev", "times", "--check", "build/quick"], capture_output=True)
        self.assertEqual(result.returncode, 7)
        self.assertEqual((self.root / "checked").read_text(), "--check build/quick\n")

    def test_failing_tests_fail(self):
        self.stand_in("ctest", "echo '50% tests passed, 1 tests failed out of 2'; exit 8")
        status, said = self.dev_test()
        self.assertEqual((status, said[-1]), (8, "50% tests passed, 3 tests failed out of 6"))

    def test_building_nothing_fails(self):
        self.stand_in("cmake", "exit 1")
        status, said = self.dev_test()
        self.assertEqual(status, 1)
        self.assertIn("one two fuzz", said[-1])


if __name__ == "__main__":
    unittest.main(verbosity=2)
