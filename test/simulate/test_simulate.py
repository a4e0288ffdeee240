#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests perf/simulate: what kitt-simulate refuses, that platforms state the sources of their figures, and that
SimGrid reads them as intended (skipped without smpicxx)."""

import math
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

CLONE = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = CLONE / "perf" / "simulate" / "kitt-simulate"
PLATFORMS = sorted((CLONE / "perf" / "simulate" / "platforms").glob("*.xml"))
UNITS = {"GBps": 1e9, "ns": 1e-9, "us": 1e-6}
MIB = 1 << 20


def quantity(text):
    number, unit = re.fullmatch(r"([\d.]+)([A-Za-z]+)", text).groups()
    return float(number) * UNITS[unit]


def cluster(path):
    return xml.etree.ElementTree.parse(path).getroot().find("cluster")


def simulate(*words):
    return subprocess.run([SCRIPT, *map(str, words)], capture_output=True, text=True, timeout=120)


class Refused(unittest.TestCase):
    def refusal(self, *words):
        result = simulate(*words)
        self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
        self.assertRegex(result.stderr, r"\Akitt-simulate: error: [^\n]+\n\Z")
        return result.stderr

    def test_each_bad_argument_is_refused_in_one_line(self):
        known = PLATFORMS[0].stem
        for words, expected in (
                ((), "PLATFORM"),
                ((known,), "no command (nothing follows --)"),
                ((known, "--"), "no command (nothing follows --)"),
                (("nowhere", "--", "p2p"), "no platform \"nowhere\" (no such file, and not one of cori-aries, "),
                (("--nodes", "0", known, "--", "p2p"), "\"0\" is not a whole number from 1 to 1048576"),
                (("--nodes", "5000", known, "--", "p2p"), "--nodes 5000 is too many (platform cori-aries has 768): give fewer"),
                (("--computing", "all", known, "--", "p2p"), "--computing"),
                ((known, "--", "p2p", "--label", "two words"), "\"two words\" in the command (smpirun splits"),
                (("--program", "/no/kitt", known, "--", "p2p"), "no program /no/kitt"),
                ((known, "--", "p2p"), "no kitt in the folder of this script")):
            with self.subTest(words):
                self.assertIn(expected, self.refusal(*words))

    def test_a_file_that_is_no_platform_is_refused(self):
        with tempfile.TemporaryDirectory(prefix="kitt-simulate-") as folder:
            for text, expected in (("<platform", "is not XML"), ("<zoo/>", "describes no nodes"),
                                   ("<platform version='4.1'/>", "describes no nodes")):
                path = pathlib.Path(folder) / "odd.xml"
                path.write_text(text)
                with self.subTest(text):
                    self.assertIn(expected, self.refusal(path, "--", "p2p"))


class Platforms(unittest.TestCase):
    def test_all_platforms_have_sources_and_are_on_the_page(self):
        page = (CLONE / "docs" / "reference" / "simulation.md").read_text()
        self.assertGreater(len(PLATFORMS), 6)
        for path in PLATFORMS:
            with self.subTest(path.stem):
                comment = re.search(r"<!--(.*?)-->", path.read_text(), re.S).group(1)
                self.assertRegex(comment, r"Sources\n(.*\n)* +link")
                self.assertIn(f"| `{path.stem}` |", page)

    def test_trees_have_a_place_for_each_node(self):
        for path in PLATFORMS:
            with self.subTest(path.stem):
                found = cluster(path)
                first, last = map(int, found.get("radical").split("-"))
                levels = found.get("topo_parameters").split(";")
                places = math.prod(map(int, levels[1].split(","))) if found.get("topology") == "FAT_TREE" else \
                    math.prod(int(level.split(",")[0]) for level in levels)
                self.assertEqual(places, last - first + 1)


@unittest.skipIf(not (shutil.which("smpicxx") and shutil.which("smpirun")),
                 "skipped: no smpicxx and smpirun (Debian's libsimgrid-dev)")
class Simulated(unittest.TestCase):
    def test_messages_take_the_time_of_their_links(self):
        with tempfile.TemporaryDirectory(prefix="kitt-simulate-") as folder:
            program = pathlib.Path(folder) / "ping"
            subprocess.run(["smpicxx", "-O1", pathlib.Path(__file__).with_name("ping.cpp"), "-o", program], check=True,
                           timeout=120)
            for path in PLATFORMS:
                with self.subTest(path.stem):
                    self.check(path, simulate("--nodes", 2, "--program", program, path.stem, "--", MIB))

    def check(self, path, result):
        self.assertEqual(result.returncode, 3, result.stderr)
        name, computing, latency, seconds = result.stdout.splitlines()[0].split()
        self.assertEqual((name, computing), (path.stem, "none"))
        link = cluster(path)
        links = 2 * quantity(link.get("lat"))
        self.assertGreater(float(latency), links)
        self.assertLess(float(latency), links + 1.5e-6)
        rate = MIB / float(seconds) / quantity(link.get("bw"))
        self.assertGreater(rate, 0.8)
        self.assertLess(rate, 1.0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
