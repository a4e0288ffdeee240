# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests what the program prints about itself, and what a terminal shows. program_test.py describes the environment
variables."""

import os
import pty
import subprocess
import unittest

from program_test import KOKKOS_KERNELS, PROGRAM, SHORT, UNTUNED, ProgramTest


class Help(ProgramTest):
    def test_version_is_printed(self):
        self.assertRegex(self.run_good("--version").stdout, r"^kitt \d+\.\d+\.\d+ \(commit ")
        self.assertEqual(self.run_good("-V").stdout, self.run_good("--version").stdout)

    def test_help_names_all_commands(self):
        text = self.run_good("--help").stdout
        for word in ["itt", "dslash", "memory", "halo", "machine", "gauge", "list"]:
            self.assertIn(f"\n  {word} ", text)
        text = self.run_good("itt", "--help").stdout
        for word in ["--threads", "--bind", "seconds", "0.5", "2 MiB", "1344|1320", "off|quick|full",
                     "hot|unit|weak|FILE", "--resume", "--mpi X.Y.Z.T", "weak|strong"]:
            self.assertIn(word, text)
        for command in ["itt", "dslash", "memory", "halo", "machine", "gauge", "list"]:
            self.assertIn(f"kitt {command}", self.run_good(command, "--help").stdout)
            self.assertEqual(self.run_good("help", command).stdout,
                             self.run_good(command, "--help").stdout)
        self.assertEqual(self.run_good("help").stdout, self.run_good("--help").stdout)

    def run_small(self, *arguments):
        return subprocess.run([os.environ["KITT_SMALL_PROGRAM"], *arguments], capture_output=True, text=True,
                              env=self.environment(), cwd=self.folder, timeout=60)

    def test_the_program_of_dev_bench_has_fewer_benchmarks(self):
        """The small program explains itself like the large one. It refuses other benchmarks with a remedy."""
        for command in ("itt", "dslash", "memory", "halo", "machine", "compare"):
            self.assertEqual(self.run_small(command, "--help").stdout, self.run_good(command, "--help").stdout)
        refused = self.run_small("solve", "--L", "4")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn('unknown command "solve"', refused.stderr)
        self.assertIn("build `kitt`", refused.stderr)
        refused = self.run_small("dslash", "--kernels", "Wilson,Clover", "--L", "4")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("--kernels Clover (this program has only the hopping terms", refused.stderr)

    def test_the_program_of_dev_bench_has_one_precision(self):
        """The small program measures in single precision. It refuses the other precision before it measures."""
        def small(precision):
            return self.run_small("dslash", "--L", "4", "--kernels", "Wilson", "--variants", "lexicographic",
                                  "--min-time", "0.01", "--precision", precision)
        measured = small("single")
        self.assertEqual((measured.returncode, measured.stderr), (0, ""))
        self.assertIn("lexicographic", measured.stdout)
        for precision in ("double", "single,double"):
            refused = small(precision)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("--precision double (this program has only kernels of the other precision)", refused.stderr)
            self.assertNotIn("lexicographic", refused.stdout)

    RANK_VARIABLES = ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID")

    def test_an_inherited_rank_does_not_silence_output(self):
        for variable in self.RANK_VARIABLES:
            for arguments in (["list"], ["--help"], ["-V"], ["man"], ["completion"]):
                self.assertIn("kitt", self.run_good(*arguments, environment={variable: "1"}).stdout, arguments)
            for arguments in (["gauge", "/nonexistent"], ["report", "/nonexistent"], ["memory", "--L", "banana"], ["banana"]):
                self.assert_refused(*arguments, environment={variable: "1"})

    def test_the_launcher_of_another_mpi_is_refused(self):
        for variable in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"):
            self.assert_refused("machine", says=f"the launcher started 3 ranks, but each runs by itself ({variable}=3",
                                environment={variable: "3"})

    def test_idle_tasks_of_slurm_give_a_warning(self):
        slurm = {"SLURM_NTASKS": "4"}
        warning = "Slurm has 4 tasks for this job"
        short = ("memory", "--L", "8", *SHORT)
        self.assertIn(warning, self.run_good(*short, environment=slurm).stdout)
        self.assertNotIn(warning, self.run_good(*short, environment={**slurm, "OMPI_COMM_WORLD_SIZE": "1"}).stdout)

    def test_commands_that_measure_nothing_do_not_start_mpi_or_kokkos(self):
        no_mpi = {"OMPI_MCA_pml": "none", "PMI_FD": "99", "PMI_SIZE": "1", "PMI_RANK": "0"}  # Open MPI, MPICH
        tool = {"KOKKOS_TOOLS_LIBS": os.environ["KITT_TOOL"], "KITT_TOOL_LOG": self.path("log")}
        for arguments in (["list"], ["--help"], ["itt", "--help"], ["--version"], ["man"], ["completion"],
                          ["model", "--machine", "knl-7230"],
                          ["compare", "published:knl-7230", "published:knl-7210-16-nodes"]):
            self.run_good(*arguments, environment={**no_mpi, **tool})
            self.assertEqual(self.files(), [], arguments)  # Kokkos would load the tool, which writes a file

    def test_list_prints_kernels_and_variants(self):
        text = self.run_good("list").stdout
        for word in ["Wilson", "DWF4", "DWF5", "lexicographic", "tuned", "axpy (KITT)", "itt", "itt-2017", "itt-2020"]:
            self.assertIn(word, text)
        for word in ["axpy (Kokkos Kernels)", "matmul"]:
            self.assertEqual(word in text, KOKKOS_KERNELS, word)
        kernels = self.run_good("numa", "--help").stdout
        self.assertEqual("latency|matmul" in kernels, KOKKOS_KERNELS)
        self.assertEqual("needs Kokkos Kernels (not built)" in kernels, not KOKKOS_KERNELS)
        self.assertEqual(self.files(), [])


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
            except OSError:  # Linux raises this error when the other side is closed
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
    unittest.main(verbosity=1)
