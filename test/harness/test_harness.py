# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the texts of the definitions that perf/acceptance/kitt_harness.py writes, and runs them in the real harnesses.

A test is skipped if its harness is not installed. KITT_RAMBLE, KITT_JUBE and KITT_EXCALIBUR are clones of Ramble, JUBE and
excalibur-tests. `eb` of EasyBuild is in the search path. ReFrame is installed for this Python.
"""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GENERATOR = ROOT / "perf" / "acceptance" / "kitt_harness.py"
PROGRAM = os.environ["KITT_PROGRAM"]
# Two lines of a run: one with a mark, and one with another word after the value.
OUTPUT = """Record: kitt.json
KITT FOM memory_read = 12.5 GB/s per node (higher is better): read L=8 single
KITT FOM p2p_ping_pong = 2e-06 s (lower is better): ping-pong bytes=8 ! +- above 5 %
"""
FIGURES = {"memory_read": (12.5, "GB/s per node"), "p2p_ping_pong": (2e-6, "s")}


def document():
    return json.loads(subprocess.run([PROGRAM, "list", "--merits-json"], check=True, capture_output=True, text=True).stdout)


class HarnessTest(unittest.TestCase):
    """Base class. Each test has an empty folder, with a stand-in for kitt that prints OUTPUT."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kitt-harness-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.stand_in(OUTPUT)

    def stand_in(self, output, status=0):
        program = self.folder / "bin" / "kitt"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\necho '{{}}' >kitt.json\ncat <<'END'\n{output}END\nexit {status}\n")
        program.chmod(0o755)

    def run_words(self, *words, status=0, cwd=None, **environment):
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        result = subprocess.run([str(word) for word in words], cwd=cwd or self.folder, capture_output=True, text=True,
                                stdin=subprocess.DEVNULL, timeout=300,
                                env={**os.environ, "HOME": str(self.folder), "PATH": path, **environment})
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stdout + result.stderr

    def generate(self, harness, folder="made"):
        """Writes the files of a harness. Returns {relative path: text}."""
        place = self.folder / folder
        said = self.run_words(sys.executable, "-B", GENERATOR, harness, place, "--program", PROGRAM)
        return {str(pathlib.Path(line).relative_to(place)): pathlib.Path(line).read_text() for line in said.splitlines()}


class Files(HarnessTest):
    """Tests the texts of all definitions."""

    def test_every_definition_has_every_figure(self):
        names = [merit["name"] for merit in document()["merits"]]
        self.assertGreater(len(names), 30)
        for harness, main in (("reframe", "kitt_merits.py"), ("excalibur-tests", "benchmarks/apps/kitt/kitt.py"),
                              ("ramble", "applications/kitt/application.py"),
                              ("benchpark", "repos/ramble_applications/kitt/application.py"), ("jube", "kitt.yaml")):
            with self.subTest(harness):
                files = self.generate(harness)
                for name in names:
                    self.assertIn(f'"{name}"', files[main])
                for path, text in files.items():
                    self.assertNotRegex(text, r"(?m)^#(each|only)|@[a-z]\w*@")
                    if path.endswith(".py"):
                        compile(text, path, "exec")

    def test_patterns_find_the_lines_of_a_run(self):
        for merit in document()["merits"]:
            found = re.findall(merit["pattern"], OUTPUT, re.MULTILINE)
            self.assertEqual([float(value) for value in found], [FIGURES[merit["name"]][0]] if merit["name"] in FIGURES else [])
            is_time = (merit["name"] in ("nodes_latency", "numa_latency", "p2p_ping_pong") or
                       merit["name"].startswith(("collectives_", "hmc_")))
            self.assertEqual(merit["better"], "lower" if is_time else "higher", merit["name"])

    def test_easybuild_has_all_that_cmake_finds(self):
        (name, text), = self.generate("easybuild").items()
        self.assertEqual(name, f"kitt-{document()['kitt_version']}-foss-2025b.eb")
        found = {}
        exec(text, {"SOURCE_TAR_GZ": ""}, found)
        versions = {key.lower(): version for key, version in found["dependencies"] + found["builddependencies"]}
        bounds = dict(re.findall(r"kitt_find\(\w+ (\w+) ([\d.]+)\)", (ROOT / "cmake" / "KittDependencies.cmake").read_text()))
        self.assertGreater(len(bounds), 4)
        for key, bound in bounds.items():
            self.assertGreaterEqual(*([int(part) for part in version.split(".")]
                                      for version in (versions[key.lower()], bound)), key)

    def test_benchpark_experiment_with_a_stand_in(self):
        """The stand-in has those names and rules of Benchpark's commit d3a4d9ec that the class needs."""
        text = self.generate("benchpark")["experiments/kitt/experiment.py"]
        models = types.SimpleNamespace(Mpionly="mpi", Openmp="openmp")
        variants, packages, variables, sizes = {}, {}, {}, {}

        class Experiment:
            name = "kitt"

            def __init__(self, *models):
                values = {name: [given["default"]] for name, given in variants.items()}
                self.spec = types.SimpleNamespace(variants=values, satisfies=lambda words: words[1:] in models)
                self.add_experiment_variable = lambda name, value, named: variables.update({name: value})
                self.set_required_variables = sizes.update
                self.determine_version = lambda: "@" + values["version"][0]
                self.add_package_spec = lambda name, specs: packages.update({name: specs})

        modules = {"benchpark": {}, "benchpark.directives": {"variant": lambda name, **rest: variants.update({name: rest})},
                   "benchpark.experiment": {"Experiment": Experiment},
                   "benchpark.programming_model": {"ProgrammingModelType": models,
                                                   "ProgrammingModel": lambda *models: type("Model", (), {"models": models})}}
        for name, members in modules.items():
            sys.modules[name] = types.ModuleType(name)
            vars(sys.modules[name]).update(members)
            self.addCleanup(sys.modules.pop, name)
        found = {}
        exec(text, found)
        self.assertEqual(found["Kitt"].models, ("mpi", "openmp"))
        self.assertEqual(set(variants["workload"]["values"]), {command["name"] for command in document()["commands"]})
        for models, ranks, threads in ((("openmp",), "{n_nodes}", "{sys_cores_per_node}*{n_nodes}//{n_ranks}"),
                                       ((), "{sys_cores_per_node}*{n_nodes}", None)):
            variables.clear()
            experiment = found["Kitt"](*models)
            experiment.compute_applications_section()
            experiment.compute_package_section()
            self.assertEqual((variables["n_ranks"], variables.get("n_threads_per_proc")), (ranks, threads))
        self.assertEqual(set(sizes), {"n_resources", "process_problem_size", "total_problem_size"})
        self.assertEqual(packages, {"kitt": ["kitt@main"]})

    def test_mistakes_are_reported_in_one_line(self):
        for words in (("--program", self.folder / "none"), ("--program", "/bin/true")):
            said = self.run_words(sys.executable, GENERATOR, "jube", self.folder / "made", *words, status=2)
            self.assertEqual(said.count("\n"), 1, said)
            self.assertIn("name the program kitt with --program", said)
        said = self.run_words(sys.executable, GENERATOR, "jube", "/dev/null/made", "--program", PROGRAM, status=2)
        self.assertIn("cannot be written (Not a directory): give another folder", said)


MODULE_COMMANDS = ("/usr/lib/modulecmd.tcl", "/usr/lib/x86_64-linux-gnu/modulecmd.tcl", "/usr/share/Modules/libexec/modulecmd.tcl")
SETTINGS = """site_configuration = {
    "systems": [{"name": "here", "hostnames": [".*"], "partitions": [
        {"name": "default", "scheduler": "local", "launcher": "local", "environs": ["default"]}]}],
    "environments": [{"name": "default", "cxx": "g++"}]}
"""


class RealHarnesses(HarnessTest):
    """Runs the definitions in the installed harnesses, with the stand-in."""

    def clone(self, variable):
        folder = os.environ.get(variable)
        if not folder:
            self.skipTest(f"{variable} names no clone")
        return pathlib.Path(folder)

    def reframe(self, file, **environment):
        if not importlib.util.find_spec("reframe"):
            self.skipTest("this Python has no ReFrame (pip install reframe-hpc)")
        (self.folder / "settings.py").write_text(SETTINGS)
        start = "import sys; from reframe.frontend.cli import main; sys.exit(main())"
        words = [sys.executable, "-B", "-c", start, "-C", "settings.py", "-c", file, "-r", "--report-file", "report.json"]
        self.run_words(*words, **environment)
        (case,) = json.loads((self.folder / "report.json").read_text())["runs"][0]["testcases"]
        values = {name.split(":")[2]: (value[0], value[4]) for name, value in case["perfvalues"].items()}
        self.assertEqual(values, FIGURES)
        self.stand_in("No figures of merit: the run has 1 wrong result.\n", status=1)
        self.run_words(*words, status=1, **environment)

    def test_reframe(self):
        self.generate("reframe")
        self.reframe("made/kitt_merits.py")

    def test_excalibur_tests(self):
        """Runs the class of excalibur-tests without building, because Spack would build KITT for an hour."""
        clone = self.clone("KITT_EXCALIBUR")
        self.generate("excalibur-tests")
        utils = (clone / "benchmarks" / "modules" / "utils.py").read_text()
        modules = self.folder / "made" / "benchmarks" / "modules"
        modules.mkdir()
        (modules / "utils.py").write_text(utils + "\nclass SpackTest(rfm.RunOnlyRegressionTest):\n"
                                          "    sourcesdir = None\n    spack_spec = variable(str)\n")
        self.reframe("made/benchmarks/apps/kitt/kitt.py", PYTHONPATH=str(self.folder / "made"))

    def test_jube(self):
        clone = self.clone("KITT_JUBE")
        self.generate("jube")
        file = self.folder / "made" / "kitt.yaml"
        file.write_text(file.read_text().replace('"mpirun -np 1"', '"env"').replace('"itt"', '"itt,p2p"'))
        jube = [sys.executable, "-B", clone / "bin" / "jube"]
        self.run_words(*jube, "run", file, PYTHONPATH=str(clone))
        said = self.run_words(*jube, "result", "made/kitt_runs", "-a", PYTHONPATH=str(clone))
        rows = [line.split(";") for line in said.splitlines() if ";" in line]
        head = next(row for row in rows if row[0] == "command")
        for command in ("itt", "p2p"):
            row = dict(zip(head, next(row for row in rows if row[0] == command)))
            self.assertEqual({key: float(value) for key, value in row.items() if key != "command" and value},
                             {f"{name}[{unit}]": value for name, (value, unit) in FIGURES.items()})

    def test_ramble(self):
        clone = self.clone("KITT_RAMBLE")
        self.generate("ramble")
        ramble = clone / "bin" / "ramble"
        self.run_words(ramble, "repo", "add", "made")
        self.run_words(ramble, "workspace", "create", "-d", "space")
        config = self.folder / "space" / "configs" / "ramble.yaml"
        config.write_text("""ramble:
  variables: {mpi_command: env, batch_submit: '{execute_experiment}', processes_per_node: 1}
  applications:
    kitt:
      workloads:
        itt:
          experiments:
            quick:
              variables: {n_ranks: 1, n_nodes: 1, kitt_options: --quick}
  software: {packages: {}, environments: {}}
""")
        for words in (("setup",), ("analyze", "--formats", "json")):
            self.run_words(ramble, "-D", "space", "workspace", *words)
            if words == ("setup",):
                self.run_words(ramble, "-D", "space", "on")
        results = json.loads((self.folder / "space" / "results.latest.json").read_text())
        (experiment,) = results["experiments"]
        self.assertEqual(experiment["RAMBLE_STATUS"], "SUCCESS")
        found = {figure["name"]: (float(figure["value"]), figure["units"])
                 for context in experiment["CONTEXTS"] for figure in context["foms"]}
        self.assertEqual(found, FIGURES)

    def test_easybuild(self):
        """EasyBuild finds every dependency among its easyconfigs. Nothing is built."""
        eb = shutil.which("eb")
        modules = [path for path in map(pathlib.Path, MODULE_COMMANDS) if path.exists()]
        if not eb or not modules:
            self.skipTest("no eb in the path (pip install easybuild-framework easybuild-easyblocks easybuild-easyconfigs), "
                          "or no modulecmd.tcl (Debian's environment-modules)")
        (name, _), = self.generate("easybuild").items()
        (self.folder / "libexec").mkdir()
        (self.folder / "libexec" / "modulecmd.tcl").symlink_to(modules[0])
        said = self.run_words(eb, self.folder / "made" / name, "--dry-run", "--robot", "--module-syntax=Tcl",
                              "--allow-use-as-root-and-accept-consequences", "--modules-tool=EnvironmentModules",
                              "--allow-modules-tool-mismatch", MODULESHOME=str(self.folder))
        self.assertIn("/Kokkos-4.7.01-GCC-14.3.0.eb (module: ", said)
        self.assertIn(f"{name} (module: ", said)


if __name__ == "__main__":
    unittest.main(verbosity=1)
