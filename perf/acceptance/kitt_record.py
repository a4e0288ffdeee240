#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Says whether a record of KITT's counts by the run rules (docs/guide/procurement.md), and which figures it has.

ReFrame's tests use the functions. As a program it takes one record, or with --median the runs of an acceptance.
Exit status: 0 all count, 1 something does not, 2 something to mend on the command line or in a file.
"""

import argparse
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "report"))

from kitt_report import doubt  # noqa: E402
from kitt_report.documents import read_json  # noqa: E402
from kitt_report.errors import UserError  # noqa: E402
from kitt_report.record import check_record, is_record  # noqa: E402
from kitt_report.merit import rate  # noqa: E402


class RecordError(Exception):
    """A file that is no record of KITT's, and why."""


def load(path):
    """Returns the record in the file `path`, with the checks of `kitt report`."""
    path = pathlib.Path(path)
    try:
        path.stat()
    except FileNotFoundError:
        raise RecordError(f"{path}: there is no record: did the run start?") from None
    except OSError as error:
        raise RecordError(f"{path} ({error.strerror}): give a file that can be read") from None
    try:
        document = read_json(path)
        if not is_record(document):
            raise RecordError(f"{path} (it is no record of a run): give a file that `kitt` wrote with --json")
        check_record(document, path)
    except UserError as error:
        raise RecordError(str(error)) from None
    return document


# What a cell is verified by: a figure, and the most that it may be.
VERIFIED_BY = (("verification_error", "verification_tolerance"),
               ("verification_site_error", "verification_site_tolerance"),
               ("trajectory_error", "trajectory_tolerance"),
               ("true_residual", "true_residual_limit"))


def name_of(cell):
    """A cell's name, as KITT's messages have it."""
    words = [cell["kernel"]]
    if cell.get("l") != 0:  # a memory kernel of a size in bytes has no lattice
        words += [f"{label}={cell[key]}" for key, label in (("l", "L"), ("ls", "Ls")) if key in cell]
    words += [f"{key}={value}" for key, value in (cell.get("parameters") or {}).items()]
    return " ".join([*words, cell["variant"]]).rstrip()


def problems(document, ranks=None, nodes=None):
    """Why a run does not count, in words; none if it does. A wrong result has no figure."""
    found = []
    if not document["summary"]["complete"]:
        found.append("the run did not go to its end")
    for cell in document["cells"]:
        if cell["status"] == "failed":
            found.append(f"{name_of(cell)}: {cell['reason']}")
        elif cell["status"] == "measured":
            found += [f"{name_of(cell)}: {error.replace('_', ' ')} {cell[error]} was let pass"
                      for error, limit in VERIFIED_BY
                      if error in cell and not cell[error] <= cell.get(limit, float("inf"))]
    if not all_measured(document):
        found.append("nothing was measured")
    for what, wanted in (("ranks", ranks), ("nodes", nodes)):
        had = document["configuration"][what]
        if wanted is not None and had != wanted:
            found.append(f"{had} {what} where {wanted} were asked for (one MPI for program and launcher?)")
    return found


MOST_OF_CEILING = 1.25  # on a machine that others use too, ceilings are measured at a worse moment than cells


def implausible(document, most=MOST_OF_CEILING):
    """Cells above `most` times the ceilings of their own run: one of the two cannot be right."""
    return above_ceiling(all_measured(document), most)


def above_ceiling(cells, most):
    return [f"{name_of(cell)}: {doubt.lowest_fraction(cell):.3g} times the ceiling that binds it: run again, on an idle node"
            for cell in cells if doubt.lowest_fraction(cell) > most]


MOST_SPREAD = 0.05  # of the run rules: between runs, as a fraction of their median


def doubts(document):
    """Why the run rules do not let this run count, although nothing in it is wrong."""
    cells = cells_of_figure(document)
    return above_ceiling(cells, doubt.MOST_FRACTION) + uncertain(cells) + doubt.of_ceilings(document["ceilings"])


def cells_of_figure(document):
    """Cells that the comparison point is made of, or all where there is none."""
    cells = all_measured(document)
    if document["summary"]["comparison_point_mflops_per_node"] is None:
        return cells
    best = {(row["l"], row["dwf4"]["variant"]) for row in document["summary"]["per_node_table"]
            if row["l"] in (12, 16) and row["dwf4"]}
    return [cell for cell in cells if cell["kernel"] == "DWF4" and (cell["l"], cell["variant"]) in best]


def uncertain(cells):
    """Those whose mean is not known well enough."""
    return [f"{name_of(cell)}: +- is {100 * doubt.relative_error(cell):.1f} % (at most {100 * doubt.WIDE_ERROR:.0f} % "
            "counts): run again, on an idle node" for cell in cells if doubt.is_uncertain(cell)]


def figures(document):
    """Name to (value, unit), all per node: what the summary shows, and the ceilings it refers to."""
    return {**score(document), **kernels(document), **memory(document), **halo(document), **others(document),
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
            key = kernel, row["l"], best["variant"]
            if key not in fractions:
                raise RecordError(f"cannot use the record (its summary names the variant \"{best['variant']}\" of {kernel} at "
                                  f"L = {row['l']}, but it has no such cell): give one that `kitt` wrote")
            fraction = fractions[key]
            if fraction is not None:  # its ceiling was measured
                found[f"{name}_of_ceiling"] = (fraction, "fraction")
    return found


def memory(document):
    """Bandwidth of each memory kernel at its largest L, and at each size in bytes. At the largest L it is the bandwidth
    of memory if L is large enough."""
    largest = {}
    for cell in sorted(measured(document, "memory"), key=lambda cell: cell["bytes"]):
        size = "" if cell["l"] else f"_{cell['parameters']['bytes']}_bytes"
        largest[f"{slug(cell['kernel'])}{size}_bandwidth"] = (cell["gb_per_s_per_node"], "GB/s")
    return largest


def halo(document):
    """Faces sent and received at the largest L, by directions and transport."""
    largest = {}
    for cell in sorted(measured(document, "halo"), key=lambda cell: cell["l"]):
        name = f"halo_{cell['directions']}_{cell['transport']}"
        largest[name] = (cell["both_ways"]["mb_per_s_per_node"], "MB/s")
    return largest


def others(document):
    """Each cell of the other benchmarks, by its name."""
    found = {}
    for cell in all_measured(document):
        if cell["benchmark"] in ("hopping", "memory", "halo"):
            continue
        if found_rate := rate(cell):
            found[slug(f"{cell['benchmark']} {name_of(cell)}")] = found_rate
    return found


def slug(name):
    return re.sub(r"\W+", "_", name.lower()).strip("_")


def ceilings(document):
    found = document["ceilings"]
    if found is None:
        return {}
    precision = document["configuration"]["precision"]
    peak = found[f"{precision}_gflops_per_s"]
    triad = {f"ceiling_triad_{level['level'].lower()}": (level["triad_gb_per_s"], "GB/s")
             for level in found["levels"]}
    return {"ceiling_multiply_add": (peak, "Gflop/s"), **triad}


def all_measured(document):
    return [cell for cell in document["cells"] if cell["status"] == "measured"]


def measured(document, benchmark):
    return [cell for cell in all_measured(document) if cell["benchmark"] == benchmark]


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


def print_figures(found):
    for name, (value, unit) in found.items():
        print(f"{name:32} {value:14.5g} {unit}")


def print_median(paths, documents):
    """The run whose comparison point is the median, and the spread; false if the spread is too large."""
    runs = sorted((document["summary"]["comparison_point_mflops_per_node"], path)
                  for path, document in zip(paths, documents))
    median, path = runs[len(runs) // 2]
    spread = (runs[-1][0] - runs[0][0]) / median
    print(f"median of {len(runs)}: {median:.0f} Mflop/s per node ({path}), spread {100 * spread:.1f} %")
    if spread > MOST_SPREAD:
        complain(f"the spread is {100 * spread:.1f} % (at most {100 * MOST_SPREAD:.0f} % counts): repeat the runs")
    return spread <= MOST_SPREAD


def check_median(paths, documents):
    """Raises RecordError if these runs have no median."""
    if len(paths) % 2 == 0:
        raise RecordError(f"{len(paths)} records have no median among them (an even number): give an odd number of runs")
    for path, document in zip(paths, documents):
        if document["summary"]["comparison_point_mflops_per_node"] is None:
            raise RecordError(f"{path}: there is no comparison point (DWF4 at L = 12 and 16): give records of `kitt itt`")


def complain(text):
    print(f"kitt_record: {text}", file=sys.stderr)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("records", metavar="RECORD", nargs="+", help="a file that `kitt` wrote with --json")
    parser.add_argument("--median", action="store_true",
                        help="of an odd number of records: print the comparison point that is the median")
    parser.add_argument("--where", metavar="SYSTEM:PARTITION",
                        help="print a reference file for it, to be put into ReFrame's references/")
    parser.add_argument("--tests", metavar="TEST", nargs="+", default=["KittItt"],
                        help="that it holds for [KittItt]")
    parser.add_argument("--below", type=float, default=0.1,
                        help="fraction by which a figure may fall [%(default)s]")
    arguments = parser.parse_args()
    if not arguments.median and len(arguments.records) > 1:
        parser.error("several records go with --median alone")
    if arguments.median and arguments.where:
        parser.error("--where takes the figures of one record: leave --median out")
    return arguments


def main():
    arguments = parse_arguments()
    try:
        return judge_records(arguments)
    except RecordError as error:
        complain(error)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # a key is missing that only this program needs, or values contradict each other
        names = ", ".join(arguments.records)
        complain(f"cannot use the record {names} ({type(error).__name__}: {error}): give a record that nobody edited")
    return 2


def judge_records(arguments):
    """Returns the exit status: 0 if all records are valid, otherwise 1."""
    documents = [load(path) for path in arguments.records]
    if arguments.median:
        check_median(arguments.records, documents)
    shown = [figures(document) for document in documents]  # before any output: a summary may contradict its cells
    judge = implausible if arguments.where else doubts  # a reference may come from a machine that others use too
    found = [(path, problem) for path, document in zip(arguments.records, documents)
             for problem in problems(document) + judge(document)]
    for path, problem in found:
        complain(f"{path}: {problem}" if arguments.median else problem)
    good = not found
    if arguments.median:
        good = print_median(arguments.records, documents) and good
    elif arguments.where is None:
        print_figures(shown[0])
    elif good:
        entry = reference(documents[0], arguments.where, arguments.tests, arguments.below)
        print(json.dumps([entry], indent=2))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
