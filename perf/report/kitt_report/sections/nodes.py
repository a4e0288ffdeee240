# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Heat maps and slow members of `kitt nodes`: each figure on each node, and each link between two nodes."""

import math

from matplotlib.colors import Normalize

from kitt_report import text
from kitt_report.parts import MOST_NUMBERED, Table, draw_squares, plot

MOST_SQUARES = 128  # in a row; more nodes are drawn in groups
MOST_WRITTEN = 8  # most nodes in a row whose squares have room for figures
LEAST_SCALE = 0.1  # smallest excess with the brightest colour, so that noise does not look like a fault


def parts(kind, runs):
    """Returns the parts of the section without the table that every kind of cells has."""
    return [part for place, run in enumerate(runs, 1) for part in parts_of(run, run.cells(kind), place)]


def parts_of(run, cells, place):
    links = {f"{cell['kernel']}: excess of each link (%)": cell for cell in cells if "link_seconds" in cell}
    found = [plot(f"nodes-figures-{place}", f"Excess of each node over a typical node, {run.label}",
                  {"excess (%)": cells}, draw_figures, 1 + 0.35 * len(cells), describe_slow(run, "nodes"))]
    if links:
        found += [plot(f"nodes-links-{place}", f"Excess of each link over a typical link, {run.label}", links,
                       draw_links, 3.7, describe_slow(run, "links"), sharey=False)]
    return found + [table_of_slow(run, what) for what in ("nodes", "links") if slow_members(run, what)]


def draw_figures(axes, cells):
    """Draws a row for each figure, and a column for each node."""
    rows = [[node["excess"] for node in cell["nodes"]] for cell in cells]
    draw_excess(axes, [[max(group) for group in grouped(row)] for row in rows])
    axes.set_yticks([place + 0.5 for place in range(len(cells))], [cell["kernel"] for cell in cells])
    name_nodes(axes, "x", cells[0]["nodes"])


def draw_links(axes, cell):
    """Draws a square for each pair of nodes, at both of its places."""
    nodes = cell["nodes"]
    groups = list(grouped(range(len(nodes))))
    draw_excess(axes, [[max((excess(cell, a, b) for a in one for b in other if a != b), default=math.nan)
                        for other in groups] for one in groups])
    for which in "xy":
        name_nodes(axes, which, nodes)
    axes.set_aspect("equal")


def excess(cell, a, b):
    first, second = sorted((a, b))
    return cell["link_seconds"][first][second - first - 1] / cell["node_limit"]["typical"] - 1


def grouped(values):
    """Yields the values in groups, of one value each if there are few."""
    size = -(-len(values) // MOST_SQUARES)
    return (values[start:start + size] for start in range(0, len(values), size))


def draw_excess(axes, rows):
    most = max((value for row in rows for value in row if not math.isnan(value)), default=0)
    norm = Normalize(0, max(most, LEAST_SCALE))
    draw_squares(axes, rows, norm, text.percent)
    for y, row in enumerate(rows if len(rows[0]) <= MOST_WRITTEN else []):
        for x, value in enumerate(row):
            if not math.isnan(value):
                axes.text(x + 0.5, y + 0.5, text.percent(value, 0), ha="center", va="center", fontsize=8,
                          color="black" if norm(value) > 0.55 else "white")


def name_nodes(axes, which, nodes):
    """Writes the names of the nodes. If there are many nodes, writes the numbers of at most 16 of them."""
    size = -(-len(nodes) // MOST_SQUARES)
    squares = -(-len(nodes) // size)
    if squares <= MOST_NUMBERED:
        places, names = range(squares), [node["host"] for node in nodes]
    else:
        places = range(0, squares, -(-squares // MOST_NUMBERED))
        names = [str(size * place) for place in places]
    turned = {"rotation": 45, "ha": "right"} if which == "x" and max(map(len, names)) > 3 else {}
    getattr(axes, f"set_{which}ticks")([place + 0.5 for place in places], names, **turned)
    getattr(axes, f"set_{which}label")("node" if size == 1 else f"node; a square is the worst of {size}")


def slow_members(run, what):
    """Returns the slow nodes or links. Returns None if the run ended before it judged them."""
    return run.summary.get("slow", {}).get(what)


def describe_slow(run, what):
    slow = slow_members(run, what)
    if slow is None:
        return "Not judged, because the run did not end."
    return f"Slow {what}: " + ("; ".join(f"{one['name']} ({one['figures']})" for one in slow[:10]) or "none") + "."


def table_of_slow(run, what):
    return Table(f"Slow {what}, {run.label}", [{f"<{what[:-1].capitalize()}": one["name"], "Excess (%)": text.percent(one["excess"]),
                                                "<Figures": one["figures"]} for one in slow_members(run, what)])
