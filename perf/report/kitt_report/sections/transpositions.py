# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Transpositions over rows and columns of ranks: rate of a task against size."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table, by_size, legend, panels, plot, used
from kitt_report.record import parameter
from kitt_report.theme import DASHES, MARKERS, SERIES, new_figure


def section(runs):
    result = Section("transpose", "Transpositions")
    with_cells = [run for run in runs if run.cells("transpose")]
    if not with_cells:
        result.missing = "no run exchanged blocks within rows and columns of ranks (kitt transpose does)"
        return result
    result.intro = ("MB (10⁶ bytes) per second that a rank sends to the others of its row or column, from the median "
                    "time, against the bytes that it sends each of them. Colours: methods, pages and fresh buffers; "
                    "dashes: rows and columns.")
    result.parts = [lines(with_cells), *(table(run) for run in with_cells)]
    return result


def way_of(cell):
    """What colours tell apart."""
    return (cell["variant"] + (", fresh buffers" if parameter(cell, "fresh_buffers") == "yes" else "")
            + (f", pages {cell['parameters']['hugepages']}" if "hugepages" in cell["parameters"] else ""))


def lines(runs):
    rows, columns = panels(len(runs), most=2)
    figure, axes = new_figure(0.6 + 3.6 * rows, rows, columns, sharey=True)
    cells = [c for run in runs for c in run.cells("transpose")]
    kinds = list(dict.fromkeys((way_of(c), c["kernel"]) for c in cells))
    for one, run in zip(used(axes, len(runs)), runs):
        draw(one, run, kinds)
    legend(figure, axes, first=[", ".join(kind) for kind in kinds])
    best = max(cells, key=lambda c: c["mb_per_s_per_task"])
    alt = ("Line chart of MB/s per rank against bytes of a block, one line per method and phase. "
           f"Fastest: {best['kernel']} by {way_of(best)}, {text.size(parameter(best, 'bytes'))}, with "
           f"{text.number(best['mb_per_s_per_task'])} MB/s per rank.")
    return plot(figure, "transpose-by-size", "Rate of a rank by size of block", alt)


def draw(axes, run, kinds):
    ways = list(dict.fromkeys(way for way, _ in kinds))
    for way, phase in kinds:
        cells = sorted((c for c in run.cells("transpose") if (way_of(c), c["kernel"]) == (way, phase)),
                       key=lambda c: parameter(c, "bytes"))
        if cells:
            place = ways.index(way)
            axes.plot([parameter(c, "bytes") for c in cells], [c["mb_per_s_per_task"] for c in cells],
                      color=SERIES[place % len(SERIES)], marker=MARKERS[place % len(MARKERS)],
                      linestyle=DASHES[["rows", "columns"].index(phase)], label=f"{way}, {phase}")
    by_size(axes, run.label, "bytes of a block", "MB/s per rank")


def table(run):
    rows = [[c["kernel"], way_of(c), parameter(c, "task_grid"), text.size(parameter(c, "bytes")),
             text.size(c["page_bytes_obtained"]) if c["page_bytes_obtained"] else "",
             text.number(c["mb_per_s_per_task"], 1),
             text.number(c["mb_per_s_per_link"], 1) if c["mb_per_s_per_link"] else "",
             text.number(c["mb_per_s_per_node"], 1), doubt.error_percent(c), text.percent(c["share_inside_node"]),
             text.seconds(c["seconds"]["median"])] for c in run.cells("transpose")]
    return Table(f"Transpositions, {run.label}",
                 ["<Phase", "<Method", "<Grid", "Block", "Pages", "Per task (MB/s)", "Per link (MB/s)", "Per node (MB/s)", doubt.ERROR_COLUMN,
                  "Inside node (%)", "Time (per call)"], rows, folded=len(rows) > 12)
