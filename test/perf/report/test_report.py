# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that pages of real records have the right contents, name what is missing, and need no other files."""

import math
import re
import unittest

from pages import RECORDS, ReportTest, load

ONE_RUN = {"kernels-by-l", "roofline-1", "memory-by-size", "halo-by-size"}
TWO_RUNS = ONE_RUN | {"roofline-2", "steps-1", "scaling-1", "efficiency-1"}
THREE_RUNS = TWO_RUNS | {"roofline-3", "steps-2"}


def plain(text):
    return text.replace("\u202f", "")


class Pages(ReportTest):
    def check(self, page, plots):
        self.assertEqual(page.faults, [])
        self.assertEqual(set(page.plots()), plots)
        self.assertEqual(page.source.count("<svg"), len(plots))
        for name, words in page.plots().items():
            self.assertGreater(len(words), 40, name)
        for table in page.tables:
            self.assertEqual({len(row) for row in table}, {len(table[0])}, table[0])
            self.assertGreater(len(table), 1, table[0])
        self.check_alone(page)

    def check_alone(self, page):
        """Checks that the page loads nothing, runs no scripts, and has no links to missing parts."""
        self.assertNotIn("http:", page.source)
        self.assertNotIn("https:", page.source)
        self.assertNotIn("<script", page.source)
        self.assertNotIn("@import", page.source)
        for target in re.findall(r"url\(([^)]*)\)", page.source):
            self.assertIn(target.lstrip("#"), page.ids)
        for tag, name, value in page.attributes:
            self.assertNotIn(name, ("src", "srcset", "action", "data", "onload", "xlink:href"))
            if name == "href":
                self.assertEqual(value[0], "#", (tag, value))
                self.assertIn(value[1:], page.ids)

    def test_page_of_one_run(self):
        self.check(self.make(RECORDS[0]), ONE_RUN)

    def test_page_of_one_run_of_two_ranks(self):
        page = self.make(RECORDS[1])
        self.check(page, ONE_RUN | {"steps-1"})
        self.assertIn("Scaling and efficiency: that needs", page.text)

    def test_page_of_two_runs(self):
        self.check(self.make(*RECORDS[:2]), TWO_RUNS)

    def test_page_of_three_runs(self):
        self.check(self.make(*RECORDS), THREE_RUNS)

    def test_page_of_four_runs(self):
        def on_another_machine(document):
            document["topology"]["cpu_model"] = "Another CPU"

        other = self.changed(on_another_machine)
        page = self.make(*RECORDS, other)
        self.check(page, THREE_RUNS | {"roofline-4"} | PORTABILITY)
        self.assertIn("Another CPU, 1 rank", page.text)


PORTABILITY = {"cascade-1"}


class Figures(ReportTest):
    def best_of(self, document, kernel, sizes):
        for row in document["summary"]["per_node_table"]:
            if row["l"] in sizes:
                variant = row[kernel.lower()]["variant"]
                yield next(c for c in document["cells"] if c["variant"] == variant
                           and (c["kernel"], c["l"]) == (kernel, row["l"]))

    def test_headline_comes_first(self):
        page = self.make(RECORDS[0])
        summary = load(RECORDS[0])["summary"]
        figure = f"{summary['comparison_point_mflops_per_node']:.0f}"
        start = plain(page.source)[: page.source.index("<section")]
        errors = [c["mflops_per_node"] * c["seconds"]["standard_error"] / c["seconds"]["mean"]
                  for c in self.best_of(load(RECORDS[0]), "DWF4", (12, 16))]
        error = math.hypot(*errors) / 2  # error of the mean of two figures
        self.assertIn(f"<strong>{figure}</strong> ± {error:.0f} ! Mflop/s per node", start)  # an error of 9 % is marked
        self.assertIn(load(RECORDS[0])["provenance"]["time"][:10], start)
        self.assertIn("AMD EPYC", start)

    def test_points_and_sizes_are_those_of_the_rules(self):
        def ruled(document):
            document["configuration"]["rules"] = {"name": "itt-2020", "point_l": [8, 16], "robustness_l": 8}
            document["summary"]["points"] = [
                {"kernel": "Wilson", "precision": "double", "mflops_per_node": 777.4},
                {"kernel": "DWF4", "precision": "single", "mflops_per_node": 888.4}]

        page = self.make(self.changed(ruled))
        for words in ("Comparison point (itt-2020): mean of DWF4 at L = 8 and 16", "DWF4 at L = 8)",
                      "Point of Wilson, double", "777 Mflop/s per node (mean of L = 8 and 16)"):
            self.assertIn(words, page.text)
        self.assertNotIn("888 Mflop/s", page.text)  # this point is the headline

    def test_tables_contain_all_cells(self):
        page = self.make(RECORDS[1])
        for row in load(RECORDS[1])["summary"]["per_node_table"]:
            for kernel in ("Wilson", "DWF4", "DWF5"):
                best = row[kernel.lower()]
                shown = page.cells(Kernel=kernel, L=str(row["l"]), Variant=best["variant"])
                self.assertIn(f"{best['mflops_per_node']:.3f}", [plain(found["Median"]) for found in shown if "Median" in found])

    def test_efficiencies_are_relative_to_the_first_run(self):
        def with_figure(figure, ranks, threads):
            def change(document):
                document["configuration"].update(ranks=ranks, threads_per_rank=threads)
                for cell in document["cells"]:
                    if (cell["kernel"], cell["l"]) == ("DWF4", 16):
                        cell["mflops_per_node"] = figure
            return change

        runs = [self.changed(with_figure(1000, 1, 2), name="a.json"),
                self.changed(with_figure(1500, 2, 2), name="b.json")]
        page = self.make(*runs)
        rows = [row for row in page.rows("DWF4", "16") if len(row) == 8]
        self.assertEqual([plain(row[5]) for row in rows], ["1000", "1500"])
        self.assertEqual([row[7] for row in rows], ["100.0", "75.0"]
                         )  # efficiency: 1500 / 1000 / twice the threads

    def test_steps_of_kernels_are_shown(self):
        page = self.make(RECORDS[1])
        (row,) = (row for row in page.rows("DWF5", "16") if len(row) == 10 and "/overlap" in row[2])
        (cell,) = (c for c in load(RECORDS[1])["cells"] if (c["kernel"], c["l"]) == ("DWF5", 16)
                   and c["variant"] == row[2])
        value, unit = row[4].split()
        self.assertAlmostEqual(float(value) * {"ms": 1e-3, "µs": 1e-6, "s": 1}[unit],
                               cell["communication"]["interior_seconds"], delta=1e-2 * float(value))

    def test_equal_records_give_equal_pages(self):
        self.assertEqual(self.make(RECORDS[0]).source, self.make(RECORDS[0]).source)


class Missing(ReportTest):
    def test_a_record_of_only_memory_kernels_has_a_page(self):
        def only_memory(document):
            document["cells"] = [c for c in document["cells"] if c["benchmark"] == "memory"]
            document["summary"].update(per_node_table=[], comparison_point_mflops_per_node=None,
                                       dwf4_l16_mflops_per_node=None, robustness=None)

        page = self.make(self.changed(only_memory))
        self.assertEqual(set(page.plots()), {"roofline-1", "memory-by-size"})
        self.assertIn("Memory: axpy (KITT), L = 48", page.text)
        for words in ("Kernels by size: no run", "Halo exchange: no run", "MPI profile: no run"):
            self.assertIn(words, page.text)

    def test_the_summary_contains_the_ceilings(self):
        def disturbed(document):
            document["ceilings"]["levels"][-1]["triad_gb_per_s"] = 0.5

        head = self.make(RECORDS[1]).source.partition("<main>")[0]
        found = load(RECORDS[1])["ceilings"]
        self.assertIn(f"single {found['single_gflops_per_s']:.0f}, double {found['double_gflops_per_s']:.0f} Gflop/s per node",
                      head)
        self.assertIn(f"memory {found['levels'][-1]['triad_gb_per_s']:.1f} GB/s per node", head)
        self.assertIn("memory 0.500 ! GB/s", self.make(self.changed(disturbed)).text)

    def test_a_printed_page_is_the_summary_unless_all_is_asked_for(self):
        page = self.make(RECORDS[0])
        printed = page.source.partition("@media print {")[2].partition("</style>")[0]
        self.assertIn("#print-all:not(:checked) ~ main { display: none; }", printed)
        before_main = page.source.partition("<main>")[0]
        self.assertIn('</header>\n<input type="checkbox" id="print-all">\n<label for="print-all">', before_main)
        for words in ("comparison", "Peak", "Triad", "<aside"):
            self.assertIn(words.lower(), before_main.lower())

    def test_a_record_without_measured_cells_has_a_page(self):
        def empty(document):
            document.update(cells=[], ceilings=None)
            document["summary"].update(per_node_table=[], comparison_point_mflops_per_node=None,
                                       dwf4_l16_mflops_per_node=None, robustness=None,
                                       complete=False)

        page = self.make(self.changed(empty))
        self.assertEqual((page.plots(), page.faults), ({}, []))
        self.assertIn("no figure", page.text)
        self.assertIn("did not finish", page.text)

    def test_failed_cells_are_named(self):
        def wrong(document):
            document["cells"].append(
                {**document["cells"][0], "status": "failed", "reason": "a bad sum",
                 "verification_error": None, "verification_tolerance": 2e-6})
            document["configuration"]["binding"]["warnings"] = ["two threads on one core"]

        page = self.make(self.changed(wrong))
        for words in ("1 cell had a wrong result", "a bad sum", "no number (2e-06)",
                      "two threads on one core."):
            self.assertIn(words, page.text)

    def test_a_simulated_run_is_marked(self):
        def simulated(document):
            document["configuration"]["simulated"] = {"platform": "slingshot", "computing": "none"}

        page = self.make(self.changed(simulated))
        for words in ("simulated slingshot", "Simulated: SimGrid computed the times for its machine slingshot"):
            self.assertIn(words, page.text)

    def test_a_cell_has_its_lanes_and_its_error(self):
        def known(document):
            cell = next(c for c in document["cells"] if c["benchmark"] == "hopping")
            cell.update(lane_grid=[1, 1, 1, 1, 16], verification_error=1.23e-7,
                        verification_tolerance=2e-6)

        page = self.make(self.changed(known))
        self.assertTrue(page.cells(Lanes="1.1.1.1.16", Error="1.2e-07"))

    def test_both_parities_are_a_separate_row_and_never_the_best(self):
        def with_both(document):
            best = next(c for c in document["cells"] if c["benchmark"] == "hopping" and c["kernel"] == "DWF4")
            document["cells"].insert(0, {**best, "parameters": {"parity": "both", "dagger": "yes"},
                                         "mflops_per_node": 987654321.0})

        page = self.make(self.changed(with_both))
        self.assertEqual([row["Median"] for row in page.cells(Kernel="DWF4", Parity="both", Daggered="yes")],
                         ["987\u202f654\u202f321.000"])
        self.assertEqual(page.text.count("987\u202f654\u202f321"), 1)

    def test_right_hand_sides_have_columns_and_are_never_the_best(self):
        def with_many(document):
            best = next(c for c in document["cells"] if c["benchmark"] == "hopping" and c["kernel"] == "Wilson")
            share = {"count": 12, "layout": "lanes", "seconds": 2e-6}
            document["cells"].insert(0, {**best, "right_hand_sides": share, "mflops_per_node": 987654321.0})

        page = self.make(self.changed(with_many))
        (row,) = page.cells(Kernel="Wilson", RHS="12", Layout="lanes")
        self.assertEqual((row["Median"], row["Time per RHS"]), ("987\u202f654\u202f321.000", "2.00 µs"))
        self.assertEqual(page.text.count("987\u202f654\u202f321"), 1)

    def test_how_a_run_was_started_is_shown(self):
        def told(document):
            document["provenance"]["label"] = "after the update"
            document["configuration"].update(environment={"OMP_PLACES": "cores", "UCX_TLS": "rc"},
                                             mpi_protocol={"btl_tcp_eager_limit": "65536"})
            document["topology"].update(
                cpu_governor="powersave", numa_balancing="on",
                network_devices=[{"name": "ib0", "kind": "network", "numa_domain": 1}])

        page = self.make(self.changed(told), RECORDS[1])
        for words in ("OMP_PLACES=cores UCX_TLS=rc", "btl_tcp_eager_limit=65536", "powersave, on",
                      "ib0 (NUMA domain 1)"):
            self.assertIn(words, page.text)
        self.assertGreater(page.text.count("after the update"), 2)
        self.assertIn("no label", page.text)

    def test_the_headline_contains_the_main_figures(self):
        def told(document):
            document["summary"].update(
                robustness=None,
                robustness_set={"name": "itt-1", "variants": ["a", "b"], "lacks": ["b"]},
                memory_bandwidth={"gb_per_s_per_node": 385.031, "kernel": "axpy (KITT)", "l": 48,
                                  "ceiling": "memory bandwidth"},
                large_message_bandwidth={
                    "one_way_mb_per_s_per_node": 8787.4, "both_ways_mb_per_s_per_node": 17574.8,
                    "between": "nodes", "directions": "xyzt", "transport": "mpi",
                    "face_bytes": 25165824})

        def whole(document):
            told(document)
            document["summary"]["robustness"] = 0.606
            document["summary"]["robustness_set"]["lacks"] = []

        page = self.make(self.changed(told))
        for words in ("385 GB/s per node (axpy (KITT) at L = 48, bound by memory bandwidth)",
                      "both ways (between nodes: faces of 24 MiB)",
                      "not available (itt-1 lacks b)"):
            self.assertIn(words, page.text)
        self.assertIn("0.61 (worst / best variant of itt-1, DWF4 at L = 16)",
                      self.make(self.changed(whole)).text)

    def test_names_are_escaped(self):
        def hostile(document):
            document["provenance"]["hostnames"] = ["<script>alert(1)</script>"]
            document["topology"]["cpu_model"] = "A$ & <b>\"fast\" CPU"

        page = self.make(self.changed(hostile), "--title", "<i>mine</i>")
        self.assertEqual(page.faults, [])
        self.assertNotIn("<script", page.source)
        self.assertNotIn("<b>\"", page.source)
        self.assertIn("<script>alert(1)</script>", page.text)
        self.assertIn("<i>mine</i>", page.text)
        self.assertIn("A$ & <b>\"fast\" CPU", page.text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
