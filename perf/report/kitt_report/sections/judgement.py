# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Rules and verdict of `kitt judge --json`, and the checksums of the judged records."""

import hashlib
import pathlib

from kitt_report import text
from kitt_report.parts import Table


def verdicts(judgements):
    """Returns a note for each judgement, in the form of the notes about runs."""
    return [(f"Verdict of the run rules: {verdict(one)}. {figure(one)}.", []) for one in judgements]


def verdict(judgement):
    failed = [outcome["rule"] for outcome in judgement["outcomes"] if outcome["verdict"] == "failed"]
    return "pass" if judgement["passed"] else f"fail ({', '.join(failed)})"


def figure(judgement):
    """Returns, in words, the figure that counts."""
    found = judgement["figure"]
    if found["value"] is None:
        return f"{found['name'].capitalize()}: {found['how']}"
    return f"{found['name'].capitalize()}: {text.number(found['value'])} {found['unit']}, {found['how']}"


def parts(runs, judgements):
    checksums = {run.path: hashlib.sha256(run.path.read_bytes()).hexdigest() for run in runs}
    return [table for one in judgements for table in (rules(one), records(one, checksums))]


def rules(judgement):
    return Table(f"Verdict: {verdict(judgement)}",
                 [{"<Rule": one["rule"], "<Outcome": one["verdict"], "<Condition": one["text"],
                   "<Reason": "; ".join(map(words, one["reasons"])) or "-"} for one in judgement["outcomes"]])


def words(reason):
    runs = ", ".join(map(str, reason["runs"]))
    return f"run {runs}: {reason['text']}" if runs else reason["text"]


def records(judgement, checksums):
    found = judgement["figure"]
    return Table(figure(judgement), [
        {"Run": str(number), "<Record": run["file"], "<Start": run["time"],
         f"{found['name'].capitalize()} ({found['unit']})": "-" if run["figure"] is None else text.number(run["figure"]),
         "± (%)": "-" if run["relative_error"] is None else text.percent(run["relative_error"]),
         "<SHA-256": checksums.get(pathlib.Path(run["file"]), "-")} for number, run in enumerate(judgement["runs"], 1)])
