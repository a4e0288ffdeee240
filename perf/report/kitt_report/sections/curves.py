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
    dashes: str = "kernel"  # key of what dashes tell apart
    show: callable = text.significant
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
                        ("variant", "parameters.fresh_buffers", "parameters.hugepages")),
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
    """Draws one panel for each run, and a line for each colour and dash."""
    curves, title = CURVES[kind], kinds_of_cells()[kind]["description"]
    cells = {run.path: [cell for cell in run.cells(kind) if value_at(cell, curves.size)] for run in runs}
    everything = [cell for found in cells.values() for cell in found]
    if not everything:
        return []
    colours, dashes, names = names_of_lines(curves, everything)
    figure, axes, flat = panels(len(runs), 3.6, most=2)
    for one, run in zip(flat, runs):
        for name in dict.fromkeys(names.values()):
            found = [cell for cell in cells[run.path] if names[id(cell)] == name]
            if found:
                style = {**series_style(colours.index(name[0])), "linestyle": DASHES[dashes.index(name[1]) % len(DASHES)]}
                draw_line(one, curves, found, run.nodes if curves.per_node else 1, label=", ".join(filter(None, name)), **style)
        if kind == "memory":
            mark_caches(one, run)
        by_bytes(one, run.label, curves.xlabel, curves.ylabel, curves.show if curves.show is text.seconds else None)
    legend(figure, axes)
    return [plot(figure, f"{kind}-by-size", f"{title} by size",
                 f"Line chart of {curves.ylabel} against {curves.xlabel}. {describe_ends(curves, everything, names)}")]


def names_of_lines(curves, cells):
    """Returns names of colours, names of dashes, and {id of a cell: (colour, dash)}. They name only what differs."""
    differ = [keys for keys in curves.colours if len({value_at(cell, keys) for cell in cells}) > 1] or curves.colours[:1]
    dash = curves.dashes if len({value_at(cell, curves.dashes) for cell in cells}) > 1 else None
    names = {id(cell): (", ".join(filter(None, (words(cell, keys) for keys in differ))),
                        words(cell, dash) if dash and dash not in differ else "") for cell in cells}
    return *(list(dict.fromkeys(name[place] for name in names.values())) for place in (0, 1)), names


def draw_line(axes, curves, cells, nodes, **style):
    """Draws the cells of one line, with sizes divided by `nodes`. Upright strokes reach from the lowest to the highest figure where a cell has them."""
    cells = sorted(cells, key=lambda cell: value_at(cell, curves.size))
    sizes, middle = ([value_at(cell, keys) for cell in cells] for keys in (curves.size, curves.figure))
    parent, _, key = curves.figure.rpartition(".")
    ends = [[value_at(cell, f"{parent}.{end}_{key}") for cell in cells] for end in ("minimum", "maximum")]
    reach = None if None in ends[0] + ends[1] else [[m - low for m, low in zip(middle, ends[0])],
                                                    [high - m for m, high in zip(middle, ends[1])]]
    axes.errorbar([size / nodes for size in sizes], middle, yerr=reach, elinewidth=0.8, **style)


def mark_caches(axes, run):
    """Marks what the caches of a node hold together."""
    left, right = axes.get_xlim()
    sizes = [(level["capacity_bytes"], level["level"]) for level in (run.ceilings or {"levels": []})["levels"]
             if level["capacity_bytes"]]
    mark_sizes(axes, [one for one in sizes if left < one[0] < right], color=LIGHT["muted"], linewidth=1, linestyle=":")


def describe_ends(curves, cells, names):
    ends = {"Highest": max(cells, key=lambda cell: value_at(cell, curves.figure)),
            "lowest": min(cells, key=lambda cell: value_at(cell, curves.figure))}
    return "; ".join(f"{which}: {', '.join(filter(None, names[id(cell)]))} at {text.size(value_at(cell, curves.size))} with "
                     f"{curves.show(value_at(cell, curves.figure))}" for which, cell in ends.items()) + "."
