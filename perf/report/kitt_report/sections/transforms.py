# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Fourier transforms of boxes over all ranks: where the time of a step goes."""

from kitt_report import text
from kitt_report.parts import legend, panels, plot
from kitt_report.theme import SERIES

STEPS = {"lines": "line_seconds", "rows": "row_seconds", "columns": "column_seconds", "products": "product_seconds",
         "sums": "reduce_ranks_seconds"}


def name_of(cell):
    order = ", natural order" if cell["parameters"].get("order") == "natural" else ""  # older records do not say
    return f"{cell['parameters']['box']} x {cell['parameters']['batch']}, {cell['variant']}{order}"


def draw_steps(runs):
    most = max(len(run.cells("fft")) for run in runs)
    figure, axes, flat = panels(len(runs), 0.9 + 0.45 * most, most=2, sharey=False)
    for one, run in zip(flat, runs):
        cells = run.cells("fft")
        done = [0.0] * len(cells)
        for place, (step, key) in enumerate(STEPS.items()):
            seconds = [c[key] or 0 for c in cells]
            one.barh([name_of(c) for c in cells], seconds, left=done, color=SERIES[place], label=step)
            done = [a + b for a, b in zip(done, seconds)]
        one.invert_yaxis()
        one.set(title=run.label, xlabel="seconds of a step")
    legend(figure, axes)
    best = max((c for run in runs for c in run.cells("fft")), key=lambda c: c["gflops_per_s_per_node"])
    return [plot(figure, "fft-steps", "Seconds by step",
                 f"Bars of seconds by step, one per method. Fastest transforms: {name_of(best)} with "
                 f"{text.significant(best['gflops_per_s_per_node'])} Gflop/s per node.")]
