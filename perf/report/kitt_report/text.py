# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Numbers as people read them; base 10 unless the unit says otherwise."""

NARROW_SPACE = "\u202f"
MISSING = "–"


def number(value, digits=0):
    """Returns 65 536.0 with narrow spaces between thousands."""
    return MISSING if value is None else f"{value:,.{digits}f}".replace(",", NARROW_SPACE)


def percent(fraction, digits=1):
    return MISSING if fraction is None else f"{100 * fraction:.{digits}f}"


def significant(value, digits=3):
    """Returns three digits that count, without an exponent: 0.0123, 1.23, 12 300."""
    if not value:
        return MISSING if value is None else "0"
    enough = 10 ** (digits - 1) - 0.5
    return number(value, next((decimals for decimals in range(12) if abs(value) * 10**decimals >= enough), 12))


def seconds(value):
    """Returns a time in a unit that suits it: "4.57 ms"."""
    if not value:
        return MISSING if value is None else "0 s"
    unit, factor = next((one for one in (("s", 1), ("ms", 1e3), ("µs", 1e6)) if abs(value) * one[1] >= 1), ("ns", 1e9))
    return f"{significant(value * factor)} {unit}"


def size(value):
    """Returns bytes in a unit of base 2: "1.5 MiB"."""
    if value is None:
        return MISSING
    units = ["B", "KiB", "MiB", "GiB", "TiB"]
    while abs(value) >= 1024 and len(units) > 1:
        value /= 1024
        del units[0]
    return f"{value:.3g} {units[0]}" if abs(value) < 1000 else f"{number(value)} {units[0]}"


def count(value, noun):
    """Returns "1 rank" or "4 ranks"."""
    return f"{number(value)} {noun}{'' if value == 1 else 's'}"


def grid(extents):
    return "×".join(map(str, extents)) if extents else MISSING


def minute(time):
    """Returns an ISO 8601 time as "2026-11-21 17:46 UTC"."""
    return time[:16].replace("T", " ") + " UTC"
