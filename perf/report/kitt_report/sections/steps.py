# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Where the time of a call goes if ranks split the lattice."""

import math

from matplotlib.ticker import MaxNLocator

from kitt_report import text
from kitt_report.parts import legend, plot
from kitt_report.record import HOPPING_KERNELS
from kitt_report.schema import kinds_of_cells
from kitt_report.tables import listed
from kitt_report.theme import LIGHT, new_figure

STEPS = ("pack", "interior", "wait", "exterior")
STRATEGIES = ("sequential", "overlap")
HEADINGS = {"kernel": "Kernel", "l": "L", "variant": "Variant",
            **{f"communication.{step}_seconds": step.capitalize() for step in STEPS},
            "communication.hidden_fraction": "Waiting hidden (%)", "communication.bytes_by_messages": "Sent by messages",
            "communication.bytes_by_shared_memory": "By shared memory"}


def parts(runs):
    found = []
    for place, run in enumerate([run for run in runs if chosen(run)], 1):
        cells = [cell for found in chosen(run).values() for _, _, cell in found]
        found += [draw(run, f"steps-{place}"),
                  listed(f"Steps of a call, {run.label}", kinds_of_cells()["hopping"], HEADINGS, cells, folded=True)]
    return found


def chosen(run):
    """Returns {L: [(kernel, strategy, cell)]} of the best variant of each kernel, by either strategy."""
    found = {}
    for kernel, l, best in run.best_cells():
        variant = best["variant"].rpartition("/")[0]
        for strategy in STRATEGIES if "communication" in best else ():
            found.setdefault(l, []).extend(
                (kernel, strategy, cell) for cell in run.variants(kernel, l)
                if cell["variant"] == f"{variant}/{strategy}" and "communication" in cell)
    return {l: cells for l, cells in sorted(found.items()) if cells}


def seconds_of(cell, step):
    return cell["communication"][f"{step}_seconds"]


def draw(run, name):
    """Draws a panel for each L. Wilson has panels and axes of its own, because domain wall has Ls times its work."""
    sizes = chosen(run)
    kernels = {kernel for cells in sizes.values() for kernel, *_ in cells}
    groups = [group for group in (HOPPING_KERNELS[:1], HOPPING_KERNELS[1:]) if kernels & set(group)]
    columns = min(len(sizes), 4)
    blocks = math.ceil(len(sizes) / columns)
    figure, axes = new_figure(0.5 + blocks * sum(0.9 + 0.5 * len(group) for group in groups), blocks * len(groups), columns,
                              height_ratios=[1 + len(group) for group in groups] * blocks)
    for one in (one for row in axes for one in row):
        one.set_visible(False)
    for place, (l, cells) in enumerate(sizes.items()):
        for row, group in enumerate(groups, start=place // columns * len(groups)):
            if found := [entry for entry in cells if entry[0] in group]:
                draw_panel(axes[row][place % columns], l, group, found)
    legend(figure, axes)
    most = max((seconds_of(cell, "wait") / (sum(seconds_of(cell, step) for step in STEPS) or 1), kernel, strategy, l)
               for l, cells in sizes.items() for kernel, strategy, cell in cells)
    return plot(figure, name, f"Time per step, {run.label}",
                "Stacked bars of the time per call spent packing, on the interior, waiting and on the exterior. Waiting takes "
                f"the largest share for {most[1]} {most[2]} at L = {most[3]}: {most[0]:.0%}.")


def draw_panel(axes, l, group, cells):
    axes.set_visible(True)
    longest = max(seconds_of(c, step) for *_, c in cells for step in STEPS)
    factor, unit = (1, "s") if longest >= 1 else (1e3, "ms") if longest >= 1e-3 else (1e6, "µs")
    rows = [(kernel, strategy) for kernel in group for strategy in STRATEGIES]
    for kernel, strategy, cell in cells:
        place, left = rows.index((kernel, strategy)), 0
        for step in STEPS:
            width = seconds_of(cell, step) * factor
            axes.barh(place, width, 0.72, left=left, color=LIGHT[step], label=step)
            left += width
        axes.annotate(text.seconds(left / factor), (left, place), xytext=(4, 0), textcoords="offset points", va="center",
                      fontsize=9)
    axes.set_yticks(range(len(rows)), [" ".join(row) for row in rows])
    axes.set(ylim=(len(rows) - 0.5, -0.5), xlim=(0, 1.5 * axes.get_xlim()[1]), title=f"L = {l}", xlabel=f"time per call ({unit})")
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.grid(axis="y", visible=False)
