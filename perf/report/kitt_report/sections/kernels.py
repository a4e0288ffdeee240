# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Mflop/s per node of the hopping kernels by L, their tables, and cells without a figure."""

from kitt_report import text
from kitt_report.parts import Table, legend, panels, plot, thousands
from kitt_report.record import ALL_HOPPING_KERNELS, HOPPING_KERNELS, relative_error
from kitt_report.tables import table
from kitt_report.theme import KERNEL_COLOURS, LIGHT

WIDTH = 0.27  # of a bar; the bars of one L are 1 apart from the next
NARROW = "narrow links: less exact, never the best"
TOO_WIDE = 0.5  # of a figure: one with a wider error does not set the scale


def parts(runs):
    runs = [run for run in runs if run.best_cells()]
    found = [draw(runs)] if runs else []
    for run in runs:
        ls = f", Ls = {run.summary['ls']}" if run.summary.get("ls") else ""
        found += table(run, "hopping", [cell for *_, cell in run.best_cells()], folded=False,
                       caption=f"Best variants, {run.label} ({run.summary['precision']} precision{ls})")
    return found


def is_narrow(cell):
    return cell.get("links") == "narrow"


def title_of(runs):
    """Returns the title of the plot, with what a reader must know about these runs."""
    volumes = {run.configuration["conventions"]["volume"] for run in runs}
    title = f"Hopping kernels by L. L⁴ is the local volume {' or '.join(sorted(volumes))}."
    if any(is_narrow(cell) for run in runs for cell in run.cells("hopping")):
        title += (" Crosses: variants with narrow links, which compute less exactly. They are never the best, so a cross "
                  "may stand above its bar.")
    return title


def draw(runs):
    figure, axes, flat = panels(len(runs), 3.2)
    top = 1.05 * highest(runs)
    for one, run in zip(flat, runs):
        draw_run(one, run, top)
    flat[0].set_ylim(0, top)  # shared by all, after all is drawn
    legend(figure, axes, first=HOPPING_KERNELS)
    best = max((cell["mflops_per_node"], kernel, l, run.label) for run in runs for kernel, l, cell in run.best_cells())
    return plot(figure, "kernels-by-l", title_of(runs),
                f"Bar chart of Mflop/s per node of Wilson, DWF4 and DWF5 by L. Highest: {best[1]} at L = {best[2]} with "
                f"{text.number(best[0])} Mflop/s per node ({best[3]}).")


def highest(runs):
    """Returns the highest figure plus its error, for the scale. Variants with narrow links may be above the best variant."""
    cells = [cell for run in runs for kernel, l, _ in run.best_cells() for cell in run.variants(kernel, l)]
    sure = [cell for cell in cells if relative_error(cell) <= TOO_WIDE] or cells
    return max(cell["mflops_per_node"] * (1 + min(relative_error(cell), TOO_WIDE)) for cell in sure)


def draw_run(axes, run, top):
    for kernel, l, best in run.best_cells():
        place = run.sizes.index(l) + (HOPPING_KERNELS.index(kernel) - 1) * WIDTH
        draw_bar(axes, place, kernel, best, top)
        others = [cell for cell in run.variants(kernel, l) if cell is not best]
        mark(axes, place, [cell for cell in others if not is_narrow(cell)], "o", "other variants")
        mark(axes, place, [cell for cell in others if is_narrow(cell)], "x", NARROW)
    axes.set_xticks(range(len(run.sizes)), [str(l) for l in run.sizes])
    axes.set(xlabel="L", ylabel="Mflop/s per node", title=run.label)
    axes.grid(axis="x", visible=False)
    thousands(axes.yaxis)


def mark(axes, place, cells, marker, label):
    """Marks the figures of variants that have no bar."""
    if cells:
        axes.plot([place] * len(cells), [cell["mflops_per_node"] for cell in cells], marker, markersize=3.5, label=label,
                  markerfacecolor=LIGHT["ground"], markeredgecolor=LIGHT["ink"], markeredgewidth=0.8)


def draw_bar(axes, place, kernel, cell, top):
    figure = cell["mflops_per_node"]
    inside = figure <= top
    axes.bar(place, figure, WIDTH * 0.92, label=kernel, color=KERNEL_COLOURS[kernel],
             yerr=figure * relative_error(cell) if inside else None,
             error_kw={"elinewidth": 0.9, "capsize": 2, "ecolor": LIGHT["ink"]})
    if not inside:
        axes.text(place, 0.98 * top, f"{text.number(figure)} →", rotation=90, ha="center", va="top", fontsize=8.5,
                  color=LIGHT["ground"])


def tables(runs):
    """Returns the tables of every hopping cell, and of the cells of all kinds that have no figure."""
    found = []
    for run in runs:
        cells = sorted(run.cells("hopping"), key=lambda c: (ALL_HOPPING_KERNELS.index(c["kernel"]), c["l"]))
        if cells:
            found += table(run, "hopping", cells, f"All {text.count(len(cells), 'hopping cell')}, {run.label}", folded=True)
    return found + [without_figure(run) for run in runs if run.cells(status="skipped") + run.cells(status="failed")]


def describe_error(cell):
    """Returns how far a result was from the right one, and what passes. A skipped cell has no result."""
    if cell["status"] == "skipped":
        return text.MISSING
    found = cell["verification_error"]
    return f"{'no number' if found is None else format(found, '.1e')} ({cell['verification_tolerance']:.0e})"


def without_figure(run):
    rows = [[c["status"], c["kernel"], str(c.get("l", text.MISSING)), c["variant"] or "all", describe_error(c),
             c.get("reason", "")] for c in run.cells(status="failed") + run.cells(status="skipped")]
    return Table(f"Cells without a figure, {run.label}", ["<Status", "<Kernel", "L", "<Variant", "Error (allowed)", "<Why"],
                 rows, folded=len(rows) > 6)
