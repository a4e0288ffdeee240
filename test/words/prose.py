#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Finds the prose of KITT: pages, comments and strings. Marks sentences that readers must read twice.

    prose.py [PATH...]        print the share of marked sentences, and each of them with file and line [all that git tracks]
    prose.py --sample N SEED  print N random sentences of each kind, to be read without the code

A mark is a pattern of compressed or inverted English. A mark is no verdict, and text without marks may still be bad.
"""

import argparse
import dataclasses
import pathlib
import random
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = ("pages", "comments", "strings")

# A sentence that begins with one of these words has no subject, or has it late.
LATE_SUBJECT = re.compile(
    r"[*`(]*(Who|Whoever|What|Whether|Whose|That of|Those of|Of|As many|So many|Such as|Such a|The same|Beside|Behind|Else|"
    r"None of|None if|None where|None[,;]|Not more|No more|At most any|Where (?!to)|All that|What of)\b")
# These words point at something that the sentence does not name, or are rare.
UNCLEAR = re.compile(
    r"\b(to be had|had here|are had|that of|those of|of which|of whose|in whose|of its own|of theirs|anew|as found|are none|"
    r"is none|is nobody|nobody's|everybody's|lies? beside|stands? beside|stands there|have one of|wherever|in turns?|of before|"
    r"of today's|as .{1,24} as can be|is said|are said|are told|is told of|comes? of it|came of it|looked at|looks at|"
    r"look at by|what (a|an|the|it|they|all|is|was|has|of) )\b|\balone[;,.:)]|\b(of|with|for|by|in|on) (it|them|these|those)[.;:]?$")
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
LITERALS = re.compile(rf"{LITERAL}(?:\s*{LITERAL})*")


@dataclasses.dataclass(frozen=True)
class Sentence:
    file: str
    line: int
    text: str

    @property
    def is_marked(self):
        return bool(LATE_SUBJECT.match(self.text) or UNCLEAR.search(self.text))

    def __str__(self):
        return f"{self.file}:{self.line}: {self.text}"


def tracked_files(*paths):
    listed = subprocess.run(["git", "ls-files", "--", *paths], cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def kind_of(name):
    """Returns the kinds of prose in a file. Tests in C++ are left out: their strings are input and output."""
    if name.endswith(".md"):
        return ("pages",)
    if re.search(r"\.(cpp|hpp)$", name) and not name.startswith("test/"):
        return ("comments", "strings")
    return ()


def find_prose(kind, names):
    """Returns the sentences of one kind in files. A sentence has at least four words."""
    read = {"pages": pages_of, "comments": comments_of, "strings": strings_of}[kind]
    return [Sentence(name, line, sentence) for name in names if kind in kind_of(name)
            for line, text in read((ROOT / name).read_text(errors="replace"))
            for sentence in split_sentences(text)]


def split_sentences(text):
    whole = " ".join(text.split())
    return [one for one in re.split(r"(?<=[.!?]) +(?=[A-Z`*(])", whole) if len(one.split()) >= 4]


def pages_of(text):
    """Yields (line, text) of paragraphs, list items and table cells of a page, without code and headings."""
    block, start, fenced = [], 0, False
    for number, line in enumerate([*text.split("\n"), ""], 1):
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line.strip())
        is_row = line.startswith("|")
        item = re.match(r"([-*]|\d+\.) +", line)
        ends = fenced or fence or not line or line.startswith("#") or is_row or item
        if ends and block:
            yield start, " ".join(block)
            block = []
        if is_row and not fenced and not re.fullmatch(r"[-|: ]+", line):
            yield from ((number, cell) for cell in cells_of(line))
        elif not (fenced or fence or is_row or line.startswith("#")) and line:
            start = start if block else number
            block.append(line[item.end():] if item else line)


def cells_of(row):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def comments_of(text):
    """Yields (line, text) of comments: whole lines that follow each other, or the end of a line of code."""
    block, start = [], 0
    for number, line in enumerate([*text.split("\n"), ""], 1):
        comment = re.match(r"\s*///?<? ?(.*)", line)
        if comment and not re.search("SPDX|NOLINT", line):
            start = start if block else number
            block.append(comment[1])
            continue
        if block:
            for paragraph in re.split(r"\n\s*\n", "\n".join(block)):
                yield start, paragraph
            block = []
        if trailing := re.search(r"[;{,)]\s*//+<?\s*(.{15,})$", line):
            yield number, trailing[1]


def strings_of(text):
    """Yields (line, text) of string literals that read as prose: helps, headings, descriptions, errors."""
    for match in LITERALS.finditer(text):
        joined = joined_literal(match[0])
        if len(joined.split()) >= 5 and re.search(r"[a-z]{3,} [a-z]{2,} ", joined):
            yield from ((text.count("\n", 0, match.start()) + 1, line) for line in joined.split("\n") if line.strip())


def joined_literal(source):
    """Returns the text of adjacent literals."""
    return re.sub(r"\\n", "\n", "".join(one[1:-1] for one in re.findall(LITERAL, source))).replace('\\"', '"')


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sample", nargs=2, type=int, metavar=("N", "SEED"))
    options.add_argument("paths", nargs="*")
    given = options.parse_args()
    names = tracked_files(*given.paths)
    for kind in KINDS:
        found = find_prose(kind, names)
        marked = [sentence for sentence in found if sentence.is_marked]
        print(f"{kind}: {len(marked)} of {len(found)} sentences marked ({100 * len(marked) / max(1, len(found)):.1f} %)")
        shown = marked if not given.sample else random.Random(given.sample[1]).sample(found, min(given.sample[0], len(found)))
        for sentence in shown:
            print(f"  {sentence}")


if __name__ == "__main__":
    main()
