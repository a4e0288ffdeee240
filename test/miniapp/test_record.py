# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the files that a run leaves behind: records and CSV tables. program_test.py describes the environment
variables."""

import copy
import csv
import pathlib
import re
import struct
import unittest

from program_test import (
    SHARED_DATA, SHORT, SMALL_CACHES, UNTUNED, ProgramTest, cpu_with_lanes, jsonschema, load, record_schema,
)


class Record(ProgramTest):
    """Tests the files of a run."""

    def test_every_kernel_runs_on_every_volume(self):
        # L = 2 and 6 cannot be split into sub-lattices of even extents, and 3 slices have no lanes. Only one lane is
        # left.
        for sizes in (["--L", "2", "--Ls", "3"], ["--L", "6", "--Ls", "3"]):
            self.run_good("dslash", *sizes, "--variants", "lexicographic", "--json", "a.json",
                          "--force", *UNTUNED)
            document = load(self.path("a.json"))
            self.assertEqual([(c["kernel"], c["status"], c["lanes"]) for c in document["cells"]],
                             [(kernel, "measured", 1) for kernel in ("Wilson", "DWF4", "DWF5")])

    def test_rules_give_volumes_and_kernels_and_are_recorded(self):
        small = ["--L", "4", "--variants", "lexicographic", *UNTUNED]
        result = self.run_good("itt", "--rules", "itt-2020", "--precision", "single,double", *small, "--json", "a.json")
        document = load(self.path("a.json"))
        configuration = document["configuration"]
        self.assertEqual(configuration["rules"], {"name": "itt-2020", "point_l": [24, 32], "robustness_l": 32})
        self.assertEqual((configuration["ls"], configuration["conventions"]["volume"], configuration["precision"]),
                         (12, "per rank", "single"))
        cells = [c for c in document["cells"] if c["benchmark"] == "hopping"]
        self.assertEqual([(c["kernel"], c["ls"], c["precision"]) for c in cells],
                         [(kernel, ls, precision) for precision in ("single", "double")
                          for kernel, ls in (("Wilson", 1), ("DWF4", 12), ("Improved", 1))])
        self.assertEqual({c["ls"] for c in document["cells"] if c["benchmark"] == "halo"}, {12})
        for words in ("Comparison point (L = 24 and 32): none (needs DWF4 at L = 24 and L = 32)",
                      "This quick run does not count by the rules"):
            self.assertIn(words, result.stdout)
        self.assertEqual(self.run_kitt("itt", *small, "--json", "a.json", "--resume").returncode, 2)  # other rules

    def test_rules_refuse_options_that_they_fix(self):
        for options in (["--Ls", "16"], ["--per-rank"], ["--scaling", "strong", "--global", "8.8.8.8"]):
            result = self.run_kitt("itt", "--rules", "itt-2020", *options)
            self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1))
            self.assertIn("with --rules (the rules give the volumes and Ls): use `kitt dslash`, or leave", result.stderr)
        self.assertIn("give itt-2017 or itt-2020", self.run_kitt("itt", "--rules", "itt-1999").stderr)

    def test_a_requested_variant_that_a_kernel_lacks_is_skipped_with_the_reason(self):
        if not cpu_with_lanes(self):
            self.skipTest("skipped: kernels with one lane have all variants")
        result = self.run_good("dslash", "--L", "8", "--Ls", "3", "--kernels", "Wilson,DWF5",
                               "--variants", "narrow-stream", "--json", "a.json", *UNTUNED)
        cells = load(self.path("a.json"))["cells"]
        self.assertEqual([(c["kernel"], c["status"]) for c in cells],
                         [("Wilson", "measured"), ("DWF5", "skipped")])
        self.assertIn("this kernel has lanes 1.1.1.1.1", cells[1]["reason"])
        self.assertIn(f"narrow-stream: skipped ({cells[1]['reason']})", result.stdout)

    def test_errors_of_field_and_site_are_recorded_and_pass(self):
        result = self.run_good("dslash", "--L", "8", "--Ls", "2", "--kernels", "Wilson,DWF4",
                               "--json", "a.json", *UNTUNED)
        document = load(self.path("a.json"))
        if jsonschema is not None:
            self.assert_valid(document)
        for cell in document["cells"]:
            error, tolerance = cell["verification_error"], cell["verification_tolerance"]
            self.assertLess(error, cell["verification_site_error"])
            self.assertLess(cell["verification_site_error"], cell["verification_site_tolerance"])
            self.assertLess(error, tolerance)
            self.assertEqual(cell["verification_site_tolerance"], 8 * tolerance)
            self.assertIn(f"  {error:.1e}  ", result.stdout)

    @unittest.skipUnless(SHARED_DATA.is_dir(), "skipped: no ../shared/data beside the clone")
    def test_links_of_32_bits_have_no_better_third_row(self):
        run = ["dslash", "--gauge", str(SHARED_DATA / "e_4x4x4x8.milc"), "--precision", "double",
               "--kernels", "Wilson", *UNTUNED]
        self.run_good(*run, "--variants", "lexicographic,two-rows-stream", "--json", "a.json")
        cells = {c["links"]: c for c in load(self.path("a.json"))["cells"]}
        if set(cells) != {"full", "two rows"}:
            self.skipTest("skipped: lanes of this build do not fit the file's volume")
        self.assertEqual(cells["full"]["verification_tolerance"], 1e-13)
        self.assertGreater(cells["two rows"]["verification_error"], 1e-9)
        self.assertLess(cells["two rows"]["verification_tolerance"], 1e-5)

    def test_the_reading_of_a_gauge_file_is_recorded(self):
        """Reads links of 4^4 sites with MILC's phases and an antiperiodic boundary in time. Their stated plaquette
        is wrong."""
        links = b"".join(self.signed_link((x, y, z, t), mu) for t in range(4) for z in range(4) for y in range(4)
                         for x in range(4) for mu in range(4))
        header = ("BEGIN_HEADER\nDATATYPE = 4D_SU3_GAUGE_3x3\nDIMENSION_1 = 4\nDIMENSION_2 = 4\nDIMENSION_3 = 4\n"
                  "DIMENSION_4 = 4\nFLOATING_POINT = IEEE32BIG\nPLAQUETTE = 0.5\nEND_HEADER\n")
        pathlib.Path(self.path("links")).write_bytes(header.encode() + links)
        signs = ["--remove-phases", "milc", "--boundary-in-links", "antiperiodic"]
        run = ["dslash", "--gauge", "links", "--kernels", "Wilson", "--variants", "lexicographic", *UNTUNED]
        self.assert_refused(*run, says="read the file with " + " ".join(signs))
        self.assert_refused(*run, *signs, says="read it anyway with --accept plaquette")
        result = self.run_good(*run, *signs, "--accept", "plaquette", "--json", "a.json")
        self.assertIn("links: the links do not have the file's plaquette (the file states '0.5', its links give 1,",
                      " ".join(result.stdout.split()))
        document = load(self.path("a.json"))
        if jsonschema is not None:
            self.assert_valid(document)
        self.assertEqual(document["configuration"]["gauge_file"],
                         {"accepted": ["plaquette"], "phases_removed": "milc", "boundary_in_links": "antiperiodic",
                          "extents": None, "file_precision": None})
        self.write_milc_file("others", (4, 4, 4, 4))
        run[2] = "others"
        self.run_good(*run, "--json", "b.json")
        compared = self.run_kitt("compare", "a.json", "b.json").stdout
        for line in ("mismatches accepted *A: plaquette; B: none", "phases removed *A: milc; B: none",
                     "boundary in links *A: antiperiodic; B: periodic"):
            self.assertRegex(compared, line)

    @staticmethod
    def signed_link(x, mu):
        exponent = (x[3], x[3] + x[0], x[3] + x[0] + x[1], x[3] == 3)[mu]
        return struct.pack(">18f", *((-1) ** exponent if i in (0, 8, 16) else 0 for i in range(18)))

    def validator(self):
        if jsonschema is None:
            self.skipTest("skipped: this Python has no jsonschema")
        schema = record_schema()
        jsonschema.Draft7Validator.check_schema(schema)
        return jsonschema.Draft7Validator(schema)

    def assert_valid(self, document):
        errors = [f"{list(e.path)}: {e.message}" for e in self.validator().iter_errors(document)]
        self.assertEqual(errors, [])

    def test_documents_are_valid_and_damaged_ones_are_not(self):
        self.run_good("dslash", "--L", "4", "8", "--Ls", "8", "--json", "d.json", *UNTUNED)
        self.run_good("dslash", "--L", "4", "--Ls", "3", "--kernels", "Wilson,DWF5", "--variants",
                      "narrow-stream", "--json", "s.json", *UNTUNED)
        self.run_good("memory", "--L", "4,8", "--json", "m.json", *SHORT)
        self.run_good("halo", "--L", "4", "--json", "h.json", *SHORT)
        self.run_good("machine", "--quick", "--json", "c.json")
        skipped = load(self.path("s.json"))
        self.assertTrue(skipped["summary"]["complete"])
        document = load(self.path("d.json"))
        for name in ["d.json", "s.json", "m.json", "h.json", "c.json"]:
            self.assert_valid(load(self.path(name)))
        self.assert_damage_is_seen(document)

    def test_a_quick_run_shares_its_time_among_cells(self):
        """A quick run shares 1.5 s among 60 cells, unless the user sets another time."""
        run = ["memory", "--sizes", "4K:8M", "--quick", "--threads", "1"]
        self.run_good(*run, "--json", "a.json")
        record = load(self.path("a.json"))
        self.assertEqual(len(record["cells"]), 60)
        sampling = record["configuration"]["sampling"]
        self.assertAlmostEqual(sampling["minimum_seconds"], 1.5 / 60)
        self.assertEqual(sampling["minimum_samples"], 5)
        sampled = [cell["seconds"]["mean"] * cell["seconds"]["count"] * cell["seconds"]["calls_per_sample"]
                   for cell in record["cells"]]
        self.assertGreaterEqual(min(sampled), 0.99 * 1.5 / 60)
        self.run_good(*run, "--json", "b.json", "--min-time", "0.001")
        self.assertEqual(load(self.path("b.json"))["configuration"]["sampling"]["minimum_seconds"], 0.001)

    def assert_damage_is_seen(self, document):
        validator = self.validator()

        def damaged(change):
            broken = copy.deepcopy(document)
            change(broken)
            return not validator.is_valid(broken)

        for name in document.keys() - {"run_time", "memory_by_cause"}:
            self.assertTrue(damaged(lambda d: d.pop(name)), name)
        for name in document["cells"][0].keys() - {"energy", "energy_missing", "roofline_range"}:
            self.assertTrue(damaged(lambda d: d["cells"][0].pop(name)), name)
        for name in document["configuration"]:
            self.assertTrue(damaged(lambda d: d["configuration"].pop(name)), name)
        self.assertTrue(damaged(lambda d: d.update(schema_version=1)))
        self.assertTrue(damaged(lambda d: d.update(surprise=1)))
        self.assertTrue(damaged(lambda d: d["cells"][0].update(mflops_per_node="fast")))
        self.assertTrue(damaged(lambda d: d["cells"][0].update(mflops_per_node=None)))
        self.assertTrue(damaged(lambda d: d["cells"][0].update(gb_per_s=1.0)))
        self.assertTrue(damaged(lambda d: d["cells"][0]["seconds"].update(count=0)))

    def test_figures_follow_from_the_times(self):
        result = self.run_good(
            "dslash", "--L", "4", "--flops-per-site", "1320", "--precision", "double",
            "--json", "d.json", *UNTUNED)
        document = load(self.path("d.json"))
        self.assertEqual(document["configuration"]["conventions"]["flops_per_site"], 1320)
        self.assertIn("1320 flops per site", result.stdout)
        measured = [c for c in document["cells"] if c["status"] == "measured"]
        self.assertTrue(measured)
        for cell in measured:
            self.assertEqual(cell["precision"], "double")
            self.assertEqual(cell["sites"], 4**4 // 2 * cell["ls"])
            flops = 1320 * cell["sites"]
            self.assertAlmostEqual(
                cell["mflops_per_node"] / (flops / cell["seconds"]["median"] * 1e-6), 1)
            self.assertAlmostEqual(
                cell["mflops_per_node_mean"] / (flops / cell["seconds"]["mean"] * 1e-6), 1)
            exact = 1e-13 if cell["links"] != "narrow" else 2**-24  # the tolerance of links in single precision
            self.assertLessEqual(cell["verification_error"], exact)
            self.assertGreaterEqual(cell["seconds"]["count"], 2)
            self.assertIn(f"{cell['mflops_per_node']:.3f}", result.stdout)

    def test_parities_and_the_dagger_are_separate_cells(self):
        run = ["dslash", "--L", "4", "--kernels", "Wilson", "--variants", "lexicographic", *UNTUNED]
        self.run_good(*run, "--json", "a.json")
        both = ["--parity", "even,both"]
        self.run_good(*run, *both, "--resume", "a.json")
        said = self.run_good(*run, *both, "--dagger", "--resume", "a.json").stdout
        self.assertIn("Hopping term, even-odd (both parities, daggered)", said)
        self.assertIn("Not measured: lexicographic-prefetch, lexicographic-stream, columns-4.4-stream, "
                      "two-rows-prefetch, two-rows-stream, narrow-stream.", said)
        document = load(self.path("a.json"))
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())
        usual, *others = document["cells"]
        self.assertNotIn("parameters", usual)
        self.assertEqual([c["parameters"] for c in others],
                         [{"parity": parity, "dagger": dagger} for dagger in ("no", "yes") for parity in ("even", "both")])
        for cell in others:
            parities = 2 if cell["parameters"]["parity"] == "both" else 1
            self.assertEqual(cell["sites"], parities * usual["sites"])
            self.assertEqual(cell["working_set_bytes_per_node"], parities * usual["working_set_bytes_per_node"])
            self.assertEqual(cell["arithmetic_intensity_flops_per_byte"],
                             usual["arithmetic_intensity_flops_per_byte"])
            self.assertAlmostEqual(cell["mflops_per_node"] / (1344e-6 * cell["sites"] / cell["seconds"]["median"]), 1)
            self.assertLess(cell["verification_error"], 2e-6)
        # The summary has one parity only, even if other cells are faster.
        (row,) = document["summary"]["per_node_table"]
        self.assertEqual(row["wilson"]["mflops_per_node"], usual["mflops_per_node"])

    def test_right_hand_sides_are_separate_cells(self):
        run = ["dslash", "--L", "4", "--kernels", "Wilson,Staggered", "--variants", "lexicographic", *UNTUNED]
        said = self.run_good(*run, "--rhs", "1,4", "--json", "a.json").stdout
        self.assertRegex(said, r"\nKernel .* RHS  Layout  +Time .*\n.* per RHS")
        document = load(self.path("a.json"))
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())
        cells = document["cells"]
        for kernel, link_reals in [("Wilson", 144), ("Staggered", 144)]:
            one, *four = [c for c in cells if c["kernel"] == kernel]
            self.assertEqual((one["right_hand_sides"]["count"], one["right_hand_sides"]["layout"]), (1, "loop"))
            self.assertEqual(four[0]["right_hand_sides"]["layout"], "loop")
            self.assertEqual(four[0]["lane_grid"], one["lane_grid"])
            reals = 48 if kernel == "Wilson" else 12
            for cell in four:
                share = cell["right_hand_sides"]
                self.assertEqual(share["count"], 4)
                self.assertAlmostEqual(share["seconds"] / (cell["seconds"]["median"] / 4), 1)
                self.assertEqual(cell["sites"], 4 * one["sites"])
                self.assertEqual(cell["working_set_bytes_per_node"], 4**4 // 2 * 4 * (4 * reals + link_reals))
                self.assertLess(cell["verification_error"], 2e-6)
                self.assertRegex(said, rf"{kernel} .* 4 +{share['layout']} ")
        # Each of them has its own key, and the summary has only calls with one right-hand side.
        (row,) = document["summary"]["per_node_table"]
        self.assertEqual(row["wilson"]["mflops_per_node"], cells[0]["mflops_per_node"])
        self.run_good(*run, "--rhs", "1,3,4", "--resume", "a.json")
        resumed = load(self.path("a.json"))["cells"]
        self.assertEqual(resumed[:len(cells)], cells)
        self.assertEqual({c["right_hand_sides"]["count"] for c in resumed[len(cells):]}, {3})
        compared = self.run_good("compare", "a.json", "a.json").stdout
        self.assertIn("Wilson (4 right-hand sides)", compared)
        self.assertIn("Staggered (3 right-hand sides)", compared)

    def test_csv_tables_have_one_row_per_cell(self):
        self.run_good(
            "dslash", "--L", "4", "--Ls", "3", "--label", "a label", "--json", "d.json", "--csv", "d.csv", *UNTUNED)
        record = load(self.path("d.json"))
        cells, run = record["cells"], record["provenance"]
        with open(self.path("d.csv"), newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual(len(rows), len(cells))
        for row, cell in zip(rows, cells):
            self.assertNotIn(None, row)  # no row has more fields than columns
            self.assertNotIn(None, row.values())  # no row has fewer fields than columns
            self.assertEqual((row["kernel"], row["status"]), (cell["kernel"], cell["status"]))
            self.assertEqual([row[name] for name in ("host", "label", "time", "commit", "command")],
                             [" ".join(run["hostnames"]), "a label", run["time"], run["git_commit"],
                              " ".join(run["command_line"])])
            if cell["status"] == "measured":
                self.assertEqual(float(row["mflops_per_node"]), cell["mflops_per_node"])
                self.assertEqual(float(row["seconds_median"]), cell["seconds"]["median"])

    def test_memory_kernels_of_sizes_in_bytes_are_recorded(self):
        run = ["memory", "--precision", "double", "--sizes", "32K:128K,1M", "--min-time", "0.002", "--min-samples", "2",
               "--threads", "1"]
        said = self.run_good(*run, "--json", "m.json").stdout
        self.assertIn("Fields of the given size (bytes of all fields of a kernel together), double precision", said)
        document = load(self.path("m.json"))
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())
        self.assertEqual({cell["parameters"]["bytes"] for cell in document["cells"]}, {1 << 15, 1 << 16, 1 << 17, 1 << 20})
        cells = {(cell["kernel"], cell["bytes"]) for cell in document["cells"]}
        self.assertEqual({size for kernel, size in cells if kernel == "copy"}, {1 << 15, 1 << 16, 1 << 17, 1 << 20})
        self.assertEqual(len(cells), 4 * 5)
        self.assertEqual({cell["l"] for cell in document["cells"]}, {0})
        self.assertIsNone(document["summary"]["memory_bandwidth"])  # all fields may lie in caches
        for kernel, size in cells:
            self.assertRegex(said, rf"{re.escape(kernel)} +0 +{size} ")
        self.run_good(*run, "--resume", "m.json")
        self.assertEqual(load(self.path("m.json"))["cells"], document["cells"])
        compared = self.run_good("compare", "m.json", "m.json", "--kernels", "copy").stdout
        for size in (1 << 15, 1 << 16, 1 << 17, 1 << 20):  # each size is compared with an equal size
            self.assertRegex(compared, rf"copy {size} B ")
        self.run_good("memory", "--precision", "double", "--sizes", "4K", *run[5:], "--json", "s.json")
        self.assert_refused("compare", "m.json", "s.json", says="no cell in common")
        self.assert_refused("memory", "--sizes", "1M", "--L", "8", says="leave one out")
        self.assert_refused("memory", "--sizes", "1K", says="give a number from 4096")

    def test_each_kind_of_cell_has_a_csv_table(self):
        run = ["itt", "--L", "4", "--Ls", "4", "--kernels", "DWF4", "--variants", "lexicographic", *UNTUNED]
        self.run_good(*run, "--json", "d.json", "--csv", "d.csv")
        cells = load(self.path("d.json"))["cells"]
        self.assertEqual(self.files(), ["d.halo.csv", "d.hopping.csv", "d.json", "d.memory.csv"])
        for kind, other in (("hopping", "gb_per_s"), ("memory", "mflops_per_node"), ("halo", "gb_per_s")):
            with open(self.path(f"d.{kind}.csv"), newline="") as stream:
                rows = list(csv.DictReader(stream))
            self.assertEqual([row["kernel"] for row in rows], [c["kernel"] for c in cells if c["benchmark"] == kind])
            self.assertNotIn(other, rows[0])
        self.run_good(*run, "--resume", "d.json", "--csv", "d.csv")
        self.write("e.memory.csv", "precious\n")
        self.assert_refused(*run, "--json", "e.json", "--csv", "e.csv", says="e.memory.csv exists (")
        self.assert_refused(*run, "--resume", "d.json", "--csv", "e.csv", says="e.memory.csv exists (")

    def test_equal_seeds_reproduce_results(self):
        errors = []
        for seed in ["5", "5", "6"]:
            name = f"{len(errors)}.json"
            self.run_good("dslash", "--L", "4", "--kernels", "Wilson", "--seed", seed,
                          "--json", name, *UNTUNED)
            errors.append(load(self.path(name))["cells"][0]["verification_error"])
        self.assertAlmostEqual(errors[0] / errors[1], 1, places=6)
        self.assertGreater(abs(errors[0] / errors[2] - 1), 1e-6)

    def test_a_record_gets_a_name_and_force_overwrites_it(self):
        self.run_good("machine", "--quick")
        (name,) = self.files()
        self.assertRegex(name, r"^kitt-machine-.+-\d{8}T\d{6}Z\.json$")
        before = load(self.path(name))["provenance"]
        self.run_good("machine", "--quick", "--json", name, "--force")
        self.assertNotEqual(load(self.path(name))["provenance"], before)

    def test_the_real_machine_is_recorded(self):
        said = self.run_good("machine", "--quick", "--threads", "1", "--hugepages", "none",
                             "--label", "before the update", "--json", "one.json",
                             environment={**dict.fromkeys(SMALL_CACHES), "UCX_TLS": "self", "UCX_TOKEN": "x",
                                          "HOME": "/home/me"}).stdout
        document = load(self.path("one.json"))
        configuration, topology = document["configuration"], document["topology"]
        self.assertEqual(document["provenance"]["label"], "before the update")
        self.assertRegex(said, r"(?m)^  label +before the update$")
        environment = configuration["environment"]
        self.assertEqual(environment["UCX_TLS"], "self")
        self.assertFalse(environment.keys() & {"UCX_TOKEN", "HOME"})
        (line,) = (line for line in said.splitlines() if line.startswith("  environment "))
        self.assertEqual(line.split(maxsplit=1)[1],
                         " ".join(f"{name}={value}" for name, value in sorted(environment.items())))
        self.assertIsInstance(configuration["mpi_protocol"], dict)
        self.assertIn(f"frequency governor     {topology['cpu_governor'] or 'unknown'}\n", said)
        self.assertIn(f"NUMA balancing         {topology['numa_balancing'] or 'unknown'}\n", said)
        for device in topology["network_devices"]:
            self.assertIn(f"{device['name']} ({device['kind']})", said)
        self.assertEqual(configuration["threads_per_rank"], 1)
        self.assertEqual(len(configuration["binding"]["thread_cpusets"]), 1)
        self.assertEqual((configuration["ranks"], configuration["nodes"]), (1, 1))
        self.assertEqual(configuration["pages"]["huge_pages_asked"], "none")


if __name__ == "__main__":
    unittest.main(verbosity=1)
