# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tables whose columns come from the schema: its headings, formats, units and descriptions."""

import math

from kitt_report import doubt, text
from kitt_report.parts import Table
from kitt_report.record import value_at
from kitt_report.schema import kinds_of_cells, types_of


class Column:
    """One column, or one axis of a plot. `keys` lead to its value in a row: "seconds.median"."""

    def __init__(self, keys, schema):
        self.keys, self.note = keys, schema.get("description", "")
        given = schema.get("column", {"heading": self.note, "format": "text"})
        self.name, self.format, self.digits = given["heading"], given["format"], given.get("digits", 0)
        self.limit = given.get("doubtful_above", math.inf)
        self.heading = self.name if types_of(schema.get("type")) & {"number", "integer"} else f"<{self.name}"

    def show(self, row):
        value = value_at(row, self.keys)
        if value in (None, ""):
            return text.MISSING
        judged = doubt.lowest_fraction(row) if self.keys == "roofline_fraction" else value
        return doubt.marked(FORMATS[self.format](value, self.digits), self.limit < math.inf and judged > self.limit)


def plain(value, digits):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ".".join(map(str, value))
    if isinstance(value, float):
        return f"{value:.{digits - 1}e}" if digits else text.significant(value) if value >= 0.001 else f"{value:.3g}"
    return text.number(value) if isinstance(value, int) else value


FORMATS = {"text": plain, "fixed": text.number, "percent": text.percent, "seconds": lambda value, _: text.seconds(value),
           "bytes": lambda value, _: text.size(value)}


def make_table(caption, columns, rows, folded=None):
    """Returns a table without the columns in which no row has a value."""
    shown = [column for column in columns if any(value_at(row, column.keys) is not None for row in rows)]
    return Table(caption, [{column.heading: column.show(row) for column in shown} for row in rows], folded,
                 {column.heading: column.note for column in shown})


def columns_of(schema, asked=("energy", "parameters", "right_hand_sides"), before=""):
    """Yields a column for each property that has one in the schema, in order, also for properties inside others. Columns on
    request are only those of the objects in `asked`."""
    for key, inner in schema.get("properties", {}).items():
        if "column" in inner and (before[:-1] in asked or "on_request" not in inner["column"]):
            yield Column(before + key, inner)
        for nested in (inner, inner.get("items", {}), *inner.get("oneOf", ())):
            yield from columns_of(nested, asked, f"{before}{key}.")


def table(run, kind, cells=None, caption=None, folded=None):
    """Returns the table of a kind of cells, or of the given ones. A cell with a list of objects has a row for each of
    them, and such cells have a table of their own. Returns no table if the schema names no column."""
    schema = kinds_of_cells()[kind]
    columns = list(columns_of(schema))
    outer = dict.fromkeys(column.keys.partition(".")[0] for column in columns if "." in column.keys)
    groups = {}
    for cell in run.cells(kind) if cells is None else cells:
        inside = next((key for key in outer if isinstance(cell.get(key), list)), None)
        groups.setdefault(inside, []).extend([{**cell, inside: one} for one in cell[inside]] if inside else [cell])
    return [make_table(caption or f"{schema['description']}, {run.label}", columns, rows, folded)
            for rows in groups.values() if columns]
