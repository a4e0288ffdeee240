# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The record of a run, and what the page asks of it."""

import json

from kitt_report import text
from kitt_report.schema import check_part, check_version, load_schema, refuse, schemas_of_cells

HOPPING_KERNELS = ("Wilson", "DWF4", "DWF5")
SHORTEST, LONGEST = 1e-18, 1e18  # seconds that a call can take


def check_record(document, path):
    """Raises UserError if no run of KITT can have written a record. Somebody may have edited the file."""
    schema = load_schema("record")
    check_version(document, schema, path)
    without_cells = {**schema["properties"], "cells": {"type": "array"}}
    check_part(document, {**schema, "properties": without_cells}, path)
    seen = set()
    for place, cell in enumerate(document["cells"]):
        check_cell(cell, path, f"cells[{place}]")
        if (name := identity(cell)) in seen:
            refuse(path, f"cells[{place}], {cell['benchmark']} {cell['kernel']} comes twice")
        seen.add(name)


def check_cell(cell, path, where):
    """Checks a cell against the schema of its benchmark and status. So the error is about this kind of cell."""
    kinds = [{key: one["properties"][key] for key in ("benchmark", "status")} for one in schemas_of_cells()]
    known = {key: {"enum": list({value: "" for kind in kinds for value in values_of(kind[key])})} for key in kinds[0]}
    check_part(cell, {"type": "object", "required": list(known), "properties": known}, path, where)
    check_part(cell, next(schema for schema, kind in zip(schemas_of_cells(), kinds)
                          if all(cell[key] in values_of(kind[key]) for key in kind)), path, where)
    if cell["benchmark"] == "memory" and cell.get("l") == 0 and "bytes" not in cell.get("parameters", {}):
        refuse(path, f"{where}.parameters.bytes is missing")
    for key in ("median", "mean", "minimum", "maximum") if cell["status"] == "measured" else ():
        if not SHORTEST <= cell["seconds"][key] <= LONGEST:
            refuse(path, f"{where}.seconds.{key} is {cell['seconds'][key]}, which no call takes")


def values_of(schema):
    return schema.get("enum") or [schema["const"]]


def identity(cell):
    """Returns what tells a cell from the other cells of its record: all its names and parameters, but no figure."""
    return json.dumps([{name: value for name, value in cell.items() if isinstance(value, (str, bool))},
                       [cell.get(name) for name in ("l", "ls", "bytes", "parameters")]], sort_keys=True)


def value_at(value, keys):
    """Returns the value that keys such as "seconds.median" lead to, or None if there is none."""
    for key in keys.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def relative_error(cell):
    """Returns the standard error of a cell's times divided by their mean. The figure has the same relative error."""
    mean = cell["seconds"]["mean"]
    return cell["seconds"]["standard_error"] / mean if mean > 0 else 0


class Run:
    """One record. `label` tells it from the other runs of a page."""

    def __init__(self, document, path):
        check_record(document, path)
        self.document, self.path, self.label = document, path, ""
        self.provenance, self.configuration = document["provenance"], document["configuration"]
        self.topology, self.ceilings = document["topology"], document["ceilings"]
        self.summary, self.profile = document["summary"], document.get("profile")
        self.ranks, self.nodes = self.configuration["ranks"], self.configuration["nodes"]
        self.threads_per_node = self.ranks * self.configuration["threads_per_rank"] / self.nodes
        self.simulated = self.configuration.get("simulated", {}).get("platform")  # None: a real machine
        self.machine = f"simulated {self.simulated}" if self.simulated else self.topology["cpu_model"] or "unknown CPU"
        self.sizes = [row["l"] for row in self.summary["per_node_table"]]  # L, ascending

    def cells(self, benchmark=None, status="measured"):
        return [cell for cell in self.document["cells"]
                if cell["status"] == status and benchmark in (None, cell["benchmark"])]

    def best(self, kernel, l):
        """Returns the cell of the best variant in the summary, or None if it was not measured."""
        for row in self.summary["per_node_table"]:
            entry = row[kernel.lower()] if row["l"] == l else None
            if entry:
                return next((cell for cell in self.variants(kernel, l)
                             if cell["variant"] == entry["variant"]), None)
        return None

    def variants(self, kernel, l):
        """Returns the measured cells of a kernel and size that the summary is about: one parity, not daggered."""
        ls = self.summary.get("ls")
        return [cell for cell in self.cells("hopping")
                if (cell["kernel"], cell["l"]) == (kernel, l) and not cell.get("parameters")
                and cell["precision"] == self.summary["precision"] and (kernel == "Wilson" or cell["ls"] == ls)]

    def best_cells(self):
        """Returns (kernel, L, cell) of every best variant, kernel by kernel."""
        found = ((kernel, l, self.best(kernel, l)) for kernel in HOPPING_KERNELS for l in self.sizes)
        return [entry for entry in found if entry[2]]

    def describe_job(self):
        threads = text.count(self.configuration["threads_per_rank"], "thread")
        return f"{text.count(self.nodes, 'node')}, {text.count(self.ranks, 'rank')}, {threads} per rank"


def attributes(run):
    """Returns what may tell two runs apart. What people would name first comes first."""
    configuration = run.configuration
    return [run.provenance.get("label") or "no label", run.machine, text.count(run.nodes, "node"),
            text.count(run.ranks, "rank"), text.count(configuration["threads_per_rank"], "thread") + " per rank",
            f"kitt {configuration['benchmark']}", configuration["precision"], f"Ls={configuration['ls']}",
            ", ".join(run.provenance["hostnames"]), run.provenance["compiler"], run.provenance["git_commit"][:8],
            text.minute(run.provenance["time"]), str(run.path)]


def label_runs(runs):
    """Gives each run the fewest of its attributes that tell all runs apart."""
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
