# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What a page is made of."""

import dataclasses
import math
import textwrap

from matplotlib.ticker import FixedLocator, LogLocator, NullFormatter, NullLocator

from kitt_report import text
from kitt_report.theme import KERNEL_COLOURS, KERNEL_MARKERS, LIGHT, MARKERS, SERIES, new_figure, to_svg

WIDE = 10  # a table with more columns than this may be wider than the text
LEGEND_SHARE = 0.55  # part of a figure's width that a narrow screen shows without scrolling
LEGEND_LETTERS = 60  # most letters in one line of a legend
LEGEND_LINE = 0.27  # height of a line in inches; figures have room for one line
TITLE_SHARE = 0.84  # part of a panel's width that is left for a title by the axis labels


@dataclasses.dataclass
class Plot:
    """`alt` says in words what the plot shows, for those who do not see it."""

    name: str
    title: str
    alt: str
    svg: str


@dataclasses.dataclass
class Table:
    """Columns whose name begins with < are text, the others figures; rows are texts."""

    caption: str
    columns: list
    rows: list
    folded: bool = False
    notes: list = dataclasses.field(default_factory=list)  # what each column is; shown where the pointer rests

    @property
    def is_wide(self):
        return len(self.columns) > WIDE


def plot(figure, name, title, alt):
    for axes in figure.axes:
        if axes.get_title(loc="left"):  # colour bars have neither a title nor a place in the grid
            wrap_title(axes)
    return Plot(name, title, alt, to_svg(figure, name))


def wrap_title(axes):
    """Breaks a title into lines that end where the next panel begins."""
    title = axes._left_title
    whole = axes.get_title(loc="left")
    room = TITLE_SHARE * axes.figure.bbox.width / axes.get_subplotspec().get_gridspec().ncols
    width = title.get_window_extent().width
    letters = len(whole)
    while width > room and letters > 8:
        letters = min(letters - 1, int(letters * room / width))
        title.set_text(textwrap.fill(whole, letters))
        width = title.get_window_extent().width


def draw_one(name, title, height, draw, *given, first=()):
    """Returns a plot of one panel with a legend; draw(axes, *given) draws it and returns what it shows in words."""
    figure, axes = new_figure(height)
    alt = draw(axes[0][0], *given)
    legend(figure, axes, first)
    return plot(figure, name, title, alt)


def panels(count, height, most=3, **keywords):
    """Returns (figure, its axes, the axes of so many panels of a height in inches, at most `most` in a row)."""
    columns = min(count, 2 if count == 4 else most)
    rows = math.ceil(count / columns)
    figure, axes = new_figure(0.6 + height * rows, rows, columns, **{"sharey": True, **keywords})
    flat = [one for row in axes for one in row]
    for one in flat[count:]:
        one.set_visible(False)
    for one in flat:
        one.tick_params(labelleft=True)
    return figure, axes, flat[:count]


def kernel_panels(lines, height, xlabel, ylabel):
    """Draws a panel for each title and a line for each kernel; lines: {(title, kernel): (x, y, y of a dashed line or None)}.
    Returns (figure, its axes, {title: panel})."""
    titles = dict.fromkeys(title for title, _ in lines)
    figure, axes, flat = panels(len(titles), height)
    found = dict(zip(titles, flat))
    for (title, kernel), (x, solid, dashed) in lines.items():
        style = {"color": KERNEL_COLOURS[kernel]}
        found[title].plot(x, solid, marker=KERNEL_MARKERS[kernel], label=kernel, **style)
        if dashed:
            found[title].plot(x, dashed, "--", linewidth=1.1, **style)
        found[title].set(title=title, xlabel=xlabel, ylabel=ylabel)
    return figure, axes, found


def legend(figure, axes, first=()):
    """Draws a legend with every label of the axes once. It is above the axes at the left, so that narrow screens show it.
    Labels in `first` come first. The figure grows by the height of the legend."""
    found = {}
    for one in (one for row in axes for one in row):
        for handle, label in zip(*one.get_legend_handles_labels()):
            found.setdefault(label, handle)
    labels = sorted(found, key=[*first, *found].index)
    box = place_legend(figure, [found[label] for label in labels],
                       [textwrap.fill(label, LEGEND_LETTERS) for label in labels])
    height = max(box.height / figure.dpi, LEGEND_LINE)
    figure.set_figheight(figure.get_figheight() + height - LEGEND_LINE)
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - height / figure.get_figheight()))


def place_legend(figure, handles, labels):
    """Draws a legend with as many columns as fit. Returns its box in pixels."""
    for columns in range(max(1, len(labels)), 0, -1):
        placed = figure.legend(handles, labels, loc="upper left", ncols=columns, borderaxespad=0)
        box = placed.get_window_extent()
        if columns == 1 or box.width <= LEGEND_SHARE * figure.bbox.width:
            return box
        placed.remove()


def series_style(place):
    """Returns colour and marker of a line by its place among the lines."""
    return {"color": SERIES[place % len(SERIES)], "marker": MARKERS[place % len(MARKERS)]}


def thousands(axis):
    axis.set_major_formatter(lambda value, _: text.number(value))


def by_bytes(axes, title, xlabel, ylabel, show=None):
    """Labels axes of something against bytes, both logarithmic; after drawing. Each panel of a row keeps its labels."""
    axes.set(xscale="log", yscale="log", title=title, xlabel=xlabel, ylabel=ylabel)
    if axes.has_data():
        powers_of_two(axes.xaxis)
    plain_decades(axes.yaxis, show)


def powers_of_two(axis, most=6):
    """Labels a logarithmic axis of bytes with at most so many powers of two."""
    low, high = (math.log2(end) for end in axis.get_view_interval())
    step = max(1, math.ceil((high - low) / most))
    first = step * math.ceil(low / step)
    axis.set_major_locator(FixedLocator([2**power for power in range(first, int(high) + 1, step)]))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(lambda value, _: text.size(value))


def mark_sizes(axes, sizes, **style):
    """Draws an upright line at each size, named at its left; sizes: [(bytes, name)]."""
    for size, name in sizes:
        axes.axvline(size, **style)
        axes.annotate(name, (size, 0.03), xytext=(-3, 0), xycoords=axes.get_xaxis_transform(), ha="right", fontsize=9,
                      textcoords="offset points", color=LIGHT["muted"])


def cut(axes, top, points):
    """Ends the upright axis at `top` or lower, and writes at its edge what lies beyond it; points: [(x, value, text)]."""
    beyond = {}
    for x, value, label in points:
        if value > top:
            beyond.setdefault(x, []).append(f"↑ {label}")
    if beyond:
        axes.set_ylim(top=top)
    for x, labels in beyond.items():
        axes.annotate("\n".join(labels), (x, 1), xycoords=axes.get_xaxis_transform(), ha="center",
                      va="top", fontsize=8.5)


def plain_decades(axis, show=None):
    """Labels a logarithmic axis 0.1, 1, 10, and between them if it is short; after drawing."""
    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 100 * low else (1,)))
    axis.set_major_formatter(lambda value, _: show(value) if show else text.significant(value, 1))
    axis.set_minor_formatter(NullFormatter())
