# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What `kitt sweep` wrote: a command once for each point of several axes."""

from kitt_report.shape import NULL, NUMBER, NUMBER_OR_NULL, TEXT_OR_NULL, check, check_version

SCHEMA_VERSION = 1
DOCUMENT = "sweep.json"  # in a sweep's folder
TIMES = ({"total_seconds": NUMBER, "compute_seconds": NUMBER, "communication_seconds": NUMBER,
          "communication_share": NUMBER}, NULL)
SPEED_UPS = ({"total": NUMBER_OR_NULL, "compute": NUMBER_OR_NULL, "communication": NUMBER_OR_NULL}, NULL)
SWEEP = {
    "command": [str], "launch": str, "nodes": int, "best": str, "flat": [str], "times_of?": TEXT_OR_NULL,
    "figure": {"name": str, "unit": str, "less_is_better": bool},
    "axes": [{"name": str, "values": [str]}],
    "points": [{"ranks_per_node": int, "threads_per_rank": int, "cores_per_node": int, "values": dict,
                "record": str, "status": str, "reason": str, "resumed": bool, "figure": NUMBER_OR_NULL,
                "of_best?": NUMBER_OR_NULL, "call": TIMES, "run": TIMES, "speed_ups?": SPEED_UPS,
                "gigabytes_per_node": NUMBER_OR_NULL}],
}


def is_sweep(document):
    return isinstance(document, dict) and "axes" in document and "points" in document


def read_sweep(document, path):
    check_version(document.get("schema_version"), SCHEMA_VERSION, path)
    check(document, SWEEP, f"{path}: ")
    return document


def record_of_best(document, path):
    """The file of the run that a page of sweeps alone is about; None if there is none."""
    read_sweep(document, path)
    return path.parent / document["best"] if document["best"] else None
