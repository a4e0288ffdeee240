# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""test/emulated_nodes/emulated_nodes: its nodes are nodes to MPI, and nothing of them stays. The
program is $KITT_PROGRAM, the launcher $KITT_MPIEXEC; no time is judged."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent / "emulated_nodes"
SKIPPED = 77
MARK = "KITT_TEST_EMULATED_NODES"  # in the environment of all that a test starts


class EmulatedNodes(unittest.TestCase):
    def setUp(self):
        self.mark = f"{MARK}={os.getpid()}"
        self.folder = tempfile.TemporaryDirectory(prefix="kitt-test-")
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(self.kill_what_is_left)

    def start(self, *kitt_options):
        return subprocess.Popen(
            [sys.executable, "-B", SCRIPT, os.environ["KITT_PROGRAM"],
             "--mpirun", os.environ["KITT_MPIEXEC"], "--L", "8", "--kernels", "DWF5",
             "--variant", "lexicographic", "--rate", "1", "--rounds", "1", "--", *kitt_options],
            env={**os.environ, **dict([self.mark.split("=")]), "TMPDIR": self.folder.name},
            cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def skip_as_it_does(self, run, output):
        if run.returncode == SKIPPED:
            self.skipTest(output.strip())

    def processes(self, what=b""):
        """Those started by this test with `what` in their command lines."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                ours = self.mark.encode() in (process / "environ").read_bytes().split(b"\0")
                if ours and what in (process / "cmdline").read_bytes():
                    found.append(int(process.name))
            except OSError:
                pass  # gone, or somebody else's
        return found

    def kill_what_is_left(self):
        for process in self.processes():
            os.kill(process, signal.SIGKILL)

    def expect_nothing_left(self):
        self.assertEqual(self.processes(), [])
        self.assertEqual(os.listdir(self.folder.name), [])
        named = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True).stdout
        self.assertNotIn("node1", named.split())
        links = subprocess.run(["ip", "-o", "link"], capture_output=True, text=True).stdout
        self.assertNotIn(" node1@", links)
        self.assertNotIn(" switch:", links)

    def test_two_nodes(self):
        run = self.start("--quick")
        output, errors = run.communicate()
        self.skip_as_it_does(run, output)
        self.assertEqual((run.returncode, errors), (0, ""))
        self.assertIn("Checked: 2 nodes counted, results verified, all faces by messages", output)
        row = [line for line in output.splitlines() if line.startswith("| DWF5 |")]
        self.assertEqual(len(row), 1, output)
        self.assertTrue(all(float(number) >= 0 for number in row[0].split("|")[2:-1]), row)
        self.expect_nothing_left()

    def expect_nothing_left_after(self, deadly):
        run = self.start("--min-time", "300")
        while len(self.processes(b"dslash\0")) < 3:  # a launcher and both ranks
            if run.poll() is not None:
                output, errors = run.communicate()
                self.skip_as_it_does(run, output)
                self.fail(output + errors)
            time.sleep(0.05)
        run.send_signal(deadly)
        run.communicate(timeout=30)  # all that may write have gone
        self.assertNotEqual(run.returncode, 0)
        for _ in range(200):  # those of one that was killed end on their own
            if not self.processes():
                break
            time.sleep(0.05)
        self.expect_nothing_left()

    def test_interrupted(self):
        self.expect_nothing_left_after(signal.SIGINT)

    def test_terminated(self):
        self.expect_nothing_left_after(signal.SIGTERM)

    def test_killed(self):
        self.expect_nothing_left_after(signal.SIGKILL)

    def test_wrong_option(self):
        run = self.start("--no-such-option")
        output, errors = run.communicate()
        self.skip_as_it_does(run, output)
        self.assertEqual(run.returncode, 1)
        self.assertIn("--no-such-option", errors)
        self.expect_nothing_left()


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    for _, reason in result.skipped[:1]:
        print(reason)
    sys.exit(1 if not result.wasSuccessful() else SKIPPED if result.skipped else 0)
