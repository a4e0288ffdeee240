# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Threads on near and far memory, pair of domains by pair, and products thread by thread."""

from kitt_report import doubt, text
from kitt_report.parts import Section, Table


def section(runs):
    result = Section("numa", "Near and far memory")
    with_cells = [run for run in runs if run.cells("numa")]
    if not with_cells:
        result.missing = "no run measured threads on near and far memory (kitt numa does)"
        return result
    result.intro = ("Threads of one NUMA domain on memory of one, each of whose pages was looked at: bandwidth of all of "
                    "its threads, latency of one. Products of matrices: all threads at once, by time.")
    for run in with_cells:
        pairs = [cell for cell in run.cells("numa") if "thread_domain" in cell["parameters"]]
        if pairs:
            result.parts.append(pair_table(run, pairs))
        result.parts += [thread_table(run, cell) for cell in run.cells("numa") if "threads" in cell]
    return result


def pair_table(run, cells):
    rows = [[c["kernel"], c["variant"], str(c["parameters"]["thread_domain"]), str(c["parameters"]["memory_domain"]),
             c["relation"], str(c["parameters"]["threads"]), text.number(c["gb_per_s"], 2),
             text.number(c["nanoseconds"], 1), doubt.error_percent(c), text.number(c["ratio_to_local"], 3)] for c in cells]
    return Table(f"Pairs of NUMA domains, {run.label}",
                 ["<Kernel", "<At once", "Threads of", "Memory of", "<Relation", "Threads", "GB/s", "ns", doubt.ERROR_COLUMN,
                  "Times local"], rows, folded=len(rows) > 24)


def thread_table(run, cell):
    rows = [[str(t["thread"]), t["cpus"], str(t["data_thread"]), str(t["thread_domain"]), str(t["memory_domain"]),
             t["relation"], text.number(t["seconds"], 6)]
            for t in sorted(cell["threads"], key=lambda thread: thread["seconds"])]
    return Table(f"Matrix products of {cell['parameters']['matrix']}, {cell['variant']}, "
                 f"{text.number(cell['gflops_per_s_per_thread'], 2)} Gflop/s per thread, {run.label}",
                 ["Thread", "<CPUs", "Data of", "Domain", "Memory of", "<Relation", "Seconds"], rows,
                 folded=len(rows) > 24)
