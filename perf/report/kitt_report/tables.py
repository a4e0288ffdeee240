# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tables whose columns come from the schema: its headings, formats, units and descriptions."""

import re

from kitt_report import doubt, text
from kitt_report.parts import Table
from kitt_report.record import value_at
from kitt_report.schema import below, kinds_of_cells, types_of

MOST_ROWS = 12  # a longer table is folded
ERROR, RELATIVE_ERROR = "seconds.standard_error", "seconds.relative_standard_error"
ENERGY = {"energy.watts_per_node": "Power (W per node)", "energy.mflops_per_watt": "Mflop/s per watt"}  # printed below the rows
FORMATS_OF_UNITS = {"(s)": "seconds", "(bytes)": "bytes"}  # at the end of a description
SHARE = re.compile(r"share|fraction|efficiency|relative")  # in keys of figures that are shown in percent


class Column:
    """One column. `keys` lead to its value in a row: "seconds.median"."""

    def __init__(self, keys, schema, heading=None):
        given = {"heading": heading, **schema.get("column", {})}
        self.keys = ERROR if keys == RELATIVE_ERROR else keys  # older records lack the relative error
        self.note, self.digits = schema.get("description", ""), given.get("digits")
        self.format = given.get("format") or FORMATS_OF_UNITS.get(self.note.rpartition(" ")[2]) or (
            "percent" if SHARE.search(keys) else "text")
        is_figure = types_of(schema.get("type")) & {"number", "integer"}
        self.heading = f"{'' if is_figure else '<'}{heading or given['heading']}"

    def show(self, row):
        value, key = value_at(row, self.keys), self.keys.rpartition(".")[2]
        if value in (None, ""):
            return text.MISSING
        if self.keys == ERROR:
            return doubt.error_percent(row)
        return doubt.marked(FORMATS[self.format](value, self.digits), key in doubt.MARKED and doubt.MARKED[key](row))


def plain(value, _):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ".".join(map(str, value))
    return text.number(value) if isinstance(value, int) else f"{value:.3g}" if isinstance(value, float) else value


FORMATS = {"text": plain, "fixed": lambda value, digits: text.number(value, digits or 0),
           "seconds": lambda value, _: text.seconds(value), "bytes": lambda value, _: text.size(value),
           "percent": lambda value, digits: text.percent(value, 1 if digits is None else digits)}


def make_table(caption, columns, rows, **keywords):
    """Returns a table without the columns in which no row has a value."""
    shown = [column for column in columns if any(value_at(row, column.keys) is not None for row in rows)]
    return Table(caption, [column.heading for column in shown], [[column.show(row) for column in shown] for row in rows],
                 **{"folded": len(rows) > MOST_ROWS, **keywords}, notes=[column.note for column in shown])


def listed(caption, schema, headings, rows, **keywords):
    """Returns a table of a list of objects with the schema of one of them; headings: {"seconds.median": heading}."""
    return make_table(caption, [Column(keys, below(schema, *keys.split(".")), heading) for keys, heading in headings.items()],
                      rows, **keywords)


def columns_of(schema, before=""):
    """Yields a column for each property that has one in the schema, in order, also for properties inside others."""
    for key, inner in schema.get("properties", {}).items():
        if "column" in inner:
            yield Column(before + key, inner)
        for nested in (inner, inner.get("items", {}), *inner.get("oneOf", ())):
            yield from columns_of(nested, f"{before}{key}.")


def table(run, kind, cells=None, caption=None, **keywords):
    """Returns the table of a kind of cells, or of the given ones. A cell with a list of objects has a row for each of
    them, and such cells have a table of their own. Returns no table if the schema names no column."""
    schema = kinds_of_cells()[kind]
    columns = list(columns_of(schema))
    place = next((place for place, column in enumerate(columns) if column.keys == "seconds.median"), len(columns))
    shown = {column.keys for column in columns}
    if columns and ERROR not in shown:
        columns.insert(place, Column(ERROR, below(schema, *ERROR.split(".")), doubt.ERROR_COLUMN))
    columns += [Column(keys, below(schema, *keys.split(".")), heading) for keys, heading in ENERGY.items()
                if columns and "energy" in schema["properties"] and keys not in shown]
    outer = dict.fromkeys(column.keys.partition(".")[0] for column in columns if "." in column.keys)
    groups = {}
    for cell in run.cells(kind) if cells is None else cells:
        inside = next((key for key in outer if isinstance(cell.get(key), list)), None)
        groups.setdefault(inside, []).extend([{**cell, inside: one} for one in cell[inside]] if inside else [cell])
    return [make_table(caption or f"{schema['description']}, {run.label}", columns, rows, **keywords)
            for rows in groups.values() if columns]
