# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The page from its documents."""

import json

import jinja2

from kitt_report import doubt, merit, text
from kitt_report.schema import kinds_of_cells
from kitt_report.sections import bandwidth, hopping, judgement, kinds, model, portability, profile, results, roofline, scaling, sweep
from kitt_report.theme import TEMPLATES, colour_variables, drawing

def make_page(documents, title=None):
    """Returns the HTML page of {kind: documents}. For records, the values are their runs."""
    runs = documents["record"]
    with drawing():
        sections = make_sections(documents)
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True,
                                     lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    days = sorted({run.provenance["time"].split("T")[0] for run in runs})
    return environment.get_template("page.html").render(
        title=title, days=days[:1] + days[1:][-1:], runs=runs,
        machines=dict.fromkeys([run.machine for run in runs] or [one["title"] for study in documents["portability"]
                                                                 for one in study["platforms"]]
                               or [f"{one['title']} ({one['program']})" for one in documents["results"]]),
        notes=judgement.verdicts(documents["judgement"]) + [(note, []) for one in documents["results"] for note in one["warnings"]]
        + gathered_notes(runs), light=colour_variables(dark=False),
        dark=colour_variables(dark=True), text=text, doubt=doubt, merit=merit, shown=[s for s in sections if s["parts"] or not s["missing"]],
        missing=[s for s in sections if s["missing"] and not s["parts"]])


def make_sections(documents):
    """Returns all sections. Their words are in a file; a kind of cell has its title from the schema."""
    runs, schemas = documents["record"], kinds_of_cells()
    words = json.loads((TEMPLATES / "sections.json").read_text(encoding="utf-8"))
    found = {"judgement": judgement.parts(runs, documents["judgement"]),
             "kernels": hopping.parts(runs), "results": results.parts(runs, documents["results"]),
             "roofline": roofline.parts(runs), "bandwidth": bandwidth.parts(runs),
             "steps": hopping.steps(runs), **{kind: kinds.parts(kind, runs) for kind in schemas if kind != "hopping"},
             "scaling": scaling.parts(runs), "sweep": sweep.parts(documents["sweep"]),
             "portability": portability.parts(runs, documents["portability"]), "model": model.parts(documents["model"]),
             "profile": profile.parts(runs), "runs": hopping.tables(runs)}
    usual = {kind: {"title": schema["description"], "missing": f"no run measured this (kitt {kind} does)"}
             for kind, schema in schemas.items()}
    return [{"intro": "", "missing": "", **usual.get(name, {}), **words.get(name, {}), "name": name, "parts": parts}
            for name, parts in found.items()]


def gathered_notes(runs):
    """Returns [(note, labels of the runs it is about)], without labels where it is about all."""
    found = {}
    for run in runs:
        for note in doubt.notes(run):
            found.setdefault(note, []).append(run.label)
    return [(note, [] if len(labels) == len(runs) else labels) for note, labels in found.items()]
