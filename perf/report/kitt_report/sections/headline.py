# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The figure that everybody asks for first, and what to know before believing it."""

import math

from kitt_report import doubt, text
from kitt_report.merit import Merit, merits
from kitt_report.record import relative_error


def headline(run):
    """What a card says: {label, what, figure, error, unit, facts}."""
    chosen = best_merit(run)
    provenance = run.provenance
    facts = [("Machine", f"{run.machine} ({', '.join(provenance['hostnames'])})"),
             ("Job", run.describe_job()),
             ("Measured", text.minute(provenance["time"]))]
    if provenance.get("label") and provenance["label"] not in run.label:
        facts.insert(0, ("Label", provenance["label"]))
    card = {"label": run.label, "facts": facts + ceilings(run), "figures": side_figures(run, chosen)}
    if not chosen:
        return {**card, "what": "The run holds no cell that was measured", "figure": "no figure", "error": "",
                "unit": ""}
    error = ""
    if chosen.error is not None:
        error = doubt.marked(f"± {text.significant(chosen.error, 2)}", chosen.error > doubt.WIDE_ERROR * chosen.figure)
    return {**card, "what": chosen.what, "figure": text.significant(chosen.figure, 4), "error": error,
            "unit": chosen.unit}


def ceilings(run):
    """Returns [(name, value)] of the ceilings that the run measured, or an empty list if it measured none."""
    found = run.ceilings
    if not found:
        return []
    levels = found["levels"]
    bandwidths = [doubt.marked(f"{level['level']} {text.significant(level['triad_gb_per_s'])}",
                               doubt.is_too_low(levels, place, "triad")) for place, level in enumerate(levels)]
    peaks = [f"{precision} {text.significant(found[f'{precision}_gflops_per_s'])}" for precision in ("single", "double")]
    return [("Peak", f"{', '.join(peaks)} Gflop/s per node")] + (
        [("Triad", f"{', '.join(bandwidths)} GB/s per node")] if bandwidths else [])


def best_merit(run):
    """The figure of merit of the first kind of cell that the run has; None if nothing was measured."""
    others = [merit for _, merit in merits(run)]
    return hopping_merit(run) or next(iter(others), None) or ceiling_merit(run)


def hopping_merit(run):
    """The comparison point, or else the largest lattice of the best kernel."""
    unit = "Mflop/s per node"
    if run.comparison_point is not None:
        return Merit("Comparison point: mean of DWF4 at L = 12 and 16", run.comparison_point,
                     error_of_mean([run.best("DWF4", l) for l in (12, 16)]), unit)
    figures = run.best_cells()
    for wanted in ("DWF4", "DWF5", "Wilson"):
        largest = [entry for entry in figures if entry[0] == wanted]
        if largest:
            kernel, l, cell = largest[-1]
            return Merit(f"{kernel} at L = {l} (no comparison point: that needs DWF4 at L = 12 and 16)",
                         cell["mflops_per_node"], error_of_mean([cell]), unit)
    return None


def ceiling_merit(run):
    """Of a run that measured nothing but its ceilings."""
    if not run.ceilings or not run.ceilings["levels"]:
        return None
    level = run.ceilings["levels"][-1]
    return Merit(f"Triad bandwidth of {level['level']} (no cell was measured)", level["triad_gb_per_s"], None,
                 "GB/s per node")


def error_of_mean(cells):
    """Of the mean of the cells' figures, whose errors are independent; None if one is missing."""
    if not all(cells):
        return None
    errors = [cell["mflops_per_node"] * relative_error(cell) for cell in cells]
    return math.hypot(*errors) / len(errors)


def side_figures(run, chosen):
    """[(name, figure, unit)] to be read off beside the card's own; of older records what they have."""
    summary = run.summary
    best = run.best("DWF4", 16)
    figures = [("DWF4 at L = 16", summary["dwf4_l16_mflops_per_node"], text.number,
                "Mflop/s per node"),
               ("Of its roofline", best and best["roofline_fraction"], lambda v: doubt.marked(text.percent(v, 0), doubt.is_above_ceiling(best)),
                f"% ({best['ceiling']})" if best else "")]
    return (bandwidths(summary) + robustness(summary)
            + [(name, show(value), unit) for name, value, show, unit in figures if value is not None]
            + [(merit.what, text.significant(merit.figure, 4), merit.unit) for benchmark, merit in merits(run)
               if benchmark not in ("hopping", "memory", "halo") and merit != chosen])


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
    found += doubt.sentences(run.cells()) + doubt.of_ceilings(run.ceilings)
    for missing in (run.ceilings or {}).get("missing", []):
        found.append(f"No bandwidth was measured of {missing}.")
    if run.provenance["git_commit"].endswith("-dirty"):
        found.append("The program was built from sources with changes that were not committed.")
    return found + [warning.rstrip(".") + "." for warning in
                    configuration["binding"]["warnings"] + run.topology["warnings"]]
