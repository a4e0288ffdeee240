# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that no source of KITT breaks the rules of layering.py, and that the check finds each kind of problem."""

import pathlib
import re
import tempfile
import unittest

import layering

HERE = pathlib.Path(__file__).resolve().parent

PAGE = """# A made-up clone
```rooms
 miniapp │ main               │ the program
         │ benchmarks/NAME    │
         │ run                │
─────────┼────────────────────┼─────
 perf    │ compare* model     │
         │ record*            │
─────────┼────────────────────┼─────
 comms   │ ranks              │
─────────┼────────────────────┼─────
 core    │ fields             │
         │ base*              │
```
"""


def known():
    """Returns the known problems, without their reasons."""
    return {line for line in (HERE / "known.txt").read_text().splitlines() if line and not line.startswith("#")}


class Clone(unittest.TestCase):
    def test_the_clone_has_only_known_problems(self):
        """A line of known.txt whose problem is solved must be removed from the file."""
        found = {problem.rsplit(": ", 1)[0] for problem in layering.problems(HERE.parents[1])}
        self.assertEqual(sorted(found - known()), [], "new")
        self.assertEqual(sorted(known() - found), [], "mended: take it out of known.txt")

    def test_no_benchmark_is_asked_for_by_name_outside_its_folder(self):
        """A benchmark itself declares what it needs from the program (miniapp/run/benchmark_run.hpp)."""
        miniapp = HERE.parents[1] / "miniapp"
        texts = {str(path.relative_to(miniapp)): path.read_text() for path in miniapp.rglob("*.[ch]pp")}
        names = [name for text in texts.values() for name in re.findall(r'Benchmark const \w+\{\s*"(\w+)"', text)]
        self.assertGreaterEqual(len(names), 5)
        asks = re.compile(rf'[=!]= *"(?:{"|".join(names)})"|"(?:{"|".join(names)})" *[=!]=')
        self.assertEqual([path for path, text in texts.items()
                          if not path.startswith("benchmarks/") and asks.search(text)], [])

    def test_labels_of_the_program_name_no_other_layer(self):
        """Profiling tools show labels such as kitt::halo::fill_face. A label must therefore name the present place
        of its code."""
        miniapp = HERE.parents[1] / "miniapp"
        labels = [label for path in miniapp.rglob("*.[ch]pp") for label in re.findall(r'"kitt::\w+', path.read_text())]
        self.assertGreaterEqual(len(labels), 50)
        self.assertEqual([label for label in labels if re.fullmatch(r'"kitt::(core|comms|perf)', label)], [])


class Checker(unittest.TestCase):
    def problems(self, **files):
        """Returns the problems of a made-up clone. The argument FOLDER__FILE_hpp='its text' adds a file."""
        with tempfile.TemporaryDirectory(prefix="kitt-layering-") as folder:
            root = pathlib.Path(folder)
            files = {"docs/developer/architecture.md": PAGE, **files}
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return list(layering.problems(root))

    def expect(self, files, *problems):
        self.assertEqual(self.problems(**files), list(problems))

    def test_an_include_that_goes_down_is_allowed(self):
        self.expect({"perf/record/a.hpp": '#include "comms/ranks/b.hpp"\n#include "core/base/c.hpp"\n',
                     "comms/ranks/b.hpp": "#include <vector>\n", "core/base/c.hpp": "",
                     "miniapp/main.cpp": '#include "miniapp/benchmarks/halo/halo.hpp"\n#include "kitt_build_info.hpp"\n',
                     "miniapp/benchmarks/halo/halo.hpp": '#include "miniapp/run/run.hpp"\n', "miniapp/run/run.hpp": "",
                     "perf/record/detail/d.cpp": '#include "perf/record/a.hpp"\n#include "perf/record/detail/d.hpp"\n'})

    def test_an_include_that_goes_up_is_found(self):
        self.expect({"core/base/a.hpp": '  #  include "core/fields/b.hpp"\n', "core/fields/b.hpp": ""},
                    "core/base/a.hpp: core/fields/b.hpp: core/fields stands above core/base")
        self.expect({"comms/ranks/a.cpp": '#include "perf/record/b.hpp"\n', "perf/record/b.hpp": ""},
                    "comms/ranks/a.cpp: perf/record/b.hpp: perf/record stands above comms/ranks")

    def test_an_include_that_goes_sideways_is_found(self):
        self.expect({"perf/compare/a.hpp": '#include "perf/model/b.hpp"\n',
                     "perf/model/b.hpp": '#include "perf/compare/a.hpp"\n'},
                    "perf/compare/a.hpp: perf/model/b.hpp: perf/model stands beside perf/compare",
                    "perf/model/b.hpp: perf/compare/a.hpp: perf/compare stands beside perf/model")
        self.expect({"miniapp/benchmarks/halo/a.hpp": '#include "miniapp/benchmarks/memory/b.hpp"\n',
                     "miniapp/benchmarks/memory/b.hpp": ""},
                    "miniapp/benchmarks/halo/a.hpp: miniapp/benchmarks/memory/b.hpp: "
                    "miniapp/benchmarks/memory stands beside miniapp/benchmarks/halo")

    def test_an_include_of_another_rooms_detail_is_found(self):
        self.expect({"perf/record/a.cpp": '#include "core/base/detail/b.hpp"\n', "core/base/detail/b.hpp": ""},
                    "perf/record/a.cpp: core/base/detail/b.hpp: detail of core/base")

    def test_a_room_that_is_not_in_the_drawing_is_found(self):
        self.expect({"perf/attic/a.hpp": ""}, "perf/attic/a.hpp: in no room of docs/developer/architecture.md")
        self.expect({"core/a.hpp": ""}, "core/a.hpp: in no room of docs/developer/architecture.md")

    def test_a_path_that_hides_the_room_is_found(self):
        self.expect({"core/base/a.hpp": '#include "../fields/b.hpp"\n', "core/fields/b.hpp": ""},
                    "core/base/a.hpp: ../fields/b.hpp: name it by its path from the top of the clone")

    def test_mpi_is_included_in_one_header_only(self):
        self.expect({layering.MPI_HEADER: "#include <mpi.h>\n", "comms/ranks/a.cpp": "#include <mpi.h>\n"},
                    f"comms/ranks/a.cpp: mpi.h: <mpi.h> belongs into {layering.MPI_HEADER} alone")

    def test_indirect_includes_of_kokkos_are_found(self):
        self.expect({"core/base/a.hpp": "#include <Kokkos_Core.hpp>\n"},
                    "core/base: Kokkos: core/base/a.hpp > <Kokkos_Core.hpp>")
        self.expect({"perf/record/a.hpp": '#include "core/fields/b.hpp"\n',
                     "core/fields/b.hpp": '#include "core/fields/c.hpp"\n#include "core/fields/b.hpp"\n',
                     "core/fields/c.hpp": '#include "core/fields/b.hpp"\n#include <Kokkos_SIMD.hpp>\n'},
                    "perf/record: Kokkos: perf/record/a.hpp > core/fields/b.hpp > core/fields/c.hpp > <Kokkos_SIMD.hpp>")

    def test_a_namespace_follows_its_folder(self):
        right = {"core/base/a.hpp": "namespace kitt::detail {\n}\n", "perf/record/b.hpp": "namespace kitt::perf {\nint b;\n}\n",
                 "miniapp/run/c.hpp": "namespace kitt::perf {\nstruct Cell;\n}\nnamespace kitt::miniapp {\nint c;\n}\n"}
        self.expect(right)
        self.expect({"core/base/a.hpp": "namespace kitt::comms {\nint a;\n}\n"},
                    "core/base/a.hpp: namespace kitt::comms (this folder has kitt)")
        self.expect({"miniapp/run/c.hpp": "namespace kitt::perf {\nstruct Cell;\nint c;\n}\nnamespace kitt::miniapp {\nint c;\n}\n"},
                    "miniapp/run/c.hpp: namespace kitt::perf (this folder has kitt::miniapp)")
        self.expect({"comms/ranks/d.hpp": "namespace kitt {\nint d;\n}\n"},
                    "comms/ranks/d.hpp: namespace kitt (this folder has kitt::comms)")

    def test_a_missing_include_is_found(self):
        self.expect({"perf/record/a.hpp": 'fmt::print("CLI::App");  // Kokkos::View\nkitt::fmt::other();\n',
                     "perf/model/b.hpp": '#include "perf/record/c.hpp"\nnlohmann::json x;\n',
                     "perf/record/c.hpp": "#include <nlohmann/json.hpp>\n"},
                    "perf/record/a.hpp: fmt: used, and no header of it included")

    def test_a_room_that_is_drawn_twice_is_found(self):
        with self.assertRaisesRegex(ValueError, "core/base is drawn twice"):
            self.problems(**{"docs/developer/architecture.md": PAGE.replace("fields  ", "fields base")})


if __name__ == "__main__":
    unittest.main(verbosity=1)
