# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests perf/published: every file by itself, and against the text that it was taken from, if ../shared exists.

Each row of the file must be a row of the text, and no row may be missing. miniapp.compare checks the files against
their schema. The environment variable KITT_SHARED is the path of ../shared.
"""

import json
import os
import pathlib
import re
import unittest

PERF = pathlib.Path(__file__).resolve().parents[2] / "perf"
TEXTS = pathlib.Path(os.environ.get("KITT_SHARED", "")) / "reference" / "seeds"
NUMBER = r"\d+\.?\d*(?:e[+-]?\d+)?"


def tables():
    return {path.stem: json.loads(path.read_text())
            for path in sorted((PERF / "published").glob("*.json"))}


def section(table):
    """Returns the lines of the text from which a table was taken."""
    first, last = table["source"]["text_lines"]
    text = (TEXTS / table["source"]["text_file"]).read_text().splitlines()
    return text[first - 1:last]


def cells(table, benchmark):
    return [cell for cell in table.get("cells", []) if cell["benchmark"] == benchmark]


def printed_rows(lines, columns):
    """Returns the rows that consist of exactly `columns` numbers."""
    rows = [line.split() for line in lines]
    return [[float(word) for word in row] for row in rows
            if len(row) == columns and all(re.fullmatch(NUMBER, word) for word in row)]


def rate(row):
    return [row["mb_per_s_per_node"], row["standard_error_mb_per_s_per_node"],
            row["minimum_mb_per_s_per_node"], row["maximum_mb_per_s_per_node"]]


class TableTest(unittest.TestCase):
    def each(self, key="name"):
        """Yields the tables that have this key. Messages contain the name of the current table."""
        for self.name, table in tables().items():
            if key in table:
                yield table

    def _formatMessage(self, msg, standardMsg):
        return f"{getattr(self, 'name', '')}: {super()._formatMessage(msg, standardMsg)}"


class Published(TableTest):
    def test_tables_have_the_parts_that_belong_together(self):
        """Cells with a lattice need conventions and a summary. A table without cells needs a profile."""
        self.assertGreaterEqual(len(tables()), 20)
        for table in self.each():
            lattice = any("l" in cell for cell in table.get("cells", []))
            self.assertTrue("cells" in table or "profile" in table)
            self.assertTrue(not lattice or {"conventions", "summary"} <= set(table))
            self.assertTrue(all(table["notes"]))
            for cell in cells(table, "speedup"):
                self.assertNotEqual("factor" in cell, "percent" in cell)

    def test_file_names_equal_table_names(self):
        for table in self.each():
            self.assertEqual(table["name"], self.name)

    def test_no_cell_twice(self):
        for table in self.each("cells"):
            work = ("kernel", "l", "ls", "precision", "variant", "nodes", "pattern", "thread", "of",
                    "machine", "large_pages", "memory_affinity")
            keys = [tuple(cell.get(key) for key in work) for cell in table["cells"]]
            self.assertEqual(len(set(keys)), len(keys))

    def test_the_comparison_point_agrees_with_its_description(self):
        sizes = {"mean of DWF4 at l = 12 and l = 16": [12, 16], "DWF4 at l = 16": [16], None: []}
        seen = set()
        for table in self.each("summary"):
            summary = table["summary"]
            point = summary["comparison_point_mflops_per_node"]
            said = summary["comparison_point_is"]
            seen.add(said)
            figures = [cell["mflops_per_node"] for cell in cells(table, "hopping")
                       if cell["kernel"] == "DWF4" and cell["l"] in sizes[said]]
            if said is None:
                self.assertIsNone(point)
                continue
            self.assertEqual(len(figures), len(sizes[said]))
            # The mean is printed as a whole number, and a single figure is printed unchanged.
            self.assertLessEqual(abs(point - sum(figures) / len(figures)), 0.5)
        self.assertEqual(seen, set(sizes))

    def test_bytes_follow_from_the_volume(self):
        """a x + y has three streams of 8 reals per site, and a face has 12 reals per site. Sizes are per node or per
        rank."""
        for table in self.each("cells"):
            ranks = table["ranks_per_node"]
            for cell in cells(table, "memory"):
                nodes = table["nodes"]
                per_rank = table["conventions"]["memory_volume"] == "per rank"
                streams = 3 * 8 * 4 * cell["l"] ** 4 * nodes * (ranks if per_rank else 1)
                self.assertLess(abs(cell["bytes"] / streams - 1), 5e-3)  # some sizes are rounded
                if not per_rank:
                    self.assertEqual(cell["bytes"], streams)
            for cell in cells(table, "halo"):
                self.assertEqual(cell["face_bytes"], cell["l"] ** 3 * cell["ls"] * 12 * 8)

    def test_figures_follow_from_each_other(self):
        for table in self.each("cells"):
            for cell in cells(table, "memory"):  # two flops for each of three streams
                self.assertAlmostEqual(cell["gb_per_s"] / cell["gflops_per_s"] / 6, 1, delta=3e-3)
                self.assertAlmostEqual(cell["gb_per_s"] / cell["gb_per_s_per_node"],
                                       table["nodes"], delta=1e-3 * table["nodes"])
            for cell in cells(table, "halo"):
                for there, both in zip(rate(cell["one_way"]), rate(cell["both_ways"])):
                    self.assertAlmostEqual(both, 2 * there, delta=0.11)
                mean, _, low, high = rate(cell["one_way"])
                self.assertTrue(low < mean < high)

    def test_threads_work_where_the_source_says(self):
        """A die has six threads, and a socket has two dies. With "half remote" the first three threads of a die use
        local data. The others swap data with the thread of equal number on the neighbouring, the corresponding and
        the diagonal die."""
        relations = ["local", "same socket", "other socket", "other socket, diagonal"]
        threads = cells(tables()["hector-xt6"], "numa")
        self.assertEqual(len(threads), 48)
        for cell in threads:
            die, data_die = cell["thread"] // 6, cell["data_thread"] // 6
            self.assertEqual(cell["relation"], relations[die ^ data_die])
            place = cell["thread"] % 6
            remote = max(0, place - 2) if cell["pattern"] == "half remote" else 0
            self.assertEqual(cell["relation"], relations[remote])
            self.assertEqual(cell["data_thread"], (die ^ remote) * 6 + place)

    def test_times_of_runs_add_up(self):
        runs = cells(tables()["ifs-affinity"], "run")
        slowest = {run["kernel"]: run for run in runs if run["machine"] == "hpca"}
        self.assertEqual((len(runs), len(slowest)), (10, 2))
        misprinted = []
        for run in runs:
            times = [run[f"{what}_seconds"] for what in ("total", "compute", "communication")]
            self.assertEqual(times[0], times[1] + times[2])
            if abs(100 * times[2] / times[0] - run["percent"]) > 0.1:
                misprinted.append((run["kernel"], run["machine"], run["percent"]))
            for what, printed in zip(("total", "compute", "communication"), run["speed_ups"] or []):
                ratio = slowest[run["kernel"]][f"{what}_seconds"] / run[f"{what}_seconds"]
                self.assertAlmostEqual(ratio, printed, delta=0.011)
        self.assertEqual(misprinted, [("4D-Var min1", "hpca", 43.6)])  # the printed 43.6 should be 35.4

    def test_profiles_add_up(self):
        for table in self.each("profile"):
            profile = table["profile"]
            for row in profile["routines"]:
                if "seconds_mean" in row:
                    self.assertAlmostEqual(row["seconds_mean"] * row["calls"] / row["seconds_total"],
                                           1, delta=1e-6)
                if row.get("megabytes", 0) > 1:
                    self.assertAlmostEqual(row["bytes_per_call"] * row["calls"] * 1e-6 /
                                           row["megabytes"], 1, delta=1e-3)
            if "mpi_seconds" in profile:
                total = sum(row["seconds_total"] for row in profile["routines"])
                self.assertAlmostEqual(total, profile["mpi_seconds"], delta=0.005)
            shares = [row["share_of_mpi"] / row["share_of_wall"] for row in profile["routines"]
                      if row.get("share_of_wall", 0) > 0.1]
            self.assertTrue(all(abs(share / shares[0] - 1) < 2e-3 for share in shares))


@unittest.skipUnless(TEXTS.is_dir(), "skipped: no ../shared/reference/seeds beside the clone")
class AgainstTheText(TableTest):
    """Compares row by row: all printed rows must be in the file, and no others."""

    def test_memory_rows_equal_the_text(self):
        for table in self.each("conventions"):  # only tables of Grid's benchmark have conventions
            if table["name"] == "epyc-7601":  # this text prints no column per node
                columns = ["l", "bytes", "gb_per_s", "gflops_per_s", "seconds_of_all_calls"]
            else:
                columns = ["l", "bytes", "gb_per_s", "gflops_per_s", "seconds_of_all_calls",
                           "gb_per_s_per_node"]
            ours = [[cell[column] for column in columns] for cell in cells(table, "memory")]
            self.assertEqual(ours, printed_rows(section(table), len(columns)))

    def test_halo_rows_equal_the_text(self):
        for table in self.each("cells"):
            ours = [[cell["l"], cell["ls"], cell["face_bytes"], *rate(cell["one_way"]),
                     *rate(cell["both_ways"])] for cell in cells(table, "halo")]
            self.assertEqual(ours, printed_rows(section(table), 11))

    def test_per_node_summaries_equal_the_text(self):
        for table in self.each("summary"):
            if table["name"] == "epyc-7601":
                continue
            hopping = cells(table, "hopping")
            figure = {(cell["kernel"], cell["l"]): cell["mflops_per_node"] for cell in hopping}
            sizes = sorted({cell["l"] for cell in hopping})
            ours = [[l, *(figure[kernel, l] for kernel in ("Wilson", "DWF4", "DWF5"))]
                    for l in sizes]
            self.assertEqual(ours, printed_rows(section(table), 4))
            self.assertEqual(len(hopping), 3 * len(sizes))
            self.assertEqual({cell["ls"] for cell in hopping if cell["kernel"] != "Wilson"}, {16})

    def test_averages_equal_the_text(self):
        labels = {("DWF4", ""): "4d vec, red black", ("DWF5", ""): "5d vec, red black",
                  ("DWF4 (both parities)", ""): "4d vec",
                  ("DWF4 (both parities)", "fp16 comms"): "4d vec, fp16 comms",
                  ("DWF5 (both parities)", ""): "5d vec"}
        table = tables()["epyc-7601"]
        text = "\n".join(section(table))
        printed = {label: float(figure)
                   for figure, label in re.findall(r"\(full\): (\d+) : (.*)", text)}
        ours = {labels[cell["kernel"], cell["variant"]]: cell["mflops_per_node"]
                for cell in cells(table, "hopping")}
        self.assertEqual(ours, printed)

    def test_comparison_points_and_robustness_equal_the_text(self):
        for table in self.each("summary"):
            text = "\n".join(section(table))
            summary = table["summary"]
            for key, pattern in [
                    ("comparison_point_mflops_per_node", r"Comparison point\s+result\s*: +([\d.]+)"),
                    ("robustness", r"Comparison point robustness: +([\d.]+)")]:
                expected = [] if summary[key] is None else [summary[key]]
                self.assertEqual([float(x) for x in re.findall(pattern, text)], expected)

    def test_machines_equal_the_text(self):
        """CPUs, nodes and cores per socket equal those of the text's section."""
        for table in self.each("cells"):
            text = " ".join(section(table))
            if table["name"] in ("ifs-affinity", "ifs-transpositions"):
                continue  # tables that only name their machines
            self.assertIn(table["machine"]["cpu_number"], text + (
                "8170" if "network" in table["name"] and "skylake" in table["name"] else ""))
            if table["nodes"] == 16:
                self.assertRegex(text, r"NODES=16|-np 16 -ppn 1")
            if match := re.search(r"(\d+) cores / socket", text):
                self.assertEqual(table["cores_per_node"], 2 * int(match[1]))

    def test_latencies_equal_the_text(self):
        for name, machine in [("cori-knl", "Cori"), ("edison", "Edison")]:
            text = "\n".join(section(tables()[name]))
            printed = [float(x) for x in re.findall(machine + r" Latency = ([\d.]+)", text)]
            self.assertEqual([cell["microseconds"] for cell in cells(tables()[name], "latency")],
                             printed)

    def test_speedups_equal_the_text(self):
        """Speed-ups have the words of the source and its number. For adaptive routing, all of its numbers are there."""
        for table in self.each("cells"):
            text = " ".join(section(table))
            for cell in cells(table, "speedup"):
                self.assertIn(cell["text"], text)
                stated = f"{cell['factor']}x" if "factor" in cell else f"{cell['percent']}%"
                self.assertIn(stated, cell["text"])
        routing = tables()["bsmbench-routing"]
        printed = re.findall(r"enables (\d+)% higher", " ".join(section(routing)))
        self.assertEqual([cell["percent"] for cell in cells(routing, "speedup")],
                         [int(percent) for percent in printed])

    def test_threads_equal_the_text(self):
        table = tables()["hector-xt6"]
        ours = [[cell["thread"], cell["data_thread"], cell["seconds"]]
                for cell in cells(table, "numa")]
        self.assertEqual(ours, printed_rows(section(table), 3))

    def test_runs_equal_the_text(self):
        table = tables()["ifs-affinity"]
        number = r"\s+([\d.]+)"
        printed = re.findall(rf"\b([NY])\s+([NY]){3 * number}((?:{3 * number})?){number}(?=\s|$)",
                             " ".join(section(table)))
        ours = [["NY"[run["large_pages"]] + "NY"[run["memory_affinity"]], run["total_seconds"],
                 run["compute_seconds"], run["communication_seconds"], *(run["speed_ups"] or []), run["percent"]]
                for run in cells(table, "run")]
        self.assertEqual([[row[0] + row[1], *(float(word) for word in [*row[2:5], *row[5].split(), row[9]])]
                          for row in printed], ours)

    def test_exchanges_equal_the_text(self):
        """The first case has two machines, the second case has one."""
        ours = {}
        for cell in cells(tables()["ifs-transpositions"], "exchange"):
            name, between, size = cell["kernel"].split()[-1], cell["between"], cell["megabytes"]
            ours.setdefault((name, between, size), []).append(cell["mb_per_s_per_task"])
        printed = re.findall(r"^(\w+) \((.+)\) ([\d. ]+)$", "\n".join(section(tables()["ifs-transpositions"])), re.MULTILINE)
        theirs = [(name, between, [float(word) for word in numbers.split()]) for name, between, numbers in printed]
        self.assertEqual([(*key, rates) for key, rates in ours.items()],
                         [(name, between, numbers[0], numbers[1:]) for name, between, numbers in theirs])

    def test_profiles_equal_the_text(self):
        for table in self.each("profile"):
            routines = table["profile"]["routines"]
            if table["name"].startswith("bsmbench"):
                self.check_ipm(routines, section(table))
            else:
                self.check_libmpiprof(table["profile"], " ".join(section(table)))

    def check_ipm(self, routines, lines):
        printed = [line.split() for line in lines if line.startswith("MPI_")]
        self.assertEqual(len(printed), len(routines))
        for ours, theirs in zip(routines, printed):
            self.assertEqual(ours["routine"], theirs[0])
            keys = ["communicator_ranks", "bytes_per_call", "calls", "seconds_total",
                    "seconds_mean", "seconds_minimum", "seconds_maximum"]
            self.assertEqual([ours[key] for key in keys], [float(word) for word in theirs[1:8]])
            self.assertEqual(round(100 * ours["share_of_mpi"], 6), float(theirs[8]))
            self.assertEqual(round(100 * ours["share_of_wall"], 6), float(theirs[9]))

    def check_libmpiprof(self, profile, text):
        text = text.replace("MPI_Sen d", "MPI_Send")  # the text breaks lines within words
        printed = re.findall(r"(MPI_[A-Z][a-z]+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)", text)
        self.assertEqual(len(printed), len(profile["routines"]))
        for ours, (name, *figures) in zip(profile["routines"], printed):
            self.assertEqual(ours["routine"], name)
            keys = ["calls", "bytes_per_call", "megabytes", "seconds_total"]
            self.assertEqual([ours[key] for key in keys], [float(figure) for figure in figures])
        (wall,) = re.findall(r"WALL time (\d+)", text)
        self.assertEqual(profile["wall_seconds"], float(wall))
        (total,) = re.findall(r"TOTAL\s+([\d.]+)", text)
        self.assertEqual(profile["mpi_seconds"], float(total))


if __name__ == "__main__":
    unittest.main(verbosity=2)
