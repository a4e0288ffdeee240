# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Every kernel against the ceilings measured in its run."""

import math

from kitt_report import doubt, text
from kitt_report.parts import legend, plain_decades, plot
from kitt_report.theme import KERNEL_COLOURS, KERNEL_MARKERS, LIGHT, new_figure

NEAR = 0.05  # decades: points nearer than this share a label
LABEL = 0.035  # of the height of the axes: ceilings nearer than this share one
FAR = 100  # times the highest point: a peak above is not worth its place


def parts(runs):
    runs = [run for run in runs if run.ceilings and points(run)]
    return [draw(run, f"roofline-{place}") for place, run in enumerate(runs, 1)]


def points(run):
    """Returns {series: [(intensity, Gflop/s per node, L)]} of kernels and of memory kernels that compute, without L."""
    series = {}
    for kernel, l, cell in run.best_cells():
        series.setdefault(kernel, []).append((cell["arithmetic_intensity_flops_per_byte"],
                                              cell["mflops_per_node"] / 1e3, l))
    for cell in run.cells("memory"):
        if cell["gflops_per_s"] > 0:
            intensity = cell["gflops_per_s"] / cell["gb_per_s"]
            series.setdefault("memory kernels", []).append(
                (intensity, cell["gb_per_s_per_node"] * intensity, None))
    return series


def bandwidth(level):
    return max(level[f"{stream}_gb_per_s"] for stream in ("read", "copy", "triad"))


def draw(run, name):
    figure, grid = new_figure(5.8)
    axes = grid[0][0]
    series = points(run)
    everything = [point for found in series.values() for point in found]
    peak = run.ceilings[f"{run.summary['precision']}_gflops_per_s"]
    left = min(0.1, min(p[0] for p in everything) / 1.5)
    right = max(16, max(p[0] for p in everything) * 2)
    highest = max(p[1] for p in everything)
    axes.set(xscale="log", yscale="log", xlim=(left, right),
             ylim=(min(p[1] for p in everything) / 2, 2 * max(min(peak, FAR * highest), highest)))
    ceilings(axes, run)
    for label, found in series.items():
        axes.plot([p[0] for p in found], [p[1] for p in found], KERNEL_MARKERS.get(label, "D"),
                  color=KERNEL_COLOURS.get(label, LIGHT["plain"]), label=label, markersize=7,
                  markeredgecolor=LIGHT["ground"], markeredgewidth=0.7, zorder=3)
        if label in KERNEL_COLOURS:
            label_sizes(axes, found, side=-1 if label == "DWF4" else 1)
    axes.set_xlabel("arithmetic intensity (flop per byte)")
    axes.set_ylabel("Gflop/s per node")
    axes.set_title(run.label)
    for axis in (axes.xaxis, axes.yaxis):
        plain_decades(axis)
    legend(figure, grid)
    return plot(figure, name, f"Roofline, {run.label}", describe(run, series, peak))


def ceilings(axes, run):
    """Draws the ceilings of the run's precision."""
    kind = f"{run.summary['precision']} multiply-add peak"
    peak = run.ceilings[f"{run.summary['precision']}_gflops_per_s"]
    left, right = axes.get_xlim()
    wrong = exceeded(run)
    levels = sorted(run.ceilings["levels"], key=bandwidth, reverse=True)
    shown = [level for level in levels if bandwidth(level) * left < peak]  # otherwise it binds nowhere
    for level in shown:
        rate = bandwidth(level)
        axes.plot([left, peak / rate], [rate * left, peak],
                  **line_style(f"{level['level']} bandwidth" in wrong))
    for group in alike(shown, axes):
        label_slope(axes, group)
    bends = [peak / bandwidth(level) for level in shown]
    axes.plot([max(left, min(bends, default=left)), right], [peak] * 2, **line_style(kind in wrong))
    label_peak(axes, peak, kind)


def exceeded(run):
    """Returns the names of the ceilings that cells lie above."""
    cells = [cell for *_, cell in run.best_cells()] + run.cells("memory")
    return {cell["ceiling"] for cell in cells if doubt.is_above_ceiling(cell)}


def line_style(wrong):
    return {"color": LIGHT["wait" if wrong else "muted"], "linewidth": 1.3,
            "linestyle": "--" if wrong else "-"}


def alike(levels, axes):
    """Returns groups of levels, fastest first, whose labels would lie over each other."""
    low, high = axes.get_ylim()
    near = (high / low) ** LABEL
    groups = []
    for level in levels:
        if groups and bandwidth(groups[-1][-1]) < bandwidth(level) * near:
            groups[-1].append(level)
        else:
            groups.append([level])
    return groups


def label_slope(axes, levels):
    """Labels the fastest of the levels, where its line comes into sight."""
    rate = bandwidth(levels[0])
    start = max(axes.get_xlim()[0], axes.get_ylim()[0] / rate) * 1.12
    axes.text(start, rate * start * 1.06,
              ", ".join(f"{level['level']} {text.significant(bandwidth(level))} GB/s"
                        for level in levels),
              rotation=math.degrees(math.atan(rate)), rotation_mode="anchor",
              transform_rotates_text=True, color=LIGHT["muted"], fontsize=9, va="bottom")


def label_peak(axes, peak, kind):
    """Labels the peak at its right end, or at the edge if the peak is out of sight."""
    low, high = axes.get_ylim()
    label = f"{kind} {text.significant(peak)} Gflop/s"
    place, side = peak * 1.05, "bottom"
    if peak > high:
        label, place, side = f"↑ {label}, beyond the scale", high, "top"
    elif peak < low:
        label, place, side = f"↓ {label}, below the scale", low * 1.05, "bottom"
    axes.text(axes.get_xlim()[1] / 1.05, place, label, ha="right", va=side, color=LIGHT["muted"],
              fontsize=9)


def label_sizes(axes, found, side):
    """Writes L beside the points (side: 1 right, -1 left, as DWF4 and DWF5 have the same
    intensity); points too near to each other share a label."""
    groups = []
    for intensity, rate, l in sorted(found, key=lambda p: p[1]):
        if groups and abs(math.log10(rate / groups[-1][-1][1])) < NEAR:
            groups[-1].append((intensity, rate, l))
        else:
            groups.append([(intensity, rate, l)])
    for group in groups:
        height = math.exp(sum(math.log(p[1]) for p in group) / len(group))
        axes.annotate(", ".join(str(p[2]) for p in sorted(group, key=lambda p: p[2])),
                      (max(p[0] * side for p in group) * side, height), xytext=(8 * side, 0),
                      textcoords="offset points", va="center", fontsize=9,
                      ha="left" if side > 0 else "right")


def describe(run, series, peak):
    ranges = [f"{label} {text.significant(min(p[1] for p in found))} to "
              f"{text.significant(max(p[1] for p in found))}" for label, found in series.items()]
    levels = [f"{level['level']} {text.significant(bandwidth(level))} GB/s"
              for level in run.ceilings["levels"]]
    return (f"Roofline plot, Gflop/s per node against flop per byte. Multiply-add peak "
            f"{text.significant(peak)} Gflop/s; bandwidths {', '.join(levels)}. Reached, in Gflop/s: "
            f"{'; '.join(ranges)}.")

