#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Fetches one pinned source distribution with pip and its index, without building it.

usage: fetch_sdist.py NAME VERSION SHA256 OUTPUT

First tries pip's classes, which takes a second. If another version of pip has moved them, uses `pip download`, which also
prepares the metadata of the package and takes ten seconds. OUTPUT is only written complete and with the right hash.
"""
import hashlib
import pathlib
import subprocess
import sys
import tempfile


def by_pip_classes(name, version):
    from pip._internal.commands import create_command
    from pip._internal.models.format_control import FormatControl
    from pip._internal.req.constructors import install_req_from_line

    command = create_command("download")
    with command.main_context():
        options, _ = command.parse_args(["--quiet"])
        options.format_control = FormatControl(no_binary={name}, only_binary=set())
        session = command.get_default_session(options)
        finder = command._build_package_finder(options=options, session=session)
        wanted = install_req_from_line(f"{name}=={version}").specifier
        best = finder.find_best_candidate(name, wanted).best_candidate
        if best is None:
            raise LookupError("not offered as a source distribution")
        answer = session.get(best.link.url_without_fragment)
        answer.raise_for_status()
        return answer.content


def by_pip_download(name, version, sha256):
    with tempfile.TemporaryDirectory() as folder:
        pins = pathlib.Path(folder, "pins.txt")
        pins.write_text(f"{name}=={version} --hash=sha256:{sha256}\n")
        options = ["--quiet", "--no-deps", "--no-cache-dir", "--require-hashes"]
        subprocess.run(
            [sys.executable, "-m", "pip", "download", *options, "--no-binary", name]
            + ["--requirement", str(pins), "--dest", folder],
            check=True,
            stdin=subprocess.DEVNULL,
        )
        (archive,) = pathlib.Path(folder).glob("*.tar.gz")
        return archive.read_bytes()


def main(name, version, sha256, output):
    try:
        content = by_pip_classes(name, version)
    except Exception as problem:  # another version of pip may fail in any way
        print(f"{name}: pip's classes did not work ({problem!r}); trying `pip download`")
        try:
            content = by_pip_download(name, version, sha256)
        except Exception as second:
            sys.exit(f"{name} {version} could not be fetched through pip: {second}")
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        sys.exit(f"{name} {version} is not used (its sha256 is {found} instead of {sha256}): check the network and "
                 f"the index of pip")
    part = pathlib.Path(output + ".part")
    part.write_bytes(content)
    part.replace(output)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
