#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares KITT on simulated machines with the data of their links. KITT_SIMULATE is the built kitt-simulate."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

SCRIPT = os.environ["KITT_SIMULATE"]
RATE = 12.5e9  # bytes per second of a link of omni-path-16
LATENCY = 2 * 55e-9  # seconds of the two links between two nodes


class SimulatedTest(unittest.TestCase):
    """Base class. Every test has an empty folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kitt-simulated-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, nodes, *command, options=(), platform="omni-path-16", timeout=280):
        words = [SCRIPT, "--nodes", nodes, *options, platform, "--", *command]
        return subprocess.run(list(map(str, words)), cwd=self.folder, capture_output=True, text=True, timeout=timeout)

    def run_kitt(self, nodes, *command, **how):
        record = self.folder / "run.json"
        result = self.start(nodes, *command, "--json", record, "--force", **how)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        document = json.loads(record.read_text())
        self.assertEqual(document["configuration"]["nodes"], nodes)
        cells = [cell for cell in document["cells"] if cell["status"] == "measured"]
        self.assertEqual(len(cells), len(document["cells"]), result.stdout)
        return document, cells, result.stdout


class Runs(SimulatedTest):
    """Compares figures of simulated machines with the data of their links."""

    def test_messages_take_the_time_of_their_links(self):
        document, cells, text = self.run_kitt(2, "p2p", "--patterns", "ping-pong,one-way", "--sizes", "8,1048576")
        self.assertEqual(document["configuration"]["simulated"],
                         {"platform": "omni-path-16", "computing": "none"})
        self.assertRegex(text, r"(?m)^  SIMULATED +omni-path-16: the simulated network gives the times")
        small, large = (cell["one_way_seconds"] for cell in cells[:2])
        self.assertGreater(small, LATENCY)
        self.assertLess(small, LATENCY + 1.5e-6)
        self.assertAlmostEqual(large - small, (1048576 - 8) / RATE, delta=0.05 * 1048576 / RATE)
        rate = cells[3]["mb_per_s"] * 1e6 / RATE
        self.assertGreater(rate, 0.8)
        self.assertLessEqual(rate, 1)

    def test_a_repeated_run_gives_equal_times(self):
        first, again = (self.run_kitt(4, "collectives", "--operations", "allreduce", "--sizes", "8,65536")[1]
                        for _ in range(2))
        self.assertEqual([cell["seconds"] for cell in first], [cell["seconds"] for cell in again])

    def test_operations_take_longer_on_more_nodes(self):
        def barrier(nodes):
            return self.run_kitt(nodes, "collectives", "--operations", "barrier")[1][0]["seconds"]["median"]
        self.assertGreater(barrier(2), LATENCY)
        self.assertGreater(barrier(8), barrier(2))

    def test_faces_fill_a_node_s_link(self):
        """A node sends all its faces over its one link, both ways along each direction that is cut."""
        _, cells, _ = self.run_kitt(4, "halo", "--L", 16)
        for cell in cells:
            rate = cell["one_way"]["mb_per_s_per_node"] * 1e6 / RATE
            self.assertGreater(rate, 0.8, cell)
            self.assertLessEqual(rate, 1, cell)

    def test_ranks_of_a_node_share_its_link(self):
        _, cells, _ = self.run_kitt(2, "p2p", "--patterns", "one-way", "--sizes", "262144", "--pairs", "1,2,4",
                                    options=["--ranks-per-node", 4])
        one, *more = (cell["mb_per_s"] for cell in cells)
        for rate in more:
            self.assertLess(abs(rate / one - 1), 0.1)

    def test_two_rails_give_twice_the_rate(self):
        def rate(platform):
            return self.run_kitt(2, "p2p", "--patterns", "one-way", "--sizes", "1048576",
                                 platform=platform)[1][0]["mb_per_s"]
        self.assertAlmostEqual(rate("omni-path-16-dual-rail") / rate("omni-path-16"), 2, delta=0.02)

    def test_operations_of_eight_nodes_move_at_least_their_bytes(self):
        size, ranks = 65536, 8
        _, cells, _ = self.run_kitt(ranks, "collectives", "--sizes", size)
        seconds = {cell["kernel"]: cell["seconds"]["median"] for cell in cells}
        blocks = {"broadcast": 1, "allgather": ranks - 1, "alltoall": ranks - 1}  # blocks that each rank receives
        for operation, number in blocks.items():
            least = number * size / RATE
            self.assertGreater(seconds[operation], least)
            self.assertLess(seconds[operation], 3 * least + 20e-6)
        self.assertAlmostEqual(seconds["allreduce"], seconds["allreduce-by-node"], places=12)  # one rank per node

    def test_neighbours_of_eight_nodes_fill_their_links(self):
        _, cells, _ = self.run_kitt(8, "stencil", "--sizes", 65536)
        self.assertEqual({cell["kernel"] for cell in cells}, {"grid", "off-node"})
        for cell in cells:
            rate = cell["mb_per_s_per_node"] * 1e6 / RATE
            self.assertGreater(rate, 0.8, cell)
            self.assertLessEqual(rate, 1, cell)

    def test_transpositions_fill_the_links_of_nodes(self):
        """Each node has one row. The ranks of all columns share a node's link, and a rank sends to one other rank at
        a time."""
        _, cells, _ = self.run_kitt(4, "transpose", "--sizes", 262144, "--methods", "sendrecv,alltoall",
                                    options=["--ranks-per-node", 2])
        columns = [cell for cell in cells if cell["kernel"] == "columns"]
        self.assertEqual([(cell["links_per_node"], cell["bytes_inside_node"]) for cell in columns], 2 * [(1, 0)])
        for cell in columns:
            rate = cell["mb_per_s_per_link"] * 1e6 / RATE
            self.assertGreater(rate, 0.8, cell)
            self.assertLessEqual(rate, 1.01, cell)  # a rank may begin before the barrier releases the last rank
        for cell in cells:
            if cell["kernel"] == "rows":
                self.assertEqual((cell["bytes_between_nodes"], cell["mb_per_s_per_link"]), (0, None))

    def test_transforms_take_the_time_of_their_exchanges(self):
        """A row has two nodes, and so has a column. Each exchange sends half of a rank's numbers over its link."""
        _, (cell,), _ = self.run_kitt(4, "fft", "--global", "64.64.64", "--batch", 2, "--methods", "sendrecv")
        self.assertEqual(cell["parameters"]["task_grid"], "2.2")
        least = 2 * 64**3 * 16 / 4 / 2 / RATE  # seconds of the whole batch
        for line in ("row", "column"):
            self.assertGreater(cell[f"{line}_seconds"], least)
            self.assertLess(cell[f"{line}_seconds"], 1.1 * least)
        self.assertEqual((cell["line_seconds"], cell["product_seconds"]), (0, 0))
        self.assertIsNone(cell["product_gflops_per_s_per_node"])
        self.assertGreater(cell["reduce_ranks_seconds"], LATENCY)
        self.assertAlmostEqual((cell["row_seconds"] + cell["column_seconds"]) / cell["seconds"]["median"], 1, delta=0.05)

    def test_particles_take_the_time_of_their_messages(self):
        """Computing takes no simulated time. Only planes and particles that go to the next slab take time, at the
        rate of the links."""
        _, (cell,), _ = self.run_kitt(4, "pic", "--grid", "64.64.8", "--particles-per-cell", 8, "--steps", 2)
        self.assertEqual(cell["variant"], "scatter")
        for phase in ("charge", "field", "push"):
            self.assertEqual(cell["phases"][f"{phase}_seconds"], 0)
        self.assertIsNone(cell["charge_particles_per_s_per_node"])
        self.assertIsNone(cell["push_particles_per_s_per_node"])
        planes = 65 * 65 + 20 * 64 * 64 + 4 * 65 * 65  # numbers that are sent in one way
        least = 2 * (10 * 64 * 64 + 65 * 65 + 4 * 65 * 65) * 8 / RATE  # planes of the potential go both ways at once
        exchange = cell["phases"]["exchange_seconds"]
        self.assertGreater(exchange, least)
        self.assertLess(exchange, 2 * (planes * 8 / RATE + 12 * 10e-6))
        self.assertGreater(cell["phases"]["shift_seconds"], 0)
        self.assertAlmostEqual((exchange + cell["phases"]["shift_seconds"]) / cell["seconds"]["median"], 1, delta=0.05)

    def test_overlap_takes_no_longer_than_the_exchange(self):
        """Computing takes no simulated time, so what the overlapped kernel computes during the exchange must take
        none."""
        _, cells, _ = self.run_kitt(16, "dslash", "--L", 4, "--per-rank", "--kernels", "Wilson")
        sequential, overlapped = (cell["seconds"]["median"] for cell in cells)
        self.assertGreater(sequential, LATENCY)
        self.assertLess(overlapped, 1.1 * sequential)

    def test_a_run_of_impossible_simulated_cells_ends_with_the_reason(self):
        for nodes, reason, command in (
                (2, "MPI_Compare_and_swap of SimGrid", ("hash", "--quick", "--phases", "traverse", "--entry", 8)),
                (16, "takes 3.2 GB for all simulated ranks", ("stencil", "--quick", "--patterns", "grid", "--messages", 16,
                                                     "--sizes", 1048576))):
            with self.subTest(command):
                result = self.start(nodes, *command)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn("nothing was measured", result.stderr)
                self.assertIn(reason, result.stderr)

    def test_options_without_meaning_are_refused_once(self):
        for command, reason in ((["memory", "--L", 8], "this call takes no time on the simulated machine"),
                                (["halo", "--L", 8, "--comms", "shm"], "--comms shm on a simulated machine"),
                                (["p2p", "--profile"], "--profile on a simulated machine"),
                                (["p2p", "--window", 0], "--window")):
            with self.subTest(command):
                result = self.start(2, *command)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertEqual(len(re.findall("kitt: error: ", result.stderr)), 1, result.stderr)
                self.assertIn(reason, result.stderr)


class SlowNodes(SimulatedTest):
    """Tests which of many simulated nodes `kitt nodes` names. KITT_SIMULATED_NODES is the number of nodes [64]. A run on
    1024 nodes takes 20 minutes and 9 GB."""

    NODES = int(os.environ.get("KITT_SIMULATED_NODES", "64"))
    SLOW = NODES // 3  # number of the node whose link is slow
    PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="switch" routing="Cluster">
{hosts}
  </zone>
</platform>
"""
    HOST = """    <host id="node-{node}" speed="1Gf"/>
    <link id="link-{node}" bandwidth="{rate}Bps" latency="55ns" sharing_policy="SPLITDUPLEX"/>
    <host_link id="node-{node}" up="link-{node}_UP" down="link-{node}_DOWN"/>"""

    def slow_nodes(self, share):
        """Runs on nodes of one switch, of which one has a link with this share of the rate of the others. Returns the
        exit status, the names of slow nodes, and the number of slow links."""
        platform = self.folder / "switch.xml"
        platform.write_text(self.PLATFORM.format(hosts="\n".join(
            self.HOST.format(node=node, rate=RATE * (share if node == self.SLOW else 1)) for node in range(self.NODES))))
        result = self.start(self.NODES, "nodes", "--figures", "bandwidth", "--bytes", "16K", "--json", "run.json", "--force",
                            platform=platform, timeout=3000)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        record = json.loads((self.folder / "run.json").read_text())
        self.assertEqual(record["configuration"]["nodes"], self.NODES)
        (cell,) = record["cells"]
        self.assertEqual(cell["link_limit"]["comparisons"], self.NODES * (self.NODES - 1) // 2)
        slow = record["summary"]["slow"]
        return result.returncode, [node["name"] for node in slow["nodes"]], len(slow["links"])

    def test_a_node_with_a_slow_link_is_named(self):
        self.assertEqual(self.slow_nodes(0.9), (1, [f"node-{self.SLOW}"], 0))

    def test_equal_nodes_are_not_named(self):
        self.assertEqual(self.slow_nodes(1), (0, [], 0))


if __name__ == "__main__":
    unittest.main(verbosity=2)
