# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of other programs and of published tables, and their hopping kernels next to the kernels of the runs."""

from kitt_report import text
from kitt_report.parts import plot_kernels
from kitt_report.schema import load_schema
from kitt_report.tables import columns_of, make_table


def parts(runs, documents):
    columns = list(columns_of(load_schema("results")["properties"]["figures"]["items"]))
    tables = [make_table(f"{one['name']}: {one['source']}, {heading(one)}", columns, one["figures"]) for one in documents]
    return draw(runs, documents) + tables


def heading(document):
    counts = [text.count(document[key], name) for key, name in (("nodes", "node"), ("ranks_per_node", "rank")) if document[key]]
    return ", ".join([document["title"], " with ".join(counts)])


def draw(runs, documents):
    """Returns a plot of hopping kernels by L with a panel for each run and document, or none if no document has them."""
    panels = {f"{one['name']}, {heading(one)}": lines_of(
        (name_of(figure), figure["l"], figure["value"]) for figure in one["figures"]
        if figure["benchmark"] == "hopping" and figure["value"] and figure["l"]) for one in documents}
    if not any(panels.values()):
        return []
    panels |= {f"KITT, {run.label}": lines_of((kernel, l, cell["mflops_per_node"]) for kernel, l, cell in run.best_cells())
               for run in runs}
    return [plot_kernels("results-by-l", "Hopping kernels of all programs by L", {title: lines for title, lines in panels.items()
                                                                                if lines},
                         ("L", "linear"), ("Mflop/s per node", "linear"),
                         sorted({l for lines in panels.values() for places, *_ in lines.values() for l in places}))]


def name_of(figure):
    return figure["kernel"] + (", double" if figure["precision"] == "double" else "")


def lines_of(points):
    """Returns {kernel: line} of (kernel, L, figure)."""
    lines = {}
    for kernel, l, figure in sorted(points):
        places, figures, *_ = lines.setdefault(kernel, ([], [], None, ()))
        places.append(l)
        figures.append(figure)
    return lines
