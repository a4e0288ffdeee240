# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests how kitt_record.py reads stored records of real runs. These tests do not need ReFrame."""

import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
RECORDS = HERE.parent / "perf" / "report" / "records"
ACCEPTANCE = HERE.parents[1] / "perf" / "acceptance"
sys.path.insert(0, str(ACCEPTANCE))

import kitt_record  # noqa: E402
from kitt_report.merit import rate  # noqa: E402
from kitt_report.schema import kinds_of_cells  # noqa: E402


def run_program(*arguments):
    return subprocess.run([sys.executable, "-B", ACCEPTANCE / "kitt_record.py", *arguments],
                          capture_output=True, text=True)


class Figures(unittest.TestCase):
    def setUp(self):
        self.record = kitt_record.load(RECORDS / "ranks-1.json")
        self.figures = kitt_record.figures(self.record)

    def test_the_score_is_read(self):
        best = {name: self.figures[name][0] for name in ("dwf4_l12", "dwf4_l16")}
        self.assertAlmostEqual(self.figures["comparison_point"][0], sum(best.values()) / 2, places=6)
        cells = [c for c in self.record["cells"]
                 if c["status"] == "measured" and (c["kernel"], c["l"]) == ("DWF4", 16)]
        rates = [cell["mflops_per_node"] for cell in cells]
        self.assertAlmostEqual(best["dwf4_l16"], max(rates))
        self.assertEqual(self.figures["robustness"], (self.record["summary"]["robustness"], "worst/best of all measured variants"))

    def test_the_fraction_belongs_to_the_same_cell(self):
        of_ceiling = self.figures["dwf4_l16_of_ceiling"][0]
        rate, unit = self.figures["dwf4_l16"]
        (cell,) = [c for c in self.record["cells"] if c.get("mflops_per_node") == rate]
        self.assertEqual((of_ceiling, unit), (cell["roofline_fraction"], "Mflop/s"))

    def test_memory_bandwidth_is_taken_at_the_largest_size(self):
        cells = [c for c in self.record["cells"] if c["kernel"] == "triad"]
        largest = max(cells, key=lambda cell: cell["l"])
        self.assertEqual(self.figures["triad_bandwidth"], (largest["gb_per_s_per_node"], "GB/s"))

    def test_memory_bandwidth_of_sizes_in_bytes_is_read(self):
        triad = next(c for c in self.record["cells"] if c["kernel"] == "triad")
        for size, rate in ((1 << 40, 7.0), (4096, 70.0)):  # larger and smaller than the size of the largest L
            self.record["cells"].append({**triad, "l": 0, "bytes": size - 64, "parameters": {"bytes": size},
                                         "gb_per_s_per_node": rate})
        found = kitt_record.figures(self.record)
        self.assertEqual(found["triad_bandwidth"], self.figures["triad_bandwidth"])
        self.assertEqual(found["triad_1099511627776_bytes_bandwidth"], (7.0, "GB/s"))
        self.assertEqual(found["triad_4096_bytes_bandwidth"], (70.0, "GB/s"))
        self.assertEqual(kitt_record.name_of(self.record["cells"][-1]), "triad bytes=4096")

    def test_every_command_has_figures(self):
        halo = kitt_record.load(RECORDS / "profile-4.json")
        self.assertTrue(any(name.startswith("halo_") for name in kitt_record.figures(halo)))
        two = kitt_record.figures(kitt_record.load(RECORDS / "ranks-2.json"))
        self.assertEqual({name for name in two if not name.startswith("halo_")},
                         {name for name in self.figures if not name.startswith("halo_")})


class Problems(unittest.TestCase):
    def setUp(self):
        self.record = kitt_record.load(RECORDS / "ranks-2.json")

    def assert_found(self, text, change, **asked):
        record = copy.deepcopy(self.record)
        change(record)
        found = kitt_record.problems(record, **asked)
        self.assertEqual(len(found), 1, found)
        self.assertIn(text, found[0])

    def test_a_good_record_has_no_problems(self):
        self.assertEqual(kitt_record.problems(self.record, ranks=2, nodes=1), [])

    def test_each_problem_is_found(self):
        cell = {"status": "failed", "reason": "wrong by 0.1"}
        self.assert_found("wrong by 0.1", lambda r: r["cells"][0].update(cell))
        self.assert_found("exceeds its limit", lambda r: r["cells"][0].update(verification_error=0.1))
        self.assert_found("did not finish", lambda r: r["summary"].update(complete=False))
        self.assert_found("nothing was measured", lambda r: r.update(cells=[]))
        self.assert_found("2 ranks instead of the requested 4", lambda r: None, ranks=4)
        self.assert_found("1 nodes instead of the requested 2", lambda r: None, nodes=2)


class Implausible(unittest.TestCase):
    """Tests figures above their ceiling. The multiply-add peak of ranks-1.json was disturbed: it is a ten-thousandth
    of the machine's."""

    def test_figures_above_their_ceiling_are_found(self):
        found = kitt_record.implausible(kitt_record.load(RECORDS / "ranks-1.json"))
        self.assertTrue(any("DWF4 L=16 Ls=16 lexicographic-stream: 237 times the ceiling" in line for line in found))
        for name in ("ranks-2.json", "ranks-4.json", "profile-4.json"):
            self.assertEqual(kitt_record.implausible(kitt_record.load(RECORDS / name)), [], name)

    def test_an_implausible_record_makes_no_reference(self):
        made = run_program(str(RECORDS / "ranks-1.json"), "--where", "here:default")
        self.assertEqual((made.returncode, made.stdout), (1, ""))
        self.assertIn("run again", made.stderr)


def quiet(record):
    """Changes a record into one of an undisturbed machine."""
    for cell in record["cells"]:
        cell["seconds"]["standard_error"] = 0.001 * cell["seconds"]["mean"]
    return record


# One cell of each benchmark outside `kitt itt`, with the keys that the tool reads.
OTHER_CELLS = [
    ("p2p", "ping-pong", {"bytes": 8, "window": 1}, "mb_per_s"), ("stencil", "faces", {"bytes": 8}, "mb_per_s_per_node"),
    ("collectives", "allreduce", {"bytes": 8, "ranks": 2}, "operations_per_s"), ("hash", "insert", {"ranks": 2}, "operations_per_s"),
    ("domains", "exchange", {"bytes": 8}, "mb_per_s_per_rank"), ("numa", "read", {"bytes": 8}, "gb_per_s"),
    ("transpose", "row", {"bytes": 8}, "mb_per_s_per_node"), ("fft", "forward", {"box": "8.8.8"}, "gflops_per_s_per_node"),
    ("pic", "step", {"grid": "8.8.8"}, "particles_per_s_per_node"), ("bsm", "mad", {"case": "a"}, "gflops_per_s_per_node"),
    ("solve", "Wilson", {"mass": "0.1"}, "mflops_per_node"), ("nodes", "memory", {"bytes": 8}, "gb_per_s_per_node")]


class OtherBenchmarks(unittest.TestCase):
    def setUp(self):
        self.record = kitt_record.load(RECORDS / "ranks-2.json")
        self.record["ceilings"] = None
        self.record["summary"].update(comparison_point_mflops_per_node=None, robustness=None, per_node_table=[])
        seconds = {"median": 1, "mean": 1, "standard_error": 0.01}
        self.record["cells"] = [
            {"benchmark": benchmark, "status": "measured", "kernel": kernel, "variant": "v", "parameters": parameters,
             "seconds": seconds, "verification_error": 0, merit: 7.5}
            for benchmark, kernel, parameters, merit in OTHER_CELLS]

    def test_each_cell_has_a_figure(self):
        self.assertEqual(kitt_record.problems(self.record) + kitt_record.doubts(self.record), [])
        found = kitt_record.figures(self.record)
        self.assertEqual(len(found), len(OTHER_CELLS))
        self.assertEqual(found["p2p_ping_pong_bytes_8_window_1_v"], (7.5, "MB/s of all pairs"))
        figure, unit = found["pic_step_grid_8_8_8_v"]
        self.assertAlmostEqual(figure, 7.5)
        self.assertEqual(unit, "particles per second and node")
        self.assertTrue(all(unit.isascii() for _, unit in found.values()))  # any terminal can print ASCII

    def test_figures_equal_those_of_the_report(self):
        others = {"hopping", "memory", "halo", "hmc"}  # the figure of hmc is a time, which has no reference figure
        self.assertEqual({benchmark for benchmark, *_ in OTHER_CELLS} | others, set(kinds_of_cells()))
        for cell in self.record["cells"]:
            self.assertIn(rate(cell), kitt_record.figures(self.record).values())

    def test_a_time_has_no_reference_figure(self):
        """A time such as a latency is better if smaller. References only limit how far a figure may fall, so a time
        has none."""
        latency = {**self.record["cells"][0], "benchmark": "numa", "kernel": "latency", "nanoseconds": 90.0, "gb_per_s": None}
        self.assertIsNone(rate(latency))

    def test_each_cell_can_fail(self):
        for cell in self.record["cells"]:
            bad = dict(cell, status="failed", reason="wrong by 0.1")
            found = kitt_record.problems(dict(self.record, cells=[bad]))
            self.assertIn("wrong by 0.1", found[0])
        (pic,) = [cell for cell in self.record["cells"] if cell["benchmark"] == "pic"]
        pic.update(trajectory_error=0.1, trajectory_tolerance=0.01)
        self.assertEqual(kitt_record.problems(self.record), ["step grid=8.8.8 v: trajectory error 0.1 exceeds its limit"])


class Doubts(unittest.TestCase):
    """Tests results that are not wrong but do not count by the run rules."""

    def setUp(self):
        self.record = quiet(kitt_record.load(RECORDS / "ranks-2.json"))

    def best(self, l):
        (variant,) = [row["dwf4"]["variant"] for row in self.record["summary"]["per_node_table"] if row["l"] == l]
        (cell,) = [c for c in self.record["cells"] if (c["kernel"], c.get("l"), c["variant"]) == ("DWF4", l, variant)]
        return cell

    def assert_doubted(self, text):
        (found,) = kitt_record.doubts(self.record)
        self.assertIn(text, found)

    def test_a_quiet_run_counts(self):
        self.assertEqual(kitt_record.doubts(self.record), [])

    def test_only_errors_of_cells_in_the_comparison_point_count(self):
        self.best(8)["seconds"]["standard_error"] = self.best(8)["seconds"]["mean"]
        self.assertEqual(kitt_record.doubts(self.record), [])
        self.best(16)["seconds"]["standard_error"] = 0.06 * self.best(16)["seconds"]["mean"]
        self.assert_doubted("+- is 6.0 % (the limit is 5 %)")

    def test_a_figure_above_its_ceiling_does_not_count(self):
        self.best(8)["roofline_fraction"] = 1.06  # the comparison point is made of L = 12 and 16
        self.assertEqual(kitt_record.doubts(self.record), [])
        self.best(16)["roofline_fraction"] = 1.06
        self.assert_doubted("1.06 times the ceiling that limits it")

    def test_a_cache_slower_than_the_next_level_does_not_count(self):
        near, far = self.record["ceilings"]["levels"][:2]
        near["triad_gb_per_s"] = 0.9 * far["triad_gb_per_s"]
        self.assert_doubted(f"Triad bandwidth of {near['level']}, marked !: ")


class Merits(unittest.TestCase):
    def test_lines_of_the_output_are_read(self):
        output = ("x\nKITT FOM halo = 54.5 MB/s per node, one way (higher is better): halo L=8 ! +- above 5 %\n"
                  "KITT FOM p2p_ping_pong = 2e-06 s (lower is better): ping-pong bytes=8\nRecord: kitt.json\n")
        self.assertEqual(kitt_record.merits(output),
                         {"halo": (54.5, "MB/s per node, one way"), "p2p_ping_pong": (2e-6, "s")})
        self.assertEqual(kitt_record.merits("No figures of merit: the run has 1 wrong result.\n"), {})


class Median(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def runs(self, *points, change=lambda record: None):
        paths = []
        for number, point in enumerate(points):
            record = quiet(kitt_record.load(RECORDS / "ranks-2.json"))
            record["summary"]["comparison_point_mflops_per_node"] = point
            change(record)
            paths.append(self.folder / f"{number}.json")
            paths[-1].write_text(json.dumps(record))
        return run_program("--median", *paths)

    def test_the_median_is_printed(self):
        result = self.runs(99000, 101000, 100000.5, 98000, 102000)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, f"median of 5: 100000 Mflop/s per node ({self.folder / '2.json'}), spread 4.0 %\n")

    def test_a_large_spread_fails(self):
        result = self.runs(90000, 100000, 110000)
        self.assertEqual(result.returncode, 1)
        self.assertIn("the spread is 20.0 % (the limit is 5 %): repeat the runs", result.stderr)

    def test_a_run_that_does_not_count_fails(self):
        result = self.runs(100000, change=lambda record: record["summary"].update(complete=False))
        self.assertEqual(result.returncode, 1)
        self.assertIn("0.json: the run did not finish", result.stderr)

    def test_records_without_a_median_are_refused(self):
        self.assertEqual(self.runs(1, 2).returncode, 2)
        result = self.runs(None)
        self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1))
        self.assertIn("has no comparison point", result.stderr)
        rules = iter(["itt-2017", "itt-2020", "itt-2020"])
        result = self.runs(1, 2, 3, change=lambda record: record["configuration"].update(
            rules={"name": next(rules), "point_l": [24, 32], "robustness_l": 32}))
        self.assertEqual(result.returncode, 2)
        self.assertIn("the records follow different rules (itt-2017, itt-2020): give", result.stderr)


class References(unittest.TestCase):
    def test_references_are_made_from_a_record_and_found_again(self):
        made = run_program(str(RECORDS / "ranks-2.json"), "--where", "here:default",
                           "--tests", "KittItt", "KittQuick", "--below", "0.25")
        self.assertEqual(made.returncode, 0, made.stderr)
        record = kitt_record.load(RECORDS / "ranks-2.json")
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "here.json").write_text(made.stdout)
            found = kitt_record.references(folder, "KittQuick", record)
            value, unit = kitt_record.figures(record)["dwf4_l16"]
            self.assertEqual(found["here:default"]["dwf4_l16"], (value, -0.25, None, unit))
            self.assertEqual(kitt_record.references(folder, "KittDslash", record), {})
            more_ranks = kitt_record.load(RECORDS / "ranks-4.json")
            self.assertEqual(kitt_record.references(folder, "KittQuick", more_ranks), {})

    def test_robustness_over_another_set_has_no_reference(self):
        record = kitt_record.load(RECORDS / "ranks-2.json")
        entry = kitt_record.reference(record, "here:default", ["KittItt"], 0.1)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "here.json").write_text(json.dumps([entry]))
            self.assertIn("robustness", kitt_record.references(folder, "KittItt", record)["here:default"])
            record["summary"]["robustness_set"] = {"name": "itt-1", "variants": [], "lacks": []}
            self.assertEqual(kitt_record.figures(record)["robustness"][1], "worst/best of itt-1")
            found = kitt_record.references(folder, "KittItt", record)["here:default"]
            self.assertNotIn("robustness", found)
            self.assertIn("comparison_point", found)

    def test_references_that_come_with_kitt_have_known_figures(self):
        names = set(kitt_record.figures(kitt_record.load(RECORDS / "ranks-2.json")))
        files = sorted((HERE / "references").glob("*.json"))
        self.assertTrue(files)
        for file in files:
            for entry in json.loads(file.read_text()):
                self.assertEqual(set(entry["conditions"]), set(kitt_record.CONDITIONS))
                self.assertEqual(set(entry["figures"]) - names, set(), file)


class Program(unittest.TestCase):
    def test_prints_figures(self):
        result = run_program(str(RECORDS / "ranks-2.json"))  # this is the record of a busy machine
        self.assertEqual((result.returncode, result.stderr.count("+- is ")), (1, 2), result.stderr)
        self.assertRegex(result.stdout, r"(?m)^comparison_point +\d+ Mflop/s$")

    def test_refuses_a_file_that_is_no_record(self):
        for name, text in ((HERE / "no-such-file", "no record"), (HERE / "kitt.py", "JSON document of KITT"),
                           (HERE / "references" / "epyc-zen5-2-cores.json", "not a record of a run")):
            self.refuse(name, text)

    def refuse(self, path, text):
        result = run_program(str(path))
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn(text, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)

    def test_refuses_an_edited_record_in_one_line(self):
        good = (RECORDS / "ranks-1.json").read_text()

        def edited(change):
            record = json.loads(good)
            change(record)
            with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
                json.dump(record, file)
            self.addCleanup(os.unlink, file.name)
            return file.name

        hopping = next(place for place, cell in enumerate(json.loads(good)["cells"]) if cell["benchmark"] == "hopping")
        for figure, text in ((-5, "mflops_per_node is -5, not above 0"), (0, "mflops_per_node is 0, not above 0"),
                             (1.7e308, "mflops_per_node is 1.7e+308, larger than any figure")):
            self.refuse(edited(lambda r: r["cells"][hopping].update(mflops_per_node=figure)), f"cells[{hopping}].{text}")
            self.refuse(edited(lambda r: r["summary"].update(comparison_point_mflops_per_node=figure)),
                        f"summary.comparison_point_{text}")
        self.refuse(edited(lambda r: r["cells"][hopping]["seconds"].update(median=0)), "seconds.median is 0, not above 0")
        self.refuse(edited(lambda r: r["cells"][hopping]["seconds"].update(median=1e-19)), "seconds.median is 1e-19, which no call takes")
        self.refuse(edited(lambda r: r["cells"][hopping].pop("status")), f"cells[{hopping}].status is missing")
        self.refuse(edited(lambda r: r["summary"].pop("per_node_table")), "summary.per_node_table is missing")
        self.refuse(edited(lambda r: r["summary"]["per_node_table"][0]["dwf4"].update(variant="none")), 'the variant "none" of dwf4 at L = 8')
        self.refuse(edited(lambda r: r["cells"][hopping].update(status="x")), f'cells[{hopping}].status is "x", which this version of KITT does not know')
        self.refuse(edited(lambda r: r["cells"].append(r["cells"][hopping])), "comes twice")
        self.refuse(edited(lambda r: r["configuration"].update(ranks=-1)), "configuration.ranks is -1, below 1")
        self.refuse("a" * 300, "File name too long")

    def test_reads_a_byte_order_mark(self):
        with tempfile.NamedTemporaryFile("wb", suffix=".json") as file:
            file.write(b"\xef\xbb\xbf" + (RECORDS / "ranks-2.json").read_bytes())
            file.flush()
            self.assertEqual(run_program(file.name).stdout, run_program(RECORDS / "ranks-2.json").stdout)


if __name__ == "__main__":
    unittest.main(verbosity=1)
