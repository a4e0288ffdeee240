# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""perf/tools/compare_builds, on programs that only pretend to measure: the ratios are known."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "perf" / "tools" / "compare_builds"

# Figures of the n-th run are FIGURES[variant][n]; notes how it was called.
FAKE = """#!{python}
import json, pathlib, sys
figures = {figures!r}
here = pathlib.Path(__file__)
calls = here.with_suffix(".calls")
earlier = calls.read_text().splitlines() if calls.exists() else []
with calls.open("a") as stream:
    stream.write(" ".join(sys.argv[1:]) + "\\n")
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
    ceilings="measured by " + here.name, cells=cells)))
"""


class CompareTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kitt-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def fake(self, name, figures, complaint="", status=1, resumes=True):
        path = self.folder / name
        path.write_text(FAKE.format(python=sys.executable, figures=figures, complaint=complaint,
                                    status=status, resumes=resumes))
        path.chmod(0o755)
        return str(path)

    def compare(self, *arguments, script=SCRIPT, environment=None):
        return subprocess.run(
            [sys.executable, str(script), *arguments], cwd=self.folder, capture_output=True,
            text=True, timeout=300, stdin=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})})

    def good(self, *arguments, **named):
        split = arguments.index("--") if "--" in arguments else len(arguments)
        arguments = *arguments[:split], "--json", "result.json", *arguments[split:]
        result = self.compare(*arguments, **named)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
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
    def test_known_ratios(self):
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
        # where a program does not take that record, it starts anew
        self.assertEqual(document["cells"][0]["mflops_per_node_b"], [2, 2, 2])

    def test_best_variant_of_each(self):
        a = self.fake("a", {"plain": [10, 10, 10], "old": [30, 1, 1]})
        b = self.fake("b", {"plain": [1, 1, 1], "new": [20, 20, 30]})
        _, document = self.good(a, b, "--best", "--rounds", "3")
        (cell,) = document["cells"]
        self.assertEqual((cell["variant_a"], cell["variant_b"]), ("plain", "new"))
        self.assertAlmostEqual(cell["ratio_b_to_a"]["median"], 2)
        self.assert_refused(a, b, says="the cells differ")

    def test_build_folder(self):
        (self.folder / "build" / "bin").mkdir(parents=True)
        a = self.fake("build/bin/kitt", {"plain": [1]})
        _, document = self.good("build", a, "--rounds", "1")
        self.assertEqual(document["a"]["program"], a)


class Refused(CompareTest):
    def test_command_line(self):
        a = self.fake("a", {"plain": [1]})
        (self.folder / "data").write_text("")
        for arguments, says in [
            ([a], "B"),
            ([a, a, a], "unrecognized"),
            ([a, a, "--rounds", "0"], "--rounds 0"),
            ([a, a, "--rounds", "many"], "many"),
            ([a, a, "--json", "data"], "data exists"),
            ([a, a, "--json", "none/x"], "none/x"),
            ([a, a, "--", "--json", "x"], "--json after --"),
            ([a, a, "--", "--resume=x"], "--resume=x after --"),
            (["no-such-thing", a], "neither a program nor a commit"),
            ([a, "data"], "cannot be run"),
        ]:
            with self.subTest(arguments):
                self.assert_refused(*arguments, says=says)
        self.assertFalse((self.folder / "a.calls").exists())

    def test_programs(self):
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
        self.assert_refused(a, zero, says="a figure that is none", status=1)
        script = self.folder / "empty"
        script.write_text("#!/bin/sh\n")
        script.chmod(0o755)
        self.assert_refused(a, "empty", says="no record", status=1)
        script.write_text("no program at all\n")
        self.assert_refused(a, "empty", says="cannot be run")


@unittest.skipUnless(shutil.which("git") and shutil.which("cmake") and shutil.which("ninja"),
                     "skipped: needs git, cmake and ninja")
class Commits(CompareTest):
    """On a repository whose build writes a program that pretends."""

    LISTS = """cmake_minimum_required(VERSION 3.25)
project(Pretend LANGUAGES NONE)
add_custom_target(kitt COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/fake
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
            {"version": 6, "configurePresets": [preset, {**preset, "name": "other"}]}))
        self.git("init", "--quiet", "--initial-branch", "main")
        for speed, branch in ((10, "first"), (15, "second")):
            self.fake("tree/fake", {"plain": [speed] * 9})
            self.git("add", ".")
            self.git("commit", "--quiet", "--message", branch)
            self.git("branch", branch)
        (tree / "CMakeLists.txt").write_text("no CMake\n")
        self.git("commit", "--quiet", "--all", "--message", "broken")

    def test_branches(self):
        def ratio(*arguments):
            _, document = self.good(*arguments, "--rounds", "2", script=self.script,
                                    environment=self.cache)
            return document["cells"][0]["ratio_b_to_a"]["median"]

        self.assertAlmostEqual(ratio("first", "second"), 1.5)
        programs = sorted((self.folder / "cache").rglob("bin/kitt"))
        self.assertEqual(len(programs), 2)
        built = [p.stat().st_mtime_ns for p in programs]
        self.assertAlmostEqual(ratio("second", "main~2"), 1 / 1.5)
        self.assertEqual(built, [p.stat().st_mtime_ns for p in programs])  # not built again
        self.assertAlmostEqual(ratio("first", "first", "--preset-b", "other"), 1)
        self.assertEqual(len(list((self.folder / "cache").rglob("bin/kitt"))), 3)

    def test_refused(self):
        self.assert_refused("first", "third", says="\"third\" is neither", script=self.script,
                            environment=self.cache)
        self.assertFalse((self.folder / "cache").exists())  # nothing is built for nothing
        result = self.compare("first", "first", "--preset", "fast", script=self.script,
                              environment=self.cache)
        self.assertEqual(result.returncode, 2)
        self.assertIn("no preset \"fast\"", result.stderr)
        self.assertIn("release, other", result.stderr)

    def test_broken_build_names_its_log(self):
        result = self.compare("main", "main", script=self.script, environment=self.cache)
        self.assertEqual(result.returncode, 2)
        line = result.stderr.splitlines()[-1]
        self.assertIn("`cmake --preset release ...` failed", line)
        log = pathlib.Path(line.split("its output: ")[1].split(")")[0])
        self.assertIn("CMakeLists.txt", log.read_text())


if __name__ == "__main__":
    unittest.main(verbosity=1)
