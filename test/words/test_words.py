#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The words of KITT: plain sentences, errors that say what to do, short helps, short tables, short commit subjects."""

import os
import re
import subprocess
import sys
import unittest

import prose


class Sentences(unittest.TestCase):
    MOST = 0.02  # share of sentences that may carry a mark: some marks are false alarms

    def test_few_are_marked(self):
        names = prose.tracked_files()
        for kind in prose.KINDS:
            with self.subTest(kind):
                found = prose.find_prose(kind, names)
                marked = [sentence for sentence in found if sentence.is_marked]
                self.assertGreater(len(found), 500)
                self.assertLessEqual(len(marked), self.MOST * len(found), "\n".join(map(str, marked)))

    def test_a_compressed_sentence_is_marked_and_a_plain_one_is_not(self):
        def is_marked(text):
            return prose.Sentence("a.hpp", 1, text).is_marked
        self.assertTrue(is_marked("Of the rate of S alone, that of the whole solver."))
        self.assertTrue(is_marked("Who asks for one size alone wants to see it soon."))
        self.assertTrue(is_marked("Huge pages if they are to be had on this node."))
        self.assertFalse(is_marked("Rate of the whole solver divided by the rate of the operator."))

    def test_pages_comments_and_strings_are_found(self):
        page = "# Title\nOne page has two\nlines of text. It ends here, I think.\n```\ncode is no prose\n```\n| a b c d | e |\n"
        self.assertEqual(list(prose.pages_of(page)),
                         [(2, "One page has two lines of text. It ends here, I think."), (7, "a b c d"), (7, "e")])
        source = '/// Returns the sum\n/// of all ranks.\nint sum; ///< over all the ranks\nfail("this is wrong "\n     "in every way");\n'
        self.assertEqual(list(prose.comments_of(source)), [(1, "Returns the sum\nof all ranks."), (3, "over all the ranks")])
        self.assertEqual(list(prose.strings_of(source)), [(4, "this is wrong in every way")])


class Errors(unittest.TestCase):
    """Messages of KITT_VALIDATE and UserError: "what is wrong (why): what to do"."""

    CALL = re.compile(r"\b(?:KITT_VALIDATE|(?<!catch \()UserError)\(")
    maxDiff = None
    FORM = re.compile(r"(?s)(?:.*\()?.+\).*: .*")
    # Other functions add to the messages of these files: "the file X is {}: fetch it again".
    PARTS = {"core/base/input_file.cpp", "core/gauge_file/detail/finish_gauge_file.cpp",
             "core/gauge_file/detail/mapped_file.hpp", "core/gauge_file/detail/xml_record.cpp",
             "perf/tuning/tuning_cache.cpp"}

    def messages(self):
        """Yields (place, message) of each call with a literal. {} stands for everything else that the message is made of."""
        for name in prose.tracked_files():
            if "strings" not in prose.kind_of(name) or name in self.PARTS:
                continue
            text = (prose.ROOT / name).read_text()
            for match in self.CALL.finditer(text):
                literals = prose.LITERALS.finditer(self.arguments(text, match.end()))
                message = "{}".join(prose.joined_literal(literal[0]) for literal in literals)
                if message:
                    yield f"{name}:{text.count(chr(10), 0, match.start()) + 1}", message

    @staticmethod
    def arguments(text, start):
        depth, place = 1, start
        for literal_or_bracket in re.finditer(rf"{prose.LITERAL}|'(?:[^'\\]|\\.)'|[()]", text[start:]):
            depth += {"(": 1, ")": -1}.get(literal_or_bracket[0], 0)
            place = start + literal_or_bracket.end()
            if depth == 0:
                break
        return text[start:place - 1]

    def test_each_says_what_why_and_what_to_do(self):
        found = list(self.messages())
        self.assertGreater(len(found), 200)
        self.assertEqual([one for one in found if not self.FORM.fullmatch(one[1])], [])


class Tables(unittest.TestCase):
    """Words in a cell of a table. More words belong into a paragraph."""

    def longest(self, *paths):
        for name in prose.tracked_files(*paths):
            if name.endswith(".md"):
                for number, line in enumerate((prose.ROOT / name).read_text().splitlines(), 1):
                    if line.startswith("|"):
                        for cell in prose.cells_of(line):
                            yield len(re.sub(r"\]\([^)]*\)", "", cell).split()), f"{name}:{number}: {cell}"

    def test_cells_of_the_readme_have_at_most_20_words(self):
        self.assertEqual([cell for words, cell in self.longest("README.md") if words > 20], [])

    def test_cells_of_the_documentation_have_at_most_30_words(self):
        self.assertEqual([cell for words, cell in self.longest("docs") if words > 30], [])


class Help(unittest.TestCase):
    """`kitt COMMAND --help`, of the program in KITT_PROGRAM."""

    LINES, LETTERS = 66, 90  # a printed page has 66 lines

    def help(self, *command):
        return subprocess.run([os.environ["KITT_PROGRAM"], *command, "--help"], check=True, capture_output=True, text=True,
                              timeout=60).stdout

    def commands(self):
        return re.findall(r"(?m)^  (\w+) ", self.help().split("Whole benchmark:")[1])

    def test_fits_on_a_page(self):
        for command in ([], *([name] for name in self.commands())):
            with self.subTest(command):
                self.assertLessEqual(len(self.help(*command).splitlines()), self.LINES)

    def texts(self, *command):
        """What stands right of the names of commands and options."""
        return [line[40:] for line in self.help(*command).splitlines() if line.startswith("  ") and line[38:40] == "  "]

    def test_each_line_is_short(self):
        shown = [(command, text) for command in ([], *([name] for name in self.commands())) for text in self.texts(*command)]
        self.assertGreater(len(shown), 300)
        self.assertEqual([one for one in shown if len(one[1]) > self.LETTERS], [])

    def test_shared_options_come_last(self):
        text = self.help("dslash")
        self.assertLess(text.index("--kernels"), text.index("Options of all benchmarks:"))
        self.assertLess(text.index("Options of all benchmarks:"), text.index("\n  --threads "))


class Commits(unittest.TestCase):
    FIRST = "749acd14"  # subjects have been short since this commit
    LETTERS = 72

    def test_subjects_are_short(self):
        result = subprocess.run(["git", "log", "--no-merges", "--format=%h %s", f"{self.FIRST}..HEAD"], cwd=prose.ROOT,
                                capture_output=True, text=True)
        if result.returncode != 0:
            self.skipTest(f"no history since {self.FIRST} here (a shallow clone, or no clone)")
        subjects = [line.split(" ", 1) for line in result.stdout.splitlines()]
        self.assertEqual([subject for _, subject in subjects if len(subject) > self.LETTERS], [])


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(__file__))
    unittest.main()
