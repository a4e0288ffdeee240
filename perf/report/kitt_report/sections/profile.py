# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Where the time in MPI went, of runs with --profile."""

import collections
import math

from matplotlib.colors import LogNorm, Normalize
from matplotlib.ticker import MaxNLocator

from kitt_report import text
from kitt_report.parts import MOST_NUMBERED, Table, draw_squares, plot, set_axis, set_bars, stack_bars
from kitt_report.schema import part_of
from kitt_report.tables import columns_of, make_table
from kitt_report.theme import LIGHT, SERIES

HATCHES = ("", "///", "...")
MOST_BARS = 14
MOST_WRITTEN = 8  # ranks: the squares of a heat map of more have no room for figures
OF_GROUPS = {"imbalance": "rank", "imbalance_of_sockets": "socket", "imbalance_of_nodes": "node"}


def parts(runs):
    return [part for place, run in enumerate([run for run in runs if run.profile], 1) for part in parts_of(run, place)]


def parts_of(run, place):
    def rows(caption, key, folded=None):
        return make_table(f"{caption}, {run.label}", columns_of(part_of("record", "profile", key)["items"]), profile[key], folded)

    def drawn(name, title, draw, data, height=3.4, **keywords):
        return plot(f"profile-{name}-{place}", f"{title}, {run.label}", {title: data}, draw, height, **keywords)

    profile = run.profile
    found = [overview(run)]
    if profile["routines"]:
        longest = longest_routines(run)
        found += [drawn("routines", "Time by MPI routine and region", draw_routines, longest, 0.5 + 0.3 * len(longest),
                        note=f"Longest: {next(iter(longest))}.", show=text.seconds),
                  rows("MPI routines by region and size", "routines", folded=True)]
    if profile["regions"]:
        found += [rows("Regions", "regions")]
    if sizes := [row for row in profile["histogram"] if row["calls"] and row["up_to_bytes"] > 0]:
        found += [drawn("sizes", "Message sizes", draw_sizes, sizes, show=text.number),
                  rows("Message sizes", "histogram", folded=True)]
    if len(profile.get("timeline", {}).get("steps", [])) > 1:
        found += [drawn("time", "Communication's share of the time", draw_time, profile["timeline"])]
    if profile["ranks"]:
        found += [drawn("ranks", "Time of each rank", draw_ranks, profile["ranks"], show=text.seconds), rows("Ranks", "ranks")]
    if profile.get("matrix") and len(profile["matrix"]["bytes"]) > 1:
        found += [heat_map(run, f"matrix-{place}"), *matrix_tables(run)]
    return found


def overview(run):
    profile = run.profile
    share = profile["mpi_seconds"] / profile["wall_seconds"] if profile["wall_seconds"] else None
    names = {"mpi_maximum_over_mean": "Imbalance of MPI time", "compute_maximum_over_mean": "Imbalance of computing"}
    figures = {"Wall time": text.seconds(profile["wall_seconds"]), "MPI time": text.seconds(profile["mpi_seconds"]),
               "MPI's share of wall time (%)": text.percent(share),
               **{f"{names[key]}, slowest {member} / mean": text.significant(value) for of, member in OF_GROUPS.items()
                  for key, value in profile.get(of, {}).items()}}
    return Table(f"Profile, {run.label}", [{"<": name, "Mean of ranks": figure} for name, figure in figures.items()])


def longest_routines(run):
    """Returns {routine and region: seconds of a rank} of the calls that took longest, all sizes together."""
    sums = collections.Counter()
    for row in run.profile["routines"]:
        sums[f"{row['routine']}, {row['region']}"] += row["seconds_total"] / run.ranks
    return dict(sums.most_common(MOST_BARS))


def draw_routines(axes, longest):
    stack_bars(axes, {name: {"mean of ranks": seconds} for name, seconds in longest.items()}, {"mean of ranks": LIGHT["dwf4"]},
               text.seconds)
    set_axis(axes, "x", "time of a rank", "linear", text.seconds)


def draw_sizes(axes, rows):
    sizes = sorted({row["up_to_bytes"] for row in rows})
    routines = list(dict.fromkeys(row["routine"] for row in rows))
    width = 0.85 / len(routines)
    for row in rows:
        place = routines.index(row["routine"])
        axes.bar(sizes.index(row["up_to_bytes"]) + (place - (len(routines) - 1) / 2) * width, row["calls"], width,
                 label=row["routine"], color=SERIES[place % len(SERIES)], hatch=HATCHES[place // len(SERIES) % len(HATCHES)])
    axes.set_xlabel("bytes of a message, up to")
    set_bars(axes, "x", [text.size(size) for size in sizes], rotation=30 if len(sizes) > 12 else 0)
    set_axis(axes, "y", "calls, all ranks")
    axes.set_ylim(bottom=0.5)


def draw_time(axes, timeline):
    """Draws the share of communication in each step of the run: mean of the ranks, and from the least to the most."""
    steps = timeline["steps"]
    ends = [step["begin_seconds"] for step in steps] + [steps[-1]["begin_seconds"] + timeline["step_seconds"]]
    mean, least, most = ([100 * step[f"share_{key}"] for step in steps] for key in ("mean", "minimum", "maximum"))
    axes.stairs(most, ends, baseline=least, fill=True, alpha=0.3, color=LIGHT["exterior"], label="least to most of ranks")
    axes.stairs(mean, ends, color=LIGHT["exterior"], label="mean of ranks")
    axes.set(xlabel="time since the start (s)", ylabel="communication (%)", ylim=(0, 105))


def draw_ranks(axes, ranks):
    """Draws the time of every rank outside MPI, in MPI, and waiting for others if barriers measured the waiting."""
    for row in ranks:
        wait, floor = row["wait_seconds"] or 0, 0
        for label, seconds, colour in (("outside MPI", row["wall_seconds"] - row["mpi_seconds"], "interior"),
                                       ("in MPI", row["mpi_seconds"] - wait, "exterior"),
                                       ("waiting for others, in barriers", wait, "wait")):
            if seconds:
                axes.bar(row["rank"], seconds, 0.8, bottom=floor, label=label, color=LIGHT[colour])
            floor += seconds
    axes.set(xlabel="rank", ylabel="wall time (s)")
    axes.grid(axis="x", visible=False)
    if len(ranks) <= 32:
        axes.set_xticks([row["rank"] for row in ranks])


def heat_map(run, name):
    """Draws bytes and messages from rank to rank. Pairs that exchange nothing stay blank."""
    matrix = run.profile["matrix"]
    panels = {f"{key.capitalize()} from rank to rank": (matrix[key], show)
              for key, show in (("bytes", text.size), ("messages", text.number))}
    return plot(name, f"Communication matrix, {run.label}", panels, draw_map, 3.7, describe_matrix(matrix["bytes"]), sharey=False)


def draw_map(axes, data):
    matrix, show = data
    sent = [value for row in matrix for value in row if value > 0]
    least, most = min(sent, default=1), max(sent, default=1)
    norm = LogNorm(least, most) if most > 100 * least else Normalize(0, most)
    bar = draw_squares(axes, [[value if value > 0 else math.nan for value in row] for row in matrix], norm, show)
    if not isinstance(norm, LogNorm):
        bar.ax.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set(xlabel="receiving rank", ylabel="sending rank", aspect="equal")
    if len(matrix) <= MOST_NUMBERED:
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_ticks([rank + 0.5 for rank in range(len(matrix))], range(len(matrix)))
    for sender, row in enumerate(matrix if len(matrix) <= MOST_WRITTEN else []):
        for receiver, value in enumerate(row):
            if value > 0:
                axes.text(receiver + 0.5, sender + 0.5, show(value), ha="center", va="center",
                          fontsize=9 if len(matrix) <= 4 else 7, color="black" if norm(value) > 0.55 else "white")


def describe_matrix(matrix):
    pairs = [(value, sender, receiver) for sender, row in enumerate(matrix) for receiver, value in enumerate(row) if value > 0]
    if not pairs:
        return "No rank sent any."
    value, sender, receiver = max(pairs)
    return (f"{len(pairs)} of {len(matrix) * (len(matrix) - 1)} pairs exchange any. "
            f"Most: {text.size(value)} from rank {sender} to rank {receiver}.")


def matrix_tables(run):
    matrix = run.profile["matrix"]
    return [Table(f"{key.capitalize()} from rank (row) to rank (column), {run.label}", [
        {"From rank": str(sender), **{str(receiver): show(value) for receiver, value in enumerate(row)}}
        for sender, row in enumerate(matrix[key])], folded=True)
            for key, show in (("bytes", text.size), ("messages", text.number)) if len(matrix[key]) <= MOST_NUMBERED]
