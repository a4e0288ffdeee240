# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Bandwidth that caches and memory give to a working set of each size, and how near cells come to it."""

from kitt_report import doubt, text
from kitt_report.parts import Table, by_bytes, draw_one, mark_sizes
from kitt_report.theme import DASHES, KERNEL_COLOURS, KERNEL_MARKERS, LIGHT


def parts(runs):
    found = []
    for place, run in enumerate([run for run in runs if run.ceilings and run.ceilings.get("curve")], 1):
        found += [draw_one(f"bandwidth-{place}", f"Bandwidth against working set, {run.label}", 4.2, draw, run,
                           first=doubt.STREAMS), levels(run)]
        if len(run.ceilings.get("readings", [])) > 1:
            found.append(readings(run))
    return found


def draw(one, run):
    curve = run.ceilings["curve"]
    streams = doubt.streams_of(curve)
    for stream, dashes in zip(streams, DASHES):
        one.plot([point["working_set_bytes"] for point in curve], [point[f"{stream}_gb_per_s"] for point in curve], dashes,
                 color=LIGHT["muted"], label=stream)
    for kernel, _, cell in run.best_cells():
        if "working_set_bytes_per_node" in cell:
            one.plot(cell["working_set_bytes_per_node"],
                     cell["mflops_per_node"] / 1e3 / cell["arithmetic_intensity_flops_per_byte"], KERNEL_MARKERS[kernel],
                     color=KERNEL_COLOURS[kernel], label=kernel)
    by_bytes(one, run.label, "working set of all threads", "GB/s per node")
    mark_sizes(one, [(level["effective_bytes"], level["level"]) for level in run.ceilings["levels"]
                     if "effective_bytes" in level], color=LIGHT["rule"], linewidth=1.2)
    ends = [f"{text.significant(max(point[f'{stream}_gb_per_s'] for stream in streams))} GB/s at "
            f"{text.size(point['working_set_bytes'])}" for point in (curve[0], curve[-1])]
    return f"Line chart of GB/s per node against the working set: {', '.join(ends)}."


def levels(run):
    found = run.ceilings["levels"]
    streams = doubt.streams_of(found)
    rows = [[level["level"], *(text.size(level.get(key)) for key in ("capacity_bytes", "effective_bytes", "working_set_bytes")),
             *(doubt.marked(text.significant(level[f"{stream}_gb_per_s"]), doubt.is_too_low(found, place, stream))
               for stream in streams)] for place, level in enumerate(found)]
    return Table(f"Levels, {run.label}", ["<Level", "Size as stated", "Effective size", "Measured with",
                                          *(f"{stream} GB/s" for stream in streams)], rows)


def readings(run):
    """Returns a table of each measurement of the ceilings, which shows how the machine changed during the run."""
    found = run.ceilings["readings"]
    rows = [[one["moment"], text.significant(one["single_gflops_per_s"]), text.significant(one["double_gflops_per_s"]),
             text.number(one["clock_ghz"], 2), *(text.significant(level["gb_per_s"]) for level in one["levels"])]
            for one in found]
    return Table(f"Ceilings measured at several moments, of which the highest count, {run.label}",
                 ["<Moment", "Single Gflop/s", "Double Gflop/s", "GHz",
                  *(f"{level['level']} GB/s" for level in found[0]["levels"])], rows)
