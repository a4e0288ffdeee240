# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""In which cells B is slower than A for certain (--fail-below).

A cell whose median ratio is below the limit is only suspicious: among many cells, noise alone makes
some low. Suspicious cells are measured again in CONFIRMING_ROUNDS new rounds. Only the new rounds
decide, because the first ones were low by choice. A cell has regressed if at most MAY_DISAGREE of
its new ratios are not below the limit. If the true ratio were the limit itself, each new ratio
would be below it with a probability of one half, and 10 or more of 11 would be so once in 170
times.
"""

from .console import RunFailed, say
from .ratios import common_keys, compare_cell, table
from .runs import KEY, measure, name_of

CONFIRMING_ROUNDS = 11
MAY_DISAGREE = 1


def without(options, names):
    """`options` less those in `names` and their values, as `--L 8 16` or `--L=8,16`."""
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
    """A check for `measure`: A and B must have measured these cells again."""
    def check(*sides):
        for letter, figures in zip("AB", sides):
            for key in keys:
                if key not in figures:
                    raise RunFailed(f"{letter} measured {name_of(key)} once, and not again")
    return check


def has_regressed(cell, limit):
    ratio = cell["ratio_b_to_a"]
    return (ratio["median"] < limit
            and ratio["rounds_agreeing"] >= CONFIRMING_ROUNDS - MAY_DISAGREE)


def measure_again(a, b, options, cells, limit):
    """New figures of the suspicious ones among `cells`, each with its verdict `regressed`; lowest
    ratio first."""
    suspicious = [c for c in cells if c["ratio_b_to_a"]["median"] < limit]
    if suspicious:
        say(f"{len(suspicious)} of {len(cells)} cells are below {limit:g}: these are measured "
            f"again, {CONFIRMING_ROUNDS} rounds")
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
    """A line on cells that A, B or a round lacks (a variant that is new, say); empty if none."""
    all_keys = dict.fromkeys(key for pair in results for figures in pair for key in figures)
    common = set(common_keys(results))
    names = [name_of(key) for key in all_keys if key not in common]
    return f"Not compared, as A, B or a round lacks them: {', '.join(names)}\n" if names else ""


def verdict(again, count, limit):
    """The cells that have regressed, and how many of `count` these are."""
    regressed = [c for c in again if c["regressed"]]
    lines = []
    if regressed:
        lines += [f"Regressed, worst first: {CONFIRMING_ROUNDS - MAY_DISAGREE} or more of "
                  f"{CONFIRMING_ROUNDS} new rounds are below {limit:g}", table(regressed)]
    others = len(again) - len(regressed)
    but = f"; {others} more looked slower at first, but not when measured again" if others else ""
    lines.append(f"{len(regressed)} of {count} cells regressed{but}")
    return "\n".join(lines)
