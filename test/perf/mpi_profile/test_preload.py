# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests libkitt_mpiprofile with programs of others: mpi4py scripts and Debian's hpcc.

Environment variables: KITT_MPIPROFILE is the library, KITT_MPIEXEC starts ranks, and KITT_MPI4PY_PYTHON is a Python
that has mpi4py (empty if there is none).
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

LIBRARY = os.environ["KITT_MPIPROFILE"]
MPIEXEC = shutil.which(os.environ.get("KITT_MPIEXEC", "mpiexec"))
PYTHON = os.environ.get("KITT_MPI4PY_PYTHON", "")
HPCC = shutil.which("hpcc")
WRAPPERS = [path for name in ("mpicc.openmpi", "mpicc.mpich") if (path := shutil.which(name))]
HPCC_INPUT = pathlib.Path("/usr/share/doc/hpcc/examples/_hpccinf.txt")
SENDERS = {"MPI_Send", "MPI_Isend", "MPI_Sendrecv", "MPI_Put"}

RING = """
import array, threading
from mpi4py import MPI
world = MPI.COMM_WORLD
rank, size = world.rank, world.size
out, into = array.array("d", [rank] * 100), array.array("d", [0] * 100)
for i in range(5):
    world.Sendrecv(out, (rank + 1) % size, recvbuf=into, source=(rank - 1) % size)
send = world.Send_init(out, (rank + 1) % size)
receive = world.Recv_init(into, (rank - 1) % size)
for i in range(3):
    MPI.Prequest.Startall([receive, send])
    MPI.Request.Waitall([receive, send])
send.Free()
receive.Free()
MPI.Pcontrol(0)
world.Barrier()  # not seen
MPI.Pcontrol(1)
world.Allreduce(out, into)
"""

BACKWARDS = """
import array
from mpi4py import MPI
world = MPI.COMM_WORLD
back = world.Split(0, -world.rank)  # ranks the other way round
if world.rank == 0:
    back.Send(array.array("b", [1] * 24), 0)
if back.rank == 0:
    back.Recv(array.array("b", [0] * 24), world.size - 1)
back.Free()
"""

THREADS = """
import array, threading
from mpi4py import MPI
world = MPI.COMM_WORLD
assert MPI.Query_thread() == MPI.THREAD_MULTIPLE
def talk(tag):
    data = array.array("b", [0] * 10)
    for i in range(50):
        world.Sendrecv_replace(data, world.rank, tag, world.rank, tag)
threads = [threading.Thread(target=talk, args=[tag]) for tag in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


INIT_ALONE = "#include <mpi.h>\nint main() { MPI_Init(0, 0); return MPI_Finalize(); }\n"
MODULE = "import importlib.util; print(importlib.util.find_spec('mpi4py.MPI').origin)"


def mpi_of(binary):
    """Returns the MPI libraries that the loader finds for a program."""
    found = subprocess.run(["ldd", binary], capture_output=True, text=True).stdout
    return set(re.findall(r"libmpi(?:ch)?\.so\.\d+", found))


def has_our_mpi(binary):
    return mpi_of(binary) == mpi_of(LIBRARY)


def mpi4py_module():
    return subprocess.run([PYTHON, "-c", MODULE], capture_output=True, text=True).stdout.strip()


class PreloadTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kitt-preload-")
        self.addCleanup(shutil.rmtree, self.folder)

    def run_ranks(self, ranks, *program, summary=""):
        """Runs ranks under the profile. Returns the profile and the printed text."""
        path = os.path.join(self.folder, "profile.json")
        variables = [
            f"LD_PRELOAD={LIBRARY}",
            f"KITT_MPIPROFILE_JSON={path}",
            f"KITT_MPIPROFILE_SUMMARY={summary}",
        ]
        result = subprocess.run(
            [MPIEXEC, "-n", str(ranks), "env", *variables, *program],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=240,
        )
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return json.loads(pathlib.Path(path).read_text())["profile"], result

    def run_script(self, ranks, script, **named):
        path = os.path.join(self.folder, "script.py")
        pathlib.Path(path).write_text(script)
        return self.run_ranks(ranks, PYTHON, path, **named)

    def calls(self, profile):
        counted = collections.Counter()
        for row in profile["routines"]:
            counted[row["routine"], row["bytes_per_call"]] += row["calls"]
        return counted

    def assert_consistent(self, profile, ranks):
        """Checks the properties that hold for any program."""
        self.assertEqual([rank["rank"] for rank in profile["ranks"]], list(range(ranks)))
        sent = sum(row["bytes"] for row in profile["routines"] if row["routine"] in SENDERS)
        self.assertEqual(sent, sum(map(sum, profile["matrix"]["bytes"])))
        for rank, row in zip(profile["ranks"], profile["matrix"]["bytes"]):
            self.assertEqual(rank["bytes_sent"], sum(row))
            self.assertGreaterEqual(rank["wall_seconds"], rank["communication_seconds"])
            self.assertGreater(rank["peak_resident_bytes"], 0)
        for row in profile["routines"]:
            self.assertLessEqual(row["seconds_minimum"], row["seconds_mean"] * 1.000001)
            self.assertLessEqual(row["seconds_mean"], row["seconds_maximum"] * 1.000001)
            self.assertEqual(row["bytes"], row["calls"] * row["bytes_per_call"])
        self.assertAlmostEqual(sum(row["share_of_mpi"] for row in profile["routines"]), 1)
        binned = sum(row["calls"] for row in profile["histogram"])
        self.assertEqual(binned, sum(row["calls"] for row in profile["routines"]))


@unittest.skipIf(MPIEXEC is None, "skipped: there is no mpiexec")
@unittest.skipIf(not PYTHON, "skipped: no Python that has mpi4py (Debian's python3-mpi4py)")
@unittest.skipUnless(PYTHON and has_our_mpi(mpi4py_module()), "skipped: mpi4py has another MPI")
class Mpi4py(PreloadTest):
    def test_messages_in_a_ring_are_counted(self):
        ranks = 2
        profile, result = self.run_script(ranks, RING)
        calls = self.calls(profile)
        self.assertEqual(calls["MPI_Sendrecv", 800], 5 * ranks)
        self.assertEqual(calls["MPI_Startall", 1600], 3 * ranks)
        self.assertEqual(calls["MPI_Waitall", 0], 3 * ranks)
        self.assertEqual(calls["MPI_Request_free", 0], 2 * ranks)
        self.assertEqual(calls["MPI_Allreduce", 800], ranks)
        self.assertEqual(calls["MPI_Barrier", 0], 0)
        self.assertEqual(profile["matrix"]["bytes"], [[0, 6400], [6400, 0]])
        self.assertEqual(profile["matrix"]["messages"], [[0, 8], [8, 0]])
        self.assertEqual(result.stdout, "")  # the program itself prints nothing
        self.assertIn("MPI_Sendrecv", result.stderr)
        self.assertEqual(result.stderr.count("MPI profile"), 1)

    def test_messages_of_other_communicators_are_counted(self):
        profile, result = self.run_script(3, BACKWARDS, summary="none")
        self.assertEqual(profile["matrix"]["bytes"], [[0, 0, 24], [0, 0, 0], [0, 0, 0]])
        self.assert_consistent(profile, 3)
        self.assertEqual(result.stdout + result.stderr, "")

    def test_calls_of_threads_are_counted(self):
        profile, result = self.run_script(2, THREADS, summary="stdout")
        self.assertEqual(self.calls(profile)["MPI_Sendrecv_replace", 10], 2 * 4 * 50)
        self.assertEqual(profile["matrix"]["bytes"], [[2000, 0], [0, 2000]])
        self.assertIn("MPI_Sendrecv_replace", result.stdout)

    def test_a_single_rank_is_profiled(self):
        profile, _ = self.run_script(1, "from mpi4py import MPI\nMPI.COMM_WORLD.Barrier()")
        self.assertEqual(self.calls(profile)["MPI_Barrier", 0], 1)

    def test_a_profile_that_cannot_be_written_is_reported(self):
        path = os.path.join(self.folder, "none", "profile.json")
        script = os.path.join(self.folder, "script.py")
        pathlib.Path(script).write_text("from mpi4py import MPI")
        result = subprocess.run(
            [MPIEXEC, "-n", "1", "env", f"LD_PRELOAD={LIBRARY}", f"KITT_MPIPROFILE_JSON={path}"]
            + [PYTHON, script],
            capture_output=True,
            text=True,
            timeout=240,
        )
        self.assertEqual(result.returncode, 0)  # the profile does not change the exit status of the program
        self.assertIn("KITT_MPIPROFILE_JSON", result.stderr)


@unittest.skipIf(MPIEXEC is None, "skipped: there is no mpiexec")
@unittest.skipUnless(HPCC and HPCC_INPUT.exists(), "skipped: there is no hpcc (Debian's hpcc)")
@unittest.skipUnless(HPCC and has_our_mpi(HPCC), "skipped: hpcc has another MPI")
class Hpcc(PreloadTest):
    def test_calls_of_hpcc_are_counted(self):
        lines = HPCC_INPUT.read_text().splitlines()
        for number, value in [(6, 100), (8, 32), (11, 1), (12, 2)]:  # hpcc's parameters N, NB, P and Q
            lines[number - 1] = str(value)
        pathlib.Path(self.folder, "hpccinf.txt").write_text("\n".join(lines) + "\n")
        profile, _ = self.run_ranks(2, HPCC)
        self.assert_consistent(profile, 2)
        calls = self.calls(profile)
        self.assertGreater(calls["MPI_Sendrecv", 2000000], 0)  # hpcc's ping-pong and ring send 2000000 bytes
        received = sum(
            row["bytes"] for row in profile["routines"] if row["routine"] == "MPI_Recv"
        )
        self.assertGreater(received, 0)


@unittest.skipUnless(len(WRAPPERS) == 2, "skipped: Open MPI or MPICH is missing")
class TwoKindsOfMpi(PreloadTest):
    def preloaded(self, wrapper):
        """Runs the program of one kind of MPI as a single rank without a launcher."""
        program = os.path.join(self.folder, "program")
        subprocess.run([wrapper, "-x", "c", "-", "-o", program], input=INIT_ALONE, text=True,
                       check=True)
        result = subprocess.run([program], env={**os.environ, "LD_PRELOAD": LIBRARY},
                                capture_output=True, text=True, timeout=240)
        return has_our_mpi(program), result

    def test_only_programs_of_the_same_mpi_are_profiled(self):
        ours = []
        for wrapper in WRAPPERS:
            with self.subTest(wrapper):
                has_ours, result = self.preloaded(wrapper)
                ours.append(has_ours)
                self.assertEqual(result.returncode, 0 if has_ours else 2, result.stderr)
                self.assertEqual("MPI profile" in result.stderr, has_ours)
                if not has_ours:
                    self.assertRegex(result.stderr, r"\Alibkitt_\w+: error: the program uses another MPI .+\n\Z")
        self.assertEqual(sorted(ours), [False, True])


if __name__ == "__main__":
    unittest.main(verbosity=2)
