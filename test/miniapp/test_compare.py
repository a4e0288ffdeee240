# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests `kitt compare` on records with known figures and on the published tables.

The environment variable KITT_PROGRAM is the path of the program.
"""

import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from program_test import PROGRAM, SHARED_DATA, jsonschema

GRID_OUTPUT = SHARED_DATA / "grid"
PUBLISHED = pathlib.Path(__file__).resolve().parents[2] / "perf" / "published"


def seconds():
    return dict(count=10, calls_per_sample=1, median=1e-3, mean=1e-3, standard_error=1e-5, relative_standard_error=1e-2,
                minimum=9e-4, maximum=2e-3)


def hopping(kernel, l, mflops, variant="lexicographic", **other):
    ls = 1 if kernel == "Wilson" else 16
    return {**dict(
        benchmark="hopping", status="measured", kernel=kernel, l=l, ls=ls, precision="single",
        variant=variant, local_volume=[l] * 4, global_volume=[l] * 4, lanes=1,
        lane_grid=[1, 1, 1, 1, 1], links="full", flops_per_site=1344, sites=l**4 * ls // 2,
        verification_error=1e-7, verification_tolerance=1e-5, verification_site_error=1e-7,
        verification_site_tolerance=1e-5, seconds=seconds(),
        mflops_per_node=mflops, mflops_per_node_mean=mflops,
        arithmetic_intensity_flops_per_byte=1.0, ceiling="memory bandwidth",
        roofline_fraction=0.5, peak_fraction=0.1, traffic_bytes_per_node=1e6, streams="written",
        roofline_gflops_per_s_per_node=1.0, roofline_gb_per_s_per_node=1.0, working_set_bytes_per_node=1e6), **other}


def record(cells, flops=1344, cpu="Model T"):
    """Returns a record with only the keys that `kitt compare` reads."""
    run = dict(time="2026-01-01T00:00:00Z", command_line=["kitt"], hostnames=["here"])
    return dict(
        schema_version=2,
        provenance=dict(run, label=None, git_commit="0123456789ab", resumed=[]),
        configuration=dict(
            benchmark="itt", ranks=1, nodes=1, ranks_per_node=1, threads_per_rank=2,
            precision="single", ls=16, grid=None, node_block=None, global_volume=None, environment={}, mpi_protocol={},
            conventions=dict(volume="per node", flops_per_site=flops,
                             mflops_per_node_uses="median", gb_bytes=10**9)),
        topology=dict(cpu_model=cpu, cores=2), ceilings=None, cells=cells,
        summary=dict(robustness=None, robustness_set=dict(name="itt-1")))


def grid_log(nodes="2 1 1 1"):
    """Returns a small output of Grid's Benchmark_ITT of 2017, with two ranks and invented figures."""
    lines = ["OpenMP threads : 2"]
    for ls in 1, 16:
        lines += ["Benchmark DWF on 16^4 local volume", "* Global volume  : 32 16 16 16", f"* Ls   : {ls}",
                  "* MPI ranks      : 2 1 1 1", "* Intranode      : 1 1 1 1", f"* nodes   : {nodes}",
                  "* SINGLE precision"]
    lines += ["Summary table Ls=16", "L Wilson DWF4", "16 1500.0 3000.5",
              "Comparison point result: 1500.3 Mflop/s per node"]
    return "".join(f"Grid : Message : {line}\n" for line in lines)


class Compare(unittest.TestCase):
    """Tests kitt compare. Every test runs in an empty folder."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kitt-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.reference = self.write("a.json", record([hopping("Wilson", 8, 100.0),
                                                      hopping("DWF4", 16, 200.0)]))

    def write(self, name, document):
        text = document if isinstance(document, str) else json.dumps(document)
        pathlib.Path(self.folder, name).write_text(text)
        return name

    def run_kitt(self, *arguments, **environment):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True,
                              text=True, timeout=300, stdin=subprocess.DEVNULL,
                              env={**os.environ, **environment})

    def compare(self, *arguments, status=0):
        result = self.run_kitt("compare", *arguments)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def schema(self, name):
        if jsonschema is None:
            self.skipTest("skipped: this Python has no jsonschema")
        described = self.run_kitt("schema", name)
        self.assertEqual(described.returncode, 0, described.stderr)
        schema = json.loads(described.stdout)
        jsonschema.Draft7Validator.check_schema(schema)
        return schema

    def document(self, name, schema):
        document = json.loads(pathlib.Path(self.folder, name).read_text())
        jsonschema.validate(document, self.schema(schema))
        return document

    def assert_refused(self, *arguments, says, **environment):
        before = sorted(os.listdir(self.folder))
        result = self.run_kitt("compare", *arguments, **environment)
        self.assertEqual(result.returncode, 2, f"{arguments}: {result.stdout}{result.stderr}")
        (line,) = result.stderr.splitlines()
        self.assertRegex(line, r"^kitt: error: .+ \(.+\): .+")
        self.assertIn(says, line)
        self.assertEqual(result.stdout, "")
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_schemas_are_listed_and_printed(self):
        listed = self.run_kitt("schema")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        names = listed.stdout.split()
        self.assertLess({"comparison", "labels", "machine", "model", "portability", "published"}, set(names))
        for name in names:
            self.assertTrue(self.schema(name)["title"].startswith("KITT "))
        refused = self.run_kitt("schema", "comparisons")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))

    def test_published_tables_fit_their_schema(self):
        schema = self.schema("published")
        for path in PUBLISHED.glob("*.json"):
            with self.subTest(path.name):
                table = json.loads(path.read_text())
                jsonschema.validate(table, schema)
                table["unknown"] = 1
                with self.assertRaises(jsonschema.ValidationError):
                    jsonschema.validate(table, schema)

    def test_published_tables_that_lack_something_are_refused(self):
        table = json.loads((PUBLISHED / "knl-7230.json").read_text())
        for key, says in [("conventions", "no \"conventions\""), ("notes", "notes"), ("machine", "machine")]:
            self.write("t.json", {name: value for name, value in table.items() if name != key})
            self.assert_refused("published:knl-7230", "t.json", says=says)

    def test_published_tables_are_compared(self):
        out = self.compare("published:knl-7230", "published:skylake-8170", "--kernels",
                           "Wilson,DWF4,DWF5", "--json", "c.json")
        self.assertIn("Comparison with A, published:knl-7230", out.splitlines()[1])
        self.assertRegex(out, r"B +per node +2\.782")  # 938309 / 337315
        document = self.document("c.json", "comparison")
        self.assertEqual(len(document["cells"]), 12)
        self.assertAlmostEqual(document["headlines"][1]["comparison_point_ratio"], 938309 / 337315,
                               places=5)

    def test_an_acceptance_test_needs_comparable_cells(self):
        arguments = ["published:knl-7230", "published:skylake-8170"]
        out = self.compare(*arguments)
        self.assertRegex(out, r"B +per node +2\.782")
        self.assertIn("B refused, not the same work: axpy L = 8, 12, ", out)
        out = self.compare(*arguments, "--fail-below", "0.1", status=2)
        self.assertIn(" B UNDECIDED: 11 of 23 cells are not the same work (see below)", out)
        out = self.compare(*arguments, "--fail-below", "DWF4=0.1")
        self.assertIn(" B passed", out)

    def test_options_do_not_consume_arguments(self):
        b = self.write("b.json", record([hopping("Wilson", 8, 95.0), hopping("DWF4", 16, 170.0)]))
        for options, count in [(["--fail-below", "0.1"], 2), (["--kernels", "Wilson,DWF4"], 2),
                               (["--kernels", "Wilson", "--kernels", "DWF4"], 2),
                               (["--L", "8"], 1), (["--L", "8,16", "--json", "out.json"], 2)]:
            with self.subTest(options):
                out = self.compare(*options, self.reference, b)
                self.assertEqual(sum(line.startswith(("Wilson", "DWF4"))
                                     for line in out.splitlines()), count)

    def test_a_repeated_tolerance_is_refused(self):
        for twice in ("0.5,0.9", "Wilson=0.5,Wilson=0.9"):
            self.assert_refused(self.reference, self.reference, "--fail-below", twice, says="comes twice")

    def test_help_explains_exit_statuses(self):
        text = self.compare("--help")
        self.assertIn("Exit status: 0 the table shows all that can be compared", text)

    def test_published_tables_are_listed(self):
        result = self.run_kitt("list")
        for name in ("knl-7230", "knl-7210-16-nodes", "skylake-8170-network-24-cores", "epyc-7601"):
            self.assertIn("published:" + name, result.stdout)

    def test_tolerances_set_the_exit_status(self):
        b = self.write("b.json", record([hopping("Wilson", 8, 95.0), hopping("DWF4", 16, 170.0)]))
        self.compare(self.reference, b)
        self.assertIn("B passed", self.compare(self.reference, b, "--fail-below", "0.8"))
        out = self.compare(self.reference, b, "--fail-below", "0.9", status=1)
        self.assertIn("B FAILED: 1 of 2 cells", out)
        self.assertIn("0.850 <", out)
        self.compare(self.reference, b, "--fail-below", "0.9,DWF4=0.8")
        self.compare(self.reference, b, "--fail-below", "DWF4=0.8", "--fail-below", "Wilson=0.96",
                     status=1)
        self.compare(self.reference, b, "--fail-below", "0.9", "--kernels", "Wilson")
        # a cell of the reference is missing here
        c = self.write("c.json", record([hopping("Wilson", 8, 100.0)]))
        self.compare(self.reference, c, "--fail-below", "0.9", status=1)
        self.compare(self.reference, c, "--fail-below", "0.9", "--L", "8")

    def test_tolerances_accept_the_names_of_table_rows(self):
        b = self.write("b.json", record([hopping("Wilson", 8, 95.0), hopping("DWF4", 16, 170.0)]))

        def status(tolerance, status):
            return self.compare(self.reference, b, "--fail-below", tolerance, status=status)

        status("Hopping=0.9", 1)  # "Hopping" is the heading of the table
        status("hopping term=0.8", 0)
        status("dwf4=0.9", 1)
        status("DWF4 L = 16=0.9", 1)
        status("hopping=0.9,DWF4=0.8", 0)  # the most specific name counts
        status("DWF4=0.8,hopping=0.96", 1)
        self.assertIn("DWF4", self.compare(self.reference, b, "--kernels", "hopping"))
        self.assert_refused(self.reference, b, "--fail-below", "DWF4 L = 8=0.9", says='no kernel "DWF4 L = 8"')
        self.assert_refused(self.reference, b, "--fail-below", "DWF=0.9", says="or a heading (Hopping)")
        # a name may contain a comma
        self.assert_refused(self.reference, b, "--fail-below", "matmul 600, all local: local=0.9",
                            says='no kernel "matmul 600, all local: local"')

    def test_impossible_figures_are_refused(self):
        def changed(name, change):
            document = record([hopping("Wilson", 8, 100.0), hopping("DWF4", 16, 200.0)])
            change(document["cells"][1])
            return self.write(name, json.dumps(document).replace('"OVERFLOW"', "1e999"))

        for number, (value, says) in enumerate([
                (-1, "cells[1], hopping DWF4 L=16 Ls=16 single lexicographic: seconds.median is -1.0"),
                (0, "seconds.median is 0.0, which no call takes"), (1e-320, "which no call takes"),
                ("OVERFLOW", "cells[1].seconds.median is larger than any number"), (None, "cells[1]: median is null")]):
            name = changed(f"bad-{number}.json", lambda cell: cell["seconds"].update(median=value))
            for tool in ("compare", "report"):
                with self.subTest(tool=tool, value=value):
                    result = self.run_kitt(tool, name, *([self.reference] if tool == "compare" else []))
                    self.assertEqual((result.returncode, result.stdout), (2, ""))
                    (line,) = result.stderr.splitlines()
                    self.assertIn(f"{name} (", line)
                    self.assertIn(says, line)
        text = json.dumps(record([hopping("Wilson", 8, 100.0)]))
        twice = self.write("twice.json", text.replace('"median": 0.001', '"median": 0.001, "median": 1'))
        for tool in ("compare", "report"):
            result = self.run_kitt(tool, twice, self.reference)
            self.assertEqual(result.returncode, 2)
            self.assertIn('twice.json (the key "median" comes twice in cells[0].seconds)', result.stderr)

    def test_cells_with_other_work_are_refused_or_converted(self):
        b = self.write("b.json", record([hopping("Wilson", 8, 100.0),
                                         hopping("DWF4", 16, 200.0, ls=8)]))
        out = self.compare(self.reference, b)
        self.assertIn("B refused, not the same work: DWF4 L = 16 (Ls = 8, Ls = 16 in the reference)",
                      out)
        c = self.write("c.json", record([hopping("DWF4", 16, 200.0, flops_per_site=1320)], 1320))
        self.assert_refused(self.reference, c, says="1320 flops per site, 1344 in the reference")
        out = self.compare(self.reference, c, "--convert")
        self.assertRegex(out, r"203\.6\* +1\.018")

    def test_portability_of_two_platforms(self):
        b = self.write("b.json", record([hopping("DWF4", 16, 10.0, roofline_fraction=0.25)]))
        out = self.compare("--portability", self.reference, b, "--json", "p.json")
        self.assertIn("Performance portability over 2 platforms", out.splitlines()[1])
        document = self.document("p.json", "portability")
        (problem,) = document["problems"]
        best = problem["applications"][0]
        self.assertAlmostEqual(best["architectural"], 2 / (1 / 0.5 + 1 / 0.25))
        self.assertEqual([step["platform"] for step in best["cascade"]["architectural"]], ["A", "B"])
        self.assertEqual(document["left_out"], ["Wilson L = 8 (not tried on B)"])

    def test_portability_is_written_for_other_tools(self):
        b = self.write("b.json", record([hopping("DWF4", 16, 10.0, roofline_fraction=0.25)], cpu="Model A"))
        self.write("d.json", {"builds": ["skylake", "knl"], "divergence": 0.03125})
        out = self.compare("--portability", self.reference, b, "--divergence", "d.json", "--csv", "p.csv", "--json", "p.json")
        self.assertIn("Code divergence of the builds skylake, knl: 0.0312", out)
        with open(pathlib.Path(self.folder, "p.csv")) as file:
            rows = list(csv.DictReader(file))
        self.assertLess({"problem", "application", "platform", "fom", "app eff", "arch eff", "coverage_key", "divergence"},
                        set(rows[0]))
        self.assertEqual([(row["platform"], row["fom"], row["arch eff"], row["coverage_key"]) for row in rows[:2]],
                         [("Model T", "200", "0.5", "skylake"), ("Model A", "10", "0.25", "knl")])
        self.assertEqual(self.document("p.json", "portability")["code_divergence"]["divergence"], 0.03125)
        self.write("three.json", {"builds": ["a", "b", "c"], "divergence": 0.5})
        self.write("two.json", {"builds": ["a", "b"], "divergence": 2})
        two = ["--portability", self.reference, b]
        for arguments, says in [([*two, "--divergence", "three.json"], "is of 3 builds, but there are 2 platforms"),
                                ([*two, "--divergence", "two.json"], "its divergence is 2"),
                                ([*two, "--divergence", self.reference], "perf/tools/code_divergence"),
                                ([*two, "--divergence", "none.json"], "there is no such file"),
                                ([*two, "--csv", "d.json", "--divergence", "d.json"], "the output would overwrite the input"),
                                ([self.reference, b, "--csv", "other.csv"], "need --portability")]:
            with self.subTest(arguments):
                self.assert_refused(*arguments, says=says)

    def labelled(self, label, nodes, mflops):
        document = record([hopping("DWF4", 8, mflops), hopping("DWF4", 16, 4 * mflops)])
        document["provenance"]["label"] = label
        document["configuration"].update(nodes=nodes, ranks=nodes)
        return self.write(f"{label}-{nodes}.json", document)

    def test_labels_are_compared_for_each_number_of_nodes(self):
        runs = [self.labelled("off", 32, 100.0), self.labelled("off", 64, 100.0),
                self.labelled("on", 64, 114.0), self.labelled("on", 32, 128.0), self.labelled("on", 128, 1.0)]
        out = self.compare("--by-label", *runs, "--json", "l.json")
        self.assertIn('compared with "off" on the same number of nodes', out)
        self.assertRegex(out, r"\n +32  on +DWF4 +2 +1\.280 +\+28\.0\n +64  on +DWF4 +2 +1\.140 +\+14\.0\n")
        document = self.document("l.json", "labels")
        self.assertEqual(document["reference"], "off")
        self.assertEqual([row["nodes"] for row in document["kernels"]], [32, 64])
        off, on = runs[0], runs[3]
        for arguments, says in [([off, self.reference], "a.json has no label"),
                                ([off, off], "same label and number of nodes"),
                                ([off, runs[2]], "on the same number of nodes"),
                                ([off, on, "--portability"], "--by-label cannot be used with")]:
            with self.subTest(arguments):
                self.assert_refused("--by-label", *arguments, says=says)

    def test_the_json_document_is_written(self):
        b = self.write("b.json", record([hopping("Wilson", 8, 50.0), dict(
            benchmark="hopping", status="failed", kernel="DWF4", l=16, ls=16, precision="single",
            variant="", reason="wrong", verification_error=1.0, verification_tolerance=1e-5)]))
        self.compare(self.reference, b, "--json", "out.json")
        self.assert_refused(self.reference, b, "--json", "out.json", says="out.json exists")
        self.compare(self.reference, b, "--json", "out.json", "--force", "--all-variants")
        document = self.document("out.json", "comparison")
        self.assertTrue(document["all_variants"])
        self.assertEqual(document["cells"][0]["figures"][1]["ratio"], 0.5)

    def test_output_of_grid_is_compared(self):
        self.write("itt.log", grid_log())
        run = record([hopping("DWF4", 16, 6001.0, global_volume=[32, 16, 16, 16])])
        run["configuration"].update(ranks=2, ranks_per_node=2)
        run["configuration"]["conventions"]["volume"] = "per rank"
        self.write("run.json", run)
        out = self.compare("grid:itt.log@nodes=1", "run.json", "--json", "c.json")
        self.assertIn("Grid, Benchmark_ITT, L per node; itt.log", out)
        self.assertIn("warning: Grid counted each of the 2 ranks of grid:itt.log@nodes=1 as a node (1 node was "
                      "given): figures are Grid's totals, divided by 1 node", out)
        document = json.loads(pathlib.Path(self.folder, "c.json").read_text())
        self.assertEqual(len(document["operands"][0]["warnings"]), 1)
        figures = next(cell["figures"] for cell in document["cells"] if cell["kernel"] == "DWF4")
        self.assertEqual(figures[0]["value"], 3000.5)
        self.assertAlmostEqual(figures[1]["ratio"], 2)

    def test_output_of_grid_may_be_the_best_known_figure(self):
        self.write("itt.log", grid_log())
        for name, cpu in ("one.json", "Model T 8170"), ("two.json", "Model A"):
            run = record([hopping("DWF4", 16, 1000.5, global_volume=[32, 16, 16, 16])], cpu=cpu)
            run["configuration"].update(ranks=2, ranks_per_node=2)
            run["configuration"]["conventions"]["volume"] = "per rank"
            self.write(name, run)
        out = self.compare("--portability", "one.json", "two.json", "grid:itt.log@nodes=1,cpu=8170",
                           "--json", "p.json")
        self.assertIn("warning: Grid counted each of the 2 ranks", out)
        problem, = json.loads(pathlib.Path(self.folder, "p.json").read_text())["problems"]
        self.assertEqual([best["own"] for best in problem["best_known"]], [False, True])
        self.assertAlmostEqual(problem["applications"][0]["platforms"][0]["application"], 1000.5 / 3000.5)

    def test_published_output_of_grid_is_compared(self):
        if not GRID_OUTPUT.is_dir():
            self.skipTest(f"skipped: there is no folder {GRID_OUTPUT}")
        for files in (["cosma7_1_node.log", "cosma7_32_nodes_chain.log", "tesseract_1_node.log", "tesseract_16_nodes.log"],
                      ["lumi_8_nodes.json", "lumi_8_nodes.log"], ["daint_gh200_1_node.json"] * 2):
            names = [f"grid:{GRID_OUTPUT / file}" for file in files]
            self.compare(*names, "--json", f"{files[0]}.c", "--force")
            document = self.document(f"{files[0]}.c", "comparison")
            for file, operand in zip(files, document["operands"], strict=True):
                self.assertEqual(operand["nodes"], int(re.search(r"_(\d+)_node", file)[1]))
                self.assertEqual(len(operand["warnings"]), 1 if file.startswith(("cosma", "tesseract")) else 0, file)
            (found,) = (cell["figures"] for cell in document["cells"] if (cell["kernel"], cell["l"]) == ("DWF4", 24))
            if files[0] == "cosma7_1_node.log":
                self.assertEqual(found[0]["value"], 268343.135)
            if files[0] == "lumi_8_nodes.json":  # the text has two digits after the point
                self.assertAlmostEqual(found[1]["ratio"], 1, delta=1e-5)

    def test_bad_input_is_refused(self):
        self.write("cut.log", grid_log()[:-60])
        a = self.reference
        self.write("empty.json", "")
        self.write("cut.json", json.dumps(record([]))[:-20])
        self.write("list.json", "[]")
        self.write("other.json", "{}")
        self.write("damaged.json", record([dict(hopping("DWF4", 16, 1.0), ls="sixteen")]))
        self.write("negative.json", record([hopping("DWF4", 16, -1.0)]))
        for arguments, says in [
            ([], "RESULTS"),
            ([a], "one operand"),
            ([a, "no-such.json"], "no-such.json: cannot be read (there is no such file)"),
            ([a, "."], "it is a directory"),
            ([a, "published:"], "knl-7230"),
            ([a, "published:knl-9999"], "knl-7230"),
            ([a, "empty.json"], "not a JSON document"),
            ([a, "cut.json"], "not a JSON document"),
            ([a, "list.json"], "not a JSON document"),
            ([a, "other.json"], "no KITT record"),
            ([a, "damaged.json"], "damaged.json"),
            ([a, "negative.json"], "is -1"),
            ([a, a, "--fail-below", "x"], "x"),
            ([a, a, "--fail-below", "=0.9"], "no kernel before"),
            ([a, a, "--fail-below", "-1"], "-1"),
            ([a, a, "--fail-below", "95"], "write 95 % as 0.95"),
            ([a, a, "--fail-below", "DWF4=95"], "write 95 % as 0.95"),
            ([a, a, "--fail-below", "DFW4=0.9"], "DFW4"),
            ([a, a, "--kernels", "axpy"], "no kernel \"axpy\""),
            ([a, a, "--L", "24"], "nothing to compare"),
            ([a, a, "--L", "0"], "--L"),
            ([a, "published:bsmbench-comms"], "no cell in common"),
            ([a, "grid:a.json"], "it has no \"geometry\""),
            ([a, "grid:cut.log"], "it ends before the comparison point"),
            ([a, "grid:empty.json"], "the file is empty"),
            ([a, "grid:no-such.log"], "no-such.log: cannot be read (there is no such file): give grid:FILE"),
            ([a, "grid:cut.log@nodes=none"], "it must be a whole number"),
            (["--portability", a], "was given 1 record and 0 published tables"),
            (["--portability", a, a, "--fail-below", "0.9"], "--portability cannot be used with"),
            (["--portability", a, a, "published:epyc-7601"], "belongs to no platform"),
            ([a, a, "--json", "no/such/folder.json"], "no/such"),
        ]:
            with self.subTest(arguments):
                self.assert_refused(*arguments, says=says)

    def test_missing_installed_files_are_reported(self):
        self.assert_refused(self.reference, "published:knl-7230", says="KITT_DATA",
                            KITT_DATA=self.folder)


if __name__ == "__main__":
    unittest.main(verbosity=2)
