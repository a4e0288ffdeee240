# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Pairs of NUMA domains of two nodes: time of receives, domain by domain, as figure 5 of HECToR's guide."""

from kitt_report import text
from kitt_report.parts import Section, Table, legend, plot
from kitt_report.theme import LIGHT, SERIES, new_figure

BAR = 0.8  # of the room that a bar has


def section(runs):
    result = Section("domains", "Pairs of NUMA domains")
    with_cells = [run for run in runs if run.cells("domains")]
    if not with_cells:
        result.missing = "no run measured pairs of NUMA domains of two nodes (kitt domains does)"
        return result
    result.intro = ("Seconds that a rank takes for the receives of a call: the mean of the ranks of a domain, with "
                    "their standard deviation. In each group the ranks of the two domains it names talk to each "
                    "other, those of all other domains to themselves; in the control all do. Outlined: the mean of all "
                    "that talk to the other node. An asterisk marks domains with a network device.")
    result.parts = [part for place, run in enumerate(with_cells)
                    for part in (bars(run, f"domains-{place}"), table(run))]
    return result


def pair_of(cell):
    return "control" if cell["kernel"] == "control" else cell["parameters"]["pair"]


def name_of(domain):
    return f"{domain['number']}{'*' if domain['has_network_device'] else ''}"


def bars(run, name):
    """A group of bars for each cell, a bar for each domain."""
    cells = run.cells("domains")
    figure, axes = new_figure(4.2)
    axis = axes[0][0]
    places, names, groups, at = [], [], [], 0
    for cell in cells:
        mean = cell["off_node_mean_seconds"]
        domains = cell["domains"]
        if mean:
            axis.bar(at + (len(domains) - 1) / 2, mean, len(domains), color="none", edgecolor=LIGHT["muted"],
                     label="off-node mean")
        for node, colour in enumerate(SERIES[1::-1]):
            own = [d for d in domains if d["node"] == node]
            axis.bar([at + d["number"] for d in own], [d["mean_seconds"] for d in own], BAR, color=colour,
                     yerr=[d["standard_deviation_seconds"] or 0 for d in own], ecolor=LIGHT["ink"],
                     label=f"domains of node {node}")
        places += [at + d["number"] for d in domains]
        names += [name_of(d) for d in domains]
        groups.append((at + (len(domains) - 1) / 2, pair_of(cell)))
        at += len(domains) + 1
    axis.grid(False, axis="x")
    axis.set_xticks(places, names, fontsize=8 if len(places) <= 50 else 5)
    above = axis.secondary_xaxis("top")
    above.set_xticks([place for place, _ in groups], [name for _, name in groups])
    above.tick_params(length=0)
    axis.set(xlabel=f"domain, and above it the pair that talks; {run.label}", ylabel="seconds of receives")
    legend(figure, axes)
    slowest = max(((d["ratio_to_control"], d["number"], pair_of(c)) for c in cells for d in c["domains"]
                   if not d["off_node"] and d["ratio_to_control"]), default=None)
    alt = "Bar chart of seconds of receives, a group of bars for each pair of domains, a bar for each domain."
    if slowest:
        alt += (f" Of those that send to themselves domain {slowest[1]} is slowest against the control: "
                f"{slowest[0]:.2f} times, while {slowest[2]} talks.")
    return plot(figure, name, f"Time of receives by domain, {run.label}", alt)


def table(run):
    rows = [[pair_of(c), name_of(d), str(d["node"]), str(d["numa_domain"]), str(d["ranks"]),
             "off-node" if d["off_node"] else "itself", text.seconds(d["mean_seconds"]),
             text.seconds(d["standard_deviation_seconds"]), text.number(d["ratio_to_control"], 3),
             text.number(d["excess_over_control_standard_deviations"], 1)]
            for c in run.cells("domains") for d in c["domains"]]
    return Table(f"Pairs of NUMA domains, {run.label}",
                 ["<Pair", "Domain", "Node", "NUMA number", "Ranks", "<Sends to", "Receives", "SD", "Of control",
                  "Excess (SD)"], rows, folded=len(rows) > 12)
