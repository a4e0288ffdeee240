# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the two programs alternately."""

import json
import math
import os
import pathlib
import subprocess
import tempfile

from .console import RunFailed, UserError, show_progress

KEY = ("kernel", "l", "ls", "precision", "variant")


class Side:
    """One of the two programs. Only its first run measures the ceilings of the machine; later runs resume the record of the
    first run, without its cells. With `tunes_anew`, each run searches the order of sites for `tuned` again. A bad result of
    one search then affects one round. If the order were kept in a file, every round would be slow."""

    def __init__(self, letter, program, tunes_anew=False):
        self.letter, self.program, self.tunes_anew = letter, program, tunes_anew
        self.provenance, self.empty_record, self.simd = {}, None, None

    def run(self, options, folder):
        """Runs the program once. Returns {key: Mflop/s per node} of all measured cells."""
        path = pathlib.Path(folder, f"{self.letter}.json")
        path.unlink(missing_ok=True)
        if self.empty_record:
            path.write_text(json.dumps(self.empty_record))
            status, complaint = self.start(options, "--resume", path)
            if status == 2:  # this program cannot resume such a record, so each run measures ceilings
                self.empty_record = None
                path.unlink()
                status, complaint = self.start(options, "--json", path)
        else:
            status, complaint = self.start(options, "--json", path)
        if status != 0:
            problem = f"{self.letter} ({self.program}) ended with status {status}: {complaint}"
            raise UserError(problem) if status == 2 else RunFailed(problem)
        return self.read(path)

    def start(self, options, record_option, path):
        place_anew(self.program)
        command = [str(self.program), "dslash", *options, record_option, str(path)]
        environment = dict(os.environ)
        if self.tunes_anew:
            environment["KITT_TUNE_CACHE"] = tempfile.mkdtemp(dir=path.parent)
        try:
            result = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                    errors="replace")
        except OSError as problem:
            raise UserError(f"{self.letter} ({self.program}) cannot be run ({problem.strerror}): "
                            "give a `kitt` that was built for this machine") from None
        lines = result.stderr.strip().splitlines()
        return result.returncode, lines[-1] if lines else "it gave no reason"

    def read(self, path):
        try:
            record = json.loads(path.read_text())
            measured = [cell for cell in record["cells"] if cell["status"] == "measured"]
            figures = {tuple(cell[name] for name in KEY): float(cell["mflops_per_node"]) for cell in measured}
            self.provenance = {"program": str(self.program), **record["provenance"]}
            self.simd = record.get("topology", {}).get("simd_compiled")
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise RunFailed(f"{self.letter} ({self.program}) wrote no usable record ({problem!r})") from None
        if len(figures) < len(measured):
            raise UserError("cells of several parities (this table cannot distinguish them): give only one --parity "
                            "after --")
        if not all(math.isfinite(figure) and figure > 0 for figure in figures.values()):
            raise RunFailed(f"{self.letter} ({self.program}) wrote a figure that is not a positive number")
        self.empty_record = {**record, "cells": []}
        return figures

    def describe(self):
        told = [str(self.provenance.get(name) or "")
                for name in ("git_commit", "compiler", "compiler_flags")]
        told[0] = told[0][:8] + ("-dirty" if told[0].endswith("-dirty") else "")
        told.append(self.simd and f"compiled for {self.simd}")
        return f"{self.letter}: {', '.join(filter(None, told))}\n   {self.program}"


def place_anew(program):
    """Removes a program from the page cache, so that its next run loads it to other places in memory. The place of a program
    in memory changes the speed of a kernel by a few per cent, equally in all runs until it is loaded again (docs/developer/performance-log.md)."""
    try:
        with open(program, "rb") as file:
            os.fsync(file.fileno())  # pages not yet on disk would stay in the cache
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    except (OSError, AttributeError):  # file cannot be read, or not on Linux: keep the program where it is
        pass


def name_of(key):
    kernel, l, ls, precision, *variant = key
    return " ".join([kernel, f"L={l}", f"Ls={ls}", precision, *variant])


def check_same_cells(a, b, best):
    """Raises UserError unless both sides measured the same cells. With `best`, the variants may differ."""
    keys = [{key[:4] if best else key for key in figures} for figures in (a, b)]
    if not keys[0] | keys[1]:
        raise UserError("neither A nor B measured a cell (all were skipped): give other options "
                        "after --")
    for letter, extra in (("A", keys[0] - keys[1]), ("B", keys[1] - keys[0])):
        if extra:
            more = f" and {len(extra) - 1} more" if len(extra) > 1 else ""
            raise UserError(f"the cells differ (only {letter} has {name_of(min(extra))}{more}): give --kernels or "
                            f"--variants that both have after --, or give --best")


def check_common_cells(a, b):
    """Raises UserError if A and B have no cell in common."""
    if not a.keys() & b.keys():
        raise UserError("A and B have no cell in common (nothing can be compared): give other "
                        "options after --")


def measure(a, b, options, rounds, check_cells):
    """Returns [(figures of A, figures of B)] of all rounds. `check_cells` raises an error if they cannot be "
      "compared."""
    results = []
    with tempfile.TemporaryDirectory(prefix="kitt-compare-") as folder:
        for number in range(1, rounds + 1):
            figures = []
            for side in (a, b):
                show_progress(f"round {number} of {rounds}: {side.letter}")
                figures.append(side.run(options, folder))
            check_cells(*figures)
            results.append(tuple(figures))
    show_progress("")
    return results
