#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that a run with one wrong bit in one message reports it and ends with status 1.

program_test.py describes the environment variables. KITT_TAMPERING is the library that flips the bit
(tampering.cpp)."""

import collections
import os
import pathlib
import unittest

from program_test import KOKKOS_KERNELS, MATRIX, SHARED_DATA
from test_network import NetworkTest

Kind = collections.namedtuple("Kind", "routine bytes tag")
# Routines that a run also calls before and between its measurements, for names, times and verdicts.
CONTROL = ("MPI_Bcast", "MPI_Allgather", "MPI_Allgatherv", "MPI_Allreduce")
# Matches the row of a cell whose result is wrong, or the reason why a run cannot continue.
WRONG = r"FAILED|kitt: error: .*(arrived wrong|lies outside|announced|(?i:truncate))"


class TamperingTest(NetworkTest):
    SHORT = ["--min-samples", "2", "--threads", "1"]
    TWO_SAMPLES = ["--min-time", "1e-6"]

    def run_tampered(self, *command, ranks=2, tool=(), **choice):
        """Runs a command. `choice` sets the variables KITT_TAMPER_..., and `tool` sets other variables. Returns the
        result, the number of messages of each kind that rank 0 sent, and the kinds of the changed messages."""
        log = pathlib.Path(self.path("tampered"))
        log.write_text("")
        variables = {f"KITT_TAMPER_{name.upper()}": str(value) for name, value in choice.items()}
        time = [] if "--min-time" in command else ["--min-time", "0.002"]
        result = self.run_kitt(*command, *self.SHORT, *time, "--json", "a.json", "--force", ranks=ranks,
                               environment={"LD_PRELOAD": os.environ["KITT_TAMPERING"], "KITT_TAMPER_LOG": str(log),
                                            **variables, **dict(tool)})
        seen = {}
        tampered = []
        for what, routine, size, tag, count in map(str.split, log.read_text().splitlines()):
            kind = Kind(routine, int(size), int(tag))
            if what == "saw":
                seen[kind] = int(count)
            else:
                tampered.append(kind)
        return result, seen, tampered

    def kinds(self, *command, control=CONTROL, **choice):
        """Returns {kind of message: number of messages} of a good run."""
        result, seen, tampered = self.run_tampered(*command, times=0, **choice)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(tampered, [])
        kinds = {kind: count for kind, count in seen.items() if kind.routine not in control}
        self.assertTrue(kinds, f"{command} sends nothing: {seen}")
        return kinds

    def assert_found(self, *command, says=WRONG, **choice):
        result, _, tampered = self.run_tampered(*command, **choice)
        self.assert_reported(command, choice, result, tampered, says)

    def assert_reported(self, command, choice, result, tampered, says):
        text = result.stdout + result.stderr
        self.assertTrue(tampered, f"{command}, {choice}: no message was tampered with: {text}")
        self.assertEqual(result.returncode, 1, f"{command}, {choice}, {tampered}: {text}")
        self.assertRegex(text, says)
        self.assertNotIn("KITT FOM", text)
        self.assertLessEqual(result.stderr.count("kitt: error: "), 1, result.stderr)

    def assert_every_kind_is_found(self, *command, control=CONTROL, **choice):
        """Checks the first message of each kind, which is sent while results are verified."""
        for kind in self.kinds(*command, control=control, **choice):
            with self.subTest(command=command, kind=kind):
                self.assert_found(*command, **kind._asdict(), **choice)

    def assert_timed_is_found(self, *command, after=1, **choice):
        """Checks the messages of the last timed call, which is followed by `after` calls that verify."""
        for kind, count in self.kinds(*command, *self.TWO_SAMPLES, **choice).items():
            with self.subTest(command=command, kind=kind):
                self.assert_last_timed_is_found(kind, count, *command, after=after)

    def assert_last_timed_is_found(self, kind, count, *command, after):
        """Calls that take less than 0.2 ms are repeated in a sample, so the number of messages may differ between
        runs. This check is repeated until the tampered run sends `count` messages, as the good run before it."""
        for _ in range(5):
            choice = {**kind._asdict(), "skip": count - 1 - after}
            result, seen, tampered = self.run_tampered(*command, *self.TWO_SAMPLES, **choice)
            if seen[kind] == count:
                return self.assert_reported(command, choice, result, tampered, "timed")
            count = seen[kind]
        self.skipTest("skipped: the number of calls differed in each of 5 runs, as on a machine with a varying speed")


class TamperingLibrary(TamperingTest):
    HALO = ["halo", "--L", "4", "--comms", "mpi"]

    def test_nothing_is_tampered_with_unless_a_message_matches(self):
        for choice in ({"bytes": 12345}, {"routine": "MPI_Alltoall"}, {"tag": 99}, {"rank": 2}, {"skip": 10**6}):
            result, _, tampered = self.run_tampered(*self.HALO, **choice)
            self.assertEqual((result.returncode, tampered), (0, []), result.stdout + result.stderr)

    def test_nodes_that_are_one_system_give_a_warning(self):
        warning = "WARNING      MPI counts 2 nodes (ranks that share memory, MPI_Comm_split_type), but the ranks run on 1 system "
        result, _, _ = self.run_tampered(*self.HALO, times=0, nodes=2)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(warning, result.stdout)
        result, _, _ = self.run_tampered(*self.HALO, times=0)
        self.assertNotIn("MPI counts", result.stdout)

    def test_the_chosen_message_is_tampered_with(self):
        kind = next(iter(self.kinds(*self.HALO)))
        for choice in ({}, {"bit": 0}, {"rank": 1}):
            result, _, tampered = self.run_tampered(*self.HALO, **choice, **kind._asdict())
            self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
            self.assertEqual(tampered, [kind])
            self.assertIn("words arrived wrong", result.stdout)


class TamperedFields(TamperingTest):
    """Tampers with faces and links."""

    DSLASH = ["dslash", "--comms", "mpi", "--variants", "lexicographic", "--tune", "off", "--strategy", "overlap"]

    def test_halo(self):
        self.assert_every_kind_is_found("halo", "--L", "4", "--comms", "mpi")
        self.assert_timed_is_found("halo", "--L", "16", "--comms", "mpi")

    def test_dslash(self):
        self.assert_every_kind_is_found(*self.DSLASH, "--L", "4", "--kernels", "Wilson")

    def test_one_message_carries_all_right_hand_sides(self):
        run = [*self.DSLASH, "--L", "8", "--kernels", "Wilson"]
        face = 8 * 8 * 8 // 2 * 12 * 4  # half spinors on the sites of one parity, with twelve numbers of four bytes
        ways = {kind.tag for kind in self.kinds(*run) if kind.bytes == face}
        self.assertTrue(ways)
        kinds = self.kinds(*run, "--rhs", "4")
        self.assertEqual({kind.tag for kind in kinds if kind.bytes == 4 * face}, ways)
        self.assertFalse([kind for kind in kinds if kind.bytes == face])
        kind = next(kind for kind in kinds if kind.bytes == 4 * face)
        self.assert_found(*run, "--rhs", "4", **kind._asdict(), says=r"FAILED \(4 right-hand sides \(loop\): the result differs")

    def test_dslash_while_it_is_timed(self):
        run = [*self.DSLASH, "--L", "16", "--kernels", "DWF4", "--Ls", "8"]
        faces = self.kinds(*run, *self.TWO_SAMPLES)
        largest = max(kind.bytes for kind in faces if kind.bytes % 9)  # finds the largest message that carries no links
        for kind, count in faces.items():
            if kind.bytes == largest:
                self.assert_last_timed_is_found(kind, count, *run, after=0)

    def test_itt(self):
        """Tampers with links and faces of the kernels, and with faces of the halo exchange."""
        run = ["itt", *self.DSLASH[1:], "--quick", "--kernels", "Wilson", "--L", "4"]
        for kind in self.kinds(*run):
            if kind.tag % 2 == 1:  # each hop has two ways, and one of them is tested
                self.assert_found(*run, **kind._asdict())

    def test_a_wrong_bit_of_a_link_is_named(self):
        """Flips the lowest bit, which no result would show."""
        links = {"routine": "MPI_Start", "bytes": 4 * 4 * 4 * 9 * 16, "bit": 0}
        for command in ((*self.DSLASH, "--kernels", "Wilson"), ("solve", "--operator", "wilson", "--comms", "mpi"),
                        ("bsm", "--case", "comms", "--comms", "mpi")):
            self.assert_found(*command, "--L", "4", "--per-rank", **links,
                              says="links of neighbour ranks arrived wrong")

    def test_links_of_a_file(self):
        links = SHARED_DATA / "f_4x4x4x4.milc"
        if not links.exists():
            self.skipTest(f"no file {links}")
        self.assert_found(*self.DSLASH, "--kernels", "Wilson", "--gauge", str(links), routine="MPI_Send", bit=0,
                          says="links from rank 0 arrived wrong")


class TamperedSolvers(TamperingTest):
    # A solver whose messages are wrong does not converge. Good runs take 51 to 58 iterations.
    SOLVE = ["solve", "--comms", "mpi", "--precision", "double", "--max-iterations", "200"]

    def assert_later_ones_are_found(self, *command, control=CONTROL):
        """Checks all messages of one way except the first ones. The first ones only choose the fastest way, and
        their result is not used. The next run may send far fewer or far more messages, because it takes as many
        samples as fit into a time."""
        for kind, count in self.kinds(*command, control=control).items():
            if kind.routine != "MPI_Start" or kind.tag % 2 == 1:
                with self.subTest(command=command, kind=kind):
                    self.assert_found(*command, skip=count // 8, times=100 * count, **kind._asdict())

    def test_solve(self):
        self.assert_later_ones_are_found(*self.SOLVE, "--operator", "wilson", "--L", "4", "--per-rank")

    def test_solve_for_several_right_hand_sides(self):
        solve = [*self.SOLVE, "--operator", "wilson", "--L", "4", "--per-rank", "--rhs", "2", "--solver"]
        self.assert_later_ones_are_found(*solve, "multiple")
        # norms of right-hand sides, which `block` adds in the same way, only set its tolerances
        self.assert_later_ones_are_found(*solve, "block", control=(*CONTROL, "MPI_Iallreduce"))

    def test_staggered_solve(self):
        """The links have two lengths and are smeared by rank 0."""
        self.assert_later_ones_are_found(*self.SOLVE, "--operator", "staggered", "--action", "hisq", "--L", "8")

    def test_bsm(self):
        self.assert_later_ones_are_found("bsm", "--L", "4", "--per-rank", "--comms", "mpi", "--case", "balance")


class TamperedNan(TamperingTest):
    """Puts a NaN into the data that a command verifies. Programs built with -ffast-math must also find it (nightly)."""

    FIELDS = ["--L", "4", "--per-rank", "--comms", "mpi"]

    def assert_message_is_found(self, *command, control=CONTROL, bytes=None, **choice):
        """Checks the first of the largest messages, or of the messages with this number of bytes."""
        with self.subTest(command=command, bytes=bytes):
            kinds = self.kinds(*command, control=control, **choice)
            kind = max((kind for kind in kinds if bytes in (None, kind.bytes)), key=lambda kind: kind.bytes)
            self.assert_found(*command, nan=1, **kind._asdict(), **choice)

    def assert_later_ones_are_found(self, *command):
        """Checks the largest messages except the first ones, as TamperedSolvers does."""
        with self.subTest(command=command):
            counts = self.kinds(*command)
            kind = max(counts, key=lambda kind: kind.bytes)
            self.assert_found(*command, nan=1, skip=counts[kind] // 8, times=100 * counts[kind],
                              **kind._asdict())

    def assert_memory_is_found(self, *command, **choice):
        """Checks numbers in the memory of a command, before the kernel that verifies them."""
        with self.subTest(command=command, **choice):
            tool = {"KOKKOS_TOOLS_LIBS": os.environ["KITT_TAMPERING"]}
            self.assert_found(*command, nan=1, tool=tool, ranks=1, **choice)

    def test_fields(self):
        dslash = ["dslash", *self.FIELDS, "--variants", "lexicographic", "--tune", "off", "--strategy", "overlap"]
        for kernel in ("Wilson", "DWF4", "Clover"):
            self.assert_message_is_found(*dslash, "--kernels", kernel)
        self.assert_message_is_found("halo", "--L", "4", "--comms", "mpi")

    def test_solvers(self):
        for command in (["solve", "--operator", "wilson"], ["solve", "--operator", "dwf", "--Ls", "4"],
                        ["solve", "--operator", "staggered"], ["bsm", "--case", "balance"]):
            self.assert_later_ones_are_found(*command, *self.FIELDS)

    def test_network(self):
        self.assert_message_is_found("p2p", "--sizes", "7000", "--window", "2")
        self.assert_message_is_found("stencil", "--sizes", "64", "--messages", "2")
        self.assert_message_is_found("hash", "--entry", "64", "--bytes", "20000")
        self.assert_message_is_found("domains", "--domains", "1", "--bytes", "70000", "--repeats", "2", nodes=2)
        for operation in ("allreduce", "alltoall"):
            self.assert_message_is_found("collectives", "--sizes", "4000", "--operations", operation, control=(),
                                         bytes=4000)

    def test_applications(self):
        self.assert_message_is_found("transpose", "--sizes", "800")
        self.assert_message_is_found("fft", "--global", "8.8.8", "--batch", "2")
        for bytes in (8 * 6 * 8, 4 * 9 * 7 * 8, 9 * 7 * 8):  # messages of the potential, the field and the charge
            self.assert_message_is_found("pic", "--grid", "8.6.8", "--particles-per-cell", "2", "--steps", "3",
                                         "--deposit", "scatter", bytes=bytes)

    def test_memory(self):
        run = ["memory", "--L", "4", "--quick"]
        self.assert_memory_is_found(*run, routine="kitt::memory::compare")
        for operand in (2, 3):
            self.assert_memory_is_found(*run, routine="kitt::memory::scalar_dot", memory=operand)
        self.assert_memory_is_found(*run, routine="kitt::perf::read", says="the bandwidth kernel `read` computes a wrong sum")

    def test_numa(self):
        result, _, _ = self.run_tampered("numa", "--bytes", "1048576", *MATRIX, times=0, ranks=1)
        if "refuses to bind memory" in result.stdout:
            self.skipTest("skipped: this system refuses to bind memory")
        for kernel, size, wrong in (("read", ["--bytes", "1048576"], "threads read or left wrong numbers"),
                                    ("triad", ["--bytes", "1048576"], "threads read or left wrong numbers"),
                                    ("matmul", MATRIX, "threads have a wrong product"))[:3 if KOKKOS_KERNELS else 2]:
            self.assert_memory_is_found("numa", "--kernels", kernel, *size, routine="kitt::numa::verify", says=wrong)


class TamperedPairs(TamperingTest):
    def test_p2p(self):
        run = ["p2p", "--sizes", "7000", "--window", "2"]
        for kind in self.kinds(*run):
            if kind != Kind("MPI_Sendrecv", 8, 4):  # this message tells where a window lies
                self.assert_found(*run, **kind._asdict(), says="bytes arrived wrong")

    def test_p2p_while_it_is_timed(self):
        for pattern in ("one-way", "both-ways"):
            self.assert_timed_is_found("p2p", "--patterns", pattern, "--sizes", "16000000", "--window", "1")

    def test_domains(self):
        self.assert_every_kind_is_found("domains", "--domains", "1", "--bytes", "70000", "--repeats", "2", nodes=2)


class TamperedNetwork(TamperingTest):
    def test_stencil(self):
        self.assert_every_kind_is_found("stencil", "--sizes", "64", "--messages", "2")
        self.assert_timed_is_found("stencil", "--sizes", "16000000", "--messages", "1")

    def test_collectives(self):
        run = ["collectives", "--sizes", "4000"]
        for kind in self.kinds(*run, control=()):
            if kind.bytes == 4000:
                self.assert_found(*run, **kind._asdict())

    def test_collectives_while_they_are_timed(self):
        run = ["collectives", "--sizes", "16000000", "--operations", "allreduce"]
        sums = Kind("MPI_Allreduce", 16000000, -1)
        count = self.kinds(*run, *self.TWO_SAMPLES, control=())[sums]
        self.assert_last_timed_is_found(sums, count, *run, after=1)

    def test_hash(self):
        run = ["hash", "--entry", "64", "--bytes", "20000"]
        self.assert_every_kind_is_found(*run, control=(*CONTROL, "MPI_Compare_and_swap"))

    def test_claims_of_hash(self):
        """Changes all claims of a rank, because a claim that the other rank has already won changes nothing. The
        table is large enough for both ranks to win some claims, whichever begins."""
        self.assert_found("hash", "--entry", "64", "--bytes", "2000000", routine="MPI_Compare_and_swap", times=10**6)


class TamperedApplications(TamperingTest):
    def test_transpose(self):
        self.assert_every_kind_is_found("transpose", "--sizes", "800")
        self.assert_timed_is_found("transpose", "--sizes", "4000000")

    def test_fft(self):
        self.assert_every_kind_is_found("fft", "--global", "8.8.8", "--batch", "2", control=(*CONTROL, "MPI_Reduce"))

    def test_pic(self):
        """Lists have many lengths. The length of about a tenth of all particles occurs in every simulation."""
        run = ["pic", "--grid", "8.6.8", "--particles-per-cell", "2", "--steps", "3", "--deposit", "scatter"]
        self.assert_every_kind_is_found(*run)

    def test_hmc(self):
        run = ["hmc", "--L", "4", "--per-rank", "--comms", "mpi", "--thermalise", "3", "--trajectories", "2", "--steps", "4"]
        self.assert_every_kind_is_found(*run)

    def test_pic_while_it_is_timed(self):
        """With so many steps, each sample is one call, and the number of messages is equal in each run."""
        run = ["pic", "--grid", "8.6.8", "--particles-per-cell", "2", "--steps", "100", "--deposit", "scatter",
               *self.TWO_SAMPLES]
        for kind, count in self.kinds(*run).items():
            if kind.bytes in (8 * 6 * 8, 4 * 9 * 7 * 8, 9 * 7 * 8):  # messages of potential, field and charge
                self.assert_found(*run, **kind._asdict(), skip=count // 2)


if __name__ == "__main__":
    unittest.main()
