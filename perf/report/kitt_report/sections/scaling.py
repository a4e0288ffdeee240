# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""How the figure holds as ranks and nodes are added."""

import collections

from kitt_report import text
from kitt_report.parts import Table, cut, kernel_panels, legend, plain_decades, plot, thousands
from kitt_report.record import HOPPING_KERNELS
from kitt_report.theme import LIGHT

HIGHEST = 200  # per cent: a higher efficiency says that the first run was disturbed


def parts(runs):
    return [part for place, study in enumerate(find_studies(runs), 1)
            for part in (draw_rates(study, place), draw_efficiencies(study, place), table(study))]


def same_work(run):
    configuration = run.configuration
    return (run.machine, configuration["precision"], configuration["ls"], *configuration["conventions"].values(),
            tuple(configuration.get("global_volume") or ()))


def find_studies(runs):
    """Returns groups of runs of the same work, by ranks. Of several runs on equally many ranks the last one given counts."""
    groups = collections.defaultdict(dict)
    for run in runs:
        if run.best_cells():
            groups[same_work(run)][run.ranks] = run
    studies = [[by_ranks[ranks] for ranks in sorted(by_ranks)] for by_ranks in groups.values()]
    return [study for study in studies if series(study)]


def series(study):
    """Returns {(kernel, L): [(run, cell, efficiency)]} of what at least two runs have, fewest ranks first. Efficiency is
    the Mflop/s per thread divided by those of the first run, as in the record's own summary."""
    found = {}
    for kernel in HOPPING_KERNELS:
        for l in sorted({l for run in study for l in run.sizes}):
            points = [(run, cell, cell["mflops_per_node"] / run.threads_per_node)
                      for run in study for cell in [run.best(kernel, l)] if cell]
            if len(points) > 1:
                found[kernel, l] = [(run, cell, rate / points[0][2]) for run, cell, rate in points]
    return found


def draw_study(study, of_points, ylabel):
    """Draws a panel for each L and a line for each kernel; of_points(points) gives its values, solid and dashed."""
    lines = {(f"L = {l}", kernel): ([run.ranks for run, *_ in points], *of_points(points))
             for (kernel, l), points in sorted(series(study).items(), key=lambda item: item[0][1])}
    figure, axes, found = kernel_panels(lines, 2.7, "ranks", ylabel)
    for one in found.values():
        one.set_xscale("log")
        one.set_xticks([run.ranks for run in study], [text.number(run.ranks) for run in study])
        one.minorticks_off()
    return figure, axes, found


def draw_rates(study, place):
    def rates(points):
        found = [cell["mflops_per_node"] * run.nodes for run, cell, _ in points]
        return found, [rate / efficiency for rate, (*_, efficiency) in zip(found, points)]

    figure, axes, found = draw_study(study, rates, "Mflop/s of all nodes")
    for one in found.values():
        one.set_yscale("log")
        plain_decades(one.yaxis)
    legend(figure, axes, first=HOPPING_KERNELS)
    ranks = ", ".join(text.number(run.ranks) for run in study)
    return plot(figure, f"scaling-{place}", f"Mflop/s of all nodes by ranks, {study[0].machine}",
                f"Line chart of Mflop/s of all nodes against ranks ({ranks}), one panel per L, one line per kernel, dashed "
                "where each would be if it scaled ideally.")


def draw_efficiencies(study, place):
    figure, axes, found = draw_study(study, lambda points: ([100 * point[2] for point in points], None), "efficiency (%)")
    for title, one in found.items():
        one.axhline(100, color=LIGHT["muted"], linestyle="--", linewidth=0.9)
        one.set_ylim(bottom=0)
        cut(one, HIGHEST, [(run.ranks, 100 * efficiency, f"{kernel} {text.number(100 * efficiency)}")
                           for (kernel, l), points in series(study).items() if title == f"L = {l}"
                           for run, _, efficiency in points])
        thousands(one.yaxis)
    legend(figure, axes, first=HOPPING_KERNELS)
    last = [points[-1][2] for points in series(study).values()]
    return plot(figure, f"efficiency-{place}", f"Parallel efficiency, {study[0].machine}",
                "Line chart of efficiency in per cent against ranks, one panel per L, one line per kernel. On "
                f"{text.number(study[-1].ranks)} ranks between {min(last):.0%} and {max(last):.0%}.")


def table(study):
    rows = [[kernel, str(l), text.number(run.ranks), text.number(run.nodes), text.number(run.threads_per_node * run.nodes),
             text.number(cell["mflops_per_node"]), text.number(cell["mflops_per_node"] * run.nodes), text.percent(efficiency)]
            for (kernel, l), points in series(study).items() for run, cell, efficiency in points]
    return Table(f"Scaling, {study[0].machine}", ["<Kernel", "L", "Ranks", "Nodes", "Threads", "Mflop/s per node",
                                                  "Mflop/s of all nodes", "Efficiency (%)"], rows, folded=len(rows) > 12)
