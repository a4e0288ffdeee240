#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests kitt numa, in which threads use near and far memory. program_test.py describes the environment variables."""

import csv
import json
import os
import unittest

from program_test import KOKKOS_KERNELS, MATRIX
from test_network import NetworkTest

MATMUL = [("matmul", "all local")] if KOKKOS_KERNELS else []


class Numa(NetworkTest):
    RUN = ["numa", "--min-time", "0.002", "--min-samples", "2", "--bytes", "1048576", *MATRIX]
    TWO_DOMAINS = {"HWLOC_SYNTHETIC": f"package:2 numa:1(memory={1 << 34}) core:1 pu:1",
                   "HWLOC_THISSYSTEM": "1"}

    def check(self, ranks, threads):
        result = self.run_kitt(*self.RUN, "--threads", str(threads), "--json", "a.json", "--csv", "a.csv", ranks=ranks)
        record = self.record("a.json")
        cells = record["cells"]
        if any(cell["status"] == "skipped" for cell in cells):  # containers may forbid binding memory
            self.assertIn("refuses to bind memory", result.stdout)
            return
        self.assertEqual(result.returncode, 0, result.stderr)
        if len(record["topology"]["numa_domains"]) == 1:
            self.assertEqual([(cell["kernel"], cell["variant"]) for cell in cells],
                             [("read", "one domain"), ("triad", "one domain"), ("latency", "one domain"),
                              *MATMUL])
            self.assertIn("one NUMA domain, so all memory is local", result.stdout)
        for cell in cells:
            self.assertEqual((cell["verification_error"], cell["pages_misplaced"]), (0, 0))
            self.assertGreater(cell["pages_checked"], 0)
            if cell["page_bytes_obtained"] is not None:
                self.assertIn(cell["page_bytes_obtained"], (record["topology"]["page_bytes"], 2 << 20))
            seconds = cell["seconds"]["median"]
            if cell["kernel"] in ("read", "triad"):
                self.assertAlmostEqual(cell["gb_per_s"], cell["bytes_moved"] / seconds * 1e-9)
                self.assertIn(f"{cell['gb_per_s']:.2f}", result.stdout)
            elif cell["kernel"] == "latency":
                self.assertAlmostEqual(cell["nanoseconds"], seconds / cell["loads"] * 1e9)
                self.assertEqual(cell["parameters"]["threads"], 1)
            else:
                self.assertEqual([thread["thread"] for thread in cell["threads"]], list(range(ranks * threads)))
                self.assertEqual({thread["relation"] for thread in cell["threads"]} - {"local"}, set()
                                 if cell["variant"] == "all local" else {"same socket", "other socket"})
                self.assertGreater(cell["gflops_per_s_per_thread"], 0)
        with open(self.path("a.csv"), newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([row["kernel"] for row in rows], [cell["kernel"] for cell in cells])
        return record

    def test_one_rank_measures_near_and_far_memory(self):
        record = self.check(1, 2)
        result = self.run_good(*self.RUN, "--threads", "2", "--resume", "a.json", ranks=1)
        self.assertEqual(self.record("a.json")["cells"], record["cells"] if record else self.record("a.json")["cells"])
        if record:
            self.assertEqual("Products of 40-row matrices, all local" in result.stdout, KOKKOS_KERNELS)

    def test_four_ranks_measure_near_and_far_memory(self):
        self.check(4, 1)

    def test_pages_are_of_the_requested_kind(self):
        with open("/sys/kernel/mm/transparent_hugepage/enabled") as stream:
            if "[madvise]" not in stream.read():
                self.skipTest("transparent huge pages are always on, or off")
        obtained = {}
        for pages in ("none", "madvise"):
            self.run_kitt("numa", "--min-time", "0.002", "--min-samples", "2", "--threads", "1", "--bytes", "8388608",
                          *(MATRIX and ["--n", "600"]), "--hugepages", pages, "--kernels",
                          "read,matmul" if KOKKOS_KERNELS else "read,triad", "--json", f"{pages}.json",
                          ranks=1)
            record = self.record(f"{pages}.json")
            self.assertEqual(record["configuration"]["pages"]["huge_pages_asked"], pages)
            obtained[pages] = [cell.get("page_bytes_obtained") for cell in record["cells"]]
        if None in obtained["none"]:
            self.skipTest("memory cannot be bound here, or the system does not report its pages")
        small = record["topology"]["page_bytes"]
        self.assertEqual(obtained["none"], [small, small])
        if small in obtained["madvise"]:
            self.skipTest("the system had no huge page to give")
        self.assertEqual(obtained["madvise"], [2 << 20, 2 << 20])

    def test_missing_explicit_pages_are_reported(self):
        with open("/proc/sys/vm/nr_hugepages") as stream:
            if int(stream.read()) > 0:
                self.skipTest("there is a reserve of huge pages")
        self.assert_refused(*self.RUN, "--hugepages", "explicit", says="vm.nr_hugepages")

    @unittest.skipUnless(KOKKOS_KERNELS, "skipped: built without Kokkos Kernels")
    def test_results_are_compared_with_published_matrix_products(self):
        result = self.run_kitt(*self.RUN[:5], "--n", "40", "--threads", "1", "--kernels", "matmul", "--json", "a.json",
                               ranks=1)
        record = self.record("a.json")
        if record["cells"][0]["status"] == "skipped":
            self.skipTest("memory cannot be bound here")
        self.assertEqual(result.returncode, 0, result.stderr)
        record["cells"][0]["parameters"]["matrix"] = 3000  # as if there had been time for the published size
        with open(self.path("a.json"), "w") as stream:
            json.dump(record, stream)
        result = self.run_kitt("compare", "a.json", "published:hector-xt6")
        self.assertIn("matmul 3000, all local: local", result.stdout, result.stderr)

    def test_memory_of_a_missing_domain_is_skipped(self):
        if os.cpu_count() != 2 or len(os.sched_getaffinity(0)) < 2:
            self.skipTest("this machine has fewer than two cores")
        result = self.run_kitt(*self.RUN, "--threads", "2", "--json", "a.json", environment=self.TWO_DOMAINS)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("the system refuses to bind memory to NUMA domain 1", result.stdout)
        cells = {(cell["kernel"], cell["parameters"].get("thread_domain"), cell["parameters"].get("memory_domain"),
                  cell["variant"]): cell["status"] for cell in self.record("a.json")["cells"]}
        self.assertEqual(cells["read", 0, 1, "one domain"], "skipped")
        self.assertEqual(cells.get(("matmul", None, None, "half remote")), "skipped" if KOKKOS_KERNELS else None)

    def test_bytes_are_rounded_to_whole_pages(self):
        said = self.run_kitt("numa", "--min-time", "0.002", "--min-samples", "2", "--threads", "1", "--kernels", "read",
                             "--bytes", "1000000", "--json", "a.json").stdout
        self.assertIn("Each thread has 999424 bytes, not 1000000, because it needs whole pages of 4096 bytes.", said)
        self.assertEqual({cell["parameters"]["bytes"] for cell in self.record("a.json")["cells"]}, {999424})

    def test_missing_kokkos_kernels_are_reported(self):
        if KOKKOS_KERNELS:
            self.skipTest("built with Kokkos Kernels")
        self.assert_refused("numa", "--kernels", "matmul", says="built without Kokkos Kernels")

    def test_impossible_requests_are_refused(self):
        self.assert_refused(*self.RUN, "--kernels", "write", says="matmul")
        self.assert_refused("numa", "--bytes", "65535", says="out of range")
        self.assert_refused("numa", "--n", "1", says="out of range")
        self.assert_refused("numa", "--concurrent", "two", says="one or all")


if __name__ == "__main__":
    unittest.main()
