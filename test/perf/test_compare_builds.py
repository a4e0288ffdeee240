# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests perf/tools/compare_builds with programs that only pretend to measure, so that the ratios are known."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "perf" / "tools" / "compare_builds"

# Its n-th run prints the figures FIGURES[variant][n] of all variants, or of the variants of --variants. It notes its
# arguments and the tuning cache that it was to use.
FAKE = """#!{python}
import json, os, pathlib, sys
figures = {figures!r}
if "--variants" in sys.argv:
    chosen = sys.argv[sys.argv.index("--variants") + 1].split(",")
    figures = dict((variant, figures[variant]) for variant in chosen)
here = pathlib.Path(__file__)
calls = here.with_suffix(".calls")
earlier = calls.read_text().splitlines() if calls.exists() else []
with calls.open("a") as stream:
    stream.write(" ".join(sys.argv[1:]) + "\\n")
with here.with_suffix(".tuning").open("a") as stream:
    stream.write(os.environ.get("KITT_TUNE_CACHE", "") + "\\n")
order = here.with_name("order")
with order.open("a") as stream:
    stream.write(here.name + "\\n")
if {complaint!r}:
    print({complaint!r}, file=sys.stderr)
    sys.exit({status})
option, path = sys.argv[-2:]
if option == "--resume":
    record = json.loads(pathlib.Path(path).read_text())
    if not {resumes} or record["cells"] or record["ceilings"] != "measured by " + here.name:
        print("kitt: error: cannot resume", file=sys.stderr)
        sys.exit(2)
run = sum("--resume" not in line or {resumes} for line in earlier)
cells = [dict(kernel="DWF5", l=8, ls=16, precision="single", variant=variant, status="measured",
              mflops_per_node=list_of[run % len(list_of)]) for variant, list_of in figures.items()]
cells.append(dict(kernel="DWF4", l=8, ls=16, precision="single", variant="", status="skipped"))
pathlib.Path(path).write_text(json.dumps(dict(
    provenance=dict(git_commit="0123456789abcdef", compiler="none", compiler_flags="-O9"),
    topology=dict(simd_compiled={simd!r}), ceilings="measured by " + here.name, cells=cells)))
"""


class CompareTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kitt-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def fake(self, name, figures, complaint="", status=1, resumes=True, simd="AVX-512"):
        path = self.folder / name
        path.write_text(FAKE.format(python=sys.executable, figures=figures, complaint=complaint,
                                    status=status, resumes=resumes, simd=simd))
        path.chmod(0o755)
        return str(path)

    def compare(self, *arguments, script=SCRIPT, environment=None):
        return subprocess.run(
            [sys.executable, str(script), *arguments], cwd=self.folder, capture_output=True,
            text=True, timeout=300, stdin=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})})

    def good(self, *arguments, status=0, **named):
        split = arguments.index("--") if "--" in arguments else len(arguments)
        arguments = *arguments[:split], "--json", "result.json", *arguments[split:]
        result = self.compare(*arguments, **named)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        document = json.loads((self.folder / "result.json").read_text())
        (self.folder / "result.json").unlink()
        return result.stdout, document

    def assert_refused(self, *arguments, says, status=2, **named):
        result = self.compare(*arguments, **named)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        (line,) = result.stderr.splitlines()
        self.assertTrue(line.startswith("compare_builds: error: "), line)
        self.assertIn(says, line)
        self.assertEqual(result.stdout, "")


class Ratios(CompareTest):
    def test_cells_of_several_parities_have_one_name(self):
        a = self.fake("a", {"plain": [1]})
        b = self.fake("b", {"plain": [1]})
        for path in (a, b):
            text = pathlib.Path(path).read_text()
            pathlib.Path(path).write_text(text.replace("cells.append(dict(kernel=", "cells.append(cells[0])\n"
                                                       "cells.append(dict(kernel="))
        self.assert_refused(a, b, "--rounds", "1", says="give only one --parity")

    def test_known_ratios_are_printed(self):
        a = self.fake("a", {"plain": [100, 200, 400], "fancy": [100, 100, 100]})
        b = self.fake("b", {"plain": [110, 180, 500], "fancy": [50, 80, 90]})
        text, document = self.good(a, b, "--rounds", "3", "--", "--L", "8")
        plain, fancy = document["cells"]
        self.assertEqual([c["variant_a"] for c in (plain, fancy)], ["plain", "fancy"])
        self.assertEqual(plain["mflops_per_node_b"], [110, 180, 500])
        for cell, expected in ((plain, (1.1, 0.9, 1.25, 2)), (fancy, (0.8, 0.5, 0.9, 3))):
            ratio = cell["ratio_b_to_a"]
            for name, value in zip(("median", "minimum", "maximum"), expected):
                self.assertAlmostEqual(ratio[name], value)
            self.assertEqual(ratio["rounds_agreeing"], expected[3])
        self.assertAlmostEqual(document["geometric_mean_b_to_a"], (1.1 * 0.8) ** 0.5)
        self.assertRegex(text, r"DWF5 +8 +16 +single +plain +200 +180 ")
        self.assertRegex(text, r"plain +200 +180 +1\.100 +0\.900 +1\.250 +2 of 3")
        self.assertRegex(text, r"fancy +100 +80 +0\.800 +0\.500 +0\.900 +3 of 3")
        self.assertIn("01234567, none, -O9", text)
        self.assertEqual((self.folder / "order").read_text().split(), ["a", "b"] * 3)

    def test_ceilings_are_measured_once(self):
        a = self.fake("a", {"plain": [1, 1, 1]})
        b = self.fake("b", {"plain": [2, 2, 2]}, resumes=False)
        _, document = self.good(a, b, "--rounds", "3", "--", "--L", "8", "--Ls", "4")
        calls = [line.split() for line in (self.folder / "a.calls").read_text().splitlines()]
        self.assertEqual([c[-2] for c in calls], ["--json", "--resume", "--resume"])
        for call in calls:
            self.assertEqual(call[:-2], ["dslash", "--L", "8", "--Ls", "4"])
        # a program that does not accept the record measures the ceilings again
        self.assertEqual(document["cells"][0]["mflops_per_node_b"], [2, 2, 2])

    def test_the_best_variants_are_compared(self):
        a = self.fake("a", {"plain": [10, 10, 10], "old": [30, 1, 1]})
        b = self.fake("b", {"plain": [1, 1, 1], "new": [20, 20, 30]})
        _, document = self.good(a, b, "--best", "--rounds", "3")
        (cell,) = document["cells"]
        self.assertEqual((cell["variant_a"], cell["variant_b"]), ("plain", "new"))
        self.assertAlmostEqual(cell["ratio_b_to_a"]["median"], 2)
        self.assert_refused(a, b, says="the cells differ")

    def test_a_build_folder_is_accepted(self):
        (self.folder / "build" / "bin").mkdir(parents=True)
        a = self.fake("build/bin/kitt", {"plain": [1]})
        _, document = self.good("build", a, "--rounds", "1")
        self.assertEqual(document["a"]["program"], a)


class Regressions(CompareTest):
    """The first 5 rounds choose cells, and 11 new rounds decide about them."""

    # {name: figures of B}, while A has 100 in every round
    SLOWED = {
        "slow": [90] * 16,
        "slower": [50] * 15 + [100],  # one round of 11 may disagree
        "doubtful": [90] * 14 + [100] * 2,  # two rounds may not disagree
        "noisy": [10, 90, 90] + [100] * 13,  # was low only in the first rounds
        "rarely": [10, 10, 100, 100, 100] + [10] * 11,  # its median was not suspicious
        "little": [96] * 16,
    }

    def programs(self, figures):
        return (self.fake("a", {variant: [100] * 16 for variant in figures}),
                self.fake("b", figures))

    def calls(self, name):
        return (self.folder / f"{name}.calls").read_text().splitlines()

    def test_slowed_cells_are_found_and_noise_is_not(self):
        text, document = self.good(*self.programs(self.SLOWED), "--fail-below", status=1)
        again = document["measured_again"]
        self.assertEqual([(c["variant_b"], c["regressed"]) for c in again],
                         [("slower", True), ("slow", True), ("doubtful", False), ("noisy", False)])
        self.assertEqual([c["ratio_b_to_a"]["rounds_agreeing"] for c in again], [10, 11, 9, 11])
        self.assertEqual([len(c["mflops_per_node_b"]) for c in again], [11] * 4)
        self.assertEqual(document["fail_below"], 0.95)
        _, listed = text.split("Regressed, worst first")
        self.assertRegex(listed, r"(?s)slower +100 +50 +0\.500 +0\.500 +1\.000 +10 of 11"
                                 r".*slow +100 +90 +0\.900 +0\.900 +0\.900 +11 of 11")
        self.assertNotIn("doubtful", listed)
        self.assertEqual(text.splitlines()[-1], "2 of 6 cells regressed; 2 more looked slower at "
                                                "first, but not in the new rounds")

    def test_only_suspicious_cells_are_measured_again(self):
        options = "--L", "8", "16", "--variants=slow,little", "--quick", "--kernels", "DWF5,DWF4"
        self.good(*self.programs({"slow": [80] * 16, "little": [99] * 16}), "--fail-below", "0.9",
                  "--", *options, status=1)
        calls = self.calls("b")
        self.assertEqual(len(calls), 5 + 11)
        first, second = calls[4], calls[5]
        self.assertIn(" ".join(options), first)
        self.assertIn("dslash --quick --kernels DWF5 --L 8 --variants slow --resume", second)

    def test_equal_builds_have_no_regression(self):
        text, document = self.good(*self.programs({"plain": [97] * 5}), "--fail-below")
        self.assertEqual(text.splitlines()[-1], "0 of 1 cells regressed")
        self.assertEqual(document["measured_again"], [])
        self.assertEqual(len(self.calls("b")), 5)
        self.assertIn("--L 8,16,24 --quick", self.calls("b")[0])
        text, _ = self.good(*self.programs({"plain": [97] * 16}), "--fail-below", "0.98", status=1)
        self.assertEqual(text.splitlines()[-1], "1 of 1 cells regressed")

    def test_each_run_tunes_again(self):
        self.good(*self.programs({"plain": [100] * 16}), "--fail-below")
        caches = [*(self.folder / "a.tuning").read_text().split(),
                  *(self.folder / "b.tuning").read_text().split()]
        self.assertEqual(len(set(caches)), 10)

    def test_variants_of_one_side_are_named(self):
        a = self.fake("a", {"plain": [100], "old": [100]})
        b = self.fake("b", {"plain": [100], "new": [1]})
        text, document = self.good(a, b, "--fail-below")
        self.assertEqual([c["variant_a"] for c in document["cells"]], ["plain"])
        self.assertRegex(text, "Not compared, .* missing in A, B or a round: .* single old, .* single new\n")
        self.assert_refused(a, self.fake("c", {"new": [1]}), "--fail-below",
                            says="no cell in common")

    def test_a_cell_that_is_not_measured_again_is_reported(self):
        a, b = self.programs({"plain": [50] * 16})
        pathlib.Path(a).write_text(pathlib.Path(a).read_text().replace(
            'status="measured"', 'status="skipped" if "--variants" in sys.argv else "measured"'))
        result = self.compare(a, b, "--fail-below")
        self.assertEqual(result.returncode, 1)
        self.assertIn("A measured DWF5 L=8 Ls=16 single plain in the first rounds, but not in the new ones", result.stderr)
        self.assertNotIn("regressed", result.stdout)


class Refused(CompareTest):
    def test_bad_command_lines_are_refused(self):
        a = self.fake("a", {"plain": [1]})
        (self.folder / "data").write_text("")
        for arguments, says in [
            ([], "A or B is missing"),
            ([a], "A or B is missing"),
            ([a, "--fail-below"], "A or B is missing"),
            ([a, a, "--fail-below", "0"], "--fail-below 0 "),
            ([a, a, "--fail-below", "1.1"], "--fail-below 1.1"),
            ([a, a, "--fail-below", "nan"], "--fail-below nan"),
            (["--fail-below", a, a], "invalid float"),
            ([a, a, "--fail-below", "--best"], "--best together with --fail-below"),
            ([a, a, a], "unrecognized"),
            ([a, a, "--rounds", "0"], "--rounds 0"),
            ([a, a, "--rounds", "many"], "many"),
            ([a, a, "--json", "data"], "data exists"),
            ([a, a, "--json", "none/x"], "none/x"),
            ([a, a, "--", "--json", "x"], "--json after --"),
            ([a, a, "--", "--resume=x"], "--resume=x after --"),
            (["no-such-thing", a], "neither a program nor a commit"),
            ([a, "data"], "not executable"),
        ]:
            with self.subTest(arguments):
                self.assert_refused(*arguments, says=says)
        self.assertFalse((self.folder / "a.calls").exists())

    def test_bad_programs_are_refused(self):
        a = self.fake("a", {"plain": [1, 1]})
        other = self.fake("other", {"plain": [1, 1], "fancy": [1, 1]})
        self.assert_refused(a, other, says="only B has DWF5 L=8 Ls=16 single fancy")
        self.assertEqual((self.folder / "order").read_text().split(), ["a", "other"])
        none = self.fake("none", {})
        self.assert_refused(none, none, says="neither A nor B")
        bad_option = self.fake("bad", {}, complaint="kitt: error: unknown option", status=2)
        self.assert_refused(a, bad_option, says="unknown option")
        wrong = self.fake("wrong", {}, complaint="kitt: a result was wrong", status=1)
        self.assert_refused(a, wrong, says="a result was wrong", status=1)
        zero = self.fake("zero", {"plain": [0, 0]})
        self.assert_refused(a, zero, says="a figure that is not a positive number", status=1)
        script = self.folder / "empty"
        script.write_text("#!/bin/sh\n")
        script.chmod(0o755)
        self.assert_refused(a, "empty", says="wrote no usable record", status=1)
        script.write_text("no program at all\n")
        self.assert_refused(a, "empty", says="cannot be run")


@unittest.skipUnless(shutil.which("git") and shutil.which("cmake") and shutil.which("ninja"),
                     "skipped: needs git, cmake and ninja")
class Commits(CompareTest):
    """Tests commits of a repository whose build writes a program that only pretends to measure."""

    LISTS = """cmake_minimum_required(VERSION 3.25)
project(Pretend LANGUAGES NONE)
set(FAKE fake CACHE STRING "")
add_custom_target(kitt COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/${FAKE}
                               ${CMAKE_BINARY_DIR}/bin/kitt)
"""

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments],
                       cwd=self.folder / "tree", check=True, capture_output=True)

    def setUp(self):
        super().setUp()
        tree = self.folder / "tree"
        tools = tree / "perf" / "tools"
        tools.mkdir(parents=True)
        self.script = shutil.copy(SCRIPT, tools)
        shutil.copytree(SCRIPT.with_name("comparison"), tools / "comparison")
        self.cache = {"KITT_CACHE_DIR": str(self.folder / "cache")}
        (tree / "CMakeLists.txt").write_text(self.LISTS)
        preset = {"name": "release", "generator": "Ninja",
                  "binaryDir": "${sourceDir}/build/${presetName}"}
        (tree / "CMakePresets.json").write_text(json.dumps(
            {"version": 6, "configurePresets": [preset, {**preset, "name": "other"},
                                               {**preset, "name": "haswell",
                                                "cacheVariables": {"FAKE": "fake-avx2"}}]}))
        self.git("init", "--quiet", "--initial-branch", "main")
        for speed, branch in ((10, "first"), (15, "second")):
            self.fake("tree/fake", {"plain": [speed] * 9})
            self.fake("tree/fake-avx2", {"other": [speed / 2] * 9}, simd="AVX2")
            self.git("add", ".")
            self.git("commit", "--quiet", "--message", branch)
            self.git("branch", branch)
        self.git("checkout", "--quiet", "-b", "slow")
        self.fake("tree/fake", {"plain": [3] * 9})
        self.git("commit", "--quiet", "--all", "--message", "slow")
        self.git("checkout", "--quiet", "main")
        (tree / "CMakeLists.txt").write_text("no CMake\n")
        self.git("commit", "--quiet", "--all", "--message", "broken")

    def test_branches_are_built_once_and_compared(self):
        def ratio(*arguments):
            _, document = self.good(*arguments, "--rounds", "2", script=self.script,
                                    environment=self.cache)
            return document["cells"][0]["ratio_b_to_a"]["median"]

        self.assertAlmostEqual(ratio("first", "second"), 1.5)
        programs = sorted((self.folder / "cache").rglob("bin/kitt"))
        self.assertEqual(len(programs), 2)
        built = [p.stat().st_mtime_ns for p in programs]
        self.assertAlmostEqual(ratio("second", "main~2"), 1 / 1.5)
        self.assertEqual(built, [p.stat().st_mtime_ns for p in programs])  # no program was built again
        self.assertAlmostEqual(ratio("first", "first", "--preset-b", "other"), 1)
        self.assertEqual(len(list((self.folder / "cache").rglob("bin/kitt"))), 3)

    def test_head_is_compared_with_the_last_release(self):
        def ratio(branch, **named):
            self.git("checkout", "--quiet", branch)
            _, document = self.good("--fail-below", "--rounds", "2", script=self.script,
                                    environment=self.cache, **named)
            return document["cells"][0]["ratio_b_to_a"]["median"]

        self.git("checkout", "--quiet", "second")
        self.git("tag", "v0.10.0", "main")  # this tag comes after HEAD
        self.git("tag", "not-a-version", "first")
        self.assert_refused("--fail-below", says="no release to compare with", script=self.script,
                            environment=self.cache)
        self.git("tag", "v0.11.0-rc1", "first")
        self.git("tag", "--annotate", "--message", "release", "v0.9.0", "first")
        self.git("tag", "v0.11.0", "second")
        self.assertAlmostEqual(ratio("second"), 1.5)  # the tag on HEAD itself is ignored
        self.assertAlmostEqual(ratio("slow", status=1), 0.2)  # 9 comes before 11, and -rc1 before the release

    def test_avx2_is_compared_with_avx512(self):
        run = {"script": self.script, "environment": self.cache}
        self.git("checkout", "--quiet", "second")
        if "avx512f" not in pathlib.Path("/proc/cpuinfo").read_text().split():
            self.assert_refused("--simd", says="needs AVX-512", **run)
            return
        text, document = self.good("--simd", "--rounds", "2", **run)
        self.assertRegex(text, r"A: .*, compiled for AVX2\n.*/haswell/bin/kitt\n"
                               r"B: .*, compiled for AVX-512\n.*/release/bin/kitt\n")
        (cell,) = document["cells"]
        self.assertEqual((cell["variant_a"], cell["variant_b"]), ("other", "plain"))
        self.assertAlmostEqual(cell["ratio_b_to_a"]["median"], 2)
        _, document = self.good("--simd", "first", "--rounds", "1", **run)
        self.assertEqual(document["cells"][0]["mflops_per_node_b"], [10])
        self.assert_refused("--simd", "first", "second", says="give only one commit", **run)
        self.assert_refused("--simd", self.fake("kitt", {}), says="finished program", **run)

    def test_bad_commits_are_refused(self):
        self.assert_refused("first", "third", says="\"third\" is neither", script=self.script,
                            environment=self.cache)
        self.assertFalse((self.folder / "cache").exists())  # nothing was built before the refusal
        result = self.compare("first", "first", "--preset", "fast", script=self.script,
                              environment=self.cache)
        self.assertEqual(result.returncode, 2)
        self.assertIn("no preset \"fast\"", result.stderr)
        self.assertIn("release, other", result.stderr)

    def test_a_broken_build_names_its_log(self):
        result = self.compare("main", "main", script=self.script, environment=self.cache)
        self.assertEqual(result.returncode, 2)
        line = result.stderr.splitlines()[-1]
        self.assertIn("`cmake --preset release ...` failed", line)
        log = pathlib.Path(line.split("its output is in ")[1].split(")")[0])
        self.assertIn("CMakeLists.txt", log.read_text())


if __name__ == "__main__":
    unittest.main(verbosity=1)
