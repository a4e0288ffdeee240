# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the pages of the repository: links have targets, commands and options exist. KITT_PROGRAM is the program."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

CLONE = pathlib.Path(__file__).resolve().parents[2]


def pages():
    """Returns every Markdown page of the clone, without pages in build folders."""
    found = [page for page in CLONE.rglob("*.md")
             if not {"build", ".cache", ".git"} & set(page.relative_to(CLONE).parts)]
    assert found
    return sorted(found)


def anchor(heading):
    """Returns the name of a heading in a link."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page):
    return {anchor(match) for match in re.findall(r"(?m)^#+ (.*)$", page.read_text())}


class Links(unittest.TestCase):
    LINK = re.compile(r"\]\(([^)\s]+)\)")

    def broken(self, page):
        for target in self.LINK.findall(page.read_text()):
            if re.match(r"\w+:", target):
                continue
            path, _, part = target.partition("#")
            file = page.parent / path if path else page
            if not file.exists() or part and part not in anchors(file):
                yield f"{page.relative_to(CLONE)}: {target}"

    def test_all_links_have_targets(self):
        self.assertEqual([link for page in pages() for link in self.broken(page)], [])

    PATH = re.compile(r"(?:core|comms|perf|miniapp|test|cmake|docker|spack)/[\w./-]*[\w/]")

    def test_paths_in_code_exist(self):
        """Each path in code exists, relative to the top of the clone, or a patch of docs/examples adds it."""
        patches = "".join(patch.read_text() for patch in (CLONE / "docs" / "examples").rglob("*.patch"))
        added = set(re.findall(r"(?m)^\+\+\+ b/(.+)$", patches))
        named = {(str(page.relative_to(CLONE)), word) for page in pages()
                 for code in re.findall(r"`([^`\n]+)`", page.read_text()) for word in code.split()
                 if self.PATH.fullmatch(word)}
        self.assertGreater(len(named), 30)
        self.assertEqual([(page, path) for page, path in sorted(named)
                          if path not in added and not (CLONE / path).exists()], [])


class Helped(unittest.TestCase):
    """Reads the help of each command into `helps`."""

    def setUp(self):
        commands = self.help()
        self.helps = {"": commands + self.help("itt")}  # `kitt` without a command takes the options of `kitt itt`
        for name in re.findall(r"(?m)^  (\w+) ", commands.split("Whole benchmark:")[1]):
            self.helps[name] = self.help(name)

    def help(self, *command):
        return subprocess.run([os.environ["KITT_PROGRAM"], *command, "--help"], check=True,
                              capture_output=True, text=True, timeout=60).stdout

    def has(self, command, option):
        return re.search(rf"(?m)(?:^  |,){option}\b", self.helps[command]) is not None

    def wrong_of(self, code):
        """Returns the unknown options in one piece of code, and the number of options that were checked. Quoted text
        is skipped, because it contains words of other programs. Another command may follow after --."""
        code, _, started = re.sub(r'"[^"]*"', '""', code).partition(" -- ")
        wrong, looked_at = self.wrong_of(f"kitt {started}") if "kitt sweep" in code and started else ([], 0)
        found = re.search(r"(?:^|[\s/])kitt\s+((?:[a-z][a-z0-9]*\b)?)(.*)", code)
        if found is None:
            return wrong, looked_at
        command, rest = found.groups()
        if command not in self.helps:
            return [*wrong, f"kitt {command}"], looked_at + 1
        options = re.findall(r"(?<!\S)--[\w-]+", rest.split("#")[0])
        return ([*wrong, *(f"kitt {command} {o}" for o in options if not self.has(command, o))],
                looked_at + len(options))


class Options(Helped):
    """Tests the commands and options in code after `kitt`. On pages that name options of KITT only, an option
    without a command must belong to some command."""

    PAGES = ["README.md", *(str(page.relative_to(CLONE)) for page in sorted((CLONE / "docs").rglob("*.md")))]
    OWN_OPTIONS_ONLY = ("README.md", "docs/reference/benchmarks.md")

    def code(self, page):
        """Yields (code, in_text): each line of an indented block with False, and each code span in a sentence with
        True."""
        lines = (CLONE / page).read_text().splitlines()
        yield from ((line.strip(), False) for line in lines if line.startswith("    "))
        text = "\n".join(line for line in lines if not line.startswith("    "))
        yield from ((" ".join(span.split()), True) for span in re.findall(r"`([^`]+)`", text))

    def test_all_options_in_pages_exist(self):
        wrong, seen = [], 0
        for page in self.PAGES:
            for code, in_text in self.code(page):
                missing, looked_at = self.wrong_of(code)
                if in_text and code.startswith("--") and page in self.OWN_OPTIONS_ONLY:
                    options = re.findall(r"(?<!\S)--[\w-]+", code)
                    missing = [o for o in options if not any(self.has(c, o) for c in self.helps)]
                    looked_at = len(options)
                wrong += [f"{page}: {what}" for what in missing]
                seen += looked_at
        self.assertGreater(seen, 40)
        self.assertEqual(wrong, [])


class Batch(Helped):
    """Runs the batch scripts with launchers that write down the commands they are asked to start."""

    PAGES = {"docs/guide": "docs/guide/procurement.md", "docker": "docker/README.md"}
    LAUNCHER = '#!/bin/sh\nprintf "%s\\n" "$*" >>"$0.calls"\n'
    ENVIRONMENT = {"SLURM_JOB_ID": "7", "SLURM_CPUS_PER_TASK": "16", "SLURM_NTASKS": "8", "PBS_JOBID": "7.server",
                   "HPCX_DIR": "/opt/hpcx", "LD_LIBRARY_PATH": os.environ.get("LD_LIBRARY_PATH", "/opt/hpcx/lib")}

    def calls(self, script, folder):
        """Returns the command lines that the launchers received."""
        (folder / "nodes").write_text("a\na\nb\nb\n")
        for name in ("srun", "mpirun"):
            (folder / name).write_text(self.LAUNCHER)
            (folder / name).chmod(0o755)
        result = subprocess.run([script], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                                env={**os.environ, **self.ENVIRONMENT, "PBS_O_WORKDIR": str(folder),
                                     "PBS_NODEFILE": str(folder / "nodes"), "PATH": f"{folder}:{os.environ['PATH']}"})
        self.assertEqual(result.returncode, 0, result.stderr)
        return [line for file in folder.glob("*.calls") for line in file.read_text().splitlines()]

    def test_each_runs_kitt_five_times_with_options_that_exist(self):
        for part, page in self.PAGES.items():
            scripts = sorted((CLONE / part / "batch").glob("*.sh"))
            self.assertGreater(len(scripts), 1)
            for script in scripts:
                with self.subTest(script.name), tempfile.TemporaryDirectory(prefix="kitt-batch-") as folder:
                    self.assertTrue(f"batch/{script.name}" in (CLONE / page).read_text(), f"not named in {page}")
                    calls = self.calls(script, pathlib.Path(folder))
                    self.assertEqual(len(set(calls)), 5, calls)
                    for call in calls:
                        self.assertRegex(call, r" kitt itt --json kitt-7-\d\.json")
                        self.assertEqual(self.wrong_of(call)[0], [])


class Installing(unittest.TestCase):
    """Compares install.md with the packages that CMake searches for."""

    def test_package_table_agrees_with_cmake(self):
        found = dict(re.findall(r"kitt_find\(\w+ (\w+)(?: ([\d.]+))?", (CLONE / "cmake/KittDependencies.cmake").read_text()))
        names = re.findall(r'^ +"(\w+)\|(.+)"\)?$', (CLONE / "cmake/KittPackages.cmake").read_text(), re.M)
        self.assertEqual(set(found), {package for package, _ in names})
        rows = re.findall(r"(?m)^\| (.+) \|$", (CLONE / "docs/guide/install.md").read_text())
        table = {row[0].split(" ")[0]: row[1:] for row in (line.split(" | ") for line in rows)}
        for package, systems in names:
            version, *told = table[package]
            self.assertEqual([name.strip("`") for name in told], systems.split("|"), package)
            self.assertIn(found[package], ("", version), package)


class Citation(unittest.TestCase):
    """Checks that CITATION.cff has the keys that version 1.2.0 of the format requires, and that they agree with the
    sources."""

    def test_citation_is_complete(self):
        text = (CLONE / "CITATION.cff").read_text()
        found = dict(re.findall(r'(?m)^([\w-]+): "?(.+?)"?$', text))
        self.assertLessEqual({"cff-version", "message", "title"}, set(found))
        self.assertEqual(found["cff-version"], "1.2.0")
        self.assertRegex(text, r"(?m)^authors:\n  - name: .+$")
        project = re.search(r"project\(\s*Kitt\s+VERSION ([\d.]+)", (CLONE / "CMakeLists.txt").read_text())
        self.assertEqual(found["version"], project[1])
        self.assertEqual(found["license"], "BSD-3-Clause")
        self.assertTrue((CLONE / "LICENSE").read_text().startswith("BSD 3-Clause License"))


if __name__ == "__main__":
    unittest.main(verbosity=1)
