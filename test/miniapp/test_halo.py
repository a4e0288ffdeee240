# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests kitt halo, which only exchanges faces. program_test.py describes the environment variables."""

import csv
import json
import unittest

from program_test import ProgramTest, jsonschema, load, record_schema


class Halo(ProgramTest):
    """Tests the exchange of faces, of a rank with itself and among ranks."""

    RUN = ["halo", "--min-time", "0.01", "--min-samples", "2", "--threads", "1"]

    def cells(self, name):
        document = load(self.path(name))
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())
        return {c["variant"]: c for c in document["cells"]}

    def assert_figures(self, cell, sent):
        """Checks the figures of a cell. `sent` is the number of bytes that all ranks on one node send in one
        exchange."""
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

    def test_one_rank_exchanges_with_itself(self):
        result = self.run_good(*self.RUN, "--L", "4", "--json", "a.json")
        self.assertIn("exchanges all four directions with itself", result.stdout)
        cells = self.cells("a.json")
        self.assertEqual(list(cells), ["xyzt/shm", "x/shm", "y/shm", "z/shm", "t/shm"])
        for cell in cells.values():
            self.assertEqual((cell["ls"], cell["precision"]), (8, "double"))
            self.assertEqual(cell["face_bytes"], 4**3 * 8 * 96)
            self.assert_figures(cell, 2 * len(cell["directions"]) * cell["face_bytes"])
            self.assertIn(f"{cell['one_way']['mb_per_s_per_node']:.1f}", result.stdout)

    def test_two_ranks_exchange_by_both_transports(self):
        result = self.run_good(*self.RUN, "--L", "4,6", "--Ls", "2", "--precision", "single",
                               "--mpi", "1.2.1.1", "--json", "a.json", "--csv", "a.csv", ranks=2)
        self.assert_run_time(result.stdout, load(self.path("a.json")))
        self.assertNotIn("with itself", result.stdout)
        face = 6**3 * 2 * 48
        cells = self.cells("a.json")
        self.assertEqual(list(cells), ["y/mpi", "y/shm"])  # only the last size of each cell is kept
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
        self.assertEqual(float(rows[3]["both_ways_mb_per_s_per_node"]),
                         cells["y/shm"]["both_ways"]["mb_per_s_per_node"])

    def test_single_and_combined_directions_by_one_transport(self):
        self.run_good(*self.RUN, "--L", "4", "--mpi", "1.1.2.2", "--comms", "mpi",
                      "--json", "a.json", ranks=4)
        self.assertEqual(list(self.cells("a.json")), ["zt/mpi", "z/mpi", "t/mpi"])

    def assert_depths(self, ranks, grid, names):
        """Runs with faces of depth 1 and 3. A layer has L^3 x Ls sites: half spinors of 12 reals, or colour vectors of 6."""
        self.run_good(*self.RUN, "--L", "4", "--Ls", "2", "--depth", "1,3", "--mpi", grid, "--json", "a.json", ranks=ranks)
        document = load(self.path("a.json"))
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())
        for depth, kernel, reals in ((1, "halo", 12), (3, "halo depth 3", 3 * 6)):
            cells = {cell["variant"]: cell for cell in document["cells"] if cell["kernel"] == kernel}
            self.assertEqual(list(cells), names)
            for cell in cells.values():
                self.assertEqual(cell.get("depth"), depth)
                self.assertEqual(cell["face_bytes"], 4**3 * 2 * reals * 8)
                sent = 2 * len(cell["directions"]) * cell["face_bytes"]
                self.assert_figures(cell, ranks * sent)
                self.assertEqual(cell["bytes_by_messages"] + cell["bytes_by_shared_memory"], sent)

    def test_faces_of_depth_3_on_one_rank(self):
        self.assert_depths(1, "1.1.1.1", ["xyzt/shm", "x/shm", "y/shm", "z/shm", "t/shm"])

    def test_faces_of_depth_3_on_two_ranks(self):
        self.assert_depths(2, "1.1.1.2", ["t/mpi", "t/shm"])

    def test_faces_of_depth_3_on_four_ranks(self):
        self.assert_depths(4, "1.1.2.2", [f"{faces}/{by}" for faces in ("zt", "z", "t") for by in ("mpi", "shm")])

    def test_faces_of_depth_3_are_compared_only_with_their_like(self):
        self.run_good(*self.RUN, "--L", "4", "--depth", "1,3", "--json", "both.json")
        self.run_good(*self.RUN, "--L", "4", "--depth", "3", "--json", "deep.json")
        said = self.run_good("compare", "both.json", "deep.json", "--json", "c.json").stdout
        self.assertIn("halo depth 3 xyzt", said)
        compared = [cell["kernel"] for cell in load(self.path("c.json"))["cells"] if cell["figures"][1]["ratio"]]
        self.assertIn("halo depth 3 xyzt", compared)
        self.assertTrue(all(kernel.startswith("halo depth 3") for kernel in compared), compared)

    def test_a_depth_that_does_not_fit_is_refused(self):
        self.assert_refused(*self.RUN, "--L", "2,4", "--depth", "3", says="give --L 4 or more")
        self.assert_refused(*self.RUN, "--L", "8", "--depth", "2", says="give 1 or 3")
        self.run_good(*self.RUN, "--L", "2", "--depth", "1")

    def test_a_record_is_resumed(self):
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

    def test_a_size_that_does_not_fit_into_memory_is_refused(self):
        self.assert_refused(*self.RUN, "--L", "512", "--Ls", "256", says="memory")


if __name__ == "__main__":
    unittest.main(verbosity=1)
