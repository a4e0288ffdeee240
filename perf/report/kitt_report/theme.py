# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""How plots look: colours that people with colour-blindness can tell apart, and SVG that follows
the page into the dark.

Plots are drawn in the light colours; in their SVG each becomes the CSS variable of the page that
has its name, so that one drawing serves both grounds and paper.
"""

import contextlib
import io
import re

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

WIDTH = 10  # inches; a page column

# (light, dark). Kernels and kinds: Okabe and Ito's palette, lighter where the ground is dark;
# steps: Tol's "high contrast", which also differ in brightness.
COLOURS = {
    "ink": ("#1b1f24", "#e8eaed"),
    "muted": ("#59636e", "#a3adb8"),
    "rule": ("#d5dae0", "#3a424c"),
    "ground": ("#fefefe", "#15181c"),
    "wilson": ("#009e73", "#35c99f"),
    "dwf4": ("#0072b2", "#56b4e9"),
    "dwf5": ("#d55e00", "#ff8f4a"),
    "plain": ("#cc79a7", "#e39cc3"),
    "second": ("#8a6d00", "#f0e442"),
    "third": ("#7a4fa3", "#b796dc"),
    "pack": ("#ddaa33", "#e5bd5c"),
    "interior": ("#9aa5b0", "#8b96a2"),
    "wait": ("#bb5566", "#d87c8b"),
    "exterior": ("#004488", "#6699cc"),
}
LIGHT = {name: pair[0] for name, pair in COLOURS.items()}
KERNEL_COLOURS = {"Wilson": LIGHT["wilson"], "DWF4": LIGHT["dwf4"], "DWF5": LIGHT["dwf5"]}
KERNEL_MARKERS = {"Wilson": "^", "DWF4": "o", "DWF5": "s"}
SERIES = tuple(LIGHT[name] for name in ("dwf4", "dwf5", "wilson", "plain", "second", "third",
                                        "muted"))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", ":", "-.")

STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "kitt",
    "text.parse_math": False,
    "font.size": 10,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "text.color": LIGHT["ink"],
    "axes.labelcolor": LIGHT["ink"],
    "axes.edgecolor": LIGHT["muted"],
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": LIGHT["rule"],
    "grid.linewidth": 0.8,
    "xtick.color": LIGHT["muted"],
    "ytick.color": LIGHT["muted"],
    "xtick.labelcolor": LIGHT["ink"],
    "ytick.labelcolor": LIGHT["ink"],
    "lines.linewidth": 1.8,
    "lines.markersize": 6,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
    "legend.handlelength": 2.6,
    "figure.constrained_layout.use": True,
}


@contextlib.contextmanager
def drawing():
    """Everything is drawn inside: the reader's own matplotlib settings have no say."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def new_figure(height, rows=1, columns=1, **keywords):
    """(figure, its axes as a list of rows)."""
    figure = Figure(figsize=(WIDTH, height))
    FigureCanvasSVG(figure)
    return figure, figure.subplots(rows, columns, squeeze=False, **keywords)


def colour_variables(dark):
    """The palette as CSS declarations."""
    return " ".join(f"--{name}: {pair[dark]};" for name, pair in COLOURS.items())


def to_svg(figure, name):
    """The figure as SVG to be part of an HTML page; ids begin with `name`."""
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None})
    svg = stream.getvalue()
    svg = svg[svg.index("<svg"):]
    for pattern, by in ((r"<metadata>.*?</metadata>", ""), (r"<style .*?</style>", ""),
                        (r' xmlns(:xlink)?="[^"]*"', ""), (r"xlink:href=", "href="),
                        (r'(<svg[^>]*?) width="[^"]*"', r"\1"),
                        (r'(<svg[^>]*?) height="[^"]*"', r"\1"),
                        (r'\bid="', f'id="{name}-'), (r'href="#', f'href="#{name}-'),
                        (r"url\(#", f"url(#{name}-"),
                        (r"(font:[^;\"]*?)'DejaVu Sans'[^;\"]*", r"\1var(--font)")):
        svg = re.sub(pattern, by, svg, flags=re.DOTALL)
    for role, colour in LIGHT.items():
        svg = svg.replace(colour, f"var(--{role})")
    return svg
