# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The page from its documents."""

import dataclasses
import pathlib

import jinja2

from kitt_report import text
from kitt_report.errors import UserError
from kitt_report.portability import is_portability, read_portability
from kitt_report.record import Run, is_record, label_runs
from kitt_report.sections import (bandwidth, bsm, collectives, domains, halo, hash_table, headline, kernels, memory,
                                  messages, model, numa, pic, portability, profile, roofline, runs as run_facts, scaling,
                                  solvers, stencil, steps, sweep, transforms, transpositions)
from kitt_report.sweep import is_sweep, read_sweep
from kitt_report.theme import colour_variables, drawing

TEMPLATES = pathlib.Path(__file__).with_name("templates")


def make_page(files, title=None):
    """HTML of [(path, JSON document)]. Raises UserError for what is no document of KITT."""
    documents = read_documents(files)
    runs = documents.runs
    with drawing():
        sections = [module.section(runs) for module in (kernels, roofline, bandwidth, steps, bsm, solvers, halo, messages, domains, stencil,
                                                           collectives, hash_table, transpositions, transforms, pic, numa, scaling)]
        sections += [sweep.section(documents.sweeps), portability.section(runs, documents.portability),
                     model.section(documents.models)]
        sections += [module.section(runs) for module in (profile, memory, run_facts)]
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True,
                                     trim_blocks=True, lstrip_blocks=True,
                                     undefined=jinja2.StrictUndefined)
    return environment.get_template("page.html").render(
        title=title or default_title(runs), light=colour_variables(dark=False),
        dark=colour_variables(dark=True), headlines=[headline.headline(run) for run in runs],
        notes=gathered_notes(runs), sections=[s for s in sections if not s.missing],
        missing=[s for s in sections if s.missing])


@dataclasses.dataclass
class Documents:
    """What was given: runs; (platforms, cascades) of comparisons; predictions; sweeps."""

    runs: list = dataclasses.field(default_factory=list)
    portability: list = dataclasses.field(default_factory=list)
    models: list = dataclasses.field(default_factory=list)
    sweeps: list = dataclasses.field(default_factory=list)


def read_documents(files):
    documents = Documents()
    for path, document in files:
        if is_record(document):
            documents.runs.append(Run(document, path))
        elif is_portability(document):
            documents.portability.append(read_portability(document, path))
        elif model.is_model(document):
            documents.models.append(model.read_model(document, path))
        elif is_sweep(document):
            documents.sweeps.append(read_sweep(document, path))
        else:
            raise UserError(f"{path} (no record of a KITT run): give what kitt wrote with --json")
    if not documents.runs:
        raise UserError(f"{files[0][0]} (no record of a run beside it): give the record of at "
                        "least one run, which the page is about")
    label_runs(documents.runs)
    return documents


def default_title(runs):
    machines = list(dict.fromkeys(run.machine for run in runs))
    what = f"KITT on {', '.join(machines)}"
    days = sorted({text.day(run.provenance["time"]) for run in runs})
    return f"{what}, {days[0]}" + (f" to {days[-1]}" if len(days) > 1 else "")


def gathered_notes(runs):
    """[(note, labels of the runs it is about)]; no labels where it is about all."""
    found = {}
    for run in runs:
        for note in headline.notes(run):
            found.setdefault(note, []).append(run.label)
    return [(note, [] if len(labels) == len(runs) else labels) for note, labels in found.items()]
