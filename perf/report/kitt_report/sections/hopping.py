# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Sections about hopping kernels: Mflop/s per node by L, the time of each step if ranks split the lattice, and tables."""

from matplotlib.ticker import MaxNLocator

from kitt_report import text
from kitt_report.parts import Table, plot, set_axis, set_bars, stack_bars
from kitt_report.record import ALL_HOPPING_KERNELS, HOPPING_KERNELS, relative_error
from kitt_report.schema import kinds_of_cells
from kitt_report.tables import columns_of, make_table, table
from kitt_report.theme import KERNEL_COLOURS, LIGHT

WIDTH = 0.27  # width of a bar; groups of bars of neighbouring L are 1 apart
NARROW = "narrow links: less exact, never the best"
TOO_WIDE = 0.5  # fraction of a figure: a figure with a larger error does not set the scale
STEPS = ("pack", "interior", "wait", "exterior")
STRATEGIES = ("sequential", "overlap")


def parts(runs):
    runs = [run for run in runs if run.best_cells()]
    found = [draw(runs)] if runs else []
    for run in runs:
        ls = f", Ls = {run.summary['ls']}" if run.summary.get("ls") else ""
        found += table(run, "hopping", [cell for *_, cell in run.best_cells()], folded=False,
                       caption=f"Best variants, {run.label} ({run.summary['precision']} precision{ls})")
    return found


def draw(runs):
    volumes = " or ".join(sorted({run.configuration["conventions"]["volume"] for run in runs}))
    cells = [cell for run in runs for kernel, l, _ in run.best_cells() for cell in run.variants(kernel, l)]
    sure = [cell for cell in cells if relative_error(cell) <= TOO_WIDE] or cells
    top = 1.05 * max(cell["mflops_per_node"] * (1 + min(relative_error(cell), TOO_WIDE)) for cell in sure)
    return plot("kernels-by-l", f"Hopping kernels by L. L⁴ is the local volume {volumes}.", {run.label: run for run in runs},
                lambda axes, run: draw_run(axes, run, top), 3.2, show=text.number, first=HOPPING_KERNELS, ylim=(0, top))


def draw_run(axes, run, top):
    """Draws a bar with its error for each best variant, and marks for the others."""
    for kernel, l, best in run.best_cells():
        place, figure = run.sizes.index(l) + (HOPPING_KERNELS.index(kernel) - 1) * WIDTH, best["mflops_per_node"]
        axes.bar(place, figure, WIDTH * 0.92, label=kernel, color=KERNEL_COLOURS[kernel],
                 yerr=figure * relative_error(best) if figure <= top else None,
                 error_kw={"elinewidth": 0.9, "capsize": 2, "ecolor": LIGHT["ink"]})
        if figure > top:
            axes.text(place, 0.98 * top, f"{text.number(figure)} →", rotation=90, ha="center", va="top", fontsize=8.5,
                      color=LIGHT["ground"])
        for marker, label, narrow in (("o", "other variants", False), ("x", NARROW, True)):
            others = [cell["mflops_per_node"] for cell in run.variants(kernel, l)
                      if cell is not best and (cell.get("links") == "narrow") == narrow]
            if others:
                axes.plot([place] * len(others), others, marker, markersize=3.5, label=label,
                          markerfacecolor=LIGHT["ground"], markeredgecolor=LIGHT["ink"], markeredgewidth=0.8)
    set_axis(axes, "y", "Mflop/s per node", "linear")
    set_bars(axes, "x", run.sizes)
    axes.set_xlabel("L")


def steps(runs):
    found = []
    for place, run in enumerate([run for run in runs if chosen(run)], 1):
        cells = [cell for bars in chosen(run).values() for cell in bars.values()]
        columns = [column for column in columns_of(kinds_of_cells()["hopping"], ("communication",))
                   if column.keys in ("kernel", "l", "variant") or column.keys.startswith("communication.")]
        found += [draw_steps(run, f"steps-{place}"), make_table(f"Steps of a call, {run.label}", columns, cells, folded=True)]
    return found


def chosen(run):
    """Returns {panel: {bar: cell}} of the best variant of each kernel, by either strategy. Wilson has its own panels,
    because domain wall has Ls times the work of Wilson."""
    found = {}
    for kernel, l, best in sorted(run.best_cells(), key=lambda entry: entry[1]):
        variant = best["variant"].rpartition("/")[0]
        for strategy in STRATEGIES if "communication" in best else ():
            for cell in run.variants(kernel, l):
                if cell["variant"] == f"{variant}/{strategy}" and "communication" in cell:
                    panel = f"L = {l}, {'Wilson' if kernel == 'Wilson' else 'domain wall'}"
                    found.setdefault(panel, {})[f"{kernel} {strategy}"] = cell
    return found


def draw_steps(run, name):
    panels = chosen(run)
    return plot(name, f"Time per step, {run.label}", panels, draw_panel, 0.9 + 0.3 * max(map(len, panels.values())),
                show=text.seconds, most=2, sharey=False)


def draw_panel(axes, bars):
    seconds = {bar: {step: cell["communication"][f"{step}_seconds"] for step in STEPS} for bar, cell in bars.items()}
    stack_bars(axes, seconds, LIGHT, text.seconds)
    set_axis(axes, "x", "time per call", "linear", text.seconds)
    axes.xaxis.set_major_locator(MaxNLocator(4))


def tables(runs):
    """Returns the tables of every hopping cell, and of the cells of all kinds that have no figure."""
    found = []
    for run in runs:
        cells = sorted(run.cells("hopping"), key=lambda c: (ALL_HOPPING_KERNELS.index(c["kernel"]), c["l"]))
        if cells:
            found += table(run, "hopping", cells, f"All {text.count(len(cells), 'hopping cell')}, {run.label}", folded=True)
    return found + [without_figure(run) for run in runs if run.cells(status="skipped") + run.cells(status="failed")]


def describe_error(cell):
    """Returns the error of a result and, in brackets, the largest allowed error. A skipped cell has no result."""
    if cell["status"] == "skipped":
        return text.MISSING
    found = cell["verification_error"]
    return f"{'no number' if found is None else format(found, '.1e')} ({cell['verification_tolerance']:.0e})"


def without_figure(run):
    return Table(f"Cells without a figure, {run.label}", [
        {"<Status": c["status"], "<Kernel": c["kernel"], "L": str(c.get("l", text.MISSING)), "<Variant": c["variant"] or "all",
         "Error (allowed)": describe_error(c), "<Why": c.get("reason", "")}
        for c in run.cells(status="failed") + run.cells(status="skipped")])
