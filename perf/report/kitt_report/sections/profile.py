# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Where MPI's time went: kitt ... --profile."""

import collections
import math

import matplotlib
from matplotlib.colors import LogNorm, Normalize
from matplotlib.ticker import MaxNLocator

from kitt_report import text
from kitt_report.parts import Section, Table, legend, plain_decades, plot
from kitt_report.theme import LIGHT, SERIES, new_figure

COLOURS = matplotlib.colormaps["cividis"].resampled(32)  # so few that a colour bar is no image
HATCHES = ("", "///", "...")
MOST_BARS = 14
MOST_NUMBERED = 16  # ranks, beside a heat map
MOST_WRITTEN = 8  # ranks: the squares of a heat map of more have no room for figures


def section(runs):
    result = Section("profile", "MPI profile")
    with_profile = [run for run in runs if run.profile]
    if not with_profile:
        result.missing = "no run was profiled (--profile)"
        return result
    result.intro = ("Every MPI call of the run, and faces written into another rank's memory, by "
                    "routine, size and region (what the call was for), on every rank. The whole "
                    "run is in it, also start-up and verification.")
    for place, run in enumerate(with_profile):
        result.parts += run_parts(run, place + 1)
    return result


def run_parts(run, place):
    profile = run.profile
    parts = [overview(run)]
    if profile["routines"]:
        parts += [routine_bars(run, f"profile-routines-{place}"), routine_table(run)]
    if profile["regions"]:
        parts += [region_table(run)]
    if any(row["calls"] for row in profile["histogram"]):
        parts += [histogram(run, f"profile-sizes-{place}"), histogram_table(run)]
    if len(profile.get("timeline", {}).get("steps", [])) > 1:
        parts += [time_axis(run, f"profile-time-{place}")]
    if profile["ranks"]:
        parts += [rank_bars(run, f"profile-ranks-{place}"), rank_table(run)]
    if profile.get("matrix") and len(profile["matrix"]["bytes"]) > 1:
        parts += [heat_map(run, f"matrix-{place}"), *matrix_tables(run)]
    return parts


OF_GROUPS = {"imbalance": "rank", "imbalance_of_sockets": "socket", "imbalance_of_nodes": "node"}


def overview(run):
    profile = run.profile
    rows = [["Wall time", text.seconds(profile["wall_seconds"])],
            ["MPI time", text.seconds(profile["mpi_seconds"])],
            ["MPI's share of wall time",
             f"{text.percent(profile['mpi_seconds'] / profile['wall_seconds'])} %"
             if profile["wall_seconds"] else text.MISSING]]
    names = {"mpi_maximum_over_mean": "Imbalance of MPI time",
             "compute_maximum_over_mean": "Imbalance of computing"}
    for of, member in OF_GROUPS.items():
        rows += [[f"{names[key]}, slowest {member} / mean", text.significant(value)]
                 for key, value in profile.get(of, {}).items() if key in names]
    return Table(f"Profile, {run.label}", ["<", "Mean of ranks"], rows)


def routine_bars(run, name):
    """Routines by region, all sizes together, those that took longest; seconds of a rank."""
    sums = collections.Counter()
    for row in run.profile["routines"]:
        sums[f"{row['routine']}, {row['region']}"] += row["seconds_total"] / run.ranks
    longest = sums.most_common(MOST_BARS)
    figure, axes = new_figure(1.1 + 0.3 * len(longest))
    axes = axes[0][0]
    axes.barh(range(len(longest)), [seconds for _, seconds in longest], 0.7, color=LIGHT["dwf4"])
    for place, (_, seconds) in enumerate(longest):
        axes.annotate(text.seconds(seconds), (seconds, place), xytext=(4, 0),
                      textcoords="offset points", va="center", fontsize=9)
    axes.set_yticks(range(len(longest)), [routine for routine, _ in longest])
    axes.set_xlim(0, 1.12 * max(longest[0][1], 1e-9))
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set(xlabel="time of a rank, mean (s)", title="Time by routine and region")
    return plot(figure, name, f"Time in MPI routines, {run.label}",
                "Bar chart of seconds of a rank by MPI routine and region. Longest: "
                f"{longest[0][0]}, {text.seconds(longest[0][1])}.")


def routine_table(run):
    rows = [[row["routine"], row["region"], text.size(row["bytes_per_call"]),
             text.number(row["calls"]), text.size(row["bytes"]), text.seconds(row["seconds_total"]),
             text.seconds(row["seconds_mean"]), text.seconds(row["seconds_minimum"]),
             text.seconds(row["seconds_maximum"]), text.percent(row["share_of_mpi"]),
             text.percent(row["share_of_wall"])] for row in run.profile["routines"]]
    return Table(f"MPI routines by region and size, {run.label}",
                 ["<Routine", "<Region", "Bytes per call", "Calls (all ranks)", "Bytes (all ranks)",
                  "Total (all ranks)", "Mean (per call)", "Minimum (per call)",
                  "Maximum (per call)", "Of MPI (%)", "Of wall (%)"], rows, folded=True)


def region_table(run):
    rows = [[row["region"], text.number(row["calls"]), text.size(row["bytes"]),
             text.seconds(row["seconds_mean"]), text.seconds(row["seconds_minimum"]),
             text.seconds(row["seconds_maximum"]), text.seconds(row["mpi_seconds_mean"]),
             text.number(row["mb_per_s_per_rank"], 1) if "mb_per_s_per_rank" in row else text.MISSING]
            for row in run.profile["regions"]]
    return Table(f"Regions, {run.label}",
                 ["<Region", "Visits (all ranks)", "Sent (all ranks)", "Time (mean of ranks)",
                  "Least (rank)", "Most (rank)", "In MPI (mean of ranks)", "Sent per rank (MB/s)"], rows)


def histogram(run, name):
    rows = [row for row in run.profile["histogram"] if row["calls"] and row["up_to_bytes"] > 0]
    sizes = sorted({row["up_to_bytes"] for row in rows})
    routines = list(dict.fromkeys(row["routine"] for row in rows))
    width = 0.85 / len(routines)
    figure, axes = new_figure(4)
    for place, routine in enumerate(routines):
        found = [row for row in rows if row["routine"] == routine]
        shift = (place - (len(routines) - 1) / 2) * width
        axes[0][0].bar([sizes.index(row["up_to_bytes"]) + shift for row in found],
                       [row["calls"] for row in found], width, label=routine,
                       color=SERIES[place % len(SERIES)],
                       hatch=HATCHES[place // len(SERIES) % len(HATCHES)])
    axes[0][0].set(yscale="log", xlabel="bytes of a message, up to", ylabel="calls, all ranks",
                   title="Message sizes")
    axes[0][0].set_ylim(bottom=0.5)
    axes[0][0].set_xticks(range(len(sizes)), [text.size(size) for size in sizes],
                          rotation=30 if len(sizes) > 12 else 0)
    axes[0][0].grid(axis="x", visible=False)
    plain_decades(axes[0][0].yaxis)
    legend(figure, axes)
    most = max(rows, key=lambda row: row["calls"])
    return plot(figure, name, f"Message sizes, {run.label}",
                "Bar chart of the number of calls by message size and MPI routine. Most: "
                f"{most['routine']} with up to {text.size(most['up_to_bytes'])}, "
                f"{text.number(most['calls'])} calls.")


def histogram_table(run):
    rows = [[row["routine"], text.size(row["up_to_bytes"]), text.number(row["calls"]),
             text.size(row["bytes"])] for row in run.profile["histogram"]]
    return Table(f"Message sizes, {run.label}", ["<Routine", "Up to", "Calls", "Bytes"], rows,
                 folded=True)


def time_axis(run, name):
    """What share of each step of the run was communication: mean of ranks, and from the least to the most."""
    steps = run.profile["timeline"]["steps"]
    length = run.profile["timeline"]["step_seconds"]
    ends = [step["begin_seconds"] for step in steps] + [steps[-1]["begin_seconds"] + length]

    def percents(key):
        return [100 * step[key] for step in steps]

    figure, axes = new_figure(3.2)
    axes[0][0].stairs(percents("share_maximum"), ends, baseline=percents("share_minimum"), fill=True, alpha=0.3,
                      color=LIGHT["exterior"], label="from the least to the most of ranks")
    axes[0][0].stairs(percents("share_mean"), ends, color=LIGHT["exterior"], label="mean of ranks")
    axes[0][0].set(xlabel="time since the start (s)", ylabel="communication (%)", ylim=(0, 105),
                   title="Communication's share of the time")
    legend(figure, axes)
    most = max(steps, key=lambda step: step["share_mean"])
    return plot(figure, name, f"The run along time, {run.label}",
                f"Steps of {text.seconds(length)}: communication's share, mean of ranks. Most: "
                f"{text.percent(most['share_mean'])} % from {text.seconds(most['begin_seconds'])} on.")


def rank_bars(run, name):
    """Of every rank: waiting for others where that was told apart, the rest of MPI, the rest."""
    ranks = run.profile["ranks"]
    waits = [row["wait_seconds"] or 0 for row in ranks]
    moves = [row["mpi_seconds"] - wait for row, wait in zip(ranks, waits)]
    works = [row["wall_seconds"] - row["mpi_seconds"] for row in ranks]
    figure, axes = new_figure(3.6)
    numbers = [row["rank"] for row in ranks]
    floor = [0] * len(ranks)
    kinds = [("outside MPI", works, "interior"), ("in MPI", moves, "exterior")]
    if any(waits):
        kinds.append(("waiting for others, in barriers", waits, "wait"))
    for label, heights, colour in kinds:
        axes[0][0].bar(numbers, heights, 0.8, bottom=floor, label=label, color=LIGHT[colour])
        floor = [low + height for low, height in zip(floor, heights)]
    axes[0][0].set(xlabel="rank", ylabel="wall time (s)", title="Time of each rank")
    axes[0][0].grid(axis="x", visible=False)
    if len(numbers) <= 32:
        axes[0][0].set_xticks(numbers)
    legend(figure, axes)
    return plot(figure, name, f"Time of each rank, {run.label}",
                "Stacked bars of wall time by rank: outside MPI and in MPI. In MPI between "
                f"{text.seconds(min(row['mpi_seconds'] for row in ranks))} and "
                f"{text.seconds(max(row['mpi_seconds'] for row in ranks))}.")


def rank_table(run):
    rows = [[text.number(row["rank"]), row["hostname"], text.seconds(row["wall_seconds"]),
             text.seconds(row["mpi_seconds"]), text.seconds(row["wait_seconds"]),
             text.number(row["messages_sent"]),
             *(text.size(row[key]) for key in ("bytes_sent", "peak_resident_bytes", "field_bytes",
                                               "buffer_bytes", "huge_page_bytes"))]
            for row in run.profile["ranks"]]
    return Table(f"Ranks, {run.label}",
                 ["Rank", "<Host", "Wall", "In MPI", "Waiting (barriers)", "Messages (sent)",
                  "Bytes (sent)", "Memory (peak)", "Fields", "Buffers", "On huge pages"], rows,
                 folded=len(rows) > 8)


def heat_map(run, name):
    """Bytes and messages from rank to rank; what nobody sent stays blank."""
    matrix = run.profile["matrix"]
    figure, axes = new_figure(4.3, columns=2)
    for one, kind, show in zip(axes[0], ("bytes", "messages"), (text.size, text.number)):
        draw_map(figure, one, matrix[kind], show)
        one.set(xlabel="receiving rank", ylabel="sending rank", aspect="equal",
                title=f"{kind.capitalize()} from rank to rank")
    return plot(
        figure, name, f"Communication matrix, {run.label}", describe_matrix(matrix["bytes"]))


def draw_map(figure, axes, matrix, show):
    norm = colour_scale([value for row in matrix for value in row if value > 0])
    sent = [[value if value > 0 else math.nan for value in row] for row in matrix]
    mesh = axes.pcolormesh(sent, cmap=COLOURS, norm=norm, edgecolors=LIGHT["ground"],
                           linewidth=1 if len(matrix) <= MOST_NUMBERED else 0)
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
        places = [rank + 0.5 for rank in range(len(matrix))]
        axes.set_xticks(places, range(len(matrix)))
        axes.set_yticks(places, range(len(matrix)))
    if len(matrix) <= MOST_WRITTEN:
        write_figures(axes, matrix, norm, show)


def colour_scale(sent):
    least, most = min(sent, default=1), max(sent, default=1)
    return LogNorm(least, most) if most > 100 * least else Normalize(0, most)


def write_figures(axes, matrix, norm, show):
    for sender, row in enumerate(matrix):
        for receiver, value in enumerate(row):
            if value > 0:
                axes.text(receiver + 0.5, sender + 0.5, show(value), ha="center", va="center",
                          fontsize=9 if len(matrix) <= 4 else 7,
                          color="black" if norm(value) > 0.55 else "white")


def describe_matrix(matrix):
    pairs = [(value, sender, receiver) for sender, row in enumerate(matrix)
             for receiver, value in enumerate(row) if value > 0]
    if not pairs:
        return "Heat map of bytes sent from rank to rank. No rank sent any."
    value, sender, receiver = max(pairs)
    return (f"Heat map of bytes sent from rank to rank; {len(pairs)} of "
            f"{len(matrix) * (len(matrix) - 1)} pairs exchange any. Most: {text.size(value)} from "
            f"rank {sender} to rank {receiver}.")


def matrix_tables(run):
    matrix = run.profile["matrix"]
    if len(matrix["bytes"]) > MOST_NUMBERED:
        return []
    ranks = range(len(matrix["bytes"]))
    return [Table(f"{what} from rank (row) to rank (column), {run.label}",
                  ["From rank", *(str(rank) for rank in ranks)],
                  [[str(rank), *(show(value) for value in matrix[key][rank])] for rank in ranks],
                  folded=True)
            for what, key, show in (("Bytes", "bytes", text.size),
                                    ("Messages", "messages", text.number))]
