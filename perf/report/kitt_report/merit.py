# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The figure of merit of each kind of cell, which the schema names, and the headline of a run."""

import dataclasses
import math

from kitt_report import text
from kitt_report.record import in_words, relative_error, value_at
from kitt_report.schema import kinds_of_cells


@dataclasses.dataclass
class Merit:
    """One figure of a run with its standard error. A figure without a unit is a time in seconds."""

    what: str
    figure: float
    error: float
    unit: str

    def show(self, value, digits):
        return text.significant(value, digits) if self.unit else text.seconds(value)


def size_of(cell, sizes):
    """Returns the size of a cell, for comparison with other cells. A text counts by its length."""
    values = (value_at(cell, keys) for keys in sizes)
    return [len(value) if isinstance(value, str) else value or 0 for value in values]


def choose(cells, merit, sizes):
    """Returns the best of the largest cells that count for a figure of merit, or None if no cell has the figure."""
    by_kernel = ([cell for cell in cells if cell["kernel"] == kernel] for kernel in merit["kernels"])
    counting = [cell for cell in next(filter(None, by_kernel), cells) if value_at(cell, merit["keys"]) is not None]
    sign = -1 if merit["less_is_better"] else 1
    return max(counting, key=lambda cell: (size_of(cell, sizes), sign * value_at(cell, merit["keys"])), default=None)


def name_of(cell, cells, schema):
    """Returns the name of a cell: its kernel, its size, and all values that distinguish it from other cells of its kind."""
    size = schema.get("plot", {}).get("x", "l")
    keys = dict.fromkeys(["kernel", "variant", "l", *(f"parameters.{key}" for key in cell.get("parameters", {})), size])
    names = [in_words(cell, key) for key in keys
             if key in ("kernel", "l", size) or len({value_at(one, key) for one in cells}) > 1]
    return f"{schema['description']}: {', '.join(filter(None, names))}"


def merits(run):
    """Returns [(benchmark, Merit)] of the kinds of cell that the run measured, in the order of the schema."""
    found = []
    for kind, schema in kinds_of_cells().items():
        cells = run.cells(kind)
        chosen = ((choose(cells, merit, schema.get("sizes", ())), merit) for merit in schema.get("merits", ()))
        for cell, merit in [one for one in chosen if one[0]][:1]:
            figure = value_at(cell, merit["keys"])
            unit = merit["unit"] + (", less is better" if merit["unit"] and merit["less_is_better"] else "")
            found.append((kind, Merit(name_of(cell, cells, schema), figure, figure * relative_error(cell), unit)))
    return found


def rate(cell):
    """Returns (figure, unit) of one cell, or None if it has no figure for which larger is better."""
    figures = ((value_at(cell, merit["keys"]), merit["unit"]) for merit in kinds_of_cells()[cell["benchmark"]].get("merits", ())
               if not merit["less_is_better"])
    return next((one for one in figures if one[0] is not None), None)


def best_merit(run):
    """Returns the figure of merit of the first kind of cell that the run has, or None if nothing was measured."""
    return hopping_merit(run) or next((merit for _, merit in merits(run)), None) or ceiling_merit(run)


def hopping_merit(run):
    """Returns the comparison point. Without it, returns the figure of the largest lattice of the best kernel."""
    small, large = run.rules["point_l"]
    cells = [run.best("DWF4", l) for l in (small, large)]
    figure = run.summary["comparison_point_mflops_per_node"]
    what = f"Comparison point ({run.rules['name']}): mean of DWF4 at L = {small} and {large}"
    if figure is None:
        kernels = ("Wilson", "DWF5", "DWF4")  # in order of preference, the last choice first
        kernel, l, cell = max(run.best_cells(), key=lambda found: (kernels.index(found[0]), found[1]), default=(None, None, None))
        if cell is None:
            return None
        figure, cells = cell["mflops_per_node"], [cell]
        what = f"{kernel} at L = {l} (no comparison point: that needs DWF4 at L = {small} and {large})"
    errors = [cell["mflops_per_node"] * relative_error(cell) for cell in cells if cell]  # independent of each other
    return Merit(what, figure, math.hypot(*errors) / len(cells) if all(cells) else None, "Mflop/s per node")


def other_points(run):
    """Returns the points of the kernels and precisions that are not the comparison point."""
    return [point for point in run.summary.get("points", ())
            if (point["kernel"], point["precision"]) != ("DWF4", run.summary["precision"])]


def ceiling_merit(run):
    """Returns the bandwidth of memory, for a run that measured only its ceilings."""
    if not run.ceilings or not run.ceilings["levels"]:
        return None
    level = run.ceilings["levels"][-1]
    return Merit(f"Triad bandwidth of {level['level']} (no cell was measured)", level["triad_gb_per_s"], None, "GB/s per node")


def other_merits(run, chosen):
    """Returns the figures of merit on the card, without the headline. Cells of the ITT have other lines on the card."""
    return [merit for benchmark, merit in merits(run) if benchmark not in ("hopping", "memory", "halo") and merit != chosen]
