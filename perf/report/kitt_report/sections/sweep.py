# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Points of a sweep: the best of ranks and threads, curves over ranks, times."""

from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator, NullLocator

from kitt_report import text
from kitt_report.parts import Table, draw_one, series_style
from kitt_report.theme import DASHES, LIGHT, SERIES

STRONGEST = 0.55  # opacity of the best point's colour: what is written on it stays readable


def parts(sweeps):
    found = []
    for number, sweep in enumerate(sweeps, 1):
        if measured := [p for p in sweep["points"] if p["figure"] is not None]:
            rows = len({p["threads_per_rank"] for p in measured})
            found += [draw_one(f"sweep-matrix-{number}", f"Ranks and threads, {name_of(sweep)}", 1.2 + 0.5 * rows, draw_matrix,
                               sweep, measured),
                      draw_one(f"sweep-curves-{number}", f"By ranks per node, {name_of(sweep)}", 3.8, draw_curves, sweep, measured)]
        found.append(points(sweep))
        if sweep.get("times_of") and settings(sweep):
            found.append(times(sweep))
    return found


def name_of(sweep):
    return " ".join(["kitt", *sweep["command"]])


def unit(sweep):
    return f"{sweep['figure']['name']} ({sweep['figure']['unit']})"


def settings(sweep):
    """Returns the axes other than ranks and threads, with the cores if they are varied."""
    return [axis["name"] for axis in sweep["axes"] if axis["name"] not in ("ranks", "threads")
            and (axis["name"] != "cores" or len(axis["values"]) > 1)]


def label_of(point, sweep):
    return ", ".join(text.count(point["cores_per_node"], "core") if axis == "cores"
                     else f"{axis.removeprefix('--')} {point['values'].get(axis, '') or 'not set'}" for axis in settings(sweep))


def best_of(sweep):
    return next(p for p in sweep["points"] if p["record"] == sweep["best"])


def describe_best(sweep):
    best = best_of(sweep)
    place = f"{text.count(best['ranks_per_node'], 'rank')} × {text.count(best['threads_per_rank'], 'thread')}"
    return (f"Best: {', '.join(filter(None, (place, label_of(best, sweep))))} with {text.significant(best['figure'], 4)} "
            f"{sweep['figure']['unit']}.")


def draw_matrix(axis, sweep, measured):
    """Draws a field for each number of ranks (to the right) and threads (upwards)."""
    ranks, threads = (sorted({p[key] for p in measured}) for key in ("ranks_per_node", "threads_per_rank"))
    fields = {}
    for point in sorted(measured, key=lambda p: p["figure"], reverse=sweep["figure"]["less_is_better"]):
        fields[ranks.index(point["ranks_per_node"]), threads.index(point["threads_per_rank"])] = point  # the best comes last
    for (x, y), point in fields.items():
        share = point.get("of_best") or 0
        axis.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=LIGHT["dwf4"], alpha=STRONGEST * share**2))
        axis.text(x, y, text.significant(point["figure"], 4) + (" ★" if point is best_of(sweep) else ""), ha="center", va="center",
                  fontsize=9.5)
    axis.grid(visible=False)
    axis.set(xlim=(-0.5, len(ranks) - 0.5), ylim=(-0.5, len(threads) - 0.5), xlabel="ranks per node", ylabel="threads per rank",
             title=unit(sweep))
    axis.set_xticks(range(len(ranks)), ranks)
    axis.set_yticks(range(len(threads)), threads)
    return f"Matrix of {unit(sweep)} by ranks per node and threads per rank. {describe_best(sweep)}"


def curve_of(point, sweep):
    """Returns the name of a line: settings, and threads unless they fill the cores."""
    filled = any(axis["name"] == "threads" and axis["values"] == ["fill"] for axis in sweep["axes"])
    threads = [] if filled else [text.count(point["threads_per_rank"], "thread")]
    return ", ".join(filter(None, [*threads, label_of(point, sweep)])) or "threads fill the cores"


def draw_curves(axis, sweep, measured):
    for place, label in enumerate(dict.fromkeys(curve_of(p, sweep) for p in measured)):
        found = sorted((p["ranks_per_node"], p["figure"]) for p in measured if curve_of(p, sweep) == label)
        axis.plot(*zip(*found), **series_style(place), linestyle=DASHES[place // len(SERIES) % len(DASHES)], label=label)
    best = best_of(sweep)
    axis.annotate("★", (best["ranks_per_node"], best["figure"]), xytext=(0, 6), textcoords="offset points", ha="center")
    axis.set(xscale="log", xlabel="ranks per node", ylabel=sweep["figure"]["unit"], title=unit(sweep))
    axis.xaxis.set_major_locator(FixedLocator(sorted({p["ranks_per_node"] for p in measured})))
    axis.xaxis.set_minor_locator(NullLocator())
    axis.xaxis.set_major_formatter(lambda value, _: text.number(value))
    axis.set_ylim(bottom=0)
    return f"Line chart of {unit(sweep)} against ranks per node, one line per setting. {describe_best(sweep)}"


def beginning(point, sweep):
    return [str(point["ranks_per_node"]), str(point["threads_per_rank"]), label_of(point, sweep)]


def points(sweep):
    verdicts = {sweep["best"]: "★", **dict.fromkeys(sweep["flat"], "as good")}
    rows = [[*beginning(p, sweep), text.significant(p["figure"], 4), verdicts.get(p["record"], ""),
             text.seconds(p["run"] and p["run"]["total_seconds"]), text.percent(p["run"] and p["run"]["communication_share"]),
             text.significant(p["gigabytes_per_node"]), p["status"], p["reason"]] for p in sweep["points"]]
    return Table(f"Points, {name_of(sweep)}",
                 ["Ranks per node", "Threads per rank", "<Settings", unit(sweep), "<Best", "Run", "Communication (%)",
                  "Memory (GB per node)", "<Result", "<Reason"], rows, folded=len(rows) > 24)


def times(sweep):
    """Returns a table of times and of their speed-ups against the slowest point with as many ranks and threads."""
    kind, keys = sweep["times_of"], ("total", "compute", "communication")
    rows = [[*beginning(p, sweep), *(text.seconds(p[kind][f"{key}_seconds"]) for key in keys),
             *(text.number(p["speed_ups"][key], 2) for key in keys), text.percent(p[kind]["communication_share"])]
            for p in sweep["points"] if p[kind] and p.get("speed_ups")]
    what = f"a call of {sweep['figure']['name']}" if kind == "call" else "the run"
    return Table(f"Time of {what}, {name_of(sweep)}; speed-ups are against the slowest of as many ranks and threads",
                 ["Ranks per node", "Threads per rank", "<Settings", "Total", "Compute", "Communication",
                  "Speed-up", "of compute", "of communication", "Communication (%)"], rows, folded=len(rows) > 24)
