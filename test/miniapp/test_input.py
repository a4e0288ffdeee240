# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests what the program refuses on its command line, in files and in the environment. program_test.py describes the
environment variables."""

import os
import pathlib
import unittest

from program_test import SHORT, THREADS, UNTUNED, ProgramTest, cpu_with_lanes, load


class BadInput(ProgramTest):
    """A wrong input gives one line (what is wrong, why, what to do) and exit status 2, and no file is written."""

    def test_bad_command_lines_are_refused(self):
        for arguments, says in [
            (["--shm-hugetlb"], "--shm-hugetlb"),
            (["bench"], "unknown command"),
            (["itt", "memory"], "memory"),
            (["memory", "--gauge", "hot"], "--gauge"),
            (["machine", "--L", "8"], "--L"),
            (["dslash", "--parity", "left"], "give odd or even or both"),
            (["dslash", "--parity", "odd,odd"], "comes twice"),
            (["itt", "--dagger"], "--dagger"),
            (["itt", "--rhs", "4"], "--rhs"),
            (["dslash", "--rhs", "0"], "(out of range): give a number from 1 to 256"),
            (["dslash", "--rhs", "four"], "(not a whole number)"),
            (["dslash", "--rhs", "4,4"], "\"4\" comes twice in --rhs"),
            (["dslash", "--rhs", "1,4", "--kernels", "Wilson,DWF5"], "--kernels DWF5 with --rhs 4 ("),
            (["dslash", "--rhs", "1,4", "--kernels", "Clover,Moebius"], "--kernels Moebius with --rhs 4 ("),
            (["dslash", "--rhs", "4", "--Ls", "8"], "--Ls without DWF4, DWF5 and Moebius ("),
            (["dslash", "--kernels", "Clover,Twisted", "--Ls", "8"], "--Ls without DWF4, DWF5 and Moebius ("),
            (["--profile-barriers"], "--profile"),
            (["dslash", "--kernels", "Wilson", "--Ls", "8"], "--Ls without DWF4, DWF5 and Moebius ("),
            (["dslash", "--kernels", "mobius"], "--kernels"),
            (["dslash", "--kernels", "clover", "--csw", "1"], "`kitt dslash` does not take it, but `kitt solve` does"),
            (["dslash", "--kernels", "improved", "--flops-per-site", "1320"], "--flops-per-site with staggered kernels only ("),
            (["--variants", "lexicographic", "--tune", "full"], "--tune without the variant tuned ("),
            (["machine", "--halo", "a", "--p2p", "b"], "--halo, --p2p without --write ("),
            (["suite", "--parts", "memory", "--mpi", "1.1.1.1"], "--mpi without the parts kernels, solvers and network ("),
            (["numa", "--kernels", "read", "--n", "100"], "--n without matmul ("),
            (["numa", "--kernels", "matmul", "--bytes", "64K"], "--bytes with only matmul ("),
            (["hash", "--phases", "traverse", "--batch", "2"], "--batch without the phase construct ("),
            (["hash", "--phases", "construct", "--visits", "2"], "--visits without the phase traverse ("),
            (["p2p", "--patterns", "ping-pong", "--window", "2"], "--window with only ping-pong ("),
            (["solve", "--operator", "wilson", "--m5", "1"], "--m5 without a domain-wall operator ("),
            (["solve", "--operator", "wilson", "--action", "hisq"], "--action without the staggered operator ("),
            (["solve", "--operator", "staggered", "--u0", "1"], "--u0 without asqtad links made from --gauge ("),
            (["solve", "--operator", "staggered", "--flops-per-site", "1320"], "--flops-per-site with only the staggered"),
            (["p2p", "--sizes", "8K:4K"], "sizes must increase): give 4K:8K"),
            (["p2p", "--sizes", "8X"], "K, M, G and T are powers of 1024"),
            (["p2p", "--sizes", "8:32,16"], "\"16\" comes twice"),
            (["hash", "--entry", "12:1K"], "give 8 or 16"),
            (["numa", "--bytes", "64P"], "--bytes"),
            (["stencil", "--cold-cache", "99999999T"], "out of range"),
            (["list", "--threads", "2"], "--threads"),
            (["--threads", "2", "memory"], "kitt memory --threads"),
            (["--threads"], "--threads"),
            (["--threads", "-1"], "-1"),
            (["--threads", "2x"], "2x"),
            (["--threads", "1000000"], "out of range"),
            (["--threads", "99999999999999999999"], "--threads"),
            (["--threads", "1", "--threads", "2"], "--threads is given 2 times"),
            (["--L", "7"], "6 or 8"),
            (["--L", "0"], "--L"),
            (["--L", "-8"], "--L"),
            (["--L", "8,x"], "x"),
            (["--L", "8,8"], "twice"),
            (["--L", "1000000"], "out of range"),
            (["dslash", "--Ls", "0"], "--Ls"),
            (["dslash", "--kernels", "DWF6"], "DWF5"),
            (["dslash", "--variants", "fastest"], "lexicographic"),
            (["dslash", "--precision", "half"], "double"),
            (["dslash", "--boundary", "open"], "periodic"),
            (["dslash", "--tune", "fast"], "quick"),
            (["dslash", "--tune", "off", "--variants", "tuned"], "--variants tuned"),
            (["memory", "--tune", "off"], "--tune"),
            (["dslash", "--flops-per-site", "1200"], "1344"),
            (["dslash", "--gauge", "no-such-file"], "no-such-file"),
            (["dslash", "--gauge", ""], "--gauge"),
            (["--mpi", "2.2.2"], "X.Y.Z.T"),
            (["--mpi", "2.2.2.0"], "out of range"),
            (["--mpi", "2.2.2.x"], "not a whole number"),
            (["--mpi", "2,2,2,2"], "X.Y.Z.T"),
            (["memory", "--mpi", "1.1.1.1"], "--mpi"),
            (["halo", "--per-rank"], "--per-rank"),
            (["halo", "--strategy", "overlap"], "--strategy"),
            (["halo", "--precision", "half"], "double"),
            (["halo", "--comms", "tcp"], "shm"),
            (["halo", "--comms", "direct"], "the memory of a GPU"),
            (["halo", "--Ls", "0"], "--Ls"),
            (["--comms", "tcp"], "shm"),
            (["--comms-precision", "quarter"], "half"),
            (["--strategy", "none"], "overlap"),
            (["--comms-threads", "-1"], "--comms-threads"),
            (["--threads", THREADS, "--comms-threads", THREADS], "no thread is left"),
            (["--scaling", "none"], "strong"),
            (["--scaling", "strong"], "--global"),
            (["--global", "8.8.8.8"], "--scaling strong"),
            (["--scaling", "strong", "--global", "8.8.8.7"], "6 or 8"),
            (["--scaling", "strong", "--global", "8.8.8.8", "--L", "8"], "--L"),
            (["--scaling", "strong", "--global", "8.8.8.8", "--per-rank"], "--per-rank"),
            (["--baseline", "no-such-record"], "no-such-record"),
            (["machine", "--baseline", "a"], "--baseline"),
            (["--bind", "socket"], "numa"),
            (["--hugepages", "1gib"], "madvise"),
            (["--seed", "-1"], "--seed"),
            (["--seed", "18446744073709551616"], "--seed"),
            (["--min-time", "0"], "--min-time"),
            (["--min-time", "nan"], "--min-time"),
            (["--min-time", "inf"], "--min-time"),
            (["--min-samples", "1"], "--min-samples"),
            (["--json", ""], "--json"),
            (["--json=", "--quick"], "--json"),
            (["--label", "a\nb"], "--label with a line break"),
            (["--json", "a", "--resume", "b"], "--resume"),
            (["dslash", "--L", *["8"] * 100], "twice"),
            (["gauge"], "FILE is missing (`kitt gauge` requires it): see `kitt gauge --help`"),
            (["gauge", "--write-ildg"], "no value for --write-ildg (it takes PATH)"),
            (["model"], "--machine is missing (`kitt model` requires it): see `kitt model --help`"),
            (["--force=3"], "a flag"),
            (["dslash", "--force=maybe"], "it is a flag and takes none): see `kitt dslash --help`"),
            (["--", "dslash"], "\"--\""),
            (["list", "--"], "\"--\" (`kitt list` has no such argument)"),
            (["dslash", "++"], "\"++\""),
            (["dslash", "--group", "su2"], "`kitt dslash` does not take it, but `kitt bsm` does): see `kitt dslash"),
            (["hash", "--L", "8"], "\"--L\" (`kitt hash` does not take it): see `kitt hash"),
            (["help", "bench"], "dslash"),
            (["help", "list", "man"], "kitt help"),
            (["gauge", "no-such-file"], "no-such-file"),
        ]:
            with self.subTest(arguments):
                self.assert_refused(*arguments, says=says)

    def test_control_characters_of_arguments_are_not_printed(self):
        for text, says in [("\x1b[31mred", r"\x1b[31mred"), ("a\tb\x7f", r"a\x09b\x7f"),
                           ("\x9b31m é", r"\xc2\x9b31m é"), ("\n", '" "')]:
            self.assert_refused(text, says=says)
            self.assert_refused("dslash", "--threads", text, says=says)
            self.assert_refused("gauge", text, says=says.strip('"'))
        result = self.run_kitt("gauge", "\x1b[31mred", "none")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(len(result.stderr.splitlines()), 2)
        self.assertIn(r"error: \x1b[31mred", result.stderr)

    def test_variants_that_no_kernel_has_are_refused(self):
        if not cpu_with_lanes(self):
            self.skipTest("skipped: kernels with one lane have all variants")
        for compressed in ("two-rows-stream", "narrow-stream"):
            self.assert_refused("dslash", "--L", "4", "--Ls", "16", "--kernels", "DWF5",
                                "--variants", compressed, *UNTUNED,
                                says=f"nothing can be measured (DWF5 at L = 4, {compressed}: ")

    def test_daggered_variants_that_are_not_compiled_are_refused(self):
        self.assert_refused("dslash", "--L", "4", "--dagger", "--variants", "lexicographic-stream", *UNTUNED,
                            says="(daggered), lexicographic-stream: daggered kernels are compiled only without prefetches")

    def test_a_volume_that_does_not_fit_into_memory_is_refused(self):
        self.assert_refused("dslash", "--L", "200", "--Ls", "256", *UNTUNED, says="memory")

    def test_bad_files_are_refused(self):
        self.write("taken", "mine")
        os.mkdir(self.path("folder"))
        self.assert_refused("--json", "taken", says="exists")
        self.write("tables.hopping", "mine")
        self.assert_refused("memory", "--csv", "taken", says="exists")
        self.assert_refused("--csv", "tables", says="tables.hopping exists")
        self.assert_refused("--json", "none/a.json", says="none/a.json")
        self.assert_refused("--json", "folder", "--force", says="directory")
        self.assert_refused("--json", "/dev/null", "--force", says="regular")
        self.assert_refused("memory", "--json", "same", "--csv", "same", says="same")
        self.assertEqual(pathlib.Path(self.path("taken")).read_text(), "mine")

    def test_a_file_that_is_no_gauge_file_is_refused(self):
        self.write("links", "not links\n")
        self.assert_refused("dslash", "--gauge", "links", *UNTUNED, says="links")
        self.assert_refused("gauge", "links", says="links")

    def test_bad_options_of_gauge_files_are_refused(self):
        for option, value in (("--accept", "plaquette"), ("--remove-phases", "milc"), ("--extents", "4.4.4.4"),
                              ("--boundary-in-links", "antiperiodic"), ("--file-precision", "32")):
            for command in ("dslash", "solve"):
                self.assert_refused(command, option, value, says="without a gauge file (")
        for files in (("--action", "asqtad", "--fat", "fat", "--long", "long"), ("--source", "source")):
            for accepted in ("plaquette", "link-trace", "checksum,plaquette"):
                self.assert_refused("solve", "--operator", "staggered", *files, "--accept", accepted,
                                    says="have only a checksum")
            self.assert_refused("solve", "--operator", "staggered", *files, "--accept", "checksum", says="no such file")
        for arguments, says in ((["--accept", "everything"], "checksum or plaquette or link-trace"),
                                (["--remove-phases", "grid"], "none or milc or cps or minus-one"),
                                (["--extents", "4.4.4"], "not four numbers"), (["--extents", "0.4.4.4"], "--extents"),
                                (["--file-precision", "16"], "32 or 64")):
            self.assert_refused("gauge", "links", *arguments, says=says)

    def test_a_gauge_file_keeps_its_volume(self):
        """The message names the problem and proposes no other volume, because the file sets the volume."""
        self.write_milc_file("odd", (5, 4, 4, 4))
        self.assert_refused("dslash", "--gauge", "odd", *UNTUNED,
                            says="the lattice 5.4.4.4 of odd has an odd extent (")
        self.assert_refused("solve", "--gauge", "odd", *SHORT, says="use a file with another lattice")
        self.run_good("gauge", "odd")

    def test_too_many_threads_are_refused(self):
        self.assert_refused("machine", "--threads", "4096", says="4096")

    def test_bad_files_to_resume_are_refused(self):
        self.assert_refused("--resume", "none.json", says="none.json")
        for text in ["", "{", "[]", "{}", '{"schema_version": 2}', '{"schema_version": 1}']:
            self.write("bad.json", text)
            self.assert_refused("--resume", "bad.json", says="bad.json")
            self.assertEqual(pathlib.Path(self.path("bad.json")).read_text(), text)

    def test_a_value_may_be_empty(self):
        self.run_good("dslash", "--label=", "--json=a.json", "--L", "4", "--kernels", "Wilson", "--variants",
                      "lexicographic", *UNTUNED)
        self.assertEqual(self.files(), ["a.json"])

    def test_resume_replaces_only_its_own_table(self):
        run = ["dslash", "--L", "4", "--kernels", "Wilson", "--variants", "lexicographic",
               *UNTUNED]
        self.run_good(*run, "--json", "a.json", "--csv", "a.csv")
        self.run_good(*run, "--resume", "a.json", "--csv", "a.csv")
        self.write("mine.csv", "precious\n")
        self.assert_refused(*run, "--resume", "a.json", "--csv", "mine.csv", says="mine.csv exists (")
        self.run_good(*run, "--resume", "a.json", "--csv", "mine.csv", "--force")


class Environment(ProgramTest):
    """Tests the variables that Kokkos and OpenMP read when they start."""

    RUN = ["halo", "--L", "4", "--min-time", "0.001", "--min-samples", "2"]  # this command measures no ceilings

    def test_variables_that_abort_kokkos_are_refused_in_one_line(self):
        for variable, value in [("KOKKOS_NUM_THREADS", "-1"), ("KOKKOS_NUM_THREADS", "two"),
                                ("KOKKOS_NUM_THREADS", ""), ("KOKKOS_DEVICE_ID", "foo"),
                                ("KOKKOS_DISABLE_WARNINGS", "maybe"),
                                ("KOKKOS_MAP_DEVICE_ID_BY", "luck")]:
            self.assert_refused(*self.RUN, says=f"{variable}={value} (",
                                environment={variable: value})

    @unittest.skipUnless("KITT_COARSE_CLOCK_LIBRARY" in os.environ, "skipped: the program is instrumented")
    def test_a_clock_that_cannot_time_calls_is_refused(self):
        preloaded = {"LD_PRELOAD": os.environ.get("KITT_COARSE_CLOCK_LIBRARY")}
        for command in (["machine"], self.RUN):
            for tick in (100_000, 1_000_000, 10_000_000):
                self.assert_refused(*command, environment={**preloaded, "KITT_COARSE_CLOCK": str(tick)},
                                    says=" ms; ticks of at most 0.01 ms are needed): choose")
        self.run_good(*self.RUN, environment={**preloaded, "KITT_COARSE_CLOCK": "1000"})

    @unittest.skipUnless("KITT_COARSE_CLOCK_LIBRARY" in os.environ, "skipped: the program is instrumented")
    def test_a_clock_that_stops_ends_the_run(self):
        preloaded = {"LD_PRELOAD": os.environ.get("KITT_COARSE_CLOCK_LIBRARY"), "KITT_CLOCK_READINGS": "2000"}
        for command in (["machine", "--quick"], ["halo", "--L", "4", "--min-time", "3600"]):
            self.assert_refused(*command, environment=preloaded,
                                says="clock cannot time calls (it stands still, or runs far too slowly): choose")

    def test_more_threads_than_kokkos_supports_are_refused(self):
        self.assert_refused(*self.RUN, "--threads", "513", says="--threads 513 (Kokkos can run "
                            "at most 512 threads")
        for variable in ("KOKKOS_NUM_THREADS", "OMP_NUM_THREADS"):
            self.assert_refused(*self.RUN, says=f"{variable}=513 (", environment={variable: "513"})

    @unittest.skipIf(THREADS == "1", "skipped: this Kokkos gives each rank only one thread")
    def test_fewer_threads_than_requested_are_refused(self):
        limit = {"OMP_THREAD_LIMIT": "1"}
        self.assert_refused(*self.RUN, "--threads", "2", says="1 of 2 threads run (OMP_THREAD_LIMIT",
                            environment=limit)
        self.run_good(*self.RUN, "--threads", "1", environment=limit)

    def test_the_cpus_that_the_kernel_allows_count(self):
        all_cpus = os.sched_getaffinity(0)
        cpu = max(all_cpus)
        os.sched_setaffinity(0, {cpu})  # restricts the CPUs like taskset; runs inherit this
        self.addCleanup(os.sched_setaffinity, 0, all_cpus)
        for variable in ("OMP_PROC_BIND=False", "OMP_PROC_BIND=true", "KMP_AFFINITY=disabled", "KMP_AFFINITY=compact",
                         "OMP_PLACES=threads"):
            name, value = variable.split("=")
            self.run_good(*self.RUN, "--threads", "1", "--json", f"{variable}.json", environment={name: value})
            record = load(self.path(f"{variable}.json"))
            self.assertEqual(record["topology"]["allowed_cpuset"], str(cpu), variable)
            self.assertEqual(record["configuration"]["binding"]["thread_cpusets"], [str(cpu)], variable)

    def test_a_topology_of_another_machine_is_ignored(self):
        other = {"HWLOC_SYNTHETIC": "pack:4 core:32 pu:2", "HWLOC_THISSYSTEM": None}
        said = self.run_good(*self.RUN, "--threads", "1", "--json", "a.json", environment=other).stdout
        self.assertIn("a variable describes another machine to hwloc (HWLOC_SYNTHETIC=pack:4 core:32 pu:2)", said)
        record = load(self.path("a.json"))
        self.assertNotEqual(record["topology"]["hardware_threads"], 256)
        self.assertIn(int(record["configuration"]["binding"]["thread_cpusets"][0].split("-")[0]), os.sched_getaffinity(0))

    @unittest.skipIf(THREADS == "1", "skipped: this Kokkos gives each rank only one thread")
    @unittest.skipIf(len(os.sched_getaffinity(0)) == 1, "skipped: one core")
    def test_a_variable_that_leaves_cores_idle_gives_one_warning(self):
        environment = {"OMP_NUM_THREADS": "1"}
        warning = "OMP_NUM_THREADS=1 in the environment: 1 thread per rank"
        self.assertEqual(self.run_good(*self.RUN, environment=environment).stdout.count(warning), 1)
        for threads in "12":
            result = self.run_good(*self.RUN, "--threads", threads, environment=environment)
            self.assertNotIn("in the environment", result.stdout)
            self.assertIn(f"threads      {threads} per rank", result.stdout)
        environment["KOKKOS_NUM_THREADS"] = "2"
        result = self.run_good(*self.RUN, environment=environment)
        self.assertIn("threads      2 per rank", result.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=1)
