#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that a record is of a run that finished with all results verified, for docker/image test. Prints one line: that all
is right, or what is wrong (exit status 1)."""

import argparse
import json
import pathlib
import sys


def problems(record, ranks):
    summary, cells = record["summary"], record["cells"]
    hopping = [cell for cell in cells if cell["status"] == "measured" and cell["benchmark"] == "hopping"]
    unverified = [f"{cell['kernel']} L = {cell['l']} {cell['variant']}" for cell in hopping
                  if not cell["verification_error"] <= cell["verification_tolerance"]]
    checks = {
        "the run did not finish": summary["complete"],
        "no hopping term was measured": hopping,
        f"{summary['cells_failed']} cells failed": summary["cells_failed"] == 0,
        f"not verified: {', '.join(unverified)}": not unverified,
        f"{record['configuration']['ranks']} ranks, not {ranks}": record["configuration"]["ranks"] == ranks,
    }
    return [problem for problem, good in checks.items() if not good]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("record", type=pathlib.Path)
    parser.add_argument("--ranks", type=int, required=True)
    arguments = parser.parse_args()
    try:
        record = json.loads(arguments.record.read_text())
        found = problems(record, arguments.ranks)
    except (OSError, ValueError, KeyError, TypeError) as problem:
        found = [f"not a record of kitt ({problem!r})"]
    if found:
        sys.exit(f"{arguments.record}: {'; '.join(found)}")
    summary = record["summary"]
    print(f"record  {summary['cells_measured']} cells measured, all hopping terms verified, on "
          f"{arguments.ranks} ranks; commit {record['provenance']['git_commit']}")


if __name__ == "__main__":
    main()
