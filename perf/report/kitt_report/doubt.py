# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Which figures are in doubt: the rule that the terminal has too (perf/record/doubts.hpp, perf/ceilings/ceiling_doubts.hpp)."""

from kitt_report import text
from kitt_report.record import relative_error

MOST_FRACTION = 1.05  # of a ceiling: beyond, one of the two measurements cannot be right
WIDE_ERROR = 0.05  # of the mean: beyond, a figure is uncertain
LEAST_BANDWIDTH = 1  # GB/s: no machine of today has less
STREAMS = ("read", "copy", "triad", "update")  # older records have no update
ERROR_COLUMN = "± (%)"


def is_uncertain(cell):
    return relative_error(cell) > WIDE_ERROR


def lowest_fraction(cell):
    """Of the highest ceiling that a cell may have."""
    return cell.get("roofline_range", {}).get("lowest", cell.get("roofline_fraction")) or 0


def is_above_ceiling(cell):
    return lowest_fraction(cell) > MOST_FRACTION


def marked(figure, in_doubt):
    return f"{figure} !" if in_doubt else figure


def error_percent(cell):
    """The standard error of a figure, marked if the figure is uncertain."""
    return marked(text.percent(relative_error(cell)), is_uncertain(cell))


def roof_percent(cell):
    """What a figure is of its ceiling, marked if it lies above."""
    return marked(text.percent(cell["roofline_fraction"]), is_above_ceiling(cell))


def streams_of(levels):
    """Those whose bandwidth a run has measured."""
    return [stream for stream in STREAMS if all(f"{stream}_gb_per_s" in level for level in levels)]


def is_faster_than_operator(cell):
    return cell.get("fraction_of_operator", 0) > MOST_FRACTION


def is_too_low(levels, place, stream):
    """Whether a bandwidth of a level cannot be what the machine can do: a larger one is faster, or it is nothing."""
    key = f"{stream}_gb_per_s"
    own = levels[place][key]
    return own < LEAST_BANDWIDTH or any(one[key] > MOST_FRACTION * own for one in levels[place + 1:])


def of_ceilings(ceilings):
    """A sentence for each bandwidth of a level that is in doubt."""
    levels = ceilings["levels"] if ceilings else []
    streams = streams_of(levels)
    return [f"{stream.capitalize()} bandwidth of {level['level']}, marked !: "
            f"{text.significant(level[f'{stream}_gb_per_s'])} GB/s is too low (something disturbed its measurement)."
            for place, level in enumerate(levels) for stream in streams if is_too_low(levels, place, stream)]


def sentences(cells):
    """One for each kind of doubt, over all measured cells."""
    kinds = [(is_uncertain, f"± above {100 * WIDE_ERROR:.0f} % (the machine was busy, or sampling short)"),
             (is_above_ceiling, "above their ceiling (one of the two cannot be right)"),
             (is_faster_than_operator, "a solver faster than S alone (the two are timed one after the other)")]
    counts = [(sum(map(is_kind, cells)), what) for is_kind, what in kinds]
    return [f"{text.number(count)} of {text.count(len(cells), 'figure')}, marked !: {what}."
            for count, what in counts if count]
