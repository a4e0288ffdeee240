# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the files of `cmake --install`. Usage: test_installed.py PREFIX SOURCE BUILD CLASS."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap
import unittest

PREFIX, SOURCE, BUILD = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
PROGRAM = PREFIX / "bin" / "kitt"
HEADERS = PREFIX / "include" / "kitt"
MAN_PAGE = PREFIX / "share" / "man" / "man1" / "kitt.1"
COMPLETION = {
    "bash": PREFIX / "share" / "bash-completion" / "completions" / "kitt",
    "fish": PREFIX / "share" / "fish" / "vendor_completions.d" / "kitt.fish",
    "zsh": PREFIX / "share" / "zsh" / "site-functions" / "_kitt",
}


def run(*words, **named):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, **named)


def kitt(*words):
    result = run(PROGRAM, *words)
    assert result.returncode == 0, result.stderr
    return result.stdout


def commands():
    """Returns the commands that `kitt --help` lists."""
    listed = kitt("--help").split("Whole benchmark:\n")[1]
    return re.findall(r"^  (\w+) ", listed, re.MULTILINE)


def options(command):
    """Returns the long options that `kitt COMMAND --help` lists."""
    return set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", kitt(command, "--help"), re.MULTILINE))


class Files(unittest.TestCase):
    def headers(self):
        return sorted(path.relative_to(HEADERS) for path in HEADERS.rglob("*.hpp"))

    def test_every_file_lies_in_a_folder_of_kitt(self):
        for path in PREFIX.rglob("*"):
            if path.is_file():
                self.assertIn("kitt", str(path.relative_to(PREFIX)).lower())
        self.assertEqual([path.name for path in (PREFIX / "include").iterdir()], ["kitt"])

    def test_only_public_headers_are_installed(self):
        private = [str(header) for header in self.headers() if "detail" in header.parts]
        held = ["perf/measure/detail/energy_counters.hpp"]
        self.assertIn(private, ([], held))
        for header in SOURCE.glob("core/*/*.hpp"):
            self.assertIn(header.relative_to(SOURCE), self.headers())

    def test_stable_headers_are_listed_on_the_page(self):
        page = (SOURCE / "docs" / "developer" / "library.md").read_text()
        components = [name for name in ("core", "comms", "perf") if (HEADERS / name).exists()]
        for header, component in re.findall(r"^\| `<kitt/(.+)>` \| (.+?) \|", page, re.MULTILINE):
            self.assertEqual((HEADERS / header).exists(), component in components, header)
        listed = re.findall(r"`<kitt/(.+)>`", page)
        self.assertEqual(listed, list(dict.fromkeys(listed)))
        self.assertEqual(sorted(listed), sorted(p.name for p in (SOURCE / "include" / "kitt").iterdir()))

    def test_examples_include_only_installed_headers(self):
        for source in SOURCE.glob("docs/examples/*/*.cpp"):
            if (source.parent / "CMakeLists.txt").exists():
                self.assertNotIn('#include "', source.read_text(), source)

    def test_headers_include_only_installed_headers(self):
        for header in self.headers():
            for name in re.findall(r'#include "(.+)"', (HEADERS / header).read_text()):
                self.assertTrue((HEADERS / name).exists(), f"{header} includes {name}")

    def test_no_text_contains_paths_of_the_build_or_the_cache(self):
        for path in PREFIX.rglob("*"):
            if path.is_file() and b"\0" not in (content := path.read_bytes()):
                for place in (BUILD, SOURCE / "core", f"{PREFIX}-first", os.environ["KITT_CACHE"]):
                    self.assertNotIn(str(place).encode(), content, path)

    def test_licence_and_readme_are_installed(self):
        for name in ("LICENSE", "README.md"):
            self.assertEqual((PREFIX / "share" / "doc" / "kitt" / name).read_text(),
                             (SOURCE / name).read_text())

    def test_readmes_show_the_code_of_the_examples(self):
        for folder, name in (("core", "apply_operator"), ("comms", "apply_on_ranks"),
                             ("perf", "time_kernel")):
            page = (SOURCE / folder / "README.md").read_text().split(f"examples/{name}/{name}.cpp")
            self.assertEqual(len(page), 2, folder)
            shown = re.search(r"(?m)(?:^(?:    .*)?\n)*^    .+\n", page[1])[0].strip("\n")
            self.assertGreater(len(shown.splitlines()), 5)
            example = (SOURCE / "docs" / "examples" / name / f"{name}.cpp").read_text()
            self.assertIn(textwrap.indent(textwrap.dedent(shown), "  "), example)


class Manual(unittest.TestCase):
    def test_man_page_equals_the_output_of_the_program(self):
        self.assertEqual(MAN_PAGE.read_text(), kitt("man"))

    def test_man_page_has_all_sections(self):
        sections = re.findall(r"^\.SH (.+)$", MAN_PAGE.read_text(), re.MULTILINE)
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "ENVIRONMENT", "FILES",
                        "EXIT STATUS", "EXAMPLES", "SEE ALSO"]:
            self.assertIn(section, sections)

    def test_man_page_has_every_command_and_option(self):
        page = MAN_PAGE.read_text().replace("\\-", "-").replace("\\&", "")
        for command in commands():
            section = page.split(f".SS kitt {command}\n")[1].split("\n.S")[0]
            for option in options(command):
                self.assertRegex(section, rf"\\fB{option}\\fR", f"kitt {command}")

    def test_man_page_has_every_environment_variable(self):
        """The page names every environment variable whose name is a text in the sources."""
        page = MAN_PAGE.read_text()
        for folder in ("core", "comms", "perf", "miniapp"):
            for path in (SOURCE / folder).rglob("*.cpp"):
                for name in re.findall(r'"(KITT_[A-Z_]+)"', path.read_text()):
                    self.assertIn(name, page, path)

    def test_man_page_gives_no_warnings(self):
        checked = False
        if shutil.which("groff"):
            result = run("groff", "-man", "-ww", "-z", "-Tutf8", MAN_PAGE)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            checked = True
        if shutil.which("man"):
            result = run("man", "--warnings", "-l", MAN_PAGE,
                         env={**os.environ, "LC_ALL": "C.UTF-8", "MANPAGER": "cat"})
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("verified lattice", result.stdout)
            checked = True
        if not checked:
            self.skipTest("skipped: neither groff nor man")


class Schemas(unittest.TestCase):
    def test_schemas_equal_the_output_of_the_program(self):
        names = kitt("schema").split()
        self.assertIn("comparison", names)
        written = {path.name: path.read_text() for path in (PREFIX / "share" / "kitt" / "schema").iterdir()}
        self.assertEqual(written, {f"kitt-{name}.schema.json": kitt("schema", name) for name in names})


class Completion(unittest.TestCase):
    def complete(self, *words):
        """Returns the words that bash offers for the last of these words, by running bash with the completion file."""
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kitt; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        result = run("bash", "-euc", script, "bash", COMPLETION["bash"], "kitt", *words,
                     cwd=SOURCE)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout.split()

    def test_completion_files_equal_the_output_of_the_program(self):
        for shell, path in COMPLETION.items():
            self.assertEqual(path.read_text(), kitt("completion", shell))

    def test_commands_are_completed(self):
        self.assertCountEqual(self.complete(""), commands())
        self.assertEqual(self.complete("me"), ["memory"])

    def test_options_of_each_command_are_completed(self):
        for command in commands():
            self.assertEqual(set(self.complete(command, "--")), options(command), command)
        self.assertIn("--version", self.complete("--"))
        self.assertEqual(self.complete("model", "--cal"), ["--calibrate"])

    def test_values_of_options_are_completed(self):
        policies = ["core", "numa", "none", "spread", "compact", "network"]
        self.assertEqual(self.complete("dslash", "--bind", ""), policies)
        self.assertEqual(self.complete("--bind", "n"), ["numa", "none", "network"])
        self.assertEqual(self.complete("--bind", "=", "c"), ["core", "compact"])  # bash splits --bind=c in this way
        self.assertEqual(self.complete("--bind", "="), policies)
        self.assertEqual(self.complete("--kernels", "Wilson,DWF"), ["Wilson,DWF4", "Wilson,DWF5"])
        self.assertEqual(self.complete("itt", "--threads", ""), [])
        self.assertEqual(self.complete("compare", "--L", ""), [])
        self.assertEqual(self.complete("completion", ""), ["bash", "fish", "zsh"])
        self.assertEqual(self.complete("help", "ds"), ["dslash"])

    def test_names_are_completed(self):
        """Names of variants, machines and published tables are offered. Bash splits published:NAME at the colon."""
        self.assertEqual(self.complete("dslash", "--variants", "lexicographic,tun"),
                         ["lexicographic,tuned"])
        self.assertEqual(self.complete("model", "--machine", "knl-72"), ["knl-7210", "knl-7230"])
        self.assertIn("published:knl-7230", self.complete("compare", ""))
        for words in (["compare", "published", ":", "epy"],
                      ["compare", "a.json", "published", ":", "epy"],
                      ["model", "--calibrate", "published", ":", "epy"],
                      ["model", "--against", "=", "published", ":", "epy"],
                      ["model", "--against", "published", ":", "knl-7230,published", ":", "epy"]):
            self.assertEqual(self.complete(*words), ["epyc-7601"], words)
        self.assertIn("epyc-7601", self.complete("compare", "published", ":"))
        self.assertEqual(self.complete("compare", "published:epy"), ["published:epyc-7601"])

    def test_names_are_completed_in_fish(self):
        if not shutil.which("fish"):
            self.skipTest("skipped: no fish")
        for line, expected in [("kitt compare published:epy", ["published:epyc-7601"]),
                               ("kitt model --machine knl-72", ["knl-7210", "knl-7230"]),
                               ("kitt dslash --variants tun", ["tuned"])]:
            result = run("fish", "-N", "-c", f"source {COMPLETION['fish']}; complete -C '{line}'",
                         cwd=SOURCE)
            self.assertEqual([offer.split("\t")[0] for offer in result.stdout.splitlines()],
                             expected, result.stderr)

    def test_files_are_completed(self):
        self.assertEqual(self.complete("--json", "READ"), ["README.md"])
        self.assertEqual(self.complete("compare", "READ"), ["README.md"])
        self.assertIn("unit", self.complete("--gauge", "u"))
        self.assertEqual(self.complete("list", ""), [])

    def test_other_shells_parse_their_completion_files(self):
        if not any(shutil.which(shell) for shell in ("fish", "zsh")):
            self.skipTest("skipped: neither fish nor zsh")
        for shell in filter(shutil.which, ("fish", "zsh")):
            result = run(shell, "-n", COMPLETION[shell])
            self.assertEqual((result.returncode, result.stderr), (0, ""), shell)


if __name__ == "__main__":
    outcome = unittest.main(argv=[sys.argv[0], *sys.argv[4:]], exit=False, verbosity=2).result
    sys.exit(0 if outcome.wasSuccessful() else 1)
