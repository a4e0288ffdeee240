# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Kinds of cells whose plots have bars: Fourier transforms, and pairs of NUMA domains of two nodes."""

from kitt_report import text
from kitt_report.parts import draw_one, legend, panels, plot
from kitt_report.theme import LIGHT, SERIES

STEPS = {"lines": "line_seconds", "rows": "row_seconds", "columns": "column_seconds", "products": "product_seconds",
         "sums": "reduce_ranks_seconds"}


def method_of(cell):
    order = ", natural order" if cell["parameters"].get("order") == "natural" else ""  # older records do not say
    return f"{cell['parameters']['box']} x {cell['parameters']['batch']}, {cell['variant']}{order}"


def draw_transforms(kind, runs):
    """Draws the time of each part of a step, a bar for each method."""
    most = max(len(run.cells(kind)) for run in runs)
    figure, axes, flat = panels(len(runs), 0.9 + 0.45 * most, most=2, sharey=False)
    for one, run in zip(flat, runs):
        cells = run.cells(kind)
        done = [0.0] * len(cells)
        for place, (step, key) in enumerate(STEPS.items()):
            seconds = [c[key] or 0 for c in cells]
            one.barh([method_of(c) for c in cells], seconds, left=done, color=SERIES[place], label=step)
            done = [a + b for a, b in zip(done, seconds)]
        one.invert_yaxis()
        one.set(title=run.label, xlabel="seconds of a step")
    legend(figure, axes)
    best = max((c for run in runs for c in run.cells(kind)), key=lambda c: c["gflops_per_s_per_node"])
    return [plot(figure, "fft-steps", "Seconds by step",
                 f"Bars of seconds by step, one per method. Fastest transforms: {method_of(best)} with "
                 f"{text.significant(best['gflops_per_s_per_node'])} Gflop/s per node.")]


def pair_of(cell):
    return "control" if cell["kernel"] == "control" else cell["parameters"]["pair"]


def draw_domains(kind, runs):
    return [draw_one(f"domains-{place}", f"Time of receives by domain, {run.label}", 4.2, draw_pairs, run)
            for place, run in enumerate(runs)]


def draw_pairs(axis, run):
    """Draws a group of bars for each pair of domains, with a bar for each domain, as in figure 5 of HECToR's guide."""
    ticks, groups, at = [], [], 0
    for cell in run.cells("domains"):
        domains = cell["domains"]
        middle = at + (len(domains) - 1) / 2
        if cell["off_node_mean_seconds"]:
            axis.bar(middle, cell["off_node_mean_seconds"], len(domains), color="none", edgecolor=LIGHT["muted"],
                     label="off-node mean")
        for node, colour in enumerate(SERIES[1::-1]):
            own = [d for d in domains if d["node"] == node]
            axis.bar([at + d["number"] for d in own], [d["mean_seconds"] for d in own], 0.8, color=colour,
                     yerr=[d["standard_deviation_seconds"] or 0 for d in own], ecolor=LIGHT["ink"],
                     label=f"domains of node {node}")
        ticks += [(at + d["number"], f"{d['number']}{'*' if d['has_network_device'] else ''}") for d in domains]
        groups.append((middle, pair_of(cell)))
        at += len(domains) + 1
    axis.grid(False, axis="x")
    axis.set_xticks(*zip(*ticks), fontsize=8 if len(ticks) <= 50 else 5)
    above = axis.secondary_xaxis("top")
    above.set_xticks(*zip(*groups))
    above.tick_params(length=0)
    axis.set(xlabel=f"domain, and above it the pair that talks; {run.label}", ylabel="seconds of receives")
    return ("Bar chart of seconds of receives, a group of bars for each pair of domains, a bar for each domain."
            + describe_slowest(run.cells("domains")))


def describe_slowest(cells):
    slowest = max(((d["ratio_to_control"], d["number"], pair_of(c)) for c in cells for d in c["domains"]
                   if not d["off_node"] and d["ratio_to_control"]), default=None)
    return slowest and (f" Of the domains that send to themselves, domain {slowest[1]} is slowest against the control: "
                        f"{slowest[0]:.2f} times, while {slowest[2]} talks.") or ""


PLOTS = {"fft": draw_transforms, "domains": draw_domains}
