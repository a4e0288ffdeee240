# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Which programs are compared: found, or built from a commit."""

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
    """What git says of this repository; None if it fails or is not installed."""
    if shutil.which("git") is None:
        return None
    found = subprocess.run(["git", "-C", str(REPOSITORY), *arguments], capture_output=True,
                           text=True)
    return found.stdout.strip() if found.returncode == 0 else None


def commit_of(name):
    """The full hash that `name` stands for; None if it stands for nothing."""
    if name.startswith("-"):
        return None
    return ask_git("rev-parse", "--verify", "--quiet", name + "^{commit}")


def last_release():
    """The tag v1.2.3 of the highest version among the ancestors of HEAD. A tag on HEAD itself does
    not count: HEAD would be compared with itself on the day of a release. v1.0-rc1 comes before
    v1.0."""
    tags = ask_git("-c", "versionsort.suffix=-", "tag", "--list", "v[0-9]*", "--merged", "HEAD",
                   "--no-contains", "HEAD", "--sort=-version:refname")
    if not tags:
        raise UserError("no release to compare with (no tag like v1.2.3 on an ancestor of HEAD; a "
                        "shallow clone has none): fetch the tags, or give A and B, as in "
                        "`compare_builds main HEAD --fail-below`")
    return tags.splitlines()[0]


def cache_folder():
    """As cmake/KittBundled.cmake has it."""
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
            raise UserError(f"no `{command[0]}` here (a commit is built with it): install it, or "
                            "give the paths of programs") from None
    if status != 0:
        raise UserError(f"`{' '.join(command[:3])} ...` failed (its output: {log}): give a commit "
                        "and a preset that build here, or the path of a program")


def check_preset(source, preset, commit):
    try:
        presets = json.loads((source / "CMakePresets.json").read_text())["configurePresets"]
        names = [p["name"] for p in presets if not p.get("hidden")]
    except (OSError, ValueError, KeyError):
        raise UserError(f"commit {commit[:8]} cannot be built here (it has no CMakePresets.json): "
                        "build it by hand and give the path of the program") from None
    if preset not in names:
        raise UserError(f"no preset \"{preset}\" in commit {commit[:8]} (there are "
                        f"{', '.join(names)}): give one of these with --preset")


def build(commit, preset):
    """The `kitt` of a commit, from the cache or built into it: one clone per commit, one build
    folder in it per preset."""
    folder = cache_folder() / "compare" / commit[:16]
    source = folder / "source"
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / "lock"):
        cloned = folder / "cloned"
        if not cloned.exists():
            log = folder / "clone.log"
            shutil.rmtree(source, ignore_errors=True)  # left by one that was broken off
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
        raise UserError(f"no program {program} (it was built, and is gone): delete {folder}")
    return program


def offers_avx512():
    """Whether this machine's CPU does, as Linux says."""
    try:
        return "avx512f" in pathlib.Path("/proc/cpuinfo").read_text().split()
    except OSError:
        return False


def find(name):
    """(program, None) or (None, commit)."""
    path = pathlib.Path(name).absolute()
    for candidate in (path, path / "bin" / "kitt"):
        if is_program(candidate):
            return candidate, None
    commit = commit_of(name)
    if commit is None:
        what = "a file that cannot be run" if path.is_file() else "neither a program nor a commit"
        raise UserError(f"\"{name}\" is {what} (of {REPOSITORY}): give the path of a built `kitt`, "
                        "or a commit or branch of this repository")
    return None, commit
