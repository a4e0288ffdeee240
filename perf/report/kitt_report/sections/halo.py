# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Bandwidth of the exchange of faces against the size of a message."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table, by_size, legend, panels, plot, used
from kitt_report.theme import DASHES, MARKERS, SERIES, new_figure


def section(runs):
    result = Section("halo", "Halo exchange")
    with_cells = [run for run in runs if run.cells("halo")]
    if not with_cells:
        result.missing = ("no run exchanged faces alone (kitt halo and kitt itt do, on two or more "
                          "ranks)")
        return result
    result.intro = ("Faces exchanged with nothing behind them: MB (10⁶ bytes) sent per second and "
                    "node, from the median time, against the bytes of one face, which is one "
                    "message. Upright strokes reach from the slowest to the fastest exchange. "
                    "Colours: directions exchanged at once; dashes: by messages (mpi) or "
                    "inside a node through shared memory (shm).")
    result.parts = [lines(with_cells), *(table(run) for run in with_cells)]
    return result


def kinds_of(runs):
    """Everything that was exchanged, all directions at once first: (directions, transport)."""
    found = {(c["directions"], c["transport"]) for run in runs for c in run.cells("halo")}
    return sorted(found, key=lambda kind: (-len(kind[0]), kind))


def lines(runs):
    rows, columns = panels(len(runs), most=2)
    figure, axes = new_figure(0.6 + 3.6 * rows, rows, columns, sharey=True)
    kinds = kinds_of(runs)
    for one, run in zip(used(axes, len(runs)), runs):
        draw(one, run, kinds)
    legend(figure, axes, first=[" by ".join(kind) for kind in kinds])
    best = max((c["one_way"]["mb_per_s_per_node"], c["directions"], c["transport"], c["face_bytes"])
               for run in runs for c in run.cells("halo"))
    alt = (f"Line chart of MB/s per node sent against bytes per face, one line per directions and "
           f"transport. Fastest: {best[1]} by {best[2]} at {text.size(best[3])} with "
           f"{text.number(best[0])} MB/s per node.")
    return plot(figure, "halo-by-size", "Halo bandwidth by message size", alt)


def draw(axes, run, kinds):
    directions = list(dict.fromkeys(kind[0] for kind in kinds))
    transports = sorted({kind[1] for kind in kinds})
    for kind in kinds:
        cells = sorted((c for c in run.cells("halo") if (c["directions"], c["transport"]) == kind),
                       key=lambda c: c["face_bytes"])
        if not cells:
            continue
        rates = [c["one_way"] for c in cells]
        middle = [rate["mb_per_s_per_node"] for rate in rates]
        reach = [[m - rate["minimum_mb_per_s_per_node"] for m, rate in zip(middle, rates)],
                 [rate["maximum_mb_per_s_per_node"] - m for m, rate in zip(middle, rates)]]
        place = directions.index(kind[0])
        axes.errorbar([c["face_bytes"] for c in cells], middle, yerr=reach, elinewidth=0.8,
                      color=SERIES[place % len(SERIES)], marker=MARKERS[place % len(MARKERS)],
                      linestyle=DASHES[transports.index(kind[1])], label=" by ".join(kind))
    by_size(axes, run.label, "bytes of a face (one message)", "MB/s per node, one way")


def table(run):
    def rate(of):
        return [text.number(of["mb_per_s_per_node"]),
                f"{text.number(of['minimum_mb_per_s_per_node'])} … "
                f"{text.number(of['maximum_mb_per_s_per_node'])}"]

    rows = [[c["directions"], c["transport"], str(c["l"]), str(c["ls"]), c["precision"],
             text.size(c["face_bytes"]), *rate(c["one_way"]), doubt.error_percent(c), *rate(c["both_ways"]),
             text.seconds(c["seconds"]["median"])] for c in run.cells("halo")]
    return Table(f"Halo exchange, {run.label}",
                 ["<Faces of", "<By", "L", "Ls", "<Precision", "Face", "One way (MB/s per node)",
                  "Min … max", doubt.ERROR_COLUMN, "Both ways (MB/s per node)", "Min … max", "Time (per exchange)"],
                 rows, folded=len(rows) > 12)
