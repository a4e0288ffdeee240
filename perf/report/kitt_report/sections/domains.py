# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Pairs of NUMA domains of two nodes: time of receives, domain by domain, as in figure 5 of HECToR's guide."""

from kitt_report.parts import legend, plot
from kitt_report.theme import LIGHT, SERIES, new_figure


def pair_of(cell):
    return "control" if cell["kernel"] == "control" else cell["parameters"]["pair"]


def draw_domains(run, name):
    """Draws a group of bars for each cell, with a bar for each domain."""
    figure, axes = new_figure(4.2)
    axis = axes[0][0]
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
    legend(figure, axes)
    return plot(figure, name, f"Time of receives by domain, {run.label}",
                "Bar chart of seconds of receives, a group of bars for each pair of domains, a bar for each domain."
                + describe_slowest(run.cells("domains")))


def describe_slowest(cells):
    slowest = max(((d["ratio_to_control"], d["number"], pair_of(c)) for c in cells for d in c["domains"]
                   if not d["off_node"] and d["ratio_to_control"]), default=None)
    return slowest and (f" Of the domains that send to themselves, domain {slowest[1]} is slowest against the control: "
                        f"{slowest[0]:.2f} times, while {slowest[2]} talks.") or ""
