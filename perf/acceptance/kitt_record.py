#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks whether a KITT record is valid by the run rules (docs/guide/procurement.md), and prints its figures.

The program takes one record, or with --median the records of several acceptance runs. The tests of ReFrame use its functions.
Exit status: 0 all records are valid, 1 a record is not valid, 2 the command line or a file must be corrected.
"""

import argparse
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "report"))

from kitt_report import doubt  # noqa: E402
from kitt_report.files import UserError, read_json  # noqa: E402
from kitt_report.record import check_record, rules_of  # noqa: E402
from kitt_report.merit import rate  # noqa: E402
from kitt_report.schema import kind_of  # noqa: E402


class RecordError(Exception):
    """Error about a file that is not a KITT record; the message says why."""


def load(path):
    """Returns the record in the file `path`, after the same checks as in `kitt report`."""
    path = pathlib.Path(path)
    try:
        path.stat()
    except FileNotFoundError:
        raise RecordError(f"no record {path} (the file does not exist): check that the run started") from None
    except OSError as error:
        raise RecordError(f"{path} ({error.strerror}): give a file that can be read") from None
    try:
        document = read_json(path)
        if kind_of(document) != "record":
            raise RecordError(f"{path} (it is not a record of a run): give a file that `kitt` wrote with --json")
        check_record(document, path)
    except UserError as error:
        raise RecordError(str(error)) from None
    return document


# Figures that verify a cell, each with the key of its limit.
VERIFIED_BY = (("verification_error", "verification_tolerance"),
               ("verification_site_error", "verification_site_tolerance"),
               ("trajectory_error", "trajectory_tolerance"),
               ("true_residual", "true_residual_limit"))


def name_of(cell):
    """Returns the name of a cell as in the messages of KITT."""
    words = [cell["kernel"]]
    if cell.get("l") != 0:  # a memory kernel with a size in bytes has no lattice
        words += [f"{label}={cell[key]}" for key, label in (("l", "L"), ("ls", "Ls")) if key in cell]
    words += [f"{key}={value}" for key, value in (cell.get("parameters") or {}).items()]
    return " ".join([*words, cell["variant"]]).rstrip()


def problems(document, ranks=None, nodes=None):
    """Returns the reasons why a run is not valid; empty if it is valid. A wrong result has no figure."""
    found = []
    if not document["summary"]["complete"]:
        found.append("the run did not finish")
    for cell in document["cells"]:
        if cell["status"] == "failed":
            found.append(f"{name_of(cell)}: {cell['reason']}")
        elif cell["status"] == "measured":
            found += [f"{name_of(cell)}: {error.replace('_', ' ')} {cell[error]} exceeds its limit"
                      for error, limit in VERIFIED_BY
                      if error in cell and not cell[error] <= cell.get(limit, float("inf"))]
    if not all_measured(document):
        found.append("nothing was measured")
    for what, wanted in (("ranks", ranks), ("nodes", nodes)):
        had = document["configuration"][what]
        if wanted is not None and had != wanted:
            found.append(f"{had} {what} instead of the requested {wanted} (do program and launcher use the same MPI?)")
    return found


MOST_OF_CEILING = 1.25  # on a shared machine, ceilings may be measured at a worse moment than cells


def implausible(document, most=MOST_OF_CEILING):
    """Returns a line for each cell above `most` times the ceiling of its own run. Either the cell or the ceiling is "
      "wrong."""
    return above_ceiling(all_measured(document), most)


def above_ceiling(cells, most):
    return [f"{name_of(cell)}: {doubt.lowest_fraction(cell):.3g} times the ceiling that limits it: run again on an "
            f"idle node"
            for cell in cells if doubt.lowest_fraction(cell) > most]


MOST_SPREAD = 0.05  # by the run rules: largest spread between runs, as a fraction of their median


def doubts(document):
    """Returns the reasons why the run rules reject this run although its results are right."""
    cells = cells_of_figure(document)
    return above_ceiling(cells, doubt.MOST_FRACTION) + uncertain(cells) + doubt.of_ceilings(document["ceilings"])


def cells_of_figure(document):
    """Returns the cells from which the comparison point is made, or all cells if there is no comparison point."""
    cells = all_measured(document)
    if document["summary"]["comparison_point_mflops_per_node"] is None:
        return cells
    best = {(row["l"], row["dwf4"]["variant"]) for row in document["summary"]["per_node_table"]
            if row["l"] in rules_of(document)["point_l"] and row["dwf4"]}
    return [cell for cell in cells if cell["kernel"] == "DWF4" and cell["precision"] == document["summary"]["precision"]
            and (cell["l"], cell["variant"]) in best]


def uncertain(cells):
    """Returns a line for each cell whose standard error is too large."""
    return [f"{name_of(cell)}: +- is {100 * doubt.relative_error(cell):.1f} % (the limit is "
            f"{100 * doubt.WIDE_ERROR:.0f} %): run again on an idle node" for cell in cells if doubt.is_uncertain(cell)]


def figures(document):
    """Returns {name: (value, unit)} of the figures in the summary and of the ceilings, all per node."""
    return {**score(document), **kernels(document), **memory(document), **halo(document), **others(document),
            **ceilings(document)}


def score(document):
    summary = document["summary"]
    names = {"comparison_point": ("comparison_point_mflops_per_node", "Mflop/s"),
             "robustness": ("robustness", f"worst/best of {summary['robustness_set']['name']}")}
    points = {f"point_{slug(point['kernel'])}_{point['precision']}": (point["mflops_per_node"], "Mflop/s")
              for point in summary.get("points", ())}
    return {**{name: (summary[key], unit) for name, (key, unit) in names.items() if summary[key] is not None}, **points}


def kernels(document):
    """Returns the figure of the best variant of each kernel and L, and its fraction of the ceiling that limits it."""
    fractions = {(c["kernel"].lower(), c["l"], c["variant"]): c["roofline_fraction"]
                 for c in measured(document, "hopping")
                 if not c.get("parameters") and c["precision"] == document["summary"]["precision"]}
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
                raise RecordError(f"cannot use the record (its summary names the variant \"{best['variant']}\" of "
                                  f"{kernel} at L = {row['l']}, but it has no such cell): give a record as `kitt` "
                                  f"wrote it")
            fraction = fractions[key]
            if fraction is not None:  # None if the ceiling was not measured
                found[f"{name}_of_ceiling"] = (fraction, "fraction")
    return found


def memory(document):
    """Returns the bandwidth of each memory kernel at its largest L, and at each size in bytes. If the largest L does not fit the
    caches, this is the bandwidth of memory."""
    largest = {}
    for cell in sorted(measured(document, "memory"), key=lambda cell: cell["bytes"]):
        size = "" if cell["l"] else f"_{cell['parameters']['bytes']}_bytes"
        largest[f"{slug(cell['kernel'])}{size}_bandwidth"] = (cell["gb_per_s_per_node"], "GB/s")
    return largest


def halo(document):
    """Returns the rate of faces sent and received at the largest L, by directions and transport."""
    largest = {}
    for cell in sorted(measured(document, "halo"), key=lambda cell: cell["l"]):
        name = f"halo_{cell['directions']}_{cell['transport']}"
        largest[name] = (cell["both_ways"]["mb_per_s_per_node"], "MB/s")
    return largest


def others(document):
    """Returns the figure of each cell of the other benchmarks, by the name of the cell."""
    found = {}
    for cell in all_measured(document):
        if cell["benchmark"] in ("hopping", "memory", "halo"):
            continue
        if found_rate := rate(cell):
            found[slug(f"{cell['benchmark']} {name_of(cell)}")] = found_rate
    return found


MERIT_LINE = re.compile(r"^KITT FOM (\S+) = (\S+) (.+?) \((?:higher|lower) is better\): ", re.MULTILINE)


def merits(output):
    """Returns {name: (value, unit)} of the figures of merit at the end of the output of a run (`kitt list --merits`)."""
    return {name: (float(value), unit) for name, value, unit in MERIT_LINE.findall(output)}


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
    """Returns the settings that must be equal for two runs to be comparable. Tests fix all other settings. The default rules
    are not named, as in older reference files."""
    rules = rules_of(document)["name"]
    return {**{key: document["configuration"][key] for key in CONDITIONS}, **({"rules": rules} if rules != "itt-2017" else {})}


def reference(document, where, tests, below):
    """Returns an entry of a reference file. Figures may be lower by the fraction `below`; there is no upper limit."""
    provenance = document["provenance"]
    return {"where": where, "tests": tests, "conditions": conditions(document),
            "source": {key: provenance[key] for key in ("time", "command_line", "git_commit", "compiler")},
            "below": below,
            "figures": {name: list(figure) for name, figure in figures(document).items()}}


def references(folder, test, document):
    """Returns {"system:partition": {name: (value, lowest, highest, unit)}} from all files of `folder`, for runs of `test` under
    the same conditions. A figure with a different unit, such as robustness over another set of variants, has no reference."""
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
    """Prints the run whose comparison point is the median, and the spread. Returns False if the spread is too large."""
    runs = sorted((document["summary"]["comparison_point_mflops_per_node"], path)
                  for path, document in zip(paths, documents))
    median, path = runs[len(runs) // 2]
    spread = (runs[-1][0] - runs[0][0]) / median
    print(f"median of {len(runs)}: {median:.0f} Mflop/s per node ({path}), spread {100 * spread:.1f} %")
    if spread > MOST_SPREAD:
        complain(f"the spread is {100 * spread:.1f} % (the limit is {100 * MOST_SPREAD:.0f} %): repeat the runs")
    return spread <= MOST_SPREAD


def check_median(paths, documents):
    """Raises RecordError if no median can be taken of these runs."""
    if len(paths) % 2 == 0:
        raise RecordError(f"{len(paths)} records have no middle one (the number is even): give an odd number of "
                          f"records")
    names = sorted({rules_of(document)["name"] for document in documents})
    if len(names) > 1:
        raise RecordError(f"the records follow different rules ({', '.join(names)}): give records of the same rules")
    for path, document in zip(paths, documents):
        if document["summary"]["comparison_point_mflops_per_node"] is None:
            small, large = rules_of(document)["point_l"]
            raise RecordError(f"{path} has no comparison point (it needs DWF4 at L = {small} and {large}): give records of "
                              f"`kitt itt`")


def complain(text):
    print(f"kitt_record: {text}", file=sys.stderr)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("records", metavar="RECORD", nargs="+", help="file that `kitt` wrote with --json")
    parser.add_argument("--median", action="store_true",
                        help="print the median comparison point of an odd number of records")
    parser.add_argument("--where", metavar="SYSTEM:PARTITION",
                        help="print a reference file for this partition, for the folder references/ of ReFrame")
    parser.add_argument("--tests", metavar="TEST", nargs="+", default=["KittItt"],
                        help="tests that the reference file is for [KittItt]")
    parser.add_argument("--below", type=float, default=0.1,
                        help="fraction by which a figure may fall [%(default)s]")
    arguments = parser.parse_args()
    if not arguments.median and len(arguments.records) > 1:
        parser.error("several records need --median: add it, or give one record")
    if arguments.median and arguments.where:
        parser.error("--where together with --median (--where takes the figures of one record): leave one out")
    return arguments


def main():
    arguments = parse_arguments()
    try:
        return judge_records(arguments)
    except RecordError as error:
        complain(error)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # A key that only this program needs is missing, or values contradict each other.
        names = ", ".join(arguments.records)
        complain(f"cannot use the record {names} ({type(error).__name__}: {error}): give an unedited record")
    return 2


def judge_records(arguments):
    """Returns the exit status: 0 if all records are valid, otherwise 1."""
    documents = [load(path) for path in arguments.records]
    if arguments.median:
        check_median(arguments.records, documents)
    shown = [figures(document) for document in documents]  # before any output, because a summary may contradict its cells
    judge = implausible if arguments.where else doubts  # a reference may come from a shared machine
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
