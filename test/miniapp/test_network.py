# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests kitt p2p, domains, stencil, collectives and hash.

They send messages between two ranks, between two domains and to neighbours, run operations of all ranks, and use a
table that all ranks share. program_test.py describes the environment variables."""

import csv
import json
import os
import pathlib
import re
import unittest

from program_test import MATRIX, THREADS, ProgramTest, jsonschema, load, record_schema

METHODOLOGY = pathlib.Path(__file__).resolve().parents[2] / "docs" / "reference" / "methodology.md"


def readable(seconds):
    """A time as tables print it."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds * 1e9:.4g} ns"


class NetworkTest(ProgramTest):
    def record(self, name):
        document = load(self.path(name))
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())
        return document


class PointToPoint(NetworkTest):
    PATTERNS = ["ping-pong", "one-way", "both-ways", "put", "get"]
    RUN = ["p2p", "--min-time", "0.002", "--min-samples", "2", "--threads", "1"]

    @staticmethod
    def place(cell):
        return (cell["kernel"], *(cell["parameters"][name] for name in ("bytes", "window", "pairs")))

    def test_two_ranks_measure_every_pattern(self):
        result = self.run_good(*self.RUN, "--sizes", "3,70000", "--window", "5", "--json", "a.json",
                               "--csv", "a.csv", ranks=2)
        self.assertIn("Pairs run inside the node", result.stdout)
        record = self.record("a.json")
        self.assert_run_time(result.stdout, record)
        self.assertEqual([self.place(cell) for cell in record["cells"]],
                         [(kernel, size, 1 if kernel == "ping-pong" else 5, 1)
                          for kernel in self.PATTERNS for size in (3, 70000)])
        for cell in record["cells"]:
            kernel, size, window, _ = self.place(cell)
            self.assertEqual(cell["messages"], window * (2 if kernel in ("ping-pong", "both-ways") else 1))
            self.assertEqual(cell["verification_error"], 0)
            self.assertEqual(cell["variant"], "inside-node")
            rate = cell["messages"] / cell["seconds"]["median"]
            self.assertAlmostEqual(cell["messages_per_s"] / rate, 1)
            self.assertAlmostEqual(cell["mb_per_s"] / (rate * size * 1e-6), 1)
            self.assertIn(f"{cell['mb_per_s']:.2f}", result.stdout)
            self.assertIn(cell["page_bytes_obtained"], (None, record["topology"]["page_bytes"], 2 << 20))
        self.assertIn("compare with --hugepages none", result.stdout)
        for cell in record["cells"][:2]:
            self.assertEqual(cell["one_way_seconds"], cell["seconds"]["median"] / 2)
            singles = cell["single_one_way_seconds"]
            self.assertGreaterEqual(singles["count"], 10)
            self.assertTrue(0 < singles["p50"] <= singles["p90"] <= singles["p99"], singles)
            self.assertIn(f" {readable(singles['p99'])} ", result.stdout)
        ratio, = record["summary"]["messages"]["get_over_put"]
        self.assertAlmostEqual(ratio["ratio"], record["cells"][9]["mb_per_s"] / record["cells"][7]["mb_per_s"])
        self.assertIn(f"get/put at 68.36 KiB, 1 pair: {ratio['ratio']:.2f}\n", result.stdout)
        curves = {curve["kernel"]: curve for curve in record["summary"]["messages"]["curves"]}
        self.assertEqual(curves["ping-pong"]["latency_seconds"], record["cells"][0]["one_way_seconds"])
        self.assertEqual(curves["one-way"]["best_mb_per_s"],
                         max(cell["mb_per_s"] for cell in record["cells"][2:4]))
        with open(self.path("a.csv"), newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([(row["kernel"], row["parameters_bytes"]) for row in rows],
                         [(cell["kernel"], str(cell["parameters"]["bytes"])) for cell in record["cells"]])

    def test_small_pages_are_measured_without_a_hint(self):
        for run in (["p2p", "--patterns", "one-way", *self.RUN[1:]], ["collectives", "--operations", "alltoall",
                                                                      *self.RUN[1:]]):
            said = self.run_good(*run, "--sizes", "1048576", "--hugepages", "none", "--json", "a.json", "--force",
                                 ranks=2).stdout
            record = self.record("a.json")
            cell, = record["cells"]
            self.assertIn(cell["page_bytes_obtained"], (None, record["topology"]["page_bytes"]))
            if cell["page_bytes_obtained"]:
                self.assertIn(f" {cell['page_bytes_obtained'] >> 10} KiB ", said)
            self.assertNotIn("compare with --hugepages none", said)

    def test_pairs_of_four_ranks_while_others_sleep(self):
        result = self.run_good(*self.RUN, "--patterns", "one-way", "--sizes", "8", "--buffers", "one",
                               "--json", "a.json", ranks=4)
        record = self.record("a.json")
        self.assertEqual([self.place(cell) for cell in record["cells"]],
                         [("one-way", 8, 64, 1), ("one-way", 8, 64, 2)])
        self.assertEqual([cell["messages"] for cell in record["cells"]], [64, 128])
        self.assertEqual(len(record["summary"]["messages"]["saturation"]), 1)
        self.assertIn("Pairs that reach 0.9", result.stdout)
        self.assertNotIn("flops per site", result.stdout) # messages have no flops per site

    def test_every_window_and_synchronisation_is_measured(self):
        run = [*self.RUN, "--patterns", "put,get", "--sizes", "300", "--window", "3"]
        ways = ["--rma-window", "create,shared", "--sync", "fence,lock,pscw"]
        self.run_good(*run, "--json", "a.json", ranks=2)
        usual = self.record("a.json")["cells"]
        result = self.run_good(*run, *ways, "--resume", "a.json", ranks=2)
        cells = self.record("a.json")["cells"]
        found = [(c["kernel"], *(c["parameters"][name] for name in ("rma_window", "sync", "target"))) for c in cells]
        self.assertEqual(found[:2], [(kernel, "allocate", "flush", "waiting") for kernel in ("put", "get")])
        self.assertEqual(found[2:], [(kernel, window, sync, "waiting") for kernel in ("put", "get")
                                     for window in ("create", "shared") for sync in ("fence", "lock", "pscw")])
        self.assertEqual(cells[:2], usual)
        self.assertEqual({c["verification_error"] for c in cells}, {0})
        self.assertRegex(result.stdout, r"put +inside-node .* create, pscw ")
        said = self.run_good("compare", "a.json", "a.json").stdout
        self.assertIn("get 300 B x 3, 1 pair, shared, lock", said)

    def test_a_computing_target_is_measured(self):
        result = self.run_kitt(*self.RUN, "--patterns", "put", "--sizes", "8", "--target", "computing", "--json",
                               "a.json", ranks=2)
        cell, = self.record("a.json")["cells"]
        self.assertEqual(cell["parameters"]["target"], "computing")
        if cell["status"] == "failed":  # this MPI needs the target's help
            self.assertIn("no passive progress", cell["reason"])
            self.assertIn("no passive progress", result.stdout)
        self.assertEqual(result.returncode != 0, cell["status"] == "failed", result.stderr)

    def test_rotating_buffers_are_measured(self):
        result = self.run_good(*self.RUN, "--sizes", "8", "--buffers", "rotate", "--json", "a.json", ranks=2)
        self.assertIn("Each call uses the next part of ", result.stdout)
        cells = self.record("a.json")["cells"]
        self.assertEqual([(c["kernel"], c["parameters"]["buffers"]) for c in cells],
                         [(kernel, "rotate") for kernel in self.PATTERNS])

    def test_a_record_is_resumed(self):
        run = [*self.RUN, "--patterns", "ping-pong", "--sizes", "1,64"]
        self.run_good(*run, "--json", "a.json", ranks=2)
        document = load(self.path("a.json"))
        first = document["cells"][0]
        document["cells"] = [first]
        self.write("a.json", json.dumps(document))
        self.run_good(*run, "--resume", "a.json", ranks=2)
        cells = self.record("a.json")["cells"]
        self.assertEqual(cells[0], first)
        self.assertEqual([self.place(cell)[1] for cell in cells], [1, 64])

    def test_impossible_figures_are_not_resumed(self):
        run = [*self.RUN, "--patterns", "ping-pong", "--sizes", "1"]
        self.run_good(*run, "--json", "a.json", ranks=2)
        good = load(self.path("a.json"))
        text = json.dumps(good)
        median = f'"median": {good["cells"][0]["seconds"]["median"]}'
        for changed, says in [
                ('"median": -1', "(cells[0], p2p ping-pong"), ('"median": 0', "seconds.median is 0.0, which no call takes"),
                ('"median": 1e-320', "which no call takes"), ('"median": 1e999', "cells[0].seconds.median is larger than"),
                (f'{median}, "median": 1', 'the key "median" comes twice in cells[0].seconds')]:
            with self.subTest(changed):
                self.write("a.json", text.replace(median, changed, 1))
                result = self.run_kitt(*run, "--resume", "a.json", ranks=2)
                self.assertEqual(result.returncode, 2, result.stderr)
                line, = (line for line in result.stderr.splitlines() if line.startswith("kitt: "))
                self.assertIn("cannot use the record a.json (", line)
                self.assertIn(says, line)

    def test_a_record_is_compared(self):
        for name in ("a.json", "b.json"):
            self.run_good(*self.RUN, "--patterns", "ping-pong", "--sizes", "8,4096", "--json", name, ranks=2)
        said = self.run_good("compare", "a.json", "b.json").stdout
        self.assertRegex(said, r"Messages\s+Latency\s+Cells")
        self.assertRegex(said, r"\nping-pong 4096 B x 1, 1 pair ")
        for lattice in ("L = 0", "Prec.", "per core"):
            self.assertNotIn(lattice, said)

    def test_sizes_have_units_and_ranges(self):
        self.run_good(*self.RUN, "--patterns", "ping-pong", "--sizes", "8:64,1K", "--json", "a.json", ranks=2)
        self.assertEqual([cell["parameters"]["bytes"] for cell in self.record("a.json")["cells"]], [8, 16, 32, 64, 1024])
        self.assertRegex(self.run_good("p2p", "--help").stdout, r"(?m)^  --sizes .* \[1:4M\]$")
        self.assertIn("Lists are written 8,1K. 8:4M means 8 and its doubles up to 4M. K, M, G and T are powers of 1024.",
                      self.run_good("man", "--markdown").stdout)

    def test_impossible_requests_are_refused(self):
        self.assert_refused(*self.RUN, says="mpirun -np 2")
        self.assert_refused(*self.RUN, "--sizes", "0", says="--sizes")
        self.assert_refused(*self.RUN, "--sizes", "2147483648", says="out of range")
        self.assert_refused(*self.RUN, "--window", "0", says="--window")
        self.assert_refused(*self.RUN, "--pairs", "none", says="--pairs")
        self.assert_refused(*self.RUN, "--patterns", "broadcast", says="both-ways or put")
        self.assert_refused(*self.RUN, "--placement", "anywhere", says="between-nodes")
        self.assert_refused(*self.RUN, "--placement", "between-nodes", says="one node")
        self.assert_refused(*self.RUN, "--rma-window", "mapped", says="shared or dynamic")
        self.assert_refused(*self.RUN, "--sync", "flush,barrier", says="lock or pscw")
        for idle in (["--sync", "lock"], ["--rma-window", "create"], ["--target", "computing"]):
            self.assert_refused(*self.RUN, "--patterns", "one-way", *idle, says="without put and get")

    def test_missing_memory_for_windows_is_reported(self):
        result = self.run_kitt(*self.RUN, "--patterns", "put", "--sizes", "8", ranks=2,
                               environment={"OMPI_MCA_osc": "^sm,rdma,pt2pt,ucx,portals4,monitoring"})
        if "Open MPI" not in result.stdout:
            self.skipTest("only Open MPI can be told to give none")
        self.assertEqual(result.stderr.count("kitt: error: MPI gives no memory for one-sided calls ("), 1, result.stderr)
        self.assertIn("give --patterns", result.stderr)
        self.assertNotEqual(result.returncode, 0)

    def test_impossible_requests_are_refused_on_two_ranks(self):
        for options, said in ((["--pairs", "2"], "--pairs 2 is too large (this run has 1 pair)"),
                              (["--target", "computing", "--sync", "lock,fence"],
                               "--target computing does not work with --sync fence (with this --sync the target must call MPI)")):
            result = self.run_kitt(*self.RUN, *options, ranks=2)
            self.assertNotEqual(result.returncode, 0)
            self.assertEqual(result.stderr.count(f"kitt: error: {said}: "), 1, result.stderr)


class Domains(NetworkTest):
    """Tests kitt domains. test_emulated_nodes.py tests it on several nodes."""

    RUN = ["domains", "--min-time", "0.002", "--min-samples", "2", "--threads", "1"]

    def test_impossible_requests_are_refused(self):
        self.assert_refused(*self.RUN, says="start it on exactly two nodes")
        self.assert_refused(*self.RUN, "--bytes", "2147483648", says="out of range")
        self.assert_refused(*self.RUN, "--repeats", "0", says="--repeats")
        self.assert_refused(*self.RUN, "--domains", "0", says="--domains")
        self.assert_refused("p2p", "--patterns", "domains", says="kitt domains")

    def test_one_node_is_refused(self):
        result = self.run_kitt(*self.RUN, "--domains", "2", ranks=2)
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count("kitt: error: kitt domains needs two nodes, but this job runs on one node ("), 1, result.stderr)

    def test_a_rank_in_two_domains_is_refused(self):
        cores = os.cpu_count()
        if cores < 2 or len(os.sched_getaffinity(0)) < cores or THREADS == "1":
            self.skipTest("a rank cannot use both halves of this machine")
        two_domains = {"HWLOC_SYNTHETIC": f"numa:2(memory={1 << 34}) core:{cores // 2} pu:1"}
        self.assert_refused("domains", "--threads", str(cores // 2 * 2), environment=two_domains,
                            says="a rank runs in 2 NUMA domains")


class Stencil(NetworkTest):
    RUN = ["stencil", "--min-time", "0.002", "--min-samples", "2", "--threads", "1"]

    @staticmethod
    def place(cell):
        return tuple(cell["parameters"][name] for name in ("dims", "messages", "bytes"))

    def test_four_ranks_exchange_on_a_grid(self):
        result = self.run_good(*self.RUN, "--dims", "3,4", "--sizes", "64,70000", "--messages", "1,5", "--hugepages",
                               "madvise", "--json", "a.json", "--csv", "a.csv", ranks=4)
        self.assertIn("3-D grid of 1.2.2 ranks: 24 pairs per node, 0 with other nodes, 8 of a rank with itself",
                      result.stdout)
        record = self.record("a.json")
        self.assertEqual([self.place(cell) for cell in record["cells"]],
                         [(dims, messages, size) for dims in (3, 4) for messages in (1, 5) for size in (64, 70000)])
        for cell in record["cells"]:
            dims, messages, size = self.place(cell)
            self.assertEqual((cell["kernel"], cell["variant"]), ("grid", "plain"))
            self.assertEqual((cell["pairs"], cell["pairs_between_nodes"], cell["pairs_with_itself"]),
                             (8 * dims, 0, 8 * (dims - 2)))
            self.assertEqual((cell["nodes"], cell["verification_error"]), (1, 0))
            if cell["page_bytes_obtained"] is not None:
                self.assertIn(cell["page_bytes_obtained"], (record["topology"]["page_bytes"], 2 << 20))
            rate = 8 * dims * messages / cell["seconds"]["median"]
            self.assertAlmostEqual(cell["messages_per_s_per_node"] / rate, 1)
            self.assertAlmostEqual(cell["mb_per_s_per_node"] / (rate * size * 1e-6), 1)
            self.assertIn(f"{cell['mb_per_s_per_node']:.2f}", result.stdout)
        curves = record["summary"]["stencil"]
        self.assertEqual([(curve["dims"], curve["messages"]) for curve in curves], [(3, 1), (3, 5), (4, 1), (4, 5)])
        self.assertEqual(curves[0]["best_mb_per_s_per_node"],
                         max(cell["mb_per_s_per_node"] for cell in record["cells"][:2]))
        with open(self.path("a.csv"), newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([row["parameters_bytes"] for row in rows],
                         [str(cell["parameters"]["bytes"]) for cell in record["cells"]])
        said = self.run_good("compare", "a.json", "a.json").stdout
        self.assertIn("grid 3-D 64 B x 5", said)

    def test_cold_caches_small_pages_and_persistent_requests_are_measured(self):
        result = self.run_good(*self.RUN, "--sizes", "64", "--messages", "3", "--cold-cache", "1000000", "--requests",
                               "persistent", "--hugepages", "none", "--json", "a.json", ranks=2)
        self.assertIn("Before each call, untimed", result.stdout)
        record = self.record("a.json")
        cell, = record["cells"]
        self.assertEqual((cell["variant"], cell["parameters"]["cold_cache_bytes"]), ("persistent", 1000000))
        self.assertEqual(cell["seconds"]["calls_per_sample"], 1)
        self.assert_run_time(result.stdout, record)
        self.assertNotIn("hugepages", cell["parameters"])
        self.assertNotIn("energy", cell)
        self.assertIn(cell["page_bytes_obtained"], (None, record["topology"]["page_bytes"]))

    def test_kinds_of_pages_are_resumed(self):
        run = [*self.RUN, "--messages", "1", "--hugepages", "madvise,none"]
        self.run_good(*run, "--sizes", "64", "--json", "a.json", ranks=2)
        first = self.record("a.json")["cells"]
        self.run_good(*run, "--sizes", "64,4096", "--resume", "a.json", ranks=2)
        record = self.record("a.json")
        cells = record["cells"]
        self.assertEqual(cells[:2], first)
        self.assertEqual([(*self.place(cell), cell["parameters"]["hugepages"]) for cell in cells],
                         [(3, 1, size, pages) for size in (64, 4096) for pages in ("none", "madvise")])
        for small, other in (cells[:2], cells[2:]):
            self.assertNotIn("ratio_to_small_pages", small)
            if small["page_bytes_obtained"] != record["topology"]["page_bytes"]:
                self.assertNotIn("ratio_to_small_pages", other)
            else:
                self.assertAlmostEqual(other["ratio_to_small_pages"],
                                       other["mb_per_s_per_node"] / small["mb_per_s_per_node"])
        self.assertEqual([curve["hugepages"] for curve in record["summary"]["stencil"]], ["madvise", "none"])
        self.assertIn("grid 3-D 64 B x 1 hugepages madvise", self.run_good("compare", "a.json", "a.json").stdout)

    def test_impossible_requests_are_refused(self):
        self.assert_refused(*self.RUN, says="mpirun -np 2")
        self.assert_refused(*self.RUN, "--sizes", "0", says="--sizes")
        self.assert_refused(*self.RUN, "--dims", "5", says="from 3 to 4")
        self.assert_refused(*self.RUN, "--messages", "0", says="--messages")
        self.assert_refused(*self.RUN, "--patterns", "ring", says="off-node")
        self.assert_refused(*self.RUN, "--cold-cache", "-1", says="--cold-cache")
        self.assert_refused(*self.RUN, "--requests", "eager", says="persistent")
        self.assert_refused(*self.RUN, "--hugepages", "none,large", says="madvise or explicit")
        self.assert_refused(*self.RUN, "--hugepages", "none,none", says="twice")

    def test_off_node_is_refused_on_one_node(self):
        result = self.run_kitt(*self.RUN, "--patterns", "off-node", ranks=2)
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count("kitt: error: no rank has neighbours on other nodes (this run has one node): "), 1,
                         result.stderr)


class Collectives(NetworkTest):
    RUN = ["collectives", "--min-time", "0.002", "--min-samples", "2", "--threads", "1"]
    OPERATIONS = ["barrier", "broadcast", "reduce", "allreduce", "allreduce-by-node", "allgather",
                  "alltoall"]

    def test_every_operation_is_measured(self):
        result = self.run_good(*self.RUN, "--sizes", "8,4096", "--json", "a.json", ranks=4)
        record = self.record("a.json")
        found = [(c["kernel"], c["parameters"]["bytes"]) for c in record["cells"]]
        self.assertEqual(found, [("barrier", 0)] + [(name, size) for name in self.OPERATIONS[1:]
                                                    for size in (8, 4096)])
        for cell in record["cells"]:
            self.assertEqual((cell["parameters"]["ranks"], cell["verification_error"]), (4, 0))
            self.assertEqual(cell["operations_per_s"], 1 / cell["seconds"]["median"])
            for figure in ("minimum", "median", "maximum"):
                self.assertIn(f" {readable(cell['seconds'][figure])}", result.stdout)

    def test_a_record_is_resumed(self):
        run = [*self.RUN, "--operations", "allreduce"]
        self.run_good(*run, "--sizes", "8", "--json", "a.json", ranks=2)
        first = load(self.path("a.json"))["cells"]
        self.run_good(*run, "--sizes", "8,64", "--resume", "a.json", ranks=2)
        cells = load(self.path("a.json"))["cells"]
        self.assertEqual(cells[:1], first)
        self.assertEqual([c["parameters"]["bytes"] for c in cells], [8, 64])

    def test_impossible_requests_are_refused(self):
        self.assert_refused(*self.RUN, says="mpirun -np 2")
        self.assert_refused(*self.RUN, "--sizes", "12", says="8 or 16")
        self.assert_refused(*self.RUN, "--sizes", "0", says="--sizes")
        self.assert_refused(*self.RUN, "--operations", "scan", says="alltoall")


class Hash(NetworkTest):
    RUN = ["hash", "--min-time", "0.002", "--min-samples", "2", "--threads", "1", "--bytes", "5000"]
    # Ranks of MPICH spin while they wait. An owner must call MPI for an operation on its memory to continue. With more
    # ranks than cores, each operation takes about 10 ms, until the system lets the owner run.

    def test_both_phases_are_measured(self):
        result = self.run_good(*self.RUN, "--entry", "8,1024", "--batch", "3", "--json", "a.json", "--csv", "a.csv",
                               ranks=2)
        record = self.record("a.json")
        found = [(c["kernel"], c["parameters"]["entry_bytes"], c["entries"]) for c in record["cells"]]
        self.assertEqual(found, [(phase, size, 5000 // 2 // (size + 4) * 2)
                                 for phase in ("construct", "traverse") for size in (8, 1024)])
        for cell in record["cells"]:
            walks = cell["kernel"] == "traverse"
            entries = cell["entries"]
            self.assertEqual((cell["parameters"]["batch"], cell["parameters"]["ranks"]), (3, 2))
            self.assertEqual(cell["parameters"]["visits"], entries if walks else 0)
            self.assertEqual(cell["operations"], 2 * entries if walks else entries)
            self.assertEqual(cell["claims_lost"], entries if walks else None)
            self.assertEqual(cell["expected_claims_lost"], cell["claims_lost"])
            self.assertEqual(cell["verification_error"], 0)
            self.assertEqual("busiest_counter_microseconds" in cell, not walks)
            self.assertEqual(cell["largest_counter_share"], cell["busiest_counter_share"] / 2)
            times = cell["operation_microseconds"]
            self.assertLessEqual(times["median"], times["p99"])
            self.assertIn(f" {times['p99']:.3f} ", result.stdout)
            rate = cell["operations"] / cell["seconds"]["median"]
            self.assertAlmostEqual(cell["operations_per_s"] / rate, 1)
            size = cell["parameters"]["entry_bytes"]
            self.assertAlmostEqual(cell["mb_per_s"] / (rate * 1e-6 * (min(64, size) if walks else size)), 1)
            self.assertIn(f"{cell['operations_per_s']:.0f}", result.stdout)
        with open(self.path("a.csv"), newline="") as stream:
            self.assertEqual([row["parameters_entry_bytes"] for row in csv.DictReader(stream)],
                             ["8", "1024", "8", "1024"])

    def test_a_record_is_resumed_and_compared(self):
        run = [*self.RUN, "--visits", "10", "--entry"]
        self.run_good(*run, "64", "--json", "a.json", ranks=2)
        first = load(self.path("a.json"))["cells"]
        self.assertLessEqual(first[1]["claims_lost"], 10)
        self.run_good(*run, "64,128", "--resume", "a.json", ranks=2)
        cells = load(self.path("a.json"))["cells"]
        self.assertEqual(cells[:2], first)
        self.assertEqual([c["parameters"]["entry_bytes"] for c in cells], [64, 64, 128, 128])
        self.assertIn("traverse 64 B", self.run_good("compare", "a.json", "a.json").stdout)

    def test_impossible_requests_are_refused(self):
        self.assert_refused(*self.RUN, says="mpirun -np 2")
        self.assert_refused(*self.RUN, "--entry", "12", says="8 or 16")
        self.assert_refused(*self.RUN, "--entry", "65544", says="out of range")
        self.assert_refused(*self.RUN, "--phases", "destroy", says="construct or traverse")
        self.assert_refused(*self.RUN, "--batch", "0", says="--batch")

    def test_a_table_that_is_too_small_is_refused(self):
        result = self.run_kitt(*self.RUN, "--entry", "65536", ranks=2)
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count("kitt: error: a table of 5000 bytes is too small ("), 1, result.stderr)


class NothingMeasured(NetworkTest):
    """A run in which every cell was skipped has a nonzero status, for every command."""

    RUN = ["--min-time", "0.001", "--min-samples", "2", "--threads", "1", "--json", "a.json"]
    CASES = [
        (2, ["p2p", "--patterns", "one-way", "--sizes", "2147483647", "--window", "65536"]),
        (2, ["hash", "--bytes", "1000T", "--entry", "64K"]),
        (2, ["stencil", "--sizes", "2147483647", "--messages", "65536", "--hugepages", "none"]),
        (1, ["fft", "--global", "16384.16384.16384", "--batch", "4096"]),
        (1, ["numa", "--bytes", "64T", "--kernels", "read"]),
    ]

    def test_a_run_without_measured_cells_fails(self):
        for ranks, command in self.CASES:
            with self.subTest(command[0]):
                result = self.run_kitt(*command, *self.RUN, "--force", ranks=ranks)
                record = self.record("a.json")
                if {cell["status"] for cell in record["cells"]} != {"skipped"}:
                    self.skipTest("skipped: this machine has enough memory for these cells")
                self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
                self.assertEqual(result.stderr.count(f"kitt: error: nothing was measured ({len(record['cells'])} cell"), 1)
                self.assertIn(record["cells"][0]["reason"], result.stderr)
                self.assertTrue(record["summary"]["complete"])


class EightRanks(NetworkTest):
    """Tests with more ranks than cores, for an MPI whose waiting ranks let others run (Open MPI)."""

    RUN = ["--min-time", "0.001", "--min-samples", "2", "--threads", "1", "--json", "a.json"]

    def cells(self, *command):
        self.run_good(*command, *self.RUN, ranks=8)
        record = self.record("a.json")
        self.assertEqual(record["configuration"]["ranks"], 8)
        self.assertEqual([cell["verification_error"] for cell in record["cells"]], [0] * len(record["cells"]))
        return record["cells"]

    def test_eight_ranks_exchange_in_pairs(self):
        cells = self.cells("p2p", "--sizes", "8", "--window", "2", "--patterns", "both-ways,put", "--pairs", "all")
        self.assertEqual([(cell["kernel"], cell["parameters"]["pairs"], cell["messages"]) for cell in cells],
                         [("both-ways", 4, 16), ("put", 4, 8)])

    def test_eight_ranks_exchange_with_neighbours(self):
        cells = self.cells("stencil", "--sizes", "64", "--messages", "2", "--hugepages", "none")
        self.assertEqual([(cell["pairs"], cell["pairs_with_itself"]) for cell in cells], [(48, 0)])

    def test_eight_ranks_run_all_operations(self):
        cells = self.cells("collectives", "--sizes", "8", "--operations", "allreduce,allreduce-by-node,alltoall")
        self.assertEqual([cell["parameters"]["ranks"] for cell in cells], [8, 8, 8])

    def test_eight_ranks_share_a_table(self):
        cells = self.cells("hash", "--bytes", "2000", "--entry", "8")
        self.assertEqual([cell["entries"] for cell in cells], [160, 160])
        self.assertEqual(cells[1]["claims_lost"], 7 * 160)


class EveryBenchmark(NetworkTest):
    """Runs every measuring command on its smallest problem. `./dev test --quick` runs this class after each change."""

    RUN = ["--min-time", "0.001", "--min-samples", "2", "--threads", "1", "--json", "a.json", "--force"]
    HOPPING = ["--L", "4", "--Ls", "2", "--variants", "lexicographic", "--tune=off"]
    COMMANDS = [
        (1, ["machine", "--quick", "--threads", "1", "--json", "a.json"]),
        (1, ["memory", "--L", "4", "--quick", *RUN]),
        (1, ["dslash", *HOPPING, *RUN]),
        (2, ["dslash", "--L", "4", "--variants", "lexicographic", "--tune=off", "--kernels", "Wilson", *RUN]),
        (2, ["halo", "--L", "4", *RUN]),
        (1, ["solve", "--L", "4", "--operator", "wilson", "--mass", "2", *RUN]),
        (1, ["hmc", "--L", "4", "--thermalise", "3", "--trajectories", "2", *RUN]),
        (1, ["bsm", "--L", "4", "--case", "balance", *RUN]),
        (1, ["numa", "--bytes", "1048576", *MATRIX, *RUN]),
        (2, ["p2p", "--sizes", "8", "--window", "2", "--patterns", "both-ways,put", *RUN]),
        (2, ["stencil", "--sizes", "64", "--messages", "2", "--hugepages", "none", *RUN]),
        (2, ["collectives", "--sizes", "8", *RUN]),
        (2, ["transpose", "--sizes", "24", "--hugepages", "none", *RUN]),
        (2, ["fft", "--global", "6.6.6", "--batch", "1", *RUN]),
        (2, ["pic", "--grid", "6.5.8", "--particles-per-cell", "3", "--steps", "2", *RUN]),
        (2, ["hash", "--bytes", "2000", "--entry", "8", *RUN]),
    ]

    def test_smallest_problems_are_measured_and_verified(self):
        listed = json.loads(self.run_good("list", "--merits-json").stdout)
        merits = {merit["name"]: merit for merit in listed["merits"]}
        self.assertLessEqual({command for _, (command, *_) in self.COMMANDS}, {one["name"] for one in listed["commands"]})
        for ranks, command in self.COMMANDS:
            with self.subTest(command=command[0], ranks=ranks):
                result = self.run_kitt(*command, ranks=ranks)
                record = self.record("a.json")
                self.assertTrue(record["summary"]["complete"])
                self.assertEqual(bool(record["cells"]), command[0] != "machine")
                # a volume may have no room for lanes, and a container may forbid binding memory
                statuses = {cell["status"] for cell in record["cells"]}
                self.assertLessEqual(statuses, {"measured", "skipped"})
                self.assertEqual(result.returncode, 2 if statuses == {"skipped"} else 0, result.stderr)
                self.check_merits(result.stdout, record, merits)

    def check_merits(self, output, record, merits):
        """Checks the lines KITT FOM: one for each measured kernel, with name, unit and direction of the list. The
        regular expressions of the list and of methodology.md find these lines."""
        found = re.findall(r"(?m)^KITT FOM (\w+) = (\S+) (.+) \((higher|lower) is better\): .", output)
        self.assertEqual(len(found), output.count("KITT FOM "))
        for name, value, unit, better in found:
            self.assertGreater(float(value), 0)
            self.assertEqual((unit, better), (merits[name]["unit"], merits[name]["better"]))
            self.assertEqual(re.findall(merits[name]["pattern"], output, re.MULTILINE), [value])
        certain = re.search(r"finds only figures without doubts:\s+`(.+?)`", METHODOLOGY.read_text())[1]
        for line in re.findall("(?m)^KITT FOM .*$", output):
            self.assertRegex(line, r"^KITT FOM [a-z0-9_]+ = [0-9]+(\.[0-9]+)?(e[-+][0-9]+)? [^!]+( ! [^!]+)?$")
            self.assertEqual(re.search(certain, line) is None, " ! " in line, line)
        kernels = {(cell["benchmark"], re.sub(r" \(.*\)", "", cell["kernel"]))
                   for cell in record["cells"] if cell["status"] == "measured"}
        expected = {re.sub(r"\W+", "_", kernel if kernel == benchmark else f"{benchmark} {kernel}").lower()
                    for benchmark, kernel in kernels}
        if not record["cells"]:
            expected = {"machine_peak_single", "machine_peak_double", "machine_triad"}
        self.assertEqual({name for name, *_ in found}, expected)


class Suite(NetworkTest):
    RUN = ["suite", "--quick", "--min-time", "0.002", "--min-samples", "2", "--threads", "1"]

    def test_two_ranks_run_all_parts(self):
        result = self.run_good(*self.RUN, "--parts", "network,node", "--json", "a.json", "--csv", "a.csv", ranks=2)
        record = self.record("a.json")
        tables = {path.name: path for path in pathlib.Path(self.path("")).glob("a.*.csv")}
        self.assertEqual(set(tables), {f"a.{cell['benchmark']}.csv" for cell in record["cells"]})
        self.assertEqual(sum(len(path.read_text().splitlines()) - 1 for path in tables.values()), len(record["cells"]))
        self.assertTrue(record["summary"]["complete"])
        self.assertEqual({cell["status"] for cell in record["cells"]}, {"measured"})
        found = list(dict.fromkeys(cell["benchmark"] for cell in record["cells"]))  # in measured order
        self.assertEqual(found, ["numa", "halo", "p2p", "stencil", "collectives", "hash"])
        self.assertIn("Machine as the system reports it", result.stdout)
        self.assertEqual(result.stdout.count("skipped kitt"), 1)
        self.assertIn("skipped kitt domains: ", result.stdout)  # this command needs two nodes
        self.run_good(*self.RUN, "--parts", "network", "--resume", "a.json", ranks=2)
        self.assertEqual(load(self.path("a.json"))["cells"], record["cells"])

    def test_parts_that_need_more_ranks_are_left_out_and_named(self):
        result = self.run_good(*self.RUN, "--parts", "network", "--json", "a.json")
        self.assertEqual({cell["benchmark"] for cell in self.record("a.json")["cells"]}, {"halo"})
        for command in ["p2p", "stencil", "collectives", "hash"]:
            self.assertRegex(result.stdout, rf"WARNING +skipped kitt {command}: .*mpirun -np 2")
        self.assert_refused("suite", "--parts", "disk", says="network")


if __name__ == "__main__":
    unittest.main()
