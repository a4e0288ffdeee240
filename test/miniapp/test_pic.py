#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests kitt pic, the particle-in-cell benchmark. program_test.py describes the environment variables."""

import math
import unittest

from program_test import SANITIZED
from test_network import NetworkTest

DEPOSITIONS = ["scatter", "atomic", "sorted"]
PHASES = {"charge_seconds", "exchange_seconds", "field_seconds", "push_seconds", "shift_seconds"}


class Pic(NetworkTest):
    SHORT = ["pic", "--min-time", "0.002", "--min-samples", "2", "--threads", "1"]
    EXTENTS = (6, 5, 8)
    SMALL = ["--grid", "6.5.8", "--particles-per-cell", "3", "--steps", "4"]

    def pic(self, ranks, *more):
        said = self.run_good(*self.SHORT, *self.SMALL, "--json", "a.json", "--force", *more, ranks=ranks).stdout
        return self.record("a.json")["cells"], said

    def check(self, cells, ranks, points=4):
        self.assertEqual([cell["variant"] for cell in cells], DEPOSITIONS)
        for cell in cells:
            self.assertEqual(cell["kernel"], "step")
            self.assertEqual(cell["parameters"], {"grid": "6.5.8", "particles_per_cell": 3, "points": points, "steps": 4})
            self.assertEqual(tuple(cell["extents"]), self.EXTENTS)
            self.assertEqual((cell["particles"], cell["ranks"], cell["nodes"]), (3 * math.prod(self.EXTENTS), ranks, 1))
            self.assertLessEqual(cell["verification_error"], 1e-12)
            self.assertLessEqual(cell["trajectory_error"], 1e-9)
            self.assertEqual((cell["verification_tolerance"], cell["trajectory_tolerance"]), (1e-12, 1e-9))
            self.assertEqual(set(cell["phases"]), PHASES)
            for rate, seconds in (("particles", cell["seconds"]["median"]),
                                  ("charge_particles", cell["phases"]["charge_seconds"]),
                                  ("push_particles", cell["phases"]["push_seconds"])):
                self.assertAlmostEqual(cell[rate + "_per_s_per_node"] * seconds / (4 * cell["particles"]), 1)
            # Planes are shared as evenly as possible, and few particles change their slab in four steps.
            most = math.ceil(8 / ranks) / (8 / ranks)
            self.assertGreaterEqual(cell["imbalance"], 1)
            self.assertAlmostEqual(cell["imbalance"], most, delta=0.25)
            if ranks == 1:
                self.assertEqual((cell["imbalance"], cell["bytes_by_messages"]), (1, 0))
            else:
                # Bytes of the planes: charge, potential in both ways for each sweep, and field.
                planes = 7 * 6 + 10 * 2 * 6 * 5 + 4 * 7 * 6
                self.assertGreaterEqual(cell["bytes_by_messages"], 4 * 8 * planes)
                self.assertLess(cell["bytes_by_messages"], 4 * 8 * planes + 64 * 4 * cell["particles"])

    def test_one_rank_measures_all_depositions(self):
        cells, said = self.pic(1)
        self.check(cells, 1)
        for cell in cells:
            self.assertIn(f"{cell['particles_per_s_per_node']:.0f}", said)
            self.assertIn(f"{cell['verification_error']:.1e}", said)
        self.assertNotIn("more than 100 %", said)

    def test_several_ranks_share_the_planes(self):
        for ranks in (2,) if SANITIZED else (2, 3):
            cells, said = self.pic(ranks)
            self.check(cells, ranks)
            self.assertIn(f"slabs of at least {8 // ranks} planes on {ranks} ranks", said)
            self.assertIn("shares may add up to more than 100 %", said)

    def test_particles_can_be_deposited_at_one_point(self):
        self.check(self.pic(1, "--points", "1")[0], 1, points=1)

    def test_a_single_deposition_is_measured(self):
        cells, _ = self.pic(1, "--deposit", "sorted")
        self.assertEqual([cell["variant"] for cell in cells], ["sorted"])

    def test_a_record_is_resumed(self):
        cells, _ = self.pic(1)
        said = self.run_good(*self.SHORT, *self.SMALL, "--resume", "a.json", ranks=1).stdout
        self.assertEqual(self.record("a.json")["cells"], cells)
        self.assertIn(f"{cells[2]['particles_per_s_per_node']:.0f}", said)

    def test_compared_by_the_fastest_deposition(self):
        cells, _ = self.pic(1)
        fastest = max(cells, key=lambda cell: cell["particles_per_s_per_node"])["variant"]
        said = self.run_good("compare", "a.json", "a.json", ranks=1).stdout
        self.assertRegex(said, rf"step 6\.5\.8 x 3, 4 points .*1\.000 +{fastest}\n")

    def test_too_much_memory_is_skipped(self):
        result = self.run_kitt("pic", "--grid", "512.512.512", "--particles-per-cell", "1000000", "--json", "a.json",
                               "--threads", "1", ranks=1)
        said = result.stdout
        self.assertEqual(result.returncode, 2)  # status 2, because nothing was measured
        cells = self.record("a.json")["cells"]
        self.assertEqual([(cell["status"], cell["variant"]) for cell in cells], [("skipped", name) for name in DEPOSITIONS])
        self.assertIn("skipped", said)

    def test_more_ranks_than_planes_are_refused(self):
        result = self.run_kitt("pic", "--grid", "8.8.2", ranks=3)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        self.assertIn("the grid has only 2 planes along z for 3 ranks (each rank needs at least one plane): start 2 ranks or fewer",
                      result.stderr)

    def test_bad_options_are_refused(self):
        for arguments, says in (
                (["--grid", "8.8"], "give X.Y.Z"),
                (["--grid", "8.8.7"], "give an even number of planes, 6 or 8"),
                (["--grid", "3.8.8"], "give a number from 4"),
                (["--grid", "8.8.x"], "not a whole number"),
                (["--particles-per-cell", "0"], "give a number from 1"),
                (["--steps", "0"], "give a number from 1"),
                (["--points", "2"], "1 or 4"),
                (["--deposit", "magic"], "scatter or atomic or sorted"),
                (["--deposit", "atomic,atomic"], "comes twice")):
            self.assert_refused("pic", *arguments, says=says)


if __name__ == "__main__":
    unittest.main()
