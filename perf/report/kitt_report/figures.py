# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the figures of a record, with the same rules as the tools in C++ (perf/record/detail/cell_json.cpp)."""

import json

from kitt_report.errors import UserError

SHORTEST, LONGEST = 1e-18, 1e18  # seconds of a call
LARGEST = 1e30
TIMES = ("median", "mean", "minimum", "maximum")
MAY_BE_NEGATIVE = ("hidden_fraction", "excess_over_control_standard_deviations")
RATES = ("mflops_per_node", "mflops_per_node_mean", "comparison_point_mflops_per_node", "dwf4_l16_mflops_per_node",
         "gflops_per_s_per_node", "gb_per_s_per_node", "particles_per_s_per_node", "mb_per_s", "mb_per_s_per_node",
         "one_way_mb_per_s_per_node", "both_ways_mb_per_s_per_node", "mb_per_s_per_rank", "operations_per_s",
         "messages_per_s")


def refuse(path, problem):
    raise UserError(f"cannot use the record {path} ({problem}): give one that `kitt` wrote")


def check_figures(document, path):
    """Raises UserError if no run can have measured a figure. Somebody may have edited the file."""
    for place, cell in enumerate(document["cells"]):
        if cell["status"] == "measured" and (problem := first_impossible(cell)):
            refuse(path, f"cells[{place}], {cell['benchmark']} {cell['kernel']}: {problem}")
    for part in ("summary", "ceilings"):
        if problem := first_impossible(document[part], part):
            refuse(path, problem)


def first_impossible(value, path="", key=""):
    """Finds the first number in an object or list that cannot be a figure. Returns what is wrong, or None."""
    if isinstance(value, dict):
        inside = ((f"{path}.{name}" if path else name, name, inner) for name, inner in value.items())
    elif isinstance(value, list):
        inside = ((f"{path}[{place}]", "", inner) for place, inner in enumerate(value))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        problem = problem_of(value, path, key)
        return problem and f"{path} {problem}"
    else:
        return None
    return next(filter(None, (first_impossible(inner, place, name) for place, name, inner in inside)), None)


def problem_of(number, path, key):
    shown = json.dumps(float(number))
    if path in (f"seconds.{name}" for name in TIMES) and not SHORTEST <= number <= LONGEST:
        return f"is {shown}, which no call takes"
    if number < 0 and key not in MAY_BE_NEGATIVE:
        return f"is {shown}, below 0"
    if number > LARGEST:
        return f"is {shown}, larger than any figure"
    if number == 0 and key in RATES:
        return f"is {shown}, no rate"
    return None
