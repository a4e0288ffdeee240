# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What `kitt model --json` predicts, and how far it was from what was measured."""

import re

from kitt_report import text
from kitt_report.parts import legend, panels, plain_decades, plot, thousands
from kitt_report.record import HOPPING_KERNELS
from kitt_report.schema import part_of
from kitt_report.tables import listed
from kitt_report.theme import KERNEL_COLOURS, KERNEL_MARKERS, LIGHT, new_figure

PREDICTED = {"kernel": "Kernel", "l": "L", "global_volume": "Volume of the job", "nodes": "Nodes",
             "sequential_mflops_per_node": "Sequential (Mflop/s per node)",
             "overlap_mflops_per_node": "Overlapped (Mflop/s per node)", "efficiency": "Efficiency (%)", "bound": "Bound by"}
ERRORS = {"table": "Table", "kernel": "Kernel", "l": "L", "nodes": "Nodes",
          "measured_mflops_per_node": "Measured (Mflop/s per node)",
          "predicted_mflops_per_node": "Predicted (Mflop/s per node)", "relative_error": "Error (%)",
          "calibrated": "Calibrated by it"}


def parts(models):
    found = []
    for place, model in enumerate(models, 1):
        scaling, machine = sizes(model), model["machine"]["name"]
        if any(len({cell["nodes"] for cell in cells}) > 1 for cells in scaling.values()):
            found.append(curves(model, scaling, f"model-{place}"))
        if model["cells"]:
            found.append(listed(f"Predicted, {machine}", part_of("model", "cells"), PREDICTED, model["cells"], folded=True))
        if model["errors"]:
            found += [errors(model, f"model-error-{place}"),
                      listed(f"Predicted and measured, {machine}", part_of("model", "errors"), ERRORS, model["errors"])]
    return found


def sizes(model):
    """Returns {"L = 16": cells}; for strong scaling, the names are volumes of the job."""
    found = {}
    for cell in model["cells"]:
        name = f"L = {cell['l']}" if cell["l"] else text.grid(cell["global_volume"])
        found.setdefault(name, []).append(cell)
    return dict(sorted(found.items(), key=lambda item: [int(n) for n in re.findall(r"\d+", item[0])]))


def curves(model, scaling, name):
    figure, axes, flat = panels(len(scaling), 2.9)
    for one, (size, cells) in zip(flat, scaling.items()):
        for kernel in HOPPING_KERNELS:
            points = sorted((cell["nodes"], cell["overlap_mflops_per_node"],
                             cell["sequential_mflops_per_node"]) for cell in cells
                            if cell["kernel"] == kernel)
            if points:
                nodes, overlap, sequential = zip(*points)
                one.plot(nodes, overlap, color=KERNEL_COLOURS[kernel], label=kernel, markersize=4.5,
                         marker=KERNEL_MARKERS[kernel])
                one.plot(nodes, sequential, "--", color=KERNEL_COLOURS[kernel], linewidth=1.1)
        one.set(xscale="log", title=size, xlabel="nodes", ylabel="Mflop/s per node (predicted)")
        plain_decades(one.xaxis)
        thousands(one.yaxis)
    flat[0].set_ylim(bottom=0)  # shared by all, after all is drawn
    legend(figure, axes, first=HOPPING_KERNELS)
    most = max(cell["nodes"] for cell in model["cells"])
    last = [cell["efficiency"] for cell in model["cells"] if cell["nodes"] == most]
    return plot(figure, name, f"Predicted {model['scaling']} scaling, {model['machine']['name']}",
                f"Line chart of predicted Mflop/s per node against nodes, one panel per size, one "
                f"line per kernel. On {text.number(most)} nodes efficiencies are {min(last):.0%} "
                f"to {max(last):.0%}.")


def errors(model, name):
    figure, grid = new_figure(4.8)
    axes = grid[0][0]
    pairs = [(e["measured_mflops_per_node"], e["predicted_mflops_per_node"])
              for e in model["errors"]]
    ends = [min(min(p) for p in pairs) / 1.3, max(max(p) for p in pairs) * 1.3]
    axes.plot(ends, ends, color=LIGHT["muted"], linewidth=1)
    for kernel in HOPPING_KERNELS:
        for calibrated in (False, True):
            found = [pair for pair, e in zip(pairs, model["errors"])
                     if (e["kernel"], e["calibrated"]) == (kernel, calibrated)]
            if found:
                axes.plot(*zip(*found), KERNEL_MARKERS[kernel], color=KERNEL_COLOURS[kernel],
                          markerfacecolor="none" if calibrated else KERNEL_COLOURS[kernel],
                          label=kernel + (", calibrated by" if calibrated else ""))
    axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends, xlabel="measured (Mflop/s per node)",
             ylabel="predicted (Mflop/s per node)", title=model["machine"]["name"])
    for axis in (axes.xaxis, axes.yaxis):
        plain_decades(axis)
    legend(figure, grid)
    shares = [e["relative_error"] for e in model["errors"] if not e["calibrated"]] or [0]
    return plot(figure, name, f"Predicted against measured, {model['machine']['name']}",
                "Scatter plot of predicted against measured Mflop/s per node; on the line they "
                f"agree. Errors of predicted cells {min(shares):+.0%} to {max(shares):+.0%}.")

