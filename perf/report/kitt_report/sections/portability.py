# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Cascade plots: how efficiency holds from machine to machine, from `kitt compare --portability` or from records."""

import dataclasses

from kitt_report import text
from kitt_report.parts import Table, cut, kernel_panels, legend, plot
from kitt_report.record import HOPPING_KERNELS
from kitt_report.theme import KERNEL_COLOURS

KINDS = {"application": "of the best figure known on each platform",
         "architectural": "of the ceiling that binds on each platform"}
HIGHEST = 150  # per cent: a higher efficiency says that a ceiling was disturbed


@dataclasses.dataclass
class Cascade:
    """One kernel and size; steps: [(platform, efficiency, metric over the platforms so far)] by falling efficiency."""

    kind: str
    kernel: str
    l: int
    steps: list


def parts(runs, documents):
    """documents: what `kitt compare --portability` wrote; if there are none, the efficiencies are those of the runs."""
    studies = [from_document(document) for document in documents] or [study for study in [from_runs(runs)] if study[1]]
    found = []
    for platforms, cascades in studies:
        for kind in KINDS:
            chosen = [one for one in cascades if one.kind == kind]
            if chosen:
                found += [draw(chosen, kind, f"cascade-{sum(not isinstance(one, Table) for one in found) + 1}"),
                          table(chosen, kind)]
        found.append(Table("Platforms", ["<Letter", "<Platform"], [[letter, what] for letter, what in platforms.items()]))
    return found


def from_document(document):
    """Returns ({platform: title}, [Cascade]) of each platform's best variant, which comes first in a document."""
    cascades = [Cascade(kind, problem["kernel"], problem["l"],
                        [(s["platform"], s["efficiency"], s["portability"]) for s in steps])
                for problem in document["problems"] if problem["kernel"] in HOPPING_KERNELS
                for best in problem["applications"][:1] for kind, steps in best["cascade"].items() if steps]
    return {one["letter"]: one["title"] for one in document["platforms"]}, cascades


def from_runs(runs):
    """Returns the same of runs on different machines, from their roofline fractions. Of several runs on one machine
    the last one given counts."""
    machines = {run.machine: run for run in runs if run.best_cells()}
    if len(machines) < 2:
        return {}, []
    platforms = {chr(ord("A") + place): run for place, run in enumerate(machines.values())}
    cascades = []
    for kernel in HOPPING_KERNELS:
        for l in sorted(set.intersection(*(set(run.sizes) for run in platforms.values()))):
            cells = {letter: run.best(kernel, l) for letter, run in platforms.items()}
            shares = {letter: cell and cell["roofline_fraction"] for letter, cell in cells.items()}
            if None not in shares.values():
                cascades.append(Cascade("architectural", kernel, l, steps_of(shares)))
    return {letter: run.label for letter, run in platforms.items()}, cascades


def steps_of(efficiencies):
    """Returns the steps of {platform: efficiency}: harmonic means over more and more platforms."""
    steps, inverses = [], 0.0
    for count, (platform, efficiency) in enumerate(sorted(efficiencies.items(), key=lambda item: -item[1]), 1):
        inverses += 1 / efficiency if efficiency > 0 else float("inf")
        steps.append((platform, efficiency, count / inverses))
    return steps


def draw(cascades, kind, name):
    lines = {(f"L = {c.l}", c.kernel): (range(1, len(c.steps) + 1), *([100 * step[part] for step in c.steps] for part in (1, 2)))
             for c in sorted(cascades, key=lambda c: c.l)}
    figure, axes, found = kernel_panels(lines, 2.9, "platforms", f"{kind} efficiency (%)")
    for c in cascades:
        for place, (platform, efficiency, _) in enumerate(c.steps, 1):
            found[f"L = {c.l}"].annotate(platform, (place, 100 * efficiency), xytext=(-5, -4), annotation_clip=True, fontsize=9,
                                         textcoords="offset points", ha="right", va="top", color=KERNEL_COLOURS[c.kernel])
    next(iter(found.values())).set_ylim(bottom=0)  # shared by all, after all is drawn
    for title, one in found.items():
        here = [c for c in cascades if title == f"L = {c.l}"]
        count = max(len(c.steps) for c in here)
        one.set_xticks(range(1, count + 1))
        one.set_xlim(0.7, count + 0.3)
        cut(one, HIGHEST, [(place, 100 * share, f"{c.kernel} {platform} {text.number(100 * share)}")
                           for c in here for place, (platform, share, _) in enumerate(c.steps, 1)])
    legend(figure, axes, first=HOPPING_KERNELS)
    metrics = [f"{c.kernel} at L = {c.l} {c.steps[-1][2]:.0%}" for c in cascades]
    return plot(figure, name, f"Cascade of {kind} efficiency, in per cent {KINDS[kind]}",
                f"Cascade plot of {kind} efficiency by number of platforms, one line per kernel. Metric over all platforms: "
                f"{', '.join(metrics)}.")


def table(cascades, kind):
    rows = [[c.kernel, str(c.l), text.percent(c.steps[-1][2]),
             ", ".join(f"{platform} {text.percent(share)}" for platform, share, _ in c.steps)] for c in cascades]
    return Table(f"Portability by {kind} efficiency", ["<Kernel", "L", "Metric (%)", "<Efficiency by platform (%)"], rows)
