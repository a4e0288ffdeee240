# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Bandwidth that caches and memory give to a working set of each size, and how near cells come to it."""

from kitt_report import doubt, text
from kitt_report.parts import Table, mark_sizes, plot, plot_kernel, set_axis
from kitt_report.schema import part_of
from kitt_report.tables import columns_of, make_table
from kitt_report.theme import DASHES, LIGHT


def parts(runs):
    found = []
    for place, run in enumerate([run for run in runs if run.ceilings and run.ceilings.get("curve")], 1):
        found += [plot(f"bandwidth-{place}", f"Bandwidth against working set, {run.label}", {run.label: run}, draw, 3.6,
                       first=doubt.STREAMS), levels(run)]
        if len(run.ceilings.get("readings", [])) > 1:
            found.append(readings(run))
    return found


def draw(axes, run):
    curve = run.ceilings["curve"]
    for stream, dashes in zip(doubt.STREAMS, DASHES):
        axes.plot([point["working_set_bytes"] for point in curve], [point[f"{stream}_gb_per_s"] for point in curve], dashes,
                  color=LIGHT["muted"], label=stream)
    for kernel, _, cell in run.best_cells():
        if "working_set_bytes_per_node" in cell:
            plot_kernel(axes, kernel, cell["working_set_bytes_per_node"],
                        cell["mflops_per_node"] / 1e3 / cell["arithmetic_intensity_flops_per_byte"], linestyle="")
    set_axis(axes, "x", "working set of all threads", "bytes")
    set_axis(axes, "y", "GB/s per node")
    mark_sizes(axes, [(level["effective_bytes"], level["level"]) for level in run.ceilings["levels"]
                      if "effective_bytes" in level], color=LIGHT["rule"], linewidth=1.2)


def levels(run):
    """Returns the table of levels, in which figures that cannot be right are marked."""
    found = run.ceilings["levels"]
    rows = [{**level, **{f"{stream}_gb_per_s": doubt.bandwidth(found, place, stream) for stream in doubt.STREAMS}}
            for place, level in enumerate(found)]
    return make_table(f"Levels, {run.label}", columns_of(part_of("record", "ceilings", "levels")["items"]), rows)


def readings(run):
    """Returns a table of each measurement of the ceilings, which shows how the machine changed during the run."""
    return Table(f"Ceilings measured several times, {run.label}. The highest value counts.", [
        {"<Moment": one["moment"], "Single (Gflop/s)": text.significant(one["single_gflops_per_s"]),
         "Double (Gflop/s)": text.significant(one["double_gflops_per_s"]), "GHz": text.number(one["clock_ghz"], 2),
         **{f"{level['level']} (GB/s)": text.significant(level["gb_per_s"]) for level in one["levels"]}}
        for one in run.ceilings["readings"]])
