# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The figure that everybody asks for first, and what to know before believing it."""

import math

from kitt_report import doubt, text
from kitt_report.merit import Merit, merits
from kitt_report.record import relative_error


def headline(run):
    """Returns what the card of a run says: {label, what, figure, error, unit, facts, figures}."""
    chosen = best_merit(run)
    provenance = run.provenance
    facts = [("Machine", f"{run.machine} ({', '.join(provenance['hostnames'])})"), ("Job", run.describe_job()),
             ("Measured", text.minute(provenance["time"])), *ceilings(run)]
    if provenance.get("label") and provenance["label"] not in run.label:
        facts.insert(0, ("Label", provenance["label"]))
    card = {"label": run.label, "facts": facts, "figures": side_figures(run, chosen), "error": "", "unit": ""}
    if not chosen:
        return {**card, "what": "The run holds no cell that was measured", "figure": "no figure"}
    if chosen.error is not None:
        card["error"] = doubt.marked(f"± {text.significant(chosen.error, 2)}",
                                     chosen.error > doubt.WIDE_ERROR * chosen.figure)
    return {**card, "what": chosen.what, "figure": text.significant(chosen.figure, 4), "unit": chosen.unit}


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
    """Returns the figure of merit of the first kind of cell that the run has, or None if nothing was measured."""
    others = [merit for _, merit in merits(run)]
    return hopping_merit(run) or next(iter(others), None) or ceiling_merit(run)


def hopping_merit(run):
    """Returns the comparison point. Without it, returns the figure of the largest lattice of the best kernel."""
    comparison_point = run.summary["comparison_point_mflops_per_node"]
    if comparison_point is not None:
        return Merit("Comparison point: mean of DWF4 at L = 12 and 16", comparison_point,
                     error_of_mean([run.best("DWF4", l) for l in (12, 16)]), "Mflop/s per node")
    for wanted in ("DWF4", "DWF5", "Wilson"):
        for kernel, l, cell in reversed(run.best_cells()):
            if kernel == wanted:
                return Merit(f"{kernel} at L = {l} (no comparison point: that needs DWF4 at L = 12 and 16)",
                             cell["mflops_per_node"], error_of_mean([cell]), "Mflop/s per node")
    return None


def ceiling_merit(run):
    """Returns the bandwidth of memory, for a run that measured only its ceilings."""
    if not run.ceilings or not run.ceilings["levels"]:
        return None
    level = run.ceilings["levels"][-1]
    return Merit(f"Triad bandwidth of {level['level']} (no cell was measured)", level["triad_gb_per_s"], None,
                 "GB/s per node")


def error_of_mean(cells):
    """Returns the error of the mean of the cells' figures, whose errors are independent, or None if a cell is missing."""
    if not all(cells):
        return None
    return math.hypot(*(cell["mflops_per_node"] * relative_error(cell) for cell in cells)) / len(cells)


def side_figures(run, chosen):
    """Returns [(name, figure, unit)] of the other figures of the card. An older record has fewer of them."""
    best = run.best("DWF4", 16)
    found = robustness(run.summary)
    if memory := run.summary.get("memory_bandwidth"):
        bound = f", bound by {memory['ceiling']}" if memory["ceiling"] else ""
        found.append(("Memory bandwidth", text.significant(memory["gb_per_s_per_node"]),
                      f"GB/s per node ({memory['kernel']} at L = {memory['l']}{bound})"))
    if messages := run.summary.get("large_message_bandwidth"):
        found.append(("Large messages", text.number(messages["one_way_mb_per_s_per_node"]),
                      f"MB/s per node one way, {text.number(messages['both_ways_mb_per_s_per_node'])} both ways (between "
                      f"{messages['between']}: faces of {text.size(messages['face_bytes'])})"))
    if (figure := run.summary["dwf4_l16_mflops_per_node"]) is not None:
        found.append(("DWF4 at L = 16", text.number(figure), "Mflop/s per node"))
    if best and best["roofline_fraction"] is not None:
        found.append(("Of its roofline", doubt.marked(text.percent(best["roofline_fraction"], 0), doubt.is_above_ceiling(best)),
                      f"% ({best['ceiling']})"))
    return found + [(merit.what, text.significant(merit.figure, 4), merit.unit) for benchmark, merit in merits(run)
                    if benchmark not in ("hopping", "memory", "halo") and merit != chosen]


def robustness(summary):
    """Returns [(name, figure, unit)], or an empty list if DWF4 was not run at L = 16 or the record is older."""
    variants = summary.get("robustness_set")
    if summary["robustness"] is not None:
        of_what = f"variant of {variants['name']}" if variants else "variant of it"
        return [("Robustness", f"{summary['robustness']:.2f}", f"(worst / best {of_what}, DWF4 at L = 16)")]
    if variants and variants["lacks"] != variants["variants"]:
        return [("Robustness", "not available", f"({variants['name']} lacks {', '.join(variants['lacks'])})")]
    return []


def notes(run):
    """Returns sentences that a reader should know before believing the figures."""
    topology = run.topology
    failed = run.cells(status="failed")
    found = [(failed, f"{text.count(len(failed), 'cell')} had a wrong result and no figure."),
             (run.simulated, f"Simulated: times are those of SimGrid's machine {run.simulated}, whose ceilings are not known."),
             (not run.summary["complete"], "The run did not go to its end: figures are of what it had measured so far."),
             (topology["virtual_machine"], "Measured on a virtual machine, whose cores others may share.")]
    return ([sentence for is_so, sentence in found if is_so] + doubt.sentences(run.cells()) + doubt.of_ceilings(run.ceilings)
            + [f"No bandwidth was measured of {missing}." for missing in (run.ceilings or {}).get("missing", [])]
            + ["The program was built from sources with changes that were not committed."
               for commit in [run.provenance["git_commit"]] if commit.endswith("-dirty")]
            + [f"{warning.rstrip('.')}." for warning in run.configuration["binding"]["warnings"] + topology["warnings"]])
