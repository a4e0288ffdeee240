# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Parts of a page: plots, their axes, and tables."""

import dataclasses
import itertools
import math
import textwrap

import matplotlib
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.ticker import LogLocator, NullFormatter, NullLocator

from kitt_report import text
from kitt_report.theme import KERNEL_COLOURS, KERNEL_MARKERS, LIGHT, MARKERS, SERIES, new_figure, to_svg

WIDE = 10  # a table with more columns than this may be wider than the text
MOST_ROWS = 12  # a longer table is folded
LEGEND_SHARE = 0.55  # part of a figure's width that a narrow screen shows without scrolling
LEGEND_LETTERS = 70  # most letters in one line of a legend, with the samples of lines
LEGEND_LINE = 0.27  # height of a line in inches; figures have room for one line
TITLE_LETTERS = 75  # most letters in a line of all titles of a row of panels
COLOURS = matplotlib.colormaps["cividis"].resampled(32)  # of heat maps; so few that a colour bar is no image
MOST_NUMBERED = 16  # most rows of a heat map that have frames and names


@dataclasses.dataclass
class Plot:
    """`alt` says in words what the plot shows, for those who do not see it."""

    name: str
    title: str
    alt: str
    svg: str


@dataclasses.dataclass
class Table:
    """Rows are {heading: text}. Headings that begin with < stand above texts, the others above figures."""

    caption: str
    rows: list
    folded: bool = None  # if not given, a long table is folded
    notes: dict = dataclasses.field(default_factory=dict)  # description of each column, shown under the pointer

    def __post_init__(self):
        self.columns = list(self.rows[0]) if self.rows else []
        self.is_wide = len(self.columns) > WIDE
        if self.folded is None:
            self.folded = len(self.rows) > MOST_ROWS


def plot(name, title, panels, draw, height, note="", show=text.significant, most=3, first=(), ylim=None, **keywords):
    """Returns a plot with a panel for each entry of `panels` ({title: data}), at most `most` in a row, and a legend.
    draw(axes, data) draws a panel. `height` of a panel is in inches. `note` says what the ranges of figures do not tell; `show`
    gives the text of a figure. Labels in `first` come first in the legend. `ylim` is set on all panels after they are drawn."""
    columns = min(len(panels), 2 if len(panels) == 4 else most)
    rows = math.ceil(len(panels) / columns)
    figure, grid = new_figure(0.6 + height * rows, rows, columns, **{"sharey": True, **keywords})
    for one in grid.flat[len(panels):]:
        one.remove()
    axes = list(grid.flat)[:len(panels)]
    for one, (heading, data) in zip(axes, panels.items()):
        draw(one, data)
        one.set_title(textwrap.fill(heading, TITLE_LETTERS // columns))
        one.tick_params(labelleft=True)
    if ylim:
        axes[0].set_ylim(*ylim)
    draw_legend(figure, first)
    alt = " ".join([*map(lambda one: describe(one, show), axes), note]).strip()
    return Plot(name, title, alt, to_svg(figure, name))


def describe(axes, show):
    """Returns in words what a panel shows: its axes, and the range of each line and of each kind of bar."""
    ranges = {}
    for handle, label in zip(*axes.get_legend_handles_labels()):
        ranges.setdefault(label, []).extend(values_of(handle))
    words = [f"{label} {' to '.join(dict.fromkeys((show(min(values)), show(max(values)))))}" for label, values in ranges.items()]
    labels = " against ".join(filter(None, (axes.get_ylabel(), axes.get_xlabel())))
    return ": ".join(filter(None, (" ".join(axes.get_title(loc="left").split()), labels, "; ".join(words)))) + "."


def values_of(handle):
    """Returns the figures of a line, of bars, or of steps."""
    if isinstance(handle, BarContainer):
        return [bar.get_height() if handle.orientation == "vertical" else bar.get_width() for bar in handle]
    line = handle[0] if isinstance(handle, ErrorbarContainer) else handle
    return line.get_ydata() if hasattr(line, "get_ydata") else line.get_data().values


def draw_legend(figure, first):
    """Draws a legend with every label once. It is above the axes at the left, so that narrow screens show it. The figure
    grows by the height of the legend."""
    found = {}
    for one in figure.axes:
        for handle, label in zip(*one.get_legend_handles_labels()):
            found.setdefault(textwrap.fill(label, LEGEND_LETTERS - 9), handle)
    if not found:
        return
    labels = sorted(found, key=[*first, *found].index)
    columns = LEGEND_LETTERS // (9 + max(map(len, labels)))  # a sample of the line is as wide as 9 letters
    legend = figure.legend([found[label] for label in labels], labels, loc="upper left", ncols=columns, borderaxespad=0)
    height = legend.get_window_extent().height / figure.dpi
    figure.set_figheight(figure.get_figheight() + max(0, height - LEGEND_LINE))
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - max(height, LEGEND_LINE) / figure.get_figheight()))


class Decades(LogLocator):
    """Ticks at 0.1, 1, 10, and between them if the axis is short."""

    def tick_values(self, low, high):
        self.set_params(subs=(1, 2, 5) if high < 100 * low else (1,))
        return super().tick_values(low, high)


def set_axis(axes, which, label, scale="log", show=None):
    """Labels the axis "x" or "y". Scales: linear, log, or bytes, which is logarithmic with powers of two. show(value) gives
    the text of a tick."""
    axis = getattr(axes, f"{which}axis")
    axis.set_label_text(label)
    if scale != "linear":
        getattr(axes, f"set_{which}scale")("log")
        axis.set_major_locator(LogLocator(2, numticks=6) if scale == "bytes" else Decades())
        axis.set_minor_formatter(NullFormatter())
    if scale == "bytes":
        axis.set_minor_locator(NullLocator())
    show = show or {"linear": text.number, "bytes": text.size}.get(scale, lambda value: text.significant(value, 1))
    axis.set_major_formatter(lambda value, _: show(value))


def set_bars(axes, which, labels, places=None, **keywords):
    """Names the bars along the axis "x" or "y", which has no grid."""
    getattr(axes, f"set_{which}ticks")(range(len(labels)) if places is None else places, labels, **keywords)
    axes.grid(axis=which, visible=False)


def stack_bars(axes, bars, colours, show):
    """Draws horizontal bars of several parts; bars: {name: {part: length}}. The whole length stands next to each bar."""
    for place, parts in enumerate(bars.values()):
        end = 0
        for part, length in parts.items():
            axes.barh(place, length, 0.72, left=end, label=part, color=colours[part])
            end += length
        beside(axes, show(end), (end, place), (4, 0))
    set_bars(axes, "y", list(bars))
    axes.set_xlim(right=1.2 * axes.get_xlim()[1])
    axes.invert_yaxis()


def plot_kernel(axes, kernel, x, y, dashed=None, names=(), **style):
    """Draws a line of a kernel, such as "DWF4" or "DWF4, Grid", in its colour, a dashed line for comparison, and names."""
    colour = KERNEL_COLOURS.get(kernel.partition(",")[0])
    axes.plot(x, y, **{"marker": KERNEL_MARKERS.get(kernel), "label": kernel, "color": colour, **style})
    if dashed:
        axes.plot(x, dashed, "--", linewidth=1.1, color=colour)
    for *place, name in zip(x, y, names) if names else ():
        beside(axes, name, place, (-5, -4), annotation_clip=True, ha="right", va="top", color=colour)


def plot_kernels(name, title, panels, x, y, ticks=(), highest=math.inf, note=""):
    """Returns a plot of lines of kernels; panels: {title: {kernel: (x, y, y of a dashed line or None, names of points)}}. `x`
    and `y` are label and scale of the axes. `ticks` are the ticks of the x axis. Figures above `highest` stand at the edge."""
    def draw(axes, lines):
        for kernel, line in lines.items():
            plot_kernel(axes, kernel, *line)
        set_axis(axes, "x", *x)
        set_axis(axes, "y", *y)
        if ticks:
            axes.set_xticks(ticks)
            axes.minorticks_off()
        cut(axes, highest, [(place, figure, f"{kernel} {name}".strip()) for kernel, (places, figures, _, names) in lines.items()
                            for place, figure, name in itertools.zip_longest(places, figures, names, fillvalue="")])

    return plot(name, title, panels, draw, 2.8, note, first=KERNEL_COLOURS, ylim=None if y[1] == "log" else (0, None))


def series_style(place):
    """Returns colour and marker of a line by its place among the lines."""
    return {"color": SERIES[place % len(SERIES)], "marker": MARKERS[place % len(MARKERS)]}


def beside(axes, label, place, offset, **style):
    """Writes a label next to a place, at an offset in points."""
    axes.annotate(label, place, xytext=offset, textcoords="offset points", **{"va": "center", "fontsize": 9, **style})


def mark_sizes(axes, sizes, **style):
    """Draws an upright line at each size, named at its left; sizes: [(bytes, name)]."""
    for size, name in sizes:
        axes.axvline(size, **style)
        beside(axes, name, (size, 0.03), (-3, 0), xycoords=axes.get_xaxis_transform(), ha="right", va="baseline",
               color=LIGHT["muted"])


def cut(axes, top, points):
    """Ends the upright axis at `top` or lower, and writes at its edge what lies beyond it; points: [(x, value, text)]."""
    beyond = {}
    for x, value, label in points:
        if value > top:
            beyond.setdefault(x, []).append(f"↑ {label} {text.number(value)}")
            axes.set_ylim(top=top)
    for x, labels in beyond.items():
        axes.annotate("\n".join(labels), (x, 1), xycoords=axes.get_xaxis_transform(), ha="center", va="top", fontsize=8.5)


def draw_squares(axes, rows, norm, show):
    """Draws a heat map with the first row on top, and returns its colour bar. Values that are not a number stay blank."""
    mesh = axes.pcolormesh(rows, cmap=COLOURS, norm=norm, edgecolors=LIGHT["ground"],
                           linewidth=1 if len(rows[0]) <= MOST_NUMBERED else 0)
    bar = axes.figure.colorbar(mesh, ax=axes, fraction=0.05)
    bar.ax.yaxis.set_major_formatter(lambda value, _: show(value))
    bar.ax.minorticks_off()
    bar.solids.set_edgecolor("face")  # no seams between its colours
    bar.outline.set_visible(False)
    axes.grid(visible=False)
    axes.invert_yaxis()
    return bar
