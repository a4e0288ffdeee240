# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests what the program does to existing and new files. program_test.py describes the environment variables."""

import os
import pathlib
import shutil
import signal
import subprocess
import unittest

from program_test import LONGEST_RUN, PROGRAM, UNTUNED, ProgramTest, load

TABLE = "published:knl-7230"


class Outputs(ProgramTest):
    """Tests that files are overwritten only on request, and that other kinds of paths are never overwritten."""

    WRITERS = [["machine", "--quick", "--write"], ["machine", "--quick", "--json"],
               ["dslash", "--L", "4", *UNTUNED, "--csv"],
               ["model", "--machine", "knl-7230", "--json"],
               ["model", "--machine", "knl-7230", "--calibrate", TABLE, "--write"],
               ["compare", TABLE, TABLE, "--json"],
               ["gauge", "field", "--write-nersc"], ["gauge", "field", "--write-ildg"]]

    def setUp(self):
        super().setUp()
        self.write_field("field")

    def write_field(self, name):
        """Writes a NERSC file of unit links on 2^4 sites."""
        header = ("BEGIN_HEADER\nDATATYPE = 4D_SU3_GAUGE_3x3\nFLOATING_POINT = IEEE64BIG\n"
                  + "".join(f"DIMENSION_{mu} = 2\n" for mu in (1, 2, 3, 4)) + "END_HEADER\n")
        one, zero = bytes.fromhex("3ff0000000000000"), bytes(8)
        link = b"".join((one if row == column else zero) + zero
                        for row in range(3) for column in range(3))
        pathlib.Path(self.path(name)).write_bytes(header.encode() + 64 * link)

    def content(self, name):
        return pathlib.Path(self.path(name)).read_bytes()

    def test_existing_files_are_not_overwritten(self):
        self.write("taken", "mine")
        for writer in self.WRITERS:
            self.assert_refused(*writer, "taken", says="taken exists (")
        self.assertEqual(self.content("taken"), b"mine")

    def test_other_kinds_of_paths_are_never_replaced(self):
        os.mkfifo(self.path("pipe"))
        os.mkdir(self.path("folder"))
        os.symlink("/dev/null", self.path("link"))
        for writer in self.WRITERS:
            self.assert_refused(*writer, "pipe", "--force", says="named pipe")
            self.assert_refused(*writer, "folder", "--force", says="directory")
            self.assert_refused(*writer, "link", "--force", says="device")
        self.assertTrue(pathlib.Path(self.path("pipe")).is_fifo())
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_a_link_points_to_the_new_file(self):
        self.write("target", "old")
        os.mkdir(self.path("folder"))
        os.symlink("../target", self.path("folder/link"))
        os.symlink("new", self.path("dangling"))
        self.run_good("compare", TABLE, TABLE, "--json", "folder/link", "--force")
        self.run_good("model", "--machine", "knl-7230", "--json", "dangling")
        self.assertTrue(os.path.islink(self.path("folder/link")))
        self.assertTrue(os.path.islink(self.path("dangling")))
        self.assertTrue(self.content("target").startswith(b"{"))
        self.assertTrue(self.content("new").startswith(b"{"))

    def test_two_outputs_cannot_be_one_file(self):
        self.write("a", "mine")
        os.link(self.path("a"), self.path("hard"))
        os.symlink("a", self.path("soft"))
        one = "are the same file"
        machine = ["machine", "--quick", "--force"]
        self.assert_refused(*machine, "--write", "r", "--json", "./r", says=one)
        self.assert_refused(*machine, "--write", "a", "--json", "hard", says=one)
        self.assert_refused(*machine, "--write", "soft", "--json", "a", says=one)
        self.assert_refused("model", "--machine", "knl-7230", "--calibrate", TABLE, "--write", "q",
                            "--json", self.path("q"), says=one)
        self.assert_refused("gauge", "field", "--write-nersc", "q", "--write-ildg", "./q", says=one)
        self.assert_refused("memory", "--json", "q", "--csv", "./q", says=one)

    def test_an_output_cannot_be_an_input(self):
        shared = pathlib.Path(PROGRAM).resolve().parents[1] / "share/kitt"
        shutil.copy(shared / "published/knl-7230.json", self.path("a"))
        shutil.copy(shared / "machines/knl-7230.json", self.path("m"))
        os.link(self.path("a"), self.path("hard"))
        before = {name: self.content(name) for name in ("a", "m", "field")}
        reads = "the output would overwrite the input"
        for arguments in [
                ["compare", "a", TABLE, "--json", "./a"], ["compare", TABLE, "a", "--json", "hard"],
                ["model", "--machine", "./m", "--json", "m"],
                ["model", "--machine", "knl-7230", "--network", "m", "--json", "m"],
                ["model", "--machine", "m", "--against", "a", "--json", "a"],
                ["model", "--machine", "m", "--calibrate", "a", "--write", "m"],
                ["gauge", "field", "--write-ildg", "./field"],
                ["dslash", "--gauge", "field", "--json", "field", *UNTUNED],
                ["dslash", "--gauge", "field", "--csv", "field", *UNTUNED],
                ["machine", "--halo", "a", "--write", "hard"],
                ["dslash", "--baseline", "a", "--json", "a", *UNTUNED]]:
            self.assert_refused(*arguments, "--force", says=reads)
        self.assertEqual({name: self.content(name) for name in before}, before)

    def test_force_overwrites(self):
        self.write("out", "old")
        self.run_good("gauge", "field", "--write-ildg", "out", "--force")
        self.assertIn(b"ildg-binary-data", self.content("out"))
        self.assertEqual(self.files(), ["field", "out"])


class StandardOutput(ProgramTest):
    """Tests that lost output is reported and gives a nonzero exit status."""

    COMMANDS = [["--help"], ["--version"], ["list"], ["man"], ["completion", "bash"],
                ["model", "--machine", "knl-7230"], ["compare", TABLE, TABLE]]

    def assert_lost(self, command, arguments):
        result = subprocess.run(["/bin/sh", "-c", f'exec "$@" {command}', "sh", PROGRAM, *arguments],
                                cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True, timeout=LONGEST_RUN)
        self.assertEqual(result.returncode, 2, arguments)
        self.assertRegex(result.stderr, r"^kitt: error: standard output .+ \(.+\): .+\n$")

    @unittest.skipUnless(os.path.exists("/dev/full"), "skipped: there is no /dev/full")
    def test_a_full_standard_output_is_reported(self):
        for arguments in self.COMMANDS:
            self.assert_lost(">/dev/full", arguments)

    def test_a_closed_standard_output_is_reported(self):
        for arguments in self.COMMANDS:
            self.assert_lost(">&-", arguments)

    def test_closed_output_does_not_reach_the_record(self):
        self.assert_lost(">&-", ["machine", "--quick", "--json", "r.json"])
        self.assertTrue(pathlib.Path(self.path("r.json")).read_text().startswith("{\n"))


class Interrupted(ProgramTest):
    def test_an_interrupted_run_names_its_record_and_the_way_to_resume(self):
        for ending in (signal.SIGINT, signal.SIGTERM):
            name = f"{ending.name}.json"
            with subprocess.Popen(
                    [PROGRAM, "memory", "--L", "4", "--min-time", "600", "--threads", "1",
                     "--json", name], cwd=self.folder, env=self.environment(), text=True,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
                for line in run.stdout:  # the header is printed once the record exists
                    if name in line and "--json" not in line:
                        break
                run.send_signal(ending)
                _, said = run.communicate(timeout=60)
            self.assertEqual(run.returncode, -ending)
            self.assertRegex(said, rf"(^|\n)kitt: interrupted: .+ --resume {name}\n$")
            self.assertEqual(load(self.path(name))["cells"], [])


if __name__ == "__main__":
    unittest.main()
