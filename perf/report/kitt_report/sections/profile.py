# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Where the time in MPI went, of runs with --profile."""

import collections
import math

import matplotlib
from matplotlib.colors import LogNorm, Normalize
from matplotlib.ticker import MaxNLocator

from kitt_report import text
from kitt_report.parts import Table, draw_one, plain_decades, plot
from kitt_report.schema import part_of
from kitt_report.tables import listed
from kitt_report.theme import LIGHT, SERIES, new_figure

COLOURS = matplotlib.colormaps["cividis"].resampled(32)  # so few that a colour bar is no image
HATCHES = ("", "///", "...")
MOST_BARS = 14
MOST_NUMBERED = 16  # ranks, beside a heat map
MOST_WRITTEN = 8  # ranks: the squares of a heat map of more have no room for figures
ROUTINES = {"routine": "Routine", "region": "Region", "bytes_per_call": "Bytes per call", "calls": "Calls (all ranks)",
            "bytes": "Bytes (all ranks)", "seconds_total": "Total (all ranks)", "seconds_mean": "Mean (per call)",
            "seconds_minimum": "Minimum (per call)", "seconds_maximum": "Maximum (per call)", "share_of_mpi": "Of MPI (%)",
            "share_of_wall": "Of wall (%)"}
REGIONS = {"region": "Region", "calls": "Visits (all ranks)", "bytes": "Sent (all ranks)",
           "seconds_mean": "Time (mean of ranks)", "seconds_minimum": "Least (rank)", "seconds_maximum": "Most (rank)",
           "mpi_seconds_mean": "In MPI (mean of ranks)", "mb_per_s_per_rank": "Sent per rank (MB/s)"}
SIZES = {"routine": "Routine", "up_to_bytes": "Up to", "calls": "Calls", "bytes": "Bytes"}
RANKS = {"rank": "Rank", "hostname": "Host", "wall_seconds": "Wall", "mpi_seconds": "In MPI",
         "wait_seconds": "Waiting (barriers)", "messages_sent": "Messages (sent)", "bytes_sent": "Bytes (sent)",
         "peak_resident_bytes": "Memory (peak)", "field_bytes": "Fields", "buffer_bytes": "Buffers",
         "huge_page_bytes": "On huge pages"}
OF_GROUPS = {"imbalance": "rank", "imbalance_of_sockets": "socket", "imbalance_of_nodes": "node"}


def parts(runs):
    return [part for place, run in enumerate([run for run in runs if run.profile], 1) for part in parts_of(run, place)]


def parts_of(run, place):
    def rows(caption, key, headings, **keywords):
        return listed(f"{caption}, {run.label}", part_of("record", "profile", key), headings, profile[key], **keywords)

    def drawn(draw, name, title):
        return draw_one(f"profile-{name}-{place}", f"{title}, {run.label}", 4, draw, profile)

    profile = run.profile
    found = [overview(run)]
    if profile["routines"]:
        found += [routine_bars(run, f"profile-routines-{place}"),
                  rows("MPI routines by region and size", "routines", ROUTINES, folded=True)]
    if profile["regions"]:
        found += [rows("Regions", "regions", REGIONS)]
    if any(row["calls"] for row in profile["histogram"]):
        found += [drawn(draw_sizes, "sizes", "Message sizes"), rows("Message sizes", "histogram", SIZES, folded=True)]
    if len(profile.get("timeline", {}).get("steps", [])) > 1:
        found += [drawn(draw_time, "time", "The run along time")]
    if profile["ranks"]:
        found += [drawn(draw_ranks, "ranks", "Time of each rank"), rows("Ranks", "ranks", RANKS)]
    if profile.get("matrix") and len(profile["matrix"]["bytes"]) > 1:
        found += [heat_map(run, f"matrix-{place}"), *matrix_tables(run)]
    return found


def overview(run):
    profile = run.profile
    share = profile["mpi_seconds"] / profile["wall_seconds"] if profile["wall_seconds"] else None
    rows = [["Wall time", text.seconds(profile["wall_seconds"])], ["MPI time", text.seconds(profile["mpi_seconds"])],
            ["MPI's share of wall time (%)", text.percent(share)]]
    names = {"mpi_maximum_over_mean": "Imbalance of MPI time", "compute_maximum_over_mean": "Imbalance of computing"}
    rows += [[f"{names[key]}, slowest {member} / mean", text.significant(value)] for of, member in OF_GROUPS.items()
             for key, value in profile.get(of, {}).items() if key in names]
    return Table(f"Profile, {run.label}", ["<", "Mean of ranks"], rows)


def routine_bars(run, name):
    """Draws the routines and regions that took longest, all sizes together, in seconds of a rank."""
    sums = collections.Counter()
    for row in run.profile["routines"]:
        sums[f"{row['routine']}, {row['region']}"] += row["seconds_total"] / run.ranks
    longest = sums.most_common(MOST_BARS)
    figure, axes = new_figure(1.1 + 0.3 * len(longest))
    axes = axes[0][0]
    axes.barh([routine for routine, _ in longest], [seconds for _, seconds in longest], 0.7, color=LIGHT["dwf4"])
    for place, (_, seconds) in enumerate(longest):
        axes.annotate(text.seconds(seconds), (seconds, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=9)
    axes.set(xlim=(0, 1.12 * max(longest[0][1], 1e-9)), xlabel="time of a rank, mean (s)", title="Time by routine and region")
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    return plot(figure, name, f"Time in MPI routines, {run.label}",
                f"Bar chart of seconds of a rank by MPI routine and region. Longest: {longest[0][0]}, {text.seconds(longest[0][1])}.")


def draw_sizes(axes, profile):
    rows = [row for row in profile["histogram"] if row["calls"] and row["up_to_bytes"] > 0]
    sizes = sorted({row["up_to_bytes"] for row in rows})
    routines = list(dict.fromkeys(row["routine"] for row in rows))
    width = 0.85 / len(routines)
    for place, routine in enumerate(routines):
        found = [row for row in rows if row["routine"] == routine]
        shift = (place - (len(routines) - 1) / 2) * width
        axes.bar([sizes.index(row["up_to_bytes"]) + shift for row in found], [row["calls"] for row in found], width, label=routine,
                 color=SERIES[place % len(SERIES)], hatch=HATCHES[place // len(SERIES) % len(HATCHES)])
    axes.set(yscale="log", xlabel="bytes of a message, up to", ylabel="calls, all ranks", title="Message sizes")
    axes.set_ylim(bottom=0.5)
    axes.set_xticks(range(len(sizes)), [text.size(size) for size in sizes], rotation=30 if len(sizes) > 12 else 0)
    axes.grid(axis="x", visible=False)
    plain_decades(axes.yaxis)
    most = max(rows, key=lambda row: row["calls"])
    return (f"Bar chart of the number of calls by message size and MPI routine. Most: {most['routine']} with up to "
            f"{text.size(most['up_to_bytes'])}, {text.number(most['calls'])} calls.")


def draw_time(axes, profile):
    """Draws the share of communication in each step of the run: mean of the ranks, and from the least to the most."""
    steps, length = profile["timeline"]["steps"], profile["timeline"]["step_seconds"]
    ends = [step["begin_seconds"] for step in steps] + [steps[-1]["begin_seconds"] + length]
    mean, least, most = ([100 * step[f"share_{key}"] for step in steps] for key in ("mean", "minimum", "maximum"))
    axes.stairs(most, ends, baseline=least, fill=True, alpha=0.3, color=LIGHT["exterior"], label="from the least to the most of ranks")
    axes.stairs(mean, ends, color=LIGHT["exterior"], label="mean of ranks")
    axes.set(xlabel="time since the start (s)", ylabel="communication (%)", ylim=(0, 105), title="Communication's share of the time")
    highest = max(steps, key=lambda step: step["share_mean"])
    return (f"Steps of {text.seconds(length)}: communication's share, mean of ranks. Most: {text.percent(highest['share_mean'])} % "
            f"from {text.seconds(highest['begin_seconds'])} on.")


def draw_ranks(axes, profile):
    """Draws the time of every rank outside MPI, in MPI, and waiting for others if barriers measured the waiting."""
    ranks = profile["ranks"]
    waits = [row["wait_seconds"] or 0 for row in ranks]
    in_mpi = [row["mpi_seconds"] for row in ranks]
    kinds = [("outside MPI", [row["wall_seconds"] - row["mpi_seconds"] for row in ranks], "interior"),
             ("in MPI", [mpi - wait for mpi, wait in zip(in_mpi, waits)], "exterior"),
             *([("waiting for others, in barriers", waits, "wait")] if any(waits) else [])]
    floor = [0] * len(ranks)
    for label, heights, colour in kinds:
        axes.bar([row["rank"] for row in ranks], heights, 0.8, bottom=floor, label=label, color=LIGHT[colour])
        floor = [low + height for low, height in zip(floor, heights)]
    axes.set(xlabel="rank", ylabel="wall time (s)", title="Time of each rank")
    axes.grid(axis="x", visible=False)
    if len(ranks) <= 32:
        axes.set_xticks([row["rank"] for row in ranks])
    return (f"Stacked bars of wall time by rank: outside MPI and in MPI. In MPI between {text.seconds(min(in_mpi))} and "
            f"{text.seconds(max(in_mpi))}.")


def heat_map(run, name):
    """Draws bytes and messages from rank to rank. Pairs that exchange nothing stay blank."""
    matrix = run.profile["matrix"]
    figure, axes = new_figure(4.3, columns=2)
    for one, kind, show in zip(axes[0], ("bytes", "messages"), (text.size, text.number)):
        draw_map(figure, one, matrix[kind], show)
        one.set(xlabel="receiving rank", ylabel="sending rank", aspect="equal", title=f"{kind.capitalize()} from rank to rank")
    return plot(figure, name, f"Communication matrix, {run.label}", describe_matrix(matrix["bytes"]))


def draw_map(figure, axes, matrix, show):
    sent = [value for row in matrix for value in row if value > 0]
    least, most = min(sent, default=1), max(sent, default=1)
    norm = LogNorm(least, most) if most > 100 * least else Normalize(0, most)
    mesh = axes.pcolormesh([[value if value > 0 else math.nan for value in row] for row in matrix], cmap=COLOURS, norm=norm,
                           edgecolors=LIGHT["ground"], linewidth=1 if len(matrix) <= MOST_NUMBERED else 0)
    bar = figure.colorbar(mesh, ax=axes, fraction=0.05)
    bar.ax.yaxis.set_major_formatter(lambda value, _: show(value))
    bar.ax.minorticks_off()
    if not isinstance(norm, LogNorm):
        bar.ax.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    bar.solids.set_edgecolor("face")  # no seams between its colours
    bar.outline.set_visible(False)
    axes.grid(visible=False)
    axes.invert_yaxis()
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
        return "Heat map of bytes sent from rank to rank. No rank sent any."
    value, sender, receiver = max(pairs)
    return (f"Heat map of bytes sent from rank to rank; {len(pairs)} of {len(matrix) * (len(matrix) - 1)} pairs exchange any. "
            f"Most: {text.size(value)} from rank {sender} to rank {receiver}.")


def matrix_tables(run):
    matrix = run.profile["matrix"]
    ranks = range(len(matrix["bytes"]))
    return [Table(f"{key.capitalize()} from rank (row) to rank (column), {run.label}", ["From rank", *map(str, ranks)],
                  [[str(rank), *map(show, matrix[key][rank])] for rank in ranks], folded=True)
            for key, show in (("bytes", text.size), ("messages", text.number)) if len(ranks) <= MOST_NUMBERED]
