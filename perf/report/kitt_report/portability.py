# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Efficiencies of kernels on several machines: from `kitt compare --portability --json`, or, where
only records are given, from their own roofline fractions."""

import dataclasses

from kitt_report.record import HOPPING_KERNELS
from kitt_report.shape import NULL, NUMBER, check, check_version

SCHEMA_VERSION = 1
STEPS = ([{"platform": str, "efficiency": NUMBER, "portability": NUMBER}], NULL)
PORTABILITY = {
    "platforms": [{"letter": str, "name": str, "title": str}],
    "problems": [{"benchmark": str, "kernel": str, "l": int,
                  "applications": [{"name": str,
                                    "cascade": {"application": STEPS, "architectural": STEPS}}]}],
}


@dataclasses.dataclass
class Cascade:
    """One kernel and size; steps: [(platform, efficiency, metric over the platforms so far)] by
    falling efficiency. kind: "application" or "architectural"."""

    kind: str
    kernel: str
    l: int
    steps: list


def is_portability(document):
    return isinstance(document, dict) and "platforms" in document and "problems" in document


def read_portability(document, path):
    """({platform: what it is}, [Cascade]): each platform's best variant of the hopping kernels."""
    check_version(document.get("schema_version"), SCHEMA_VERSION, path)
    check(document, PORTABILITY, f"{path}: ")
    platforms = {one["letter"]: one["title"] for one in document["platforms"]}
    cascades = []
    for problem in document["problems"]:
        if problem["kernel"] not in HOPPING_KERNELS or not problem["applications"]:
            continue
        best = problem["applications"][0]["cascade"]  # by its schema the best variant comes first
        for kind in ("application", "architectural"):
            if best[kind]:
                steps = [(s["platform"], s["efficiency"], s["portability"]) for s in best[kind]]
                cascades.append(Cascade(kind, problem["kernel"], problem["l"], steps))
    return platforms, cascades


def from_runs(runs):
    """The same of runs on different machines; of several on one machine, the last given."""
    machines = {run.machine: run for run in runs if run.best_cells()}
    if len(machines) < 2:
        return {}, []
    platforms = {chr(ord("A") + place): run for place, run in enumerate(machines.values())}
    cascades = []
    for kernel in HOPPING_KERNELS:
        for l in sorted(set.intersection(*(set(run.sizes) for run in platforms.values()))):
            cells = {letter: run.best(kernel, l) for letter, run in platforms.items()}
            shares = {letter: cell and cell["roofline_fraction"] for letter, cell in cells.items()}
            if None not in shares.values():
                cascades.append(Cascade("architectural", kernel, l, cascade(shares)))
    return {letter: run.label for letter, run in platforms.items()}, cascades


def cascade(efficiencies):
    """Steps of {platform: efficiency}: harmonic means over more and more platforms."""
    ordered = sorted(efficiencies.items(), key=lambda item: -item[1])
    steps, inverses = [], 0.0
    for count, (platform, efficiency) in enumerate(ordered, 1):
        inverses += 1 / efficiency if efficiency > 0 else float("inf")
        steps.append((platform, efficiency, count / inverses))
    return steps
