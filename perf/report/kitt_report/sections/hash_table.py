# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""A table distributed over all ranks: rate against the size of entries."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table, by_size, legend, panels, plot, used
from kitt_report.record import parameter
from kitt_report.theme import DASHES, MARKERS, SERIES, new_figure

PHASES = ("construct", "traverse")


def section(runs):
    result = Section("hash", "Distributed table")
    with_cells = [run for run in runs if run.cells("hash")]
    if not with_cells:
        result.missing = "no run filled and walked a table of all ranks (kitt hash does)"
        return result
    result.intro = ("Operations per second of all ranks together, from the median time, against the bytes of an entry. "
                    "Construct: slots of the owner are reserved by a fetch-and-add, then the entry is put there. "
                    "Traverse: up to 64 bytes of an entry are got, then a compare-and-swap claims it. Colours: phases; "
                    "dashes: batches that are reserved and put at once.")
    result.parts = [lines(with_cells), *(table(run) for run in with_cells)]
    return result


def kind_of(cell):
    return cell["kernel"], parameter(cell, "batch")


def name_of(kind):
    return kind[0] if kind[1] == 1 else f"{kind[0]}, batches of {kind[1]}"


def lines(runs):
    rows, columns = panels(len(runs), most=2)
    figure, axes = new_figure(0.6 + 3.6 * rows, rows, columns, sharey=True)
    kinds = list(dict.fromkeys(kind_of(c) for run in runs for c in run.cells("hash")))
    for one, run in zip(used(axes, len(runs)), runs):
        draw(one, run, kinds)
    legend(figure, axes, first=[name_of(kind) for kind in kinds])
    best = max((c["operations_per_s"], kind_of(c), parameter(c, "entry_bytes"))
               for run in runs for c in run.cells("hash"))
    alt = ("Line chart of operations per second of all ranks against bytes of an entry, one line per phase. Fastest: "
           f"{name_of(best[1])} at {text.size(best[2])} with {text.number(best[0])} per second.")
    return plot(figure, "table-by-entry", "Operations by size of entry", alt)


def draw(axes, run, kinds):
    batches = sorted({batch for _, batch in kinds})
    for kind in kinds:
        cells = sorted((c for c in run.cells("hash") if kind_of(c) == kind), key=lambda c: parameter(c, "entry_bytes"))
        place = PHASES.index(kind[0])
        axes.plot([parameter(c, "entry_bytes") for c in cells], [c["operations_per_s"] for c in cells],
                  color=SERIES[place], marker=MARKERS[place], linestyle=DASHES[batches.index(kind[1]) % len(DASHES)],
                  label=name_of(kind))
    by_size(axes, run.label, "bytes of an entry", "operations/s of all ranks")


def single(cell, what, which):
    """Operations timed one by one; older records have none."""
    return text.number(cell[what][which], 2) if what in cell else ""


def table(run):
    rows = [[c["kernel"], text.size(parameter(c, "entry_bytes")), text.number(c["entries"]), str(parameter(c, "batch")),
             text.number(c["operations_per_s"]), doubt.error_percent(c), text.number(c["mb_per_s"], 1),
             text.number(c["microseconds_per_operation"], 2), single(c, "operation_microseconds", "median"),
             single(c, "operation_microseconds", "p99"), text.seconds(c["seconds"]["median"]),
             "" if c["claims_lost"] is None else text.number(100 * c["claims_lost"] / c["operations"], 1),
             text.number(c["busiest_counter_share"], 3), single(c, "busiest_counter_microseconds", "p99")] for c in run.cells("hash")]
    return Table(f"Distributed table, {run.label}",
                 ["<Phase", "Entry", "Entries", "Batch", "All ranks (operations/s)", doubt.ERROR_COLUMN, "All ranks (MB/s)",
                  "Of a rank (µs)", "Median (µs)", "p99 (µs)", "Time (of a phase)", "Claims lost (%)",
                  "Busiest counter (of the mean)", "Its wait (p99, µs)"],
                 rows, folded=len(rows) > 12)
