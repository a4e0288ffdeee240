# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Computes the ratios B/A of each cell and prints them as a table."""

import math
import statistics

from .runs import KEY


def best_variants(rounds):
    """Returns {key without variant: key}, where the key has the variant with the best median over the rounds."""
    chosen = {}
    for key in rounds[0]:
        figure = statistics.median(r[key] for r in rounds if key in r)
        chosen[key[:4]] = max(chosen.get(key[:4], (0, None)), (figure, key))
    return {short: key for short, (_, key) in chosen.items()}


def compare_cell(results, key_a, key_b, level=1):
    """Returns the figures and ratios of a cell. `rounds_agreeing` is the number of ratios on the same side of `level` as
    their median."""
    a = [figures[key_a] for figures, _ in results]
    b = [figures[key_b] for _, figures in results]
    ratios = [y / x for x, y in zip(a, b)]
    median = statistics.median(ratios)
    side = (median > level) - (median < level)
    return {
        **dict(zip(KEY[:4], key_a)),
        "variant_a": key_a[4],
        "variant_b": key_b[4],
        "mflops_per_node_a": a,
        "mflops_per_node_b": b,
        "ratio_b_to_a": {
            "median": median,
            "minimum": min(ratios),
            "maximum": max(ratios),
            "rounds_agreeing": sum((r > level) - (r < level) == side for r in ratios),
        },
    }


def common_keys(results):
    """Returns the keys of the cells that both A and B measured in every round."""
    runs = [figures for pair in results for figures in pair]
    return [key for key in runs[0] if all(key in figures for figures in runs)]


def compare(results, best):
    if best:
        of_a, of_b = (best_variants([r[i] for r in results]) for i in (0, 1))
        return [compare_cell(results, of_a[short], of_b[short]) for short in of_a]
    return [compare_cell(results, key, key) for key in common_keys(results)]


def geometric_mean(cells):
    return math.exp(statistics.fmean(math.log(c["ratio_b_to_a"]["median"]) for c in cells))


def variant_text(cell):
    a, b = cell["variant_a"], cell["variant_b"]
    return a if a == b else f"{a} / {b}"


def table(cells):
    width = max([len("Variant"), *(len(variant_text(c)) for c in cells)])
    lines = [f"{'Kernel':<7} {'L':>3} {'Ls':>3}  {'Prec.':<6}  {'Variant':<{width}} {'A':>11} "
             f"{'B':>11}  {'B/A':>6} {'min':>6} {'max':>6}  rounds",
             f"{'':<{24 + width}}{'Mflop/s':>11} {'Mflop/s':>11}  median{'':>16}that agree"]
    lines.append("-" * max(map(len, lines)))
    for c in cells:
        ratio = c["ratio_b_to_a"]
        lines.append(
            f"{c['kernel']:<7} {c['l']:>3} {c['ls']:>3}  {c['precision']:<6}  "
            f"{variant_text(c):<{width}} {statistics.median(c['mflops_per_node_a']):>11.0f} "
            f"{statistics.median(c['mflops_per_node_b']):>11.0f}  {ratio['median']:>6.3f} "
            f"{ratio['minimum']:>6.3f} {ratio['maximum']:>6.3f}  "
            f"{ratio['rounds_agreeing']} of {len(c['mflops_per_node_a'])}")
    return "\n".join([*lines, lines[2]])
