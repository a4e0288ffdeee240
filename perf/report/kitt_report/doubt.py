# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Which figures are in doubt, by the rules of the printed tables (perf/record/doubts.hpp, perf/ceilings/ceilings.hpp)."""

from kitt_report import text
from kitt_report.record import relative_error

MOST_FRACTION = 1.05  # of a ceiling: above this, one of the two measurements cannot be right
WIDE_ERROR = 0.05  # of the mean: above this, a figure is uncertain
LEAST_BANDWIDTH = 1  # GB/s: every machine of today has more
STREAMS = ("read", "copy", "triad", "update")


def is_uncertain(cell):
    return relative_error(cell) > WIDE_ERROR


def lowest_fraction(cell):
    """Returns the fraction of the highest ceiling that a cell may have."""
    return cell.get("roofline_range", {}).get("lowest", cell.get("roofline_fraction")) or 0


def is_above_ceiling(cell):
    return lowest_fraction(cell) > MOST_FRACTION


def is_faster_than_operator(cell):
    return cell.get("fraction_of_operator", 0) > MOST_FRACTION


def marked(figure, in_doubt):
    return f"{figure} !" if in_doubt else figure


def is_too_low(levels, place, stream):
    """Returns whether the bandwidth of a level cannot be right, because a larger level is faster or it is almost 0."""
    key = f"{stream}_gb_per_s"
    own = levels[place][key]
    return own < LEAST_BANDWIDTH or any(one[key] > MOST_FRACTION * own for one in levels[place + 1:])


def bandwidth(levels, place, stream):
    """Returns the bandwidth of a level in GB/s, marked if it cannot be right."""
    return marked(text.significant(levels[place][f"{stream}_gb_per_s"]), is_too_low(levels, place, stream))


def of_ceilings(ceilings):
    """Returns a sentence for each bandwidth of a level that is in doubt."""
    levels = ceilings["levels"] if ceilings else []
    return [f"{stream.capitalize()} bandwidth of {level['level']}, marked !: "
            f"{text.significant(level[f'{stream}_gb_per_s'])} GB/s is too low (something disturbed its measurement)."
            for place, level in enumerate(levels) for stream in STREAMS if is_too_low(levels, place, stream)]


def sentences(cells):
    """Returns a sentence for each kind of doubt about the measured cells."""
    kinds = [(is_uncertain, f"± above {100 * WIDE_ERROR:.0f} % (the machine was busy, or sampling was short)"),
             (is_above_ceiling, "above their ceiling (one of the two cannot be right)"),
             (is_faster_than_operator, "a solver faster than its operator (the two are timed one after the other)")]
    counts = [(sum(map(is_kind, cells)), what) for is_kind, what in kinds]
    return [f"{text.number(count)} of {text.count(len(cells), 'figure')}, marked !: {what}." for count, what in counts if count]


def notes(run):
    """Returns sentences that a reader should know before believing the figures."""
    topology = run.topology
    failed = run.cells(status="failed")
    found = [(failed, f"{text.count(len(failed), 'cell')} had a wrong result and no figure."),
             (run.simulated, f"Simulated: SimGrid computed the times for its machine {run.simulated}. Ceilings are unknown."),
             (not run.summary["complete"], "The run did not finish. It has only the figures that it had measured by then."),
             (topology["virtual_machine"], "Measured on a virtual machine, whose cores others may share."),
             (run.provenance["git_commit"].endswith("-dirty"),
              "The program was built from changed source files, which are in no commit.")]
    return ([sentence for is_so, sentence in found if is_so] + sentences(run.cells()) + of_ceilings(run.ceilings)
            + [f"The bandwidth of {missing} was not measured." for missing in (run.ceilings or {}).get("missing", [])]
            + [f"{warning.rstrip('.')}." for warning in run.configuration["binding"]["warnings"] + topology["warnings"]])
