#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Applies a patch to copies of the files that it changes. The copies lie in a separate folder."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

CLONE = pathlib.Path(__file__).resolve().parents[2]


def main():
    patch, output = (pathlib.Path(path).resolve() for path in sys.argv[1:])
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    for name in re.findall(r"(?m)^--- a/(.+)$", patch.read_text()):
        (output / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CLONE / name, output / name)
    # not as a part of the clone around it, of which git would leave out what it ignores
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(output.parent)}
    result = subprocess.run(["git", "apply", str(patch)], cwd=output, env=environment)
    if result.returncode != 0:
        print(f"{patch.relative_to(CLONE)} does not fit the sources any more: make it anew, and see "
              "whether docs/developer/extending.md still says what it does", file=sys.stderr)
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
