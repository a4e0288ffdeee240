# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Messages between pairs of ranks: bandwidth against size, latency, saturation."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table, by_size, legend, panels, plot, used
from kitt_report.record import parameter
from kitt_report.theme import DASHES, MARKERS, SERIES, new_figure

USUAL = {"buffers": "window", "rma_window": "allocate", "sync": "flush", "target": "waiting"}


def section(runs):
    result = Section("messages", "Messages between two ranks")
    with_cells = [run for run in runs if run.cells("p2p")]
    if not with_cells:
        result.missing = "no run measured messages between two ranks (kitt p2p does)"
        return result
    result.intro = ("MB (10⁶ bytes) per second of all pairs together, from the median time, against the bytes "
                    "of a message. Ping-pong: one message to and fro; one-way: a window of messages at once; "
                    "both-ways: a window from each side, both counted. Colours: patterns; dashes: pairs that "
                    "talk at once.")
    result.parts = [lines(with_cells), *(table(run) for run in with_cells)]
    return result


def pattern_of(cell):
    """With what the cell does in another way than usual: "put (create, pscw)". Older cells lack the choice."""
    found = [cell["parameters"].get(name, usual) for name, usual in USUAL.items()]
    other = [value for value, usual in zip(found, USUAL.values()) if value != usual]
    return cell["kernel"] + (f" ({', '.join(other)})" if other else "")


def kinds_of(runs):
    """Patterns and numbers of pairs, in the order they were measured."""
    return list(dict.fromkeys((pattern_of(c), parameter(c, "pairs")) for run in runs
                              for c in run.cells("p2p")))


def name_of(kind):
    return f"{kind[0]}, {text.count(kind[1], 'pair')}"


def lines(runs):
    rows, columns = panels(len(runs), most=2)
    figure, axes = new_figure(0.6 + 3.6 * rows, rows, columns, sharey=True)
    kinds = kinds_of(runs)
    for one, run in zip(used(axes, len(runs)), runs):
        draw(one, run, kinds)
    legend(figure, axes, first=[name_of(kind) for kind in kinds])
    best = max((c["mb_per_s"], pattern_of(c), parameter(c, "bytes"), parameter(c, "pairs"))
               for run in runs for c in run.cells("p2p"))
    alt = (f"Line chart of MB/s of all pairs against bytes per message, one line per pattern and number of "
           f"pairs. Fastest: {name_of((best[1], best[3]))} at {text.size(best[2])} with {text.number(best[0])} "
           f"MB/s.")
    return plot(figure, "messages-by-size", "Bandwidth by size of message", alt)


def draw(axes, run, kinds):
    patterns = list(dict.fromkeys(kind[0] for kind in kinds))
    pairs = sorted({kind[1] for kind in kinds})
    for kind in kinds:
        cells = sorted((c for c in run.cells("p2p") if (pattern_of(c), parameter(c, "pairs")) == kind),
                       key=lambda c: parameter(c, "bytes"))
        if not cells:
            continue
        place = patterns.index(kind[0])
        axes.plot([parameter(c, "bytes") for c in cells], [c["mb_per_s"] for c in cells],
                  color=SERIES[place % len(SERIES)], marker=MARKERS[place % len(MARKERS)],
                  linestyle=DASHES[pairs.index(kind[1]) % len(DASHES)], label=name_of(kind))
    by_size(axes, run.label, "bytes of a message", "MB/s of all pairs")


def table(run):
    rows = [[pattern_of(c), c["variant"], text.size(parameter(c, "bytes")), str(parameter(c, "window")),
             str(parameter(c, "pairs")),
             text.seconds(c["one_way_seconds"]) if c["one_way_seconds"] is not None else "",
             text.number(c["mb_per_s"], 1), doubt.error_percent(c), text.number(c["messages_per_s"]),
             text.seconds(c["seconds"]["median"])] for c in run.cells("p2p")]
    return Table(f"Messages between two ranks, {run.label}",
                 ["<Pattern", "<Run", "Message", "Window", "Pairs", "One way", "All pairs (MB/s)", doubt.ERROR_COLUMN,
                  "All pairs (messages/s)", "Time (per call)"], rows, folded=len(rows) > 12)
