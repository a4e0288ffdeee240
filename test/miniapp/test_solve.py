#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests kitt solve: conjugate gradients, their rates and their residuals. program_test.py describes the environment
variables."""

import math
import os
import pathlib
import re
import unittest
import zlib

from program_test import SANITIZED
from test_network import NetworkTest


SHORT = ["solve", "--min-time", "0.002", "--min-samples", "2"]


def write_zero_source(source, path):
    """Writes the source of 8^4 sites in single precision with all numbers zero, and with the right checksums."""
    data = pathlib.Path(source).read_bytes()
    numbers, of_site = 8**4 * 24, zlib.crc32(bytes(24))
    sums = [0, 0]
    for site in range(8**4):
        for i, period in enumerate((29, 31)):
            sums[i] ^= (of_site << site % period | of_site >> 32 - site % period) & 0xffffffff
    begin = data.index(b"scidac-binary-data") + 128
    data = data[:begin] + bytes(numbers) + data[begin + numbers:]
    for name, checksum in zip((b"suma", b"sumb"), sums):
        data = re.sub(b"<" + name + b">[0-9a-f]{8}", b"<%s>%08x" % (name, checksum), data)
    pathlib.Path(path).write_bytes(data)


class Solve(NetworkTest):
    EXTENTS = (4, 4, 4, 8) if SANITIZED else (4, 4, 8, 8)  # a volume that two or four ranks can share
    RUN = [*SHORT, "--scaling", "strong", "--global", ".".join(map(str, EXTENTS))]

    def solve(self, ranks, *more, mass="0.5"):
        slices = [] if "wilson" in more else ["--Ls", "2"]
        said = self.run_good(*self.RUN, *slices, "--mass", mass, "--threads", "1", "--json", "a.json", "--force", *more,
                             ranks=ranks).stdout
        return self.record("a.json")["cells"], said

    def check(self, ranks):
        cells, said = self.solve(ranks)
        self.assertEqual([(cell["kernel"], cell["variant"]) for cell in cells],
                         [(kernel, variant) for kernel in ("CG Wilson", "CG DWF")
                          for variant in ("one precision", "mixed precision")])
        for cell in cells:
            self.assertTrue(cell["converged"])
            self.assertLessEqual(cell["iterated_residual"], 1e-8)
            self.assertLessEqual(cell["true_residual"], 1e-7)
            self.assertEqual(cell["true_residual_limit"], 1e-7)
            seconds = cell["seconds"]["median"]
            self.assertAlmostEqual(cell["seconds_per_iteration"], seconds / cell["iterations"])
            flops = cell["flops_per_site_iteration"] * cell["sites"] * cell["iterations"]
            self.assertAlmostEqual(cell["mflops_per_node"] / (flops / seconds * 1e-6), 1)
            self.assertAlmostEqual(cell["fraction_of_operator"],
                                   cell["mflops_per_node"] / cell["operator_mflops_per_node"])
            self.assertGreater(cell["iteration"]["matrix_seconds"], 0)
            self.assertIn(f"{cell['true_residual']:.1e}", said)
        for double, mixed in (cells[:2], cells[2:]):
            self.assertEqual(double["restarts"], 0)
            self.assertGreater(mixed["restarts"], 1)
            self.assertLessEqual(abs(mixed["iterations"] - double["iterations"]), 0.1 * double["iterations"] + 2)
            self.assertRegex(said, rf" mixed precision +{mixed['iterations']} +{mixed['restarts']} ")
        self.assertEqual(cells[0]["flops_per_site_iteration"], 4 * 1344 + 2 * 72 + 240)
        self.assertEqual(cells[0]["sites"], math.prod(self.EXTENTS) // 2)
        self.assertEqual(cells[2]["sites"], math.prod(self.EXTENTS) // 2 * 2)
        return [cell["iterations"] for cell in cells]

    def test_any_number_of_ranks_takes_the_same_iterations(self):
        alone = self.check(1)
        for ranks in (2,) if SANITIZED else (2, 4):
            for found, expected in zip(self.check(ranks), alone):
                self.assertLessEqual(abs(found - expected), 1)

    def test_a_record_is_resumed(self):
        cells, _ = self.solve(1, "--operator", "wilson")
        said = self.run_good(*self.RUN, "--mass", "0.5", "--threads", "1", "--operator", "wilson", "--resume", "a.json",
                             ranks=1).stdout
        self.assertEqual(self.record("a.json")["cells"], cells)
        self.assertIn(f"{cells[0]['true_residual']:.1e}", said)

    def test_pipelined_takes_the_same_iterations(self):
        for ranks in (1, 2):
            cells, said = self.solve(ranks, "--solver", "cg,pipelined", "--precision", "double,mixed")
            self.assertEqual([cell["variant"] for cell in cells],
                             ["one precision", "pipelined", "mixed precision"] * 2)
            for plain, pipelined in (cells[:2], cells[3:5]):
                self.assertLessEqual(abs(plain["iterations"] - pipelined["iterations"]), 1)
                self.assertTrue(pipelined["converged"])
                self.assertLessEqual(pipelined["true_residual"], 1e-7)
                self.assertEqual(pipelined["flops_per_site_iteration"] - plain["flops_per_site_iteration"], 144)
                self.assertRegex(said, rf"\n{pipelined['kernel']} .* pipelined ")

    def test_iterations_in_half_precision_reach_double_precision(self):
        for ranks in (1, 2):
            cells, said = self.solve(ranks, "--operator", "wilson,clover,twisted,dwf,mobius", "--precision", "mixed,half")
            self.assertEqual([cell["variant"] for cell in cells], ["mixed precision", "half precision"] * 5)
            for mixed, half in zip(cells[::2], cells[1::2]):
                self.assertTrue(half["converged"])
                self.assertLessEqual(half["true_residual"], 1e-7)
                self.assertGreater(half["restarts"], mixed["restarts"])
                self.assertLessEqual(half["iterations"], 1.2 * mixed["iterations"] + 2)
                self.assertEqual(half["flops_per_site_iteration"], mixed["flops_per_site_iteration"])
                smaller = half["working_set_bytes_per_node"] / mixed["working_set_bytes_per_node"]
                # the solution stays in single precision, and so do the matrices of sites
                self.assertTrue(0.5 < smaller < (0.7 if half["kernel"] == "CG clover" else 0.6), smaller)
                self.assertRegex(said, rf" half precision +{half['iterations']} +{half['restarts']} ")

    def test_a_requested_number_of_iterations_is_run(self):
        cells, _ = self.solve(1, "--iterations", "7", "--operator", "wilson")
        for cell in cells:
            self.assertEqual((cell["iterations"], cell["converged"], cell["parameters"]["tolerance"]), (7, False, "0"))
            self.assertGreater(cell["true_residual"], 1e-4)

    @unittest.skipIf(SANITIZED, "skipped: this test covers the lines of other tests")
    def test_heavier_quarks_take_fewer_iterations(self):
        light, _ = self.solve(1, "--operator", "wilson", "--precision", "double", mass="0.1")
        heavy, _ = self.solve(1, "--operator", "wilson", "--precision", "double", mass="2")
        self.assertLess(2 * heavy[0]["iterations"], light[0]["iterations"])

    def assert_fails(self, *arguments, says):
        result = self.run_kitt(*self.RUN, "--threads", "1", "--json", "a.json", "--force", "--operator", "wilson",
                                *arguments)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn(says, result.stdout)
        cell, = self.record("a.json")["cells"]
        self.assertEqual(cell["status"], "failed")
        self.assertGreater(cell["verification_error"], cell["verification_tolerance"])

    def test_an_unconverged_solver_has_no_figure(self):
        self.assert_fails("--precision", "double", "--max-iterations", "3", says="no convergence to 1e-08 in 3 iterations")

    def test_a_residual_that_single_precision_cannot_reach_is_reported(self):
        self.assert_fails("--precision", "single", "--tolerance", "1e-11", "--max-iterations",
                          "100" if SANITIZED else "500", says="CG Wilson")

    def test_a_volume_without_room_for_lanes_is_measured_one_by_one(self):
        self.run_good(*SHORT, "--threads", "1", "--L", "2", "--operator", "wilson,dwf,staggered", "--Ls", "2", "--mass",
                      "0.5", "--precision", "single,double,mixed,half", "--json", "a.json", ranks=1)
        cells = self.record("a.json")["cells"]
        self.assertEqual([(cell["status"], cell["lanes"], cell["converged"]) for cell in cells],
                         [("measured", 1, True)] * 11)

    def test_a_small_share_of_four_ranks_is_measured(self):
        if SANITIZED:
            self.skipTest("this test covers the lines of other tests")
        self.run_good(*SHORT, "--threads", "1", "--scaling", "strong", "--global", "4.4.4.4", "--mass", "0.5", "--operator",
                      "wilson", "--json", "a.json", ranks=4)
        cells = self.record("a.json")["cells"]
        self.assertEqual([cell["status"] for cell in cells], ["measured"] * 2)
        # registers of eight numbers or more do not fit such a small share, registers of four do
        self.assertTrue(all(cell["lanes"] in (1, 4) for cell in cells), cells)

    def test_flops_can_be_counted_as_in_hirep(self):
        usual, _ = self.solve(1, "--operator", "wilson", "--precision", "double")
        hirep, said = self.solve(1, "--operator", "wilson", "--precision", "double", "--flops", "hirep")
        self.assertEqual((usual[0]["flops_per_site"], hirep[0]["flops_per_site"]), (1344, 1326))
        # SOMBRERO counts per site of both parities. Vectors have 144 flops. The operator is applied twice. It has two
        # hopping terms of 663 flops and a diagonal of 36 flops.
        self.assertEqual(hirep[0]["flops_per_site_iteration"], 2 * (2 * (2 * 663 + 36) + 144))
        self.assertEqual(self.record("a.json")["configuration"]["conventions"]["flops_per_site"], 1326)
        self.assertIn("1326 flops per site of a hopping term, counted as in HiRep and SOMBRERO.", said)
        flops = hirep[0]["flops_per_site_iteration"] * hirep[0]["sites"] * hirep[0]["iterations"]
        self.assertAlmostEqual(hirep[0]["mflops_per_node"] / (flops / hirep[0]["seconds"]["median"] * 1e-6), 1)

    def test_bad_options_are_refused(self):
        for arguments, says in (
                (["--operator", "overlap"], "wilson or clover or twisted or dwf or mobius or staggered"),
                (["--operator", "staggered", "--action", "fat7"], "naive or asqtad or hisq"),
                (["--operator", "staggered", "--mass", "0"], "--mass 0 is not possible with --operator staggered"),
                (["--operator", "staggered", "--action", "asqtad", "--fat", "a"], "give both"),
                (["--precision", "quarter"], "single or double or mixed or half"),
                (["--precision", "half", "--operator", "wilson,staggered"], "use --precision mixed"),
                (["--precision", "half", "--rhs", "4"], "use --precision single or double"),
                (["--precision", "mixed", "--solver", "pipelined"], "use --precision single or double"),
                (["--flops", "hirep"], "give --operator wilson"),
                (["--flops", "hirep", "--operator", "wilson,staggered"], "give --operator wilson"),
                (["--flops", "hirep", "--operator", "wilson", "--solver", "cg,pipelined"], "use --solver cg"),
                (["--flops", "hirep", "--operator", "wilson", "--flops-per-site", "1320"], "--flops-per-site with --flops hirep"),
                (["--flops", "grid"], "usual or hirep"),
                (["--mass", "-1"], "give a number from 0 to 100"),
                (["--tolerance", "0"], "give a number from"),
                (["--tolerance", "1e-6", "--iterations", "5"], "--tolerance with --iterations"),
                (["--max-iterations", "9", "--iterations", "5"], "--max-iterations with --iterations"),
                (["--operator", "wilson", "--action", "hisq"], "add --operator staggered"),
                (["--operator", "staggered", "--action", "naive,hisq", "--u0", "0.9"], "add --action asqtad"),
                (["--operator", "staggered", "--action", "asqtad", "--naik-epsilon", "-0.2"], "add --action hisq"),
                (["--iterations", "0"], "out of range"),
                (["--gauge", "no.such.file"], "no.such.file")):
            self.assert_refused("solve", *arguments, says=says)

    def test_links_from_a_gauge_file_are_used(self):
        shared = pathlib.Path(os.environ.get("KITT_SHARED", "")) / "data" / "b_4x4x4x8_2row_f64le.nersc"
        if not shared.is_file():
            self.skipTest("no gauge field at hand")
        self.run_good(*SHORT, "--threads", "1", "--gauge", str(shared), "--boundary", "antiperiodic", "--mass", "0.5",
                      "--operator", "wilson", "--json", "a.json", ranks=1)
        for cell in self.record("a.json")["cells"]:
            self.assertEqual((cell["global_volume"], cell["converged"]), ([4, 4, 4, 8], True))


class OperatorsSolve(NetworkTest):
    NEW = "clover,twisted,mobius"

    def cells(self, ranks, *more):
        self.run_good(*SHORT, "--scaling", "strong", "--global", "4.4.4.4", "--mass", "1", "--threads", "1",
                      "--json", "a.json", "--force", *more, ranks=ranks)
        cells = self.record("a.json")["cells"]
        for cell in cells:
            self.assertTrue(cell["converged"], cell)
            self.assertLessEqual(cell["true_residual"], cell["true_residual_limit"])
        return cells

    def iterations(self, ranks, *more):
        return [cell["iterations"] for cell in self.cells(ranks, "--precision", "double", *more)]

    def test_production_operators_converge_on_any_ranks(self):
        def solve(ranks):
            cells = self.cells(ranks, "--operator", self.NEW, "--Ls", "2", "--precision", "double", "--csw", "1.5",
                               "--mu", "0.2", "--b5", "1.25", "--c5", "0.25")
            self.assertEqual([cell["kernel"] for cell in cells], ["CG clover", "CG twisted", "CG Moebius"])
            numbers = [{name: cell["parameters"].get(name) for name in ("csw", "mu", "b5", "c5")} for cell in cells]
            none = dict.fromkeys(("csw", "mu", "b5", "c5"))
            self.assertEqual(numbers, [{**none, "csw": "1.5"}, {**none, "mu": "0.2"},
                                       {**none, "b5": "1.25", "c5": "0.25"}])
            # four hopping terms, twice A and its inverse, and the vectors
            self.assertEqual([cell["flops_per_site_iteration"] for cell in cells],
                             [4 * 1344 + 2 * diagonal + 240 for diagonal in (528 + 504, 96 + 72, 192 + 168)])
            self.assertEqual([cell["ls"] for cell in cells], [1, 1, 2])
            return [cell["iterations"] for cell in cells]

        alone = solve(1)
        for ranks in (2,) if SANITIZED else (2, 4):
            for found, expected in zip(solve(ranks), alone):
                self.assertLessEqual(abs(found - expected), 1)

    def test_all_solvers_and_precisions_solve_production_operators(self):
        variants = ("one precision", "pipelined", "one precision", "pipelined", "mixed precision")
        cells = self.cells(1, "--operator", self.NEW, "--Ls", "2", "--solver", "cg,pipelined", "--precision",
                           "single,double,mixed")
        self.assertEqual([(cell["kernel"], cell["variant"]) for cell in cells],
                         [(f"CG {kernel}", variant) for kernel in ("clover", "twisted", "Moebius")
                          for variant in variants])
        for of_kernel in (cells[:5], cells[5:10], cells[10:]):
            double, pipelined, mixed = of_kernel[2:]
            self.assertLessEqual(abs(double["iterations"] - pipelined["iterations"]), 1)
            self.assertLessEqual(abs(double["iterations"] - mixed["iterations"]), 0.1 * double["iterations"] + 2)

    def test_special_cases_of_production_operators_are_the_old_operators(self):
        wilson, dwf = self.iterations(1, "--operator", "wilson,dwf", "--Ls", "2")
        special = self.iterations(1, "--operator", self.NEW, "--Ls", "2", "--csw", "0", "--mu", "0", "--b5", "1",
                                  "--c5", "0")
        self.assertEqual(special, [wilson, wilson, dwf])
        for numbers in (["--operator", "clover", "--csw", "2"], ["--operator", "twisted", "--mu", "1"]):
            self.assertNotEqual(self.iterations(1, *numbers), [wilson])

    def test_numbers_that_do_not_fit_are_refused(self):
        for arguments, says in (
                (["--csw", "1"], "add --operator clover"),
                (["--operator", "clover", "--mu", "1"], "add --operator twisted"),
                (["--operator", "dwf", "--c5", "0.5"], "add --operator mobius"),
                (["--operator", "clover", "--Ls", "8"], "add --operator dwf (or mobius)"),
                (["--operator", "mobius", "--b5", "0.5", "--c5", "1"], "--c5 is larger than --b5"),
                (["--operator", "clover", "--gauge", "hot", "--csw", "10", "--L", "4", "--threads", "1"],
                 "is not positive")):
            self.assert_refused("solve", *arguments, says=says)


class ManyRhsSolve(NetworkTest):
    RHS = 4
    VOLUME = (4, 4, 4, 8)

    def solve(self, ranks, *more, volume=VOLUME, mass="0.2"):
        record = [] if "--resume" in more else ["--json", "a.json", "--force"]
        said = self.run_good(*SHORT, "--scaling", "strong", "--global", ".".join(map(str, volume)), "--mass", mass,
                             "--threads", "1", *record, *more, ranks=ranks).stdout
        return self.record("a.json")["cells"], said

    def check(self, cell, vectors):
        """Checks the figures of a cell with several right-hand sides. `vectors`: flops of vector operations per odd
        site and right-hand side."""
        columns, seconds = cell["right_hand_sides"], cell["seconds"]["median"]
        self.assertTrue(cell["converged"])
        self.assertLessEqual(cell["iterated_residual"], 1e-8)
        self.assertLessEqual(cell["true_residual"], 1e-7)
        self.assertEqual((columns["count"], len(columns["single_iterations"])), (self.RHS, self.RHS))
        self.assertAlmostEqual(columns["single_iterations_mean"], sum(columns["single_iterations"]) / self.RHS)
        self.assertAlmostEqual(columns["seconds"], seconds / self.RHS)
        self.assertAlmostEqual(columns["gain"], columns["single_seconds"] / columns["seconds"])
        self.assertAlmostEqual(columns["difference_limit"], 1e-4)
        self.assertLess(columns["difference"], 1e-5)
        self.assertGreater(columns["difference"], 0)
        self.assertEqual(cell["sites"], self.RHS * math.prod(cell["global_volume"]) // 2)
        matrix = 4 * 1344 + 2 * 72 if cell["kernel"] == "CG Wilson" else 2 * (570 + 6)
        self.assertEqual(cell["flops_per_site_iteration"], matrix + vectors)
        flops = cell["flops_per_site_iteration"] * cell["sites"] * cell["iterations"]
        self.assertAlmostEqual(cell["mflops_per_node"] / (flops / seconds * 1e-6), 1)

    def iterations(self, ranks, operator, *, complex_numbers, **lattice):
        """Solves for one and for several right-hand sides, and checks the cells."""
        cells, said = self.solve(ranks, "--operator", operator, "--precision", "double", "--rhs", f"1,{self.RHS}",
                                 **lattice)
        one, multiple, block = cells
        self.assertEqual([(cell["variant"], cell["right_hand_sides"]["count"]) for cell in cells],
                         [("one precision", 1), ("multiple", self.RHS), ("block", self.RHS)])
        self.assertEqual(set(one["right_hand_sides"]), {"count", "seconds", "single_iterations"})
        self.check(multiple, 5 * 2 * 2 * complex_numbers)
        self.check(block, 8 * (5 * self.RHS + 1) * complex_numbers)
        alone = multiple["right_hand_sides"]["single_iterations"]
        self.assertEqual(alone, block["right_hand_sides"]["single_iterations"])
        self.assertEqual(alone[0], one["iterations"])  # the first source is the source of other runs
        self.assertLessEqual(abs(multiple["iterations"] - max(alone)), 1)
        self.assertLess(block["iterations"], 0.9 * min(alone))
        self.assertRegex(said, r"RHS +Time +Single +Gain")
        self.assertRegex(said, rf"\n{block['kernel']} .* block +{self.RHS} .* {block['iterations']} ")
        return [cell["iterations"] for cell in cells]

    def test_several_right_hand_sides_are_solved_on_any_ranks(self):
        alone = self.iterations(1, "staggered", complex_numbers=3)
        for found, expected in zip(self.iterations(2, "staggered", complex_numbers=3), alone):
            self.assertLessEqual(abs(found - expected), 1)

    def test_spinors_with_several_right_hand_sides_are_solved(self):
        self.iterations(1, "wilson", complex_numbers=12, volume=(4, 4, 4, 4), mass="0.1")

    def test_more_right_hand_sides_take_fewer_block_iterations(self):
        cells, _ = self.solve(1, "--operator", "staggered", "--solver", "block", "--precision", "double", "--rhs",
                              "1,2,8" if SANITIZED else "1,2,8,12")
        iterations = [cell["iterations"] for cell in cells]
        self.assertEqual([cell["variant"] for cell in cells], ["one precision"] + ["block"] * (len(cells) - 1))
        self.assertEqual(iterations, sorted(set(iterations), reverse=True))

    def test_other_operators_and_single_precision(self):
        cells, _ = self.solve(1, "--operator", "clover,twisted,dwf,mobius,staggered", "--action", "asqtad", "--Ls", "2",
                              "--precision", "single", "--rhs", "3", volume=(4, 4, 4, 4), mass="0.5")
        self.assertEqual([(cell["kernel"], cell["variant"], cell["ls"]) for cell in cells],
                         [(f"CG {kernel}", variant, ls)
                          for kernel, ls in (("clover", 1), ("twisted", 1), ("DWF", 2), ("Moebius", 2), ("asqtad", 1))
                          for variant in ("multiple", "block")])
        for cell in cells:
            self.assertLessEqual(cell["true_residual"], 1e-4)
            self.assertLess(cell["right_hand_sides"]["difference"], 1e-2)

    def test_a_record_with_several_right_hand_sides_is_resumed(self):
        def solve(*more):
            return self.solve(1, "--operator", "wilson", "--precision", "double", *more, volume=(4, 4, 4, 4),
                              mass="1")[0]

        cells = solve("--rhs", "2")
        more = solve("--rhs", "2,3", "--solver", "block", "--resume", "a.json")
        self.assertEqual(more[:2], cells)
        self.assertEqual([(cell["variant"], cell["right_hand_sides"]["count"]) for cell in more],
                         [("multiple", 2), ("block", 2), ("block", 3)])

    def test_a_block_solver_that_does_not_converge_fails(self):
        for arguments, says in ((["--precision", "double", "--max-iterations", "3"],
                                 "no convergence to 1e-08 in 3 iterations"),
                                (["--precision", "single", "--tolerance", "1e-11", "--max-iterations", "100"],
                                 "CG Wilson")):
            result = self.run_kitt(*SHORT, "--threads", "1", "--L", "4", "--operator", "wilson", "--mass", "1",
                                    "--rhs", "2", "--solver", "block", "--json", "a.json", "--force", *arguments)
            self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
            self.assertIn(says, result.stdout)
            cell, = self.record("a.json")["cells"]
            self.assertEqual((cell["status"], cell["parameters"]["rhs"]), ("failed", 2))

    def test_a_fixed_number_of_iterations_is_run(self):
        cells, _ = self.solve(1, "--operator", "wilson", "--iterations", "5", "--rhs", "2", "--precision", "double",
                              volume=(4, 4, 4, 4))
        for cell in cells:
            self.assertEqual((cell["iterations"], cell["converged"]), (5, False))
            self.assertEqual(cell["right_hand_sides"]["single_iterations"], [5, 5])
            self.assertNotIn("difference_limit", cell["right_hand_sides"])

    def test_choices_without_several_right_hand_sides_are_refused(self):
        for arguments, says in (
                (["--rhs", "0"], "(out of range): give a number from 1 to 32"),
                (["--rhs", "33"], "(out of range): give a number from 1 to 32"),
                (["--rhs", "2,2"], "\"2\" comes twice in --rhs"),
                (["--solver", "block"], "add --rhs with a number above 1"),
                (["--solver", "cg,multiple", "--rhs", "1"], "add --rhs with a number above 1"),
                (["--rhs", "4", "--solver", "cg"], "add --solver multiple or --solver block"),
                (["--rhs", "4", "--solver", "pipelined,block"], "add 1 to --rhs"),
                (["--rhs", "4", "--precision", "mixed"], "use --precision single or double"),
                (["--rhs", "4", "--operator", "staggered", "--source", "b"], "--source with --rhs 4"),
                (["--rhs", "4", "--operator", "wilson", "--flops", "hirep"], "use --rhs 1")):
            self.assert_refused("solve", *arguments, says=says)


class StaggeredSolve(NetworkTest):
    MASS = "1" if SANITIZED else "0.2"  # heavy quarks take few iterations

    def staggered(self, ranks, *more):
        """Solves for naive staggered quarks in all precisions. Four ranks can share the lattice, and each part has
        room for lanes."""
        self.run_good(*SHORT, "--scaling", "strong", "--global", "8.8.8.8", "--mass", self.MASS, "--threads", "1",
                      "--operator", "staggered", "--precision", "double,mixed,single", "--json", "a.json", "--force",
                      *more, ranks=ranks)
        cells = self.record("a.json")["cells"]
        self.assertEqual([cell["kernel"] for cell in cells], ["CG naive"] * 3)
        for cell in cells:
            self.assertTrue(cell["converged"])
            self.assertLessEqual(cell["true_residual"], cell["true_residual_limit"])
            self.assertEqual((cell["flops_per_site"], cell["flops_per_site_iteration"]), (570, 2 * 606))
            self.assertEqual((cell["applications_per_iteration"], cell["sites"], cell["ls"]), (1, 8 ** 4 // 2, 1))
            flops = cell["flops_per_site_iteration"] * cell["sites"] * cell["iterations"]
            self.assertAlmostEqual(cell["mflops_per_node"] / (flops / cell["seconds"]["median"] * 1e-6), 1)
        double, mixed, single = cells
        self.assertGreater(mixed["restarts"], 1)
        self.assertLessEqual(abs(mixed["iterations"] - double["iterations"]), 0.05 * double["iterations"] + 1)
        self.assertLess(single["iterations"], double["iterations"])  # single precision stops at 1e-5
        return [cell["iterations"] for cell in cells]

    def test_naive_staggered_quarks_converge_on_any_ranks(self):
        alone = self.staggered(1)
        self.assertLess(alone[0], 200)
        for ranks in () if SANITIZED else (2, 4):  # for an instrumented program, the next test has two ranks
            for found, expected in zip(self.staggered(ranks), alone):
                self.assertLessEqual(abs(found - expected), 1)

    def test_smeared_links_converge_on_any_ranks(self):
        def iterations(ranks, *more):
            self.run_good(*SHORT, "--scaling", "strong", "--global", "8.8.8.8", "--threads", "1", "--operator",
                          "staggered", "--action", "naive,asqtad,hisq", "--mass", self.MASS, "--precision", "double",
                          "--json", "a.json", "--force", *more, ranks=ranks)
            cells = self.record("a.json")["cells"]
            self.assertEqual([cell["kernel"] for cell in cells], ["CG naive", "CG asqtad", "CG HISQ"])
            self.assertEqual([(cell["flops_per_site"], cell["flops_per_site_iteration"]) for cell in cells],
                             [(570, 2 * 606)] + [(1146, 2 * 1182)] * 2)
            for cell in cells:
                self.assertEqual(cell["parameters"]["gauge"], "weak")
                self.assertLessEqual(cell["true_residual"], 1e-7)
            smearing = [{name: cell["parameters"].get(name) for name in ("u0", "naik_epsilon")} for cell in cells]
            return [cell["iterations"] for cell in cells], smearing

        alone, smearing = iterations(1)
        self.assertEqual(smearing, [{"u0": None, "naik_epsilon": None}, {"u0": "1", "naik_epsilon": None},
                                    {"u0": None, "naik_epsilon": "0"}])
        for found, expected in zip(iterations(2)[0], alone):
            self.assertLessEqual(abs(found - expected), 1)
        if not SANITIZED:
            _, smearing = iterations(1, "--u0", "0.9", "--naik-epsilon", "-0.2")
            self.assertEqual((smearing[1]["u0"], smearing[2]["naik_epsilon"]), ("0.9", "-0.2"))


@unittest.skipIf(SANITIZED, "skipped: instrumented, 72 steps on 8^4 take minutes; the readers have tests of their own")
class StaggeredFilesSolve(NetworkTest):
    def test_fat_and_long_links_from_files_are_used(self):
        data = pathlib.Path(os.environ.get("KITT_SHARED", "")) / "data"
        fat, longer = (str(data / f"g_8x8x8x8_asqtad_{links}.scidac") for links in ("fat", "long"))
        if not os.path.isfile(fat):
            self.skipTest("no fat links at hand")
        asqtad = ["--operator", "staggered", "--action", "asqtad", "--fat", fat]
        self.run_good(*SHORT, "--threads", "1", *asqtad, "--long", longer, "--tolerance", "1e-9", "--json", "a.json",
                      ranks=1)
        double, mixed = self.record("a.json")["cells"]
        for cell in (double, mixed):
            self.assertEqual((cell["kernel"], cell["parameters"]["gauge"]), ("CG asqtad", fat))
            self.assertEqual((cell["global_volume"], cell["converged"]), ([8, 8, 8, 8], True))
            self.assertEqual((cell["flops_per_site"], cell["flops_per_site_iteration"]), (1146, 2 * 1182))
            self.assertLessEqual(cell["true_residual"], 1e-8)
        self.run_good(*SHORT, "--threads", "1", *asqtad[:4], "--gauge", str(data / "g_8x8x8x8_asqtad.scidac"),
                      "--u0", "0.502", "--boundary", "antiperiodic", "--tolerance", "1e-9", "--precision", "double",
                      "--json", "b.json", ranks=1)
        smeared, = self.record("b.json")["cells"]
        self.assertLessEqual(abs(smeared["iterations"] - double["iterations"]), 1)  # MILC's links, except for rounding
        self.run_good(*SHORT, "--threads", "1", *asqtad[:3], "hisq", "--fat", fat, "--long", longer, "--tolerance",
                      "1e-9", "--precision", "double", "--json", "c.json", ranks=1)
        named_otherwise, = self.record("c.json")["cells"]
        self.assertEqual((named_otherwise["kernel"], named_otherwise["iterations"]),
                         ("CG HISQ", double["iterations"]))
        self.assertNotIn("naik_epsilon", named_otherwise["parameters"])
        # MILC takes 59 iterations to |r| <= 1e-9 |r at first|, where r belongs to M^dagger M x = M^dagger b. A limit on
        # |b - M x| is different.
        self.assertGreater(double["iterations"], 59)
        self.assertLess(double["iterations"], 85)
        self.assertLessEqual(abs(mixed["iterations"] - double["iterations"]), 3)
        for arguments, says in ((asqtad, "give both"),
                                (["--operator", "staggered", "--fat", fat, "--long", longer], "have no links for it"),
                                ([*asqtad, "--long", longer, "--L", "8"], "leave it out"),
                                ([*asqtad, "--long", str(data / "e_4x4x4x8.milc")], "not a LIME file")):
            self.assert_refused("solve", *arguments, says=says)

    def test_a_source_from_a_file_is_used(self):
        data = pathlib.Path(os.environ.get("KITT_SHARED", "")) / "data"
        fat, longer, source = (str(data / f"g_8x8x8x8_{name}.scidac")
                               for name in ("asqtad_fat", "asqtad_long", "source"))
        if not os.path.isfile(source):
            self.skipTest("no source at hand")

        def solved(ranks, *more):
            said = self.run_good(*SHORT, "--threads", "1", "--operator", "staggered", "--action", "asqtad", "--fat",
                                 fat, "--long", longer, "--precision", "double", *more, "--json", "a.json", "--force",
                                 ranks=ranks).stdout
            cell, = self.record("a.json")["cells"]
            self.assertIn("b from" if "--source" in more else "random b", said)
            self.assertEqual(cell["parameters"].get("source"), source if "--source" in more else None)
            self.assertLessEqual(cell["true_residual"], cell["true_residual_limit"])
            return cell

        found = [solved(ranks, "--source", source, "--tolerance", "1e-9") for ranks in (1, 2)]
        for cell in found:
            self.assertTrue(cell["converged"])
            self.assertGreater(cell["iterations"], 59)  # as with the random b in the test above
            self.assertLess(cell["iterations"], 85)
        self.assertLessEqual(abs(found[0]["iterations"] - found[1]["iterations"]), 1)
        # The residual after some steps distinguishes one b from another.
        alone, shared_out = (solved(ranks, "--source", source, "--iterations", "10")["iterated_residual"]
                             for ranks in (1, 2))
        self.assertAlmostEqual(shared_out / alone, 1, places=9)
        self.assertNotAlmostEqual(solved(1, "--iterations", "10")["iterated_residual"] / alone, 1, places=3)
        naive = ["--operator", "staggered"]
        zero = self.path("zero.scidac")
        write_zero_source(source, zero)
        for arguments, says in (([*naive, "--source", source, "--L", "4"], "choose the volume of the file"),
                                ([*naive, "--source", zero], "zero everywhere"),
                                ([*naive, "--source", fat], "not one colour vector"),
                                ([*naive, "--source", "no.such.file"], "no.such.file"),
                                (["--source", source], "not staggered")):
            self.assert_refused("solve", "--threads", "1", *arguments, says=says)


if __name__ == "__main__":
    unittest.main()
