#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What a harness wants of KITT's record: is it right, and which figures does it have.

Knows nothing of ReFrame. As a program it prints a record's figures, or makes references of them.
"""

import argparse
import json
import pathlib
import re
import sys


class RecordError(Exception):
    """A file that is no record of KITT's, and why."""


def load(path):
    """The record in the file `path`."""
    try:
        document = json.loads(pathlib.Path(path).read_text())
    except OSError as error:
        raise RecordError(f"{path}: there is no record ({error.strerror}): did the run start?") from None
    except ValueError as error:
        raise RecordError(f"{path}: no record of KITT's (not JSON: {error})") from None
    if not isinstance(document, dict) or document.get("schema_version") != 1:
        raise RecordError(f"{path}: no record of KITT's of schema version 1")
    return document


def problems(document, ranks=None, nodes=None):
    """Why a run does not count, in words; none if it does. A wrong result has no figure."""
    found = []
    if not document["summary"]["complete"]:
        found.append("the run did not go to its end")
    for cell in document["cells"]:
        name = f"{cell['kernel']} L={cell['l']} {cell['variant']}".rstrip()
        if cell["status"] == "failed":
            found.append(f"{name}: {cell['reason']}")
        elif cell["status"] == "measured" and not verified(cell):
            found.append(f"{name}: error {cell['verification_error']} was let pass")
    if not any(cell["status"] == "measured" for cell in document["cells"]):
        found.append("nothing was measured")
    for what, wanted in (("ranks", ranks), ("nodes", nodes)):
        had = document["configuration"][what]
        if wanted is not None and had != wanted:
            found.append(f"{had} {what} where {wanted} were asked for (one MPI for program and launcher?)")
    return found


MOST_OF_CEILING = 1.25  # on a machine that others use too, ceilings are measured at a worse moment than cells


def implausible(document):
    """Cells far above the ceilings of their own run: the one or the other was disturbed."""
    return [f"{cell['kernel']} L={cell['l']} {cell['variant']}".rstrip()
            + f": {cell['roofline_fraction']:.3g} times the ceiling that binds it: run again, on an idle node"
            for cell in document["cells"]
            if cell["status"] == "measured" and (cell.get("roofline_fraction") or 0) > MOST_OF_CEILING]


def verified(cell):
    """Only the hopping kernels record a tolerance; others would be "failed" beyond theirs."""
    return cell.get("verification_error", 0) <= cell.get("verification_tolerance", float("inf"))


def figures(document):
    """Name to (value, unit), all per node: what the summary shows, and the ceilings it refers to."""
    return {**score(document), **kernels(document), **memory(document), **halo(document),
            **ceilings(document)}


def score(document):
    summary = document["summary"]
    variants = summary.get("robustness_set")
    names = {"comparison_point": ("comparison_point_mflops_per_node", "Mflop/s"),
             "robustness": ("robustness", f"worst/best of {variants['name']}" if variants else "worst/best")}
    return {name: (summary[key], unit) for name, (key, unit) in names.items()
            if summary[key] is not None}


def kernels(document):
    """The best variant of each kernel by L, and its fraction of the ceiling that binds."""
    fractions = {(c["kernel"].lower(), c["l"], c["variant"]): c["roofline_fraction"]
                 for c in measured(document, "hopping") if not c.get("parameters")}
    found = {}
    for row in document["summary"]["per_node_table"]:
        for kernel in ("wilson", "dwf4", "dwf5"):
            best = row[kernel]
            if best is None:
                continue
            name = f"{kernel}_l{row['l']}"
            found[name] = (best["mflops_per_node"], "Mflop/s")
            fraction = fractions[kernel, row["l"], best["variant"]]
            if fraction is not None:  # its ceiling was measured
                found[f"{name}_of_ceiling"] = (fraction, "fraction")
    return found


def memory(document):
    """Bandwidth of each memory kernel at the largest L: the memory's, where it is large enough."""
    largest = {}
    for cell in sorted(measured(document, "memory"), key=lambda cell: cell["l"]):
        name = re.sub(r"\W+", "_", cell["kernel"].lower()).strip("_")
        largest[f"{name}_bandwidth"] = (cell["gb_per_s_per_node"], "GB/s")
    return largest


def halo(document):
    """Faces sent and received at the largest L, by directions and transport."""
    largest = {}
    for cell in sorted(measured(document, "halo"), key=lambda cell: cell["l"]):
        name = f"halo_{cell['directions']}_{cell['transport']}"
        largest[name] = (cell["both_ways"]["mb_per_s_per_node"], "MB/s")
    return largest


def ceilings(document):
    found = document["ceilings"]
    if found is None:
        return {}
    precision = document["configuration"]["precision"]
    peak = found[f"{precision}_gflops_per_s"]
    triad = {f"ceiling_triad_{level['level'].lower()}": (level["triad_gb_per_s"], "GB/s")
             for level in found["levels"]}
    return {"ceiling_multiply_add": (peak, "Gflop/s"), **triad}


def measured(document, benchmark):
    return [cell for cell in document["cells"]
            if cell["benchmark"] == benchmark and cell["status"] == "measured"]


CONDITIONS = ("nodes", "ranks_per_node", "precision", "ls")


def conditions(document):
    """What must be the same for figures of two runs to be comparable (tests set the rest)."""
    return {key: document["configuration"][key] for key in CONDITIONS}


def reference(document, where, tests, below):
    """An entry of a reference file: figures may fall by the fraction `below` and are never too high."""
    provenance = document["provenance"]
    return {"where": where, "tests": tests, "conditions": conditions(document),
            "source": {key: provenance[key] for key in ("time", "command_line", "git_commit", "compiler")},
            "below": below,
            "figures": {name: list(figure) for name, figure in figures(document).items()}}


def references(folder, test, document):
    """{"system:partition": {name: (value, lowest, highest, unit)}} from all files of `folder` for
    runs of `test` under the same conditions. A figure whose unit is another one here, such as
    robustness over another set of variants, has no reference."""
    found = {}
    units = {name: unit for name, (_, unit) in figures(document).items()}
    for file in sorted(pathlib.Path(folder).glob("*.json")):
        for entry in json.loads(file.read_text()):
            if test in entry["tests"] and entry["conditions"] == conditions(document):
                found[entry["where"]] = {name: (value, -entry["below"], None, unit)
                                         for name, (value, unit) in entry["figures"].items()
                                         if units.get(name, unit) == unit}
    return found


def print_figures(document):
    for name, (value, unit) in figures(document).items():
        print(f"{name:32} {value:14.5g} {unit}")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("record", help="a file that `kitt` wrote with --json")
    parser.add_argument("--where", metavar="SYSTEM:PARTITION",
                        help="print a reference file for it, to be put into references/")
    parser.add_argument("--tests", metavar="TEST", nargs="+", default=["KittItt"],
                        help="that it holds for [KittItt]")
    parser.add_argument("--below", type=float, default=0.1,
                        help="fraction by which a figure may fall [%(default)s]")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    try:
        document = load(arguments.record)
    except RecordError as error:
        print(f"kitt_record: {error}", file=sys.stderr)
        return 2
    found = problems(document) + implausible(document)
    for problem in found:
        print(f"kitt_record: {problem}", file=sys.stderr)
    if arguments.where is None:
        print_figures(document)
    elif not found:
        print(json.dumps([reference(document, arguments.where, arguments.tests, arguments.below)],
                         indent=2))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
