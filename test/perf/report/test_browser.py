# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""A real browser (Chromium, where there is one) takes the page without a complaint, light and dark,
and prints it."""

import pathlib
import re
import shutil
import subprocess
import unittest

from pages import RECORDS, ReportTest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
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
        """Red, green, blue (0 to 255) of the page's first pixel, and how many colours it has."""
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

    def test_page(self):
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

    def test_no_table_of_kernels_is_scrolled(self):
        """A script beside the page's own policy counts the boxes that are too narrow."""
        def with_energy(document):  # two columns more
            for cell in document["cells"]:
                cell["energy"] = {"watts_per_node": 812.5, "mflops_per_watt": 1234.5}

        self.make(*RECORDS, self.changed(with_energy, RECORDS[1]))
        page = (self.folder / "page.html").read_text()
        page = page.replace("default-src 'none'", "default-src 'none'; script-src 'unsafe-inline'")
        script = ("<script>document.title = [...document.querySelectorAll('#kernels .scroll')].map("
                  "one => one.scrollWidth - one.clientWidth).join(',')</script></body>")
        path = self.write("counted.html", page.replace("</body>", script))
        result = self.chromium(path, "--window-size=1400,1000", "--dump-dom")
        title = re.search("<title>(.*?)</title>", result.stdout).group(1)
        self.assertEqual(title, "0,0,0,0")

    def test_complaints_are_seen(self):
        """The oracle of the test above: a page that breaks its own policy is complained about."""
        policy = "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\">"
        page = self.write("bad.html", policy + "<img src='x.png'><script>fail()</script>")
        self.assertTrue(self.browse(page, f"--screenshot={self.folder}/bad.png"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
