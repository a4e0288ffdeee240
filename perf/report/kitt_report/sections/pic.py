# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Particles in cells: particles per second, and where the time of a step goes."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table

PHASES = ("charge", "exchange", "field", "push", "shift")


def section(runs):
    result = Section("pic", "Particles in cells")
    with_cells = [run for run in runs if run.cells("pic")]
    if not with_cells:
        result.missing = "no run moved particles in cells (kitt pic does)"
        return result
    result.intro = ("Charge: particles to grid; exchange: planes between ranks; field: sweeps and differences on the grid; push: "
                    "field to particles, which move; shift: particles between ranks. Shares are those of the rank that is slowest "
                    "in each, so that they may add up to more than 100 %. Imbalance: most particles of a rank over the mean.")
    result.parts = [table(run) for run in with_cells]
    return result


def millions(per_second):
    return text.significant(per_second and per_second * 1e-6)


def table(run):
    rows = [[c["variant"], c["parameters"]["grid"], str(c["particles"]), str(c["parameters"]["points"]),
             millions(c["particles_per_s_per_node"]), doubt.error_percent(c), millions(c["charge_particles_per_s_per_node"]),
             millions(c["push_particles_per_s_per_node"]), text.seconds(c["seconds"]["median"]),
             *(text.percent(c["phases"][f"{phase}_seconds"] / c["seconds"]["median"]) for phase in PHASES),
             f"{c['imbalance']:.3f}", str(c["bytes_by_messages"]), f"{c['verification_error']:.1e}"] for c in run.cells("pic")]
    return Table(f"Particles in cells, {run.label}",
                 ["<Deposition", "<Grid", "Particles", "Points", "10⁶ particles per second and node", doubt.ERROR_COLUMN, "of charge alone", "of push alone",
                  "Call", *(f"{phase.capitalize()} (%)" for phase in PHASES), "Imbalance", "Bytes sent", "Error"], rows)
