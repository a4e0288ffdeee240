# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Bandwidth of the memory kernels by size."""

from kitt_report import doubt, text
from kitt_report.parts import (Section, Table, legend, panels, plain_decades, plot,
                               powers_of_two_bytes, used)
from kitt_report.record import size_of_memory_cell
from kitt_report.theme import LIGHT, MARKERS, SERIES, new_figure


def section(runs):
    result = Section("memory", "Memory bandwidth")
    with_cells = [run for run in runs if run.cells("memory")]
    if not with_cells:
        result.missing = "no run measured memory kernels (kitt itt and kitt memory do)"
        return result
    result.intro = ("GB (10⁹ bytes) per second and node, from the median time; write-allocate "
                    "traffic is not counted. Upright lines: what the caches hold together.")
    result.parts = [lines(with_cells), *(table(run) for run in with_cells)]
    return result


def lines(runs):
    rows, columns = panels(len(runs), most=2)
    figure, axes = new_figure(0.5 + 3.4 * rows, rows, columns, sharey=True)
    kernels = list(dict.fromkeys(c["kernel"] for run in runs for c in run.cells("memory")))
    for one, run in zip(used(axes, len(runs)), runs):
        draw(one, run, kernels)
    legend(figure, axes, first=kernels)
    fastest = max(((c["gb_per_s_per_node"], c["kernel"], c["bytes"]) for run in runs
                   for c in run.cells("memory")))
    slowest = min((c["gb_per_s_per_node"], c["kernel"], c["bytes"]) for run in runs
                  for c in run.cells("memory"))
    alt = ("Line chart of GB/s per node against bytes moved per call, one line per memory kernel. "
           + " ".join(f"{word}: {kernel} at {text.size(size)} with {text.significant(rate)} GB/s."
                      for word, (rate, kernel, size) in (("Fastest", fastest),
                                                         ("slowest", slowest))))
    return plot(figure, "memory-by-size", "Bandwidth by size", alt)


def draw(axes, run, kernels):
    cells = run.cells("memory")
    for place, kernel in enumerate(kernels):
        found = sorted((c["bytes"] / run.nodes, c["gb_per_s_per_node"]) for c in cells
                       if c["kernel"] == kernel)
        axes.plot(*zip(*found), marker=MARKERS[place % len(MARKERS)], markersize=5,
                  color=SERIES[place % len(SERIES)], label=kernel)
    axes.set(xscale="log", yscale="log", title=run.label, xlabel="bytes moved per call and node",
             ylabel="GB/s per node")
    for level in (run.ceilings or {"levels": []})["levels"]:
        left, right = axes.get_xlim()
        if level["capacity_bytes"] and left < level["capacity_bytes"] < right:
            axes.axvline(level["capacity_bytes"], color=LIGHT["muted"], linewidth=1, linestyle=":")
            axes.annotate(level["level"], (level["capacity_bytes"], 0.03), xytext=(-3, 0),
                          xycoords=axes.get_xaxis_transform(), textcoords="offset points",
                          ha="right", fontsize=9, color=LIGHT["muted"])
    powers_of_two_bytes(axes.xaxis)
    axes.tick_params(labelleft=True)
    plain_decades(axes.yaxis)


def table(run):
    rows = [[c["kernel"], size_of_memory_cell(c), text.size(c["bytes"]),
             text.significant(c["gb_per_s_per_node"]),
             doubt.error_percent(c),
             text.seconds(c["seconds"]["median"]), doubt.roof_percent(c),
             c["ceiling"] or text.MISSING]
            for c in run.cells("memory")]
    return Table(f"Memory kernels, {run.label}",
                 ["<Kernel", "L or size", "Moved per call", "GB/s per node", "± (%)", "Time per call",
                  "Of roofline (%)", "<Bound by"], rows, folded=True)
