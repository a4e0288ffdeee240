# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests inputs that cannot become a page: one line, exit status 2, and nothing on standard output."""

import os
import subprocess
import sys
import unittest

from pages import PACKAGE, PROFILED, RECORDS, ReportTest


class Refused(ReportTest):
    def refuse(self, content, says):
        name = "bad.json"
        path = self.write(name, content)
        self.assert_refused(path, says=says)

    def test_a_file_that_is_no_document_is_refused(self):
        self.refuse("", "bad.json (")
        self.refuse("no JSON", "bad.json (")
        self.refuse(RECORDS[0].read_text()[:5000], "bad.json (")
        self.refuse(RECORDS[0].read_text().replace(": 16", ": NaN", 1), "NaN")
        self.refuse("[" * 100000, "bad.json (")
        self.refuse("[]", "no record")
        self.refuse('{"cells": []}', "no record")
        (self.folder / "binary.json").write_bytes(b"\xff\xfe\x00")
        self.assert_refused(self.folder / "binary.json", says="binary.json (")

    def test_an_incomplete_record_is_refused(self):
        def refuse(change, says):
            path = self.changed(change)
            self.assert_refused(path, says=says)

        refuse(lambda d: d.update(schema_version=1), "schema version 1")
        refuse(lambda d: d.pop("schema_version"), "schema version None")
        refuse(lambda d: d.pop("summary"), "summary is missing")
        refuse(lambda d: d.update(ceilings=[]), "ceilings is [], no object")
        refuse(lambda d: d["configuration"].update(ranks="4"), 'configuration.ranks is "4", no number')
        refuse(lambda d: d["configuration"].update(ranks=True), "configuration.ranks is true, no number")
        refuse(lambda d: d["cells"][3].pop("kernel"), "cells[3].kernel is missing")
        refuse(lambda d: d["cells"][0]["seconds"].update(
            median=None), "cells[0].seconds.median is null, no number")
        refuse(lambda d: d["cells"][0].pop("l"), "cells[0].l is missing")
        refuse(lambda d: d["cells"][0].update(kernel="DWF6"), 'cells[0].kernel is "DWF6", which this version of KITT does not know')
        refuse(lambda d: d["cells"][0].update(benchmark="quux"), 'cells[0].benchmark is "quux", which this version of KITT does not know')
        refuse(lambda d: d["cells"][0].update(status="quux"), 'cells[0].status is "quux", which this version of KITT does not know')
        refuse(lambda d: d.update(profile={}), "profile.barriers is missing")
        refuse(lambda d: d["configuration"].update(grid=4), "configuration.grid is 4, no list")
        refuse(lambda d: d["configuration"].update(comms="shm"), 'configuration.comms is "shm", no object')
        refuse(lambda d: d["configuration"]["comms"].update(
            threads="0"), 'configuration.comms.threads is "0", no number')
        refuse(lambda d: d["configuration"].update(global_volume=[None]), "configuration.global_volume[0] is null, no number")

    def test_impossible_figures_are_refused(self):
        def refuse(figure, says):
            path = self.changed(lambda d: next(
                c for c in d["cells"] if c["benchmark"] == "halo")["one_way"].update(
                    mb_per_s_per_node=figure), PROFILED)
            self.assert_refused(path, says=f"cannot use {path} (cells[0].one_way")
            self.assert_refused(path, says=f"one_way.mb_per_s_per_node is {says}): give what `kitt` wrote")

        refuse(-5, "-5, not above 0")
        refuse(0, "0, not above 0")
        refuse(1.7e308, "1.7e+308, larger than any figure")
        path = self.changed(lambda d: d["summary"].update(comparison_point_mflops_per_node="huge"))
        path.write_text(path.read_text().replace('"huge"', "1e999"))
        self.assert_refused(path, says="summary.comparison_point_mflops_per_node is Infinity, larger than any figure")
        path = self.changed(lambda d: d["summary"].update(comparison_point_mflops_per_node=-5))
        self.assert_refused(path, says="summary.comparison_point_mflops_per_node is -5, not above 0")

    def test_a_byte_order_mark_is_skipped(self):
        path = self.write("marked.json", "\ufeff" + RECORDS[0].read_text())
        self.assertIn("<!DOCTYPE html>", self.make(path).source)

    def test_bad_files_are_refused(self):
        self.assert_refused(self.folder / "none.json", says="none.json (No such file")
        self.assert_refused(self.folder, says="it is no regular file")
        os.mkfifo(self.folder / "pipe")
        self.assert_refused(self.folder / "pipe", says="it is no regular file")
        self.assert_refused("/dev/zero", says="it is no regular file")
        self.assert_refused(says="FILE")
        self.assert_refused(RECORDS[0], "--colour", "red", says="--colour")

    @unittest.skipUnless(os.path.exists("/dev/full"), "skipped: there is no /dev/full")
    def test_a_full_standard_output_is_reported(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([sys.executable, "-B", "-m", "kitt_report", RECORDS[0]], cwd=PACKAGE, stdout=full,
                                    stderr=subprocess.PIPE, text=True, timeout=120)
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, r"^kitt: error: standard output .+ \(.+\): .+\n$")

    def test_text_that_no_page_can_hold_is_refused(self):
        def surrogate(document):
            document["provenance"]["hostnames"] = ["a\udc80b\ud800"]

        self.assertIn("a?b?", self.make(self.changed(surrogate)).text)
        path = self.changed(lambda d: None, name=os.fsdecode(b"r\xff.json"))
        self.assert_refused(path, says="r\\xff.json (it is not UTF-8")
        self.assert_refused(RECORDS[0], "--title", os.fsdecode(b"\xe9"), says="\\xe9 (it is not UTF-8")

    def test_an_error_of_a_library_is_one_line(self):
        program = ("import sys; from kitt_report import page; "
                   "page.make_page = lambda *_: (_ for _ in ()).throw(RuntimeError('two\\nlines')); "
                   "from kitt_report.command import main; sys.exit(main())")
        result = subprocess.run([sys.executable, "-B", "-c", program, str(RECORDS[0])], cwd=PACKAGE, capture_output=True, text=True,
                                timeout=120)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertRegex(result.stderr, r"^kitt: error: the page cannot be made \(RuntimeError: two lines\): .+\n$")

    def test_without_a_schema(self):
        words = [sys.executable, "-B", "-m", "kitt_report", RECORDS[0]]
        plain = {name: value for name, value in os.environ.items() if name != "KITT_PROGRAM"}
        for environment, says in ((plain, "no file .*kitt-record.schema.json"),
                                  ({**plain, "KITT_PROGRAM": "no-such-program"}, "no schema from `no-such-program schema record`"),
                                  ({**plain, "KITT_PROGRAM": "false"}, "no schema from `false schema record`")):
            result = subprocess.run(words, cwd=PACKAGE, capture_output=True, text=True, timeout=120,
                                    env={**environment, "PATH": "/usr/bin:/bin"})
            self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
            self.assertRegex(result.stderr, rf"^kitt: error: {says}.* \(.+\): .*name the program kitt in KITT_PROGRAM\n$")

    def test_without_matplotlib(self):
        program = ("import sys; sys.modules['matplotlib'] = None; from kitt_report.command import "
                   "main; sys.exit(main())")
        result = subprocess.run([sys.executable, "-B", "-c", program, str(RECORDS[0])], cwd=PACKAGE, capture_output=True,
                                text=True, timeout=120)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1)
        self.assertIn("no Python module \"matplotlib\"", result.stderr)
        self.assertIn("python3-matplotlib", result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
