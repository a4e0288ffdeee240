# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Finds the programs to compare, or builds them from commits."""

import contextlib
import fcntl
import json
import os
import pathlib
import shutil
import subprocess

from .console import UserError, say

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]


def is_program(path):
    return path.is_file() and os.access(path, os.X_OK)


def ask_git(*arguments):
    """Returns the output of a git command in this repository; None if git fails or is not installed."""
    if shutil.which("git") is None:
        return None
    found = subprocess.run(["git", "-C", str(REPOSITORY), *arguments], capture_output=True,
                           text=True)
    return found.stdout.strip() if found.returncode == 0 else None


def commit_of(name):
    """Returns the full hash of the commit `name`; None if there is no such commit."""
    if name.startswith("-"):
        return None
    return ask_git("rev-parse", "--verify", "--quiet", name + "^{commit}")


def last_release():
    """Returns the tag with the highest version, such as v1.2.3, among the ancestors of HEAD. A tag on HEAD itself does not
    count, because on the day of a release HEAD would be compared with itself. v1.0-rc1 counts as older than v1.0."""
    tags = ask_git("-c", "versionsort.suffix=-", "tag", "--list", "v[0-9]*", "--merged", "HEAD",
                   "--no-contains", "HEAD", "--sort=-version:refname")
    if not tags:
        raise UserError("no release to compare with (no tag like v1.2.3 on an ancestor of HEAD; a "
                        "shallow clone has none): fetch the tags, or give A and B, as in "
                        "`compare_builds main HEAD --fail-below`")
    return tags.splitlines()[0]


def cache_folder():
    """Returns the cache folder, by the same rules as cmake/KittBundled.cmake."""
    if os.environ.get("KITT_CACHE_DIR"):
        return REPOSITORY / os.environ["KITT_CACHE_DIR"]
    if os.environ.get("XDG_CACHE_HOME"):
        return REPOSITORY / os.environ["XDG_CACHE_HOME"] / "kitt"
    return pathlib.Path.home() / ".cache" / "kitt"


@contextlib.contextmanager
def locked(path):
    with open(path, "w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def run_logged(command, log, folder):
    command = [str(word) for word in command]
    environment = {**os.environ, "KITT_CACHE_DIR": str(cache_folder())}
    with open(log, "a") as stream:
        try:
            status = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                    stdout=stream, stderr=subprocess.STDOUT).returncode
        except FileNotFoundError:
            raise UserError(f"no `{command[0]}` on this machine (it is needed to build a commit): install it, or "
                            "give the paths of programs") from None
    if status != 0:
        raise UserError(f"`{' '.join(command[:3])} ...` failed (its output is in {log}): give a commit and a preset "
                        f"that build on this machine, or the path of a program")


def check_preset(source, preset, commit):
    try:
        presets = json.loads((source / "CMakePresets.json").read_text())["configurePresets"]
        names = [p["name"] for p in presets if not p.get("hidden")]
    except (OSError, ValueError, KeyError):
        raise UserError(f"commit {commit[:8]} cannot be built by this script (it has no CMakePresets.json): build it "
                        f"by hand and give the path of its program") from None
    if preset not in names:
        raise UserError(f"no preset \"{preset}\" in commit {commit[:8]} (it has {', '.join(names)}): give one of "
                        f"these with --preset")


def build(commit, preset):
    """Returns the `kitt` of a commit from the cache, and builds it first if needed. The cache has one clone for each commit,
    with one build folder for each preset."""
    folder = cache_folder() / "compare" / commit[:16]
    source = folder / "source"
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / "lock"):
        cloned = folder / "cloned"
        if not cloned.exists():
            log = folder / "clone.log"
            shutil.rmtree(source, ignore_errors=True)  # left by an interrupted clone
            run_logged(["git", "clone", "--shared", "--no-checkout", REPOSITORY, source], log,
                       folder)
            run_logged(["git", "checkout", "--detach", commit], log, source)
            cloned.touch()
        check_preset(source, preset, commit)
        stamp, log = folder / f"built-{preset}", folder / f"{preset}.log"
        if not stamp.exists():
            say(f"building commit {commit[:8]}, preset {preset}, once (log: {log})")
            log.unlink(missing_ok=True)
            run_logged(["cmake", "--preset", preset], log, source)
            run_logged(["cmake", "--build", f"build/{preset}", "--target", "kitt", "--parallel",
                        len(os.sched_getaffinity(0))], log, source)
            stamp.touch()
    program = source / "build" / preset / "bin" / "kitt"
    if not is_program(program):
        raise UserError(f"no program {program} (it was built, but is missing now): delete {folder} and try again")
    return program


def offers_avx512():
    """Returns whether the CPU of this machine has AVX-512, according to Linux."""
    try:
        return "avx512f" in pathlib.Path("/proc/cpuinfo").read_text().split()
    except OSError:
        return False


def find(name):
    """Returns (program, None) if `name` is a program or a build folder, otherwise (None, commit)."""
    path = pathlib.Path(name).absolute()
    for candidate in (path, path / "bin" / "kitt"):
        if is_program(candidate):
            return candidate, None
    commit = commit_of(name)
    if commit is None:
        what = "a file that is not executable" if path.is_file() else "neither a program nor a commit"
        raise UserError(f"\"{name}\" is {what} (of {REPOSITORY}): give the path of a built `kitt`, "
                        "or a commit or branch of this repository")
    return None, commit
