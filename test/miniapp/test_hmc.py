#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests kitt hmc, hybrid Monte Carlo. program_test.py describes the environment variables."""

import os
import subprocess
import time
import unittest

from program_test import PROGRAM, THREADS
from test_network import NetworkTest

INTEGRATORS = {"leapfrog": 2, "omelyan": 2, "force-gradient": 4}
# mean of trajectories 4 to 8 at L = 4, from test/miniapp/benchmarks/hmc/reference_hmc.py, which shares no code with KITT
REFERENCE = 0.484954765903
# mean of trajectories 4 to 6 at L = 4 with two flavours, from the same program
REFERENCE_WITH_QUARKS = 0.442664987678
# mean of trajectories 4 to 6 at L = 4 with two flavours and the twisted mass 0.3
REFERENCE_WITH_TWIST = 0.445167840500


class HmcTest(NetworkTest):
    def hmc(self, *arguments, ranks=1, threads="1"):
        said = self.run_good("hmc", "--threads", threads, "--json", "a.json", "--force", *arguments, ranks=ranks).stdout
        (cell,) = self.record("a.json")["cells"]
        return cell, said


class Hmc(HmcTest):
    SMALL = ["--L", "4", "--thermalise", "3", "--trajectories", "5"]

    def check(self, cell, order=2):
        self.assertEqual(cell["status"], "measured")
        self.assertEqual(cell["seconds"]["count"], cell["parameters"]["trajectories"])
        self.assertAlmostEqual(cell["order"], order, delta=0.3)
        self.assertLess(cell["force_error"], 1e-8)
        self.assertLess(cell["reversibility_links"], 1e-11)
        self.assertLess(cell["reversibility_energy"], 1e-13)
        self.assertLess(cell["unitarity_error"], 1e-14)
        shares = [cell[f"{part}_share"] for part in ("force", "exchange", "other")]
        self.assertTrue(all(0 < share < 1 for share in shares), shares)
        # each part counts its slowest rank, so the sum may be above 1; little time lies between the parts
        self.assertGreater(sum(shares), 0.5)

    def test_trajectories_agree_with_an_independent_program_on_any_number_of_ranks(self):
        for ranks in (1, 2, 4):
            cell, said = self.hmc(*self.SMALL, ranks=ranks)
            self.check(cell)
            self.assertAlmostEqual(cell["plaquette"], REFERENCE, delta=1e-10)
            self.assertEqual(cell["global_volume"], [4, 4, 4, 4])
            self.assertEqual(cell["bytes_by_messages"] > 0, ranks > 1)
            self.assertIn(f"{cell['plaquette']:.9f}", said)

    def test_every_integrator_is_verified(self):
        for integrator, order in INTEGRATORS.items():
            cell, _ = self.hmc(*self.SMALL, "--integrator", integrator)
            self.assertEqual(cell["variant"], integrator)
            self.check(cell, order)

    def test_a_named_size_has_a_known_plaquette(self):
        cell, _ = self.hmc("--size", "test", threads=THREADS)
        self.check(cell)
        self.assertEqual((cell["size"], cell["global_volume"]), ("test", [8, 8, 8, 8]))
        self.assertEqual(cell["verification_tolerance"], 1e-8)
        self.assertAlmostEqual(cell["plaquette"], cell["golden_plaquette"], delta=1e-8)
        other, _ = self.hmc("--size", "test", "--seed", "2", "--thermalise", "3", "--trajectories", "2")
        self.assertNotIn("golden_plaquette", other)

    def test_a_saved_chain_is_continued_bit_by_bit(self):
        whole, _ = self.hmc("--L", "4", "--thermalise", "3", "--trajectories", "7", "--save", "whole.ildg")
        self.hmc("--L", "4", "--thermalise", "3", "--trajectories", "2", "--save", "half.ildg")
        rest, _ = self.hmc("--start", "half.ildg", "--thermalise", "3", "--trajectories", "2", "--save", "rest.ildg",
                           ranks=2)
        self.assertEqual((whole["last_trajectory"], rest["last_trajectory"]), (10, 10))
        # the checksums of the links; the files differ in their dates only
        whole_links, rest_links = (
            [line for line in self.run_kitt("gauge", name).stdout.splitlines() if line.startswith("  checksum")]
            for name in ("whole.ildg", "rest.ildg"))
        self.assertGreaterEqual(len(whole_links), 2)
        self.assertTrue(all("agrees with the stated" in line for line in whole_links), whole_links)
        self.assertEqual(whole_links, rest_links)

    def test_a_chain_that_is_killed_is_continued(self):
        with subprocess.Popen([PROGRAM, "hmc", "--threads", "1", "--L", "4", "--thermalise", "3", "--trajectories", "1000000",
                               "--save", "half.ildg", "--save-every", "2"],
                              cwd=self.folder, env=self.environment(), stdout=subprocess.DEVNULL) as run:
            while not os.path.exists(self.path("half.ildg")):
                self.assertIsNone(run.poll())
                time.sleep(0.01)
            run.kill()
        cell, _ = self.hmc("--start", "half.ildg", "--thermalise", "3", "--trajectories", "2")
        saved = cell["last_trajectory"] - 5
        self.assertEqual(saved % 2, 0)
        self.assertGreaterEqual(saved, 2)

    def test_a_record_is_resumed(self):
        cell, _ = self.hmc(*self.SMALL)
        self.run_good("hmc", "--threads", "1", *self.SMALL, "--resume", "a.json", ranks=1)
        self.assertEqual(self.record("a.json")["cells"], [cell])

    def test_averages_have_errors_if_there_are_enough_trajectories(self):
        cell, _ = self.hmc("--L", "4", "--beta", "1", "--thermalise", "50", "--trajectories", "40", "--steps", "4")
        self.assertAlmostEqual(cell["exp_minus_delta_h"], 1, delta=5 * cell["exp_minus_delta_h_error"])
        # strong coupling: the plaquette is beta / 18 + beta^2 / 216 + O(beta^4)
        self.assertAlmostEqual(cell["plaquette"], 1 / 18 + 1 / 216, delta=5 * cell["plaquette_error"] + 2e-4)
        few, _ = self.hmc(*self.SMALL)
        self.assertIsNotNone(cell["plaquette_error"])
        self.assertIsNone(few["plaquette_error"])
        self.assertIsNone(few["exp_minus_delta_h"])

    def test_a_cold_start_begins_with_unit_links(self):
        cell, _ = self.hmc("--L", "4", "--start", "cold", "--thermalise", "3", "--trajectories", "2", "--length", "0.01",
                           "--steps", "2")
        self.assertGreater(cell["plaquette"], 0.99)

    def test_options_that_contradict_each_other_are_refused(self):
        self.assert_refused("hmc", "--size", "test", "--L", "4", says="--size with --L")
        self.assert_refused("hmc", "--size", "large", says="test or node or rack")
        self.assert_refused("hmc", "--L", "4,8", "--save", "a", says="--save with several --L")
        self.assert_refused("hmc", "--start", "a", "--L", "4", says="the file fixes the lattice")
        self.assert_refused("hmc", "--L", "4", "--save-every", "2", says="--save-every without --save")
        self.assert_refused("hmc", "--start", "missing", says="missing")
        self.assert_refused("hmc", "--thermalise", "2", "--L", "4", says="from 3 to")


class HmcWithQuarks(HmcTest):
    """Trajectories with two flavours of Wilson quarks."""
    SMALL = ["--flavours", "2", "--L", "4", "--thermalise", "3", "--trajectories", "3"]

    def check(self, cell, order=2):
        self.assertEqual((cell["status"], cell["kernel"]), ("measured", "Wilson quarks"))
        self.assertAlmostEqual(cell["order"], order, delta=0.3)
        for key, limit in (("force_error", 1e-8), ("quark_force_error", 1e-8), ("quark_action_error", 1e-12),
                           ("reversibility_links", 1e-11), ("reversibility_energy", 1e-13)):
            self.assertLess(cell[key], limit, key)
        shares = [cell[f"{part}_share"] for part in ("force", "quark_force", "solver", "exchange", "other")]
        self.assertTrue(all(0 < share < 1 for share in shares), shares)
        self.assertGreater(sum(shares), 0.5)
        self.assertEqual(cell["solutions"], 2 * cell["parameters"]["steps"] + 2)  # forces, and the energy at the end
        self.assertGreater(cell["solver_iterations"], 10)

    def test_trajectories_agree_with_an_independent_program_on_any_number_of_ranks(self):
        sent = []
        for ranks in (1, 2):
            cell, said = self.hmc(*self.SMALL, ranks=ranks)
            self.check(cell)
            self.assertAlmostEqual(cell["plaquette"], REFERENCE_WITH_QUARKS, delta=1e-9)
            self.assertEqual((cell["parameters"]["mass"], cell["parameters"]["beta"]), ("-0.7", "5.6"))
            self.assertIn(f"{cell['plaquette']:.9f}", said)
            sent.append(cell["bytes_by_messages"])
        self.assertEqual(sent[0], 0)
        twisted, _ = self.hmc(*self.SMALL, "--mu", "0.3")
        self.check(twisted)
        self.assertAlmostEqual(twisted["plaquette"], REFERENCE_WITH_TWIST, delta=1e-9)
        self.assertEqual(twisted["parameters"]["mu"], "0.3")
        # the faces of the solver, in each iteration four hops with faces of half spinors
        self.assertGreater(sent[1], 4 * 20 * 10 * 4 * 4 * 4 * 96 / 2)

    def test_a_named_size_has_a_known_plaquette(self):
        cell, _ = self.hmc("--size", "test", "--flavours", "2", threads=THREADS)
        self.check(cell)
        self.assertEqual((cell["size"], cell["global_volume"]), ("test", [4, 4, 4, 8]))
        self.assertEqual(cell["verification_tolerance"], 1e-8)
        self.assertAlmostEqual(cell["plaquette"], cell["golden_plaquette"], delta=1e-8)

    def test_a_saved_chain_is_continued(self):
        whole, _ = self.hmc(*self.SMALL[:-4], "--thermalise", "3", "--trajectories", "5")
        self.hmc(*self.SMALL[:-4], "--thermalise", "3", "--trajectories", "2", "--save", "half.ildg")
        rest, said = self.hmc("--flavours", "2", "--start", "half.ildg", "--thermalise", "3", "--trajectories", "2")
        self.assertNotIn("does not continue", said)
        self.assertEqual(rest["last_trajectory"], 10)
        self.assertAlmostEqual(rest["parameters"]["trajectories"], 2)
        other = self.run_good("hmc", "--threads", "1", "--start", "half.ildg", "--trajectories", "2", ranks=1)
        self.assertIn("quarks of mass -0.7, so this run does not continue its chain", other.stdout + other.stderr)
        self.hmc("--flavours", "2", "--mu", "0.1", "--start", "half.ildg", "--trajectories", "2", "--save", "twisted.ildg")
        other = self.run_good("hmc", "--threads", "1", "--start", "twisted.ildg", "--trajectories", "2", ranks=1)
        self.assertIn("quarks of mass -0.7 and mu 0.1, so this run", other.stdout + other.stderr)
        self.assertEqual(whole["last_trajectory"], 8)

    def test_energy_errors_average_to_the_right_value(self):
        cell, _ = self.hmc("--flavours", "2", "--L", "4", "--beta", "1", "--mass", "1", "--steps", "2", "--thermalise", "50",
                           "--trajectories", "20", "--inner-steps", "1")
        self.assertAlmostEqual(cell["exp_minus_delta_h"], 1, delta=5 * cell["exp_minus_delta_h_error"])

    def test_options_of_quarks_without_quarks_are_refused(self):
        self.assert_refused("hmc", "--mass", "-0.5", says="--mass without quarks")
        self.assert_refused("hmc", "--inner-steps", "3", says="add --flavours 2")
        self.assert_refused("hmc", "--mu", "0.1", says="--mu without quarks")
        self.assert_refused("hmc", "--flavours", "1", says="give 0 or 2")
        self.assert_refused("hmc", "--flavours", "2", "--mass", "-4", says="from -3 to")


class PublishedPlaquettes(HmcTest):
    """Compares plaquettes with published ones. Source for beta = 6.0 and 5.7: 0.5937 and 0.5490 in the issue. Source
    with quarks: table of test runs in the manual of tmLQCD (Jansen, Urbach, Comput. Phys. Commun. 180 (2009) 2717),
    and its file sample-hmc0.input."""

    def compare(self, published, delta, *arguments):
        cell, _ = self.hmc("--thermalise", "150", *arguments, threads=THREADS)
        self.assertLess(cell["plaquette_error"], 1e-3)
        self.assertAlmostEqual(cell["plaquette"], published, delta=4 * cell["plaquette_error"] + delta)
        self.assertAlmostEqual(cell["exp_minus_delta_h"], 1, delta=5 * cell["exp_minus_delta_h_error"])

    def compare_without_quarks(self, beta, published):
        # the published values have four digits, and are for larger lattices
        self.compare(published, 2e-4, "--L", "8", "--beta", beta, "--trajectories", "600", "--steps", "8")

    def test_beta_6(self):
        self.compare_without_quarks("6.0", 0.5937)

    def test_beta_5_7(self):
        self.compare_without_quarks("5.7", 0.5490)

    def test_two_flavours_with_a_twisted_mass(self):
        kappa, two_kappa_mu = 0.177, 0.177
        # the published value is 0.62457(7)
        self.compare(0.62457, 4 * 7e-5, "--L", "4", "--beta", "6.0", "--flavours", "2", "--mass", repr(1 / (2 * kappa) - 4),
                     "--mu", repr(two_kappa_mu / (2 * kappa)), "--steps", "6", "--trajectories", "1500")


if __name__ == "__main__":
    unittest.main()
