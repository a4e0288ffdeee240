# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests runs on many ranks. program_test.py describes the environment variables."""

import math
import os
import pathlib
import re
import signal
import subprocess
import time
import unittest

from program_test import (LONGEST_RUN, MPIEXEC, PROGRAM, SANITIZED, SHARED_DATA, THREADS, ProgramTest, jsonschema, load,
                          record_schema)


@unittest.skipUnless(MPIEXEC, "skipped: there is no mpiexec")
class ManyRanks(ProgramTest):
    """Several ranks on this machine print, record and end like one program."""

    # Write --tune=off with the equals sign, because Open MPI's mpirun has an option --tune of its own.
    SHORT = ["--min-time", "0.01", "--min-samples", "2", "--quick", "--threads", "1"]
    DSLASH = ["dslash", "--kernels", "Wilson", "--variants", "lexicographic", "--tune=off", *SHORT]
    MEMORY = ["memory", *SHORT]

    def run_kitt(self, *arguments, ranks=2, **named):
        return super().run_kitt(*arguments, ranks=ranks, **named)

    def errors(self, result):
        """Returns the lines of errors, without those of mpiexec about ranks that ended badly."""
        return [line for line in result.stderr.splitlines() if line.startswith("kitt: ")]

    def assert_refused(self, *arguments, says="", **named):
        before = self.files()
        result = self.run_kitt(*arguments, **named)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        (line,) = self.errors(result)
        self.assertRegex(line, r"^kitt: error: .+ \(.+\): .+")
        self.assertIn(says, line)
        self.assertEqual(self.files(), before)

    def run_two(self, first, second):
        """Runs two ranks with different command lines."""
        return subprocess.run([MPIEXEC, "-n", "1", *first, ":", "-n", "1", *second], cwd=self.folder, env=self.environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONGEST_RUN)

    def test_command_lines_that_differ_are_refused(self):
        halo = [PROGRAM, "halo", *self.SHORT]
        for other, says in (([*halo, "--L", "4"], '("4" where rank 0 has "8")'), (halo, '(no more words where rank 0 has "--L")'),
                            ([PROGRAM, "memory", *self.SHORT, "--L", "8"], '("memory" where rank 0 has "halo")')):
            result = self.run_two([*halo, "--L", "8"], other)
            self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
            (line,) = self.errors(result)
            self.assertIn(f"kitt: error: rank 1 has another command line than rank 0 {says}: give", line)
        self.assertEqual(self.files(), [])

    def test_environments_that_differ_give_a_warning(self):
        halo = [PROGRAM, "halo", "--L", "4", *self.SHORT, "--force", "--json", "a.json"]
        same = self.run_two(halo, halo)
        self.assertEqual(same.returncode, 0, same.stderr)
        self.assertNotIn("differs between ranks", same.stdout)
        other = self.run_two(halo, ["env", "HUGETLB_VERBOSE=1", *halo])
        self.assertEqual(other.returncode, 0, other.stderr)
        warning = 'HUGETLB_VERBOSE differs between ranks ("1" on rank 1, unset on rank 0)'
        self.assertIn(warning, other.stdout)
        self.assertIn(warning, " ".join(load(self.path("a.json"))["configuration"]["binding"]["warnings"]))

    def test_ranks_are_shown_and_recorded(self):
        for ranks, asked in [(2, []), (4, ["--mpi", "1.1.2.2"])]:
            name = f"{ranks}.json"
            result = self.run_good(*self.DSLASH, "--L", "8", *asked, "--json", name, ranks=ranks)
            self.assertEqual(result.stdout.count(": kitt dslash, "), 1)
            self.assertEqual(result.stdout.count("Record: "), 1)
            self.assertIn(f"{ranks} on 1 node, {ranks} per node", result.stdout)
            for rank in range(ranks):
                self.assertIn(f"    rank {rank} ", result.stdout)
            document = load(self.path(name))
            self.assert_run_time(result.stdout, document, ranks)
            configuration = document["configuration"]
            self.assertEqual(configuration["ranks"], ranks)
            self.assertEqual(configuration["ranks_per_node"], ranks)
            self.assertEqual(configuration["nodes"], 1)
            grid = configuration["grid"]
            self.assertEqual(math.prod(grid), ranks)
            self.assertEqual(configuration["node_block"], grid)
            text = ".".join(map(str, grid))
            self.assertIn(f"grid         {text} of ranks, node block {text};", result.stdout)
            bindings = configuration["rank_bindings"]
            self.assertEqual([b["rank"] for b in bindings], list(range(ranks)))
            self.assertEqual({b["host"] for b in bindings},
                             set(document["provenance"]["hostnames"]))
            self.assertTrue(document["cells"])
            self.assertEqual({c["status"] for c in document["cells"]}, {"measured"})
            if jsonschema is not None:
                jsonschema.validate(document, record_schema())
        self.assertEqual(self.files(), ["2.json", "4.json"])

    def test_results_of_a_job_do_not_depend_on_its_grid(self):
        errors = []
        for ranks, grid in [(1, "1.1.1.1"), (2, "1.1.1.2"), (2, "1.1.2.1"), (4, "1.1.2.2")]:
            name = f"{grid}.json"
            said = self.run_good(*self.DSLASH, "--scaling", "strong", "--global", "8.8.8.16", "--mpi",
                                 grid, "--strategy", "sequential", "--json", name, ranks=ranks).stdout
            (cell,) = load(self.path(name))["cells"]
            self.assertEqual(cell["global_volume"], [8, 8, 8, 16])
            self.assertRegex(said, r"\nKernel +Local +Ls ")  # the volume L^4 belongs to no rank
            self.assertRegex(said, rf"\nWilson +{'[.]'.join(map(str, cell['local_volume']))} ")
            errors.append(cell["verification_error"])
        # All jobs have an equal source, links and sums at each site. Only the total is summed in different parts.
        for error in errors[1:]:
            self.assertAlmostEqual(error / errors[0], 1, delta=1e-9)

    def test_each_parity_exchanges_its_faces(self):
        self.run_good("dslash", "--L", "4", "--Ls", "4", "--kernels", "DWF4", "--variants", "lexicographic",
                      "--parity", "odd,both", "--dagger", "--precision", "double", "--tune=off", *self.SHORT,
                      "--json", "a.json")
        cells = load(self.path("a.json"))["cells"]
        self.assertEqual([c["status"] for c in cells], 4 * ["measured"])  # a measured cell is also verified
        sent = [c["communication"]["bytes_by_messages"] + c["communication"]["bytes_by_shared_memory"]
                for c in cells]
        self.assertEqual(sent[2:], [2 * sent[0], 2 * sent[1]])
        self.assertGreater(sent[0], 0)

    def test_faces_carry_all_right_hand_sides(self):
        self.run_good("dslash", "--L", "8", "--kernels", "Wilson,Staggered", "--variants", "lexicographic",
                      "--rhs", "1,4", "--tune=off", *self.SHORT, "--json", "a.json")
        cells = load(self.path("a.json"))["cells"]
        self.assertEqual({c["status"] for c in cells}, {"measured"})  # a measured cell is also verified
        sent = {kernel: [(c["right_hand_sides"]["count"],
                          c["communication"]["bytes_by_messages"] + c["communication"]["bytes_by_shared_memory"])
                         for c in cells if c["kernel"] == kernel] for kernel in ("Wilson", "Staggered")}
        for counts in sent.values():
            self.assertGreaterEqual(len(counts), 4)  # one and four right-hand sides by two strategies
            for count, sent_bytes in counts:
                self.assertEqual(sent_bytes, count * counts[0][1])

    @unittest.skipIf(THREADS == "1", "skipped: a rank has one thread in this build")
    def test_some_threads_drive_mpi_while_others_compute(self):
        short = [argument for argument in self.DSLASH if argument not in ("--threads", "1")]
        for transport in ["mpi", "shm"]:
            name = f"{transport}.json"
            self.run_good(*short, "--L", "8", "--threads", "3", "--comms-threads", "2", "--comms",
                          transport, "--strategy", "overlap", "--json", name)
            document = load(self.path(name))
            (cell,) = document["cells"]
            self.assertEqual(cell["status"], "measured")  # a measured cell is also verified
            self.assertEqual(cell["communication"]["strategy"], "overlap")
            self.assertIn(document["configuration"]["comms"]["threads"], [1, 2])

    @unittest.skipUnless(SHARED_DATA.is_dir(), "skipped: no ../shared/data beside the clone")
    def test_a_gauge_file_is_read_once_and_scattered(self):
        links = str(SHARED_DATA / "c_8x8x8x4_3row_f64be.nersc")
        errors = []
        for ranks in [1, 2, 4]:
            name = f"{ranks}.json"
            self.run_good(*self.DSLASH, "--gauge", links, "--precision", "double", "--strategy",
                          "sequential", "--json", name, ranks=ranks)
            (cell,) = load(self.path(name))["cells"]
            self.assertEqual(cell["global_volume"], [8, 8, 8, 4])
            errors.append(cell["verification_error"])
        for error in errors[1:]:
            self.assertAlmostEqual(error / errors[0], 1, delta=1e-9)

    def test_faces_in_lower_precision_raise_the_tolerance(self):
        run = ["dslash", "--kernels", "Wilson", "--L", "4", "--per-rank", "--tune=off", *self.SHORT,
               "--strategy", "sequential", "--variants",
               "lexicographic,two-rows-stream,narrow-stream"]
        for travel, unit in [("single", 2**-24), ("half", 2**-11)]:
            self.run_good(*run, "--precision", "double", "--comms-precision", travel, "--json",
                          "a.json", "--force")
            cells = [c for c in load(self.path("a.json"))["cells"] if c["status"] == "measured"]
            self.assertTrue(cells)
            for cell in cells:
                self.assertGreater(cell["verification_error"], unit / 100)  # faces were sent in lower precision
                narrow = 2**-24 if cell["links"] == "narrow" else 0
                self.assertAlmostEqual(cell["verification_tolerance"], 1e-13 + unit + narrow,
                                       delta=1e-12)

    def test_every_kernel_runs_on_any_cut_of_a_volume(self):
        self.run_good("dslash", "--L", "6", "--Ls", "2", "--variants", "lexicographic",
                      "--strategy", "overlap", "--tune=off", *self.SHORT, "--json", "a.json",
                      ranks=3)
        self.assertEqual([(c["kernel"], c["status"]) for c in load(self.path("a.json"))["cells"]],
                         [(kernel, "measured") for kernel in ("Wilson", "DWF4", "DWF5")])

    def check_staggered(self, ranks, *more):
        """Runs both staggered kernels on `ranks` ranks. Returns the cells."""
        self.run_good("dslash", "--kernels", "staggered,improved", "--L", "8", "--tune=off", *self.SHORT, *more,
                      "--json", "a.json", "--force", ranks=ranks)
        cells = load(self.path("a.json"))["cells"]
        for cell in cells:
            self.assertEqual(cell["status"], "measured")  # a measured cell is also verified
            self.assertEqual(cell["flops_per_site"], {"Staggered": 570, "Improved": 1146}[cell["kernel"]])
            self.assertEqual((cell["sites"], cell["ls"]), (8**4 // 2, 1))
            self.assertAlmostEqual(cell["mflops_per_node"] * cell["seconds"]["median"] * 1e6,
                                   cell["flops_per_site"] * cell["sites"], delta=1)
        return cells

    def test_staggered_kernels_run_on_four_ranks(self):
        cells = self.check_staggered(4, "--variants", "columns-4.4")
        self.assertEqual([(cell["kernel"], cell["variant"]) for cell in cells],
                         [(kernel, f"columns-4.4/{strategy}") for kernel in ("Staggered", "Improved")
                          for strategy in ("sequential", "overlap")])
        one, three = (cell["communication"]["bytes_by_messages"] + cell["communication"]["bytes_by_shared_memory"]
                      for cell in cells[::2])
        self.assertEqual(one, 4 * (8 * 8 * 4 // 2) * 6 * 4)  # four faces of one parity, six numbers of four bytes
        self.assertEqual(three, 3 * one)  # faces of three layers

    def test_staggered_kernels_run_on_one_rank(self):
        cells = self.check_staggered(1, "--precision", "double", "--parity", "even", "--dagger", "--boundary",
                                     "antiperiodic", "--variants", "lexicographic,columns-4.4")
        self.assertEqual([(cell["kernel"], cell["variant"]) for cell in cells],
                         [(kernel, variant) for kernel in ("Staggered", "Improved")
                          for variant in ("lexicographic", "columns-4.4")])

    LOCAL_FLOPS = {"Clover": 504 + 24, "Twisted": 96, "Moebius": 168}

    def check_whole_operators(self, ranks, *more):
        """Runs the whole operators on `ranks` ranks. Returns the cells."""
        self.run_good("dslash", "--kernels", "clover,twisted,moebius", "--L", "4", "--per-rank", "--Ls", "8", "--tune=off",
                      *self.SHORT, *more, "--json", "a.json", "--force", ranks=ranks)
        cells = load(self.path("a.json"))["cells"]
        for cell in cells:
            self.assertEqual(cell["status"], "measured", cell)  # a measured cell is also verified
            self.assertEqual(cell["flops_per_site"], 1344 + self.LOCAL_FLOPS[cell["kernel"]])
            ls = 8 if cell["kernel"] == "Moebius" else 1
            parities = 2 if cell.get("parameters", {}).get("parity") == "both" else 1
            self.assertEqual((cell["sites"], cell["ls"]), (ranks * 4**4 // 2 * ls * parities, ls))
            self.assertAlmostEqual(cell["mflops_per_node"] * cell["seconds"]["median"] * 1e6,
                                   cell["flops_per_site"] * cell["sites"], delta=1)
            if cell["links"] == "full":
                reals = 3 * 24 + (144 + (72 if cell["kernel"] == "Clover" else 0)) / ls
                size = 4 if cell["precision"] == "single" else 8
                self.assertAlmostEqual(cell["working_set_bytes_per_node"] / (cell["sites"] * reals * size), 1)
        return cells

    def test_whole_operators_run_on_one_rank(self):
        """All forms of links and both precisions are verified, and the summary has none of these cells."""
        cells = self.check_whole_operators(1, "--precision", "single,double", "--boundary", "antiperiodic",
                                           "--variants", "columns-4.4,two-rows-stream,narrow-stream")
        self.assertEqual({(cell["kernel"], cell["precision"]) for cell in cells},
                         {(kernel, precision) for kernel in self.LOCAL_FLOPS for precision in ("single", "double")})
        self.assertEqual({cell["links"] for cell in cells}, {"full", "two rows", "narrow"})
        summary = load(self.path("a.json"))["summary"]
        self.assertEqual((summary["per_node_table"], summary["comparison_point_mflops_per_node"]), ([], None))

    def test_whole_operators_compute_both_parities_daggered(self):
        for dagger in ([], ["--dagger"]):
            cells = self.check_whole_operators(1, "--parity", "even,both", "--variants", "lexicographic", *dagger)
            self.assertEqual([(cell["parameters"]["parity"], cell["kernel"]) for cell in cells],
                             [(parity, kernel) for parity in ("even", "both") for kernel in self.LOCAL_FLOPS])

    def test_whole_operators_run_on_two_ranks(self):
        """The hopping term of a whole operator exchanges the faces of Wilson, or Ls times as many."""
        cells = self.check_whole_operators(2, "--variants", "columns-4.4")
        self.assertEqual([(cell["kernel"], cell["variant"]) for cell in cells],
                         [(kernel, f"columns-4.4/{strategy}") for kernel in self.LOCAL_FLOPS
                          for strategy in ("sequential", "overlap")])
        for cell in cells:
            sent = cell["communication"]["bytes_by_messages"] + cell["communication"]["bytes_by_shared_memory"]
            self.assertEqual(sent, 2 * (4 * 4 * 4 // 2) * 12 * 4 * cell["ls"])  # two faces of one parity
        self.check_whole_operators(2, "--variants", "lexicographic", "--parity", "both", "--dagger", "--precision", "double",
                                   "--strategy", "overlap")

    def test_clover_has_right_hand_sides_in_every_layout(self):
        """All right-hand sides share links and clover blocks, wherever the lanes of a register lie."""
        run = ["dslash", "--L", "4", "--per-rank", "--variants", "lexicographic", "--rhs", "16", "--strategy", "overlap",
               "--tune=off", *self.SHORT, "--json", "a.json", "--force"]
        self.run_good(*run, "--kernels", "Wilson", ranks=1)
        layouts = [cell["right_hand_sides"]["layout"] for cell in load(self.path("a.json"))["cells"]]
        for ranks, kernel, reals in ((1, "Twisted", 144), (2, "Clover", 144 + 72)):
            self.run_good(*run, "--kernels", kernel, ranks=ranks)
            cells = load(self.path("a.json"))["cells"]
            self.assertEqual({cell["status"] for cell in cells}, {"measured"})  # a measured cell is also verified
            self.assertEqual([cell["right_hand_sides"]["layout"] for cell in cells], layouts)
            for cell in cells:
                self.assertEqual(cell["working_set_bytes_per_node"], ranks * 4**4 // 2 * (16 * 72 + reals) * 4)

    def test_long_hops_need_long_lattices(self):
        self.assert_refused("dslash", "--kernels", "improved", "--L", "4", "--tune=off", *self.SHORT,
                            says="--kernels Improved on the local lattice 4.4.4.2")

    @unittest.skipIf(SANITIZED, "skipped: nine instrumented ranks that wait for each other take half a minute")
    def test_more_ranks_than_are_listed_are_summarised(self):
        result = self.run_good(*self.MEMORY, "--L", "4", "--json", "a.json", ranks=9)
        self.assertNotIn("    rank 0 ", result.stdout)
        self.assertIn("each rank has 1 thread", result.stdout)
        self.assertEqual(len(load(self.path("a.json"))["configuration"]["rank_bindings"]), 9)

    def test_the_requested_grid_is_used(self):
        self.run_good(*self.DSLASH, "--L", "8", "--mpi", "2.1.1.1", "--json", "a.json")
        self.assertEqual(load(self.path("a.json"))["configuration"]["grid"], [2, 1, 1, 1])
        self.assert_refused(*self.DSLASH, "--L", "8", "--mpi", "1.2.1.1", "--resume", "a.json",
                            says="configuration/grid")
        for refused, says in [(["--mpi", "3.1.1.1", "--L", "8"], "2.1.1.1"),
                              (["--mpi", "2.1.1.1", "--L", "6"], "6.6.6.6"),
                              (["--scaling", "strong", "--global", "2.2.2.2"], "2.2.2.2")]:
            self.assert_refused(*self.DSLASH, *refused, says=says)

    def test_memory_bandwidth_is_that_of_a_node(self):
        self.run_good(*self.MEMORY, "--L", "8", "--json", "node.json")
        self.run_good(*self.MEMORY, "--L", "8", "--per-rank", "--json", "rank.json")
        self.run_good(*self.MEMORY, "--L", "6", "--json", "uneven.json", ranks=3)
        bytes_of_axpy = 3 * 8**4 * 8 * 4
        for name, expected in [("node.json", bytes_of_axpy), ("rank.json", 2 * bytes_of_axpy)]:
            document = load(self.path(name))
            self.assertEqual(document["ceilings"]["threads"], 2)
            cell = document["cells"][0]
            self.assertEqual(cell["bytes"], expected)
            self.assertAlmostEqual(
                cell["gb_per_s"] / (expected / cell["seconds"]["median"] * 1e-9), 1)
            self.assertEqual(cell["gb_per_s_per_node"], cell["gb_per_s"])  # there is one node
        uneven = load(self.path("uneven.json"))["cells"][0]["bytes"]
        self.assertGreaterEqual(uneven, 3 * 6**4 * 8 * 4)
        self.assertLess(uneven, 3 * (6**4 * 8 + 3 * 64) * 4)  # bytes are rounded to whole packs of each rank

    def test_machine_has_a_map_of_the_ranks(self):
        result = self.run_good("machine", "--quick", "--threads", "1", "--json", "m.json")
        self.assertIn("ranks                  2\n  rank 0               ", result.stdout)
        self.assertIn("threads of a node      2\n", result.stdout)

    def test_rank_0_writes_files_and_all_ranks_see_errors(self):
        self.write("taken", "mine")
        self.write("bad.json", "{")
        run = [*self.MEMORY, "--L", "4"]
        self.assert_refused(*run, "--json", "taken", says="exists")
        self.assert_refused(*run, "--json", "none/a.json", says="none/a.json")
        self.assert_refused(*run, "--resume", "none.json", says="none.json")
        self.assert_refused(*run, "--resume", "bad.json", says="bad.json", ranks=4)
        self.assert_refused(*run, "--L", "4", says="--L")  # the error comes before MPI starts
        self.run_good(*run)
        self.assertEqual(len(self.files()), 3)
        self.assertEqual(pathlib.Path(self.path("taken")).read_text(), "mine")

    def test_a_record_is_resumed(self):
        self.run_good(*self.MEMORY, "--L", "4", "--json", "a.json")
        first = load(self.path("a.json"))
        resumed = self.run_good(*self.MEMORY, "--L", "4,8", "--resume", "a.json").stdout
        document = load(self.path("a.json"))
        self.assert_kept(first, document, resumed)
        self.assertEqual({c["l"] for c in document["cells"]}, {4, 8})
        self.assertTrue(document["summary"]["complete"])
        self.assert_refused(*self.MEMORY, "--L", "4", "--resume", "a.json", ranks=1,
                            says="configuration/ranks")

    def test_efficiency_refers_to_fewer_ranks(self):
        self.run_good(*self.DSLASH, "--L", "8", "--json", "one.json", ranks=1)
        result = self.run_good(
            *self.DSLASH, "--L", "8,16", "--json", "two.json", "--baseline", "one.json")
        self.assertEqual(result.stdout.count("Efficiency against one.json (1 rank on 1 node, "), 1)
        (there,) = load(self.path("one.json"))["cells"]
        document = load(self.path("two.json"))
        efficiency = document["summary"]["efficiency"]
        self.assertEqual(efficiency["baseline"]["ranks"], 1)
        at_8, at_16 = efficiency["rows"]
        here = max(c["mflops_per_node"] for c in document["cells"] if c["l"] == 8)
        self.assertEqual(at_8["mflops_per_node"], here)
        self.assertAlmostEqual(
            at_8["efficiency"] / (here / there["mflops_per_node"] / 2), 1)  # this run has twice the threads
        self.assertIn(f"{100 * at_8['efficiency']:.1f}\n", result.stdout)
        self.assertIsNone(at_16["efficiency"])
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())
        refused = [*self.DSLASH, "--L", "8", "--baseline"]
        self.write("bad.json", "{}")
        self.assert_refused(*refused, "none.json", says="none.json")
        self.assert_refused(*refused, "bad.json", says="bad.json")
        self.assert_refused(*refused, "one.json", "--per-rank", says="per node in the baseline")
        self.assert_refused(*refused, "two.json", ranks=1, says="one rank")

    def test_header_and_record_name_the_transport_of_messages(self):
        result = self.run_good(*self.MEMORY, "--L", "4", "--json", "a.json")
        self.assert_run_time(result.stdout, load(self.path("a.json")))
        (line,) = (line for line in result.stdout.splitlines() if line.startswith("  transport "))
        provenance = load(self.path("a.json"))["provenance"]
        if provenance["mpi_version"].startswith("Open MPI"):
            self.assertRegex(provenance["message_transport"], r"^Open MPI pml \w+")
        elif provenance["mpi_version"].startswith("MPICH"):
            self.assertRegex(provenance["message_transport"], r"^MPICH ch\d:\w+")
        self.assertIn(f"messages by {provenance['message_transport'] or ''}", line)
        limits = load(self.path("a.json"))["configuration"]["mpi_protocol"]
        if re.search(r"pml.* ob1|^MPICH", provenance["message_transport"] or ""):
            self.assertTrue(any("eager" in name.lower() for name in limits))
        for name, value in limits.items():
            self.assertIn(f" {name}={value}", result.stdout)

    def test_a_rank_without_memory_ends_the_job_and_names_itself(self):
        if SANITIZED:
            self.skipTest("skipped: an instrumented program reserves more memory than the limit")
        self.write("poor", '#!/bin/sh\n'
                   'if [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 1 ]; then ulimit -v 800000; fi\n'
                   f'exec "{PROGRAM}" "$@"\n')
        os.chmod(self.path("poor"), 0o755)
        # each rank needs 0.8 GB at L = 64
        result = self.run_kitt(*self.MEMORY, "--L", "8,64", "--json", "a.json",
                               program=self.path("poor"))
        self.assertNotEqual(result.returncode, 0)
        # Rank 0, which MPI ends, may still name its record.
        (line,) = (text for text in self.errors(result) if not text.startswith("kitt: interrupted"))
        self.assertRegex(line, r"^kitt: error: rank 1 \(.+\): .*memory")
        document = load(self.path("a.json"))
        self.assertFalse(document["summary"]["complete"])
        self.assertEqual({c["l"] for c in document["cells"]}, {8})

    def test_a_killed_rank_ends_the_job(self):
        process = subprocess.Popen(
            self.command(2, "memory", "--L", "4,6,8,10,12", "--min-time", "0.5", "--threads", "1",
                         "--quick", "--json", "a.json"),
            cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while not os.path.exists(self.path("a.json")) or not load(self.path("a.json"))["cells"]:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        self.assertIsNone(process.poll())
        os.kill(self.descendant_of_rank(process.pid, 1), signal.SIGKILL)
        self.assertNotEqual(process.wait(timeout=30), 0)
        document = load(self.path("a.json"))
        self.assertFalse(document["summary"]["complete"])
        self.assertTrue(document["cells"])


if __name__ == "__main__":
    unittest.main(verbosity=1)
