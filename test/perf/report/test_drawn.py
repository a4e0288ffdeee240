# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that plots can be read: no label covers another one, and disturbed figures do not set the scale."""

import itertools
import unittest
import unittest.mock

from pages import PROFILED, RECORDS, ReportTest, load

try:
    from kitt_report import parts
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D, Bbox
except ModuleNotFoundError:
    pass  # the tests are skipped then (pages.py)


SCROLLED = 640  # 40 rem in pixels; a narrower screen scrolls the plot
PHONE = 352  # pixels of a plot on a phone: 390 minus the margins of the page


def drawn_texts(figure):
    """Yields all visible texts. Labels of ticks outside the ends of an axis exist but are not drawn."""
    for axes in (one for one in figure.axes if one.get_visible()):
        yield from (axes.xaxis.label, axes.yaxis.label, axes._left_title, *axes.texts)
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            yield from (label for place, label in zip(axis.get_ticklocs(), axis.get_ticklabels())
                        if low <= place <= high)
        if axes.get_legend():
            yield from axes.get_legend().get_texts()
    for legend in figure.legends:
        yield from legend.get_texts()


def outline(text):
    """Returns the corners of a text in pixels, slightly inside its box. The text may be slanted."""
    angle = text.get_rotation()
    if angle % 90 == 0:
        return Path(shrunk(text.get_window_extent()).corners()[[0, 1, 3, 2, 0]])
    text.set_rotation(0)
    text.set_transform_rotates_text(False)
    box = shrunk(text.get_window_extent())
    place = text.get_transform().transform(text.get_position())
    return Path(Affine2D().rotate_deg_around(*place, angle).transform(
        box.corners()[[0, 1, 3, 2, 0]]))


def shrunk(box):
    return Bbox.from_extents(box.x0 + 1, box.y0 + 1, box.x1 - 1, box.y1 - 1)


class Drawn(ReportTest):
    drawn = {}  # cache of figures of unchanged records, because drawing takes seconds

    def figures(self, *records):
        """Returns {name: figure} in the state in which figures become part of the page."""
        if records in self.drawn:
            return self.drawn[records]
        found, to_svg = {}, parts.to_svg

        def keep(figure, name):
            found[name] = figure
            return to_svg(figure, name)

        with unittest.mock.patch.object(parts, "to_svg", keep):
            self.make(*records)
        if set(records) <= {*RECORDS, PROFILED}:
            self.drawn[records] = found
        return found

    def assert_legible(self, figure, name):
        figure.draw_without_rendering()
        texts = [text for text in drawn_texts(figure) if text.get_visible() and text.get_text()]
        outlines = [(text.get_text(), outline(text)) for text in texts]
        over = [(a, b) for (a, one), (b, other) in itertools.combinations(outlines, 2)
                if one.intersects_path(other, filled=True)]
        self.assertEqual(over, [], name)

    def test_no_label_lies_over_another(self):
        for name, figure in self.figures(*RECORDS).items():
            self.assert_legible(figure, name)
        for name, figure in self.figures(PROFILED).items():
            self.assert_legible(figure, name)

    def assert_legends_are_apart(self, figures):
        """Checks that a legend covers no data and lies in the part of the figure that a narrow screen shows."""
        for name, figure in figures.items():
            figure.draw_without_rendering()
            self.assertFalse(any(axes.get_legend() for axes in figure.axes), name)  # it would look like data
            for legend in figure.legends:
                box, whole = legend.get_window_extent(), figure.bbox
                self.assertGreaterEqual(box.x0, 0, name)
                self.assertLessEqual(box.x1, parts.LEGEND_SHARE * whole.width + 1, name)
                self.assertLessEqual(box.y1, whole.height + 1, name)
                for axes in (one for one in figure.axes if one.get_visible()):
                    self.assertFalse(box.overlaps(axes.get_window_extent()), name)

    def test_legends_are_apart_from_data(self):
        self.assertEqual(PHONE, round(parts.LEGEND_SHARE * SCROLLED))
        self.assert_legends_are_apart(self.figures(*RECORDS))
        self.assert_legends_are_apart(self.figures(PROFILED))

    def labelled(self, label):
        """Returns three records of the same command with different labels."""
        def change(number):
            return lambda document: document["provenance"].update(label=f"{label}{number}")

        return [self.changed(change(number), RECORDS[1], f"{number}.json") for number in range(3)]

    def test_long_titles_do_not_overlap(self):
        figures = self.figures(*self.labelled("before the update of the firmware of all nodes, run "))
        for name, figure in figures.items():
            self.assert_legible(figure, name)
        titles = [axes.get_title(loc="left") for axes in figures["kernels-by-l"].axes]
        self.assertEqual([" ".join(title.split())[-5:] for title in titles], ["run 0", "run 1", "run 2"])
        self.assertGreater(min(title.count("\n") for title in titles), 0)

    def test_a_title_of_one_word_ends_with_its_panel(self):
        self.assert_legible(self.figures(*self.labelled("firmware_of_all_nodes_before_the_update_" * 2))["kernels-by-l"],
                            "kernels-by-l")

    def test_variants_with_narrow_links_have_a_mark_of_their_own(self):
        def narrow(document):
            best = max((c for c in document["cells"] if (c["kernel"], c.get("l")) == ("DWF5", 16)),
                       key=lambda c: c["mflops_per_node"])
            document["cells"].append({**best, "variant": "narrow/overlap", "links": "narrow",
                                      "mflops_per_node": 1.5 * best["mflops_per_node"]})

        record = self.changed(narrow, RECORDS[1])
        (axes,) = self.figures(record)["kernels-by-l"].axes
        crosses = [line for line in axes.lines if line.get_marker() == "x"]
        self.assertEqual([len(line.get_ydata()) for line in crosses], [1])
        self.assertLess(crosses[0].get_ydata()[0], axes.get_ylim()[1])  # the cross lies inside the plot
        others = [line for line in axes.lines if line.get_marker() == "o"]
        self.assertTrue(all(cross not in line.get_ydata() for cross in crosses[0].get_ydata() for line in others))
        names = [text.get_text() for legend in axes.figure.legends for text in legend.get_texts()]
        self.assertIn("narrow links: less exact, never the best", names)
        self.assertNotIn("narrow links: less exact", self.make(RECORDS[1]).source)

    def test_many_sizes_of_memory_kernels(self):
        def many(document):
            cells = [c for c in document["cells"] if c["benchmark"] == "memory"]
            document["cells"] += [{**c, "l": 50 + 4 * step, "bytes": int(c["bytes"] * 1.3**step)}
                                  for c in cells for step in range(1, 12)]

        figure = self.figures(self.changed(many), *RECORDS[1:])["memory-by-size"]
        self.assert_legible(figure, "memory-by-size")

    def test_like_ceilings_share_a_label(self):
        def alike(document):
            for level in document["ceilings"]["levels"]:
                for stream in ("read", "copy", "triad"):
                    level[f"{stream}_gb_per_s"] = {"L1": 500, "L2": 480, "L3": 470}.get(
                        level["level"], 30)

        figure = self.figures(self.changed(alike, RECORDS[1]))["roofline-1"]
        self.assert_legible(figure, "roofline-1")
        labels = [text.get_text() for text in figure.axes[0].texts]
        self.assertIn("L1 500 GB/s, L2 480 GB/s, L3 470 GB/s", labels)
        self.assertIn("memory 30.0 GB/s", labels)
        self.assertEqual([label for label in labels if "double" in label], [])

    def test_a_disturbed_ceiling_does_not_set_the_scale(self):
        highest = max(c["mflops_per_node"] for c in load(RECORDS[1])["cells"]
                      if c["benchmark"] == "hopping") / 1e3
        for peak, word in ((1e9, "beyond"), (1e-9, "below")):
            def change(document):
                document["ceilings"]["single_gflops_per_s"] = peak

            (axes,) = self.figures(self.changed(change, RECORDS[1]))["roofline-1"].axes
            self.assertLess(axes.get_ylim()[1], 1e3 * highest)
            self.assertGreater(axes.get_ylim()[0], 1e-6)
            self.assertEqual(sum(f"{word} the scale" in text.get_text() for text in axes.texts), 1)

    def test_a_ceiling_that_was_exceeded_is_dashed(self):
        figure = self.figures(RECORDS[0])["roofline-1"]  # its peak was only 0.05 Gflop/s
        peak = [line for line in figure.axes[0].lines if len(set(line.get_ydata())) == 1
                and len(line.get_ydata()) == 2]
        self.assertEqual([line.get_linestyle() for line in peak], ["--"])

    def test_a_disturbed_first_run_does_not_set_the_scale(self):
        figure = self.figures(*RECORDS)["efficiency-1"]  # the efficiency is 30 000 % of 602 Mflop/s
        for axes in figure.axes:
            self.assertLessEqual(axes.get_ylim()[1], 200)
        texts = [text.get_text() for axes in figure.axes for text in axes.texts]
        self.assertIn("↑ Wilson 30\u202f249", " ".join(texts))

    def test_bars_have_errors_and_a_wide_one_is_cut_off(self):
        figure = self.figures(*RECORDS)["kernels-by-l"]
        for axes in figure.axes:
            self.assertTrue(any(container.errorbar for container in axes.containers
                                if hasattr(container, "patches")))
        self.assertLess(figure.axes[0].get_ylim()[1], 40000)
        self.assertIn("182\u202f132 →", [text.get_text() for text in figure.axes[1].texts])

    def test_wilson_has_an_axis_of_its_own(self):
        figure = self.figures(RECORDS[1])["steps-1"]
        for axes in (one for one in figure.axes if one.get_visible()):
            names = {label.get_text().startswith("Wilson") for label in axes.get_yticklabels()}
            self.assertEqual(len(names), 1)
            longest = max(bar.get_x() + bar.get_width() for bar in axes.patches)
            self.assertGreater(longest, axes.get_xlim()[1] / 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
