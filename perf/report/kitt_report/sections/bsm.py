# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The tests of BSMBench: rate, time of an application, share of communication."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table


def section(runs):
    result = Section("bsm", "Tests of BSMBench")
    with_cells = [run for run in runs if run.cells("bsm")]
    if not with_cells:
        result.missing = "no run made the tests of BSMBench (kitt bsm does)"
        return result
    result.intro = ("sqnorm: |a|^2 of each field; mad: a += z b, Dphi: b = M a with Wilson's operator M on both parities, for "
                    "pairs of fields. Communication: packing and waiting for faces, sums over ranks, barriers. Bytes are "
                    "those of half spinors that a rank sends.")
    result.parts = [table(run) for run in with_cells]
    return result


def table(run):
    rows = [[c["parameters"]["case"], c["kernel"], str(c["l"]), c["precision"], str(c["parameters"]["fields"]),
             c["parameters"]["barrier"], text.significant(c["gflops_per_s_per_node"]), doubt.error_percent(c), text.seconds(c["seconds_per_application"]),
             text.percent(c["communication_share"]), str(c["bytes_by_messages"] + c["bytes_by_shared_memory"]),
             f"{c['flops_per_site']:g}", c["parameters"]["flops_convention"], f"{c['verification_error']:.1e}",
             doubt.roof_percent(c), c["order"]] for c in run.cells("bsm")]
    return Table(f"BSMBench, {run.label}",
                 ["<Case", "<Test", "L", "<Precision", "Fields", "<Barriers", "Gflop/s per node", doubt.ERROR_COLUMN, "Application",
                  "Communication (%)", "Bytes sent", "Flops per site", "<Count", "Error", "Of roofline (%)", "<Order"], rows)
