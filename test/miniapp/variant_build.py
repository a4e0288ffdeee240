# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Builds variants of KITT for nightly tests, with the compilers and the MPI of the tested build.

The environment variables KITT_CXX and KITT_MPI_CXX are the compilers, and KITT_MPIEXEC is the command that starts
ranks.
"""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run_in(folder, *words):
    """Runs a command in a folder. Returns its output. Raises AssertionError if the command fails."""
    result = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True,
                            stdin=subprocess.DEVNULL)
    said = result.stdout + result.stderr
    if result.returncode != 0:
        raise AssertionError(said[-5000:])
    return said


def build_variant(folder, options, targets):
    """Builds targets of KITT with few kernels and with these options of CMake, in an empty folder. Returns what CMake
    printed when it configured."""
    said = run_in(folder, "cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DKITT_FEW_KERNELS=ON",
                  "-DKITT_PRECOMPILED_HEADERS=ON", f"-DCMAKE_CXX_COMPILER={os.environ['KITT_CXX']}",
                  f"-DMPI_CXX_COMPILER={os.environ['KITT_MPI_CXX']}",
                  f"-DMPIEXEC_EXECUTABLE={os.environ['KITT_MPIEXEC']}", *options)
    run_in(folder, "cmake", "--build", folder, "--target", *targets)
    return said
