# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""How the figure holds as ranks and nodes are added."""

import collections

from kitt_report import text
from kitt_report.parts import Table, plot_kernels
from kitt_report.record import HOPPING_KERNELS

HIGHEST = 200  # per cent: a higher efficiency says that the first run was disturbed


def parts(runs):
    return [part for place, study in enumerate(find_studies(runs), 1)
            for part in (draw(study, f"scaling-{place}", "Mflop/s of all nodes by ranks", rates, ("Mflop/s of all nodes", "log"),
                              note="Dashed: ideal scaling."),
                         draw(study, f"efficiency-{place}", "Parallel efficiency", efficiencies, ("efficiency (%)", "linear"),
                              highest=HIGHEST), table(study))]


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
    """Returns {"L = 8": {kernel: [(run, cell, efficiency)]}} of cells that at least two runs have, fewest ranks first. Efficiency
    is the Mflop/s per thread divided by the Mflop/s per thread of the first run, as in the record's own summary."""
    found = {}
    for l in sorted({l for run in study for l in run.sizes}):
        for kernel in HOPPING_KERNELS:
            points = [(run, cell, cell["mflops_per_node"] / run.threads_per_node)
                      for run in study for cell in [run.best(kernel, l)] if cell]
            if len(points) > 1:
                found.setdefault(f"L = {l}", {})[kernel] = [(run, cell, rate / points[0][2]) for run, cell, rate in points]
    return found


def rates(points):
    solid = [cell["mflops_per_node"] * run.nodes for run, cell, _ in points]
    return solid, [rate / efficiency for rate, (*_, efficiency) in zip(solid, points)]


def efficiencies(points):
    return [100 * share for *_, share in points], None


def draw(study, name, title, lines_of, y, **keywords):
    """Draws a panel for each L. lines_of(points) returns the figures of a solid line and of a dashed line."""
    panels = {size: {kernel: ([run.ranks for run, *_ in points], *lines_of(points), ()) for kernel, points in of_kernel.items()}
              for size, of_kernel in series(study).items()}
    ranks = [run.ranks for run in study]
    return plot_kernels(name, f"{title}, {study[0].machine}", panels, ("ranks", "log"), y, ranks, **keywords)


def table(study):
    return Table(f"Scaling, {study[0].machine}", [
        {"<Kernel": kernel, "L": size.removeprefix("L = "), "Ranks": text.number(run.ranks), "Nodes": text.number(run.nodes),
         "Threads": text.number(run.threads_per_node * run.nodes), "Mflop/s per node": text.number(cell["mflops_per_node"]),
         "Mflop/s of all nodes": text.number(cell["mflops_per_node"] * run.nodes), "Efficiency (%)": text.percent(efficiency)}
        for size, of_kernel in series(study).items() for kernel, points in of_kernel.items()
        for run, cell, efficiency in points])
