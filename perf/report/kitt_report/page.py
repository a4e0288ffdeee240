# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The page from its documents."""

import json
import pathlib

import jinja2

from kitt_report import doubt, text
from kitt_report.documents import kind_of
from kitt_report.errors import UserError
from kitt_report.record import Run, label_runs
from kitt_report.schema import check_document, kinds_of_cells
from kitt_report.sections import (bandwidth, headline, judgement, kernels, model, portability, profile, roofline, scaling, steps,
                                  sweep)
from kitt_report.sections.bars import PLOTS
from kitt_report.sections.curves import CURVES, draw_curves
from kitt_report.tables import table
from kitt_report.theme import colour_variables, drawing

TEMPLATES = pathlib.Path(__file__).with_name("templates")


def make_page(files, title=None):
    """Returns the HTML of [(path, JSON document)]. Raises UserError for a document that KITT did not write."""
    documents = read_documents(files)
    runs = documents["record"]
    with drawing():
        sections = make_sections(documents)
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True,
                                     lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    days = sorted({text.day(run.provenance["time"]) for run in runs})
    return environment.get_template("page.html").render(
        title=title, machines=dict.fromkeys(run.machine for run in runs), days=[days[0], *days[1:][-1:]], runs=runs,
        notes=judgement.verdicts(documents["judgement"]) + gathered_notes(runs), light=colour_variables(dark=False), dark=colour_variables(dark=True), text=text, doubt=doubt,
        headline=headline, shown=[s for s in sections if s["parts"] or not s["missing"]],
        missing=[s for s in sections if s["missing"] and not s["parts"]])


def read_documents(files):
    """Returns {kind: documents of that kind}; of records, their runs."""
    documents = {"record": [], "portability": [], "model": [], "sweep": [], "judgement": []}
    for path, document in files:
        kind = kind_of(document)
        if kind is None:
            raise UserError(f"{path} (no record of a KITT run): give what kitt wrote with --json")
        if kind == "record":
            document = Run(document, path)
        else:
            check_document(document, kind, path)
        documents[kind].append(document)
    if not documents["record"]:
        raise UserError(f"{files[0][0]} (no record of a run is given with it): give the record of at least one run, which "
                        "the page is about")
    label_runs(documents["record"])
    return documents


def make_sections(documents):
    """Returns all sections. Their words are in a file; a kind of cell has its title from the schema."""
    runs, kinds = documents["record"], kinds_of_cells()
    words = json.loads((TEMPLATES / "sections.json").read_text(encoding="utf-8"))
    found = {"judgement": judgement.parts(runs, documents["judgement"]),
             "kernels": kernels.parts(runs), "roofline": roofline.parts(runs), "bandwidth": bandwidth.parts(runs),
             "steps": steps.parts(runs), **{kind: parts_of_kind(kind, runs) for kind in kinds if kind != "hopping"},
             "scaling": scaling.parts(runs), "sweep": sweep.parts(documents["sweep"]),
             "portability": portability.parts(runs, documents["portability"]), "model": model.parts(documents["model"]),
             "profile": profile.parts(runs), "runs": kernels.tables(runs)}
    usual = {kind: {"title": schema["description"], "missing": f"no run measured this (kitt {kind} does)"}
             for kind, schema in kinds.items()}
    return [{"intro": "", "missing": "", **usual.get(name, {}), **words.get(name, {}), "name": name, "parts": parts}
            for name, parts in found.items()]


def parts_of_kind(kind, runs):
    """Returns the plots and tables of a kind of cell. A kind without a plot of its own has a table of each run."""
    runs = [run for run in runs if run.cells(kind)]
    draw = PLOTS.get(kind) or (draw_curves if kind in CURVES else None)
    return (draw(kind, runs) if draw and runs else []) + [one for run in runs for one in table(run, kind)]


def gathered_notes(runs):
    """Returns [(note, labels of the runs it is about)], without labels where it is about all."""
    found = {}
    for run in runs:
        for note in headline.notes(run):
            found.setdefault(note, []).append(run.label)
    return [(note, [] if len(labels) == len(runs) else labels) for note, labels in found.items()]
