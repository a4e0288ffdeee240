#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests kitt nodes on ranks that pretend to be on separate nodes.

The library of test_tampering.py makes the ranks believe so. program_test.py describes the environment variables.
test_emulated_nodes.py and test_simulated_runs.py test which nodes and links are slow."""

import os
import unittest

from program_test import load
from test_tampering import TamperingTest

FIGURES = ["memory", "compute", "DWF4", "latency", "bandwidth"]


class Nodes(TamperingTest):
    RUN = ["nodes", "--quick", "--L", "4", "--bytes", "70000", "--threads", "1", "--min-time", "0.002", "--min-samples", "2"]
    FOUR = {"LD_PRELOAD": os.environ.get("KITT_TAMPERING", ""), "KITT_TAMPER_NODES": "4", "KITT_TAMPER_TIMES": "0"}

    def run_nodes(self, *more, ranks=4):
        return self.run_kitt(*self.RUN, *more, ranks=ranks, environment=self.FOUR)

    def test_four_nodes_are_compared(self):
        result = self.run_nodes("--json", "a.json", "--csv", "a.csv")
        record = self.record("a.json")
        cells = record["cells"]
        self.assertEqual([(cell["kernel"], cell["status"]) for cell in cells], [(name, "measured") for name in FIGURES])
        # all nodes are this machine, so the number of the node is added to its name
        hosts = [f"{host} (node {node})" for node, host in enumerate(record["provenance"]["hostnames"])]
        for cell in cells:
            self.assertEqual([node["host"] for node in cell["nodes"]], hosts)
            self.assertEqual((cell["node_limit"]["comparisons"], cell["repeats"]), (4, 2))
            self.assertLessEqual(cell["verification_error"], 2e-6)
            times = sorted(node["seconds"] for node in cell["nodes"])
            typical = (times[1] + times[2]) / 2
            self.assertAlmostEqual(cell["node_limit"]["typical"] / typical, 1)
            for node in cell["nodes"]:
                self.assertAlmostEqual(node["excess"], node["seconds"] / typical - 1)
                self.assertEqual(node["slow"], node["excess"] > cell["node_limit"]["excess"])
        for cell in cells[3:]:
            self.assertEqual([len(row) for row in cell["link_seconds"]], [3, 2, 1])
            self.assertEqual(cell["link_limit"]["comparisons"], 6)
        slow = record["summary"]["slow"]
        self.assertEqual(result.returncode, 1 if slow["nodes"] or slow["links"] else 0, result.stderr)
        self.assertEqual(len(slow["nodes"]), len({one["name"] for one in slow["nodes"]}))
        self.assertIn("32 measured times were compared", result.stdout)  # 5 figures of 4 nodes, 2 figures of 6 links
        again = self.run_nodes("--resume", "a.json")
        self.assertEqual(again.returncode, result.returncode, again.stderr)
        self.assertEqual(self.record("a.json")["cells"], cells)
        self.assertIn("DWF4 of a typical node", self.run_kitt("compare", "a.json", "a.json").stdout)

    def test_some_figures_are_measured(self):
        self.run_kitt("nodes", "--figures", "compute,latency", "--min-time", "0.002", "--min-samples", "3", "--threads", "1",
                      "--json", "a.json", ranks=5, environment={**self.FOUR, "KITT_TAMPER_NODES": "5"})
        cells = self.record("a.json")["cells"]
        self.assertEqual([(cell["kernel"], cell["repeats"]) for cell in cells], [("compute", 3), ("latency", 3)])
        self.assertEqual([len(row) for row in cells[1]["link_seconds"]], [4, 3, 2, 1])

    def test_a_report_has_heat_maps(self):
        self.run_nodes("--json", "a.json")
        made = self.run_kitt("report", "a.json", "-o", "a.html")
        if "matplotlib" in made.stderr or "jinja2" in made.stderr:
            self.skipTest("skipped: the report needs matplotlib, jinja2 and jsonschema")
        self.assertEqual(made.returncode, 0, made.stderr)
        page = self.path("a.html")
        with open(page, encoding="utf-8") as stream:
            text = stream.read()
        self.assertIn("Excess of each node over a typical node", text)
        self.assertIn("bandwidth: excess of each link (%)", text)

    def test_a_wrong_message_is_no_slow_link(self):
        result, _, tampered = self.run_tampered(*self.RUN[:6], ranks=4, nodes=4, bytes=70000)
        self.assertTrue(tampered)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn("bytes arrived wrong", result.stdout)
        status = {cell["kernel"]: cell["status"] for cell in load(self.path("a.json"))["cells"]}
        self.assertEqual(status, {**dict.fromkeys(FIGURES, "measured"), "bandwidth": "failed"})

    def test_nodes_that_cannot_be_compared_are_refused(self):
        self.assert_refused(*self.RUN, says="kitt nodes cannot judge 1 node (fewer than 4 nodes have no typical node)")
        self.assert_refused("nodes", "--L", "6", says="--L 6 does not fit the SIMD lanes")
        self.assert_refused("nodes", "--figures", "memory", "--bytes", "8", says="--bytes without the figure bandwidth")
        self.assert_refused("nodes", "--figures", "disk", says="--figures")
        result = self.run_nodes(ranks=6)  # nodes of 2, 1, 2 and 1 ranks
        self.assertEqual(result.returncode, 2, result.stdout)
        self.assertIn("the nodes have different numbers of ranks", result.stderr)


if __name__ == "__main__":
    unittest.main()
