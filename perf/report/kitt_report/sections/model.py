# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What `kitt model --json` predicts, and how far the predictions are from measured figures."""

from kitt_report import text
from kitt_report.parts import plot, plot_kernel, plot_kernels, set_axis
from kitt_report.schema import part_of
from kitt_report.tables import columns_of, make_table
from kitt_report.theme import KERNEL_COLOURS, LIGHT

DRAWN = ("nodes", "overlap_mflops_per_node", "sequential_mflops_per_node")  # nodes, solid, dashed


def parts(models):
    found = []
    for place, model in enumerate(models, 1):
        if len({cell["nodes"] for cell in model["cells"]}) > 1:
            found.append(draw_scaling(model, place))
        if model["cells"]:
            found.append(listed("Predicted", model, "cells", folded=True))
        if model["errors"]:
            found += [draw_errors(model, place), listed("Predicted and measured", model, "errors")]
    return found


def listed(caption, model, key, folded=None):
    return make_table(f"{caption}, {model['machine']['name']}", columns_of(part_of("model", key)["items"]), model[key], folded)


def draw_scaling(model, place):
    """Draws a panel for each L. For strong scaling, a panel is for a volume of the job."""
    sizes = {}
    for cell in sorted(model["cells"], key=lambda cell: ([cell["l"]] if cell["l"] else cell["global_volume"], cell["nodes"])):
        title = f"L = {cell['l']}" if cell["l"] else text.grid(cell["global_volume"])
        sizes.setdefault(title, {}).setdefault(cell["kernel"], []).append(cell)
    panels = {title: {kernel: (*([cell[key] for cell in cells] for key in DRAWN), ()) for kernel, cells in of_kernel.items()}
              for title, of_kernel in sizes.items()}
    most = max(cell["nodes"] for cell in model["cells"])
    last = [cell["efficiency"] for cell in model["cells"] if cell["nodes"] == most]
    return plot_kernels(f"model-{place}", f"Predicted {model['scaling']} scaling, {model['machine']['name']}", panels,
                        ("nodes", "log"), ("Mflop/s per node (predicted)", "linear"),
                        note=f"On {text.number(most)} nodes efficiencies are {min(last):.0%} to {max(last):.0%}.")


def draw_errors(model, place):
    def draw(axes, errors):
        figures = [error[f"{kind}_mflops_per_node"] for error in errors for kind in ("measured", "predicted")]
        ends = [min(figures) / 1.3, max(figures) * 1.3]
        axes.plot(ends, ends, color=LIGHT["muted"], linewidth=1)
        for error in errors:
            kernel, filled = error["kernel"], not error["calibrated"]
            plot_kernel(axes, kernel, error["measured_mflops_per_node"], error["predicted_mflops_per_node"], linestyle="",
                        markerfacecolor=KERNEL_COLOURS[kernel] if filled else "none",
                        label=kernel + ("" if filled else ", used to calibrate"))
        for axis, kind in (("x", "measured"), ("y", "predicted")):
            set_axis(axes, axis, f"{kind} (Mflop/s per node)")
        axes.set(xlim=ends, ylim=ends)

    machine = model["machine"]["name"]
    shares = [error["relative_error"] for error in model["errors"] if not error["calibrated"]] or [0]
    return plot(f"model-error-{place}", f"Predicted against measured, {machine}", {machine: model["errors"]}, draw, 4.2,
                f"On the line they agree. Errors of predicted cells {min(shares):+.0%} to {max(shares):+.0%}.",
                first=[kernel + used for kernel in KERNEL_COLOURS for used in ("", ", used to calibrate")])
