#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests kitt bsm, the kernels of BSMBench on several gauge groups. program_test.py describes the environment
variables."""

import math
import unittest

from program_test import SANITIZED
from test_network import NetworkTest

CASES = {"comms": ("su2", "adjoint", 3, True, "-1.05"), "balance": ("su3", "fundamental", 3, False, "-0.835"),
         "compute": ("su6", "fundamental", 6, False, "-0.8183")}
TESTS = ["sqnorm", "mad", "Dphi"]
FLOPS = {"usual": {"comms": (48, 96, 744), "balance": (48, 96, 1320), "compute": (96, 192, 4944)},
         "hirep": {"comms": (48, 96, 750), "balance": (48, 96, 1326), "compute": (96, 192, 4956)},
         "bsmbench": {"comms": (49, 96, 822), "balance": (49, 96, 1529), "compute": (97, 192, 5145)}}


class Bsm(NetworkTest):
    SHORT = ["bsm", "--min-time", "0.002", "--min-samples", "2", "--threads", "1"]
    EXTENTS = (4, 4, 4, 8) if SANITIZED else (4, 4, 8, 8)  # a volume that two or four ranks can share
    GLOBAL = ["--scaling", "strong", "--global", ".".join(map(str, EXTENTS))]

    def bsm(self, ranks, *more):
        said = self.run_good(*self.SHORT, *self.GLOBAL, "--json", "a.json", "--force", *more, ranks=ranks).stdout
        return self.record("a.json")["cells"], said

    def check(self, cells, count="usual", fields=4):
        self.assertEqual([(cell["parameters"]["case"], cell["kernel"]) for cell in cells],
                         [(case, test) for case in CASES for test in TESTS])
        sites = math.prod(self.EXTENTS)
        for cell in cells:
            case = cell["parameters"]["case"]
            self.assertEqual((cell["group"], cell["representation"], cell["dimension"], cell["real_links"],
                              cell["parameters"]["mass"]), CASES[case])
            self.assertLessEqual(cell["verification_error"], 1e-13)
            self.assertEqual(cell["verification_tolerance"], 1e-13)
            self.assertEqual(cell["sites"], sites)
            self.assertEqual(cell["flops_per_site"], FLOPS[count][case][TESTS.index(cell["kernel"])])
            self.assertEqual(cell["applications"], fields if cell["kernel"] == "sqnorm" else fields // 2)
            seconds = cell["seconds"]["median"]
            self.assertAlmostEqual(cell["seconds_per_application"], seconds / cell["applications"])
            rate = cell["flops_per_site"] * sites * cell["applications"] / seconds * 1e-9
            self.assertAlmostEqual(cell["gflops_per_s_per_node"] / rate, 1)
            self.assertAlmostEqual(cell["communication_share"], cell["communication_seconds"] / seconds)
            self.assertLessEqual(cell["communication_share"], 1)

    def test_one_rank_measures_all_tests(self):
        cells, said = self.bsm(1)
        self.check(cells)
        for cell in cells:
            self.assertEqual(cell["bytes_by_messages"] + cell["bytes_by_shared_memory"], 0)
            self.assertIn(f"{cell['verification_error']:.1e}", said)
            self.assertEqual(cell["order"] != "", cell["kernel"] == "Dphi")

    def test_a_volume_without_room_for_lanes_is_measured_one_by_one(self):
        self.run_good(*self.SHORT, "--L", "2", "--json", "a.json", ranks=1)
        self.assertEqual([(cell["status"], cell["lanes"]) for cell in self.record("a.json")["cells"]],
                         [("measured", 1)] * len(CASES) * len(TESTS))

    def test_several_ranks_send_half_spinors(self):
        for ranks in (2,) if SANITIZED else (2, 4):
            cells, _ = self.bsm(ranks, "--barrier", "yes", "--fields", "2", "--flops", "hirep")
            self.check(cells, "hirep", fields=2)
            for cell in cells:
                sent = cell["bytes_by_messages"] + cell["bytes_by_shared_memory"]
                if cell["kernel"] != "Dphi":
                    self.assertEqual(sent, 0)
                    continue
                local, whole = cell["local_volume"], cell["global_volume"]
                faces = sum(2 * math.prod(local) // extent for extent, all in zip(local, whole) if extent < all)
                self.assertEqual(sent, faces * 2 * cell["dimension"] * 16)
                self.assertGreater(cell["communication_share"], 0)

    def test_flops_can_be_counted_as_in_bsmbench(self):
        self.check(self.bsm(1, "--flops", "bsmbench")[0], "bsmbench")

    def test_other_representations_are_measured(self):
        for group, representation, dimension in (("su2", "symmetric", 3), ("su4", "antisymmetric", 6)):
            cells, _ = self.bsm(1, "--group", group, "--representation", representation, "--mass", "0.1", "--gauge", "weak")
            self.assertEqual([cell["kernel"] for cell in cells], TESTS)
            for cell in cells:
                self.assertEqual((cell["parameters"]["case"], cell["dimension"], cell["real_links"]),
                                 (f"{group} {representation}", dimension, False))
                self.assertLessEqual(cell["verification_error"], 1e-13)

    def test_single_precision_is_measured(self):
        cells, _ = self.bsm(1, "--precision", "single", "--case", "compute,comms")
        self.assertEqual([cell["parameters"]["case"] for cell in cells], 3 * ["comms"] + 3 * ["compute"])
        for cell in cells:
            self.assertEqual(cell["verification_tolerance"], 2e-6)
            self.assertGreater(cell["verification_error"], 1e-12)

    def test_a_record_is_resumed(self):
        cells, _ = self.bsm(1, "--case", "balance")
        said = self.run_good(*self.SHORT, *self.GLOBAL, "--case", "balance", "--resume", "a.json", ranks=1).stdout
        self.assertEqual(self.record("a.json")["cells"], cells)
        self.assertIn(f"{cells[2]['verification_error']:.1e}", said)

    def test_a_record_is_compared(self):
        self.bsm(1, "--case", "balance")
        said = self.run_good("compare", "a.json", "a.json", ranks=1).stdout
        for test in TESTS:
            self.assertIn(f"{test} balance", said)

    def test_uneven_parts_are_refused_with_what_works(self):
        result = self.run_kitt(*self.SHORT, "--scaling", "strong", "--global", "8.8.8.8", ranks=3)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        self.assertIn("each rank must get the same even extents): start 2 or 4 ranks, or take 8.8.8.6 or 8.8.8.12\n",
                      result.stderr)

    def test_bad_options_are_refused(self):
        for arguments, says in (
                (["--case", "qcd"], "comms or balance or compute"),
                (["--fields", "3"], "give 2 or 4"),
                (["--group", "su2"], "give both"),
                (["--group", "su2", "--representation", "adjoint", "--case", "comms"], "leave one out"),
                (["--group", "su4", "--representation", "adjoint"], "15 real colours"),
                (["--barrier", "maybe"], "no or yes"),
                (["--L", "5"], "give 4 or 6")):
            self.assert_refused("bsm", *arguments, says=says)


if __name__ == "__main__":
    unittest.main()
