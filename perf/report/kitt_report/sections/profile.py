# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Where MPI's time went: kitt ... --profile."""

import math

from matplotlib.colors import LogNorm, Normalize

from kitt_report import text
from kitt_report.parts import Section, Table, legend, plot, powers_of_two_bytes
from kitt_report.theme import LIGHT, MARKERS, SERIES, new_figure

MOST_BARS = 14
MOST_NUMBERED = 16  # ranks: a heat map of more has no figures in its squares


def section(runs):
    result = Section("profile", "MPI profile")
    with_profile = [run for run in runs if run.profile]
    if not with_profile:
        result.missing = "no run was profiled (--profile)"
        return result
    result.intro = ("Every MPI call of the run, timed on every rank. Times are seconds of one rank: "
                    "bars the mean of ranks, strokes from the fastest rank to the slowest. Regions "
                    "are parts of KITT in which calls were made.")
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
    if profile["ranks"]:
        parts += [rank_bars(run, f"profile-ranks-{place}"), rank_table(run)]
    if len(profile["matrix"]["bytes"]) > 1:
        parts += [heat_map(run, f"matrix-{place}"), *matrix_tables(run)]
    return parts


def overview(run):
    profile = run.profile
    rows = [["Wall time", text.seconds(profile["wall_seconds"])],
            ["MPI time", text.seconds(profile["mpi_seconds"])],
            ["MPI's share of wall time",
             f"{text.percent(profile['mpi_seconds'] / profile['wall_seconds'])} %"
             if profile["wall_seconds"] else text.MISSING]]
    names = {"mpi_maximum_over_mean": "Imbalance of MPI time, slowest rank / mean",
             "compute_maximum_over_mean": "Imbalance of the rest, slowest rank / mean"}
    rows += [[names[key], text.significant(value)]
             for key, value in profile.get("imbalance", {}).items() if key in names]
    return Table(f"Profile, {run.label}", ["<", "Mean of ranks"], rows)


def routine_bars(run, name):
    """Routines by region, all sizes together, those that took longest."""
    sums = {}
    for row in run.profile["routines"]:
        entry = sums.setdefault((row["routine"], row["region"]), [0, 0, 0])
        for place, key in enumerate(("seconds_mean", "seconds_minimum", "seconds_maximum")):
            entry[place] += row[key]
    longest = sorted(sums.items(), key=lambda item: -item[1][0])[:MOST_BARS]
    figure, axes = new_figure(1.1 + 0.3 * len(longest))
    axes = axes[0][0]
    means = [times[0] for _, times in longest]
    reach = [[max(0, t[0] - t[1]) for _, t in longest], [max(0, t[2] - t[0]) for _, t in longest]]
    axes.barh(range(len(longest)), means, 0.7, xerr=reach, color=LIGHT["dwf4"],
              error_kw={"elinewidth": 1, "ecolor": LIGHT["ink"]})
    axes.set_yticks(range(len(longest)), [f"{routine}, {region}" for (routine, region), _ in longest])
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set(xlabel="seconds per rank, mean (strokes: fastest and slowest rank)",
             title="Time in MPI routines by region")
    axes.set_xlim(left=0)
    first = longest[0]
    return plot(figure, name, f"Time in MPI routines, {run.label}",
                f"Bar chart of seconds per rank by MPI routine and region. Longest: {first[0][0]} in "
                f"{first[0][1]}, {text.seconds(first[1][0])}.")


def routine_table(run):
    rows = [[row["routine"], row["region"], text.size(row["bytes_per_call"]), text.number(row["calls"]),
             text.size(row["bytes"]), text.seconds(row["seconds_mean"]),
             text.seconds(row["seconds_minimum"]), text.seconds(row["seconds_maximum"]),
             text.percent(row["share_of_mpi"]), text.percent(row["share_of_wall"])]
            for row in run.profile["routines"]]
    return Table(f"MPI routines by region and size, {run.label}",
                 ["<Routine", "<Region", "Bytes per call", "Calls", "Bytes", "Mean per rank",
                  "Fastest rank", "Slowest rank", "Of MPI (%)", "Of wall (%)"], rows, folded=True)


def region_table(run):
    rows = [[row["region"], text.number(row["calls"]), text.size(row["bytes"]),
             text.seconds(row["seconds_mean"]), text.seconds(row["seconds_minimum"]),
             text.seconds(row["seconds_maximum"]), text.seconds(row["mpi_seconds_mean"])]
            for row in run.profile["regions"]]
    return Table(f"Regions, {run.label}",
                 ["<Region", "MPI calls", "Bytes", "Mean per rank", "Fastest rank", "Slowest rank",
                  "In MPI"], rows)


def histogram(run, name):
    rows = [row for row in run.profile["histogram"] if row["calls"] and row["up_to_bytes"] > 0]
    routines = list(dict.fromkeys(row["routine"] for row in rows))
    figure, axes = new_figure(4)
    for place, routine in enumerate(routines):
        points = sorted((row["up_to_bytes"], row["calls"]) for row in rows if row["routine"] == routine)
        axes[0][0].plot(*zip(*points), marker=MARKERS[place % len(MARKERS)],
                        color=SERIES[place % len(SERIES)], label=routine)
    axes[0][0].set(xscale="log", yscale="log", xlabel="bytes of a message, up to", ylabel="calls, all ranks",
                   title="Message sizes")
    powers_of_two_bytes(axes[0][0].xaxis, [row["up_to_bytes"] for row in rows])
    legend(figure, axes)
    most = max(rows, key=lambda row: row["calls"])
    return plot(figure, name, f"Message sizes, {run.label}",
                f"Number of calls by message size and MPI routine. Most: {most['routine']} with up to "
                f"{text.size(most['up_to_bytes'])}, {text.number(most['calls'])} calls.")


def histogram_table(run):
    rows = [[row["routine"], text.size(row["up_to_bytes"]), text.number(row["calls"]),
             text.size(row["bytes"])] for row in run.profile["histogram"]]
    return Table(f"Message sizes, {run.label}", ["<Routine", "Up to", "Calls", "Bytes"], rows,
                 folded=True)


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
        kinds.append(("waiting in barriers", waits, "wait"))
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
    def optional(row, key, show):
        return show(row[key]) if row.get(key) is not None else text.MISSING

    rows = [[text.number(row["rank"]), str(row.get("hostname", text.MISSING)),
             text.seconds(row["wall_seconds"]), text.seconds(row["mpi_seconds"]),
             optional(row, "wait_seconds", text.seconds), optional(row, "messages_sent", text.number),
             *(optional(row, key, text.size) for key in
               ("bytes_sent", "peak_resident_bytes", "field_bytes", "buffer_bytes", "huge_page_bytes"))]
            for row in run.profile["ranks"]]
    return Table(f"Ranks, {run.label}",
                 ["Rank", "<Host", "Wall", "In MPI", "Waiting", "Messages sent", "Bytes sent",
                  "Peak resident", "Fields", "Buffers", "On huge pages"], rows, folded=len(rows) > 8)


def heat_map(run, name):
    """Bytes from rank to rank; what nobody sent stays blank."""
    matrix = run.profile["matrix"]["bytes"]
    sent = [value for row in matrix for value in row if value > 0]
    figure, axes = new_figure(5.4 if len(matrix) > 4 else 4.2)
    axes = axes[0][0]
    norm = colour_scale(sent)
    shown = [[value if value > 0 else math.nan for value in row] for row in matrix]
    mesh = axes.pcolormesh(shown, cmap="cividis", norm=norm, edgecolors=LIGHT["ground"], linewidth=1)
    bar = figure.colorbar(mesh, ax=axes, label="bytes sent", fraction=0.05)
    bar.ax.yaxis.set_major_formatter(lambda value, _: text.size(value))
    bar.ax.minorticks_off()
    bar.outline.set_visible(False)
    if len(matrix) <= MOST_NUMBERED:
        write_figures(axes, matrix, norm)
        places = [rank + 0.5 for rank in range(len(matrix))]
        axes.set_xticks(places, range(len(matrix)))
        axes.set_yticks(places, range(len(matrix)))
    axes.set(xlabel="receiving rank", ylabel="sending rank", aspect="equal", title="Bytes from rank to rank")
    axes.grid(visible=False)
    axes.invert_yaxis()
    return plot(figure, name, f"Communication matrix, {run.label}", describe_matrix(matrix))


def colour_scale(sent):
    least, most = min(sent, default=1), max(sent, default=1)
    if most > 100 * least:
        return LogNorm(least, most)
    return Normalize(0, most)


def write_figures(axes, matrix, norm):
    size = 9.5 if len(matrix) <= 8 else 6.5
    for sender, row in enumerate(matrix):
        for receiver, value in enumerate(row):
            if value > 0:
                axes.text(receiver + 0.5, sender + 0.5, text.size(value), ha="center", va="center",
                          fontsize=size, color="black" if norm(value) > 0.55 else "white")


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
            for what, key, show in (("Bytes", "bytes", text.size), ("Messages", "messages", text.number))]
