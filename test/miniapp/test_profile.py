# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests --profile, which shows where communication spends its time. program_test.py describes the environment
variables."""

import unittest

from program_test import ProgramTest, jsonschema, load, record_schema


class Profile(ProgramTest):
    """Tests the tables and the record of --profile."""

    RUN = ["--min-time", "0.01", "--min-samples", "2", "--threads", "1", "--profile"]

    def profile(self, name):
        document = load(self.path(name))
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())
        return document["profile"]

    def region(self, profile, name):
        (region,) = [r for r in profile["regions"] if r["region"] == name]
        return region

    def test_the_matrix_of_an_exchange_has_the_planned_bytes(self):
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

    def test_barriers_separate_waiting_from_communication(self):
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

    def test_every_benchmark_accepts_the_profile(self):
        for command in ["machine", "memory"]:
            size = ["--L", "8"] if command == "memory" else []
            run = [] if command == "memory" else ["--threads", "1", "--profile", "--quick"]
            self.run_good(command, *(run or self.RUN), *size, "--json", f"{command}.json")
            profile = self.profile(f"{command}.json")
            self.assertEqual(len(profile["ranks"]), 1)
            self.assertGreater(profile["ranks"][0]["peak_resident_bytes"], 0)

    def test_without_the_option_there_is_no_profile(self):
        result = self.run_good("halo", *self.RUN[:-1], "--L", "4", "--json", "a.json")
        self.assertNotIn("MPI profile", result.stdout)
        self.assertNotIn("ranks, means", result.stdout)
        self.assertNotIn("profile", load(self.path("a.json")))
        time = load(self.path("a.json")).get("run_time")
        if time is not None:  # a KITT without MPI measures no run time
            self.assertGreater(time["total_seconds"], time["communication_seconds"])


if __name__ == "__main__":
    unittest.main(verbosity=1)
