# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Helpers for all tests of the built program.

The environment variable KITT_PROGRAM is the path of the program, and KITT_MPIEXEC is the command that starts ranks.
KITT_SMALL_PROGRAM is the program with only the benchmarks of `kitt itt`. KITT_SANITIZED is 1 if the program is
instrumented by sanitizers. KITT_SERIAL is 1 if its Kokkos has only one thread per rank. KITT_KOKKOS_KERNELS is 0 if
the program was built without Kokkos Kernels.
"""

import functools
import json
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

PROGRAM = os.environ["KITT_PROGRAM"]
MPIEXEC = shutil.which(os.environ.get("KITT_MPIEXEC", "mpiexec"))
SANITIZED = os.environ.get("KITT_SANITIZED", "0") == "1"
KOKKOS_KERNELS = os.environ.get("KITT_KOKKOS_KERNELS", "1") == "1"
MATRIX = ["--n", "40"] if KOKKOS_KERNELS else []  # options of `kitt numa`, whose matmul needs Kokkos Kernels
LONGEST_RUN = 300  # seconds after which a run of the program counts as hanging
THREADS = "1" if os.environ.get("KITT_SERIAL", "0") == "1" else "2"
SHARED_DATA = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
SHORT = ["--min-time", "0.01", "--min-samples", "2", "--quick", "--threads", THREADS]
UNTUNED = [*SHORT, "--tune", "off"]  # for tests of other things than tuning, which takes time
# With this topology, hwloc reports this machine's cores with caches of a few MiB. Large servers have last-level caches
# of hundreds of MiB, and every run that measures ceilings would first write up to a gigabyte. The test
# Record.test_the_real_machine_is_recorded does without this topology.
SMALL_CACHES = {
    "HWLOC_SYNTHETIC": f"numa:1(memory={1 << 34}) pack:1 l3:1(size={8 << 20}) "
                       f"l2:{os.cpu_count()}(size={1 << 19}) l1:1(size={1 << 15}) core:1 pu:1",
    "HWLOC_THISSYSTEM": "1",
}


@functools.cache
def record_schema():
    """Returns the JSON Schema of records, which the program prints."""
    printed = subprocess.run([PROGRAM, "schema", "record"], check=True, capture_output=True, text=True, timeout=60)
    return json.loads(printed.stdout)


def key(cell):
    return tuple(cell[name] for name in ("kernel", "l", "ls", "precision", "variant"))


def load(path):
    return json.loads(pathlib.Path(path).read_text())


class ProgramTest(unittest.TestCase):
    """The base class of tests that run the program. Every test has an empty folder."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kitt-test-")
        self.addCleanup(shutil.rmtree, self.folder)

    def environment(self):
        """Returns the environment of a run. It never uses the user's tuning cache, and no cache is shared between
        tests."""
        return {**os.environ, **SMALL_CACHES, "KITT_TUNE_CACHE": self.path("tuned")}

    def command(self, ranks, *arguments, program=PROGRAM):
        """Returns the command that runs the program on this number of ranks. One rank needs no mpiexec."""
        if ranks > 1 and MPIEXEC is None:
            self.skipTest("skipped: there is no mpiexec")
        return [*([MPIEXEC, "-n", str(ranks)] if ranks > 1 else []), program, *arguments]

    def run_kitt(self, *arguments, ranks=1, program=PROGRAM, wrapper=(), environment=None):
        """Runs the program. `wrapper` is a command that starts the whole run. A variable of `environment` that is None
        is not set."""
        variables = {**self.environment(), **(environment or {})}
        return subprocess.run(
            [*wrapper, *self.command(ranks, *arguments, program=program)],
            cwd=self.folder,
            env={name: value for name, value in variables.items() if value is not None},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST_RUN,
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
        """Writes a gauge file of unit links without checksums."""
        x, y, z, t = extents
        link = struct.pack("<18f", *(1 if i in (0, 8, 16) else 0 for i in range(18)))
        header = struct.pack("<5i64siII", 20103, x, y, z, t, b"", 0, 0, 0)
        pathlib.Path(self.path(name)).write_bytes(header + link * (4 * x * y * z * t))

    def assert_refused(self, *arguments, says="", **named):
        before = self.files()
        result = self.run_kitt(*arguments, **named)
        self.assertEqual(result.returncode, 2, f"{arguments}: {result.stdout}{result.stderr}")
        # clang's OpenMP prints its own warnings about environment variables
        lines = [line for line in result.stderr.splitlines() if not line.startswith("OMP: ")]
        self.assertEqual(len(lines), 1, f"{arguments}: {result.stderr}")
        self.assertTrue(lines[0].startswith("kitt: error: "), lines[0])
        self.assertRegex(lines[0], r"error: .+ \(.+\): .+")
        self.assertIn(says, lines[0])
        self.assertEqual(self.files(), before, arguments)

    def assert_run_time(self, said, document, ranks=2):
        """Checks the line that every run on several ranks prints without --profile, and the same values in the
        record."""
        time = document["run_time"]
        total, compute, communication = (time[f"{what}_seconds"] for what in ("total", "compute", "communication"))
        self.assertAlmostEqual(compute + communication, total)
        self.assertGreater(compute, 0)
        self.assertGreater(communication, 0)
        self.assertAlmostEqual(time["communication_share"], communication / total)
        self.assertIn(f"\n{ranks} ranks, means: total {total:.3f} s, compute {compute:.3f} s, communication "
                      f"{communication:.3f} s, share {100 * communication / total:.1f} %\n", said)

    def assert_kept(self, first, resumed, said):
        """Checks that a resumed run keeps the cells and ceilings of the record. On a busy machine, a figure may lie
        above its ceiling, or the run may take long. Then ceilings are measured again, and the fractions of ceilings
        change."""
        count = len(first["cells"])
        self.assertEqual([(key(c), c["seconds"]) for c in resumed["cells"][:count]],
                         [(key(c), c["seconds"]) for c in first["cells"]])
        if "ceilings are measured again" not in said and "\nCeilings measured " not in said:
            self.assertEqual(resumed["cells"][:count], first["cells"])
            self.assertEqual(resumed["ceilings"], first["ceilings"])

    def descendant_of_rank(self, parent, rank):
        """Returns the process that mpiexec started as this rank, directly or through other processes."""
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
    """Returns whether packs hold several numbers in the tested build."""
    test.run_good("machine", "--quick", "--json", "lanes.json")
    return load(test.path("lanes.json"))["configuration"]["lanes"]["double"] > 1
