# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""A run's record (`kitt schema record` prints its schema), as the page needs it."""

import json

from kitt_report import text
from kitt_report.errors import UserError
from kitt_report.figures import check_figures, refuse
from kitt_report.shape import NULL, NUMBER, NUMBER_OR_NULL, TEXT_OR_NULL, check, check_version

SCHEMA_VERSION = 1
STATUSES = ("measured", "skipped", "failed")
HOPPING_KERNELS = ("Wilson", "DWF4", "DWF5")

ENTRY = ({"mflops_per_node": NUMBER, "variant": str}, NULL)
RECORD = {
    "schema_version": int,
    "provenance": {
        "time": str, "command_line": [str], "hostnames": [str], "kitt_version": str,
        "git_commit": str, "compiler": str, "compiler_flags": str, "build_type": str,
        "kokkos_version": str, "kokkos_backend": str, "mpi_version": str, "label?": TEXT_OR_NULL},
    "configuration": {
        "benchmark": str, "ranks": int, "nodes": int, "ranks_per_node": int,
        "threads_per_rank": int, "lanes": {"single": int, "double": int},
        "binding": {"policy": str, "warnings": [str]},
        "pages": {"huge_pages_asked": str, "page_bytes": int,
                  "huge_page_bytes_obtained": NUMBER_OR_NULL},
        "grid?": ([int], NULL), "global_volume?": ([int], NULL), "energy_source?": str,
        "environment?": dict, "mpi_protocol?": dict,
        "comms?": {"transport": str, "precision": str, "strategy": str, "threads": int},
        "seed": int, "precision": str, "ls": int, "gauge": str, "boundary": str,
        "conventions": {"volume": str, "flops_per_site": int},
        "sampling": {"minimum_seconds": NUMBER, "minimum_samples": int}},
    "topology": {
        "cpu_model": TEXT_OR_NULL, "architecture": TEXT_OR_NULL, "simd_compiled": TEXT_OR_NULL,
        "virtual_machine": bool, "sockets": NUMBER_OR_NULL, "cores": NUMBER_OR_NULL,
        "memory_bytes": NUMBER_OR_NULL, "numa_domains": list, "warnings": [str],
        "cpu_governor?": TEXT_OR_NULL, "numa_balancing?": TEXT_OR_NULL,
        "network_devices?": [{"name": str, "kind": str, "numa_domain": NUMBER_OR_NULL}]},
    "ceilings": (NULL, {
        "threads": int, "single_gflops_per_s": NUMBER, "double_gflops_per_s": NUMBER,
        "clock_ghz": NUMBER_OR_NULL,
        "levels": [{"level": str, "working_set_bytes": NUMBER, "capacity_bytes": NUMBER_OR_NULL,
                    "read_gb_per_s": NUMBER, "copy_gb_per_s": NUMBER, "triad_gb_per_s": NUMBER,
                    "update_gb_per_s?": NUMBER, "effective_bytes?": NUMBER}],
        "curve?": [{"working_set_bytes": NUMBER, "read_gb_per_s": NUMBER, "copy_gb_per_s": NUMBER,
                    "triad_gb_per_s": NUMBER, "update_gb_per_s?": NUMBER}],
        "readings?": [{"moment": str, "single_gflops_per_s": NUMBER, "double_gflops_per_s": NUMBER,
                       "clock_ghz": NUMBER_OR_NULL,
                       "levels": [{"level": str, "gb_per_s": NUMBER}]}]}),
    "cells": [{"benchmark": str, "status": str, "kernel": str, "variant": str, "l?": int,
               "ls?": int, "precision?": str, "parameters?": dict, "reason?": str}],
    "summary": {
        "complete": bool, "precision": str, "ls?": (int, NULL),
        "per_node_table": [{"l": int, "wilson": ENTRY, "dwf4": ENTRY, "dwf5": ENTRY}],
        "comparison_point_mflops_per_node": NUMBER_OR_NULL,
        "dwf4_l16_mflops_per_node": NUMBER_OR_NULL, "robustness": NUMBER_OR_NULL,
        "robustness_set?": {"name": str, "variants": [str], "lacks": [str]},
        "memory_bandwidth?": (NULL, {"gb_per_s_per_node": NUMBER, "kernel": str, "l": int,
                                     "ceiling": TEXT_OR_NULL}),
        "large_message_bandwidth?": (NULL, {
            "one_way_mb_per_s_per_node": NUMBER, "both_ways_mb_per_s_per_node": NUMBER,
            "between": str, "directions": str, "transport": str, "face_bytes": NUMBER})},
}
STATISTICS = {"count": int, "median": NUMBER, "mean": NUMBER, "standard_error": NUMBER,
              "minimum": NUMBER, "maximum": NUMBER}
COMMUNICATION = {"strategy": str, "transport": str, "pack_seconds": NUMBER,
                 "interior_seconds": NUMBER, "wait_seconds": NUMBER, "exterior_seconds": NUMBER,
                 "hidden_fraction": NUMBER_OR_NULL, "bytes_by_messages": NUMBER,
                 "bytes_by_shared_memory": NUMBER}
ENERGY = {"watts_per_node": NUMBER, "mflops_per_watt": NUMBER_OR_NULL}
RATE = {"mb_per_s_per_node": NUMBER, "minimum_mb_per_s_per_node": NUMBER,
        "maximum_mb_per_s_per_node": NUMBER}
FIELDS = {"l": int, "ls": int, "precision": str}
CELLS = {
    "hopping": {**FIELDS, "mflops_per_node": NUMBER, "mflops_per_node_mean": NUMBER,
                "seconds": STATISTICS,
                "arithmetic_intensity_flops_per_byte": NUMBER, "ceiling": TEXT_OR_NULL,
                "roofline_fraction": NUMBER_OR_NULL, "peak_fraction": NUMBER,
                "lane_grid": [int], "verification_error": NUMBER,
                "verification_tolerance": NUMBER},
    "memory": {**FIELDS, "bytes": NUMBER, "gb_per_s_per_node": NUMBER, "gb_per_s": NUMBER,
               "gflops_per_s": NUMBER, "seconds": STATISTICS, "ceiling": TEXT_OR_NULL,
               "roofline_fraction": NUMBER_OR_NULL},
    "solve": {**FIELDS, "parameters": {"mass": str}, "iterations": int, "restarts": int, "seconds": STATISTICS,
              "seconds_per_iteration": NUMBER, "mflops_per_node": NUMBER, "fraction_of_operator": NUMBER,
              "iteration": {"reduction_seconds": NUMBER}, "iterated_residual": NUMBER, "true_residual": NUMBER,
              "roofline_fraction": NUMBER_OR_NULL, "order": str},
    "bsm": {**FIELDS, "parameters": {"case": str, "fields": int, "barrier": str, "flops_convention": str},
            "seconds": STATISTICS, "seconds_per_application": NUMBER, "communication_share": NUMBER,
            "bytes_by_messages": NUMBER, "bytes_by_shared_memory": NUMBER, "gflops_per_s_per_node": NUMBER,
            "flops_per_site": NUMBER, "verification_error": NUMBER, "roofline_fraction": NUMBER_OR_NULL, "order": str},
    "pic": {"parameters": {"grid": str, "points": int}, "particles": int, "seconds": STATISTICS, "particles_per_s_per_node": NUMBER,
            "charge_particles_per_s_per_node": NUMBER_OR_NULL, "push_particles_per_s_per_node": NUMBER_OR_NULL,
            "phases": {"charge_seconds": NUMBER, "exchange_seconds": NUMBER, "field_seconds": NUMBER, "push_seconds": NUMBER,
                       "shift_seconds": NUMBER}, "imbalance": NUMBER, "bytes_by_messages": NUMBER, "verification_error": NUMBER},
    "halo": {**FIELDS, "directions": str, "transport": str, "face_bytes": NUMBER,
             "seconds": STATISTICS, "one_way": RATE, "both_ways": RATE},
    "collectives": {"parameters": {"bytes": int, "ranks": int}, "seconds": STATISTICS},
    "numa": {"parameters": {"bytes": int, "threads": int}, "seconds": STATISTICS, "gb_per_s": NUMBER_OR_NULL,
             "nanoseconds": NUMBER_OR_NULL, "gflops_per_s_per_thread": NUMBER_OR_NULL, "ratio_to_local": NUMBER_OR_NULL},
    "domains": {"parameters": {"pair": str, "bytes": int, "repeats": int, "domains": int}, "seconds": STATISTICS,
                "off_node_mean_seconds": NUMBER_OR_NULL, "mb_per_s_per_rank": NUMBER,
                "domains": [{"number": int, "node": int, "numa_domain": int, "has_network_device": bool,
                             "off_node": bool, "ranks": int, "mean_seconds": NUMBER,
                             "standard_deviation_seconds": NUMBER_OR_NULL, "ratio_to_control": NUMBER_OR_NULL,
                             "excess_over_control_standard_deviations": NUMBER_OR_NULL}]},
    "hash": {"parameters": {"entry_bytes": int, "batch": int, "ranks": int}, "entries": int, "seconds": STATISTICS,
             "operations": int, "operations_per_s": NUMBER, "mb_per_s": NUMBER, "microseconds_per_operation": NUMBER,
             "busiest_counter_share": NUMBER, "claims_lost": NUMBER_OR_NULL},
    "fft": {"parameters": {"box": str, "batch": int, "task_grid": str, "library": str}, "seconds": STATISTICS,
            "line_seconds": NUMBER, "row_seconds": NUMBER, "column_seconds": NUMBER, "product_seconds": NUMBER,
            "reduce_ranks_seconds": NUMBER_OR_NULL, "reduce_by_node_seconds": NUMBER_OR_NULL, "exchange_share": NUMBER,
            "gflops_per_s_per_node": NUMBER, "product_gflops_per_s_per_node": NUMBER_OR_NULL, "verification_error": NUMBER},
    "transpose": {"parameters": {"bytes": int, "task_grid": str, "fresh_buffers": str}, "seconds": STATISTICS,
                  "page_bytes_obtained": NUMBER_OR_NULL, "mb_per_s_per_task": NUMBER, "mb_per_s_per_node": NUMBER,
                  "mb_per_s_per_link": NUMBER_OR_NULL, "share_inside_node": NUMBER},
    "p2p": {"parameters": {"bytes": int, "window": int, "pairs": int}, "seconds": STATISTICS, "mb_per_s": NUMBER,
            "messages_per_s": NUMBER, "one_way_seconds": NUMBER_OR_NULL},
    "stencil": {"parameters": {"dims": int, "bytes": int, "messages": int, "cold_cache_bytes": int},
                "pairs_per_node": NUMBER, "pairs_between_nodes_per_node": NUMBER, "page_bytes_obtained": NUMBER_OR_NULL,
                "seconds": STATISTICS, "mb_per_s_per_node": NUMBER, "messages_per_s_per_node": NUMBER},
}
FAILED = {"verification_error": NUMBER_OR_NULL, "verification_tolerance": NUMBER}
PROFILE = {
    "barriers": bool, "wall_seconds": NUMBER, "mpi_seconds": NUMBER,
    "routines": [{"routine": str, "region": str, "bytes_per_call": NUMBER, "calls": NUMBER,
                  "bytes": NUMBER, "seconds_total": NUMBER, "seconds_mean": NUMBER,
                  "seconds_minimum": NUMBER, "seconds_maximum": NUMBER, "share_of_mpi": NUMBER,
                  "share_of_wall": NUMBER}],
    "regions": [{"region": str, "calls": NUMBER, "seconds_mean": NUMBER, "seconds_minimum": NUMBER,
                 "seconds_maximum": NUMBER, "mpi_seconds_mean": NUMBER, "bytes": NUMBER}],
    "histogram": [{"routine": str, "up_to_bytes": NUMBER, "calls": NUMBER, "bytes": NUMBER}],
    "ranks": [{"rank": int, "hostname": str, "wall_seconds": NUMBER, "mpi_seconds": NUMBER,
               "wait_seconds": NUMBER_OR_NULL, "bytes_sent": NUMBER, "messages_sent": NUMBER,
               "peak_resident_bytes": NUMBER, "field_bytes": NUMBER_OR_NULL,
               "buffer_bytes": NUMBER_OR_NULL, "huge_page_bytes": NUMBER_OR_NULL}],
}
OF_BYTES = {"parameters": {"bytes": NUMBER}}  # a memory kernel whose size was not asked as L
MATRIX = {"bytes": [[NUMBER]], "messages": [[NUMBER]]}


def parameter(cell, name):
    return cell["parameters"][name]


def size_of_memory_cell(cell):
    """As it was asked for: "8" of L, or "32 KiB" of all fields together."""
    return str(cell["l"]) if cell["l"] else text.size(parameter(cell, "bytes"))


def is_record(document):
    return isinstance(document, dict) and "provenance" in document and "cells" in document


def check_record(document, path):
    check_version(document.get("schema_version"), SCHEMA_VERSION, path)
    check(document, RECORD, f"{path}: ")
    check_counts(document["configuration"], path)
    seen = set()
    for place, cell in enumerate(document["cells"]):
        where = f"{path}: cells[{place}]"
        check_names(cell, path)
        if cell["status"] not in STATUSES:
            refuse(path, f"cells[{place}] has the status \"{cell['status']}\", which no cell has")
        if (name := identity(cell)) in seen:
            refuse(path, f"cells[{place}], {cell['benchmark']} {cell['kernel']} comes twice")
        seen.add(name)
        if cell["status"] == "measured":
            check(cell, CELLS[cell["benchmark"]], where)
            if cell["benchmark"] == "memory" and cell["l"] == 0:
                check(cell, OF_BYTES, where)
        if cell["status"] == "failed":
            check(cell, FAILED, where)
        if "energy" in cell:
            check(cell["energy"], ENERGY, f"{where}.energy")
        if "communication" in cell:
            check(cell["communication"], COMMUNICATION, f"{where}.communication")
    if "profile" in document:
        check(document["profile"], PROFILE, f"{path}: profile")
        check(document["profile"].get("matrix"), (MATRIX, NULL), f"{path}: profile.matrix")
    check_figures(document, path)


def check_counts(configuration, path):
    for name in ("ranks", "nodes", "ranks_per_node", "threads_per_rank"):
        if configuration[name] < 1:
            refuse(path, f"configuration.{name} is {configuration[name]}, below 1")


def identity(cell):
    """What tells a cell from the others of its record: all that it is named by, no figure."""
    return json.dumps([{name: value for name, value in cell.items() if isinstance(value, (str, bool))},
                       [cell.get(name) for name in ("l", "ls", "bytes", "parameters")]], sort_keys=True)


def check_names(cell, path):
    """What this report does not know it would leave out without a word."""
    benchmark, kernel = cell["benchmark"], cell["kernel"]
    if benchmark not in CELLS:
        raise UserError(f"{path} (it has cells of the benchmark \"{benchmark}\", which this report does "
                        "not know): use the kitt_report that belongs to it")
    if benchmark == "hopping" and kernel not in HOPPING_KERNELS:
        raise UserError(f"{path} (it has cells of the kernel \"{kernel}\", which this report does not "
                        "know): use the kitt_report that belongs to it")


def application(cell):
    """" (both parities, daggered)" of a hopping cell; empty if it is what the ITT times, odd sites from even ones."""
    if "parameters" not in cell:
        return ""
    parity, daggered = cell["parameters"]["parity"], cell["parameters"]["dagger"] == "yes"
    words = [*(["both parities" if parity == "both" else f"{parity} parity"] if parity != "odd" else []),
             *(["daggered"] if daggered else [])]
    return f" ({', '.join(words)})"


def relative_error(cell):
    """Standard error of a cell's times over their mean: as good as that of its figure."""
    mean = cell["seconds"]["mean"]
    return cell["seconds"]["standard_error"] / mean if mean > 0 else 0


class Run:
    """One record and what is asked of it. `label` tells it from the other runs of a page."""

    def __init__(self, document, path):
        check_record(document, path)
        self.document, self.path, self.label = document, path, ""
        self.provenance, self.configuration = document["provenance"], document["configuration"]
        self.topology, self.ceilings = document["topology"], document["ceilings"]
        self.summary, self.profile = document["summary"], document.get("profile")

    def cells(self, benchmark=None, status="measured"):
        return [cell for cell in self.document["cells"]
                if cell["status"] == status and benchmark in (None, cell["benchmark"])]

    @property
    def ranks(self):
        return self.configuration["ranks"]

    @property
    def nodes(self):
        return self.configuration["nodes"]

    @property
    def threads_per_node(self):
        return self.ranks * self.configuration["threads_per_rank"] / self.nodes

    @property
    def simulated(self):
        """The simulated machine's platform; None for a run on a real one."""
        return self.configuration.get("simulated", {}).get("platform")

    @property
    def machine(self):
        if self.simulated:
            return f"simulated {self.simulated}"
        return self.topology["cpu_model"] or "unknown CPU"

    @property
    def comparison_point(self):
        return self.summary["comparison_point_mflops_per_node"]

    @property
    def sizes(self):
        """L of the summary, ascending."""
        return [row["l"] for row in self.summary["per_node_table"]]

    def best(self, kernel, l):
        """The cell of the best variant, as the record's summary has it; None if not measured."""
        for row in self.summary["per_node_table"]:
            entry = row[kernel.lower()] if row["l"] == l else None
            if entry:
                return next((cell for cell in self.variants(kernel, l)
                             if cell["variant"] == entry["variant"]), None)
        return None

    def variants(self, kernel, l):
        """All measured cells of this kernel and size that the summary is about: one parity, not daggered."""
        ls = self.summary.get("ls")
        return [cell for cell in self.cells("hopping")
                if (cell["kernel"], cell["l"]) == (kernel, l)
                and not cell.get("parameters")
                and cell["precision"] == self.summary["precision"]
                and (kernel == "Wilson" or cell["ls"] == ls)]

    def best_cells(self):
        """(kernel, L, cell) of every best variant, kernel by kernel."""
        found = ((kernel, l, self.best(kernel, l))
                 for kernel in HOPPING_KERNELS for l in self.sizes)
        return [entry for entry in found if entry[2]]

    def describe_job(self):
        nodes = text.count(self.nodes, "node")
        ranks = text.count(self.ranks, "rank")
        threads = text.count(self.configuration["threads_per_rank"], "thread")
        return f"{nodes}, {ranks}, {threads} per rank"


def attributes(run):
    """What may tell two runs apart, what people would name first first."""
    configuration = run.configuration
    return [run.provenance.get("label") or "no label", run.machine, text.count(run.nodes, "node"), text.count(run.ranks, "rank"),
            text.count(configuration["threads_per_rank"], "thread") + " per rank",
            f"kitt {configuration['benchmark']}", configuration["precision"],
            f"Ls={configuration['ls']}", ", ".join(run.provenance["hostnames"]),
            run.provenance["compiler"], run.provenance["git_commit"][:8],
            text.minute(run.provenance["time"]), str(run.path)]


def label_runs(runs):
    """Gives each run the fewest of its attributes that tell all of them apart."""
    if len(runs) == 1:
        runs[0].label = runs[0].machine
        return
    table = [attributes(run) for run in runs]
    chosen = []
    for column in range(len(table[0])):
        if len({row[column] for row in table}) > 1:
            chosen.append(column)
        labels = [", ".join(row[place] for place in chosen) for row in table]
        if len(set(labels)) == len(runs):
            break
    for run, label in zip(runs, labels):
        run.label = label
