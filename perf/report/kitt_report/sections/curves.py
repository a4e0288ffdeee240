# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of cells against a size in bytes, as lines: bandwidths, rates and times."""

import dataclasses

from kitt_report import text
from kitt_report.parts import by_bytes, legend, mark_sizes, panels, plot, series_style
from kitt_report.record import value_at
from kitt_report.schema import kinds_of_cells
from kitt_report.theme import DASHES, LIGHT


@dataclasses.dataclass
class Curves:
    """What is drawn of a kind of cell. Keys lead to values in a cell: "parameters.bytes"."""

    size: str
    figure: str
    xlabel: str
    ylabel: str
    colours: tuple  # keys of what colours tell apart
    dashes: str = ""  # key of what dashes tell apart
    show: callable = None  # how the figure is written, if it is not a plain number
    per_node: bool = False  # the size is that of all nodes, and drawn per node


CURVES = {
    "memory": Curves("bytes", "gb_per_s_per_node", "bytes moved per call and node", "GB/s per node", ("kernel",),
                     per_node=True),
    "halo": Curves("face_bytes", "one_way.mb_per_s_per_node", "bytes of a face (one message)", "MB/s per node, one way",
                   ("directions",), "transport"),
    "stencil": Curves("parameters.bytes", "mb_per_s_per_node", "bytes of a message", "MB/s per node",
                      ("kernel", "parameters.dims", "variant", "parameters.cold_cache_bytes", "parameters.hugepages"),
                      "parameters.messages"),
    "p2p": Curves("parameters.bytes", "mb_per_s", "bytes of a message", "MB/s of all pairs",
                  ("kernel", "parameters.buffers", "parameters.rma_window", "parameters.sync", "parameters.target"),
                  "parameters.pairs"),
    "collectives": Curves("parameters.bytes", "seconds.median", "bytes of a block", "time of an operation", ("kernel",),
                          show=text.seconds),
    "hash": Curves("parameters.entry_bytes", "operations_per_s", "bytes of an entry", "operations/s of all ranks",
                   ("kernel",), "parameters.batch"),
    "transpose": Curves("parameters.bytes", "mb_per_s_per_task", "bytes of a block", "MB/s per rank",
                        ("variant", "parameters.fresh_buffers", "parameters.hugepages"), "kernel"),
}


def words(cell, keys):
    """Returns a value as part of a line's name: "put", "2 pairs", "sync flush", "fresh buffers"."""
    value, name = value_at(cell, keys), keys.rpartition(".")[2].replace("_", " ")
    if value in (None, "", "no") or "." not in keys:
        return value if value != "no" else ""
    if value == "yes":
        return name
    return text.count(value, name[:-1]) if isinstance(value, int) and name.endswith("s") else f"{name} {value}"


def draw_curves(kind, runs):
    """Draws one panel for each run, and a line for each colour and dash. Names of lines tell only what differs."""
    curves, title = CURVES[kind], kinds_of_cells()[kind]["description"]
    cells = [(run, cell) for run in runs for cell in run.cells(kind) if value_at(cell, curves.size)]
    if not cells:  # operations without data, such as barriers, are only in the table
        return []

    def differ(*choices):
        return [keys for keys in choices if len({value_at(cell, keys) for _, cell in cells}) > 1]

    choices = differ(*curves.colours) or curves.colours[:1], differ(curves.dashes)
    lines = {}
    for run, cell in cells:
        name = tuple(", ".join(filter(None, (words(cell, keys) for keys in chosen))) for chosen in choices)
        lines.setdefault(name, {}).setdefault(run.label, []).append(cell)
    colours, dashes = (list(dict.fromkeys(name[place] for name in lines)) for place in (0, 1))
    figure, axes, flat = panels(len(runs), 3.6, most=2)
    for one, run in zip(flat, runs):
        for name, found in lines.items():
            draw_line(one, curves, found.get(run.label, []), run.nodes if curves.per_node else 1, label=join(name),
                      linestyle=DASHES[dashes.index(name[1]) % len(DASHES)], **series_style(colours.index(name[0])))
        by_bytes(one, run.label, curves.xlabel, curves.ylabel, curves.show)
        if kind == "memory":
            mark_caches(one, run)
    legend(figure, axes)
    ends = sorted((value_at(cell, curves.figure), value_at(cell, curves.size), join(name))
                  for name, found in lines.items() for of_run in found.values() for cell in of_run)
    words_of_ends = "; ".join(f"{which}: {name} at {text.size(size)} with {(curves.show or text.significant)(figure)}"
                              for which, (figure, size, name) in zip(("Highest", "lowest"), ends[:-2:-1] + ends[:1]))
    return [plot(figure, f"{kind}-by-size", f"{title} by size",
                 f"Line chart of {curves.ylabel} against {curves.xlabel}. {words_of_ends}.")]


def join(name):
    return ", ".join(filter(None, name))


def draw_line(axes, curves, cells, nodes, **style):
    """Draws the cells of one line, with sizes divided by `nodes`. Upright strokes reach from the lowest to the highest
    figure if the cells have both."""
    cells = sorted(cells, key=lambda cell: value_at(cell, curves.size))
    parent, _, key = curves.figure.rpartition(".")
    sizes, middle, least, most = ([value_at(cell, keys) for cell in cells] for keys in (
        curves.size, curves.figure, f"{parent}.minimum_{key}", f"{parent}.maximum_{key}"))
    reach = None if None in least + most else [[m - low for m, low in zip(middle, least)],
                                               [high - m for m, high in zip(middle, most)]]
    if cells:
        axes.errorbar([size / nodes for size in sizes], middle, yerr=reach, elinewidth=0.8, **style)


def mark_caches(axes, run):
    """Marks what the caches of a node hold together."""
    left, right = axes.get_xlim()
    mark_sizes(axes, [(level["capacity_bytes"], level["level"]) for level in (run.ceilings or {"levels": []})["levels"]
                      if left < (level["capacity_bytes"] or 0) < right], color=LIGHT["muted"], linewidth=1, linestyle=":")
