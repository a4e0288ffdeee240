# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests `kitt model` and `kitt machine --write` from a user's view. program_test.py describes the environment
variables."""

import csv
import json
import pathlib
import unittest

from program_test import SHORT, THREADS, ProgramTest, jsonschema, load

MACHINE_FILES = pathlib.Path(__file__).resolve().parents[2] / "perf" / "machines"
MACHINES = ["knl-7230", "knl-7210", "skylake-8170", "epyc-7601"]


class ModelTest(ProgramTest):
    def model(self, *arguments):
        """Runs the model once and returns its document."""
        self.run_good("model", *arguments, "--json", "m.json", "--force")
        return load(self.path("m.json"))

    def validate(self, document, schema):
        if jsonschema is None:
            self.skipTest("skipped: this Python has no jsonschema")
        jsonschema.validate(document, json.loads(self.run_good("schema", schema).stdout))


class Model(ModelTest):
    def test_documents_are_valid(self):
        for name in MACHINES:
            self.validate(load(MACHINE_FILES / f"{name}.json"), "machine")
            document = self.model("--machine", name, "--against", f"published:{name}"
                                  if name != "knl-7210" else "published:knl-7210-16-nodes")
            self.validate(document, "model")
            self.assertGreater(len(document["errors"]), 0)

    def test_terms_of_a_prediction_add_up(self):
        document = self.model("--machine", "knl-7230", "--nodes", "16")
        self.validate(document, "model")
        self.assertEqual(len(document["cells"]), 12)
        for cell in document["cells"]:
            sites = 16 * cell["l"] ** 4 // 2 * cell["ls"] / 16
            flops = 1344 * sites
            exchange = (cell["exchange_inside_nodes_seconds"]
                        + cell["exchange_between_nodes_seconds"])
            sequential = cell["pack"]["seconds"] + exchange + cell["all_legs"]["seconds"]
            overlap = (cell["pack"]["seconds"] + max(cell["interior"]["seconds"], exchange)
                       + cell["exterior"]["seconds"])
            self.assertAlmostEqual(cell["sequential_mflops_per_node"] * 1e6 * sequential / flops, 1)
            self.assertAlmostEqual(cell["overlap_mflops_per_node"] * 1e6 * overlap / flops, 1)
            self.assertEqual(cell["bytes_between_nodes"], 8 * cell["l"] ** 3 / 2 * cell["ls"] * 48)

    def test_predictions_of_messages(self):
        """More bytes or pairs never reduce the rate. One pair and the whole node have different ceilings."""
        document = self.model("--machine", "cori-knl", "--messages")
        self.validate(document, "model")
        self.validate(load(MACHINE_FILES / "cori-knl.json"), "machine")
        rates = {(m["pairs"], m["bytes"]): m["mb_per_s"] for m in document["messages"]
                 if m["pattern"] == "one-way"}
        for (pairs, size), rate in rates.items():
            for smaller in [(pairs, size // 2), (pairs // 2, size)]:
                self.assertLess(rates.get(smaller, 0), 1.000001 * rate)
            self.assertLess(rate, 8000.001)
        self.assertLess(rates[1, 4194304], 250)
        document = self.model("--machine", "edison", "--against", "published:cori-knl")
        self.validate(document, "model")
        (error,) = document["transfer_errors"]
        self.assertAlmostEqual(error["relative_error"], 3.1 / 1.2 - 1)

    def test_predictions_of_applications(self):
        """Phases add up, rows stay inside nodes, and larger messages are faster."""
        document = self.model("--machine", "skylake-8170", "--applications", "--nodes", "1..16")
        self.validate(document, "model")
        calls = {(c["benchmark"], c["nodes"], c["work"]): c for c in document["applications"]}
        self.assertEqual({nodes for benchmark, nodes, _ in calls if benchmark == "fft"}, {1, 2, 4, 8, 16})
        for (benchmark, nodes, _), call in calls.items():
            self.assertAlmostEqual(call["seconds"] / sum(t["seconds"] for t in call["terms"]), 1)
            sent = {t["phase"]: t["sent"]["between_nodes"]["bytes"] for t in call["terms"]}
            self.assertEqual(sent.get("rows", 0), 0)  # each node has one row
            if "rows" not in sent or len(sent) > 1:
                self.assertEqual(sum(sent.values()) > 0, nodes > 1, call)
        rates = [c["figure"] for c in document["applications"] if c["benchmark"] == "transpose" and c["nodes"] == 16
                 and c["terms"][0]["phase"] == "columns"]
        self.assertEqual(rates, sorted(rates))
        self.assertEqual(len(rates), 3)
        text = self.run_good("model", "--machine", "epyc-7601", "--applications", "--nodes", "2").stdout
        self.assertIn("the machine file has no figures for such messages (add them with `kitt machine --write FILE --halo RECORD`)", text)

    def test_predictions_scale_to_4096_nodes(self):
        weak = self.model("--machine", "skylake-8170", "--nodes", "1..4096", "--L", "16",
                          "--kernels", "DWF4")
        # Nodes are spread over all four directions, as in a run. The number of faces grows from 2 to 8 and then stays.
        face = 16**3 / 2 * 16 * 48
        self.assertEqual([c.get("bytes_between_nodes", 0) / face for c in weak["cells"]],
                         [0, 2, 4, 6] + 9 * [8])
        self.assertEqual([c["nodes"] for c in weak["cells"]], [2**i for i in range(13)])
        self.assertEqual(weak["cells"][0]["efficiency"], 1)
        efficiencies = [c["efficiency"] for c in weak["cells"]]
        self.assertEqual(efficiencies, sorted(efficiencies, reverse=True))
        strong = self.model("--machine", "skylake-8170", "--nodes", "1..4096", "--kernels", "DWF4",
                            "--scaling", "strong", "--global", "64.64.64.128")
        self.validate(strong, "model")
        self.assertEqual(strong["scaling"], "strong")
        self.assertEqual(len(strong["cells"]), 13)
        self.assertLess(strong["cells"][-1]["mflops_per_node"],
                        strong["cells"][0]["mflops_per_node"])
        for cell in strong["cells"]:
            self.assertEqual(cell["global_volume"], [64, 64, 64, 128])

    def test_volumes_that_cannot_be_split_are_named_and_others_predicted(self):
        document = self.model("--machine", "knl-7230", "--scaling", "strong", "--global",
                              "8.8.8.8", "--nodes", "1..4096", "--kernels", "Wilson")
        self.assertEqual(len(document["cells"]) + len(document["unmodelled"]), 13)
        self.assertGreater(len(document["unmodelled"]), 0)
        self.assertIn("cannot share", document["unmodelled"][-1]["reason"])

    def test_calibrated_cells_are_marked_and_not_counted(self):
        text = self.run_good("model", "--machine", "knl-7230", "--against",
                             "published:knl-7230").stdout
        self.assertEqual(sum("*" in line for line in text.splitlines()[3:-2]), 3)
        self.assertIn(" 9 cells predicted", text)
        text = self.run_good("model", "--machine", "knl-7230", "--uncalibrated", "--against",
                             "published:knl-7230").stdout
        self.assertIn(" 12 cells predicted", text)

    def test_several_nodes_are_predicted_without_contention(self):
        text = self.run_good("model", "--machine", "knl-7230", "--nodes", "1..4096", "--L", "16", "--kernels", "DWF4").stdout
        self.assertIn("Contention between nodes is left out", text)
        summary, = [line for line in text.splitlines() if line.startswith(" published:knl-7230-16-nodes: ")]
        against = self.run_good("model", "--machine", "knl-7230", "--against", "published:knl-7230-16-nodes").stdout
        self.assertIn(summary.split(": ", 1)[1], against)  # the errors on both lines are equal
        text = self.run_good("model", "--machine", "epyc-7601", "--network", "knl-7230", "--nodes", "2", "--L", "16",
                             "--kernels", "DWF4").stdout
        self.assertIn("No published table has this machine on several nodes", text)
        text = self.run_good("model", "--machine", "knl-7230", "--cores", "32", "--nodes", "16").stdout  # tables: 62
        self.assertIn("No published table has this machine on several nodes", text)
        self.assertNotIn("Contention", self.run_good("model", "--machine", "knl-7230", "--L", "16").stdout)

    def test_calibration_is_written(self):
        self.run_good("model", "--machine", "knl-7230", "--calibrate",
                      "published:knl-7230", "--write", "mine.json")
        machine = load(self.path("mine.json"))
        self.validate(machine, "machine")
        self.assertEqual(len(machine["calibrated_on"]), 3)
        self.assertEqual(machine["sources"]["kernels.DWF4.bandwidth_fraction"]["kind"],
                         "calibrated")
        self.run_good("model", "--machine", "mine.json")

    def test_bad_input_is_refused(self):
        knl = ["model", "--machine", "knl-7230"]
        self.write("bad.json", "{")
        self.write("other.json", '{"machine_schema_version": 1}')
        for arguments, says in [
            (["model"], "--machine"),
            (["model", "--machine", "no-such"], "knl-7230"),
            (["model", "--machine", "."], "it is a directory"),
            (["model", "--machine", "bad.json"], "cannot be read"),
            (["model", "--machine", "other.json"], "its schema version is 1"),
            ([*knl, "--nodes", "0"], "--nodes"),
            ([*knl, "--nodes", "4..2"], "2..4"),
            ([*knl, "--nodes", "1..x"], "x"),
            ([*knl, "--L", "7"], "8.8.8.8"),
            ([*knl, "--nodes", "2", "--mpi", "3.1.1.1"], "--mpi"),
            ([*knl, "--nodes", "1..4", "--mpi", "1.1.1.1"], "--mpi"),
            ([*knl, "--nodes", "2", "--mpi", "99999.99999.99999.99999"], "1e+20 ranks"),
            ([*knl, "--scaling", "strong", "--global", "65536.65536.65536.65536"], "--global"),
            ([*knl, "--scaling", "strong"], "--global"),
            ([*knl, "--global", "8.8.8.8"], "--scaling strong"),
            ([*knl, "--calibrate", "published:knl-7230"], "--write"),
            ([*knl, "--write", "x.json"], "--calibrate"),
            ([*knl, "--calibrate", "published:knl-7230", "--write", "x.json", "--against", "bad.json"], "bad.json"),
            ([*knl, "--json", "bad.json"], "--force"),
            ([*knl, "--uncalibrated", "--calibrate", "published:knl-7230", "--write", "x.json"],
             "--uncalibrated with --messages, --applications or --calibrate"),
            ([*knl, "--applications", "--L", "8"], "--L with --messages, --applications or --against"),
            ([*knl, "--applications", "--precision", "double"], "--precision with"),
            ([*knl, "--applications", "--kernels", "DWF4", "--mpi", "1.1.1.1"], "--kernels, --mpi with"),
            ([*knl, "--messages", "--nodes", "2"], "--nodes with --messages"),
            ([*knl, "--against", "published:knl-7230", "--per-rank"], "--per-rank with"),
            ([*knl, "--applications", "--Ls", "8"], "--Ls with"),
            ([*knl, "--force"], "--force without --write or --json"),
            ([*knl, "--cores", "65"], "64"),
            ([*knl, "--network", "epyc-7601"], "no network"),
            ([*knl, "--messages"], "network_messages"),
            ([*knl, "--against", "published:edison"], "nothing to compare"),
            ([*knl, "--against", "no-such-record"], "no-such-record"),
            ([*knl, "--against", "published:skylake-8170"], "shared_memory"),
            (["model", "--machine", "skylake-8170", "--against", "published:knl-7230-16-nodes"],
             "give another --machine"),
            (["model", "--machine", "epyc-7601", "--nodes", "2"], "network"),
        ]:
            self.assert_refused(*arguments, says=says)


class MachineFile(ModelTest):
    def test_ceilings_are_rows_of_the_csv_table(self):
        self.run_good("machine", "--quick", "--threads", THREADS, "--label", "a, b", "--json", "r.json", "--csv", "r.csv")
        document = load(self.path("r.json"))
        ceilings, run = document["ceilings"], document["provenance"]
        with open(self.path("r.csv"), newline="") as stream:
            rows = list(csv.DictReader(stream))
        for row in rows:  # rows like those of every other table
            self.assertEqual(list(row.items())[-5:],
                             [("host", " ".join(run["hostnames"])), ("label", "a, b"), ("time", run["time"]),
                              ("commit", run["git_commit"]), ("command", " ".join(run["command_line"]))])
        self.assertEqual([row["what"] for row in rows], ["peak"] * 2 + ["level"] * len(ceilings["levels"]) +
                         ["curve"] * len(ceilings["curve"]))
        self.assertEqual([row["level"] for row in rows[2:2 + len(ceilings["levels"])]],
                         [level["level"] for level in ceilings["levels"]])
        for row, point in zip(rows[-len(ceilings["curve"]):], ceilings["curve"]):
            self.assertEqual(int(row["working_set_bytes"]), point["working_set_bytes"])
            for stream in ("triad", "update"):
                self.assertAlmostEqual(float(row[f"{stream}_gb_per_s"]) / point[f"{stream}_gb_per_s"], 1, places=4)
        for row in rows:
            self.assertEqual((row["gflops_per_s"] != "", row["read_gb_per_s"] == ""), (row["what"] == "peak",) * 2)
        self.assert_refused("machine", "--quick", "--json", "s.json", "--csv", "r.csv", says="exists")

    def test_the_model_accepts_the_written_file(self):
        # the larger faces take much longer even on a busy machine, as the fit needs
        self.run_good("halo", "--L", "4,16", "--json", "halo.json", *SHORT)
        self.run_good("machine", "--quick", "--threads", THREADS, "--json", "r.json", "--write",
                      "here.json", "--halo", "halo.json")
        machine = load(self.path("here.json"))
        self.validate(machine, "machine")
        ceilings = load(self.path("r.json"))["ceilings"]
        self.assertEqual(machine["name"], "here")
        self.assertEqual(machine["single_gflops_per_s"], ceilings["single_gflops_per_s"])
        self.assertEqual([level["gb_per_s"] for level in machine["levels"]],
                         [level["triad_gb_per_s"] for level in ceilings["levels"]])
        self.assertIsNone(machine["network"])
        self.assertEqual(self.model("--machine", "here.json")["machine"], machine)

    def test_bad_input_is_refused(self):
        self.write("old.json", "{}")
        for arguments, says in [
            (["machine", "--write", "old.json"], "--force"),
            (["machine", "--halo", "old.json"], "--write"),
            (["machine", "--p2p", "old.json"], "--write"),
            (["machine", "--write", "new.json", "--halo", "no-such"], "no-such"),
            (["machine", "--write", "new.json", "--halo", "old.json"], "old.json"),
        ]:
            self.assert_refused(*arguments, says=says)


if __name__ == "__main__":
    unittest.main()
