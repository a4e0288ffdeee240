# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Usage: check_refused.py CMAKE BUILD TARGET [CONCEPT]. Checks that the target does not compile, and that the short
error message names the concept. Without a concept, the target must compile."""

import re
import subprocess
import sys

MOST_LINES = 60
MOST_ERRORS = 2  # gcc adds an error if a type is named that a concept refuses

cmake, build, target, *concept = sys.argv[1:]
result = subprocess.run([cmake, "--build", build, "--target", target],
                        capture_output=True, text=True)
said = result.stdout + result.stderr
errors = re.findall(r"^.*: error: .*$", said, re.MULTILINE)
lines = len(said.splitlines())
if concept:
    good = result.returncode != 0 and 1 <= len(errors) <= MOST_ERRORS and lines <= MOST_LINES
    good = good and re.search(rf"\b{concept[0]}\b", said)
else:
    good = result.returncode == 0
if not good:
    print(f"{said}\n{target}: status {result.returncode}, {len(errors)} errors, {lines} lines; "
          f"expected {f'an error that names {concept[0]}' if concept else 'none'}")
sys.exit(0 if good else 1)
