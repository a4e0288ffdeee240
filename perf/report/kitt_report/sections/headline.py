# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The figure that everybody asks for first, and what to know before believing it. The card itself is a template."""

import math

from kitt_report import doubt, text
from kitt_report.merit import Merit, merits
from kitt_report.record import relative_error


def best_merit(run):
    """Returns the figure of merit of the first kind of cell that the run has, or None if nothing was measured."""
    others = [merit for _, merit in merits(run)]
    return hopping_merit(run) or next(iter(others), None) or ceiling_merit(run)


def hopping_merit(run):
    """Returns the comparison point. Without it, returns the figure of the largest lattice of the best kernel."""
    comparison_point = run.summary["comparison_point_mflops_per_node"]
    small, large = run.rules["point_l"]
    if comparison_point is not None:
        return Merit(f"Comparison point ({run.rules['name']}): mean of DWF4 at L = {small} and {large}", comparison_point,
                     error_of_mean([run.best("DWF4", l) for l in (small, large)]), "Mflop/s per node")
    for wanted in ("DWF4", "DWF5", "Wilson"):
        for kernel, l, cell in reversed(run.best_cells()):
            if kernel == wanted:
                return Merit(f"{kernel} at L = {l} (no comparison point: that needs DWF4 at L = {small} and {large})",
                             cell["mflops_per_node"], error_of_mean([cell]), "Mflop/s per node")
    return None


def other_points(run):
    """Returns the points of the kernels and precisions that are not the comparison point."""
    return [point for point in run.summary.get("points", ())
            if (point["kernel"], point["precision"]) != ("DWF4", run.summary["precision"])]


def ceiling_merit(run):
    """Returns the bandwidth of memory, for a run that measured only its ceilings."""
    if not run.ceilings or not run.ceilings["levels"]:
        return None
    level = run.ceilings["levels"][-1]
    return Merit(f"Triad bandwidth of {level['level']} (no cell was measured)", level["triad_gb_per_s"], None,
                 "GB/s per node")


def error_of_mean(cells):
    """Returns the error of the mean of the cells' figures, whose errors are independent, or None if a cell is missing."""
    if not all(cells):
        return None
    return math.hypot(*(cell["mflops_per_node"] * relative_error(cell) for cell in cells)) / len(cells)


def other_merits(run, chosen):
    """Returns the figures of merit that stand on the card beside its own, which has other lines for the ITT's cells."""
    return [merit for benchmark, merit in merits(run) if benchmark not in ("hopping", "memory", "halo") and merit != chosen]


def notes(run):
    """Returns sentences that a reader should know before believing the figures."""
    topology = run.topology
    failed = run.cells(status="failed")
    found = [(failed, f"{text.count(len(failed), 'cell')} had a wrong result and no figure."),
             (run.simulated, f"Simulated: times are those of SimGrid's machine {run.simulated}, whose ceilings are not known."),
             (not run.summary["complete"], "The run did not go to its end: figures are of what it had measured so far."),
             (topology["virtual_machine"], "Measured on a virtual machine, whose cores others may share.")]
    return ([sentence for is_so, sentence in found if is_so] + doubt.sentences(run.cells()) + doubt.of_ceilings(run.ceilings)
            + [f"No bandwidth was measured of {missing}." for missing in (run.ceilings or {}).get("missing", [])]
            + ["The program was built from sources with changes that were not committed."
               for commit in [run.provenance["git_commit"]] if commit.endswith("-dirty")]
            + [f"{warning.rstrip('.')}." for warning in run.configuration["binding"]["warnings"] + topology["warnings"]])
