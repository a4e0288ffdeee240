# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests --first-touch, --hugepages and memory_by_cause: where memory lies, in which pages, and what it is used for.
program_test.py describes the environment variables."""

import pathlib
import unittest

from program_test import SANITIZED, THREADS, ProgramTest, jsonschema, load, record_schema

RESERVES = pathlib.Path("/sys/kernel/mm/hugepages")


def free_pages(kilobytes):
    try:
        return int((RESERVES / f"hugepages-{kilobytes}kB" / "free_hugepages").read_text())
    except (OSError, ValueError):
        return 0


class MemoryPages(ProgramTest):
    RUN = ["--L", "8", "--min-time", "0.002", "--min-samples", "2", "--json", "a.json", "--force"]

    def record(self):
        document = load(self.path("a.json"))
        if jsonschema is not None:
            jsonschema.validate(document, record_schema())
        return document

    def assert_explained(self, record, said, ranks):
        """Checks that the causes add up to the peak, and that almost all memory has a known cause."""
        memory = record["memory_by_cause"]
        causes = {name: value for name, value in memory.items() if name.endswith("_bytes")}
        peak = causes.pop("peak_resident_bytes")
        self.assertAlmostEqual(sum(causes.values()) / peak, 1, delta=0.05)
        self.assertIn(f"{ranks} rank{'s' if ranks > 1 else ''}: peak of resident memory {peak * 1e-6:.1f} MB", said)
        if not SANITIZED:  # memory of the sanitizer has no known cause
            self.assertGreater(memory["named_share"], 0.95)
        return memory

    def test_pages_are_touched_by_one_thread_or_interleaved(self):
        for how in ("one", "interleave"):
            said = self.run_good("halo", *self.RUN, "--threads", THREADS, "--first-touch", how, "--hugepages", "none",
                                 ranks=1).stdout
            record = self.record()
            pages = record["configuration"]["pages"]
            self.assertEqual(pages["first_touch"], how)
            self.assertIn(f"--first-touch {how};", said)
            touched = sum(size["bytes"] for size in pages["sizes_obtained"])
            self.assertGreaterEqual(touched, 8 * 8**3 * 16 * 48)  # eight faces are made from this many bytes of fields
            if pages["domains_obtained"]:
                self.assertEqual(sum(domain["bytes"] for domain in pages["domains_obtained"]), touched)
            self.assert_explained(record, said, 1)
            self.assertGreater(record["run_time"]["total_seconds"], 0)
        self.assert_refused("halo", "--first-touch", "two", says="interleave")

    def test_faces_in_shared_memory_have_a_cause(self):
        said = self.run_good("halo", *self.RUN, "--threads", "1", "--comms", "shm", ranks=2).stdout
        record = self.record()
        memory = self.assert_explained(record, said, 2)
        self.assertGreater(memory["shared_segment_bytes"], 2 * 8**3 * 16 * 48)
        shared = record["configuration"]["pages"]["shared_sizes_obtained"]
        self.assertGreater(sum(size["bytes"] for size in shared), 4 * 8**3 * 16 * 48)

    def test_reserved_huge_pages_are_used(self):
        run = ["halo", *self.RUN, "--threads", "1", "--comms", "shm"]
        if free_pages(1 << 20) == 0:
            self.assert_refused(*run, "--hugepages", "explicit-1g", says="hugepagesz=1G")
        if free_pages(2048) == 0:
            self.assert_refused(*run, "--hugepages", "explicit", says="vm.nr_hugepages")
            self.skipTest("no huge pages are reserved here (vm.nr_hugepages)")
        if free_pages(2048) < 32:
            self.skipTest("fewer than 32 huge pages are reserved here (vm.nr_hugepages)")
        said = self.run_good(*run, "--hugepages", "explicit", ranks=2).stdout
        record = self.record()
        pages = record["configuration"]["pages"]
        self.assertIn(1 << 21, [size["page_bytes"] for size in pages["shared_sizes_obtained"]])
        self.assertEqual([size["page_bytes"] for size in pages["sizes_obtained"]], [1 << 21])
        self.assert_explained(record, said, 2)


if __name__ == "__main__":
    unittest.main()
