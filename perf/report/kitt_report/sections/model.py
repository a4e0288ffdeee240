# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What `kitt model --json` predicts, and how far the predictions are from measured figures."""

import itertools

from kitt_report import text
from kitt_report.parts import draw_one, kernel_panels, legend, plain_decades, plot, thousands
from kitt_report.record import HOPPING_KERNELS
from kitt_report.schema import part_of
from kitt_report.tables import listed
from kitt_report.theme import KERNEL_COLOURS, KERNEL_MARKERS, LIGHT

DRAWN = ("nodes", "overlap_mflops_per_node", "sequential_mflops_per_node")  # nodes, solid, dashed
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
        machine = model["machine"]["name"]
        if len({cell["nodes"] for cell in model["cells"]}) > 1:
            found.append(draw_scaling(model, place))
        if model["cells"]:
            found.append(listed(f"Predicted, {machine}", part_of("model", "cells"), PREDICTED, model["cells"], folded=True))
        if model["errors"]:
            found += [draw_one(f"model-error-{place}", f"Predicted against measured, {machine}", 4.8, draw_errors, model),
                      listed(f"Predicted and measured, {machine}", part_of("model", "errors"), ERRORS, model["errors"])]
    return found


def draw_scaling(model, place):
    """Draws a panel for each L. For strong scaling, a panel is for a volume of the job."""
    def size(cell):
        return [cell["l"]] if cell["l"] else cell["global_volume"]

    series = {}
    for cell in sorted(model["cells"], key=lambda cell: (size(cell), cell["nodes"])):
        title = f"L = {cell['l']}" if cell["l"] else text.grid(cell["global_volume"])
        series.setdefault((title, cell["kernel"]), []).append(cell)
    figure, axes, found = kernel_panels({names: [[cell[key] for cell in cells] for key in DRAWN]
                                         for names, cells in series.items()}, 2.9, "nodes", "Mflop/s per node (predicted)")
    for one in found.values():
        one.set_xscale("log")
        plain_decades(one.xaxis)
        thousands(one.yaxis)
    next(iter(found.values())).set_ylim(bottom=0)  # shared by all, after all is drawn
    legend(figure, axes, first=HOPPING_KERNELS)
    most = max(cell["nodes"] for cell in model["cells"])
    last = [cell["efficiency"] for cell in model["cells"] if cell["nodes"] == most]
    return plot(figure, f"model-{place}", f"Predicted {model['scaling']} scaling, {model['machine']['name']}",
                "Line chart of predicted Mflop/s per node against nodes, one panel per size, one line per kernel. On "
                f"{text.number(most)} nodes efficiencies are {min(last):.0%} to {max(last):.0%}.")


def draw_errors(axes, model):
    pairs = [(e["measured_mflops_per_node"], e["predicted_mflops_per_node"]) for e in model["errors"]]
    ends = [min(map(min, pairs)) / 1.3, max(map(max, pairs)) * 1.3]
    axes.plot(ends, ends, color=LIGHT["muted"], linewidth=1)
    for kernel, calibrated in itertools.product(HOPPING_KERNELS, (False, True)):
        found = [pair for pair, e in zip(pairs, model["errors"]) if (e["kernel"], e["calibrated"]) == (kernel, calibrated)]
        if found:
            axes.plot(*zip(*found), KERNEL_MARKERS[kernel], color=KERNEL_COLOURS[kernel],
                      markerfacecolor="none" if calibrated else KERNEL_COLOURS[kernel],
                      label=kernel + (", used to calibrate" if calibrated else ""))
    axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends, xlabel="measured (Mflop/s per node)",
             ylabel="predicted (Mflop/s per node)", title=model["machine"]["name"])
    for axis in (axes.xaxis, axes.yaxis):
        plain_decades(axis)
    shares = [e["relative_error"] for e in model["errors"] if not e["calibrated"]] or [0]
    return ("Scatter plot of predicted against measured Mflop/s per node; on the line they agree. Errors of predicted cells "
            f"{min(shares):+.0%} to {max(shares):+.0%}.")
