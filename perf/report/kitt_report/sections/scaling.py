# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""How the figure holds as ranks and nodes are added."""

import collections

from kitt_report import text
from kitt_report.parts import Table, cut, legend, panels, plain_decades, plot, thousands
from kitt_report.record import HOPPING_KERNELS
from kitt_report.theme import KERNEL_COLOURS, KERNEL_MARKERS, LIGHT, new_figure

HIGHEST = 200  # per cent: an efficiency above says that the first run was disturbed


def parts(runs):
    return [part for place, study in enumerate(find_studies(runs), 1)
            for part in (rates(study, f"scaling-{place}"), efficiencies(study, f"efficiency-{place}"), table(study))]


def same_work(run):
    configuration = run.configuration
    return (run.machine, configuration["precision"], configuration["ls"],
            configuration["conventions"]["flops_per_site"], configuration["conventions"]["volume"],
            tuple(configuration.get("global_volume") or ()))


def find_studies(runs):
    """Returns groups of runs of the same work, by ranks. Of several runs on equally many ranks the last one given counts."""
    groups = collections.defaultdict(dict)
    for run in runs:
        if run.best_cells():
            groups[same_work(run)][run.ranks] = run
    studies = [[by_ranks[ranks] for ranks in sorted(by_ranks)] for by_ranks in groups.values()]
    return [study for study in studies if len(study) > 1 and common_sizes(study)]


def common_sizes(study):
    """Returns the L of which at least two runs have a figure."""
    sizes = collections.Counter(l for run in study for l in run.sizes)
    return sorted(l for l, runs in sizes.items() if runs > 1)


def series(study, kernel, l):
    """Returns [(run, cell)] of one kernel and size, fewest ranks first."""
    found = [(run, run.best(kernel, l)) for run in study]
    return [(run, cell) for run, cell in found if cell]


def efficiency(points):
    """Returns the Mflop/s per thread of each point divided by those of the first, as in the record's own summary."""
    def per_thread(run, cell):
        return cell["mflops_per_node"] / run.threads_per_node

    base = per_thread(*points[0])
    return [per_thread(run, cell) / base for run, cell in points]


def total(run, cell):
    return cell["mflops_per_node"] * run.nodes


def by_size(study, draw):
    """Draws one panel for each L and one line for each kernel; draw(axes, kernel, points) draws it. Returns (figure, axes)."""
    sizes = common_sizes(study)
    figure, axes, flat = panels(len(sizes), 2.7)
    for one, l in zip(flat, sizes):
        for kernel in HOPPING_KERNELS:
            points = series(study, kernel, l)
            if len(points) > 1:
                draw(one, kernel, points)
        one.set_xscale("log")
        one.set_xticks([run.ranks for run in study], [text.number(run.ranks) for run in study])
        one.minorticks_off()
        one.set(title=f"L = {l}", xlabel="ranks")
    return figure, axes


def kernel_style(kernel):
    return {"color": KERNEL_COLOURS[kernel], "marker": KERNEL_MARKERS[kernel], "label": kernel}


def rates(study, name):
    def draw(axes, kernel, points):
        figures = [total(*point) for point in points]
        run = points[0][0]
        threads = [r.threads_per_node * r.nodes for r, _ in points]
        axes.plot([r.ranks for r, _ in points], figures, **kernel_style(kernel))
        axes.plot([r.ranks for r, _ in points],
                  [figures[0] * t / (run.threads_per_node * run.nodes) for t in threads], "--",
                  color=KERNEL_COLOURS[kernel], linewidth=0.9)
        axes.set_ylabel("Mflop/s of all nodes")

    figure, axes = by_size(study, draw)
    for one in (one for row in axes for one in row):
        one.set_yscale("log")
        plain_decades(one.yaxis)
    legend(figure, axes, first=HOPPING_KERNELS)
    ranks = ", ".join(text.number(run.ranks) for run in study)
    return plot(figure, name, f"Mflop/s of all nodes by ranks, {study[0].machine}",
                f"Line chart of Mflop/s of all nodes against ranks ({ranks}), one panel per L, one "
                "line per kernel, dashed where each would be if it scaled ideally.")


def efficiencies(study, name):
    beyond = {}

    def draw(axes, kernel, points):
        shares = [100 * e for e in efficiency(points)]
        axes.plot([r.ranks for r, _ in points], shares, **kernel_style(kernel))
        axes.set_ylabel("efficiency (%)")
        beyond.setdefault(axes, []).extend(
            (r.ranks, share, f"{kernel} {text.number(share)}")
            for (r, _), share in zip(points, shares))

    figure, axes = by_size(study, draw)
    for one in (one for row in axes for one in row):
        one.axhline(100, color=LIGHT["muted"], linestyle="--", linewidth=0.9)
        one.set_ylim(bottom=0)
        cut(one, HIGHEST, beyond.get(one, []))
        thousands(one.yaxis)
    legend(figure, axes, first=HOPPING_KERNELS)
    last = [efficiency(series(study, kernel, l))[-1] for kernel in HOPPING_KERNELS
            for l in common_sizes(study) if len(series(study, kernel, l)) > 1]
    return plot(figure, name, f"Parallel efficiency, {study[0].machine}",
                "Line chart of efficiency in per cent against ranks, one panel per L, one line per "
                f"kernel. On {text.number(study[-1].ranks)} ranks between {min(last):.0%} and "
                f"{max(last):.0%}.")


def table(study):
    rows = []
    for kernel in HOPPING_KERNELS:
        for l in common_sizes(study):
            points = series(study, kernel, l)
            for (run, cell), share in zip(points, efficiency(points) if points else []):
                rows.append([kernel, str(l), text.number(run.ranks), text.number(run.nodes),
                             text.number(run.threads_per_node * run.nodes),
                             text.number(cell["mflops_per_node"]), text.number(total(run, cell)),
                             text.percent(share)])
    return Table(f"Scaling, {study[0].machine}",
                 ["<Kernel", "L", "Ranks", "Nodes", "Threads", "Mflop/s per node",
                  "Mflop/s of all nodes", "Efficiency (%)"], rows, folded=len(rows) > 12)
