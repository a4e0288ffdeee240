# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Solutions of linear systems: time, rate beside the operator's own, residuals."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table


def section(runs):
    result = Section("solvers", "Solution of linear systems")
    with_cells = [run for run in runs if run.cells("solve")]
    if not with_cells:
        result.missing = "no run solved linear systems (kitt solve does)"
        return result
    result.intro = ("Conjugate gradients on the red-black Schur complement S; staggered, on M†M on the odd sites, which "
                    "is S there. Of S: the rate as a fraction of that of S alone. The true residual is that of the naive "
                    "operator in double precision on the whole lattice.")
    result.parts = [table(run) for run in with_cells]
    return result


def table(run):
    rows = [[solver(c), str(c["l"]), str(c["ls"]), precision(c), c["parameters"]["mass"], str(c["iterations"]),
             str(c["restarts"]), text.seconds(c["seconds"]["median"]), text.seconds(c["seconds_per_iteration"]),
             text.number(c["mflops_per_node"]), doubt.error_percent(c), doubt.marked(text.percent(c["fraction_of_operator"]), doubt.is_faster_than_operator(c)),
             text.percent(c["iteration"]["reduction_seconds"] / c["seconds_per_iteration"]),
             f"{c['iterated_residual']:.1e}", f"{c['true_residual']:.1e}", doubt.roof_percent(c),
             c["order"]] for c in run.cells("solve")]
    return Table(f"Solvers, {run.label}",
                 ["<Solver", "L", "Ls", "<Precision", "Mass", "Steps", "Restarts", "Solution", "Step",
                  "Mflop/s per node", doubt.ERROR_COLUMN, "Of S (%)", "Sums (%)", "Iterated residual", "True residual", "Of roofline (%)",
                  "<Order"], rows)


def solver(cell):
    return cell["kernel"] + (", pipelined" if cell["variant"] == "pipelined" else "")


def precision(cell):
    return "mixed" if cell["variant"] == "mixed precision" else cell["precision"]
