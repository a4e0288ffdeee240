# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Finds the cells in which B is certainly slower than A (--fail-below).

A cell whose median ratio is below the limit is only suspicious: among many cells, noise alone makes
some low. Suspicious cells are measured again in CONFIRMING_ROUNDS new rounds. Only the new rounds
decide, because the first ones were low by choice. A cell has regressed if at most MAY_DISAGREE of
its new ratios are not below the limit. If the true ratio were equal to the limit, each new ratio
would be below it with a probability of one half. Then 10 or more of 11 would be below it once in 170 times.
"""

from .console import RunFailed, say
from .ratios import common_keys, compare_cell, table
from .runs import KEY, measure, name_of

CONFIRMING_ROUNDS = 11
MAY_DISAGREE = 1


def without(options, names):
    """Returns `options` without the options in `names` and their values, such as `--L 8 16` or `--L=8,16`."""
    kept, dropped = [], False
    for word in options:
        if word.startswith("--"):
            dropped = word.split("=")[0] in names
        if not dropped:
            kept.append(word)
    return kept


def by_kernel_and_size(cells):
    groups = {}
    for cell in cells:
        groups.setdefault((cell["kernel"], cell["l"]), []).append(cell)
    return groups


def check_has(keys):
    """Returns a check for measure(): both A and B must have measured the cells `keys` again."""
    def check(*sides):
        for letter, figures in zip("AB", sides):
            for key in keys:
                if key not in figures:
                    raise RunFailed(f"{letter} measured {name_of(key)} in the first rounds, but not in the new ones")
    return check


def has_regressed(cell, limit):
    ratio = cell["ratio_b_to_a"]
    return (ratio["median"] < limit
            and ratio["rounds_agreeing"] >= CONFIRMING_ROUNDS - MAY_DISAGREE)


def measure_again(a, b, options, cells, limit):
    """Measures the suspicious cells again. Returns their new figures, each with its verdict `regressed`, lowest "
      "ratio first."""
    suspicious = [c for c in cells if c["ratio_b_to_a"]["median"] < limit]
    if suspicious:
        say(f"{len(suspicious)} of {len(cells)} cells are below {limit:g}: measuring them again in "
            f"{CONFIRMING_ROUNDS} rounds")
    again = []
    for (kernel, l), group in by_kernel_and_size(suspicious).items():
        keys = [(*(c[name] for name in KEY[:4]), c["variant_a"]) for c in group]
        these = ["--kernels", kernel, "--L", str(l), "--variants", ",".join(k[4] for k in keys)]
        rest = without(options, ("--kernels", "--L", "--variants"))
        results = measure(a, b, rest + these, CONFIRMING_ROUNDS, check_has(keys))
        again += [compare_cell(results, key, key, limit) for key in keys]
    for cell in again:
        cell["regressed"] = has_regressed(cell, limit)
    return sorted(again, key=lambda c: c["ratio_b_to_a"]["median"])


def left_out(results):
    """Returns a line that names cells missing in A, B or a round (for example a new variant). Empty if no cell is "
      "missing."""
    all_keys = dict.fromkeys(key for pair in results for figures in pair for key in figures)
    common = set(common_keys(results))
    names = [name_of(key) for key in all_keys if key not in common]
    return f"Not compared, because they are missing in A, B or a round: {', '.join(names)}\n" if names else ""


def verdict(again, count, limit):
    """Returns a table of the cells that have regressed, and a line with their number among `count` cells."""
    regressed = [c for c in again if c["regressed"]]
    lines = []
    if regressed:
        lines += [f"Regressed, worst first: {CONFIRMING_ROUNDS - MAY_DISAGREE} or more of "
                  f"{CONFIRMING_ROUNDS} new rounds are below {limit:g}", table(regressed)]
    others = len(again) - len(regressed)
    but = f"; {others} more looked slower at first, but not in the new rounds" if others else ""
    lines.append(f"{len(regressed)} of {count} cells regressed{but}")
    return "\n".join(lines)
