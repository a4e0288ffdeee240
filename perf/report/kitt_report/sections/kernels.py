# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Mflop/s per node of the hopping kernels by L."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table, legend, panels, plot, thousands, used
from kitt_report.record import HOPPING_KERNELS, relative_error
from kitt_report.theme import KERNEL_COLOURS, LIGHT, new_figure

WIDTH = 0.27  # of a bar; the bars of one L are 1 apart from the next
NARROW = "narrow links: less exact, never the best"
TOO_WIDE = 0.5  # of a figure: one with a wider error does not set the scale


def section(runs):
    with_figures = [run for run in runs if run.best_cells()]
    result = Section("kernels", "Kernels by size")
    if not with_figures:
        result.missing = "no run measured a hopping kernel (kitt itt and kitt dslash do)"
        return result
    result.intro = ("Bars: the best variant of each kernel, from the median time; upright strokes: "
                    "standard error. A bar that is cut off, its figure written on it, has an error "
                    f"above {TOO_WIDE:.0%}: disturbed. Open circles: other variants; how far they "
                    "reach down is what the choice of a variant costs. " + narrow_words(with_figures)
                    + "L⁴ is the local volume "
                    + volume_convention(with_figures) + ".")
    result.parts = [bars(with_figures), *(table(run) for run in with_figures)]
    return result


def volume_convention(runs):
    names = {"per node": "of a node", "per rank": "of a rank"}
    found = {run.configuration["conventions"]["volume"] for run in runs}
    return " or ".join(sorted(names.get(name, "of the " + name) for name in found))


def is_narrow(cell):
    return cell.get("links") == "narrow"


def narrow_words(runs):
    """Returns a sentence about variants with narrow links, if the runs have any."""
    if not any(is_narrow(cell) for run in runs for cell in run.cells("hopping")):
        return ""
    return ("Crosses: variants with narrow links, which compute less exactly: they are never the best, so that a "
            "cross may stand above its bar. ")


def bars(runs):
    rows, columns = panels(len(runs))
    figure, axes = new_figure(0.6 + 3.2 * rows, rows, columns, sharey=True)
    top = 1.05 * highest(runs)
    for one, run in zip(used(axes, len(runs)), runs):
        draw(one, run, top)
    axes[0][0].set_ylim(0, top)  # shared by all, after all is drawn
    legend(figure, axes, first=HOPPING_KERNELS)
    best = max((cell["mflops_per_node"], kernel, l, run.label)
               for run in runs for kernel, l, cell in run.best_cells())
    alt = (f"Bar chart of Mflop/s per node of Wilson, DWF4 and DWF5 by L. Highest: {best[1]} at L "
           f"= {best[2]} with {text.number(best[0])} Mflop/s per node ({best[3]}).")
    return plot(figure, "kernels-by-l", "Hopping kernels by L", alt)


def highest(runs):
    """Returns the highest figure plus its error, for the scale. Variants with narrow links may be above the best variant."""
    cells = [cell for run in runs for kernel, l, _ in run.best_cells() for cell in run.variants(kernel, l)]
    sure = [cell for cell in cells if relative_error(cell) <= TOO_WIDE] or cells
    return max(cell["mflops_per_node"] * (1 + min(relative_error(cell), TOO_WIDE)) for cell in sure)


def draw(axes, run, top):
    for kernel in HOPPING_KERNELS:
        offset = (HOPPING_KERNELS.index(kernel) - 1) * WIDTH
        for place, l in enumerate(run.sizes):
            best = run.best(kernel, l)
            if not best:
                continue
            bar(axes, place + offset, kernel, best, top)
            others = [cell for cell in run.variants(kernel, l) if cell is not best]
            mark(axes, place + offset, [cell for cell in others if not is_narrow(cell)], "o", "other variants")
            mark(axes, place + offset, [cell for cell in others if is_narrow(cell)], "x", NARROW)
    axes.set_xticks(range(len(run.sizes)), [str(l) for l in run.sizes])
    axes.set_xlabel("L")
    axes.set_ylabel("Mflop/s per node")
    axes.set_title(run.label)
    axes.grid(axis="x", visible=False)
    axes.tick_params(labelleft=True)
    thousands(axes.yaxis)


def mark(axes, place, cells, marker, label):
    """Marks the figures of variants that have no bar."""
    if cells:
        axes.plot([place] * len(cells), [cell["mflops_per_node"] for cell in cells], marker, markersize=3.5, label=label,
                  markerfacecolor=LIGHT["ground"], markeredgecolor=LIGHT["ink"], markeredgewidth=0.8)


def bar(axes, place, kernel, cell, top):
    figure = cell["mflops_per_node"]
    inside = figure <= top
    axes.bar(place, figure, WIDTH * 0.92, label=kernel, color=KERNEL_COLOURS[kernel],
             yerr=figure * relative_error(cell) if inside else None,
             error_kw={"elinewidth": 0.9, "capsize": 2, "ecolor": LIGHT["ink"]})
    if not inside:
        axes.text(place, 0.98 * top, f"{text.number(figure)} →", rotation=90, ha="center", va="top",
                  fontsize=8.5, color=LIGHT["ground"])


def table(run):
    rows = [[kernel, str(l), cell["variant"],
             text.number(cell["mflops_per_node"]), text.number(cell["mflops_per_node_mean"]),
             doubt.error_percent(cell),
             text.seconds(cell["seconds"]["median"]), text.percent(cell["peak_fraction"]),
             doubt.roof_percent(cell),
             (cell["ceiling"] or text.MISSING).removeprefix(f"{cell['precision']} "),
             *energy(run, cell)]
            for kernel, l, cell in run.best_cells()]
    columns = ["<Kernel", "L", "<Best variant", "Median (Mflop/s per node)",
               "Mean (Mflop/s per node)", "± (%)", "Time per call", "Of peak (%)",
               "Of roofline (%)", "<Bound by", *energy_columns(run)]
    ls, precision = run.summary.get("ls"), run.summary["precision"]
    what = f"{precision} precision" + (f", Ls = {ls}" if ls else "")
    return Table(f"Best variants, {run.label} ({what})", columns, rows)


def energy_columns(run):
    measured = any("energy" in cell for _, _, cell in run.best_cells())
    return ["Power (W per node)", "Mflop/s per watt"] if measured else []


def energy(run, cell):
    found = cell.get("energy", {})
    return [text.significant(found.get(key)) for key in ("watts_per_node", "mflops_per_watt")
            if energy_columns(run)]
