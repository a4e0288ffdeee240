# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Cascade plots of efficiencies on several machines, from `kitt compare --portability` or from records. The navigation
chart shows portability against the share of source code that platforms have in common."""

from kitt_report import text
from kitt_report.parts import Table, plot, plot_kernel, plot_kernels, set_axis
from kitt_report.record import HOPPING_KERNELS
from kitt_report.theme import LIGHT

KINDS = {"application": "of the best figure known on each platform",
         "architectural": "of the ceiling that binds on each platform"}
HIGHEST = 150  # per cent: a higher efficiency says that a ceiling was disturbed


def parts(runs, documents):
    """documents: what `kitt compare --portability` wrote; if there are none, the efficiencies are those of the runs."""
    found = []
    for platforms, cascades in [from_document(one) for one in documents] or from_runs(runs):
        for kind in KINDS:
            if sizes := cascades.get(kind):
                found += [draw(sizes, kind, f"cascade-{sum(not isinstance(one, Table) for one in found) + 1}"), table(sizes, kind)]
        found.append(Table("Platforms", [{"<Letter": letter, "<Platform": title} for letter, title in platforms.items()]))
    return found + [navigate(one, f"navigation-{place}") for place, one in enumerate(documents, 1)
                    if "code_divergence" in one and from_document(one)[1]]


def from_document(document):
    """Returns ({platform: title}, {kind: {L: {kernel: steps}}}) of each platform's best variant, which comes first in a
    document. Steps are [(platform, efficiency, metric over the platforms so far)] by falling efficiency."""
    cascades = {}
    for problem in sorted(document["problems"], key=lambda problem: problem["l"]):
        for best in problem["applications"][:1]:
            for kind, steps in best["cascade"].items():
                if steps and problem["kernel"] in HOPPING_KERNELS:
                    cascades.setdefault(kind, {}).setdefault(problem["l"], {})[problem["kernel"]] = [
                        (one["platform"], one["efficiency"], one["portability"]) for one in steps]
    return {one["letter"]: one["title"] for one in document["platforms"]}, cascades


def from_runs(runs):
    """Returns a list with one entry of the form that from_document() returns, computed from the roofline fractions of runs on
    different machines. The last run on each machine counts. The list is empty if all runs are on one machine."""
    machines = {run.machine: run for run in runs if run.best_cells()}
    platforms = {chr(ord("A") + place): run for place, run in enumerate(machines.values())}
    sizes = {}
    for l in sorted(set.intersection(*(set(run.sizes) for run in platforms.values()))) if len(machines) > 1 else ():
        for kernel in HOPPING_KERNELS:
            cells = {letter: run.best(kernel, l) for letter, run in platforms.items()}
            shares = {letter: cell and cell["roofline_fraction"] for letter, cell in cells.items()}
            if None not in shares.values():
                sizes.setdefault(l, {})[kernel] = steps_of(shares)
    return [({letter: run.label for letter, run in platforms.items()}, {"architectural": sizes})] if sizes else []


def navigate(document, name):
    """Draws a navigation chart: a point for each kernel and L, and the goal in the corner."""
    cascades, code = from_document(document)[1], document["code_divergence"]
    convergence = 100 * (1 - code["divergence"])

    def draw(axes, sizes):
        for l, of_kernel in sizes.items():
            for kernel, steps in of_kernel.items():
                plot_kernel(axes, kernel, [convergence], [100 * steps[-1][2]], linestyle="", names=[f"L = {l}"])
        axes.plot([100], [100], "*", markersize=13, color=LIGHT["muted"], label="goal", clip_on=False)
        for which, label in ("x", "code convergence (%)"), ("y", "performance portability (%)"):
            set_axis(axes, which, label, "linear")
        axes.set(xlim=(0, 100), ylim=(0, 100))

    return plot(name, "Navigation chart: performance portability against code convergence", {
        f"{kind} efficiency": cascades[kind] for kind in KINDS if kind in cascades}, draw, 3.6,
        f"Code convergence is 1 - code divergence, {convergence:.2f} % for the builds {', '.join(code['builds'])}.")


def steps_of(efficiencies):
    """Returns the steps of {platform: efficiency}: harmonic means over more and more platforms."""
    steps, inverses = [], 0.0
    for count, (platform, efficiency) in enumerate(sorted(efficiencies.items(), key=lambda item: -item[1]), 1):
        inverses += 1 / efficiency if efficiency > 0 else float("inf")
        steps.append((platform, efficiency, count / inverses))
    return steps


def draw(sizes, kind, name):
    panels, metrics = {}, []
    for l, of_kernel in sizes.items():
        for kernel, steps in of_kernel.items():
            platforms, shares, portability = zip(*steps)
            panels.setdefault(f"L = {l}", {})[kernel] = (
                range(1, len(steps) + 1), [100 * share for share in shares], [100 * share for share in portability], platforms)
            metrics.append(f"{kernel} at L = {l} {portability[-1]:.0%}")
    most = max(len(steps) for of_kernel in sizes.values() for steps in of_kernel.values())
    return plot_kernels(name, f"Cascade of {kind} efficiency, in per cent {KINDS[kind]}", panels, ("platforms", "linear"),
                        (f"{kind} efficiency (%)", "linear"), range(1, most + 1), HIGHEST,
                        note=f"Metric over all platforms: {', '.join(metrics)}.")


def table(sizes, kind):
    return Table(f"Portability by {kind} efficiency", [
        {"<Kernel": kernel, "L": str(l), "Metric (%)": text.percent(steps[-1][2]), "<Efficiency by platform (%)":
         ", ".join(f"{platform} {text.percent(share)}" for platform, share, _ in steps)}
        for l, of_kernel in sizes.items() for kernel, steps in of_kernel.items()])
