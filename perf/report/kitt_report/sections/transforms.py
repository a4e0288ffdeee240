# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Fourier transforms of boxes over all ranks: where the time of a step goes."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table, legend, panels, plot, used
from kitt_report.record import parameter
from kitt_report.theme import SERIES, new_figure

STEPS = {"lines": "line_seconds", "rows": "row_seconds", "columns": "column_seconds", "products": "product_seconds",
         "sums": "reduce_ranks_seconds"}


def section(runs):
    result = Section("fft", "Fourier transforms")
    with_cells = [run for run in runs if run.cells("fft")]
    if not with_cells:
        result.missing = "no run transformed boxes (kitt fft does)"
        return result
    result.intro = ("Seconds of a step: forward transforms of a batch (lines by a library, exchanges within rows and columns "
                    "of ranks), products of all pairs of boxes, their sums over all ranks. Gflop/s count 5 N log2 N for a "
                    "box of N numbers.")
    result.parts = [bars(with_cells), *(table(run) for run in with_cells)]
    return result


def order_of(cell):
    return cell["parameters"].get("order", "transposed")  # older records do not say


def name_of(cell):
    order = ", natural order" if order_of(cell) == "natural" else ""
    return f"{parameter(cell, 'box')} x {parameter(cell, 'batch')}, {cell['variant']}{order}"


def bars(runs):
    rows, columns = panels(len(runs), most=2)
    most = max(len(run.cells("fft")) for run in runs)
    figure, axes = new_figure((0.9 + 0.45 * most) * rows, rows, columns)
    for one, run in zip(used(axes, len(runs)), runs):
        cells = run.cells("fft")
        done = [0.0] * len(cells)
        for place, (step, key) in enumerate(STEPS.items()):
            seconds = [c[key] or 0 for c in cells]
            one.barh([name_of(c) for c in cells], seconds, left=done, color=SERIES[place % len(SERIES)], label=step)
            done = [a + b for a, b in zip(done, seconds)]
        one.invert_yaxis()
        one.set_title(run.label)
        one.set_xlabel("seconds of a step")
    legend(figure, axes, first=list(STEPS))
    best = max((c for run in runs for c in run.cells("fft")), key=lambda c: c["gflops_per_s_per_node"])
    alt = ("Bars of seconds by step, one per method. Fastest transforms: "
           f"{name_of(best)} with {text.significant(best['gflops_per_s_per_node'])} Gflop/s per node.")
    return plot(figure, "fft-steps", "Seconds by step", alt)


def table(run):
    rows = [[parameter(c, "box"), str(parameter(c, "batch")), parameter(c, "task_grid"), c["variant"], order_of(c),
             parameter(c, "library"), text.significant(c["gflops_per_s_per_node"]), doubt.error_percent(c), text.seconds(c["seconds"]["median"]),
             text.percent(c["exchange_share"]), text.significant(c["product_gflops_per_s_per_node"]),
             text.seconds(c["reduce_ranks_seconds"]) if c["reduce_ranks_seconds"] else "",
             text.seconds(c["reduce_by_node_seconds"]) if c["reduce_by_node_seconds"] else "",
             f"{c['verification_error']:.1e}"] for c in run.cells("fft")]
    return Table(f"Fourier transforms, {run.label}",
                 ["<Box", "Batch", "<Grid", "<Method", "<Order", "<Library", "Gflop/s per node", doubt.ERROR_COLUMN, "Time (per batch)",
                  "Exchanges (%)", "Products (Gflop/s per node)", "Sum, ranks", "Sum, by node", "Error"], rows)
