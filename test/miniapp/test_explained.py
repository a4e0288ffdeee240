# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests how runs explain their figures: regions and kernels for Kokkos Tools, the roofline, and energy.

program_test.py describes the environment variables. KITT_TOOL is the library built from kokkos_tool.cpp."""

import itertools
import math
import os
import pathlib
import shutil
import subprocess
import sys
import time
import unittest

from program_test import ProgramTest, jsonschema, load, record_schema

SHORT = ["--min-time", "0.01", "--min-samples", "2", "--quick", "--threads", "1"]
UNTUNED = [*SHORT, "--tune=off"]


class ExplainedTest(ProgramTest):
    """Base class of tests that run the program on one or more ranks."""

    def document(self, name):
        document = load(self.path(name))
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())
        return document


class KokkosTools(ExplainedTest):
    """Tests names and nesting of kernels and regions, as a small tool writes them down."""

    def logs(self, ranks, *arguments):
        """Returns the tool's log of each rank: the open regions and each event, in order."""
        self.run_good(*arguments, "--json", "a.json", "--force", ranks=ranks,
                      environment={"KOKKOS_TOOLS_LIBS": os.environ["KITT_TOOL"], "KITT_TOOL_LOG": self.path("log")})
        files = list(pathlib.Path(self.folder).glob("log.*"))
        self.assertEqual(len(files), ranks)
        logs = [file.read_text().splitlines() for file in files]
        for file in files:
            file.unlink()
        return [self.nested(log) for log in logs]

    def nested(self, lines):
        self.assertEqual((lines[0].strip(), lines[-1].strip()), ("init", "finalize"))
        open_regions, told = [], []
        for line in lines[1:-1]:
            what, _, name = line.partition(" ")
            if what == "pop":
                open_regions.pop()
                continue
            told.append((tuple(open_regions), what, name))
            if what == "push":
                open_regions.append(name)
        self.assertEqual(open_regions, [])
        return told

    def inside(self, told, *regions):
        return [(what, name) for where, what, name in told if where == regions]

    def test_regions_and_kernels_of_one_rank(self):
        (told,) = self.logs(1, "dslash", "--L", "4", "--Ls", "8", "--kernels", "DWF4",
                            "--variants", "lexicographic", *UNTUNED)
        cell = "kitt::cell DWF4 L=4 Ls=8 single lexicographic"
        self.assertEqual([name for what, name in self.inside(told) if what == "push"], [cell])
        self.assertEqual(self.inside(told, cell),
                         [("push", f"kitt::{part}") for part in ("verify", "warm_up", "sample")])
        for part in ("warm_up", "sample"):
            self.assertEqual(set(self.inside(told, cell, f"kitt::{part}")) - {("push", "kitt::check")},
                             {("for", "kitt::core::hopping")})
        self.assertIn(("push", "kitt::check"), self.inside(told, cell, "kitt::sample"))
        self.assertIn(("for", "kitt::core::hopping"), self.inside(told, cell, "kitt::verify"))

    def test_every_command_names_its_kernels(self):
        for command in (["memory", "--L", "4", *SHORT], ["halo", "--L", "4", *SHORT],
                        ["dslash", "--L", "4", "--Ls", "2", *SHORT], ["machine", "--quick"]):
            (told,) = self.logs(1, *command)
            kernels = {name for _, what, name in told if what != "push"}
            self.assertTrue(kernels)
            known = ("kitt::", "Kokkos::", "KokkosBlas::")
            self.assertEqual([k for k in kernels if not k.startswith(known)], [])
            outermost = [name for what, name in self.inside(told) if what == "push"]
            cells = self.document("a.json")["cells"]
            measured = [name for name in outermost if "tuning" not in name and name != "kitt::start"]
            self.assertEqual(len(measured), sum(c["status"] == "measured" for c in cells))
            self.assertTrue(all(name.startswith("kitt::cell ") for name in measured))

    def test_steps_of_a_split_lattice(self):
        steps = {"sequential": ["pack", "wait", "interior"],
                 "overlap": ["pack", "interior", "wait", "exterior"]}
        kernels = {"sequential": {"pack": "pack", "interior": "all_legs"},
                   "overlap": {"pack": "pack", "interior": "interior", "exterior": "exterior"}}
        for told in self.logs(2, "dslash", "--L", "8", "--kernels", "Wilson", "--variants",
                              "lexicographic", *UNTUNED):
            for strategy, expected in steps.items():
                cell = f"kitt::cell Wilson L=8 Ls=1 single lexicographic/{strategy}"
                sample = [one for one in self.inside(told, cell, "kitt::sample") if one != ("push", "kitt::check")]
                calls, rest = divmod(len(sample), len(expected))
                self.assertEqual(rest, 0)
                self.assertGreaterEqual(calls, 2)
                self.assertEqual(sample, [("push", f"kitt::{s}") for s in expected] * calls)
                for step in expected:
                    found = {n for what, n in self.inside(told, cell, "kitt::sample",
                                                          f"kitt::{step}") if what == "for"}
                    name = kernels[strategy].get(step)
                    # if the faces arrived in time, all sites are computed before the exterior step
                    allowed = {0, 1} if step == "exterior" else {1 if name else 0}
                    self.assertIn(len(found), allowed, (step, found))
                    for kernel in found:
                        self.assertIn(name, kernel)


class Roofline(ExplainedTest):
    """Computes the roofline of every kernel's cell again from the ceilings of its record."""

    LINK_REALS = {"full": 8 * 18, "two rows": 8 * 12, "narrow": 8 * 9}
    BYTES = {"single": 4, "double": 8}

    def feed(self, ceilings, working_set, streams="written"):
        """Returns the level's name and its GB/s at this working set, from the curve of the kernels that use their
        streams in the same way."""
        kernels = {"read": ["read"], "written": ["read", "copy", "triad"],
                   "updated": ["read", "copy", "triad", "update"]}[streams]

        def best(point):
            return max(point[f"{what}_gb_per_s"] for what in kernels)

        level = next(level["level"] for level in ceilings["levels"]
                     if working_set <= level.get("effective_bytes",
                                                 level["capacity_bytes"] or math.inf))
        sizes = [math.log(point["working_set_bytes"]) for point in ceilings["curve"]]
        # a smaller set is at least as fast as a larger one
        rates = list(itertools.accumulate(map(best, reversed(ceilings["curve"])), max))[::-1]
        place = math.log(math.floor(working_set))
        for (left, above), (right, below) in itertools.pairwise(zip(sizes, rates)):
            if left <= place <= right:
                share = (place - left) / (right - left)
                return level, above ** (1 - share) * below ** share
        return level, rates[0] if place < sizes[0] else rates[-1]

    def assert_range(self, ceilings, cell, flops, moved, size):
        """Checks the range of a cell near a step of the curve: the fractions at half and at twice its working set."""
        peak = ceilings[f"{cell['precision']}_gflops_per_s"]

        def fraction(factor):
            rate = self.feed(ceilings, factor * size, cell["streams"])[1]
            reached = moved / cell["seconds"]["median"] * 1e-9
            return reached / min(rate, peak * moved / flops if flops else math.inf)

        lowest, highest = fraction(0.5), fraction(2)
        if abs(highest / lowest - 1.25) < 1e-6:
            return  # on the limit, both results are right
        self.assertEqual("roofline_range" in cell, highest > 1.25 * lowest)
        if "roofline_range" in cell:
            self.assertAlmostEqual(cell["roofline_range"]["lowest"], lowest, delta=1e-6 * lowest)
            self.assertAlmostEqual(cell["roofline_range"]["highest"], highest, delta=1e-6 * highest)

    def assert_roofline(self, document, cell, flops, moved, size=None):
        """Checks the roofline of a cell. `flops`, bytes `moved` and bytes touched (`size`) are those of one call on
        a node."""
        ceilings = document["ceilings"]
        size = size or moved
        level, rate = self.feed(ceilings, size, cell["streams"])
        peak = ceilings[f"{cell['precision']}_gflops_per_s"]
        fed = flops / moved * rate
        name = f"{level} bandwidth" if fed < peak else f"{cell['precision']} multiply-add peak"
        self.assertEqual(cell["ceiling"], name)
        second = cell["seconds"]["median"]
        reached = flops / second * 1e-9 / min(fed, peak) if flops else moved / second * 1e-9 / rate
        for key, expected in [("arithmetic_intensity_flops_per_byte", flops / moved),
                              ("traffic_bytes_per_node", moved),
                              ("working_set_bytes_per_node", size),
                              ("roofline_gb_per_s_per_node", rate),
                              ("roofline_gflops_per_s_per_node", min(fed, peak)),
                              ("roofline_fraction", reached)]:
            self.assertAlmostEqual(cell[key], expected, delta=1e-6 * expected, msg=key)
        if "peak_fraction" in cell:
            self.assertAlmostEqual(cell["peak_fraction"] * peak * second * 1e9 / flops, 1)
        self.assert_range(ceilings, cell, flops, moved, size)

    def assert_hopping(self, name):
        document = self.document(name)
        cells = [c for c in document["cells"] if c["status"] == "measured"]
        for cell in cells:
            sites = cell["sites"] / document["configuration"]["nodes"]
            reals = 48 + self.LINK_REALS[cell["links"]] / cell["ls"]
            self.assert_roofline(document, cell, cell["flops_per_site"] * sites,
                                 self.BYTES[cell["precision"]] * reals * sites)
        return cells

    def test_roofline_of_compressed_links(self):
        self.run_good("dslash", "--L", "4,8", "--Ls", "4", "--kernels", "Wilson,DWF4",
                      "--precision", "double", "--flops-per-site", "1320", "--json", "a.json",
                      *UNTUNED)
        self.assertEqual({c["links"] for c in self.assert_hopping("a.json")}, set(self.LINK_REALS))

    def test_roofline_of_half_a_register(self):
        lanes = 0
        for ls in ("16", "8", "4", "2"):  # takes the widest Ls that fills half of this machine's registers
            self.run_good("dslash", "--L", "4", "--Ls", ls, "--kernels", "DWF5", "--variants",
                          "lexicographic", "--json", f"{ls}.json", *UNTUNED)
            for cell in self.assert_hopping(f"{ls}.json"):
                lanes = load(self.path(f"{ls}.json"))["configuration"]["lanes"]["single"]
                if 2 * cell["lanes"] == lanes:
                    return
        self.assertLess(lanes, 4, "no run on half a register")

    def test_roofline_of_many_ranks(self):
        self.run_good("dslash", "--L", "8", "--Ls", "2", "--kernels", "Wilson,DWF4", "--variants",
                      "lexicographic,two-rows-stream", "--json", "a.json", *UNTUNED, ranks=4)
        cells = self.assert_hopping("a.json")
        self.assertEqual(len(cells), 2 * 2 * 2)
        self.assertEqual({c["global_volume"][0] for c in cells}, {8})

    def test_roofline_of_memory_kernels(self):
        for ranks in (1, 2):
            name = f"{ranks}.json"
            said = self.run_good("memory", "--L", "4,12", "--json", name, *SHORT, ranks=ranks).stdout
            document = self.document(name)
            shares = [min(100, 100 * cell["launch_seconds"] / cell["seconds"]["median"]) for cell in document["cells"]]
            rows = [line for line in said.splitlines() if line.startswith(("axpy (", "read  ", "copy  ", "triad  "))]
            self.assertEqual(len(rows), len(shares))
            for row, share in zip(rows, shares):
                self.assertIn(f" {share:.1f} ", row)
            for cell in document["cells"]:
                flops = 0 if cell["kernel"] == "copy" else 16 * cell["l"] ** 4
                self.assert_roofline(document, cell, flops, cell["bytes"])
                self.assertGreater(cell["launch_seconds"], 0)

    def test_roofline_of_kernels_that_only_read_or_update(self):
        self.run_good("bsm", "--case", "balance", "--L", "8", "--json", "b.json", *SHORT)
        document = self.document("b.json")
        spinor, links = 24 * 8, 8 * 18 * 8
        moved = {"sqnorm": spinor, "mad": 3 * spinor, "Dphi": 2 * spinor + links}
        streams = {"sqnorm": "read", "mad": "updated", "Dphi": "written"}
        self.assertEqual([cell["kernel"] for cell in document["cells"]], list(moved))
        for cell in document["cells"]:
            applied = cell["applications"] * cell["sites"]
            touched = (4 * spinor + (links if cell["kernel"] == "Dphi" else 0)) * cell["sites"]
            self.assertEqual(cell["streams"], streams[cell["kernel"]])
            self.assert_roofline(document, cell, cell["flops_per_site"] * applied,
                                 moved[cell["kernel"]] * applied, touched)

    def test_a_solver_touches_each_field_once(self):
        self.run_good("solve", "--operator", "wilson", "--L", "4", "--precision", "double", "--iterations", "5",
                      "--json", "s.json", *SHORT)
        document = self.document("s.json")
        for cell in document["cells"]:
            self.assertEqual(cell["streams"], "updated")
            touched = (5 * 24 + 2 * 8 * 18) * 8 * cell["sites"]
            self.assertAlmostEqual(cell["working_set_bytes_per_node"], touched)
            self.assertGreater(cell["traffic_bytes_per_node"], touched)
            rate = self.feed(document["ceilings"], touched, "updated")[1]
            self.assertAlmostEqual(cell["roofline_gb_per_s_per_node"], rate, delta=1e-6 * rate)

    def test_a_long_run_measures_ceilings_before_and_after(self):
        run = ["dslash", "--kernels", "Wilson,DWF4", "--Ls", "4", "--precision", "single,double", "--quick",
               "--tune=off", "--min-time", "0.001"]
        self.run_good(*run, "--L", "4", "--variants", "lexicographic", "--json", "short.json")
        (reading,) = self.document("short.json")["ceilings"]["readings"]
        self.assertEqual(reading["moment"], "before the cells")
        for sizes in ("8,12,16,20", "8,12,16,20,24"):
            begin = time.monotonic()
            said = self.run_good(*run, "--L", sizes, "--json", "long.json", "--force").stdout
            seconds = time.monotonic() - begin
            ceilings = self.document("long.json")["ceilings"]
            if seconds > 3 + 13 * ceilings["readings"][0]["seconds_to_measure"]:  # the start, ceilings twice, and cells
                break
        else:
            self.skipTest("skipped: ceilings take long on this machine, and longer runs would take minutes")
        self.assertEqual(ceilings["readings"][-1]["moment"], "after the cells")
        self.assertIn(f"\nCeilings measured {len(ceilings['readings'])} times (last: after the cells): ", said)
        for figure in ("single_gflops_per_s", "double_gflops_per_s"):
            self.assertEqual(ceilings[figure], max(one[figure] for one in ceilings["readings"]))
        self.assert_hopping("long.json")


class Energy(ExplainedTest):
    """Tests energy with counters of a machine that uses one watt: the kernel's clock stands for joules."""

    DEVICES = "/sys/bus/event_source/devices"
    RUN = ["dslash", "--L", "4", "--kernels", "Wilson", "--variants", "lexicographic",
           "--threads", "1", "--tune=off", "--quick"]

    def one_watt(self):
        """Returns the beginning of a command line that gives a program such counters."""
        power = f"{self.DEVICES}/power"
        events = f"{power}/events/energy-pkg"
        files = {f"{power}/type": "1", f"{power}/cpumask": "0", events: "event=0x00",
                 f"{events}.scale": "1e-9", f"{events}.unit": "Joules"}
        script = f"mount -t tmpfs none {self.DEVICES} && mkdir -p {power}/events"
        for file, text in files.items():
            script += f" && echo {text} > {file}"
        wrapper = ["unshare", "--mount", "sh", "-c", script + ' && exec "$@"', "sh"]
        if shutil.which("unshare") is None:
            self.skipTest("skipped: there is no unshare")
        if subprocess.run([*wrapper, "true"], capture_output=True).returncode != 0:
            self.skipTest("skipped: no right to mount over /sys in a new name space")
        return wrapper

    def cell(self, ranks, min_time, wrapper, run=RUN):
        result = self.run_good(*run, "--min-time", min_time, "--json", "a.json", "--csv", "a.csv", "--force", ranks=ranks,
                               wrapper=wrapper)
        source = self.document("a.json")["configuration"]["energy_source"]
        if source == "not available":
            self.skipTest("skipped: " + next(line.strip() for line in result.stdout.splitlines()
                                             if line.startswith("  energy ")))
        self.assertEqual(source, "perf")
        self.assertIn("energy       perf (1 package, memory not counted)", result.stdout)
        return self.document("a.json")["cells"][0], result.stdout

    def test_one_watt_is_measured(self):
        wrapper = self.one_watt()
        for ranks in (1, 2):
            cell, text = self.cell(ranks, "0.3", wrapper)
            energy = cell["energy"]
            # If two ranks both counted the energy, it would be 2 watts. A busy machine reads the counters late.
            self.assertAlmostEqual(energy["watts_per_node"], 1, delta=0.45)
            # One joule is one second here, and some time passes between samples.
            self.assertGreater(energy["joules_per_call"], 0.99 * cell["seconds"]["mean"])
            mflop = cell["flops_per_site"] * cell["sites"] * 1e-6
            self.assertAlmostEqual(
                energy["mflops_per_watt"] * energy["joules_per_call"] / mflop, 1)
            self.assertIn(f"{energy['mflops_per_watt']:.1f} Mflop/s per watt", text)
            self.assertIn("joules_per_call", pathlib.Path(self.path("a.csv")).read_text())

    def test_a_solver_reports_the_energy_of_one_solution(self):
        begin = time.monotonic()
        cell, _ = self.cell(1, "0.3", self.one_watt(),
                            ["solve", "--L", "4", "--operator", "wilson", "--mass", "2", "--threads", "1", "--quick"])
        longest = time.monotonic() - begin
        joules, seconds = cell["energy"]["joules_per_call"], cell["seconds"]
        self.assertGreater(cell["iterations"], 1)
        self.assertGreater(joules, 0.99 * seconds["mean"])  # one joule is one second here
        self.assertLess(joules * seconds["count"] * seconds["calls_per_sample"], longest)  # energy of all samples

    def test_a_cell_that_is_too_short_has_no_energy(self):
        cell, text = self.cell(1, "0.01", self.one_watt())
        self.assertNotIn("energy", cell)
        self.assertIn("counters need 0.1 s", cell["energy_missing"])
        self.assertIn("energy: none (sampled for", text)

    def test_missing_counters_are_reported(self):
        if os.path.exists(f"{self.DEVICES}/power") or os.path.exists("/sys/class/powercap"):
            self.skipTest("skipped: this machine may have counters")
        result = self.run_good(*self.RUN, "--min-time", "0.01", "--json", "a.json")
        self.assertEqual(result.stdout.count("energy"), 1)
        self.assertIn("energy       not available (", result.stdout)
        document = self.document("a.json")
        self.assertEqual(document["configuration"]["energy_source"], "not available")
        self.assertFalse({"energy", "energy_missing"} & document["cells"][0].keys())


if __name__ == "__main__":
    sys.stdout.flush()
    unittest.main(verbosity=1)
