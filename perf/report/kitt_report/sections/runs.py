# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Every hopping cell, and the cells of all kinds that have no figure. The facts of each run are in a template."""

from kitt_report import text
from kitt_report.record import HOPPING_KERNELS
from kitt_report.tables import table
from kitt_report.parts import Table


def parts(runs):
    found = []
    for run in runs:
        cells = sorted(run.cells("hopping"), key=lambda c: (HOPPING_KERNELS.index(c["kernel"]), c["l"]))
        if cells:
            found += table(run, "hopping", cells, f"All {text.count(len(cells), 'hopping cell')}, {run.label}", folded=True)
    return found + [without_figure(run) for run in runs if run.cells(status="skipped") + run.cells(status="failed")]


def describe_error(cell):
    """Returns how far a result was from the right one, and what passes. A skipped cell has no result."""
    if cell["status"] == "skipped":
        return text.MISSING
    found = cell["verification_error"]
    return f"{'no number' if found is None else format(found, '.1e')} ({cell['verification_tolerance']:.0e})"


def without_figure(run):
    rows = [[c["status"], c["kernel"], str(c.get("l", text.MISSING)), c["variant"] or "all", describe_error(c),
             c.get("reason", "")] for c in run.cells(status="failed") + run.cells(status="skipped")]
    return Table(f"Cells without a figure, {run.label}", ["<Status", "<Kernel", "L", "<Variant", "Error (allowed)", "<Why"],
                 rows, folded=len(rows) > 6)
