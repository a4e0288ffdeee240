# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the recipe in spack/ against KITT's CMake, and against Spack itself if it is installed.

Environment variables: KITT_KOKKOS and KITT_KERNELS are prefixes of an installed Kokkos and its Kokkos Kernels. KITT_CXX
is the compiler they were built with. KITT_SERIAL is 1 if they lack OpenMP. KITT_MPICXX is the compiler of the MPI, and
KITT_PROGRAM is the built program.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

import recipe

SPACK = shutil.which(os.path.join(os.environ.get("SPACK_ROOT", ""), "bin", "spack")) or shutil.which("spack")
GET_SPACK = "git clone --depth 1 https://github.com/spack/spack ~/spack && export SPACK_ROOT=~/spack"
REPOSITORY = recipe.ROOT / "spack" / "spack_repo" / "kitt"
ENVIRONMENTS = sorted((recipe.ROOT / "spack" / "environments").glob("*/spack.yaml"))
NOT_THE_PROGRAM = ("test_core", "test_requires_compiler")  # install.apply_operator tests what the former tests
CHOICES = [(), ("~mpi", "~report", "~kernels", "+tests"), ("precision=single",), ("~program",)]
SERIAL = os.environ.get("KITT_SERIAL", "0") == "1"
PREFIXES = [os.environ.get(name, "") for name in ("KITT_KOKKOS", "KITT_KERNELS")]


def cmake(name):
    return (recipe.ROOT / "cmake" / name).read_text()


def dependencies(name):
    return [entry.name for entry in recipe.directives("depends_on")
            if re.match(r"[\w-]+", entry.name)[0] == name]


class Recipe(unittest.TestCase):
    """Tests the text of the recipe."""

    def test_the_recipe_does_not_depend_on_its_place(self):
        kitt = recipe.load()
        for address in (kitt.homepage, kitt.url, kitt.git):
            self.assertRegex(address, "^https://")
        self.assertNotIn("__file__", recipe.RECIPE.read_text())
        self.assertEqual([entry.name for entry in recipe.directives("version")], ["main"])

    def test_every_dependency_has_a_reason(self):
        for entry in recipe.directives("depends_on"):
            self.assertIn("type", entry.options, entry.name)
            self.assertRegex(entry.name, r"@|^(cxx|kokkos[+~].*|py-\w+)$", "a version, or another entry has it")

    def test_kokkos_5_is_left_out(self):
        """KITT never met it; docs/developer/testing.md says what to run with it."""
        for name in ("kokkos", "kokkos-kernels"):
            (bound,) = [entry for entry in dependencies(name) if "@" in entry]
            self.assertRegex(bound, r"@[\d.]+:4\b")

    def test_every_variant_is_read(self):
        conditions = " ".join(entry.options["when"] for entry in recipe.directives("depends_on"))
        for entry in recipe.directives("variant"):
            other = f"{'~' if entry.options['default'] is True else '+'}{entry.name}"
            if entry.name == "precision":
                other = "precision=double"
            kokkos = types.SimpleNamespace(kokkos_cxx="nvcc_wrapper")
            self.assertNotEqual(recipe.package().cmake_args(),
                                recipe.package([other], kokkos=kokkos).cmake_args(), entry.name)
            self.assertTrue(entry.name == "precision" or entry.name in conditions)

    def test_options_are_those_that_cmake_declares(self):
        text = "".join(path.read_text() for path in (recipe.ROOT / "cmake").glob("*.cmake"))
        declared = set(re.findall(r"option\((KITT_\w+)", text)) | {"BUILD_TESTING"}
        declared |= set(re.findall(r"set\((KITT_\w+)\s[^)]*CACHE", text))
        declared |= {"CMAKE_CXX_COMPILER", "MPI_CXX_COMPILER", "MPIEXEC_EXECUTABLE"}  # CMake's own: FindMPI
        declared |= {f"KITT_{name}_POLICY" for name in re.findall(r"kitt_policy\((\w+)\)", text)}
        for words in CHOICES:
            for argument in recipe.package(words).cmake_args():
                self.assertIn(re.match(r"-D(\w+):", argument)[1], declared)

    def test_bounds_are_those_of_cmake(self):
        text = cmake("KittDependencies.cmake")
        found = dict(re.findall(r"kitt_find\(\w+ (\w+) ([\d.]+)\)", text))
        self.assertEqual(len(found), 5)
        found["Kokkos"] = re.search(r"find_package\(Kokkos ([\d.]+) ", text)[1]
        found["MPI"] = re.search(r" MPI ([\d.]+) COMPONENTS", text)[1]
        found["cmake"] = re.search(r"cmake_minimum_required\(VERSION ([\d.]+)",
                                   (recipe.ROOT / "CMakeLists.txt").read_text())[1]
        for name, version in found.items():
            asked = dependencies(name.lower().replace("_", "-"))
            bound = re.search(r"@([\d.]+):", asked[0])[1]
            self.assertIn(version, (bound, f"{bound}.0"), name)

    def test_stand_alone_tests_have_docstrings(self):
        names = [name for name in dir(recipe.load()) if name.startswith("test_")
                 and callable(getattr(recipe.load(), name))]
        self.assertGreater(len(names), 2)
        for name in names:
            self.assertTrue(getattr(recipe.load(), name).__doc__, name)

    def test_environments_name_the_repository(self):
        self.assertEqual([path.parent.name for path in ENVIRONMENTS], ["mpich", "openmpi"])
        for path in ENVIRONMENTS:
            text = path.read_text()
            repository = re.search(r"kitt: \$env/(.+)", text)[1]
            self.assertEqual((path.parent / repository).resolve(), REPOSITORY)
            self.assertIn(f"require: {path.parent.name}\n", text)
            clone = re.search(r"path: (\.\./\S+)", text)[1]
            self.assertEqual((path.parent / clone).resolve(), recipe.ROOT)

    def test_the_mpi_of_the_spec_is_used(self):
        """The MPI is the right one even if several lie in one folder."""
        with tempfile.TemporaryDirectory(prefix="kitt-spack-") as folder:
            for name in ("mpic++", "mpicxx.mpich", "mpiexec", "mpiexec.mpich"):
                (pathlib.Path(folder) / name).touch()
            for name, compiler, launcher in (("mpich", "mpicxx.mpich", "mpiexec.mpich"),
                                             ("openmpi", "mpic++", "mpiexec")):
                mpi = types.SimpleNamespace(name=name, mpicxx=f"{folder}/mpic++",
                                            prefix=types.SimpleNamespace(bin=folder))
                arguments = recipe.package(mpi=mpi).cmake_args()
                self.assertIn(f"-DMPI_CXX_COMPILER:STRING={folder}/{compiler}", arguments)
                self.assertIn(f"-DMPIEXEC_EXECUTABLE:STRING={folder}/{launcher}", arguments)

    def test_cmake_receives_the_flags_of_the_target(self):
        """CMake refuses a Kokkos that needs more (cmake.configure)."""
        arguments = recipe.package(cpu_flags="-march=znver2").cmake_args()
        self.assertIn("-DKITT_CPU_FLAGS:STRING=-march=znver2", arguments)


class StandAlone(unittest.TestCase):
    """Tests what `spack test run kitt` runs of the program KITT_PROGRAM."""

    def test_stand_alone_tests_of_the_program_pass(self):
        if not os.environ.get("KITT_PROGRAM"):
            self.skipTest("skipped: no program (KITT_PROGRAM)")
        package = recipe.package()
        program = pathlib.Path(os.environ["KITT_PROGRAM"]).resolve()
        package.prefix = types.SimpleNamespace(bin=types.SimpleNamespace(kitt=program))
        self.addCleanup(os.chdir, os.getcwd())
        names = [name for name in dir(package) if name.startswith("test_") and name not in NOT_THE_PROGRAM]
        self.assertGreaterEqual(len(names), 2)
        for name in names:
            with self.subTest(name), tempfile.TemporaryDirectory(prefix="kitt-spack-") as folder:
                os.chdir(folder)
                getattr(package, name)()
                os.chdir(recipe.ROOT)


    def test_core_is_compiled_by_the_compiler_of_the_spec(self):
        """Uses a stand-in for CMake that writes down its arguments and leaves an example program that prints."""
        asked = []

        def cmake(*words):
            asked.extend(words)
            example = pathlib.Path("example/apply_operator")
            example.parent.mkdir(exist_ok=True)
            example.write_text("#!/bin/sh\necho naive operator\n")
            example.chmod(0o755)

        package = recipe.package(cmake=types.SimpleNamespace(command=cmake))
        package.prefix = "/prefix"
        package.compiler = types.SimpleNamespace(cxx="/spec/c++")
        package.test_suite = mock.MagicMock()
        self.addCleanup(os.chdir, os.getcwd())
        with tempfile.TemporaryDirectory(prefix="kitt-spack-") as folder:
            os.chdir(folder)
            package.test_core()
            os.chdir(recipe.ROOT)
        self.assertIn("-DCMAKE_CXX_COMPILER:STRING=/spec/c++", asked)


class ConfigureTest(unittest.TestCase):
    """Configures KITT with the options that the recipe makes from variants."""

    def setUp(self):
        if not all(PREFIXES):
            self.skipTest("skipped: no installed Kokkos (KITT_KOKKOS, KITT_KERNELS)")
        folder = tempfile.TemporaryDirectory(prefix="kitt-spack-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def configure(self, *words, openmp=not SERIAL, extra=()):
        words = words if openmp else ("~openmp", *words)
        return recipe.configure(recipe.package(words).cmake_args(), self.folder / "build", PREFIXES,
                                [f"-DCMAKE_CXX_COMPILER={os.environ['KITT_CXX']}", *extra])


class CommandLines(ConfigureTest):
    """Tests that KITT's CMake accepts the options that the recipe makes from variants."""

    def test_every_choice_configures_and_uses_all_options(self):
        for words in CHOICES:
            with self.subTest(words):
                shutil.rmtree(self.folder / "build", ignore_errors=True)
                result = self.configure(*words)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertNotIn("not used by the project", result.stderr)
                self.assertNotIn("Kokkos (bundled", result.stdout)

    def test_a_kokkos_with_another_backend_is_refused(self):
        result = self.configure(openmp=SERIAL)
        why = "has no OpenMP backend" if SERIAL else "has OpenMP, but KITT_SERIAL_ONLY is ON"
        self.assertIn(why, " ".join(result.stderr.split()))


class CoreAlone(ConfigureTest):
    """Tests what the recipe builds without the program."""

    def test_only_core_builds_and_installs(self):
        # This program is never run, and the optimiser would take minutes.
        result = self.configure("~program", extra=["-DCMAKE_CXX_FLAGS_RELEASE=-O0", "-DKITT_FEW_KERNELS=ON"])
        self.assertEqual(result.returncode, 0, result.stderr)
        recipe.build_and_install(self.folder / "build", self.folder / "prefix")
        self.assertTrue((self.folder / "prefix" / "lib" / "cmake" / "Kitt").is_dir())
        self.assertFalse((self.folder / "prefix" / "bin").exists())


class WithSpack(unittest.TestCase):
    """Tests the recipe with Spack itself: audit, and concretization with the user's configuration."""

    def setUp(self):
        if not SPACK:
            self.skipTest(f"skipped: no spack in $SPACK_ROOT or in the path (Debian and PyPI have none): {GET_SPACK}")

    def spack(self, *words):
        result = subprocess.run([SPACK, *words], capture_output=True, text=True, timeout=900)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def in_environment(self, path, *words):
        """Works in a copy, because concretizing writes next to the file."""
        with tempfile.TemporaryDirectory(prefix="kitt-spack-") as folder:
            text = path.read_text().replace("$env/../../spack_repo/kitt", str(REPOSITORY))
            text = text.replace("path: ../../..", f"path: {recipe.ROOT}")
            (pathlib.Path(folder) / "spack.yaml").write_text(text)
            return self.spack("-e", folder, *words)

    def test_the_recipe_passes_the_audit(self):
        self.in_environment(ENVIRONMENTS[0], "audit", "packages", "kitt")

    def test_variants_concretize(self):
        for words in CHOICES:
            self.in_environment(ENVIRONMENTS[0], "spec", "kitt" + "".join(
                word if word[0] in "+~" else f" {word}" for word in words))

    def test_environments_concretize(self):
        for path in ENVIRONMENTS:
            self.assertIn(path.parent.name, self.in_environment(path, "concretize", "--force"))


if __name__ == "__main__":
    outcome = unittest.main(exit=False, verbosity=2).result
    sys.exit(0 if outcome.wasSuccessful() else 1)
