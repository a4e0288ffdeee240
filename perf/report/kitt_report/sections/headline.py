# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The figure that everybody asks for first, and what to know before believing it."""

import math

from kitt_report import text
from kitt_report.record import relative_error

MOST_FRACTION = 1.05  # of a ceiling: beyond, one of the two measurements was disturbed
WIDE_ERROR = 0.05  # of the mean: from here on a figure is said to be uncertain


def headline(run):
    """What a card says: {label, what, figure, error, unit, facts}."""
    what, figure, error = chosen_figure(run)
    unit = "Mflop/s per node"
    if figure is None:
        what, figure, error, unit = other_figure(run)
    provenance = run.provenance
    facts = [("Machine", f"{run.machine} ({', '.join(provenance['hostnames'])})"),
             ("Job", run.describe_job()),
             ("Measured", text.minute(provenance["time"]))]
    if provenance.get("label"):
        facts.insert(0, ("Label", provenance["label"]))
    return {"label": run.label, "what": what, "unit": unit if figure is not None else "",
            "figure": text.number(figure) if figure is not None else "no figure",
            "error": f"± {text.number(error)}" if error is not None else "", "facts": facts,
            "figures": side_figures(run)}


def chosen_figure(run):
    """(what it is, figure, its standard error); all but the first None where there is none."""
    if run.comparison_point is not None:
        return ("Comparison point: mean of DWF4 at L = 12 and 16", run.comparison_point,
                error_of_mean([run.best("DWF4", l) for l in (12, 16)]))
    figures = run.best_cells()
    for wanted in ("DWF4", "DWF5", "Wilson"):
        largest = [entry for entry in figures if entry[0] == wanted]
        if largest:
            kernel, l, cell = largest[-1]
            return (f"{kernel} at L = {l} (no comparison point: that needs DWF4 at L = 12 and 16)",
                    cell["mflops_per_node"], error_of_mean([cell]))
    return "", None, None


def error_of_mean(cells):
    """Of the mean of the cells' figures, whose errors are independent; None if one is missing."""
    if not all(cells):
        return None
    errors = [cell["mflops_per_node"] * relative_error(cell) for cell in cells]
    return math.hypot(*errors) / len(errors)


def other_figure(run):
    """Where the hopping kernels were not run."""
    why = "(no comparison point: the hopping kernels were not run)"
    halo = run.cells("halo")
    if halo:
        best = max(halo, key=lambda cell: cell["one_way"]["mb_per_s_per_node"])
        rate = best["one_way"]["mb_per_s_per_node"]
        return (f"Fastest exchange, {best['directions']} by {best['transport']}, faces of "
                f"{text.size(best['face_bytes'])} {why}", rate, rate * relative_error(best),
                "MB/s per node, one way")
    if run.ceilings and run.ceilings["levels"]:
        level = run.ceilings["levels"][-1]
        return (f"Triad bandwidth of {level['level']} {why}", level["triad_gb_per_s"], None,
                "GB/s per node")
    return "The run holds no cell that was measured", None, None, ""


def side_figures(run):
    """[(name, figure, unit)] to be read off beside the card's own; of older records what they have."""
    summary = run.summary
    best = run.best("DWF4", 16)
    figures = [("DWF4 at L = 16", summary["dwf4_l16_mflops_per_node"], text.number,
                "Mflop/s per node"),
               ("Of its roofline", best and best["roofline_fraction"], lambda v: text.percent(v, 0),
                f"% ({best['ceiling']})" if best else "")]
    return (bandwidths(summary) + robustness(summary)
            + [(name, show(value), unit) for name, value, show, unit in figures if value is not None])


def bandwidths(summary):
    """Of memory and of large messages, where they were measured."""
    found = []
    memory = summary.get("memory_bandwidth")
    if memory:
        bound = f", bound by {memory['ceiling']}" if memory["ceiling"] else ""
        found.append(("Memory bandwidth", text.significant(memory["gb_per_s_per_node"]),
                      f"GB/s per node ({memory['kernel']} at L = {memory['l']}{bound})"))
    messages = summary.get("large_message_bandwidth")
    if messages:
        found.append(("Large messages", text.number(messages["one_way_mb_per_s_per_node"]),
                      f"MB/s per node one way, {text.number(messages['both_ways_mb_per_s_per_node'])} "
                      f"both ways (between {messages['between']}: faces of "
                      f"{text.size(messages['face_bytes'])})"))
    return found


def robustness(summary):
    """Nothing where DWF4 was not run at L = 16, or an older record has no figure."""
    variants = summary.get("robustness_set")
    of_what = f"variant of {variants['name']}" if variants else "variant of it"
    if summary["robustness"] is not None:
        return [("Robustness", f"{summary['robustness']:.2f}",
                 f"(worst / best {of_what}, DWF4 at L = 16)")]
    if variants and variants["lacks"] != variants["variants"]:
        return [("Robustness", "not available", f"({variants['name']} lacks "
                 f"{', '.join(variants['lacks'])})")]
    return []


def notes(run):
    """What a reader should know before believing the figures: sentences."""
    summary, configuration = run.summary, run.configuration
    failed = run.cells(status="failed")
    found = []
    if failed:
        found.append(f"{text.count(len(failed), 'cell')} had a wrong result and no figure.")
    if run.simulated:
        found.append(f"Simulated: times are those of SimGrid's machine {run.simulated}, whose ceilings are not known.")
    if not summary["complete"]:
        found.append("The run did not go to its end: figures are of what it had measured so far.")
    if run.topology["virtual_machine"]:
        found.append("Measured on a virtual machine, whose cores others may share.")
    wide = [cell for _, _, cell in run.best_cells()
            if relative_error(cell) > WIDE_ERROR]
    if wide:
        found.append(f"{text.count(len(wide), 'figure')} of the best variants "
                     f"{'has' if len(wide) == 1 else 'have'} a standard error above "
                     f"{WIDE_ERROR:.0%}: the machine was busy, or sampling short.")
    above = sum((cell["roofline_fraction"] or 0) > MOST_FRACTION for _, _, cell in run.best_cells())
    if above:
        found.append(f"{text.count(above, 'figure')} of the best variants "
                     f"{'lies' if above == 1 else 'lie'} above the ceiling measured in the run: "
                     "something else disturbed one of them.")
    for missing in (run.ceilings or {}).get("missing", []):
        found.append(f"No bandwidth was measured of {missing}.")
    if run.provenance["git_commit"].endswith("-dirty"):
        found.append("The program was built from sources with changes that were not committed.")
    return found + [warning.rstrip(".") + "." for warning in
                    configuration["binding"]["warnings"] + run.topology["warnings"]]
