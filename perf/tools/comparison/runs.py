# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs of the two programs, in turn."""

import json
import math
import os
import pathlib
import subprocess
import tempfile

from .console import RunFailed, UserError, show_progress

KEY = ("kernel", "l", "ls", "precision", "variant")


class Side:
    """One of the two programs. The machine's ceilings are measured in its first run only: later
    ones resume that run's record without its cells. With `tunes_anew`, each run searches its
    orders of sites for `tuned` anew: a search that had bad luck is noise of one round then. Kept
    in a file, its order would be slow in every round."""

    def __init__(self, letter, program, tunes_anew=False):
        self.letter, self.program, self.tunes_anew = letter, program, tunes_anew
        self.provenance, self.empty_record, self.simd = {}, None, None

    def run(self, options, folder):
        """{key: Mflop/s per node} of all measured cells."""
        path = pathlib.Path(folder, f"{self.letter}.json")
        path.unlink(missing_ok=True)
        if self.empty_record:
            path.write_text(json.dumps(self.empty_record))
            status, complaint = self.start(options, "--resume", path)
            if status == 2:  # this program does not go on from there: ceilings every time
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
            raise RunFailed(f"{self.letter} ({self.program}) left no record that can be used "
                            f"({problem!r})") from None
        if len(figures) < len(measured):
            raise UserError("cells of several parities (their names are the same in this table): give one --parity "
                            "after --")
        if not all(math.isfinite(figure) and figure > 0 for figure in figures.values()):
            raise RunFailed(f"{self.letter} ({self.program}) left a figure that is none")
        self.empty_record = {**record, "cells": []}
        return figures

    def describe(self):
        told = [str(self.provenance.get(name) or "")
                for name in ("git_commit", "compiler", "compiler_flags")]
        told[0] = told[0][:8] + ("-dirty" if told[0].endswith("-dirty") else "")
        told.append(self.simd and f"compiled for {self.simd}")
        return f"{self.letter}: {', '.join(filter(None, told))}\n   {self.program}"


def place_anew(program):
    """Drops a program from the page cache, so that its next run reads it to other places in memory.
    Where it lies moves a kernel by a few per cent, alike in all runs until then (docs/developer/performance-log.md)."""
    try:
        with open(program, "rb") as file:
            os.fsync(file.fileno())  # what is not yet on the disk would stay
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    except (OSError, AttributeError):  # not to be read, or no Linux: it runs where it lies
        pass


def name_of(key):
    kernel, l, ls, precision, *variant = key
    return " ".join([kernel, f"L={l}", f"Ls={ls}", precision, *variant])


def check_same_cells(a, b, best):
    """Both sides must have measured the same cells; with `best`, the same but for the variant."""
    keys = [{key[:4] if best else key for key in figures} for figures in (a, b)]
    if not keys[0] | keys[1]:
        raise UserError("neither A nor B measured a cell (all were skipped): give other options "
                        "after --")
    for letter, extra in (("A", keys[0] - keys[1]), ("B", keys[1] - keys[0])):
        if extra:
            more = f" and {len(extra) - 1} more" if len(extra) > 1 else ""
            raise UserError(f"the cells differ (only {letter} has {name_of(min(extra))}{more}): "
                            "give -- --kernels or --variants that both have, or --best")


def check_common_cells(a, b):
    """Both sides must have measured a cell that the other has too."""
    if not a.keys() & b.keys():
        raise UserError("A and B have no cell in common (nothing can be compared): give other "
                        "options after --")


def measure(a, b, options, rounds, check_cells):
    """[(figures of A, figures of B)] of each round; `check_cells` throws if these cannot be
    compared."""
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
