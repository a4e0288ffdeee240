# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests `kitt judge` on runs that are bad on purpose: on one core, next to busy neighbours, by a program without
optimiser, and by a program of the preset generic. Builds these two programs (20 minutes).

program_test.py and variant_build.py describe the environment variables.
"""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

from program_test import LONGEST_RUN, PROGRAM, load
from test_judge import LENIENT, OF_THE_PLACE, JudgeTest
from variant_build import build_variant

RUN = ["dslash", "--kernels", "DWF4", "--L", "4", "--variants", "lexicographic", "--tune=off", "--min-time", "0.3",
       "--json", "run.json", "--force"]
# Limits that noise does not exceed. No run reaches this floor, so the judge names causes for every run.
RULES = {**LENIENT, "smallest_core_share": 1, "smallest_roofline_fraction": 1e9}
CPUS = sorted(os.sched_getaffinity(0))


@contextlib.contextmanager
def on_one_cpu():
    """Programs that start inside this block may use only one hardware thread, as with taskset."""
    os.sched_setaffinity(0, CPUS[:1])
    try:
        yield
    finally:
        os.sched_setaffinity(0, CPUS)


@contextlib.contextmanager
def busy_neighbours(each):
    """Runs `each` endless loops for each hardware thread. The loops end after some minutes, even if
    this test is killed."""
    loop = f"import time\nend = time.monotonic() + {LONGEST_RUN}\nwhile time.monotonic() < end: pass"
    loops = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(each * len(CPUS))]
    try:
        yield
    finally:
        for one in loops:
            one.kill()
            one.wait()


class BadRuns(JudgeTest):
    def environment(self):
        """Returns the environment without settings of threads and topology, as users start runs."""
        return {name: value for name, value in super().environment().items() if not name.startswith(("OMP_", "HWLOC_"))}

    def judged(self, *options, program=PROGRAM, **rules):
        """Runs the program and judges the run. Returns failed rules with their reasons, causes with their evidence,
        and the judge's text."""
        self.run_good(*RUN, *options, program=program)
        self.write_json("rules.json", {**RULES, **rules})
        _, said, judgement = self.judge("run.json", "--rules", "rules.json")
        print(f"\n{self.id()}: {' '.join(options)}\n{said}")
        failed = {one["rule"]: one["reasons"][0]["text"] for one in judgement["outcomes"] if one["verdict"] == "failed"}
        self.assertIn("floor", failed, said)
        causes = {one["cause"]: one["evidence"] for one in judgement["runs"][0]["suspects"]}
        for cause, evidence in causes.items():
            self.assertIn(f"{cause} ({evidence})", failed["floor"])
        return types.SimpleNamespace(failed=failed, causes=causes, said=said)

    def topology(self):
        return load(self.path("run.json"))["topology"]

    def test_runs_on_one_core(self):
        good = self.judged()
        cores = self.topology()["cores"]
        if cores < 2 or len(CPUS) < cores:
            self.skipTest(f"skipped: this test may use {len(CPUS)} hardware threads of {cores} cores")
        self.assertLessEqual(good.failed.keys(), OF_THE_PLACE | {"floor"}, good.said)
        self.assertFalse(good.causes.keys() & {"idle cores", "threads on one core"}, good.said)
        with on_one_cpu():
            one = self.judged()  # starts one thread
            two = self.judged("--threads", "2")
        self.assertEqual(one.failed.keys() - OF_THE_PLACE, {"cores", "floor"}, one.said)
        self.assertIn(f"only 1 of {cores} cores", one.failed["cores"])
        self.assertEqual(one.causes["idle cores"], f"1 of {cores} cores are in use")
        self.assertNotIn("threads on one core", one.causes)
        self.assertEqual(two.failed.keys() - OF_THE_PLACE, {"cores", "floor"}, two.said)
        self.assertIn("2 threads of a node share 1 hardware thread", two.failed["binding"])
        self.assertEqual(two.causes["threads on one core"], "2 threads may run on 1 hardware thread")

    def test_busy_neighbours(self):
        """Neighbours disturb samples by chance. The test repeats the run until the figure has a large error. The speed
        proves nothing, because other programs may also disturb a run without neighbours."""
        for _ in range(10):
            with busy_neighbours(4):
                bad = self.judged(largest_relative_error=0.05)
            if "noise" in bad.failed:
                break
        self.assertIn("DWF4 L = 4: +- is ", bad.failed.get("noise", "passed"), bad.said)
        self.assertIn("another job on the node", bad.causes, bad.said)

    def judged_variant(self, *options, **rules):
        """Builds a program with these options of CMake, runs it, and judges the run."""
        with tempfile.TemporaryDirectory(prefix="kitt-bad-run-") as folder:
            build_variant(folder, [*options, "-DBUILD_TESTING=OFF", "-DKITT_PRECISIONS=single",
                                   "-DKITT_KOKKOS_KERNELS=OFF"], ["kitt_itt"])
            return self.judged(program=pathlib.Path(folder, "bin", "kitt-itt"), smallest_simd_share=0.5, **rules)

    def test_program_without_optimiser(self):
        """Such a program does not reach the floor of the default rules. Its ceilings come from optimised code."""
        bad = self.judged_variant("-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O0",
                                  smallest_roofline_fraction=0.05)
        self.assertRegex(bad.failed.get("build", "passed"), "^debug build .*RelWithDebInfo, compiler flags .*-O0 ")
        self.assertNotIn("simd", bad.failed, bad.said)
        self.assertRegex(bad.causes["debug build"], "compiler flags .*-O0 ")

    def test_program_of_the_preset_generic(self):
        bad = self.judged_variant("--preset", "generic")
        self.assertNotIn("build", bad.failed, bad.said)
        self.assertNotIn("debug build", bad.causes, bad.said)
        if "AVX2" not in self.topology()["simd_offered"]:
            self.skipTest("skipped: the CPU has nothing much better than the instruction set of the preset generic")
        self.assertIn("wrong instruction set (on a CPU with ", bad.failed.get("simd", "passed"), bad.said)
        self.assertIn("the program uses SSE2, the CPU offers ", bad.causes["wrong instruction set"])


if __name__ == "__main__":
    unittest.main(verbosity=1)
