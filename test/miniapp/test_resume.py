# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests runs that were interrupted and resumed, and orders that were searched only once. program_test.py describes
the environment variables."""

import csv
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from program_test import PROGRAM, SHORT, UNTUNED, ProgramTest, jsonschema, key, load, record_schema


class Resume(ProgramTest):
    ITT = ["--L", "4", *UNTUNED]

    def kill_after(self, cells):
        process = subprocess.Popen(
            [PROGRAM, *self.ITT, "--json", "r.json"],  # `kitt` without a command runs itt
            cwd=self.folder, env=self.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        try:
            while time.monotonic() < deadline and process.poll() is None:
                if os.path.exists(self.path("r.json")):
                    # whenever the file is read, it holds a whole document
                    if len(load(self.path("r.json"))["cells"]) >= cells:
                        break
                time.sleep(0.001)
            self.assertIsNone(process.poll(), "the run ended before it could be killed")
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()

    def test_killed_and_resumed_run_has_the_cells_of_a_whole_one(self):
        self.run_good("itt", *self.ITT, "--json", "whole.json")
        cells = load(self.path("whole.json"))["cells"]
        self.assertEqual({(c["benchmark"], c["l"]) for c in cells},  # --L applies to all parts
                         {("hopping", 4), ("memory", 4), ("halo", 4)})
        whole = sorted(key(c) for c in cells)

        self.kill_after(3)
        killed = load(self.path("r.json"))
        self.assertEqual(killed["configuration"]["benchmark"], "itt")
        self.assertFalse(killed["summary"]["complete"])
        self.assertGreaterEqual(len(killed["cells"]), 3)
        self.assertLess(len(killed["cells"]), len(whole))

        resumed = self.run_good("itt", *self.ITT, "--resume", "r.json").stdout
        self.assertIn("Per Node Summary table", resumed)
        document = load(self.path("r.json"))
        self.assertTrue(document["summary"]["complete"])
        self.assert_kept(killed, document, resumed)
        self.assertEqual(sorted(key(c) for c in document["cells"]), whole)
        self.assertEqual(len(document["provenance"]["resumed"]), 1)
        first = killed["cells"][0]
        self.assertIn(f"{first['mflops_per_node']:.3f}", resumed)
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())

        again = self.run_good("itt", *self.ITT, "--resume", "r.json")
        self.assertEqual(load(self.path("r.json"))["cells"], document["cells"])
        self.assertEqual(again.returncode, 0)

    def test_another_run_is_refused(self):
        run = ["dslash", "--L", "4", "--kernels", "Wilson", *UNTUNED]
        self.run_good(*run, "--json", "a.json")
        before = pathlib.Path(self.path("a.json")).read_text()
        for change, says in [
            (["--seed", "9"], "configuration/seed is 1 there and 9 here"),
            (["--precision", "double"], "configuration/precision"),
            (["--flops-per-site", "1320"], "configuration/conventions/flops_per_site"),
            (["--boundary", "antiperiodic"], "configuration/boundary"),
            (["--per-rank"], "configuration/conventions/volume"),
        ]:
            with self.subTest(change):
                self.assert_refused(*run, *change, "--resume", "a.json", says=says)
        self.assert_refused("dslash", "--L", "4", "--kernels", "DWF4", "--Ls", "8", *UNTUNED, "--resume", "a.json",
                            says="configuration/ls")
        self.assert_refused("dslash", "--L", "4", *SHORT, "--tune", "quick", "--resume", "a.json",
                            says="configuration/tune")
        self.assert_refused("memory", "--L", "4", *SHORT, "--resume", "a.json",
                            says="configuration/benchmark")
        self.assertEqual(pathlib.Path(self.path("a.json")).read_text(), before)

    def test_sizes_can_be_added_to_a_record(self):
        run = ["dslash", "--kernels", "Wilson", *UNTUNED]
        self.run_good(*run, "--L", "4", "--json", "a.json")
        first = load(self.path("a.json"))["cells"]
        self.run_good(*run, "--L", "4,8", "--resume", "a.json")
        cells = load(self.path("a.json"))["cells"]
        self.assertEqual(cells[: len(first)], first)
        self.assertEqual({c["l"] for c in cells}, {4, 8})

    def test_wrong_cells_are_measured_again(self):
        run = ["dslash", "--L", "4", "--kernels", "Wilson", *UNTUNED]
        self.run_good(*run, "--json", "a.json")
        document = load(self.path("a.json"))
        good = document["cells"][0]
        document["cells"][0] = {
            name: good[name]
            for name in ("benchmark", "kernel", "l", "ls", "precision", "variant")
        } | {"status": "failed", "reason": "made up", "verification_error": None,
             "verification_tolerance": 2e-6}
        self.write("a.json", json.dumps(document))
        self.run_good(*run, "--resume", "a.json")
        after = load(self.path("a.json"))
        self.assertEqual(after["cells"][0]["status"], "measured")
        self.assertEqual(after["cells"][1:], document["cells"][1:])
        self.assertEqual(after["summary"]["cells_failed"], 0)


class Tuning(ProgramTest):
    RUN = ["dslash", "--L", "4", "--kernels", "Wilson", *SHORT]

    def cells(self, name):
        return {c["variant"]: c for c in load(self.path(name))["cells"]}

    def cache_file(self):
        (name,) = os.listdir(self.path("tuned"))
        return os.path.join(self.path("tuned"), name)

    def test_without_tuning_there_is_no_tuned_cell_and_no_file(self):
        off = self.run_good(*self.RUN, "--tune", "off", "--json", "off.json")
        self.assertNotIn("tuned", self.cells("off.json"))
        self.assertTrue(self.cells("off.json"))
        self.assertEqual(load(self.path("off.json"))["configuration"]["tune"], "off")
        self.assertEqual(self.files(), ["off.json"])
        self.assertRegex(off.stdout, r"\nTuning: off\.\n")  # the place of the cache is not printed

    def test_a_quick_run_searches_only_on_request(self):
        self.run_good(*self.RUN, "--json", "1.json")
        self.assertNotIn("tuned", self.cells("1.json"))
        self.assertTrue(self.cells("1.json"))
        self.assertEqual(load(self.path("1.json"))["configuration"]["tune"], "off")

    def test_an_order_is_searched_once_and_then_known(self):
        first = self.run_good(*self.RUN, "--tune=quick", "--json", "1.json", "--csv", "1.csv")
        self.assertIn("searched", first.stdout)
        self.assertIn(self.cache_file(), first.stdout)
        searched = self.cells("1.json")["tuned"]
        self.assertEqual(searched["tuning"]["source"], "searched")
        self.assertEqual(searched["tuning"]["effort"], "quick")
        self.assertGreater(searched["tuning"]["candidates"], 1)
        self.assertLessEqual(searched["verification_error"], searched["verification_tolerance"])
        self.assertIn(searched["tuning"]["order"], first.stdout)
        with open(self.path("1.csv"), newline="") as stream:
            rows = {row["variant"]: row for row in csv.DictReader(stream)}
        self.assertEqual(rows["tuned"]["tuning_order"], searched["tuning"]["order"])
        self.assertEqual(rows["lexicographic"]["tuning_order"], "")
        if jsonschema is not None:
            jsonschema.validate(load(self.path("1.json")), record_schema())

        before = pathlib.Path(self.cache_file()).read_text()
        second = self.run_good(*self.RUN, "--variants", "tuned", "--json", "2.json")
        self.assertIn("cache file", second.stdout)
        (known,) = self.cells("2.json").values()
        self.assertEqual(known["tuning"], searched["tuning"] | {"source": "cache file"})
        self.assertEqual(pathlib.Path(self.cache_file()).read_text(), before)

    def test_orders_of_staggered_kernels_are_searched_and_kept(self):
        run = ["dslash", "--L", "4", "--kernels", "staggered,improved", "--variants", "tuned", *SHORT]
        self.run_good(*run, "--tune=quick", "--json", "1.json")
        self.run_good(*run, "--json", "2.json")
        searched, known = (load(self.path(name))["cells"] for name in ("1.json", "2.json"))
        self.assertEqual([(cell["kernel"], cell["variant"], cell["status"]) for cell in searched],
                         [(kernel, "tuned", "measured") for kernel in ("Staggered", "Improved")])
        for first, second in zip(searched, known, strict=True):
            self.assertEqual(first["tuning"]["source"], "searched")
            self.assertGreater(first["tuning"]["candidates"], 1)
            self.assertEqual(second["tuning"], first["tuning"] | {"source": "cache file"})

    def test_the_order_in_the_file_is_run(self):
        self.run_good(*self.RUN, "--variants", "tuned", "--json", "1.json")
        cache = load(self.cache_file())
        cache["entries"][0]["order"] |= {"tile": [None, 2, 1, None]}
        pathlib.Path(self.cache_file()).write_text(json.dumps(cache))
        self.run_good(*self.RUN, "--variants", "tuned", "--json", "2.json")
        tuning = self.cells("2.json")["tuned"]["tuning"]
        self.assertEqual(tuning["order_data"], cache["entries"][0]["order"])
        self.assertIn("tile all.2.1.all", tuning["order"])

    def test_a_full_search_ignores_a_quick_choice(self):
        run = [*self.RUN, "--variants", "tuned"]
        self.run_good(*run, "--json", "1.json")
        self.run_good(*run, "--tune", "full", "--json", "2.json")
        full = self.cells("2.json")["tuned"]["tuning"]
        self.assertEqual((full["source"], full["effort"]), ("searched", "full"))
        self.run_good(*run, "--json", "3.json")
        self.assertEqual(self.cells("3.json")["tuned"]["tuning"], full | {"source": "cache file"})

    def test_a_damaged_file_is_replaced_with_a_warning(self):
        run = [*self.RUN, "--variants", "tuned"]
        self.run_good(*run, "--json", "1.json")
        pathlib.Path(self.cache_file()).write_text("{")
        again = self.run_good(*run, "--json", "2.json")
        self.assertEqual(again.stdout.count("WARNING      tuning file"), 1, again.stdout)
        self.assertEqual(self.cells("2.json")["tuned"]["tuning"]["source"], "searched")
        self.assertEqual(len(load(self.cache_file())["entries"]), 1)

    def test_a_run_without_a_cache_folder_gives_a_warning(self):
        run = [*self.RUN, "--variants", "tuned"]
        self.write("file", "no folder")
        result = self.run_good(*run, "--json", "1.json", environment={"KITT_TUNE_CACHE": "file"})
        self.assertEqual(result.stdout.count("could not be saved"), 1, result.stdout)
        nothing = {"KITT_TUNE_CACHE": "", "XDG_CACHE_HOME": "", "HOME": ""}
        result = self.run_good(*run, "--json", "2.json", environment=nothing)
        self.assertIn("not kept", result.stdout)
        self.assertEqual(self.files(), ["1.json", "2.json", "file"])

    def test_finished_cell_is_kept_when_resuming(self):
        run = [*self.RUN, "--variants", "tuned"]
        self.run_good(*run, "--json", "1.json")
        before = load(self.path("1.json"))["cells"]
        os.remove(self.cache_file())
        resumed = self.run_good(*run, "--resume", "1.json")
        self.assertEqual(load(self.path("1.json"))["cells"], before)
        self.assertIn(before[0]["tuning"]["order"], resumed.stdout)
        self.assertEqual(os.listdir(self.path("tuned")), [])


if __name__ == "__main__":
    unittest.main(verbosity=1)
