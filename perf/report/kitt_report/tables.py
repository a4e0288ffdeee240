# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tables whose columns come from the schema: its headings, formats, units and descriptions."""

import re

from kitt_report import doubt, text
from kitt_report.parts import Table
from kitt_report.schema import below, kinds_of_cells, types_of

MOST_ROWS = 12  # a longer table is folded
UNIT = re.compile(r"\(([^()]*)\)$")  # at the end of a description
ERROR = ("seconds", "standard_error")
SHARE = re.compile(r"share|fraction|efficiency|relative")  # in keys of figures that are shown in percent


class Column:
    """One column. `path`: the keys that lead to its value in a row."""

    def __init__(self, path, schema, heading=None):
        given = schema.get("column", {})
        self.path, self.note = path, schema.get("description", "")
        self.format, self.digits = given.get("format") or format_of(path[-1], schema), given.get("digits")
        is_text = not types_of(schema.get("type")) & {"number", "integer"}
        self.heading = ("<" if is_text else "") + (heading or given["heading"])

    def value(self, row):
        for key in self.path:
            row = row.get(key) if isinstance(row, dict) else None
        return row

    def show(self, row):
        if self.path == ERROR:
            return doubt.error_percent(row) if "seconds" in row else text.MISSING
        value = self.value(row)
        if value is None or value == "":
            return text.MISSING
        return doubt.marked(FORMATS[self.format](value, self.digits), self.path[-1] in doubt.MARKED
                            and doubt.MARKED[self.path[-1]](row))


def format_of(key, schema):
    """Returns the format of a value whose schema has no column: by the unit in its description."""
    unit = UNIT.search(schema.get("description", ""))
    return ({"s": "seconds", "bytes": "bytes"}.get(unit[1]) if unit else None) or ("percent" if SHARE.search(key) else "text")


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
    shown = [column for column in columns if any(column.value(row) is not None for row in rows)]
    return Table(caption, [column.heading for column in shown], [[column.show(row) for column in shown] for row in rows],
                 **{"folded": len(rows) > MOST_ROWS, **keywords}, notes=[column.note for column in shown])


def listed(caption, schema, headings, rows, **keywords):
    """Returns a table of a list of objects with the schema of one of them; headings: {"seconds.median": heading}."""
    columns = [Column(keys.split("."), below(schema, *keys.split(".")), heading) for keys, heading in headings.items()]
    return make_table(caption, columns, rows, **keywords)


def columns_of(schema, path=()):
    """Yields a column for each property that has one in the schema, in order, also for those of objects and lists inside."""
    for key, inner in schema.get("properties", {}).items():
        if "column" in inner:
            yield Column((*path, key), inner)
        for nested in (inner, inner.get("items", {}), *inner.get("oneOf", ())):
            yield from columns_of(nested, (*path, key))


def table(run, kind, cells=None, caption=None, **keywords):
    """Returns the table of a kind of cells, or of the given ones. A cell with a list of objects has a row for each of
    them; such cells have a table of their own. Returns no table where the schema names no column."""
    schema = kinds_of_cells()[kind]
    columns = with_error(list(columns_of(schema)), schema)
    groups = {}
    for cell in run.cells(kind) if cells is None else cells:
        inside = next((key for key in cell if isinstance(cell[key], list) and any(c.path[0] == key for c in columns if len(c.path) > 1)), None)
        groups.setdefault(inside, []).extend([{**cell, inside: one} for one in cell[inside]] if inside else [cell])
    return [make_table(caption or f"{schema['description']}, {run.label}", columns, rows, **keywords)
            for rows in groups.values() if columns]


def with_error(columns, schema):
    """Adds the relative standard error, which the schema has no property for, before the time of a call or last."""
    paths = [column.path for column in columns]
    if columns and ERROR not in paths:
        place = paths.index(("seconds", "median")) if ("seconds", "median") in paths else len(columns)
        note = schema["properties"]["seconds"]["properties"]["standard_error"]
        columns.insert(place, Column(ERROR, note, doubt.ERROR_COLUMN))
    return columns
