# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Numbers as people read them; base 10 unless the unit says otherwise."""

NARROW_SPACE = "\u202f"
MISSING = "–"


def number(value, digits=0):
    """65 536.0 with narrow spaces between thousands."""
    return MISSING if value is None else f"{value:,.{digits}f}".replace(",", NARROW_SPACE)


def percent(fraction, digits=1):
    return MISSING if fraction is None else f"{100 * fraction:.{digits}f}"


def significant(value, digits=3):
    """Three digits that count, no exponent: 0.0123, 1.23, 12 300."""
    if value is None:
        return MISSING
    if value == 0:
        return "0"
    decimals = 0
    while abs(value) * 10**decimals < 10 ** (digits - 1) - 0.5 and decimals < 12:
        decimals += 1
    return number(value, decimals)


def seconds(value):
    if value is None:
        return MISSING
    if value == 0:
        return "0 s"
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if abs(value) * factor >= 1:
            return f"{significant(value * factor)} {unit}"
    return f"{significant(value * 1e9)} ns"


def size(value):
    """Bytes, base 2, with the unit's name: "1.5 MiB"."""
    if value is None:
        return MISSING
    for unit in ("B", "KiB", "MiB", "GiB"):
        if abs(value) < 1024:
            break
        value /= 1024
    else:
        unit = "TiB"
    return f"{value:.3g} {unit}" if abs(value) < 1000 else f"{number(value)} {unit}"


def count(value, noun):
    """"1 rank", "4 ranks"."""
    return f"{number(value)} {noun}{'' if value == 1 else 's'}"


def grid(extents):
    return MISSING if not extents else "×".join(str(extent) for extent in extents)


def day(time):
    """The date of an ISO 8601 time."""
    return time.split("T")[0]


def minute(time):
    """"2026-11-21 17:46 UTC"."""
    return time[:16].replace("T", " ") + " UTC"
