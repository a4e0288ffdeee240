# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs of the built program: what a user types, and what comes of it.

KITT_PROGRAM and KITT_SCHEMA in the environment say where the program and its JSON Schema are;
KITT_MPIEXEC, what starts ranks; KITT_SANITIZED, whether the program is an instrumented one (1);
KITT_SERIAL, whether its Kokkos gives each rank but one thread (1).
"""

import copy
import csv
import json
import math
import os
import pathlib
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

PROGRAM = os.environ["KITT_PROGRAM"]
SCHEMA = pathlib.Path(os.environ["KITT_SCHEMA"])
MPIEXEC = shutil.which(os.environ.get("KITT_MPIEXEC", "mpiexec"))
SANITIZED = os.environ.get("KITT_SANITIZED", "0") == "1"
THREADS = "1" if os.environ.get("KITT_SERIAL", "0") == "1" else "2"
SHARED_DATA = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
SHORT = ["--min-time", "0.01", "--min-samples", "2", "--quick", "--threads", THREADS]
UNTUNED = [*SHORT, "--tune", "off"]  # where tuning is not what is tested: it takes time
# To hwloc, this machine's cores with caches of a few MiB: where the last-level cache has hundreds, as on
# large servers, every run that measures ceilings writes to a gigabyte first. Record.test_as_found runs without.
SMALL_CACHES = {
    "HWLOC_SYNTHETIC": f"numa:1(memory={1 << 34}) pack:1 l3:1(size={8 << 20}) "
                       f"l2:{os.cpu_count()}(size={1 << 19}) l1:1(size={1 << 15}) core:1 pu:1",
    "HWLOC_THISSYSTEM": "1",
}


def key(cell):
    return tuple(cell[name] for name in ("kernel", "l", "ls", "precision", "variant"))


def load(path):
    return json.loads(pathlib.Path(path).read_text())


class ProgramTest(unittest.TestCase):
    """Every test runs in an empty folder of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kitt-test-")
        self.addCleanup(shutil.rmtree, self.folder)

    def environment(self):
        """Never the user's own tuning cache, and none between tests."""
        return {**os.environ, **SMALL_CACHES, "KITT_TUNE_CACHE": self.path("tuned")}

    def run_kitt(self, *arguments, environment=None):
        """A variable of `environment` that is None is not set."""
        variables = {**self.environment(), **(environment or {})}
        return subprocess.run(
            [PROGRAM, *arguments],
            cwd=self.folder,
            env={name: value for name, value in variables.items() if value is not None},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )

    def run_good(self, *arguments, **named):
        result = self.run_kitt(*arguments, **named)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result

    def files(self):
        return sorted(os.listdir(self.folder))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        pathlib.Path(self.path(name)).write_text(text)

    def write_milc_file(self, name, extents):
        """Unit links, no checksums."""
        x, y, z, t = extents
        link = struct.pack("<18f", *(1 if i in (0, 8, 16) else 0 for i in range(18)))
        header = struct.pack("<5i64siII", 20103, x, y, z, t, b"", 0, 0, 0)
        pathlib.Path(self.path(name)).write_bytes(header + link * (4 * x * y * z * t))

    def assert_refused(self, *arguments, says="", **named):
        before = self.files()
        result = self.run_kitt(*arguments, **named)
        self.assertEqual(result.returncode, 2, f"{arguments}: {result.stdout}{result.stderr}")
        # clang's OpenMP has its own say on variables of the environment
        lines = [line for line in result.stderr.splitlines() if not line.startswith("OMP: ")]
        self.assertEqual(len(lines), 1, f"{arguments}: {result.stderr}")
        self.assertTrue(lines[0].startswith("kitt: error: "), lines[0])
        self.assertRegex(lines[0], r"error: .+ \(.+\): .+")
        self.assertIn(says, lines[0])
        self.assertEqual(self.files(), before, arguments)

    def assert_run_time(self, said, document, ranks=2):
        """The line of every run on several ranks, without --profile, and what the record has of it."""
        time = document["run_time"]
        total, compute, communication = (time[f"{what}_seconds"] for what in ("total", "compute", "communication"))
        self.assertAlmostEqual(compute + communication, total)
        self.assertGreater(compute, 0)
        self.assertGreater(communication, 0)
        self.assertAlmostEqual(time["communication_share"], communication / total)
        self.assertIn(f"\n{ranks} ranks, means: total {total:.3f} s, compute {compute:.3f} s, communication "
                      f"{communication:.3f} s, share {100 * communication / total:.1f} %\n", said)

    def assert_kept(self, first, resumed, said):
        """Cells and ceilings of a record that a run went on with. On a busy machine a figure may lie
        above its ceiling, or the run take long: then ceilings are measured again, and fractions of
        them follow."""
        count = len(first["cells"])
        self.assertEqual([(key(c), c["seconds"]) for c in resumed["cells"][:count]],
                         [(key(c), c["seconds"]) for c in first["cells"]])
        if "ceilings are measured again" not in said and "\nCeilings of " not in said:
            self.assertEqual(resumed["cells"][:count], first["cells"])
            self.assertEqual(resumed["ceilings"], first["ceilings"])

    def descendant_of_rank(self, parent, rank):
        """The process that mpiexec, directly or not, started as this rank."""
        marks = [f"{name}={rank}".encode() for name in ("OMPI_COMM_WORLD_RANK", "PMI_RANK")]
        children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for child in children:
            environment = pathlib.Path(f"/proc/{child}/environ").read_bytes().split(b"\0")
            if any(mark in environment for mark in marks):
                return int(child)
            if found := self.descendant_of_rank(child, rank):
                return found
        return None


def cpu_with_lanes(test):
    """Whether packs hold several numbers in the build that is tested."""
    test.run_good("machine", "--quick", "--json", "lanes.json")
    return load(test.path("lanes.json"))["configuration"]["lanes"]["double"] > 1


class BadInput(ProgramTest):
    """One line that says what is wrong, why, what to do; status 2; nothing written."""

    def test_command_line(self):
        for arguments, says in [
            (["--shm-hugetlb"], "--shm-hugetlb"),
            (["bench"], "unknown command"),
            (["itt", "memory"], "memory"),
            (["memory", "--gauge", "hot"], "--gauge"),
            (["machine", "--L", "8"], "--L"),
            (["dslash", "--parity", "left"], "give odd or even or both"),
            (["dslash", "--parity", "odd,odd"], "comes twice"),
            (["itt", "--dagger"], "--dagger"),
            (["--profile-barriers"], "--profile"),
            (["dslash", "--kernels", "Wilson", "--Ls", "8"], "--Ls without DWF4 and DWF5 ("),
            (["--variants", "lexicographic", "--tune", "full"], "--tune without the variant tuned ("),
            (["machine", "--halo", "a", "--p2p", "b"], "--halo, --p2p without --write ("),
            (["suite", "--parts", "memory", "--mpi", "1.1.1.1"], "--mpi without the parts kernels, solvers and network ("),
            (["numa", "--kernels", "read", "--n", "100"], "--n without matmul ("),
            (["numa", "--kernels", "matmul", "--bytes", "64K"], "--bytes with only matmul ("),
            (["hash", "--phases", "traverse", "--batch", "2"], "--batch without the phase construct ("),
            (["hash", "--phases", "construct", "--visits", "2"], "--visits without the phase traverse ("),
            (["p2p", "--patterns", "ping-pong", "--window", "2"], "--window with only ping-pong ("),
            (["solve", "--operator", "wilson", "--m5", "1"], "--m5 without the domain-wall operator ("),
            (["solve", "--operator", "wilson", "--action", "hisq"], "--action without the staggered operator ("),
            (["solve", "--operator", "staggered", "--u0", "1"], "--u0 without asqtad links made of --gauge ("),
            (["solve", "--operator", "staggered", "--flops-per-site", "1320"], "--flops-per-site with only the staggered"),
            (["p2p", "--sizes", "8K:4K"], "it goes down): give 4K:8K"),
            (["p2p", "--sizes", "8X"], "K, M, G, T: powers of 1024"),
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
            (["--mpi", "2.2.2.x"], "not such a number"),
            (["--mpi", "2,2,2,2"], "X.Y.Z.T"),
            (["memory", "--mpi", "1.1.1.1"], "--mpi"),
            (["halo", "--per-rank"], "--per-rank"),
            (["halo", "--strategy", "overlap"], "--strategy"),
            (["halo", "--precision", "half"], "double"),
            (["halo", "--comms", "tcp"], "shm"),
            (["halo", "--Ls", "0"], "--Ls"),
            (["--comms", "tcp"], "shm"),
            (["--comms-precision", "quarter"], "half"),
            (["--strategy", "none"], "overlap"),
            (["--comms-threads", "-1"], "--comms-threads"),
            (["--threads", THREADS, "--comms-threads", THREADS], "none is left"),
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
            (["gauge"], "no FILE (`kitt gauge` needs it): see `kitt gauge --help`"),
            (["gauge", "--write-ildg"], "no value for --write-ildg (it takes PATH)"),
            (["model"], "no --machine (`kitt model` needs it): see `kitt model --help`"),
            (["--force=3"], "a flag"),
            (["dslash", "--force=maybe"], "a flag and takes none): see `kitt dslash --help`"),
            (["--", "dslash"], "\"--\""),
            (["list", "--"], "\"--\" (`kitt list` takes no such thing)"),
            (["dslash", "++"], "\"++\""),
            (["dslash", "--group", "su2"], "takes no such thing, but `kitt bsm`): see `kitt dslash"),
            (["hash", "--L", "8"], "\"--L\" (`kitt hash` takes no such thing): see `kitt hash"),
            (["help", "bench"], "dslash"),
            (["help", "list", "man"], "kitt help"),
            (["gauge", "no-such-file"], "no-such-file"),
        ]:
            with self.subTest(arguments):
                self.assert_refused(*arguments, says=says)

    def test_no_terminal_obeys_an_argument(self):
        for text, says in [("\x1b[31mred", r"\x1b[31mred"), ("a\tb\x7f", r"a\x09b\x7f"),
                           ("\x9b31m é", r"\xc2\x9b31m é"), ("\n", '" "')]:
            self.assert_refused(text, says=says)
            self.assert_refused("dslash", "--threads", text, says=says)
            self.assert_refused("gauge", text, says=says.strip('"'))
        result = self.run_kitt("gauge", "\x1b[31mred", "none")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(len(result.stderr.splitlines()), 2)
        self.assertIn(r"error: \x1b[31mred", result.stderr)

    def test_variants_that_no_kernel_has(self):
        if not cpu_with_lanes(self):
            self.skipTest("skipped: kernels with one lane have all variants")
        for compressed in ("two-rows-stream", "narrow-stream"):
            self.assert_refused("dslash", "--L", "4", "--Ls", "16", "--kernels", "DWF5",
                                "--variants", compressed, *UNTUNED,
                                says=f"nothing can be measured (DWF5 at L = 4, {compressed}: ")

    def test_what_is_not_compiled_of_the_dagger(self):
        self.assert_refused("dslash", "--L", "4", "--dagger", "--variants", "lexicographic-stream", *UNTUNED,
                            says="(daggered), lexicographic-stream: daggered kernels are compiled without prefetches")

    def test_volume_that_does_not_fit_into_memory(self):
        self.assert_refused("dslash", "--L", "200", "--Ls", "256", *UNTUNED, says="memory")

    def test_files(self):
        self.write("taken", "mine")
        os.mkdir(self.path("folder"))
        self.assert_refused("--json", "taken", says="exists")
        self.assert_refused("--csv", "taken", says="exists")
        self.assert_refused("--json", "none/a.json", says="none/a.json")
        self.assert_refused("--json", "folder", "--force", says="directory")
        self.assert_refused("--json", "/dev/null", "--force", says="regular")
        self.assert_refused("--json", "same", "--csv", "same", says="same")
        self.assertEqual(pathlib.Path(self.path("taken")).read_text(), "mine")

    def test_gauge_file_that_is_none(self):
        self.write("links", "not links\n")
        self.assert_refused("dslash", "--gauge", "links", *UNTUNED, says="links")
        self.assert_refused("gauge", "links", says="links")

    def test_options_that_say_how_a_file_is_read(self):
        for option, value in (("--accept", "plaquette"), ("--remove-phases", "milc"), ("--extents", "4.4.4.4"),
                              ("--boundary-in-links", "antiperiodic"), ("--file-precision", "32")):
            for command in ("dslash", "solve"):
                self.assert_refused(command, option, value, says="without a gauge file (")
        for arguments, says in ((["--accept", "everything"], "checksum or plaquette or link-trace"),
                                (["--remove-phases", "grid"], "none or milc or cps or minus-one"),
                                (["--extents", "4.4.4"], "not four numbers"), (["--extents", "0.4.4.4"], "--extents"),
                                (["--file-precision", "16"], "32 or 64")):
            self.assert_refused("gauge", "links", *arguments, says=says)

    def test_a_gauge_file_keeps_its_volume(self):
        """What is wrong with it is said, and no other volume is proposed."""
        self.write_milc_file("odd", (5, 4, 4, 4))
        self.assert_refused("dslash", "--gauge", "odd", *UNTUNED,
                            says="the lattice 5.4.4.4 of odd has an odd extent (")
        self.assert_refused("solve", "--gauge", "odd", *SHORT, says="give a file of another lattice")
        self.run_good("gauge", "odd")

    def test_more_threads_than_sense(self):
        self.assert_refused("machine", "--threads", "4096", says="4096")

    def test_resume_files(self):
        self.assert_refused("--resume", "none.json", says="none.json")
        for text in ["", "{", "[]", "{}", '{"schema_version": 2}', '{"schema_version": 1}']:
            self.write("bad.json", text)
            self.assert_refused("--resume", "bad.json", says="bad.json")
            self.assertEqual(pathlib.Path(self.path("bad.json")).read_text(), text)

    def test_a_value_may_be_empty(self):
        self.run_good("dslash", "--label=", "--json=a.json", "--L", "4", "--kernels", "Wilson", "--variants",
                      "lexicographic", *UNTUNED)
        self.assertEqual(self.files(), ["a.json"])

    def test_resume_replaces_its_own_table_alone(self):
        run = ["dslash", "--L", "4", "--kernels", "Wilson", "--variants", "lexicographic",
               *UNTUNED]
        self.run_good(*run, "--json", "a.json", "--csv", "a.csv")
        self.run_good(*run, "--resume", "a.json", "--csv", "a.csv")
        self.write("mine.csv", "precious\n")
        self.assert_refused(*run, "--resume", "a.json", "--csv", "mine.csv", says="mine.csv exists (")
        self.run_good(*run, "--resume", "a.json", "--csv", "mine.csv", "--force")


class Help(ProgramTest):
    def test_version(self):
        self.assertRegex(self.run_good("--version").stdout, r"^kitt \d+\.\d+\.\d+ \(commit ")
        self.assertEqual(self.run_good("-V").stdout, self.run_good("--version").stdout)

    def test_help_names_everything(self):
        text = self.run_good("--help").stdout
        for word in ["itt", "dslash", "memory", "halo", "machine", "gauge", "list", "--threads",
                     "--bind"]:
            self.assertIn(word, text)
        for word in ["Seconds", "0.5", "2 MiB", "1344|1320", "off|quick|full",
                     "hot|unit|weak|FILE", "--resume", "--mpi X.Y.Z.T", "weak|strong"]:
            self.assertIn(word, text)
        for command in ["itt", "dslash", "memory", "halo", "machine", "gauge", "list"]:
            self.assertIn(f"kitt {command}", self.run_good(command, "--help").stdout)
            self.assertEqual(self.run_good("help", command).stdout,
                             self.run_good(command, "--help").stdout)
        self.assertEqual(self.run_good("help").stdout, text)

    RANK_VARIABLES = ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID")

    def test_an_inherited_rank_silences_nothing(self):
        for variable in self.RANK_VARIABLES:
            for arguments in (["list"], ["--help"], ["-V"], ["man"], ["completion"]):
                self.assertIn("kitt", self.run_good(*arguments, environment={variable: "1"}).stdout, arguments)
            for arguments in (["gauge", "/nonexistent"], ["report", "/nonexistent"], ["memory", "--L", "banana"], ["banana"]):
                self.assert_refused(*arguments, environment={variable: "1"})

    def test_the_launcher_of_another_mpi_is_refused(self):
        for variable in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"):
            self.assert_refused("machine", says=f"the launcher started 3 ranks, and each is alone ({variable}=3",
                                environment={variable: "3"})

    def test_idle_tasks_of_slurm_are_warned_of(self):
        slurm = {"SLURM_NTASKS": "4"}
        warning = "Slurm has 4 tasks for this job"
        short = ("memory", "--L", "8", *SHORT)
        self.assertIn(warning, self.run_good(*short, environment=slurm).stdout)
        self.assertNotIn(warning, self.run_good(*short, environment={**slurm, "OMPI_COMM_WORLD_SIZE": "1"}).stdout)

    def test_what_measures_nothing_starts_neither_mpi_nor_kokkos(self):
        no_mpi = {"OMPI_MCA_pml": "none", "PMI_FD": "99", "PMI_SIZE": "1", "PMI_RANK": "0"}  # Open MPI, MPICH
        tool = {"KOKKOS_TOOLS_LIBS": os.environ["KITT_TOOL"], "KITT_TOOL_LOG": self.path("log")}
        for arguments in (["list"], ["--help"], ["itt", "--help"], ["--version"], ["man"], ["completion"],
                          ["model", "--machine", "knl-7230"],
                          ["compare", "published:knl-7230", "published:knl-7210-16-nodes"]):
            self.run_good(*arguments, environment={**no_mpi, **tool})
            self.assertEqual(self.files(), [], arguments)  # Kokkos would have loaded the tool, which writes

    def test_list(self):
        text = self.run_good("list").stdout
        for word in ["Wilson", "DWF4", "DWF5", "lexicographic", "tuned",
                     "axpy (Kokkos Kernels)", "itt"]:
            self.assertIn(word, text)
        self.assertEqual(self.files(), [])


class Record(ProgramTest):
    """What runs leave behind."""

    def test_every_kernel_runs_on_every_volume(self):
        # 2 and 6 have no sub-lattices of even extents, 3 slices no lanes: one lane is left
        for sizes in (["--L", "2", "--Ls", "3"], ["--L", "6", "--Ls", "3"]):
            self.run_good("dslash", *sizes, "--variants", "lexicographic", "--json", "a.json",
                          "--force", *UNTUNED)
            document = load(self.path("a.json"))
            self.assertEqual([(c["kernel"], c["status"], c["lanes"]) for c in document["cells"]],
                             [(kernel, "measured", 1) for kernel in ("Wilson", "DWF4", "DWF5")])

    def test_a_variant_asked_for_that_a_kernel_has_not_is_skipped_with_the_reason(self):
        if not cpu_with_lanes(self):
            self.skipTest("skipped: kernels with one lane have all variants")
        result = self.run_good("dslash", "--L", "8", "--Ls", "3", "--kernels", "Wilson,DWF5",
                               "--variants", "narrow-stream", "--json", "a.json", *UNTUNED)
        cells = load(self.path("a.json"))["cells"]
        self.assertEqual([(c["kernel"], c["status"]) for c in cells],
                         [("Wilson", "measured"), ("DWF5", "skipped")])
        self.assertIn("those of this kernel are 1.1.1.1.1", cells[1]["reason"])
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

    def test_how_a_gauge_file_was_read(self):
        """Links of 4^4 sites with MILC's phases, antiperiodic in time, and a plaquette that no lattice has."""
        links = b"".join(self.signed_link((x, y, z, t), mu) for t in range(4) for z in range(4) for y in range(4)
                         for x in range(4) for mu in range(4))
        header = ("BEGIN_HEADER\nDATATYPE = 4D_SU3_GAUGE_3x3\nDIMENSION_1 = 4\nDIMENSION_2 = 4\nDIMENSION_3 = 4\n"
                  "DIMENSION_4 = 4\nFLOATING_POINT = IEEE32BIG\nPLAQUETTE = 0.5\nEND_HEADER\n")
        pathlib.Path(self.path("links")).write_bytes(header.encode() + links)
        signs = ["--remove-phases", "milc", "--boundary-in-links", "antiperiodic"]
        run = ["dslash", "--gauge", "links", "--kernels", "Wilson", "--variants", "lexicographic", *UNTUNED]
        self.assert_refused(*run, says="read the file with " + " ".join(signs))
        self.assert_refused(*run, *signs, says="read it all the same with --accept plaquette")
        result = self.run_good(*run, *signs, "--accept", "plaquette", "--json", "a.json")
        self.assertIn("links: the links do not have the file's plaquette (stated as '0.5', its links give 1,",
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
        schema = load(SCHEMA)
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

    def assert_damage_is_seen(self, document):
        validator = self.validator()

        def damaged(change):
            broken = copy.deepcopy(document)
            change(broken)
            return not validator.is_valid(broken)

        for name in document.keys() - {"run_time", "memory_by_cause"}:
            self.assertTrue(damaged(lambda d: d.pop(name)), name)
        later = {"links", "roofline_gflops_per_s_per_node", "roofline_gb_per_s_per_node",
                 "working_set_bytes_per_node", "verification_site_error",
                 "verification_site_tolerance", "energy", "energy_missing", "traffic_bytes_per_node",
                 "streams", "roofline_range"}
        for name in document["cells"][0].keys() - later:
            self.assertTrue(damaged(lambda d: d["cells"][0].pop(name)), name)
        later = {"tune", "rank_bindings", "grid", "node_block", "scaling", "global_volume", "comms",
                 "energy_source", "environment", "mpi_protocol"}
        for name in document["configuration"].keys() - later:
            self.assertTrue(damaged(lambda d: d["configuration"].pop(name)), name)
        self.assertTrue(damaged(lambda d: d.update(schema_version=2)))
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
            exact = 1e-13 if cell["links"] != "narrow" else 2**-24  # of numbers in single
            self.assertLessEqual(cell["verification_error"], exact)
            self.assertGreaterEqual(cell["seconds"]["count"], 2)
            self.assertIn(f"{cell['mflops_per_node']:.3f}", result.stdout)

    def test_parities_and_the_dagger_are_cells_of_their_own(self):
        run = ["dslash", "--L", "4", "--kernels", "Wilson", "--variants", "lexicographic", *UNTUNED]
        self.run_good(*run, "--json", "a.json")
        both = ["--parity", "even,both"]
        self.run_good(*run, *both, "--resume", "a.json")
        said = self.run_good(*run, *both, "--dagger", "--resume", "a.json").stdout
        self.assertIn("Hopping term, red-black (both parities, daggered)", said)
        self.assertIn("not measured: lexicographic-prefetch, lexicographic-stream, columns-4.4-stream, "
                      "two-rows-stream, narrow-stream.", said)
        document = load(self.path("a.json"))
        if jsonschema is not None:
            jsonschema.validate(document, load(SCHEMA))
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
        # the sums are those of one parity, whichever cells are faster
        (row,) = document["summary"]["per_node_table"]
        self.assertEqual(row["wilson"]["mflops_per_node"], usual["mflops_per_node"])

    def test_csv(self):
        self.run_good(
            "dslash", "--L", "4", "--Ls", "3", "--label", "a label", "--json", "d.json", "--csv", "d.csv", *UNTUNED)
        record = load(self.path("d.json"))
        cells, run = record["cells"], record["provenance"]
        with open(self.path("d.csv"), newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual(len(rows), len(cells))
        for row, cell in zip(rows, cells):
            self.assertNotIn(None, row)  # no more fields than columns
            self.assertNotIn(None, row.values())  # no fewer
            self.assertEqual((row["kernel"], row["status"]), (cell["kernel"], cell["status"]))
            self.assertEqual([row[name] for name in ("host", "label", "time", "commit", "command")],
                             [" ".join(run["hostnames"]), "a label", run["time"], run["git_commit"],
                              " ".join(run["command_line"])])
            if cell["status"] == "measured":
                self.assertEqual(float(row["mflops_per_node"]), cell["mflops_per_node"])
                self.assertEqual(float(row["seconds_median"]), cell["seconds"]["median"])

    def test_memory_of_a_size_in_bytes(self):
        run = ["memory", "--precision", "double", "--sizes", "32K:128K,1M", "--min-time", "0.002", "--min-samples", "2",
               "--threads", "1"]
        said = self.run_good(*run, "--json", "m.json").stdout
        self.assertIn("Fields of bytes as asked, of all fields of a kernel, double precision", said)
        document = load(self.path("m.json"))
        if jsonschema is not None:
            jsonschema.validate(document, load(SCHEMA))
        cells = {(cell["kernel"], cell["bytes"]) for cell in document["cells"]}
        self.assertEqual({size for kernel, size in cells if kernel == "copy"}, {1 << 15, 1 << 16, 1 << 17, 1 << 20})
        self.assertEqual(len(cells), 4 * 5)
        self.assertEqual({cell["l"] for cell in document["cells"]}, {0})
        self.assertIsNone(document["summary"]["memory_bandwidth"])  # perhaps all in caches
        for kernel, size in cells:
            self.assertRegex(said, rf"{re.escape(kernel)} +- +{size} ")
        self.run_good(*run, "--resume", "m.json")
        self.assertEqual(load(self.path("m.json"))["cells"], document["cells"])
        self.assertIn("copy", self.run_good("compare", "m.json", "m.json").stdout)
        self.assert_refused("memory", "--sizes", "1M", "--L", "8", says="leave one out")
        self.assert_refused("memory", "--sizes", "1K", says="give a number from 4096")

    def test_a_table_for_each_kind_of_cell(self):
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

    def test_seed_reproduces(self):
        errors = []
        for seed in ["5", "5", "6"]:
            name = f"{len(errors)}.json"
            self.run_good("dslash", "--L", "4", "--kernels", "Wilson", "--seed", seed,
                          "--json", name, *UNTUNED)
            errors.append(load(self.path(name))["cells"][0]["verification_error"])
        self.assertAlmostEqual(errors[0] / errors[1], 1, places=6)
        self.assertGreater(abs(errors[0] / errors[2] - 1), 1e-6)

    def test_names_and_force(self):
        self.run_good("machine", "--quick")
        (name,) = self.files()
        self.assertRegex(name, r"^kitt-machine-.+-\d{8}T\d{6}Z\.json$")
        before = load(self.path(name))["provenance"]
        self.run_good("machine", "--quick", "--json", name, "--force")
        self.assertNotEqual(load(self.path(name))["provenance"], before)

    def test_as_found(self):
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


class Resume(ProgramTest):
    ITT = ["--L", "4", *UNTUNED]

    def kill_after(self, cells):
        process = subprocess.Popen(
            [PROGRAM, *self.ITT, "--json", "r.json"],  # `kitt` alone is itt
            cwd=self.folder, env=self.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        try:
            while time.monotonic() < deadline and process.poll() is None:
                if os.path.exists(self.path("r.json")):
                    # never half a document, whenever it is looked at
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
        self.assertEqual({(c["benchmark"], c["l"]) for c in cells},  # --L is for all parts
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
            jsonschema.validate(document, load(SCHEMA))

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
        self.assert_refused("dslash", "--L", "4", *SHORT, "--resume", "a.json",
                            says="configuration/tune")
        self.assert_refused("memory", "--L", "4", *SHORT, "--resume", "a.json",
                            says="configuration/benchmark")
        self.assertEqual(pathlib.Path(self.path("a.json")).read_text(), before)

    def test_more_sizes_may_be_added(self):
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

    def test_off_has_no_tuned_cell_and_no_file(self):
        off = self.run_good(*self.RUN, "--tune", "off", "--json", "off.json")
        self.assertNotIn("tuned", self.cells("off.json"))
        self.assertTrue(self.cells("off.json"))
        self.assertEqual(load(self.path("off.json"))["configuration"]["tune"], "off")
        self.assertEqual(self.files(), ["off.json"])
        self.assertRegex(off.stdout, r"\nTuning: off\.\n")  # nothing of where choices are kept

    def test_searched_once_and_then_known(self):
        first = self.run_good(*self.RUN, "--json", "1.json", "--csv", "1.csv")
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
            jsonschema.validate(load(self.path("1.json")), load(SCHEMA))

        before = pathlib.Path(self.cache_file()).read_text()
        second = self.run_good(*self.RUN, "--variants", "tuned", "--json", "2.json")
        self.assertIn("cache file", second.stdout)
        (known,) = self.cells("2.json").values()
        self.assertEqual(known["tuning"], searched["tuning"] | {"source": "cache file"})
        self.assertEqual(pathlib.Path(self.cache_file()).read_text(), before)

    def test_what_the_file_says_is_run(self):
        self.run_good(*self.RUN, "--variants", "tuned", "--json", "1.json")
        cache = load(self.cache_file())
        cache["entries"][0]["order"] |= {"tile": [None, 2, 1, None]}
        pathlib.Path(self.cache_file()).write_text(json.dumps(cache))
        self.run_good(*self.RUN, "--variants", "tuned", "--json", "2.json")
        tuning = self.cells("2.json")["tuned"]["tuning"]
        self.assertEqual(tuning["order_data"], cache["entries"][0]["order"])
        self.assertIn("tile all.2.1.all", tuning["order"])

    def test_full_search_does_not_take_a_quick_choice(self):
        run = [*self.RUN, "--variants", "tuned"]
        self.run_good(*run, "--json", "1.json")
        self.run_good(*run, "--tune", "full", "--json", "2.json")
        full = self.cells("2.json")["tuned"]["tuning"]
        self.assertEqual((full["source"], full["effort"]), ("searched", "full"))
        self.run_good(*run, "--json", "3.json")
        self.assertEqual(self.cells("3.json")["tuned"]["tuning"], full | {"source": "cache file"})

    def test_damaged_file_is_replaced_with_a_warning(self):
        run = [*self.RUN, "--variants", "tuned"]
        self.run_good(*run, "--json", "1.json")
        pathlib.Path(self.cache_file()).write_text("{")
        again = self.run_good(*run, "--json", "2.json")
        self.assertEqual(again.stdout.count("WARNING      tuning file"), 1, again.stdout)
        self.assertEqual(self.cells("2.json")["tuned"]["tuning"]["source"], "searched")
        self.assertEqual(len(load(self.cache_file())["entries"]), 1)

    def test_nowhere_to_keep_choices(self):
        run = [*self.RUN, "--variants", "tuned"]
        self.write("file", "no folder")
        result = self.run_good(*run, "--json", "1.json", environment={"KITT_TUNE_CACHE": "file"})
        self.assertEqual(result.stdout.count("not kept"), 1, result.stdout)
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


@unittest.skipUnless(MPIEXEC, "skipped: there is no mpiexec")
class ManyRanks(ProgramTest):
    """Several ranks on this machine: they print, record and end as one program."""

    # --tune=off in one word: Open MPI's mpirun takes a --tune for its own
    SHORT = ["--min-time", "0.01", "--min-samples", "2", "--quick", "--threads", "1"]
    DSLASH = ["dslash", "--kernels", "Wilson", "--variants", "lexicographic", "--tune=off", *SHORT]
    MEMORY = ["memory", *SHORT]

    def command(self, ranks, *arguments, program=PROGRAM):
        return [MPIEXEC, "-n", str(ranks), program, *arguments]

    def run_kitt(self, *arguments, ranks=2, **named):
        return subprocess.run(
            self.command(ranks, *arguments, **named), cwd=self.folder, env=self.environment(),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)

    def errors(self, result):
        """mpiexec has its own say on ranks that end badly."""
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
        """Two ranks, each with a command line of its own."""
        return subprocess.run([MPIEXEC, "-n", "1", *first, ":", "-n", "1", *second], cwd=self.folder, env=self.environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)

    def test_command_lines_that_differ_are_refused(self):
        halo = [PROGRAM, "halo", *self.SHORT]
        for other, says in (([*halo, "--L", "4"], '("4" where rank 0 has "8")'), (halo, '(no more words where rank 0 has "--L")'),
                            ([PROGRAM, "memory", *self.SHORT, "--L", "8"], '("memory" where rank 0 has "halo")')):
            result = self.run_two([*halo, "--L", "8"], other)
            self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
            (line,) = self.errors(result)
            self.assertIn(f"kitt: error: rank 1 has another command line than rank 0 {says}: give", line)
        self.assertEqual(self.files(), [])

    def test_environments_that_differ_are_warned_of(self):
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
            self.assertEqual(result.stdout.count("KITT "), 1)
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
                jsonschema.validate(document, load(SCHEMA))
        self.assertEqual(self.files(), ["2.json", "4.json"])

    def test_figures_of_a_job_do_not_depend_on_how_ranks_share_it(self):
        errors = []
        for ranks, grid in [(1, "1.1.1.1"), (2, "1.1.1.2"), (2, "1.1.2.1"), (4, "1.1.2.2")]:
            name = f"{grid}.json"
            said = self.run_good(*self.DSLASH, "--scaling", "strong", "--global", "8.8.8.16", "--mpi",
                                 grid, "--strategy", "sequential", "--json", name, ranks=ranks).stdout
            (cell,) = load(self.path(name))["cells"]
            self.assertEqual(cell["global_volume"], [8, 8, 8, 16])
            self.assertRegex(said, r"\nKernel +Local +Ls ")  # L^4 is nobody's
            self.assertRegex(said, rf"\nWilson +{'[.]'.join(map(str, cell['local_volume']))} ")
            errors.append(cell["verification_error"])
        # the same source, links and sums, site by site; only their total is summed in parts
        for error in errors[1:]:
            self.assertAlmostEqual(error / errors[0], 1, delta=1e-9)

    def test_each_parity_exchanges_its_faces(self):
        self.run_good("dslash", "--L", "4", "--Ls", "4", "--kernels", "DWF4", "--variants", "lexicographic",
                      "--parity", "odd,both", "--dagger", "--precision", "double", "--tune=off", *self.SHORT,
                      "--json", "a.json")
        cells = load(self.path("a.json"))["cells"]
        self.assertEqual([c["status"] for c in cells], 4 * ["measured"])  # and so verified
        sent = [c["communication"]["bytes_by_messages"] + c["communication"]["bytes_by_shared_memory"]
                for c in cells]
        self.assertEqual(sent[2:], [2 * sent[0], 2 * sent[1]])
        self.assertGreater(sent[0], 0)

    @unittest.skipIf(THREADS == "1", "skipped: a rank has one thread in this build")
    def test_threads_that_drive_mpi_beside_those_that_compute(self):
        short = [argument for argument in self.DSLASH if argument not in ("--threads", "1")]
        for transport in ["mpi", "shm"]:
            name = f"{transport}.json"
            self.run_good(*short, "--L", "8", "--threads", "3", "--comms-threads", "2", "--comms",
                          transport, "--strategy", "overlap", "--json", name)
            document = load(self.path(name))
            (cell,) = document["cells"]
            self.assertEqual(cell["status"], "measured")  # and so verified
            self.assertEqual(cell["communication"]["strategy"], "overlap")
            self.assertIn(document["configuration"]["comms"]["threads"], [1, 2])

    @unittest.skipUnless(SHARED_DATA.is_dir(), "skipped: no ../shared/data beside the clone")
    def test_gauge_file_is_read_once_and_dealt_out(self):
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

    def test_faces_that_travel_in_less_add_to_what_is_allowed(self):
        run = ["dslash", "--kernels", "Wilson", "--L", "4", "--per-rank", "--tune=off", *self.SHORT,
               "--strategy", "sequential", "--variants",
               "lexicographic,two-rows-stream,narrow-stream"]
        for travel, unit in [("single", 2**-24), ("half", 2**-11)]:
            self.run_good(*run, "--precision", "double", "--comms-precision", travel, "--json",
                          "a.json", "--force")
            cells = [c for c in load(self.path("a.json"))["cells"] if c["status"] == "measured"]
            self.assertTrue(cells)
            for cell in cells:
                self.assertGreater(cell["verification_error"], unit / 100)  # it did travel in less
                narrow = 2**-24 if cell["links"] == "narrow" else 0
                self.assertAlmostEqual(cell["verification_tolerance"], 1e-13 + unit + narrow,
                                       delta=1e-12)

    def test_every_kernel_runs_however_ranks_cut_a_volume(self):
        self.run_good("dslash", "--L", "6", "--Ls", "2", "--variants", "lexicographic",
                      "--strategy", "overlap", "--tune=off", *self.SHORT, "--json", "a.json",
                      ranks=3)
        self.assertEqual([(c["kernel"], c["status"]) for c in load(self.path("a.json"))["cells"]],
                         [(kernel, "measured") for kernel in ("Wilson", "DWF4", "DWF5")])

    @unittest.skipIf(SANITIZED, "skipped: nine instrumented ranks that wait for each other take half a minute")
    def test_more_ranks_than_are_listed(self):
        result = self.run_good(*self.MEMORY, "--L", "4", "--json", "a.json", ranks=9)
        self.assertNotIn("    rank 0 ", result.stdout)
        self.assertIn("each rank has 1 thread", result.stdout)
        self.assertEqual(len(load(self.path("a.json"))["configuration"]["rank_bindings"]), 9)

    def test_the_grid_asked_for(self):
        self.run_good(*self.DSLASH, "--L", "8", "--mpi", "2.1.1.1", "--json", "a.json")
        self.assertEqual(load(self.path("a.json"))["configuration"]["grid"], [2, 1, 1, 1])
        self.assert_refused(*self.DSLASH, "--L", "8", "--mpi", "1.2.1.1", "--resume", "a.json",
                            says="configuration/grid")
        for refused, says in [(["--mpi", "3.1.1.1", "--L", "8"], "2.1.1.1"),
                              (["--mpi", "2.1.1.1", "--L", "6"], "6.6.6.6"),
                              (["--scaling", "strong", "--global", "2.2.2.2"], "2.2.2.2")]:
            self.assert_refused(*self.DSLASH, *refused, says=says)

    def test_memory_is_a_nodes(self):
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
            self.assertEqual(cell["gb_per_s_per_node"], cell["gb_per_s"])  # one node
        uneven = load(self.path("uneven.json"))["cells"][0]["bytes"]
        self.assertGreaterEqual(uneven, 3 * 6**4 * 8 * 4)
        self.assertLess(uneven, 3 * (6**4 * 8 + 3 * 64) * 4)  # whole packs

    def test_machine_has_a_map_of_the_ranks(self):
        result = self.run_good("machine", "--quick", "--threads", "1", "--json", "m.json")
        self.assertIn("ranks                  2\n  rank 0               ", result.stdout)
        self.assertIn("threads of a node      2\n", result.stdout)

    def test_files_are_rank_0s_and_errors_everybodys(self):
        self.write("taken", "mine")
        self.write("bad.json", "{")
        run = [*self.MEMORY, "--L", "4"]
        self.assert_refused(*run, "--json", "taken", says="exists")
        self.assert_refused(*run, "--json", "none/a.json", says="none/a.json")
        self.assert_refused(*run, "--resume", "none.json", says="none.json")
        self.assert_refused(*run, "--resume", "bad.json", says="bad.json", ranks=4)
        self.assert_refused(*run, "--L", "4", says="--L")  # before MPI starts
        self.run_good(*run)
        self.assertEqual(len(self.files()), 3)
        self.assertEqual(pathlib.Path(self.path("taken")).read_text(), "mine")

    def test_resume(self):
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
            at_8["efficiency"] / (here / there["mflops_per_node"] / 2), 1)  # twice the threads
        self.assertIn(f"{100 * at_8['efficiency']:.1f}\n", result.stdout)
        self.assertIsNone(at_16["efficiency"])
        if jsonschema is not None:
            jsonschema.validate(document, load(SCHEMA))
        refused = [*self.DSLASH, "--L", "8", "--baseline"]
        self.write("bad.json", "{}")
        self.assert_refused(*refused, "none.json", says="none.json")
        self.assert_refused(*refused, "bad.json", says="bad.json")
        self.assert_refused(*refused, "one.json", "--per-rank", says="per node there")
        self.assert_refused(*refused, "two.json", ranks=1, says="one rank")

    def test_header_and_record_say_what_moves_messages(self):
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

    def test_a_rank_without_memory_ends_the_job_and_says_who_it_is(self):
        if SANITIZED:
            self.skipTest("skipped: a sanitized program reserves more memory than there is")
        self.write("poor", '#!/bin/sh\n'
                   'if [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 1 ]; then ulimit -v 800000; fi\n'
                   f'exec "{PROGRAM}" "$@"\n')
        os.chmod(self.path("poor"), 0o755)
        # 0.8 GB for each rank at L = 64
        result = self.run_kitt(*self.MEMORY, "--L", "8,64", "--json", "a.json",
                               program=self.path("poor"))
        self.assertNotEqual(result.returncode, 0)
        # rank 0, ended by MPI, may still name its record
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


class Halo(ProgramTest):
    """The exchange of faces alone, with itself and among ranks."""

    RUN = ["halo", "--min-time", "0.01", "--min-samples", "2", "--threads", "1"]
    run_alone = ProgramTest.run_kitt

    def run_kitt(self, *arguments, ranks=1, environment=None):
        if ranks == 1:
            return self.run_alone(*arguments, environment=environment)
        if MPIEXEC is None:
            self.skipTest("skipped: there is no mpiexec")
        return subprocess.run(
            [MPIEXEC, "-n", str(ranks), PROGRAM, *arguments], cwd=self.folder,
            env={**self.environment(), **(environment or {})}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=120)

    def cells(self, name):
        document = load(self.path(name))
        if jsonschema is not None:
            jsonschema.validate(document, load(SCHEMA))
        return {c["variant"]: c for c in document["cells"]}

    def assert_figures(self, cell, sent):
        """`sent`: bytes that all ranks, on one node, send in one exchange."""
        self.assertEqual(cell["benchmark"], "halo")
        self.assertEqual(cell["bytes_per_node"], sent)
        seconds = cell["seconds"]
        for rate, moved in [(cell["one_way"], sent), (cell["both_ways"], 2 * sent)]:
            for name, expected in [
                ("mb_per_s_per_node", moved / seconds["median"]),
                ("minimum_mb_per_s_per_node", moved / seconds["maximum"]),
                ("maximum_mb_per_s_per_node", moved / seconds["minimum"]),
            ]:
                self.assertAlmostEqual(rate[name] / (expected * 1e-6), 1, msg=name)
            self.assertAlmostEqual(
                rate["standard_error_mb_per_s_per_node"] * seconds["mean"] / moved,
                1e-6 * seconds["standard_error"] / seconds["mean"])

    def test_one_rank_with_itself(self):
        result = self.run_good(*self.RUN, "--L", "4", "--json", "a.json")
        self.assertIn("exchanges all four directions with itself", result.stdout)
        cells = self.cells("a.json")
        self.assertEqual(list(cells), ["xyzt/shm", "x/shm", "y/shm", "z/shm", "t/shm"])
        for cell in cells.values():
            self.assertEqual((cell["ls"], cell["precision"]), (8, "double"))
            self.assertEqual(cell["face_bytes"], 4**3 * 8 * 96)
            self.assert_figures(cell, 2 * len(cell["directions"]) * cell["face_bytes"])
            self.assertIn(f"{cell['one_way']['mb_per_s_per_node']:.1f}", result.stdout)

    def test_two_ranks_by_both_transports(self):
        result = self.run_good(*self.RUN, "--L", "4,6", "--Ls", "2", "--precision", "single",
                               "--mpi", "1.2.1.1", "--json", "a.json", "--csv", "a.csv", ranks=2)
        self.assert_run_time(result.stdout, load(self.path("a.json")))
        self.assertNotIn("with itself", result.stdout)
        face = 6**3 * 2 * 48
        cells = self.cells("a.json")
        self.assertEqual(list(cells), ["y/mpi", "y/shm"])  # the last size of each
        for variant, cell in cells.items():
            self.assertEqual(cell["face_bytes"], face)
            self.assert_figures(cell, 2 * 2 * face)
            by_shared_memory = 2 * face if variant == "y/shm" else 0
            self.assertEqual(cell["bytes_by_shared_memory"], by_shared_memory)
            self.assertEqual(cell["bytes_by_messages"], 2 * face - by_shared_memory)
        with open(self.path("a.csv"), newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([(r["l"], r["transport"]) for r in rows],
                         [("4", "mpi"), ("6", "mpi"), ("4", "shm"), ("6", "shm")])
        self.assertEqual(float(rows[3]["mb_per_s_per_node_both_ways"]),
                         cells["y/shm"]["both_ways"]["mb_per_s_per_node"])

    def test_directions_at_once_and_alone_by_one_transport(self):
        self.run_good(*self.RUN, "--L", "4", "--mpi", "1.1.2.2", "--comms", "mpi",
                      "--json", "a.json", ranks=4)
        self.assertEqual(list(self.cells("a.json")), ["zt/mpi", "z/mpi", "t/mpi"])

    def test_resume(self):
        self.run_good(*self.RUN, "--L", "4", "--json", "a.json", ranks=2)
        first = load(self.path("a.json"))["cells"]
        document = load(self.path("a.json"))
        document["cells"] = first[:1]
        self.write("a.json", json.dumps(document))
        self.run_good(*self.RUN, "--L", "4,6", "--resume", "a.json", ranks=2)
        cells = load(self.path("a.json"))["cells"]
        self.assertEqual(cells[0], first[0])
        self.assertEqual(sorted((c["l"], c["transport"]) for c in cells),
                         [(4, "mpi"), (4, "shm"), (6, "mpi"), (6, "shm")])
        self.assert_refused(*self.RUN, "--L", "4", "--Ls", "4", "--resume", "a.json",
                            says="configuration")

    def test_size_that_does_not_fit_into_memory(self):
        self.assert_refused(*self.RUN, "--L", "512", "--Ls", "256", says="memory")


class Profile(ProgramTest):
    """--profile: what was communicated, as tables and in the record."""

    RUN = ["--min-time", "0.01", "--min-samples", "2", "--threads", "1", "--profile"]
    run_alone = ProgramTest.run_kitt
    run_kitt = Halo.run_kitt

    def profile(self, name):
        document = load(self.path(name))
        if jsonschema is not None:
            jsonschema.validate(document, load(SCHEMA))
        return document["profile"]

    def region(self, profile, name):
        (region,) = [r for r in profile["regions"] if r["region"] == name]
        return region

    def test_the_matrix_of_an_exchange_is_its_plan(self):
        face = 4**3 * 8 * 96
        for transport, routine in [("mpi", "MPI_Start"), ("shm", "shared memory")]:
            name = f"{transport}.json"
            result = self.run_good("halo", *self.RUN, "--L", "4", "--mpi", "1.2.1.1", "--comms",
                                   transport, "--json", name, ranks=2)
            self.assertEqual(result.stdout.count("MPI profile"), 1)
            profile = self.profile(name)
            self.assertRegex(result.stdout, r"2 ranks, means: total \d+\.\d+ s, compute .* share \d+\.\d %")
            shares = profile["timeline"]["shares"]
            self.assertEqual([len(of_rank) for of_rank in shares], 2 * [len(profile["timeline"]["steps"])])
            self.assertTrue(all(0 <= share <= 1 for of_rank in shares for share in of_rank))
            self.assertGreater(max(map(max, shares)), 0)
            exchanges = self.region(profile, "halo")["calls"] // 2
            sent = 2 * exchanges * face
            self.assertEqual(profile["matrix"]["bytes"], [[0, sent], [sent, 0]])
            self.assertEqual([r["bytes_sent"] for r in profile["ranks"]], [sent, sent])
            self.assertEqual(self.region(profile, "halo")["bytes"], 2 * sent)
            rows = [r for r in profile["routines"] if r["routine"] == routine]
            self.assertEqual({r["bytes_per_call"] for r in rows}, {face})
            self.assertEqual({r["region"] for r in rows}, {"halo"})
            for rank in profile["ranks"]:
                self.assertIsNone(rank["wait_seconds"])
                self.assertGreater(rank["field_bytes"], 2 * face)
                self.assertGreater(rank["buffer_bytes"], 2 * face)

    def test_barriers(self):
        result = self.run_good("dslash", *self.RUN, "--profile-barriers", "--L", "8", "--kernels",
                               "Wilson", "--variants", "lexicographic", "--tune=off", "--json",
                               "a.json", ranks=2)
        self.assertIn("barrier before each exchange", result.stdout)
        profile = self.profile("a.json")
        self.assertTrue(profile["barriers"])
        self.assertEqual(self.region(profile, "wait")["calls"],
                         self.region(profile, "halo")["calls"])
        for rank in profile["ranks"]:
            self.assertGreater(rank["wait_seconds"], 0)

    def test_every_benchmark_takes_it(self):
        for command in ["machine", "memory"]:
            size = ["--L", "8"] if command == "memory" else []
            run = [] if command == "memory" else ["--threads", "1", "--profile", "--quick"]
            self.run_good(command, *(run or self.RUN), *size, "--json", f"{command}.json")
            profile = self.profile(f"{command}.json")
            self.assertEqual(len(profile["ranks"]), 1)
            self.assertGreater(profile["ranks"][0]["peak_resident_bytes"], 0)

    def test_off(self):
        result = self.run_good("halo", *self.RUN[:-1], "--L", "4", "--json", "a.json")
        self.assertNotIn("MPI profile", result.stdout)
        self.assertNotIn("ranks, means", result.stdout)
        self.assertNotIn("profile", load(self.path("a.json")))
        time = load(self.path("a.json")).get("run_time")
        if time is not None:  # a KITT without MPI has none
            self.assertGreater(time["total_seconds"], time["communication_seconds"])


class Environment(ProgramTest):
    """What Kokkos and OpenMP read when they start."""

    RUN = ["halo", "--L", "4", "--min-time", "0.001", "--min-samples", "2"]  # without ceilings

    def test_what_kokkos_would_abort_at_is_refused_in_a_line(self):
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
                                    says=" ms, ticks of at most 0.01 ms serve): choose")
        self.run_good(*self.RUN, environment={**preloaded, "KITT_COARSE_CLOCK": "1000"})

    def test_more_threads_than_kokkos_has_room_for(self):
        self.assert_refused(*self.RUN, "--threads", "513", says="--threads 513 (Kokkos has room "
                            "for 512 threads")
        for variable in ("KOKKOS_NUM_THREADS", "OMP_NUM_THREADS"):
            self.assert_refused(*self.RUN, says=f"{variable}=513 (", environment={variable: "513"})

    @unittest.skipIf(THREADS == "1", "skipped: this Kokkos gives each rank but one thread")
    def test_fewer_threads_than_were_asked_for(self):
        limit = {"OMP_THREAD_LIMIT": "1"}
        self.assert_refused(*self.RUN, "--threads", "2", says="1 of 2 threads run (OMP_THREAD_LIMIT",
                            environment=limit)
        self.run_good(*self.RUN, "--threads", "1", environment=limit)

    def test_what_the_kernel_allows_counts_whatever_is_said_of_binding(self):
        all_cpus = os.sched_getaffinity(0)
        cpu = max(all_cpus)
        os.sched_setaffinity(0, {cpu})  # as taskset would; the runs inherit it
        self.addCleanup(os.sched_setaffinity, 0, all_cpus)
        for variable in ("OMP_PROC_BIND=False", "OMP_PROC_BIND=true", "KMP_AFFINITY=disabled", "KMP_AFFINITY=compact",
                         "OMP_PLACES=threads"):
            name, value = variable.split("=")
            self.run_good(*self.RUN, "--threads", "1", "--json", f"{variable}.json", environment={name: value})
            record = load(self.path(f"{variable}.json"))
            self.assertEqual(record["topology"]["allowed_cpuset"], str(cpu), variable)
            self.assertEqual(record["configuration"]["binding"]["thread_cpusets"], [str(cpu)], variable)

    def test_the_description_of_another_machine_is_not_believed(self):
        other = {"HWLOC_SYNTHETIC": "pack:4 core:32 pu:2", "HWLOC_THISSYSTEM": None}
        said = self.run_good(*self.RUN, "--threads", "1", "--json", "a.json", environment=other).stdout
        self.assertIn("hwloc was told of another machine (HWLOC_SYNTHETIC=pack:4 core:32 pu:2)", said)
        record = load(self.path("a.json"))
        self.assertNotEqual(record["topology"]["hardware_threads"], 256)
        self.assertIn(int(record["configuration"]["binding"]["thread_cpusets"][0].split("-")[0]), os.sched_getaffinity(0))

    @unittest.skipIf(THREADS == "1", "skipped: this Kokkos gives each rank but one thread")
    @unittest.skipIf(len(os.sched_getaffinity(0)) == 1, "skipped: one core")
    def test_a_variable_that_leaves_cores_idle_is_said_once(self):
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


class Terminal(ProgramTest):
    RUN = ["dslash", "--L", "4", "--kernels", "Wilson", *UNTUNED]

    def test_no_progress_in_a_pipe(self):
        result = self.run_good(*self.RUN)
        self.assertEqual(result.stderr, "")
        for character in "\r\x1b":
            self.assertNotIn(character, result.stdout)

    def test_progress_on_a_terminal_is_cleared(self):
        reader, writer = pty.openpty()
        process = subprocess.Popen(
            [PROGRAM, *self.RUN], cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=writer)
        os.close(writer)
        shown = b""
        while True:
            try:
                piece = os.read(reader, 4096)
            except OSError:  # Linux says so when the other side is closed
                break
            if not piece:
                break
            shown += piece
        os.close(reader)
        self.assertEqual(process.wait(), 0)
        self.assertRegex(shown, rb"cell 1 of about [0-9]+: Wilson at L = 4")
        self.assertRegex(shown, rb"cell 2 of about [0-9]+, about [0-9.]+ \w+ left: Wilson at L = 4")
        self.assertNotIn(b"\n", shown)
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown[-80:])


if __name__ == "__main__":
    sys.stdout.flush()
    unittest.main(verbosity=1)
