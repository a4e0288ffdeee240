# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that a real browser (Chromium, if there is one) shows and prints the page without an error, light and dark."""

import pathlib
import re
import shutil
import subprocess
import unittest

from pages import RECORDS, ReportTest, complete, schema

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SECONDS = {"median": 0.5, "minimum": 0.4, "maximum": 0.6, "mean": 0.5, "count": 3, "standard_error": 0.04}
MEASURED = {"status": "measured", "seconds": SECONDS, "l": 16, "ls": 16, "precision": "double", "roofline_fraction": 0.123,
            "verification_error": 1.8e-16, "bytes_by_messages": 100663296, "bytes_by_shared_memory": 0,
            "order": "prefetch/overlap"}
WIDEST = [
    {**MEASURED, "benchmark": "bsm", "kernel": "sqnorm", "variant": "", "parameters": {
        "case": "compute", "fields": 4, "barrier": "yes", "flops_convention": "bsmbench"}, "flops_per_site": 4956.0,
     "seconds_per_application": 0.00244, "communication_share": 0.25, "gflops_per_s_per_node": 0.0486},
    {**MEASURED, "benchmark": "solve", "kernel": "CG Wilson", "variant": "pipelined", "parameters": {"mass": "0.1"},
     "iterations": 1234, "restarts": 12, "seconds_per_iteration": 0.05, "mflops_per_node": 123456.0,
     "fraction_of_operator": 1.526, "iteration": {"reduction_seconds": 0.001}, "iterated_residual": 9e-9,
     "true_residual": 9.5e-9},
    {**MEASURED, "benchmark": "pic", "kernel": "step", "variant": "scatter", "particles": 33554432, "imbalance": 1.25,
     "parameters": {"grid": "128.128.256", "points": 27}, "particles_per_s_per_node": 40.96e6,
     "charge_particles_per_s_per_node": 163.8e6, "push_particles_per_s_per_node": 81.92e6,
     "phases": {f"{name}_seconds": 0.1234 for name in ("charge", "exchange", "field", "push", "shift")}}]
COMPLAINT = re.compile(r":CONSOLE[:(]")


@unittest.skipUnless(CHROMIUM, "skipped: no chromium")
class Browser(ReportTest):
    def chromium(self, page, *options):
        result = subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-background-networking", "--no-first-run", "--enable-logging=stderr",
             f"--user-data-dir={self.folder}/profile", *options, pathlib.Path(page).as_uri()],
            capture_output=True, text=True, timeout=240)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def browse(self, page, *options):
        result = self.chromium(page, *options)
        return [line for line in result.stderr.splitlines() if COMPLAINT.search(line)]

    def corner(self, page, *options):
        """Returns red, green and blue (0 to 255) of the page's first pixel, and the number of its colours."""
        from matplotlib import image
        shot = self.folder / "shot.png"
        self.assertEqual(
    self.browse(
        page,
        "--window-size=1100,1600",
        f"--screenshot={shot}",
        *options),
         [])
        pixels = (image.imread(shot) * 255).round().astype(int)[:, :, :3]
        return list(pixels[0][0]), len({tuple(p) for p in pixels[::7, ::7].reshape(-1, 3)})

    def test_a_browser_shows_the_page_without_errors(self):
        self.make(*RECORDS)
        page = self.folder / "page.html"
        light, colours = self.corner(page)
        self.assertEqual(light, [0xFE, 0xFE, 0xFE])
        self.assertGreater(colours, 10)
        dark, colours = self.corner(page, "--blink-settings=preferredColorScheme=0")
        self.assertEqual(dark, [0x15, 0x18, 0x1C])
        self.assertGreater(colours, 10)
        paper = self.folder / "page.pdf"
        self.assertEqual(self.browse(page, f"--print-to-pdf={paper}"), [])
        self.assertEqual(paper.read_bytes()[:5], b"%PDF-")

    def counted(self, page, what, *options):
        """Runs a script on the page and returns its result. The page's own policy would forbid the script."""
        text = pathlib.Path(page).read_text()
        text = text.replace("default-src 'none'", "default-src 'none'; script-src 'unsafe-inline'")
        path = self.write("counted.html", text.replace("</body>", f"<script>document.title = {what}</script></body>"))
        return re.search("<title>(.*?)</title>", self.chromium(path, *options, "--dump-dom").stdout).group(1)

    def pages_on_paper(self, page):
        paper = self.folder / "counted.pdf"
        self.assertEqual(self.browse(page, f"--print-to-pdf={paper}"), [])
        return len(re.findall(rb"/Type /Page\b", paper.read_bytes()))

    def test_one_page_is_printed_unless_all_is_asked_for(self):
        records = [self.changed(lambda d: d["provenance"].update(label="before the update of the firmware, run " + number),
                                RECORDS[1], number + ".json") for number in "123"]
        self.make(*records)
        page = self.folder / "page.html"
        self.assertEqual(self.pages_on_paper(page), 1)
        text = page.read_text()
        everything = self.write("all.html", text.replace('id="print-all"', 'id="print-all" checked'))
        self.assertGreater(self.pages_on_paper(everything), 3)

    def test_no_wide_table_is_cut(self):
        """The tables of BSMBench, solvers and particles have the most columns."""
        self.make(self.changed(lambda document: document["cells"].extend(
            complete(cell, schema.kinds_of_cells()[cell["benchmark"]]) for cell in WIDEST), RECORDS[1]))
        cut = self.counted(self.folder / "page.html", "[...document.querySelectorAll('#bsm .scroll, #solve .scroll, "
                           "#pic .scroll')].map(one => one.scrollWidth - one.clientWidth).join(',')",
                           "--window-size=1280,1000")
        self.assertEqual(cut, "0,0,0")
        outside = self.counted(self.folder / "page.html", "document.documentElement.scrollWidth - innerWidth",
                               "--window-size=1280,1000")
        self.assertEqual(outside, "0")

    def test_no_table_of_kernels_is_scrolled(self):
        def with_energy(document):  # adds two columns
            for cell in document["cells"]:
                cell["energy"] = {"joules_per_call": 1.5, "watts_per_node": 812.5, "mflops_per_watt": 1234.5}

        self.make(*RECORDS, self.changed(with_energy, RECORDS[1]))
        cut = self.counted(self.folder / "page.html", "[...document.querySelectorAll('#kernels .scroll')].map("
                           "one => one.scrollWidth - one.clientWidth).join(',')", "--window-size=1400,1000")
        self.assertEqual(cut, "0,0,0,0")

    def test_errors_of_the_browser_are_seen(self):
        """Checks the test above: a page that breaks its own policy must give an error."""
        policy = "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\">"
        page = self.write("bad.html", policy + "<img src='x.png'><script>fail()</script>")
        self.assertTrue(self.browse(page, f"--screenshot={self.folder}/bad.png"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
