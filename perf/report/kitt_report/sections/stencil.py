# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Exchanges with neighbours: bandwidth against size."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table, by_size, legend, panels, plot, used
from kitt_report.record import parameter
from kitt_report.theme import DASHES, MARKERS, SERIES, new_figure


def section(runs):
    result = Section("stencil", "Exchange with neighbours")
    with_cells = [run for run in runs if run.cells("stencil")]
    if not with_cells:
        result.missing = "no run measured exchanges with neighbours (kitt stencil does)"
        return result
    result.intro = ("MB (10⁶ bytes) per second that the ranks of a node send to their neighbours, one way, from the "
                    "median time, against the bytes of a message. Grid: neighbours on a periodic grid of all "
                    "ranks; off-node: as many ranks of other nodes. Colours: patterns, dimensions, requests and pages; "
                    "dashes: messages to each neighbour in a call.")
    result.parts = [lines(with_cells), *(table(run) for run in with_cells)]
    return result


def exchange_of(cell):
    """What colours tell apart."""
    cold = parameter(cell, "cold_cache_bytes")
    return (f"{cell['kernel']}, {parameter(cell, 'dims')}-D"
            + (f", {cell['variant']}" if cell["variant"] != "plain" else "")
            + (f", {text.size(cold)} cold" if cold else "")
            + (f", pages {cell['parameters']['hugepages']}" if "hugepages" in cell["parameters"] else ""))


def kind_of(cell):
    return exchange_of(cell), parameter(cell, "messages")


def name_of(kind):
    return f"{kind[0]}, {text.count(kind[1], 'message')}"


def lines(runs):
    rows, columns = panels(len(runs), most=2)
    figure, axes = new_figure(0.6 + 3.6 * rows, rows, columns, sharey=True)
    cells = [c for run in runs for c in run.cells("stencil")]
    kinds = list(dict.fromkeys(kind_of(c) for c in cells))
    for one, run in zip(used(axes, len(runs)), runs):
        draw(one, run, kinds)
    legend(figure, axes, first=[name_of(kind) for kind in kinds])
    best = max(cells, key=lambda c: c["mb_per_s_per_node"])
    alt = ("Line chart of MB/s per node against bytes of a message, one line per pattern and number of messages. "
           f"Fastest: {name_of(kind_of(best))} of {text.size(parameter(best, 'bytes'))} with "
           f"{text.number(best['mb_per_s_per_node'])} MB/s per node.")
    return plot(figure, "stencil-by-size", "Bandwidth by size of message", alt)


def draw(axes, run, kinds):
    exchanges = list(dict.fromkeys(kind[0] for kind in kinds))
    messages = sorted({kind[1] for kind in kinds})
    for kind in kinds:
        cells = sorted((c for c in run.cells("stencil") if kind_of(c) == kind), key=lambda c: parameter(c, "bytes"))
        if not cells:
            continue
        place = exchanges.index(kind[0])
        axes.plot([parameter(c, "bytes") for c in cells], [c["mb_per_s_per_node"] for c in cells],
                  color=SERIES[place % len(SERIES)], marker=MARKERS[place % len(MARKERS)],
                  linestyle=DASHES[messages.index(kind[1]) % len(DASHES)], label=name_of(kind))
    by_size(axes, run.label, "bytes of a message", "MB/s per node")


def table(run):
    rows = [[exchange_of(c), text.size(parameter(c, "bytes")), str(parameter(c, "messages")),
             f"{c['pairs_per_node']:g}", f"{c['pairs_between_nodes_per_node']:g}",
             text.size(c["page_bytes_obtained"]) if c["page_bytes_obtained"] else "",
             text.number(c["mb_per_s_per_node"], 1), doubt.error_percent(c),
             text.number(c["ratio_to_small_pages"], 3) if "ratio_to_small_pages" in c else "",
             text.number(c["messages_per_s_per_node"]),
             text.seconds(c["seconds"]["median"])] for c in run.cells("stencil")]
    return Table(f"Exchange with neighbours, {run.label}",
                 ["<Pattern", "Message", "Messages", "Pairs per node", "Off-node", "Pages", "Per node (MB/s)", doubt.ERROR_COLUMN, "To small pages",
                  "Per node (messages/s)", "Time (per call)"], rows, folded=len(rows) > 12)
