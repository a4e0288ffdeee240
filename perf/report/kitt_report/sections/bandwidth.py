# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What caches and memory give to a working set of each size, and how near cells come to it."""

from kitt_report import doubt, text
from kitt_report.doubt import streams_of
from kitt_report.parts import Section, Table, by_size, legend, plot
from kitt_report.theme import DASHES, KERNEL_COLOURS, KERNEL_MARKERS, LIGHT, new_figure


def section(runs):
    result = Section("bandwidth", "Bandwidth of the machine")
    with_curve = [run for run in runs if run.ceilings and run.ceilings.get("curve")]
    if not with_curve:
        result.missing = "no run measured a curve of bandwidth (records of older versions have none)"
        return result
    result.intro = ("GB (10⁹ bytes) per second and node of a working set of all threads; write-allocate traffic is "
                    "not counted. The roof of a cell is the best kernel that does no more with its streams, on so "
                    "large a set; marks: what cells reached. Upright lines: up to where a level serves, as found.")
    for place, run in enumerate(with_curve):
        result.parts += [draw(run, f"bandwidth-{place + 1}"), levels(run)]
        if len(run.ceilings.get("readings", [])) > 1:
            result.parts.append(readings(run))
    return result


def points(run):
    """{kernel: [(working set, GB/s)]} of the best variants."""
    found = {}
    for kernel, _, cell in run.best_cells():
        if "working_set_bytes_per_node" in cell:
            found.setdefault(kernel, []).append(
                (cell["working_set_bytes_per_node"],
                 cell["mflops_per_node"] / 1e3 / cell["arithmetic_intensity_flops_per_byte"]))
    return found


def draw(run, name):
    figure, axes = new_figure(4.2)
    one = axes[0][0]
    curve = run.ceilings["curve"]
    streams = streams_of(curve)
    for stream, dashes in zip(streams, DASHES):
        one.plot([point["working_set_bytes"] for point in curve],
                 [point[f"{stream}_gb_per_s"] for point in curve], dashes, color=LIGHT["muted"], label=stream)
    for kernel, found in points(run).items():
        one.plot(*zip(*found), KERNEL_MARKERS[kernel], color=KERNEL_COLOURS[kernel], label=kernel)
    by_size(one, run.label, "working set of all threads", "GB/s per node")
    for level in run.ceilings["levels"]:
        if "effective_bytes" in level:
            one.axvline(level["effective_bytes"], color=LIGHT["rule"], linewidth=1.2)
            one.annotate(level["level"], (level["effective_bytes"], 0.03), xytext=(-3, 0),
                         xycoords=one.get_xaxis_transform(), textcoords="offset points", ha="right",
                         fontsize=9, color=LIGHT["muted"])
    legend(figure, axes, first=streams)
    ends = [text.significant(max(point[f"{stream}_gb_per_s"] for stream in streams))
            for point in (curve[0], curve[-1])]
    return plot(figure, name, f"Bandwidth against working set, {run.label}",
                f"Line chart of GB/s per node against the working set: {ends[0]} GB/s at "
                f"{text.size(curve[0]['working_set_bytes'])}, {ends[1]} GB/s at "
                f"{text.size(curve[-1]['working_set_bytes'])}.")


def levels(run):
    found = run.ceilings["levels"]
    streams = streams_of(found)
    rows = [[level["level"], text.size(level["capacity_bytes"]), text.size(level.get("effective_bytes")),
             text.size(level["working_set_bytes"]),
             *(doubt.marked(text.significant(level[f"{stream}_gb_per_s"]), doubt.is_too_low(found, place, stream))
               for stream in streams)]
            for place, level in enumerate(found)]
    return Table(f"Levels, {run.label}",
                 ["<Level", "Size as stated", "Effective size", "Measured with",
                  *(f"{stream} GB/s" for stream in streams)], rows)


def readings(run):
    """Each measurement of the ceilings: how far the machine changed while the run went on."""
    found = run.ceilings["readings"]
    rows = [[one["moment"], text.significant(one["single_gflops_per_s"]),
             text.significant(one["double_gflops_per_s"]), text.number(one["clock_ghz"], 2),
             *(text.significant(level["gb_per_s"]) for level in one["levels"])] for one in found]
    return Table(f"Ceilings of several moments, of which the highest count, {run.label}",
                 ["<Moment", "Single Gflop/s", "Double Gflop/s", "GHz",
                  *(f"{level['level']} GB/s" for level in found[0]["levels"])], rows)
