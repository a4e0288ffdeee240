# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Every kernel against the ceilings measured in its run: computing, memory, and on several nodes the network."""

import math

from kitt_report import doubt, text
from kitt_report.parts import beside, plot, plot_kernel, set_axis
from kitt_report.theme import KERNEL_COLOURS, LIGHT

NEAR = 0.05  # decades: points nearer than this share a label
FAR = 100  # times the highest point: a peak above is not worth its place
LABEL = 0.035  # of the height of the axes: ceilings nearer than this share one


def parts(runs):
    runs = [run for run in runs if run.ceilings and points(run)]
    return [plot(f"roofline-{place}", f"Roofline, {run.label}", {run.label: run}, draw, 5.2,
                 f"Multiply-add peak {text.significant(peak_of(run))} Gflop/s. Bandwidths: "
                 f"{', '.join(map(describe_level, run.ceilings['levels']))}{describe_network(run)}.")
            for place, run in enumerate(runs, 1)]


def points(run):
    """Returns {series: [(intensity, Gflop/s per node, L)]} of kernels and of memory kernels that compute, without L."""
    series = {}
    for kernel, l, cell in run.best_cells():
        series.setdefault(kernel, []).append((cell["arithmetic_intensity_flops_per_byte"], cell["mflops_per_node"] / 1e3, l))
    for cell in run.cells("memory"):
        if cell["gflops_per_s"] > 0:
            intensity = cell["gflops_per_s"] / cell["gb_per_s"]
            series.setdefault("memory kernels", []).append((intensity, cell["gb_per_s_per_node"] * intensity, None))
    return series


def network_roofs(run):
    """Returns {kernel: [(intensity, Gflop/s that the network allows)]}. The work per byte sent differs from point to point."""
    roofs = {}
    for kernel, _, cell in run.best_cells():
        if roof := cell.get("network_gflops_per_s_per_node"):
            roofs.setdefault(kernel, []).append((cell["arithmetic_intensity_flops_per_byte"], roof))
    return roofs


def describe_network(run):
    network = run.ceilings.get("network_gb_per_s")
    return f", network {text.significant(network)} GB/s" if network else ""


def bandwidth(level):
    return max(level[f"{stream}_gb_per_s"] for stream in ("read", "copy", "triad"))


def peak_of(run):
    return run.ceilings[f"{run.summary['precision']}_gflops_per_s"]


def draw(axes, run):
    series, network = points(run), network_roofs(run)
    intensities, rates, _ = zip(*(point for found in series.values() for point in found))
    rates += tuple(rate for roofs in network.values() for _, rate in roofs)
    set_axis(axes, "x", "arithmetic intensity (flop per byte)")
    set_axis(axes, "y", "Gflop/s per node")
    axes.set(xlim=(min(0.1, min(intensities) / 1.5), max(16, max(intensities) * 2)),
             ylim=(min(rates) / 2, 2 * max(min(peak_of(run), FAR * max(rates)), *rates)))
    draw_ceilings(axes, run)
    for kernel, roofs in network.items():
        axes.plot(*zip(*roofs), "_", markersize=16, color=KERNEL_COLOURS[kernel], label=f"{kernel}, ceiling of the network")
    for label, found in series.items():
        style = {} if label in KERNEL_COLOURS else {"marker": "D", "color": LIGHT["plain"]}
        plot_kernel(axes, label, [p[0] for p in found], [p[1] for p in found], linestyle="", markersize=7,
                    markeredgecolor=LIGHT["ground"], markeredgewidth=0.7, zorder=3, **style)
        if label in KERNEL_COLOURS:
            label_sizes(axes, found, side=-1 if label == "DWF4" else 1)


def draw_ceilings(axes, run):
    """Draws the ceilings of the run's precision. A ceiling that cells lie above is dashed."""
    kind, peak = f"{run.summary['precision']} multiply-add peak", peak_of(run)
    left, right = axes.get_xlim()
    exceeded = {cell["ceiling"] for cell in [*(cell for *_, cell in run.best_cells()), *run.cells("memory")]
                if doubt.is_above_ceiling(cell)}

    def line(x, y, name):
        axes.plot(x, y, "--" if name in exceeded else "-", color=LIGHT["wait" if name in exceeded else "muted"], linewidth=1.3)

    levels = sorted(run.ceilings["levels"], key=bandwidth, reverse=True)
    shown = [level for level in levels if bandwidth(level) * left < peak]  # otherwise it binds nowhere
    for level in shown:
        line([left, peak / bandwidth(level)], [bandwidth(level) * left, peak], f"{level['level']} bandwidth")
    low, high = axes.get_ylim()
    for group in grouped(shown, lambda before, level: bandwidth(before) < bandwidth(level) * (high / low) ** LABEL):
        label_slope(axes, group)
    line([max(left, min((peak / bandwidth(level) for level in shown), default=left)), right], [peak] * 2, kind)
    hidden = "↑ beyond the scale: " if peak > high else "↓ below the scale: " if peak < low else ""
    axes.text(right / 1.05, min(max(peak, low) * 1.05, high / 1.3), f"{hidden}{kind} {text.significant(peak)} Gflop/s", ha="right",
              color=LIGHT["muted"], fontsize=9)


def grouped(ordered, is_near):
    """Returns groups of neighbours, each near to the one before it, whose labels would lie over each other."""
    groups = []
    for one in ordered:
        if groups and is_near(groups[-1][-1], one):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def label_slope(axes, levels):
    """Labels the fastest of the levels, where its line comes into sight."""
    rate = bandwidth(levels[0])
    start = max(axes.get_xlim()[0], axes.get_ylim()[0] / rate) * 1.12
    axes.text(start, rate * start * 1.06, ", ".join(map(describe_level, levels)), rotation=math.degrees(math.atan(rate)),
              rotation_mode="anchor", transform_rotates_text=True, color=LIGHT["muted"], fontsize=9, va="bottom")


def describe_level(level):
    return f"{level['level']} {text.significant(bandwidth(level))} GB/s"


def label_sizes(axes, found, side):
    """Writes L beside the points (side: 1 right, -1 left, as DWF4 and DWF5 have the same intensity). Near points share a
    label."""
    for group in grouped(sorted(found, key=lambda p: p[1]), lambda before, p: abs(math.log10(p[1] / before[1])) < NEAR):
        height = math.exp(sum(math.log(p[1]) for p in group) / len(group))
        beside(axes, ", ".join(str(l) for l in sorted(p[2] for p in group)), (max(p[0] * side for p in group) * side, height),
               (8 * side, 0), ha="left" if side > 0 else "right")
