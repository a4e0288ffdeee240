# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""How plots look: colours that colour-blind readers can tell apart, and SVG that follows the reader's theme.

Plots are drawn in the light colours. In their SVG each colour becomes the CSS variable of the page that has its name, so
that one drawing serves light and dark screens and paper.
"""

import contextlib
import io
import json
import pathlib
import re

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

TEMPLATES = pathlib.Path(__file__).with_name("templates")
WIDTH = 10  # inches; a page column

# {name: [light, dark]}. Kernels and kinds: Okabe and Ito's palette, lighter where the ground is dark; steps: Tol's "high
# contrast", which also differ in brightness.
COLOURS = json.loads((TEMPLATES / "colours.json").read_text())
LIGHT = {name: pair[0] for name, pair in COLOURS.items()}
KERNEL_COLOURS = {"Wilson": LIGHT["wilson"], "DWF4": LIGHT["dwf4"], "DWF5": LIGHT["dwf5"]}
KERNEL_MARKERS = {"Wilson": "^", "DWF4": "o", "DWF5": "s"}
SERIES = tuple(LIGHT[name] for name in ("dwf4", "dwf5", "wilson", "plain", "second", "third", "muted"))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", ":", "-.")


@contextlib.contextmanager
def drawing():
    """Draws everything inside with the style of the report instead of the reader's own settings of matplotlib."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(matplotlib.rc_params_from_file(TEMPLATES / "kitt.mplstyle", use_default_template=False))
        yield


def new_figure(height, rows=1, columns=1, **keywords):
    """Returns (figure, its axes as a list of rows)."""
    figure = Figure(figsize=(WIDTH, height))
    FigureCanvasSVG(figure)
    return figure, figure.subplots(rows, columns, squeeze=False, **keywords)


def colour_variables(dark):
    """Returns the palette as CSS declarations."""
    return " ".join(f"--{name}: {pair[dark]};" for name, pair in COLOURS.items())


def to_svg(figure, name):
    """Returns the figure as SVG for an HTML page. Ids begin with `name`."""
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
