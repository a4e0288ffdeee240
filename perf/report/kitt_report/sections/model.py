# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What `kitt model --json` predicts, and how far it was from what was measured."""

import re

from kitt_report import text
from kitt_report.parts import Section, Table, legend, panels, plain_decades, plot, thousands, used
from kitt_report.record import HOPPING_KERNELS
from kitt_report.shape import NULL, NUMBER, check, check_version
from kitt_report.theme import KERNEL_COLOURS, KERNEL_MARKERS, LIGHT, new_figure

SCHEMA_VERSION = 1
MODEL = {
    "scaling": str, "machine": {"name": str},
    "cells": [{"kernel": str, "l": (int, NULL), "nodes": int, "mflops_per_node": NUMBER,
               "sequential_mflops_per_node": NUMBER, "overlap_mflops_per_node": NUMBER,
               "efficiency": NUMBER, "global_volume": [int], "bound": str}],
    "errors": [{"kernel": str, "nodes": int, "table": str, "measured_mflops_per_node": NUMBER,
                "predicted_mflops_per_node": NUMBER, "relative_error": NUMBER, "calibrated": bool}],
}


def is_model(document):
    return isinstance(document, dict) and "model_schema_version" in document


def read_model(document, path):
    check_version(document["model_schema_version"], SCHEMA_VERSION, path)
    check(document, MODEL, f"{path}: ")
    return document


def section(models):
    result = Section("model", "Model")
    if not models:
        result.missing = "that needs what kitt model wrote with --json"
        return result
    result.intro = ("Predicted, not measured: from a machine's peak, bandwidths and network. "
                    "Solid: exchange behind the interior (overlapped); dashed: before it "
                    "(sequential).")
    for place, model in enumerate(models, 1):
        scaling = sizes(model)
        if any(len({cell["nodes"] for cell in cells}) > 1 for cells in scaling.values()):
            result.parts += [curves(model, scaling, f"model-{place}")]
        if model["cells"]:
            result.parts += [table(model)]
        if model["errors"]:
            result.parts += [errors(model, f"model-error-{place}"), error_table(model)]
    return result


def sizes(model):
    """{"L = 16": cells}; in strong scaling, by the job's volume."""
    found = {}
    for cell in model["cells"]:
        name = f"L = {cell['l']}" if cell["l"] else text.grid(cell["global_volume"])
        found.setdefault(name, []).append(cell)
    return dict(sorted(found.items(), key=lambda item: [
                int(n) for n in re.findall(r"\d+", item[0])]))


def curves(model, scaling, name):
    rows, columns = panels(len(scaling))
    figure, axes = new_figure(0.6 + 2.9 * rows, rows, columns, sharey=True)
    for one, (size, cells) in zip(used(axes, len(scaling)), scaling.items()):
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
        one.tick_params(labelleft=True)
    axes[0][0].set_ylim(bottom=0)  # shared by all, after all is drawn
    legend(figure, axes, first=HOPPING_KERNELS)
    most = max(cell["nodes"] for cell in model["cells"])
    last = [cell["efficiency"] for cell in model["cells"] if cell["nodes"] == most]
    return plot(figure, name, f"Predicted {model['scaling']} scaling, {model['machine']['name']}",
                f"Line chart of predicted Mflop/s per node against nodes, one panel per size, one "
                f"line per kernel. On {text.number(most)} nodes efficiencies are {min(last):.0%} "
                f"to {max(last):.0%}.")


def table(model):
    rows = [[cell["kernel"], str(cell["l"] or text.MISSING), text.grid(cell["global_volume"]),
             text.number(cell["nodes"]), text.number(cell["sequential_mflops_per_node"]),
             text.number(cell["overlap_mflops_per_node"]), text.percent(cell["efficiency"]),
             cell["bound"]] for cell in model["cells"]]
    return Table(f"Predicted, {model['machine']['name']}",
                 ["<Kernel", "L", "Volume of the job", "Nodes", "Sequential (Mflop/s per node)",
                  "Overlapped (Mflop/s per node)", "Efficiency (%)", "<Bound by"], rows,
                 folded=True)


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


def error_table(model):
    rows = [[e["table"], e["kernel"], str(e.get("l") or text.MISSING), text.number(e["nodes"]),
             text.number(
    e["measured_mflops_per_node"]), text.number(
        e["predicted_mflops_per_node"]),
             f"{100 * e['relative_error']:+.1f}", "yes" if e["calibrated"] else "no"]
            for e in model["errors"]]
    return Table(f"Predicted and measured, {model['machine']['name']}",
                 ["<Table", "<Kernel", "L", "Nodes", "Measured (Mflop/s per node)",
                  "Predicted (Mflop/s per node)", "Error (%)", "Calibrated by it"], rows,
                 folded=len(rows) > 12)
