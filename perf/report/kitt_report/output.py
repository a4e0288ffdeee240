# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Files as every program of KITT treats them (core/base/output_file.hpp): one that is there is
replaced only if the user asked for it, what is no regular file never is, a symbolic link stays, and
a file is whole or not there."""

import os
import pathlib
import stat

from kitt_report.errors import UserError

KINDS = [(stat.S_ISDIR, "a directory"), (stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket")]


def why_no_regular_file(path):
    """"it is a named pipe, not a regular file"; empty if it is one. Raises OSError."""
    mode = os.stat(path).st_mode
    if stat.S_ISREG(mode):
        return ""
    kind = next((name for is_kind, name in KINDS if is_kind(mode)), "a device")
    return f"it is {kind}, not a regular file"


def check_output(path, force, inputs):
    """Before anything is computed."""
    target = pathlib.Path(os.path.realpath(path))
    for name in inputs:
        if os.path.realpath(name) == str(target) or (target.exists() and target.samefile(name)):
            raise UserError(f"-o {path} (it is one of the files to read): give another name")
    if os.path.lexists(target):
        try:
            reason = why_no_regular_file(target)
        except OSError as problem:
            reason = problem.strerror
        if reason:
            raise UserError(f"-o {path} ({reason}): give another name")
        if not force:
            raise UserError(f"-o {path} (it exists): give another name, or --force to overwrite it")
    if not os.access(target.parent, os.W_OK):
        raise UserError(f"-o {path} (its folder does not exist, or is not yours to write to): give "
                        "another name")


def write_whole(path, content, force):
    """The whole page or nothing: written beside it, then given its name."""
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
        raise UserError(
            f"-o {path} ({problem.strerror}): give another name, or make room") from None
    finally:
        part.unlink(missing_ok=True)  # it has the page's name if all went well
