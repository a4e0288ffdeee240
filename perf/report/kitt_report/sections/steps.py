# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Where the time of a call goes where ranks split the lattice."""

import math

from matplotlib.ticker import MaxNLocator

from kitt_report import text
from kitt_report.parts import Table, legend, plot
from kitt_report.record import HOPPING_KERNELS
from kitt_report.theme import LIGHT, new_figure

STEPS = ("pack", "interior", "wait", "exterior")
STRATEGIES = ("sequential", "overlap")


def parts(runs):
    runs = [run for run in runs if chosen(run)]
    return [part for place, run in enumerate(runs, 1) for part in (draw(run, f"steps-{place}"), table(run))]


def chosen(run):
    """Returns {L: [(kernel, strategy, cell)]} of the best variant of each kernel, by either strategy."""
    found = {}
    for kernel, l, best in run.best_cells():
        if "communication" not in best:
            continue
        variant = best["variant"].rpartition("/")[0]
        for strategy in STRATEGIES:
            found.setdefault(l, []).extend(
                (kernel, strategy, cell) for cell in run.variants(kernel, l)
                if cell["variant"] == f"{variant}/{strategy}" and "communication" in cell)
    return {l: sorted(cells, key=lambda c: HOPPING_KERNELS.index(c[0]))
            for l, cells in sorted(found.items()) if cells}


def seconds_of(cell, step):
    return cell["communication"][f"{step}_seconds"]


def waiting_share(cell):
    everything = sum(seconds_of(cell, step) for step in STEPS)
    return seconds_of(cell, "wait") / everything if everything > 0 else 0


def draw(run, name):
    """Draws a panel for each L. Wilson has panels and axes of its own, because domain wall has Ls times its work."""
    sizes = chosen(run)
    groups = [group for group in (HOPPING_KERNELS[:1], HOPPING_KERNELS[1:])
              if any(kernel in group for cells in sizes.values() for kernel, *_ in cells)]
    columns = min(len(sizes), 4)
    blocks = math.ceil(len(sizes) / columns)
    figure, axes = new_figure(0.5 + blocks * sum(0.9 + 0.5 * len(group) for group in groups),
                              blocks * len(groups), columns,
                              height_ratios=[1 + len(group) for group in groups] * blocks)
    for one in (one for row in axes for one in row):
        one.set_visible(False)
    for place, (l, cells) in enumerate(sizes.items()):
        block, column = divmod(place, columns)
        for row, group in enumerate(groups, start=block * len(groups)):
            found = [entry for entry in cells if entry[0] in group]
            if found:
                draw_panel(axes[row][column], l, group, found)
    legend(figure, axes)
    most = max((waiting_share(cell), kernel, strategy, l)
               for l, cells in sizes.items() for kernel, strategy, cell in cells)
    return plot(figure, name, f"Time per step, {run.label}",
                "Stacked bars of the time per call spent packing, on the interior, waiting and on the exterior. Waiting takes "
                f"the largest share for {most[1]} {most[2]} at L = {most[3]}: {most[0]:.0%}.")


def unit_for(longest):
    """Returns (units in a second, name) of a unit that suits a time in seconds."""
    return (1, "s") if longest >= 1 else (1e3, "ms") if longest >= 1e-3 else (1e6, "µs")


def draw_panel(axes, l, group, cells):
    axes.set_visible(True)
    factor, unit = unit_for(max(seconds_of(c, step) for *_, c in cells for step in STEPS))
    rows = [(kernel, strategy) for kernel in group for strategy in STRATEGIES]
    for kernel, strategy, cell in cells:
        place, left = rows.index((kernel, strategy)), 0
        for step in STEPS:
            width = seconds_of(cell, step) * factor
            axes.barh(place, width, 0.72, left=left, color=LIGHT[step], label=step)
            left += width
        axes.annotate(text.seconds(left / factor), (left, place), xytext=(4, 0),
                      textcoords="offset points", va="center", fontsize=9)
    axes.set_yticks(range(len(rows)), [f"{kernel} {strategy}" for kernel, strategy in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, 1.5 * axes.get_xlim()[1])  # room for the sums
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.grid(axis="y", visible=False)
    axes.set_title(f"L = {l}")
    axes.set_xlabel(f"time per call ({unit})")


def table(run):
    rows = [[kernel, str(l), cell["variant"],
             *(text.seconds(seconds_of(cell, step)) for step in STEPS),
             text.percent(cell["communication"]["hidden_fraction"], 0),
             text.size(cell["communication"]["bytes_by_messages"]),
             text.size(cell["communication"]["bytes_by_shared_memory"])]
            for l, cells in chosen(run).items() for kernel, _, cell in cells]
    return Table(f"Steps of a call, {run.label}",
                 ["<Kernel", "L", "<Variant", "Pack", "Interior", "Wait", "Exterior",
                  "Waiting hidden (%)", "Sent by messages", "By shared memory"], rows, folded=True)
