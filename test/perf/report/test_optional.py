# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Sections of what not every run has: MPI profile, other kinds of cells, portability, sweep, model."""

import copy
import unittest
import unittest.mock

from pages import PROFILED, RECORDS, ReportTest, complete, load, schema


def profile(ranks=2, barriers=False, with_matrix=True):
    """Returns a profile in which rank r sends 1024 (r + 1) bytes in one message to the next rank."""
    row = {"routine": "MPI_Isend", "region": "halo", "bytes_per_call": 1024, "calls": ranks,
           "bytes": 0, "seconds_total": 0.5 * ranks, "seconds_mean": 0.5, "seconds_minimum": 0.1,
           "seconds_maximum": 0.9, "share_of_mpi": 0.25, "share_of_wall": 0.125}
    result = {
        "barriers": barriers, "wall_seconds": 4, "mpi_seconds": 2,
        "routines": [row, {**row, "bytes_per_call": 2048}, {**row, "routine": "MPI_Wait"}],
        "regions": [{"region": "halo", "calls": 7, "seconds_mean": 1.5, "seconds_minimum": 1,
                     "seconds_maximum": 2, "mpi_seconds_mean": 0.75, "bytes": 4096}],
        "histogram": [{"routine": "MPI_Isend", "up_to_bytes": 0, "calls": 3, "bytes": 0},
                      {"routine": "MPI_Isend", "up_to_bytes": 1024, "calls": 12345, "bytes": 9}],
        "ranks": [{"rank": rank, "hostname": "here", "wall_seconds": 4, "mpi_seconds": 2,
                   "wait_seconds": 0.5 if barriers else None, "bytes_sent": 1024 * (rank + 1),
                   "messages_sent": 1, "peak_resident_bytes": 3 * 1024**3, "field_bytes": None,
                   "buffer_bytes": 2048, "huge_page_bytes": 0} for rank in range(ranks)],
        "imbalance": {"mpi_maximum_over_mean": 1.25, "compute_maximum_over_mean": 1.5},
        "imbalance_of_nodes": {"mpi_maximum_over_mean": 1.12, "compute_maximum_over_mean": 1},
        "timeline": {"step_seconds": 0.5, "steps": [
            {"begin_seconds": 0, "share_mean": 0.25, "share_minimum": 0, "share_maximum": 0.5},
            {"begin_seconds": 0.5, "share_mean": 0.75, "share_minimum": 0.5, "share_maximum": 1}]}}
    if with_matrix:
        def matrix(value):
            return [[value * (sender + 1) if receiver == (sender + 1) % ranks else 0
                     for receiver in range(ranks)] for sender in range(ranks)]
        result["matrix"] = {"bytes": matrix(1024), "messages": matrix(1)}
    return result


OLD_PLOTS = {"profile-routines-1", "profile-sizes-1", "profile-ranks-1", "matrix-1"}
PLOTS = OLD_PLOTS | {"profile-time-1"}


class Profile(ReportTest):
    def page(self, found):
        whole = complete(found, schema.part_of("record", "profile"))
        page = self.make(self.changed(lambda d: d.update(profile=whole), RECORDS[1]))
        self.assertEqual(page.faults, [])
        for table in page.tables:
            self.assertEqual({len(row) for row in table}, {len(table[0])}, table[0])
        return page

    def test_profile_of_a_real_run(self):
        page = self.make(PROFILED)
        self.assertEqual(page.faults, [])
        self.assertEqual(set(page.plots()), OLD_PLOTS | {"halo-by-size"})  # from a KITT without a time axis
        self.assertIn("Halo exchange: halo, t/mpi, L = 16, face 3 MiB", page.text)  # this headline is used if there is no other
        found = load(PROFILED)["profile"]
        self.assertEqual([row["Messages"] for row in page.cells(Rank="0", Host="vm")],
                         [str(found["ranks"][0]["messages_sent"])])
        sent = [[row[0], *row[1:]] for table in page.tables for row in table[1:]
                if table[0][1:] == ["0", "1", "2", "3"]][4:]
        self.assertEqual(sent, [[str(rank), *map(str, row)] for rank, row
                                in enumerate(found["matrix"]["messages"])])

    def test_a_profile_has_every_plot(self):
        page = self.page(profile(ranks=4))
        self.assertLessEqual(PLOTS, set(page.plots()))
        # each row is a sender
        self.assertIn(["2", "0 B", "3 KiB"], [[row[0], row[1], row[4]]
                      for row in page.rows("2") if len(row) == 5])
        self.assertIn("4 of 12 pairs", page.plots()["matrix-1"])
        self.assertIn("4 KiB from rank 3 to rank 0", page.plots()["matrix-1"])
        # 2 sizes of 4 calls, 2 ranks
        self.assertIn("1.00 s to 2.00 s. Longest: MPI_Isend, halo.", page.plots()["profile-routines-1"])
        self.assertEqual([row[1] for row in page.rows("MPI's share of wall time (%)")], ["50.0"])
        self.assertIn("mean of ranks 25.0 to 75.0", page.plots()["profile-time-1"])
        self.assertEqual([row[1] for row in page.rows("Imbalance of MPI time, slowest node / mean")], ["1.12"])
        self.assertIn("12\u202f345", page.text)
        self.assertNotIn("waiting for others", page.text)

    def test_waiting_times_are_shown(self):
        self.assertIn("waiting for others", self.page(profile(barriers=True)).text)

    def test_profile_of_many_ranks(self):
        page = self.page(profile(ranks=40))
        self.assertLessEqual(PLOTS, set(page.plots()))
        self.assertIn("40 of 1560 pairs", page.plots()["matrix-1"])

    def test_profile_without_a_matrix(self):
        self.assertEqual(
    PLOTS & set(
        self.page(
            profile(
                with_matrix=False)).plots()),
                PLOTS -
                 {"matrix-1"})

    def test_profile_without_calls(self):
        empty = {**profile(), "routines": [], "regions": [], "histogram": [], "mpi_seconds": 0}
        self.assertEqual(PLOTS & set(self.page(empty).plots()), {"profile-ranks-1", "profile-time-1", "matrix-1"})


class MemoryOfBytes(ReportTest):
    SIZES = {32768: 32256, 1048576: 1048512}  # {requested bytes: moved bytes}

    def of_bytes(self, document):
        first = next(c for c in document["cells"] if c["benchmark"] == "memory")
        document["cells"] = [c for c in document["cells"] if c["benchmark"] != "memory"]
        document["cells"] += [{**first, "l": 0, "bytes": moved, "parameters": {"bytes": asked}}
                              for asked, moved in self.SIZES.items()]

    def test_rows_have_the_size(self):
        page = self.make(self.changed(self.of_bytes, RECORDS[1]))
        self.assertEqual(page.faults, [])
        self.assertEqual([row["Bytes moved"] for row in page.cells(Kernel="axpy (KITT)", L="0")], ["32\u202f256", "1\u202f048\u202f512"])

    def test_a_missing_size_is_refused(self):
        def without(document):
            self.of_bytes(document)
            del document["cells"][-1]["parameters"]

        self.assert_refused(self.changed(without, RECORDS[1]), says="parameters.bytes is missing")


class Network(ReportTest):
    @staticmethod
    def cell(benchmark, kernel, seconds, **more):
        statistics = {"median": seconds, "minimum": seconds / 2, "maximum": 2 * seconds, "mean": seconds,
                      "count": 3, "standard_error": 0, "relative_standard_error": 0}
        return complete({"benchmark": benchmark, "status": "measured", "kernel": kernel, "seconds": statistics, **more},
                        schema.kinds_of_cells()[benchmark])

    def message(self, pattern, size, pairs, seconds, **ways):
        return self.cell("p2p", pattern, seconds, variant="inside-node", messages=2, messages_per_s=2 / seconds,
                         mb_per_s=2 * size / seconds / 1e6, parameters={"bytes": size, "window": 1, "pairs": pairs, **ways},
                         one_way_seconds=seconds / 2 if pattern == "ping-pong" else None)

    def test_doubt_is_marked_as_on_the_terminal(self):
        cells = [self.message("get", 8 << place, 1, 1e-6) for place in range(3)]
        cells[1]["seconds"].update(standard_error=0.06e-6, relative_standard_error=0.06)

        def doubtful(document):
            document["cells"] = cells + [c for c in document["cells"] if c["benchmark"] == "memory"][:1]
            document["cells"][-1]["roofline_fraction"] = 501.74
            document["cells"][-1]["seconds"].update(standard_error=0, relative_standard_error=0)
            document["summary"]["per_node_table"] = []
            for level, rate in zip(document["ceilings"]["levels"], (0.04, 300.0, 0.1)):
                level.update({f"{stream}_gb_per_s": rate for stream in ("read", "copy", "triad", "update")})
                level["level"] = f"of {rate}"
            document["ceilings"]["curve"] = [{"working_set_bytes": size, "read_gb_per_s": 1, "copy_gb_per_s": 1,
                                              "triad_gb_per_s": 1, "update_gb_per_s": 1} for size in (1, 2)]

        page = self.make(self.changed(doubtful))
        self.assertEqual([row["+-"] for row in page.cells(Pattern="get", Place="inside-node")], ["0.0", "6.0 !", "0.0"])
        self.assertEqual([row["Roof"] for row in page.cells(Kernel="axpy (KITT)")], ["50174.0 !"])
        for words in ("1 of 4 figures, marked !: ± above 5 % (", "1 of 4 figures, marked !: above their ceiling (",
                      "Read bandwidth of of 0.04, marked !: 0.0400 GB/s is too low",
                      "Triad bandwidth of of 0.1, marked !: 0.100 GB/s is too low"):
            self.assertIn(words, page.text)
        for name, figure in (("of 0.04", "0.0400 !"), ("of 300.0", "300")):
            self.assertEqual([[row[stream] for stream in ("Read", "Copy", "Triad", "Update")] for row in page.cells(Level=name)], [[figure] * 4])

    def test_section_of_messages(self):
        cells = [self.message(pattern, size, pairs, 1e-6 * size * pairs) for pattern in ("ping-pong", "get")
                 for size in (8, 4096) for pairs in (1, 2)]
        cells.append(self.message("put", 8, 1, 1e-6))  # the fastest message: 16 MB/s
        cells.append(self.message("put", 8, 1, 2e-6, rma_window="allocate", sync="pscw", target="waiting"))
        page = self.make(self.changed(lambda d: d["cells"].extend(cells)))
        self.assertEqual(page.faults, [])
        self.assertIn("get, 2 pairs 1.00; put, 1 pair 16.0;", page.plots()["p2p-by-size"])
        self.assertIn("put, rma window allocate, sync pscw, target waiting, 1 pair", " ".join(page.text.split()))
        self.assertEqual([(row["One way"], row["Time per call"]) for row in page.cells(Pattern="ping-pong", Bytes="4\u202f096")],
                         [("2.05 ms", "4.10 ms"), ("4.10 ms", "8.19 ms")])
        self.assertEqual([row["Pairs"] for row in page.cells(Pattern="put", Bytes="8")], ["1", "1"])

    def test_section_of_collectives(self):
        cells = [self.cell("collectives", name, seconds, variant="", parameters={"bytes": size, "ranks": 2})
                 for name, size, seconds in (("barrier", 0, 1e-6), ("reduce", 8, 2e-6), ("reduce", 64, 3e-6))]
        page = self.make(self.changed(lambda d: d["cells"].extend(cells)))
        self.assertEqual(page.faults, [])
        self.assertIn("Time per call against bytes of one block: reduce 2.00 µs to 3.00 µs.", page.plots()["collectives-by-size"])
        self.assertEqual(len(page.cells(Operation="barrier", Ranks="2")), 1)

    def test_section_of_solvers(self):
        cells = [self.cell("solve", "CG Wilson", 2.0, variant=variant, l=8, ls=1, precision=precision,
                           parameters={"mass": "0.1"}, iterations=40, restarts=restarts, seconds_per_iteration=0.05,
                           mflops_per_node=1234.0, fraction_of_operator=0.75, reduction_share=0.02,
                           iterated_residual=9e-9, true_residual=9.5e-9, roofline_fraction=0.5, order="prefetch")
                 for variant, precision, restarts in (("one precision", "double", 0), ("mixed precision", "single", 4))]
        page = self.make(self.changed(lambda d: d["cells"].extend(cells)))
        self.assertEqual(page.faults, [])
        row, = page.cells(Solver="CG Wilson", L="8", Ls="1", Variant="mixed precision")
        self.assertEqual([row[name] for name in ("Steps", "Restarts", "Time per call", "Time per step")],
                         ["40", "4", "2.00 s", "50.0 ms"])
        self.assertEqual([row[name] for name in ("+-", "Of S", "Sums", "|r|/|b|", "|b-Mx|/|b|")],
                         ["0.0", "75.0", "2.0", "9.0e-09", "9.5e-09"])

    def test_section_of_bsmbench(self):
        cells = [self.cell("bsm", "Dphi", 0.004, l=8, ls=1, precision="double", variant="",
                           parameters={"case": "compute", "fields": 4, "barrier": "yes", "flops_convention": "hirep"},
                           seconds_per_application=0.002, communication_share=0.25, bytes_sent=1024,
                           gflops_per_s_per_node=12.5, flops_per_site=4956.0,
                           verification_error=1e-16, roofline_fraction=0.5, order="prefetch/overlap")]
        page = self.make(self.changed(lambda d: d["cells"].extend(cells)))
        self.assertEqual(page.faults, [])
        row, = page.cells(Case="compute", Test="Dphi", L="8")
        self.assertEqual([row[name] for name in ("Prec.", "Fields", "Median", "+-", "Per appl.", "Comm.", "Sent", "Flops per site")],
                         ["double", "4", "12.500", "0.0", "2.00 ms", "25.0", "1\u202f024", "4\u202f956"])

    def test_section_of_particles_in_cells(self):
        phases = {"charge": 0.25, "exchange": 0.125, "field": 0.0625, "push": 0.5, "shift": 0.0}
        cells = [self.cell("pic", "step", 1.0, variant="sorted", particles=4096, imbalance=1.25, bytes_by_messages=2048,
                           parameters={"grid": "8.8.8", "particles_per_cell": 8, "points": 4, "steps": 10},
                           particles_per_s_per_node=40.96e6, charge_particles_per_s_per_node=163.8e6,
                           push_particles_per_s_per_node=81.92e6, verification_error=1e-16,
                           phases={f"{name}_seconds": seconds for name, seconds in phases.items()},
                           **{f"{name}_share": seconds for name, seconds in phases.items()})]
        page = self.make(self.changed(lambda d: d["cells"].extend(cells)))
        self.assertEqual(page.faults, [])
        row, = page.cells(Deposit="sorted", Particles="4\u202f096")
        self.assertEqual([row[name] for name in ("Step", "+-", "Time per call", "Exch.", "Field", "Shift", "Imbal.", "Sent", "Error")],
                         ["40\u202f960\u202f000", "0.0", "1.00 s", "12.5", "6.2", "0.0", "1.250", "2\u202f048", "1.0e-16"])

    def test_section_of_near_and_far_memory(self):
        def cell(kernel, variant, parameters, **keys):
            return self.cell("numa", kernel, 2.0, variant=variant, parameters={"bytes": 8, "threads": 2, **parameters},
                             **{"gb_per_s": None, "nanoseconds": None, "gflops_per_s_per_thread": None,
                                "ratio_to_local": None, **keys})

        def thread(number, seconds):
            return {"thread": number, "cpus": "3,7", "data_thread": number, "thread_domain": 0, "memory_domain": 0,
                    "relation": "local", "seconds": seconds}

        cells = [cell("read", "one domain", {"thread_domain": 0, "memory_domain": 1}, relation="other socket",
                      gb_per_s=12.5, ratio_to_local=1.25),
                 cell("matmul", "all local", {"matrix": 600}, gflops_per_s_per_thread=2.5,
                      threads=[thread(0, 0.25), thread(1, 0.125)])]
        page = self.make(self.changed(lambda d: d["cells"].extend(cells)))
        self.assertEqual(page.faults, [])
        row, = page.cells(Kernel="read", At_once="one domain")
        self.assertEqual([row[name] for name in ("Relation", "Median", "+-", "Of local")], ["other socket", "12.50", "0.0", "1.250"])
        self.assertNotIn("Latency", row)  # no cell of this table has a latency
        self.assertEqual([row["Time per call"] for row in page.cells(Kernel="matmul", At_once="all local")], ["2.00 s"])

    def test_section_of_domains(self):
        def domain(number, off_node, ratio):
            return {"number": number, "node": number, "numa_domain": 0, "has_network_device": number == 1,
                    "off_node": off_node, "ranks": 2, "mean_seconds": 2.0, "standard_deviation_seconds": 0.5,
                    "relative_standard_deviation": 0.25, "ratio_to_control": ratio, "excess_over_control_standard_deviations": ratio}

        def cell(kernel, pair, mean, domains):
            return self.cell("domains", kernel, 2.0, variant="numa-domains", mb_per_s_per_rank=1.0,
                             off_node_mean_seconds=mean, domains=domains,
                             parameters={"pair": pair, "bytes": 8, "repeats": 3, "domains": 1})

        cells = [cell("control", "none", None, [domain(0, False, None), domain(1, False, None)]),
                 cell("exchange", "0-1", 2.0, [domain(0, False, 1.25), domain(1, True, 1.5)])]
        page = self.make(self.changed(lambda d: d["cells"].extend(cells)))
        self.assertEqual(page.faults, [])
        self.assertIn("domain 0 is slowest against the control: 1.25 times, while 0-1 talks",
                      page.plots()["domains-0"])
        row, = (row for row in page.cells(Pair="0-1", Domain="1") if (row["Network device"], row["Off-node"]) == ("yes", "yes"))
        self.assertEqual((row["Mean"], row["SD"]), ("2.00 s", "25.0"))


class EveryKind(ReportTest):
    """Each kind of cell of the program has a section with a table, and its plot where it has one."""

    PLOTS = {"memory": "memory-by-size", "halo": "halo-by-size", "stencil": "stencil-by-size", "p2p": "p2p-by-size",
             "collectives": "collectives-by-size", "hash": "hash-by-size", "transpose": "transpose-by-size", "fft": "fft-steps",
             "domains": "domains-0"}

    def test_every_kind_has_its_table_and_plot(self):
        kinds = schema.kinds_of_cells()
        cells = [complete({"kernel": kind["properties"]["kernel"]["enum"][-1], "parameters": {"bytes": 8}, "l": 8}, kind)
                 for name, kind in kinds.items() if name != "hopping"]
        page = self.make(self.changed(lambda d: d.update(cells=d["cells"] + cells)), RECORDS[1])
        self.assertEqual(page.faults, [])
        self.assertEqual({plot for kind, plot in self.PLOTS.items()} - set(page.plots()), set())
        self.assertEqual(set(kinds) - {"hopping"} - set(page.ids), set())
        for name in kinds.keys() - {"hopping"}:
            self.assertIn(f"{kinds[name]['description']}, 1 rank", page.text)  # the caption of its table


class NewKind(ReportTest):
    """A kind of cell that Python knows nothing of: its section comes from the schema."""

    def test_it_has_its_table_and_plot_without_any_python(self):
        known = schema.load_schema("record")
        kind = {"type": "object", "description": "Sorting", "required": ["kernel", "variant", "seconds", "benchmark", "status"],
                "merits": [{"keys": "keys_per_s", "unit": "keys/s", "less_is_better": False, "kernels": []}],
                "plot": {"x": "keys", "y": "keys_per_s", "colours": ["kernel"], "dashes": ""},
                "properties": {
                    "keys": {"type": "integer", "description": "keys to sort"},
                    "kernel": {"type": "string", "column": {"heading": "Method", "format": "text"}},
                    "variant": {"type": "string"},
                    "keys_per_s": {"type": "number", "exclusiveMinimum": 0, "description": "keys sorted per second",
                                   "column": {"heading": "Rate (keys/s)", "format": "fixed", "digits": 2}},
                    "seconds": schema.kinds_of_cells()["p2p"]["properties"]["seconds"],
                    "benchmark": {"const": "sort"}, "status": {"const": "measured"}}}
        cells = copy.deepcopy(known["properties"]["cells"])
        cells["items"]["oneOf"].insert(0, kind)
        extended = {**known, "properties": {**known["properties"], "cells": cells}}
        cell = complete({"kernel": "radix", "variant": "", "benchmark": "sort", "keys_per_s": 1234.5, "keys": 8}, kind)
        results = schema.load_schema("results")
        asked = {"record": extended, "results": results}
        with unittest.mock.patch.object(schema, "ask_program", lambda _, kind: asked[kind]):
            schema.load_schema.cache_clear()
            self.addCleanup(schema.load_schema.cache_clear)
            page = self.make(self.changed(lambda d: d["cells"].append(cell)))
            self.assertEqual(page.faults, [])
            self.assertEqual([row["Rate"] for row in page.cells(Method="radix")], ["1\u202f234.50"])
            self.assertIn("Sorting: radix, 8 keys", page.text)
            self.assertIn("1\u202f234 keys/s", page.text)
            self.assertIn("Rate (keys/s) against keys to sort: radix 1\u202f234.", page.plots()["sort-by-size"])
            self.assertIn(("th", "title", "keys sorted per second"), page.attributes)
            cell["keys_per_s"] = 0
            self.assert_refused(self.changed(lambda d: d["cells"].append(cell)), says="keys_per_s is 0, not above 0")


class MissingCeilings(ReportTest):
    def without(self, machine):
        def change(document):
            document["topology"]["cpu_model"] = machine
            document["ceilings"]["levels"] = []
            document["ceilings"]["missing"] = ["memory (why)"]
            for cell in document["cells"]:
                if "ceiling" in cell:
                    cell["ceiling"] = cell["roofline_fraction"] = None
        return self.changed(change, name=f"{machine}.json")

    def test_missing_ceilings_of_one_run_are_named(self):
        page = self.make(self.without("One"))
        self.assertIn("The bandwidth of memory (why) was not measured.", page.text)
        self.assertTrue(page.rows("DWF4", "16"))

    def test_missing_ceilings_of_two_machines_are_named(self):
        self.assertNotIn("cascade-1", self.make(self.without("One"), self.without("Two")).plots())


class Network(ReportTest):
    def test_the_roofline_shows_what_the_network_allows(self):
        def change(document):
            document["ceilings"]["network_gb_per_s"] = 2.5
            for cell in document["cells"]:
                if cell.get("kernel") == "DWF4":
                    cell.update(network_bytes_per_node=1e6, network_gflops_per_s_per_node=12.5)

        plot = self.make(self.changed(change)).plots()["roofline-1"]
        self.assertIn("DWF4, ceiling of the network 12.5", plot)
        self.assertIn(", network 2.50 GB/s.", plot)
        self.assertNotIn("Wilson, ceiling of the network", plot)
        self.assertNotIn("network", self.make(RECORDS[0]).plots()["roofline-1"])


class Portability(ReportTest):
    def test_portability_from_records(self):
        def with_fraction(fraction, machine):
            def change(document):
                document["topology"]["cpu_model"] = machine
                for cell in document["cells"]:
                    if cell["benchmark"] == "hopping":
                        cell["roofline_fraction"] = fraction
            return change

        page = self.make(self.changed(with_fraction(0.5, "One"), name="1.json"),
                         self.changed(with_fraction(0.25, "Two"), name="2.json"))
        self.assertIn("cascade-1", page.plots())
        (row,) = (row for row in page.rows("DWF4", "16") if "A 50.0" in row[-1])
        self.assertEqual(row[2:], ["33.3", "A 50.0, B 25.0"])  # 2 / (1 / 0.5 + 1 / 0.25)

    def test_portability_from_a_comparison(self):
        def steps(*efficiencies):
            return [{"platform": "AB"[place], "efficiency": e, "portability": 0.375}
                    for place, e in enumerate(efficiencies)]

        problem = {"benchmark": "hopping", "kernel": "DWF4", "l": 16, "applications": [
            {"name": "best variant", "program": "KITT",
             "cascade": {"application": steps(0.9, 0.3), "architectural": None}},
            {"name": "lexicographic", "program": "KITT",
             "cascade": {"application": steps(0.8, 0.2), "architectural": None}},
            {"name": "Grid", "program": "Grid",
             "cascade": {"application": steps(0.5, 0.4), "architectural": None}}]}
        platforms = [{"letter": letter, "name": letter, "title": "T" + letter} for letter in "AB"]
        document = {"schema_version": 2, "platforms": platforms, "problems": [problem]}
        document = complete(document, schema.load_schema("portability"))
        page = self.make(RECORDS[0], self.write("portability.json", document))
        self.assertIn(["DWF4", "16", "37.5", "A 90.0, B 30.0"], page.rows("DWF4", "16"))
        self.assertIn(["DWF4, Grid", "16", "37.5", "A 50.0, B 40.0"], page.rows("DWF4, Grid", "16"))
        self.assertFalse(page.rows("lexicographic"))
        self.assertIn("of the best figure known", page.text)
        self.assertNotIn("navigation-1", page.plots())
        document["code_divergence"] = {"builds": ["a", "b"], "divergence": 0.25}
        path = self.write("divergence.json", document)
        alone = self.make(path)  # a study of published tables has no record
        self.assertIn("KITT on TA, TB", alone.text)
        self.assertEqual(alone.faults, [])
        (alt,) = (value for _, name, value in alone.attributes if name == "aria-label" and "code convergence" in value)
        self.assertIn("performance portability (%) against code convergence (%): DWF4 37.5; goal 100.", alt)
        self.assertIn("75.00 % for the builds a, b", alt)
        document["problems"][0]["applications"][0].pop("cascade")
        self.assert_refused(RECORDS[0], self.write("portability.json", document), says="applications[0].cascade is missing")


class Sweep(ReportTest):
    FIGURES = {(1, 4, "none"): 1000, (2, 2, "none"): 1980, (2, 2, "madvise"): 2000, (4, 1, "none"): None}

    def document(self):
        def point(ranks, threads, pages, figure):
            seconds = figure and {"total_seconds": 4000 / figure, "compute_seconds": 1000 / figure,
                                  "communication_seconds": 3000 / figure, "communication_share": 0.75}
            # The page must show the values of the document, even where they do not follow from the seconds.
            speed_ups = seconds and {"total": figure / 1000, "compute": None, "communication": 2.5}
            return {"ranks_per_node": ranks, "threads_per_rank": threads, "cores_per_node": 4,
                    "values": {"--hugepages": pages}, "record": f"{ranks}-{pages}.json", "wall_seconds": 5,
                    "status": "measured" if figure else "failed", "reason": "" if figure else "why", "resumed": False,
                    "figure": figure, "error": None, "of_best": figure and figure / 2000, "call": seconds, "run": seconds,
                    "speed_ups": speed_ups, "gigabytes_per_node": None}
        return {"schema_version": 2, "command": ["dslash", "--L", "8"], "launch": "run {ranks}", "nodes": 1,
                "figure": {"name": "DWF4 L = 8", "unit": "Mflop/s per node", "less_is_better": False},
                "axes": [{"name": "ranks", "values": ["1", "2", "4"]}, {"name": "threads", "values": ["fill"]},
                         {"name": "cores", "values": ["4"]},
                         {"name": "--hugepages", "values": ["none", "madvise"]}],
                "points": [point(*place, figure) for place, figure in self.FIGURES.items()],
                "best": "2-madvise.json", "flat": ["2-none.json"], "times_of": "call"}

    def check(self, page):
        self.assertEqual(page.faults, [])
        for name in ("sweep-matrix-1", "sweep-curves-1"):
            self.assertIn("Best: 2 ranks × 2 threads, hugepages madvise with 2\u202f000", page.plots()[name])
        self.assertEqual([row[3:5] for row in page.rows("2", "2") if len(row) == 10 and row[8] == "measured"],
                         [["1\u202f980", "as good"], ["2\u202f000", "★"]])
        self.assertEqual(page.rows("4", "1")[0][8:], ["failed", "why"])
        self.assertEqual([row[6:] for row in page.rows("2", "2", "hugepages madvise") if len(row) == 10 and
                          row[9] == "75.0"], [["2.00", "–", "2.50", "75.0"]])

    def test_a_sweep_is_shown_next_to_a_run(self):
        self.check(self.make(RECORDS[0], self.write("s.json", self.document())))

    def test_the_page_of_a_folder_shows_its_best_run(self):
        self.write("sweep.json", self.document())
        (self.folder / "2-madvise.json").write_text(RECORDS[1].read_text())
        page = self.make(self.folder)
        self.check(page)
        self.assertIn("kernels-by-l", page.plots())

    def test_an_empty_or_damaged_sweep_is_refused(self):
        document = {**self.document(), "best": "", "points": []}
        self.assert_refused(self.write("s.json", document), says="at least one run")
        document["points"] = [{}]
        self.assert_refused(self.write("s.json", document), says="points[0].ranks_per_node is missing")


class Model(ReportTest):
    def document(self):
        cells = [{"kernel": kernel, "l": 16, "nodes": nodes, "mflops_per_node": 3000.0 / nodes,
                  "sequential_mflops_per_node": 2000.0 / nodes,
                  "overlap_mflops_per_node": 3000.0 / nodes, "efficiency": 1 / nodes,
                  "global_volume": [16, 16, 16, 16 * nodes], "bound": "network"}
                 for kernel in ("Wilson", "DWF4") for nodes in (1, 2, 4096)]
        errors = [{"kernel": "DWF4", "l": 16, "nodes": 1, "table": "knl",
                   "measured_mflops_per_node": 1000, "predicted_mflops_per_node": 1100,
                   "relative_error": 0.1, "calibrated": False}]
        return complete({"model_schema_version": 2, "scaling": "weak", "machine": {"name": "knl"},
                         "cells": cells, "unmodelled": [], "errors": errors}, schema.load_schema("model"))

    def test_model_has_curves_and_errors(self):
        page = self.make(RECORDS[0], self.write("model.json", self.document()))
        self.assertEqual(page.faults, [])
        self.assertLessEqual({"model-1", "model-error-1"}, set(page.plots()))
        self.assertIn("4\u202f096 nodes", page.plots()["model-1"])
        self.assertIn(["DWF4", "16", "1", "knl", "1\u202f000", "1\u202f100", "10.0", "no"], page.rows("DWF4", "16", "1", "knl"))

    def test_model_without_a_run(self):
        path = self.write("model.json", self.document())
        self.assert_refused(path, says="at least one run")


if __name__ == "__main__":
    unittest.main(verbosity=2)
