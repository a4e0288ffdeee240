# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests kitt sweep: points of ranks, threads and settings, also if it is killed and resumed. program_test.py
describes the environment variables."""

import json
import os
import pathlib
import random
import signal
import subprocess
import time
import unittest

from program_test import MPIEXEC, PROGRAM, SANITIZED, ProgramTest, jsonschema, load

# Stands for a launcher and the KITT that it starts. It adds the cells of a real record one by one and writes a line to
# a ledger for each. A signal to stop takes effect between two cells, as in a real run.
LAUNCHER = """#!/usr/bin/env python3
import json, os, pathlib, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: stop.append(1))
stop, folder = [], pathlib.Path(__file__).parent
options = dict(word[2:].split("=", 1) for word in sys.argv if word.startswith("--") and "=" in word)
if options.get("pages") == "bad":
    print("kitt: error: bad value \\"bad\\" for --pages (unknown name): give good", file=sys.stderr)
    sys.exit(2)
whole = json.loads((folder / "whole.json").read_text())
path = pathlib.Path(options.get("resume") or options["json"])
record = json.loads(path.read_text()) if "resume" in options else {**whole, "cells": []}
assert ("resume" in options) == path.exists()
record["configuration"].update(ranks=int(sys.argv[1]), threads_per_rank=int(options["threads"]))
assert os.environ["OMP_NUM_THREADS"] == options["threads"]
if "resume" in options:
    record["provenance"]["resumed"].append({})
def write():
    path.with_suffix(".new").write_text(json.dumps(record))
    path.with_suffix(".new").rename(path)
record["summary"]["complete"] = False
write()
for cell in whole["cells"][len(record["cells"]):]:
    if stop:
        sys.exit(143)
    time.sleep(0.02)
    record["cells"].append(cell)
    write()
    with open(folder / "ledger", "a") as ledger:
        ledger.write(f"{path.name} {len(record['cells'])}\\n")
record["summary"]["complete"] = True
write()
"""
RECORD = pathlib.Path(__file__).resolve().parents[1] / "perf/report/records/ranks-1.json"
CELLS = 6


class Sweep(ProgramTest):
    """Tests kitt sweep with a stand-in for the launcher and the program."""

    def setUp(self):
        super().setUp()
        self.write("launcher", LAUNCHER)
        os.chmod(self.path("launcher"), 0o755)
        whole = load(RECORD)
        whole["cells"] = [c for c in whole["cells"] if c["kernel"] == "DWF4"][:CELLS]
        self.write("whole.json", json.dumps(whole))

    COMMAND = ["sweep", "--launch", "./launcher {ranks}", "--cores", "4", "--ranks", "1,2,8", "-o", "here"]
    AXES = ["--vary", "--pages=small,large", "--", "dslash", "--L", "8"]

    def document(self, folder="here"):
        document = load(self.path(f"{folder}/sweep.json"))
        if jsonschema is not None:
            jsonschema.validate(document, json.loads(self.run_good("schema", "sweep").stdout))
        return document

    def ledger(self):
        """Returns the lines of the stand-in: one for each cell that it measured."""
        path = pathlib.Path(self.path("ledger"))
        return path.read_text().splitlines() if path.exists() else []

    def kill_when(self, command, moment, how):
        """Starts a sweep and ends it by a signal when `moment()` returns."""
        with subprocess.Popen([PROGRAM, *command], cwd=self.folder,
                              env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as run:
            moment(run)
            run.send_signal(how)
            said = run.communicate(timeout=60)
        return run.returncode, *said

    def after_cells(self, cells, seconds=0.0):
        """Returns a function that waits until `cells` more cells are measured, and then for some seconds. A slow
        machine may take long."""
        goal = cells + len(self.ledger())

        def wait(run):
            end = time.monotonic() + 60
            while len(self.ledger()) < goal and run.poll() is None and time.monotonic() < end:
                time.sleep(0.001)
            time.sleep(seconds)
        return wait

    def test_killed_at_ten_moments_nothing_is_lost_or_done_twice(self):
        moments = random.Random(18)
        for number in range(10):
            how = moments.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
            cells = 1 if number == 0 else moments.randrange(4)
            self.kill_when([*self.COMMAND, *self.AXES], self.after_cells(cells, moments.uniform(0, 0.015)), how)
        result = self.run_good(*self.COMMAND, *self.AXES)
        measured = [f"ranks-{r}_threads-{4 // r}_pages-{p}.json" for r in (1, 2) for p in ("small", "large")]
        # A lost cell would be measured and noted a second time.
        ledger = self.ledger()
        self.assertEqual(len(set(ledger)), len(ledger))
        for name in measured:
            self.assertEqual(load(self.path(f"here/{name}"))["cells"], load(self.path("whole.json"))["cells"])
        document = self.document()
        self.assertEqual([p["record"] for p in document["points"] if p["status"] == "measured"], measured)
        self.assertEqual([p["status"] for p in document["points"]], ["measured"] * 4 + ["left out"] * 2)
        self.assertIn("8 threads on 4 cores", result.stdout)
        self.assertTrue(any(point["resumed"] for point in document["points"]))
        other = self.run_good(*self.COMMAND, "--figure", "DWF4 L = 24", *self.AXES)
        self.assertIn('its record has no "DWF4 L = 24", only DWF4 L = 8', other.stdout)
        again = self.run_good(*self.COMMAND, *self.AXES)
        self.assertEqual(self.ledger(), ledger)
        self.assertNotIn("running", again.stdout)

    def test_an_interrupted_sweep_shows_its_results(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            folder = how.name
            command = [*self.COMMAND[:-1], folder, *self.AXES]
            status, printed, said = self.kill_when(command, self.after_cells(CELLS + 1), how)
            self.assertEqual(status, -how)
            self.assertRegex(said, r"^kitt: interrupted: .+ continues the sweep\n$")
            self.assertIn("Best", printed)
            self.assertIn("waiting", [point["status"] for point in self.document(folder)["points"]])

    def test_a_failed_point_does_not_stop_others(self):
        result = self.run_kitt(*self.COMMAND, "--vary", "--pages=bad,small,big", "--figure", "dwf4 l=16", "--", "dslash")
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn('failed: status 2, bad value "bad" for --pages (unknown name): give good', result.stdout)
        document = self.document()
        self.assertEqual([p["status"] for p in document["points"]], ["failed", "measured", "measured"] * 2 + ["left out"] * 3)
        self.assertEqual(document["figure"], {"name": "DWF4 L = 16", "unit": "Mflop/s per node", "less_is_better": False})
        self.assertEqual(document["best"], "ranks-1_threads-4_pages-small.json")
        self.assertEqual(document["flat"], [f"ranks-{place}_pages-{pages}.json" for place, pages in
                          (("1_threads-4", "big"), ("2_threads-2", "small"), ("2_threads-2", "big"))])
        self.assertIn("*         1         4    small", result.stdout)
        self.assertEqual(document["times_of"], "call")
        best, = (p for p in document["points"] if p["record"] == document["best"])
        self.assertEqual(best["of_best"], 1)
        for point in document["points"]:
            self.assertEqual(point["speed_ups"] is None, point["call"] is None)
            if point["figure"]:
                self.assertAlmostEqual(point["of_best"], point["figure"] / best["figure"])
        self.assertIn("Time of a call of DWF4 L = 16", result.stdout)

    def test_sizes_in_bytes_are_separate_figures(self):
        whole = load(RECORD)
        triad = next(c for c in whole["cells"] if c["kernel"] == "triad")
        whole["cells"] = [{**triad, "l": 0, "parameters": {"bytes": size}, "gb_per_s_per_node": rate}
                          for size, rate in ((4096, 400.0), (1 << 20, 100.0))]
        self.write("whole.json", json.dumps(whole))
        self.run_good(*self.COMMAND, "--figure", "triad 1048576 B", "--", "memory")
        document = self.document()
        self.assertEqual(document["figure"]["name"], "triad 1048576 B")
        self.assertEqual([p["figure"] for p in document["points"] if p["status"] == "measured"], [100.0, 100.0])

    def test_a_folder_belongs_to_one_sweep(self):
        self.run_good(*self.COMMAND, "--", "dslash")
        self.assert_refused(*self.COMMAND, "--", "memory", says="holds the sweep of another command")
        self.write("here/ranks-1_threads-4.json", "{")
        result = self.run_kitt(*self.COMMAND, "--", "dslash")
        self.assertEqual(result.returncode, 1)
        self.assertIn("failed: cannot use the record", result.stdout)

    def test_impossible_sweeps_are_refused(self):
        launch = ["sweep", "-o", "new", "--ranks", "2", "--launch"]
        self.assert_refused(*launch, "mpirun -np 2", "--", "dslash", says="no {ranks} in --launch")
        result = self.run_kitt(*launch, "./none {ranks}", "--cores", "2", "--", "dslash")
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, r"^kitt: error: ./none cannot be started \(.+\): .+\n$")
        self.assert_refused(*launch, "./none {ranks}", "--vary", "L=1", "--", "dslash", says="give --OPTION=A,B")
        self.assert_refused("sweep", "-o", "new", "--threads", "1,1", "--", "dslash", says="comes twice in --threads")
        self.assert_refused("sweep", "-o", "new", "--", "bogus", says="it is not a benchmark of kitt")
        self.assert_refused("sweep", "-o", "new", "--vary", "--json=a,b", "--", "dslash", says="its own threads and files")
        self.assert_refused("sweep", "-o", "x" * 300, "--", "dslash", says="cannot be created")


@unittest.skipIf(SANITIZED, "skipped: other tests run the program under the launcher")
class RealSweep(ProgramTest):
    @unittest.skipUnless(MPIEXEC, "skipped: there is no mpiexec")
    def test_a_real_sweep_over_ranks_and_settings(self):
        command = ["sweep", "--launch", f"{MPIEXEC} -np {{ranks}}", "--ranks", "1,2", "--cores", "2", "--threads", "1",
                   "--vary", "--comms=mpi,shm", "-o", "here", "--", "halo", "--L", "4", "--quick", "--min-time", "0.002",
                   "--min-samples", "2", "--profile"]
        result = self.run_good(*command)
        document = load(self.path("here/sweep.json"))
        self.assertEqual([p["status"] for p in document["points"]], ["measured"] * 4, result.stdout)
        for point in document["points"]:
            record = load(self.path("here/" + point["record"]))
            self.assertEqual(record["configuration"]["ranks"], point["ranks_per_node"])
            self.assertEqual(record["configuration"]["threads_per_rank"], 1)
            self.assertEqual(record["configuration"]["comms"]["transport"], point["values"]["--comms"])
            self.assertEqual(point["run"], record["run_time"])
            self.assertAlmostEqual(point["gigabytes_per_node"],
                                   sum(r["peak_resident_bytes"] for r in record["profile"]["ranks"]) / 1e9)
            measured = [c for c in record["cells"] if c["status"] == "measured"]
            self.assertEqual(point["figure"] is None, not measured)
            if measured:
                self.assertIn(point["figure"], [c["one_way"]["mb_per_s_per_node"] for c in measured])
                self.assertIn(point["call"]["total_seconds"], [c["seconds"]["median"] for c in measured])
        self.assertIn(f"Time of a call of {document['figure']['name']}", result.stdout)


if __name__ == "__main__":
    unittest.main()
