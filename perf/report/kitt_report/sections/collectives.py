# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Collective operations: time against size."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table, by_size, legend, panels, plot, used
from kitt_report.theme import MARKERS, SERIES, new_figure


def section(runs):
    result = Section("collectives", "Collective operations")
    with_cells = [run for run in runs if run.cells("collectives")]
    if not with_cells:
        result.missing = "no run measured operations of all ranks (kitt collectives does)"
        return result
    result.intro = ("Microseconds of one operation of all ranks, the median, against the bytes of a block: what is "
                    "broadcast, what each rank contributes, or what each sends to each other. A barrier has no "
                    "bytes and stands in the table alone.")
    result.parts = [lines(with_cells), *(table(run) for run in with_cells)]
    return result


def size_of(cell):
    return cell["parameters"]["bytes"]


def with_bytes(run):
    return [c for c in run.cells("collectives") if size_of(c) > 0]


def lines(runs):
    rows, columns = panels(len(runs), most=2)
    figure, axes = new_figure(0.6 + 3.6 * rows, rows, columns, sharey=True)
    operations = list(dict.fromkeys(c["kernel"] for run in runs for c in with_bytes(run)))
    for one, run in zip(used(axes, len(runs)), runs):
        for place, operation in enumerate(operations):
            cells = sorted((c for c in with_bytes(run) if c["kernel"] == operation), key=size_of)
            one.plot([size_of(c) for c in cells], [1e6 * c["seconds"]["median"] for c in cells],
                     color=SERIES[place % len(SERIES)], marker=MARKERS[place % len(MARKERS)], label=operation)
        by_size(one, run.label, "bytes of a block", "µs per operation")
    legend(figure, axes, first=operations)
    slowest = max((c["seconds"]["median"], c["kernel"], size_of(c)) for run in runs for c in run.cells("collectives"))
    alt = ("Line chart of microseconds against bytes of a block, one line per operation. Slowest: "
           f"{slowest[1]} of {text.size(slowest[2])} with {text.seconds(slowest[0])}.")
    return plot(figure, "collectives-by-size", "Time by size", alt)


def table(run):
    rows = [[c["kernel"], text.size(size_of(c)) if size_of(c) else "", str(c["parameters"]["ranks"]),
             text.seconds(c["seconds"]["median"]), doubt.error_percent(c),
             *(text.seconds(c["seconds"][name]) for name in ("minimum", "maximum"))]
            for c in run.cells("collectives")]
    return Table(f"Collective operations, {run.label}",
                 ["<Operation", "Block", "Ranks", "Time", doubt.ERROR_COLUMN, "Shortest", "Longest"], rows, folded=len(rows) > 12)
