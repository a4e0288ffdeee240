# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Points of a sweep: the best of ranks and threads, curves over ranks, times."""

from matplotlib.patches import Rectangle

from kitt_report import text
from kitt_report.parts import Table, beside, plot, series_style, set_axis, set_bars
from kitt_report.theme import DASHES, LIGHT, SERIES

STRONGEST = 0.55  # opacity of the best point's colour: what is written on it stays readable


def parts(sweeps):
    found = []
    for number, sweep in enumerate(sweeps, 1):
        name, what = " ".join(["kitt", *sweep["command"]]), unit(sweep)
        if measured := [p for p in sweep["points"] if p["figure"] is not None]:
            rows = len({p["threads_per_rank"] for p in measured})
            best = describe_best(sweep)
            panels = {what: (sweep, measured)}
            found += [plot(f"sweep-matrix-{number}", f"Ranks and threads, {name}", panels, draw_matrix, 0.6 + 0.5 * rows, best),
                      plot(f"sweep-curves-{number}", f"By ranks per node, {name}", panels, draw_curves, 3.2, best, ylim=(0, None))]
        found.append(Table(f"Points, {name}", points(sweep)))
        if sweep.get("times_of") and settings(sweep):
            of = f"a call of {sweep['figure']['name']}" if sweep["times_of"] == "call" else "the run"
            found.append(Table(f"Time of {of}, {name}; speed-ups are against the slowest of as many ranks and threads",
                               times(sweep)))
    return found


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


def draw_matrix(axes, data):
    """Draws a field for each number of ranks (to the right) and threads (upwards)."""
    sweep, measured = data
    ranks, threads = (sorted({p[key] for p in measured}) for key in ("ranks_per_node", "threads_per_rank"))
    fields = {}
    for point in sorted(measured, key=lambda p: p["figure"], reverse=sweep["figure"]["less_is_better"]):
        fields[ranks.index(point["ranks_per_node"]), threads.index(point["threads_per_rank"])] = point  # the best comes last
    for (x, y), point in fields.items():
        axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=LIGHT["dwf4"],
                                 alpha=STRONGEST * (point.get("of_best") or 0)**2))
        axes.text(x, y, text.significant(point["figure"], 4) + (" ★" if point is best_of(sweep) else ""), ha="center",
                  va="center", fontsize=9.5)
    axes.set(xlim=(-0.5, len(ranks) - 0.5), ylim=(-0.5, len(threads) - 0.5), xlabel="ranks per node", ylabel="threads per rank")
    set_bars(axes, "x", ranks)
    set_bars(axes, "y", threads)


def curve_of(point, sweep):
    """Returns the name of a line: settings, and threads unless they fill the cores."""
    filled = any(axis["name"] == "threads" and axis["values"] == ["fill"] for axis in sweep["axes"])
    threads = [] if filled else [text.count(point["threads_per_rank"], "thread")]
    return ", ".join(filter(None, [*threads, label_of(point, sweep)])) or "threads fill the cores"


def draw_curves(axes, data):
    sweep, measured = data
    for place, label in enumerate(dict.fromkeys(curve_of(p, sweep) for p in measured)):
        found = sorted((p["ranks_per_node"], p["figure"]) for p in measured if curve_of(p, sweep) == label)
        axes.plot(*zip(*found), **series_style(place), linestyle=DASHES[place // len(SERIES) % len(DASHES)], label=label)
    best = best_of(sweep)
    beside(axes, "★", (best["ranks_per_node"], best["figure"]), (0, 6), ha="center", va="bottom", fontsize=10)
    set_axis(axes, "x", "ranks per node", show=text.number)
    axes.set_xticks(sorted({p["ranks_per_node"] for p in measured}))
    axes.minorticks_off()
    set_axis(axes, "y", sweep["figure"]["unit"], "linear")


def beginning(point, sweep):
    return {"Ranks per node": str(point["ranks_per_node"]), "Threads per rank": str(point["threads_per_rank"]),
            "<Settings": label_of(point, sweep)}


def points(sweep):
    verdicts = {sweep["best"]: "★", **dict.fromkeys(sweep["flat"], "as good")}
    return [{**beginning(p, sweep), unit(sweep): text.significant(p["figure"], 4), "<Best": verdicts.get(p["record"], ""),
             "Run": text.seconds(p["run"] and p["run"]["total_seconds"]),
             "Communication (%)": text.percent(p["run"] and p["run"]["communication_share"]),
             "Memory (GB per node)": text.significant(p["gigabytes_per_node"]), "<Result": p["status"], "<Reason": p["reason"]}
            for p in sweep["points"]]


def times(sweep):
    """Returns times, and their speed-ups against the slowest point with as many ranks and threads."""
    kind = sweep["times_of"]
    return [{**beginning(p, sweep), **{key.capitalize(): text.seconds(p[kind][f"{key}_seconds"]) for key in p["speed_ups"]},
             **{f"Speed-up of {key}": text.number(value, 2) for key, value in p["speed_ups"].items()},
             "Communication (%)": text.percent(p[kind]["communication_share"])}
            for p in sweep["points"] if p[kind] and p.get("speed_ups")]
