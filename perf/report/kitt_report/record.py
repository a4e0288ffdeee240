# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The record of a run, and what the page asks of it."""

import json

from kitt_report import text
from kitt_report.schema import check_part, check_version, load_schema, refuse, schemas_of_cells

HOPPING_KERNELS = ("Wilson", "DWF4", "DWF5")
# With those that have no part in the summary.
ALL_HOPPING_KERNELS = (*HOPPING_KERNELS, "Staggered", "Improved", "Clover", "Twisted", "Moebius")
SHORTEST, LONGEST = 1e-18, 1e18  # seconds that a call can take


def check_record(document, path):
    """Raises UserError if no run of KITT can have written a record. Somebody may have edited the file."""
    schema = load_schema("record")
    check_version(document, schema, path)
    check_part(document, {**schema, "properties": {**schema["properties"], "cells": {"type": "array"}}}, path)
    seen = set()
    for place, cell in enumerate(document["cells"]):
        check_cell(cell, path, f"cells[{place}]")
        if (name := identity(cell)) in seen:
            refuse(path, f"cells[{place}], {cell['benchmark']} {cell['kernel']} comes twice")
        seen.add(name)


def check_cell(cell, path, where):
    """Checks a cell against the schema of its benchmark and status, so that the error is about this kind of cell."""
    kinds = [(one, {key: values_of(one["properties"][key]) for key in ("benchmark", "status")}) for one in schemas_of_cells()]
    known = {key: {"enum": [value for _, values in kinds for value in values[key]]} for key in ("benchmark", "status")}
    check_part(cell, {"type": "object", "required": list(known), "properties": known}, path, where)
    schema = next(one for one, values in kinds if all(cell[key] in values[key] for key in known))
    check_part(cell, schema, path, where)
    if cell["benchmark"] == "memory" and cell.get("l") == 0 and value_at(cell, "parameters.bytes") is None:
        refuse(path, f"{where}.parameters.bytes is missing")
    for key in ("median", "mean", "minimum", "maximum") if cell["status"] == "measured" else ():
        if not SHORTEST <= cell["seconds"][key] <= LONGEST:
            refuse(path, f"{where}.seconds.{key} is {cell['seconds'][key]}, which no call takes")


def values_of(schema):
    return schema.get("enum") or [schema["const"]]


def identity(cell):
    """Returns what tells a cell from the other cells of its record: all its names and parameters, but no figure."""
    return json.dumps([{name: value for name, value in cell.items() if isinstance(value, (str, bool))},
                       [cell.get(name) for name in ("l", "ls", "bytes", "parameters")],
                       [value_at(cell, f"right_hand_sides.{name}") for name in ("count", "layout")]], sort_keys=True)


def value_at(value, keys):
    """Returns the value that keys such as "seconds.median" lead to, or None if there is none."""
    for key in keys.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def in_words(cell, keys):
    """Returns a name or parameter of a cell: "put", "L = 8", "2 pairs", "sync flush", "fresh buffers", "entry 64 B"."""
    value, name = value_at(cell, keys), keys.rpartition(".")[2].replace("_", " ")
    if value in (None, "", "no") or keys in ("kernel", "variant", "directions", "transport"):
        return value if value != "no" else ""
    if name == "l":
        return f"L = {value}" if value else ""
    if name.endswith("bytes"):
        return f"{name[:-5]}{text.size(value)}"
    if value == "yes":
        return name
    return text.count(value, name[:-1]) if isinstance(value, int) and name.endswith("s") else f"{name} {value}"


def rules_of(document):
    """Returns the rules of a record. Records that state no rules follow itt-2017."""
    return document["configuration"].get("rules") or {"name": "itt-2017", "point_l": [12, 16], "robustness_l": 16}


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
        self.summary, self.profile, self.rules = document["summary"], document.get("profile"), rules_of(document)
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
        """Returns the measured cells of a kernel and size that the summary is about: one parity, not daggered, one
        right-hand side."""
        ls = self.summary.get("ls")
        return [cell for cell in self.cells("hopping")
                if (cell["kernel"], cell["l"]) == (kernel, l) and not cell.get("parameters")
                and cell.get("right_hand_sides", {}).get("count", 1) == 1
                and cell["precision"] == self.summary["precision"] and (kernel == "Wilson" or cell["ls"] == ls)]

    def best_cells(self):
        """Returns (kernel, L, cell) of every best variant, kernel by kernel."""
        found = ((kernel, l, self.best(kernel, l)) for kernel in HOPPING_KERNELS for l in self.sizes)
        return [entry for entry in found if entry[2]]

    def describe_job(self):
        counts = (self.nodes, "node"), (self.ranks, "rank"), (self.configuration["threads_per_rank"], "thread")
        return f"{', '.join(text.count(*one) for one in counts)} per rank"


def attributes(run):
    """Returns what may tell two runs apart. What people would name first comes first."""
    configuration = run.configuration
    return [run.provenance.get("label") or "no label", run.machine, *run.describe_job().split(", "),
            f"kitt {configuration['benchmark']}", configuration["precision"], f"Ls={configuration['ls']}",
            ", ".join(run.provenance["hostnames"]), run.provenance["compiler"], run.provenance["git_commit"][:8],
            text.minute(run.provenance["time"]), str(run.path)]


def label_runs(runs):
    """Gives each run the fewest of its attributes that tell all runs apart. A run alone has the name of its machine."""
    table = list(zip(*map(attributes, runs)))
    chosen = []
    for values in table:
        if len(set(values)) > 1:
            chosen.append(values)
        labels = [", ".join(found) for found in zip(*chosen)]
        if len(set(labels)) == len(runs):
            break
    for place, run in enumerate(runs):
        run.label = labels[place] if len(runs) > 1 else run.machine
