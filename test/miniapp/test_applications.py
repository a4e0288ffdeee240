#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests kitt transpose and kitt fft, the exchanges of applications among all ranks, and the model's predictions for
them. program_test.py describes the environment variables."""

import math
import os
import random
import signal
import subprocess
import time
import unittest

from program_test import SANITIZED, load
from test_network import NetworkTest


class Transpose(NetworkTest):
    RUN = ["transpose", "--min-time", "0.002", "--min-samples", "2", "--threads", "1"]

    def cells(self, ranks, *more):
        said = self.run_good(*self.RUN, "--json", "a.json", "--csv", "a.csv", "--force", *more, ranks=ranks).stdout
        return self.record("a.json")["cells"], said

    def test_rows_and_columns_by_every_method(self):
        cells, said = self.cells(4, "--sizes", "24,70001", "--hugepages", "none")
        self.assertIn("4 ranks on a grid of 2 rows and 2 columns", said)
        self.assertEqual([(c["kernel"], c["variant"], c["parameters"]["bytes"]) for c in cells],
                         [(phase, method, size) for phase in ("rows", "columns")
                          for method in ("sendrecv", "alltoall", "alltoallv") for size in (24, 70001)])
        for cell in cells:
            size, seconds = cell["parameters"]["bytes"], cell["seconds"]["median"]
            self.assertEqual(cell["verification_error"], 0)
            self.assertEqual((cell["line_ranks"], cell["bytes_inside_node"], cell["bytes_between_nodes"]), (2, 4 * size, 0))
            self.assertAlmostEqual(cell["mb_per_s_per_task"] / (size / seconds * 1e-6), 1)
            self.assertAlmostEqual(cell["mb_per_s_per_node"] / cell["mb_per_s_per_task"], 4)
            self.assertIsNone(cell["mb_per_s_per_link"])  # on one node nothing leaves the node
            self.assertEqual(cell["share_inside_node"], 1)
            self.assertNotIn("fill_seconds", cell)
            self.assertIn(f"{cell['mb_per_s_per_task']:.2f}", said)

    def test_fresh_buffers_and_a_grid_from_the_user(self):
        cells, said = self.cells(3, "--ranks-grid", "3.1", "--sizes", "4096", "--methods", "sendrecv", "--fresh-buffers", "yes",
                                 "--links", "4", "--hugepages", "none,madvise")
        self.assertEqual([(c["kernel"], c["parameters"]["hugepages"]) for c in cells],
                         [("columns", "none"), ("columns", "madvise")])
        for cell in cells:
            self.assertEqual((cell["parameters"]["task_grid"], cell["parameters"]["fresh_buffers"]), ("3.1", "yes"))
            self.assertEqual((cell["links_per_node"], cell["bytes_inside_node"]), (4, 6 * 4096))
            self.assertGreater(cell["fill_seconds"], 0)
        self.assertIn("allocates new buffers", said)

    def test_the_sizes_of_ifs_are_measured_and_resumed(self):
        cells, _ = self.cells(2, "--sizes", "ifs", "--methods", "alltoall", "--hugepages", "none")
        self.assertEqual([c["parameters"]["bytes"] for c in cells], [88000, 167000, 373000, 660000, 1840000, 4000000])
        first = cells
        self.run_good(*self.RUN, "--sizes", "ifs", "--methods", "alltoall", "--hugepages", "none", "--resume", "a.json", ranks=2)
        self.assertEqual(self.record("a.json")["cells"], first)

    def test_results_are_compared_with_published_ifs(self):
        """Inside a node, only the published trltog is an equal exchange. A grid with one row has no columns between
        nodes."""
        (cell,), _ = self.cells(2, "--sizes", "4000000", "--phases", "rows", "--methods", "sendrecv", "--hugepages", "none")
        result = self.run_kitt("compare", "published:ifs-transpositions", "a.json", "--json", "c.json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("B: rows of 1.2, sendrecv", result.stdout)
        compared = {c["kernel"]: c["figures"][1] for c in load(self.path("c.json"))["cells"]}
        for machine, published in (("hpca", 116), ("hpcu", 890)):
            figure = compared.pop(f"IFS T799 trltog on {machine}")
            mean = cell["mb_per_s_per_task"] * cell["seconds"]["median"] / cell["seconds"]["mean"]
            self.assertAlmostEqual(figure["ratio"] / (mean / published), 1)
        self.assertEqual({figure["status"] for figure in compared.values()}, {"missing"})

    def test_bad_input_is_refused(self):
        for ranks, options, says in [(1, [], "mpirun -np 2"), (2, ["--ranks-grid", "2.2"], "it has 2 ranks"),
                                     (2, ["--ranks-grid", "2"], "ROWS.COLUMNS"), (2, ["--phases", "columns"], "its rows or columns have one rank each"),
                                     (2, ["--sizes", "0"], "from 1"), (2, ["--methods", "bcast"], "alltoallv"),
                                     (2, ["--links", "0"], "from 1")]:
            with self.subTest(options=options):
                result = self.run_kitt(*self.RUN, *options, ranks=ranks)
                self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
                self.assertIn(says, result.stderr)


class Predicted(NetworkTest):
    def test_phases_of_every_application_are_compared_with_predictions(self):
        """The machine file describes another machine. The test checks which phases are compared, not how close the
        predictions are."""
        short = ["--min-time", "0.001", "--min-samples", "2", "--threads", "1", "--force", "--json"]
        for command, phases in [
            (["transpose", "--sizes", "4096", "--methods", "alltoall", "--hugepages", "none"], ["rows"]),
            (["fft", "--global", "8.8.8", "--batch", "1", "--methods", "alltoall"], ["lines", "rows", "all"]),
            (["pic", "--grid", "8.8.8", "--particles-per-cell", "4", "--steps", "2", "--deposit", "sorted"],
             ["charge", "exchange", "field", "push", "shift", "all"]),
        ]:
            with self.subTest(command=command[0]):
                self.run_good(*command, *short, "a.json", ranks=2)
                (cell,) = self.record("a.json")["cells"]
                self.assertEqual(self.run_kitt("model", "--machine", "epyc-zen5-2-cores", "--against", "a.json", "--json",
                                                "m.json", "--force").returncode, 0)
                errors = load(self.path("m.json"))["application_errors"]
                self.assertEqual([e["phase"] for e in errors], phases)
                self.assertEqual(errors[-1]["measured_seconds"], cell["seconds"]["median"])
                self.assertEqual({(e["benchmark"], e["nodes"], e["ranks"]) for e in errors}, {(command[0], 1, 2)})


class Killed(NetworkTest):
    def kill_at(self, moment, rank, command):
        """Starts the command on two ranks. Kills one rank `moment` seconds after the record has its first cell."""
        with subprocess.Popen(self.command(2, *command), cwd=self.folder, env=self.environment(),
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as job:
            end = time.monotonic() + 60
            while job.poll() is None and time.monotonic() < end and not (
                    os.path.exists(self.path("a.json")) and load(self.path("a.json"))["cells"]):
                time.sleep(0.001)
            time.sleep(moment)
            self.assertIsNone(job.poll(), "the run ended before it could be killed")
            os.kill(self.descendant_of_rank(job.pid, rank), signal.SIGKILL)
            self.assertNotEqual(job.wait(timeout=60), 0)

    def test_killed_runs_are_resumed(self):
        moments = random.Random(20)
        common = ["--min-time", "0.4", "--min-samples", "2", "--threads", "1"]
        for command, variants in [
            (["transpose", "--sizes", "8,800", "--hugepages", "none"], ["sendrecv", "alltoall", "alltoallv"]),
            (["fft", "--global", "8.8.8", "--batch", "2"], ["sendrecv", "alltoallv", "alltoall"]),
            (["pic", "--grid", "8.8.8", "--particles-per-cell", "4", "--steps", "3"], ["scatter", "atomic", "sorted"]),
        ]:
            with self.subTest(command=command[0]):
                self.kill_at(moments.uniform(0, 0.3), moments.randrange(2), [*command, *common, "--json", "a.json", "--force"])
                killed = self.record("a.json")
                self.assertFalse(killed["summary"]["complete"])
                self.run_good(*command, *common, "--resume", "a.json", ranks=2)
                whole = self.record("a.json")
                self.assertTrue(whole["summary"]["complete"])
                self.assertEqual(whole["cells"][:len(killed["cells"])], killed["cells"])
                self.assertEqual(list(dict.fromkeys(cell["variant"] for cell in whole["cells"])), variants)
                self.assertEqual({cell["status"] for cell in whole["cells"]}, {"measured"})
                os.remove(self.path("a.json"))


class Fft(NetworkTest):
    RUN = ["fft", "--min-time", "0.002", "--min-samples", "2"]

    def cells(self, ranks, *more):
        said = self.run_good(*self.RUN, "--threads", "1", "--json", "a.json", "--csv", "a.csv", "--force", *more,
                             ranks=ranks).stdout
        return self.record("a.json")["cells"], said

    def check(self, cell, box, batch, ranks):
        n = math.prod(box)
        self.assertEqual(cell["parameters"]["box"], ".".join(map(str, box)))
        self.assertEqual((cell["parameters"]["batch"], cell["numbers"], cell["ranks"]), (batch, n, ranks))
        self.assertAlmostEqual(cell["flops"] / (5 * n * math.log2(n) * batch), 1)
        self.assertAlmostEqual(cell["gflops_per_s_per_node"] / (cell["flops"] / cell["seconds"]["median"] * 1e-9), 1)
        self.assertTrue(0 < cell["verification_error"] <= cell["verification_tolerance"], cell)

    def test_one_rank_sends_nothing(self):
        (cell,), said = self.cells(1, "--global", "12.10.9", "--batch", "3")
        self.check(cell, (12, 10, 9), 3, 1)
        self.assertEqual((cell["bytes_inside_node"], cell["row_seconds"], cell["column_seconds"]), (0, 0, 0))
        self.assertIsNone(cell["reduce_ranks_seconds"])
        self.assertIn(f"{cell['verification_error']:.1e}", said)

    def test_ranks_send_everything_except_their_own_part(self):
        for ranks, grid in ((2, "1.2"), (3, "1.3")) if SANITIZED else ((2, "1.2"), (3, "3.1"), (4, "2.2")):
            cells, _ = self.cells(ranks, "--global", "12.12.12", "--batch", "2", "--ranks-grid", grid)
            self.assertEqual([c["variant"] for c in cells], ["sendrecv", "alltoallv", "alltoall"])
            rows, columns = map(int, grid.split("."))
            for cell in cells:
                self.check(cell, (12, 12, 12), 2, ranks)
                sent = 2 * 16 * 12 ** 3 * ((columns - 1) / columns + (rows - 1) / rows)
                self.assertEqual(cell["bytes_inside_node"], round(sent))
                self.assertEqual(cell["row_seconds"] > 0, columns > 1)
                self.assertEqual(cell["column_seconds"] > 0, rows > 1)
                self.assertGreater(cell["reduce_ranks_seconds"], 0)

    def test_the_natural_order_repeats_the_exchanges(self):
        run = ["--global", "12.10.8", "--batch", "2", "--methods", "alltoallv", "--ranks-grid", "1.2"]
        (usual,), said = self.cells(2, *run)
        self.assertIn("Results stay transposed", said)
        self.assertEqual(usual["parameters"]["order"], "transposed")
        (natural,), said = self.cells(2, *run, "--order", "natural")
        self.check(natural, (12, 10, 8), 2, 2)
        self.assertEqual(natural["parameters"]["order"], "natural")
        self.assertEqual(natural["bytes_inside_node"], 2 * usual["bytes_inside_node"])
        self.assertRegex(said, r"12\.10\.8 .* natural ")
        self.assertIn("natural order", self.run_good("compare", "a.json", "a.json").stdout)

    def test_uneven_cuts_have_no_alltoall_of_equal_blocks(self):
        cells, _ = self.cells(2, "--global", "11.9.7", "--batch", "1")
        self.assertEqual([c["variant"] for c in cells], ["sendrecv", "alltoallv"])
        for ranks, options, says in [(2, ["--global", "11.9.7", "--methods", "alltoall"], "alltoallv"),
                                     (2, ["--global", "8.1.8"], "some ranks would have no numbers"), (1, ["--global", "8.8"], "X.Y.Z"),
                                     (1, ["--global", "8.0.8"], "from 1"), (1, ["--batch", "0"], "from 1"),
                                     (2, ["--ranks-grid", "3.1"], "it has 2 ranks")]:
            with self.subTest(options=options):
                result = self.run_kitt(*self.RUN, *options, ranks=ranks)
                self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
                self.assertIn(says, result.stderr)


if __name__ == "__main__":
    unittest.main()
