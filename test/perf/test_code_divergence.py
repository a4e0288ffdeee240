# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests perf/tools/code_divergence on a small source with a known answer."""

import csv
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "perf" / "tools" / "code_divergence"
COMPILER = shutil.which("c++")
csv.field_size_limit(1 << 30)

# Of main.cpp, the GPU uses lines 3, 5 and 9, and the CPU lines 7 and 9. Of shared.hpp both use lines 2 and 3. Only the GPU
# compiles gpu.cpp, which has one line.
FILES = {"src/shared.hpp": "#pragma once\nint f(int a,\n      int b);\n// a comment\n",
         "src/main.cpp": '#include "shared.hpp"\n#ifdef GPU\nint g();\n\nint h();\n#else\nint c();\n#endif\nint both();\n',
         "src/gpu.cpp": "int only_gpu();\n", "other/elsewhere.hpp": "int elsewhere();\n"}
LINES = {"gpu": {("src/main.cpp", 3), ("src/main.cpp", 5), ("src/main.cpp", 9), ("src/shared.hpp", 2), ("src/shared.hpp", 3),
                 ("src/gpu.cpp", 1)},
         "cpu": {("src/main.cpp", 7), ("src/main.cpp", 9), ("src/shared.hpp", 2), ("src/shared.hpp", 3)}}
DISTANCE = 1 - 3 / 7  # three common lines of seven


@unittest.skipUnless(COMPILER, "skipped: no c++ in the search path")
class CodeDivergence(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kitt-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        for path, text in FILES.items():
            (self.folder / path).parent.mkdir(exist_ok=True)
            (self.folder / path).write_text(text)
        self.database("gpu", ("-DGPU", "-include", "../other/elsewhere.hpp"), "main.cpp", "gpu.cpp")
        self.database("cpu", (), "main.cpp")

    def database(self, build, flags, *sources):
        """Writes a compile database. Half of its entries are command lines, half are lists of words."""
        (self.folder / build).mkdir()
        entries = []
        for place, source in enumerate(sources):
            words = [COMPILER, *flags, "-MD", "-MF", f"{source}.d", "-o", f"{source}.o", "-c", f"../src/{source}"]
            command = {"arguments": words} if place else {"command": " ".join(words)}
            entries.append({"directory": str(self.folder / build), "file": f"../src/{source}", **command})
        entries.append({**entries[0], "file": "written_by_the_build.cpp"})
        (self.folder / build / "compile_commands.json").write_text(json.dumps(entries))

    def diverge(self, *words):
        return subprocess.run([sys.executable, "-B", SCRIPT, "--root", self.folder, "--folders", "src", *words],
                              capture_output=True, text=True, cwd=self.folder)

    def test_the_divergence_of_two_builds_is_known(self):
        result = self.diverge("gpu=gpu", "cpu=cpu/compile_commands.json", "--json", "d.json", "--coverage", "c.csv")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("3 of 7 lines are used by all builds.\nCode divergence: 0.5714\n", result.stdout)
        document = json.loads((self.folder / "d.json").read_text())
        self.assertEqual(document["builds"], ["gpu", "cpu"])
        self.assertAlmostEqual(document["divergence"], DISTANCE)
        self.assertEqual(sorted(path.name for path in (self.folder / "gpu").iterdir()), ["compile_commands.json"])

    def test_coverage_names_files_and_lines(self):
        self.diverge("gpu=gpu", "cpu=cpu", "--coverage", "c.csv")
        with open(self.folder / "c.csv") as file:
            rows = {row["coverage_key"]: json.loads(row["coverage"]) for row in csv.DictReader(file)}
        self.assertEqual({name: {(entry["file"], line) for entry in entries for line in entry["used_lines"]}
                          for name, entries in rows.items()}, LINES)
        self.assertEqual({(entry["file"], line) for entry in rows["cpu"] for line in entry["unused_lines"]},
                         LINES["gpu"] - LINES["cpu"])
        main = next(entry for entry in rows["cpu"] if entry["file"] == "src/main.cpp")
        self.assertEqual(main["id"], hashlib.sha512(FILES["src/main.cpp"].encode()).hexdigest())

    def test_a_build_may_come_twice(self):
        result = self.diverge("gpu=gpu", "cpu=cpu", "cpu=cpu")
        self.assertIn(f"Code divergence: {2 * DISTANCE / 3:.4f}\n", result.stdout)

    def test_wrong_input_is_refused(self):
        (self.folder / "broken").mkdir()
        (self.folder / "broken" / "compile_commands.json").write_text("{}}")
        self.database("missing", ("-include", "no_such_header.hpp"), "main.cpp")
        self.database("strange", (), "main.cpp")
        path = self.folder / "strange" / "compile_commands.json"
        path.write_text(path.read_text().replace(COMPILER, "no-such-compiler"))
        for words, says in [(["gpu=gpu"], "only one build"), (["gpu=gpu", "s=strange"], "no-such-compiler"),
                            (["gpu=gpu", "cpu=nothing"], "No such file"),
                            (["gpu=gpu", "b=broken"], "it is no compile database"),
                            (["gpu=gpu", "m=missing"], "no_such_header.hpp"),
                            (["gpu=gpu", "cpu=cpu", "--folders", "lib"], "has no source in lib"),
                            (["gpu=gpu", "cpu=cpu", "--json", "no/such/file"], "cannot be written"),
                            (["gpu=gpu", "no-such-preset"], "cannot be configured")]:
            with self.subTest(words):
                result = self.diverge(*words)
                self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
                self.assertRegex(result.stderr.splitlines()[-1], r"\Acode_divergence: error: .+ \(.+\): .+\Z")
                self.assertIn(says, result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
