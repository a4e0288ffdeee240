# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Points of a sweep: the best of ranks and threads, curves over ranks, times."""

from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator, NullLocator

from kitt_report import text
from kitt_report.parts import Table, legend, plot, series_style
from kitt_report.theme import DASHES, LIGHT, SERIES, new_figure

STRONGEST = 0.55  # opacity of the best point's colour: what is written on it stays readable


def parts(sweeps):
    found = []
    for number, sweep in enumerate(sweeps, 1):
        measured = [p for p in sweep["points"] if p["figure"] is not None]
        if measured:
            found += [matrix(sweep, measured, f"sweep-matrix-{number}"), curves(sweep, measured, f"sweep-curves-{number}")]
        found.append(points(sweep))
        if sweep.get("times_of") and settings(sweep):
            found.append(times(sweep))
    return found


def better(sweep):
    return min if sweep["figure"]["less_is_better"] else max


def name_of(sweep):
    return " ".join(["kitt", *sweep["command"]])


def unit(sweep):
    return f"{sweep['figure']['name']} ({sweep['figure']['unit']})"


def settings(sweep):
    """Returns the axes other than ranks and threads, with the cores if they are varied."""
    return [axis["name"] for axis in sweep["axes"] if axis["name"] not in ("ranks", "threads")
            and (axis["name"] != "cores" or len(axis["values"]) > 1)]


def setting(point, axis):
    if axis == "cores":
        return text.count(point["cores_per_node"], "core")
    return f"{axis.removeprefix('--')} {point['values'].get(axis, '') or 'not set'}"


def label_of(point, sweep):
    return ", ".join(setting(point, axis) for axis in settings(sweep))


def placement(point):
    return text.count(point["ranks_per_node"], "rank") + " × " + text.count(point["threads_per_rank"], "thread")


def is_best(point, sweep):
    return point["record"] == sweep["best"]


def told(sweep, measured):
    """Returns which point is best, for those who do not see the plot."""
    best, = (p for p in measured if is_best(p, sweep))
    return (f"Best: {', '.join(filter(None, (placement(best), label_of(best, sweep))))} with "
            f"{text.significant(best['figure'], 4)} {sweep['figure']['unit']}.")


def matrix(sweep, measured, name):
    """Draws a field for each number of ranks (to the right) and threads (upwards)."""
    ranks = sorted({p["ranks_per_node"] for p in measured})
    threads = sorted({p["threads_per_rank"] for p in measured})
    figure, axes = new_figure(1.2 + 0.5 * len(threads))
    axis = axes[0][0]
    for x, y, found in ((x, y, [p for p in measured if (p["ranks_per_node"], p["threads_per_rank"]) == (r, t)])
                        for x, r in enumerate(ranks) for y, t in enumerate(threads)):
        if not found:
            continue
        point = better(sweep)(found, key=lambda p: p["figure"])
        share = point.get("of_best") or 0
        axis.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=LIGHT["dwf4"], alpha=STRONGEST * share**2))
        axis.text(x, y, text.significant(point["figure"], 4) + (" ★" if is_best(point, sweep) else ""), ha="center",
                  va="center", fontsize=9.5)
    axis.grid(visible=False)
    axis.set(xlim=(-0.5, len(ranks) - 0.5), ylim=(-0.5, len(threads) - 0.5), xlabel="ranks per node",
             ylabel="threads per rank", title=unit(sweep))
    axis.set_xticks(range(len(ranks)), ranks)
    axis.set_yticks(range(len(threads)), threads)
    return plot(figure, name, f"Ranks and threads, {name_of(sweep)}",
                f"Matrix of {unit(sweep)} by ranks per node and threads per rank. {told(sweep, measured)}")


def curve_of(point, sweep):
    """Returns the name of a line: settings, and threads unless they fill the cores."""
    filled = any(axis["name"] == "threads" and axis["values"] == ["fill"] for axis in sweep["axes"])
    threads = [] if filled else [text.count(point["threads_per_rank"], "thread")]
    return ", ".join(filter(None, [*threads, label_of(point, sweep)])) or "threads fill the cores"


def curves(sweep, measured, name):
    figure, axes = new_figure(3.8)
    axis = axes[0][0]
    for place, label in enumerate(dict.fromkeys(curve_of(p, sweep) for p in measured)):
        found = sorted((p["ranks_per_node"], p["figure"]) for p in measured if curve_of(p, sweep) == label)
        axis.plot(*zip(*found), **series_style(place), linestyle=DASHES[place // len(SERIES) % len(DASHES)],
                  label=label)
    best, = (p for p in measured if is_best(p, sweep))
    axis.annotate("★", (best["ranks_per_node"], best["figure"]), xytext=(0, 6), textcoords="offset points", ha="center")
    axis.set(xscale="log", xlabel="ranks per node", ylabel=sweep["figure"]["unit"], title=unit(sweep))
    ranks = sorted({p["ranks_per_node"] for p in measured})
    axis.xaxis.set_major_locator(FixedLocator(ranks))
    axis.xaxis.set_minor_locator(NullLocator())
    axis.xaxis.set_major_formatter(lambda value, _: text.number(value))
    axis.set_ylim(bottom=0)
    legend(figure, axes)
    return plot(figure, name, f"By ranks per node, {name_of(sweep)}",
                f"Line chart of {unit(sweep)} against ranks per node, one line per setting. {told(sweep, measured)}")


def points(sweep):
    def row(point):
        run = point["run"]
        verdict = "★" if is_best(point, sweep) else "as good" if point["record"] in sweep["flat"] else ""
        return [str(point["ranks_per_node"]), str(point["threads_per_rank"]), label_of(point, sweep),
                text.significant(point["figure"], 4), verdict, text.seconds(run and run["total_seconds"]),
                text.percent(run and run["communication_share"]),
                text.significant(point["gigabytes_per_node"]), point["status"], point["reason"]]

    return Table(f"Points, {name_of(sweep)}",
                 ["Ranks per node", "Threads per rank", "<Settings", unit(sweep), "<Best", "Run", "Communication (%)",
                  "Memory (GB per node)", "<Result", "<Reason"], [row(p) for p in sweep["points"]],
                 folded=len(sweep["points"]) > 24)


def times(sweep):
    """Returns a table of times and of their speed-ups against the slowest point with as many ranks and threads."""
    kind = sweep["times_of"]
    timed = [p for p in sweep["points"] if p[kind] and p.get("speed_ups")]
    keys = ("total", "compute", "communication")
    rows = [[str(p["ranks_per_node"]), str(p["threads_per_rank"]), label_of(p, sweep),
             *(text.seconds(p[kind][f"{key}_seconds"]) for key in keys),
             *(text.number(p["speed_ups"][key], 2) for key in keys),
             text.percent(p[kind]["communication_share"])] for p in timed]
    what = f"a call of {sweep['figure']['name']}" if kind == "call" else "the run"
    return Table(f"Time of {what}, {name_of(sweep)}; speed-ups are against the slowest of as many ranks and threads",
                 ["Ranks per node", "Threads per rank", "<Settings", "Total", "Compute", "Communication",
                  "Speed-up", "of compute", "of communication", "Communication (%)"], rows, folded=len(rows) > 24)
