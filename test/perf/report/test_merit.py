# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that every kind of cell has a figure of merit, which is the headline of a run of that kind."""

import unittest

from pages import UNUSABLE, ReportTest, complete

if not UNUSABLE:
    from kitt_report.merit import merits, rate
    from kitt_report.schema import kinds_of_cells


def cell(benchmark, kernel, variant="v", parameters=None, **figures):
    seconds = {"median": 2e-6, "mean": 2e-6, "standard_error": 2e-7, "minimum": 1e-6, "maximum": 3e-6, "count": 9}
    return {"benchmark": benchmark, "status": "measured", "kernel": kernel, "variant": variant, "seconds": seconds,
            "parameters": parameters or {}, **figures}


def numa(kernel, **figures):
    return cell("numa", kernel, "one domain",
                **{"gb_per_s": None, "nanoseconds": None, "gflops_per_s_per_thread": None, **figures})


def message(kernel, size, rate):
    return cell("p2p", kernel, "inside-node", parameters={"bytes": size, "pairs": 1}, mb_per_s=rate)


def collective(kernel, size, seconds=2e-6):
    found = cell("collectives", kernel, parameters={"bytes": size, "ranks": 4})
    return {**found, "seconds": {**found["seconds"], "median": seconds}}


CASES = [
    ([cell("hopping", "DWF4", l=8, mflops_per_node=5.0, parameters={"parity": "both"}), cell("hopping", "DWF4", l=8, mflops_per_node=3.0)],
     "Hopping term: DWF4, L = 8, parity both", 5, "Mflop/s per node"),
    ([cell("solve", "CG Wilson", "pipelined", l=8, mflops_per_node=7.0), cell("solve", "CG Wilson", "plain", l=8, mflops_per_node=6.0)],
     "Solution of linear systems: CG Wilson, pipelined, L = 8", 7, "Mflop/s per node"),
    ([cell("bsm", kernel, l=8, gflops_per_s_per_node=rate, parameters={"case": "comms"})
      for kernel, rate in (("sqnorm", 9.0), ("Dphi", 2.0), ("Dphi", 3.0))], "Tests of BSMBench: Dphi, L = 8", 3, "Gflop/s per node"),
    ([cell("memory", "triad", l=8, gb_per_s_per_node=2.5)], "Memory: triad, L = 8", 2.5, "GB/s per node"),
    ([cell("memory", "triad", l=8, gb_per_s_per_node=9.0), cell("memory", "triad", l=48, gb_per_s_per_node=2.0)],
     "Memory: triad, L = 48", 2, "GB/s per node"),
    ([cell("memory", "copy", l=0, bytes=32256, parameters={"bytes": 32768}, gb_per_s_per_node=2.5)],
     "Memory: copy, 31.5 KiB", 2.5, "GB/s per node"),
    ([cell("halo", "halo", face_bytes=1024, one_way={"mb_per_s_per_node": 3.0})], "Halo exchange: halo, face 1 KiB", 3,
     "MB/s per node, one way"),
    ([message("put", 8, 1.0), message("one-way", 1024, 4.0)], "Messages between two ranks: one-way, 1 KiB", 4, "MB/s of all pairs"),
    ([cell("stencil", "grid", parameters={"bytes": 64, "messages": count}, mb_per_s_per_node=rate) for count, rate in ((1, 5.0), (2, 6.0))],
     "Exchange with neighbours: grid, 64 B, 2 messages", 6, "MB/s per node, one way"),
    ([collective("barrier", 0), collective("allreduce", 1024, 3e-6), collective("allreduce", 8)],
     "Collective operations: allreduce, 8 B", 2e-6, ""),
    ([collective("barrier", 0)], "Collective operations: barrier, 0 B", 2e-6, ""),
    ([collective("alltoall", 64)], "Collective operations: alltoall, 64 B", 2e-6, ""),
    ([cell("hash", "traverse", parameters={"entry_bytes": 8}, operations_per_s=5e9),
      cell("hash", "construct", parameters={"entry_bytes": 64}, operations_per_s=1e6)],
     "Distributed table: construct, entry 64 B", 1e6, "operations per second of all ranks"),
    ([cell("transpose", "rows", variant, parameters={"bytes": 64}, mb_per_s_per_node=rate)
      for variant, rate in (("sendrecv", 7.0), ("alltoall", 8.0))], "Transpositions: rows, alltoall, 64 B", 8, "MB/s per node"),
    ([cell("fft", "c2c", parameters={"box": box, "library": "pocketfft"}, gflops_per_s_per_node=rate)
      for box, rate in (("8.8.8", 1.5), ("4.4.4", 1.0))], "Fourier transforms: c2c, box 8.8.8", 1.5, "Gflop/s per node"),
    ([cell("pic", "step", "sorted", parameters={"grid": "8.8.8"}, particles_per_s_per_node=4e7)], "Particles in cells: step", 4e7,
     "particles per second and node"),
    ([cell("hmc", "pure gauge", "omelyan", parameters={"volume": "8.8.8.8"})], "Hybrid Monte Carlo: pure gauge", 2e-6, ""),
    ([cell("nodes", "memory", gb_per_s_per_node=9.0), cell("nodes", "DWF4", gflops_per_s_per_node=4.0)],
     "Slow nodes and links: DWF4", 4, "Gflop/s of a typical node"),
    ([numa("latency", nanoseconds=90.0), numa("triad", gb_per_s=5.0)], "Threads on near and far memory: triad", 5, "GB/s"),
    ([numa("latency", nanoseconds=90.0), numa("latency", nanoseconds=95.0)], "Threads on near and far memory: latency", 90,
     "ns, less is better"),
    ([numa("matmul", gflops_per_s_per_thread=2.0)], "Threads on near and far memory: matmul", 2, "Gflop/s per thread"),
    ([cell("domains", "control", parameters={"bytes": 8}, mb_per_s_per_rank=9.0),
      cell("domains", "exchange", parameters={"bytes": 8}, mb_per_s_per_rank=2.0)], "Pairs of NUMA domains: exchange", 2,
     "MB/s that a rank receives"),
]


class StubRun:
    def __init__(self, cells):
        self.all = cells

    def cells(self, benchmark):
        return [one for one in self.all if one["benchmark"] == benchmark]


class FiguresOfMerit(ReportTest):
    def test_every_kind_has_one(self):
        self.assertEqual([kind for kind, schema in kinds_of_cells().items() if not schema.get("merits")], [])
        self.assertEqual({cells[0]["benchmark"] for cells, *_ in CASES}, set(kinds_of_cells()))

    def test_the_figure_of_merit_is_the_expected_one(self):
        for cells, what, figure, unit in CASES:
            with self.subTest(what):
                (benchmark, found), = merits(StubRun(cells))
                self.assertEqual(benchmark, cells[0]["benchmark"])
                self.assertEqual((found.what, found.unit), (what, unit))
                self.assertAlmostEqual(found.figure, figure)
                self.assertAlmostEqual(found.error, figure / 10)

    def test_a_time_is_shown_with_its_unit(self):
        (_, found), = merits(StubRun([collective("barrier", 0)]))
        self.assertEqual((found.show(found.figure, 4), found.show(found.error, 2)), ("2.00 µs", "200 ns"))
        self.assertEqual(rate({**collective("barrier", 0), "operations_per_s": 5e5}), (5e5, "operations per second"))

    def test_without_measured_cells_there_is_no_figure_of_merit(self):
        self.assertEqual(merits(StubRun([])), [])

    def test_the_figure_of_merit_is_the_headline(self):
        def only_messages(document):
            document["cells"] = [complete(message("get", 4096, 37321.0), kinds_of_cells()["p2p"])]
            document["summary"].update(per_node_table=[], comparison_point_mflops_per_node=None,
                                       dwf4_l16_mflops_per_node=None, robustness=None)

        page = self.make(self.changed(only_messages))
        self.assertIn("Messages between two ranks: get, 4 KiB", page.text)
        self.assertIn("37\u202f321 ± 3\u202f732 ! MB/s of all pairs", page.text)
        self.assertNotIn("no figure", page.text)
        self.assertNotIn("no cell was measured", page.text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
