# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes files as every program of KITT does (core/base/output_file.hpp). Replaces a file only if the user asked for it, and
only a regular file. Keeps symbolic links. A file is complete or does not exist."""

import os
import pathlib
import stat

from kitt_report.errors import UserError

KINDS = {stat.S_ISDIR: "a directory", stat.S_ISFIFO: "a named pipe", stat.S_ISSOCK: "a socket"}


def why_no_regular_file(path):
    """Returns for example "it is a named pipe, not a regular file", or nothing for a regular file. Raises OSError."""
    mode = os.stat(path).st_mode
    kind = next((name for is_kind, name in KINDS.items() if is_kind(mode)), "a device")
    return "" if stat.S_ISREG(mode) else f"it is {kind}, not a regular file"


def check_output(path, force, inputs):
    """Raises UserError if the page cannot be written, before anything is computed."""
    target = pathlib.Path(os.path.realpath(path))
    reason, advice = "", "give another name"
    if any(os.path.realpath(name) == str(target) or (target.exists() and target.samefile(name)) for name in inputs):
        reason = "it is one of the files to read"
    elif os.path.lexists(target):
        try:
            reason = why_no_regular_file(target)
        except OSError as problem:
            reason = problem.strerror
        if not reason and not force:
            reason, advice = "it exists", "give another name, or --force to overwrite it"
    if not reason and not os.access(target.parent, os.W_OK):
        reason = "its folder does not exist, or is not yours to write to"
    if reason:
        raise UserError(f"-o {path} ({reason}): {advice}")


def write_whole(path, content, force):
    """Writes the whole page or nothing: first beside it, then under its name."""
    target = pathlib.Path(os.path.realpath(path))
    part = target.with_name(f"{target.name}.part-{os.getpid()}")
    try:
        with open(part, "w", encoding="utf-8", errors="replace") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if not force and target.exists():  # somebody has made it meanwhile
            raise FileExistsError(0, "it exists")
        os.replace(part, target)
    except OSError as problem:
        raise UserError(f"-o {path} ({problem.strerror}): give another name, or make room") from None
    finally:
        part.unlink(missing_ok=True)  # it has the page's name if all went well
