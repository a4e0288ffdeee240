# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Sections of kinds of cells: the plot that the schema asks for, bars of some kinds, and a table for each run."""

import re

from kitt_report import text
from kitt_report.parts import mark_sizes, plot, series_style, set_axis, set_bars, stack_bars
from kitt_report.record import in_words, value_at
from kitt_report.schema import below, kinds_of_cells
from kitt_report.sections import nodes
from kitt_report.tables import Column, table
from kitt_report.theme import DASHES, LIGHT, SERIES

STEPS = {"lines": "line_seconds", "rows": "row_seconds", "columns": "column_seconds", "products": "product_seconds",
         "sums": "reduce_ranks_seconds"}


def parts(kind, runs):
    runs = [run for run in runs if run.cells(kind)]
    draw = PLOTS.get(kind) or (draw_curves if "plot" in kinds_of_cells()[kind] else None)
    return (draw(kind, runs) if draw and runs else []) + [one for run in runs for one in table(run, kind)]


def draw_curves(kind, runs):
    """Draws one panel for each run, and a line for each colour and dash. Names of lines hold only what differs between lines."""
    schema = kinds_of_cells()[kind]
    asked = schema["plot"]
    x, y = (Column(asked[axis], below(schema, *asked[axis].split("."))) for axis in "xy")
    cells = [(run, cell) for run in runs for cell in run.cells(kind) if value_at(cell, x.keys)]
    if not cells:  # operations without data, such as barriers, are only in the table
        return []
    differing = [keys for keys in (*asked["colours"], asked["dashes"]) if len({value_at(cell, keys) for _, cell in cells}) > 1]
    colour_keys = [keys for keys in differing if keys in asked["colours"]] or asked["colours"][:1]
    lines = {}
    for run, cell in cells:
        name = tuple(", ".join(filter(None, (in_words(cell, keys) for keys in chosen)))
                     for chosen in (colour_keys, set(differing) & {asked["dashes"]}))
        lines.setdefault(name, {}).setdefault(run.label, []).append(cell)
    colours, dashes = (list(dict.fromkeys(name[place] for name in lines)) for place in (0, 1))
    show = text.seconds if y.format == "seconds" else None  # otherwise as usual
    xlabel = re.split(r"[:;(]", x.note)[0].strip()

    def draw(axes, run):
        for name, found in lines.items():
            draw_line(axes, x.keys, y.keys, found.get(run.label, []), label=", ".join(filter(None, name)),
                      linestyle=DASHES[dashes.index(name[1]) % len(DASHES)], **series_style(colours.index(name[0])))
        set_axis(axes, "x", xlabel, "bytes" if x.note.endswith("(bytes)") else "linear")
        set_axis(axes, "y", y.name, show=show)
        if kind == "memory":
            mark_caches(axes, run)

    return [plot(f"{kind}-by-size", f"{schema['description']}: {y.name} against {xlabel}", {run.label: run for run in runs}, draw,
                 3.6, show=show or text.significant, most=2)]


def draw_line(axes, x, y, cells, **style):
    """Draws the cells of one line. Upright strokes reach from the lowest to the highest figure if the cells have both."""
    cells = sorted(cells, key=lambda cell: value_at(cell, x))
    parent, _, key = y.rpartition(".")
    sizes, middle, least, most = ([value_at(cell, keys) for cell in cells]
                                  for keys in (x, y, f"{parent}.minimum_{key}", f"{parent}.maximum_{key}"))
    reach = None if None in least + most else [[m - low for m, low in zip(middle, least)],
                                               [high - m for m, high in zip(middle, most)]]
    if cells:
        axes.errorbar(sizes, middle, yerr=reach, elinewidth=0.8, **style)


def mark_caches(axes, run):
    """Marks the capacity of each cache, summed over all nodes."""
    left, right = axes.get_xlim()
    sizes = [((level["capacity_bytes"] or 0) * run.nodes, level["level"]) for level in (run.ceilings or {"levels": []})["levels"]]
    mark_sizes(axes, [one for one in sizes if left < one[0] < right], color=LIGHT["muted"], linewidth=1, linestyle=":")


def method_of(cell):
    order = ", natural order" if cell["parameters"].get("order") == "natural" else ""
    return f"{cell['parameters']['box']} x {cell['parameters']['batch']}, {cell['variant']}{order}"


def draw_transforms(kind, runs):
    """Draws the time of each part of a step, a bar for each method."""
    def draw(axes, cells):
        stack_bars(axes, {method_of(cell): {step: cell[key] or 0 for step, key in STEPS.items()} for cell in cells},
                   dict(zip(STEPS, SERIES)), text.seconds)
        set_axis(axes, "x", "time of a step", "linear", text.seconds)

    panels = {run.label: run.cells(kind) for run in runs}
    return [plot("fft-steps", "Time by step", panels, draw, 0.9 + 0.45 * max(map(len, panels.values())), show=text.seconds, most=2,
                 sharey=False)]


def pair_of(cell):
    return "control" if cell["kernel"] == "control" else cell["parameters"]["pair"]


def draw_domains(kind, runs):
    return [plot(f"domains-{place}", f"Time of receives by domain, {run.label}", {run.label: run.cells(kind)}, draw_pairs, 3.6,
                 describe_slowest(run.cells(kind)), text.seconds) for place, run in enumerate(runs)]


def draw_pairs(axes, cells):
    """Draws a group of bars for each pair of domains, with a bar for each domain, as in figure 5 of HECToR's guide."""
    ticks, groups, at = {}, {}, 0
    for cell in cells:
        domains = cell["domains"]
        middle = at + (len(domains) - 1) / 2
        if cell["off_node_mean_seconds"]:
            axes.bar(middle, cell["off_node_mean_seconds"], len(domains), color="none", edgecolor=LIGHT["muted"],
                     label="off-node mean")
        for domain in domains:
            place = at + domain["number"]
            axes.bar(place, domain["mean_seconds"], 0.8, color=SERIES[1 - domain["node"]], ecolor=LIGHT["ink"],
                     yerr=domain["standard_deviation_seconds"] or 0, label=f"domains of node {domain['node']}")
            ticks[place] = f"{domain['number']}{'*' if domain['has_network_device'] else ''}"
        groups[middle] = pair_of(cell)
        at += len(domains) + 1
    set_bars(axes, "x", list(ticks.values()), list(ticks), fontsize=8 if len(ticks) <= 50 else 5)
    above = axes.secondary_xaxis("top")
    above.set_xticks(list(groups), groups.values())
    above.tick_params(length=0)
    axes.set(xlabel="domain, and above it the pair that talks", ylabel="seconds of receives")


def describe_slowest(cells):
    slowest = max(((d["ratio_to_control"], d["number"], pair_of(c)) for c in cells for d in c["domains"]
                   if not d["off_node"] and d["ratio_to_control"]), default=None)
    return "" if slowest is None else (f"Of the domains that send to themselves, domain {slowest[1]} is slowest against the "
                                       f"control: {slowest[0]:.2f} times, while {slowest[2]} talks.")


PLOTS = {"fft": draw_transforms, "domains": draw_domains, "nodes": nodes.parts}
