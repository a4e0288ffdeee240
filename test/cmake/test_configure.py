#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests what KITT's CMake files print and refuse, with a stand-in for an installed Kokkos.

The environment variable KITT_CXX is the compiler to configure with (by default c++)."""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CXX = os.environ.get("KITT_CXX", "c++")
ODD_CLANG = shutil.which("clang++-19")
ODD_FLAGS = ["-march=skylake-avx512", "-mavx10.1-256"]  # clang 19: "invalid feature combination"


def one_line(text):
    return " ".join(text.split())


class Configure(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kitt-cmake-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cache = self.folder / "cache"

    def configure(self, *options, compiler=CXX, source=ROOT):
        environment = {**os.environ, "KITT_CACHE_DIR": str(self.cache)}
        words = ["cmake", "-S", source, "-B", self.folder / "build", "-G", "Ninja",
                 f"-DCMAKE_CXX_COMPILER={compiler}", "-DBUILD_TESTING=OFF", *options]
        result = subprocess.run(words, env=environment, capture_output=True, text=True,
                                stdin=subprocess.DEVNULL)
        return result.returncode, one_line(result.stdout + result.stderr)

    def with_kokkos(self, *options, **named):
        return self.configure(f"-DKokkos_DIR={HERE / 'stand_in_kokkos'}",
                              "-DKITT_KOKKOS_POLICY=SYSTEM", *options, **named)

    def test_missing_packages_are_named_at_once(self):
        packages = ("MPI", "hwloc", "fmt")
        status, said = self.configure(
            *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in packages))
        self.assertNotEqual(status, 0)
        self.assertIn("MPI 3.0 or newer (none was found)", said)
        self.assertIn("fmt 9.0 or newer (none was found)", said)
        for line in ("apt-get install libopenmpi-dev openmpi-bin libhwloc-dev libfmt-dev ",
                     "dnf install openmpi-devel hwloc-devel fmt-devel ",
                     "zypper install openmpi4-devel hwloc-devel fmt-devel ",
                     "spack install openmpi hwloc fmt; "):
            self.assertIn(line, said)
        self.assertNotIn("COMPONENTS", said)

    def build_type(self):
        cache = (self.folder / "build" / "CMakeCache.txt").read_text()
        return re.search(r"CMAKE_BUILD_TYPE:\w+=(.*)", cache).group(1)

    def test_a_build_is_a_release_unless_asked(self):
        asked = ("-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos")
        status, said = self.with_kokkos(*asked)
        self.assertEqual((status, self.build_type()), (0, "Release"), said)
        self.assertIn("No build type was given: CMAKE_BUILD_TYPE is set to Release", said)
        status, said = self.with_kokkos(*asked, "-DCMAKE_BUILD_TYPE=Debug")
        self.assertEqual((status, self.build_type()), (0, "Debug"), said)
        self.assertNotIn("No build type", said)

    def test_a_subproject_keeps_the_settings_of_its_project(self):
        outside = self.folder / "outside"
        outside.mkdir()
        (outside / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.25)\nproject(Outside LANGUAGES CXX)\nadd_subdirectory({ROOT} kitt)\n")
        status, said = self.with_kokkos("-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos", "-UBUILD_TESTING",
                                        "-DCMAKE_DISABLE_FIND_PACKAGE_Catch2=ON", "-DCMAKE_UNITY_BUILD=ON", source=outside)
        self.assertEqual((status, self.build_type()), (0, ""), said)
        self.assertNotIn("BUILD_TESTING", (self.folder / "build" / "CMakeCache.txt").read_text())
        joined = {path.name for path in (self.folder / "build" / "kitt").rglob("unity_*.cxx")}
        self.assertTrue(joined)
        self.assertFalse({name for name in joined if re.match(r"unity_\d", name)}, joined)
        self.assertIn("KITT's kernels are compiled without the optimiser", said)
        self.assertIn("Set it in Outside", said)

    def test_an_old_compiler_is_refused_at_once(self):
        old = self.folder / "old-c++"  # the compiler of this build, except that it reports an old version
        old.write_text(f'#!/bin/sh\nexec {CXX} -U__GNUC__ -D__GNUC__=11 -U__clang_major__ -D__clang_major__=11 "$@"\n')
        old.chmod(0o755)
        status, said = self.configure(compiler=old)
        self.assertNotEqual(status, 0)
        self.assertRegex(said, r"old-c\+\+ is (GNU|Clang) 11\.[0-9.]+, but KITT needs C\+\+20 of g\+\+ 12, clang 16 or newer: give")
        self.assertFalse(self.cache.exists())

    def test_a_cache_that_cannot_be_written_is_named(self):
        self.cache = pathlib.Path("/dev/null/cache")
        status, said = self.configure()
        self.assertNotEqual(status, 0)
        self.assertIn("The cache cannot be written (/dev/null/cache; ", said)
        self.assertIn("set KITT_CACHE_DIR in the environment", said)

    def test_a_semicolon_in_a_path_is_named(self):
        odd = self.folder / "a;b"
        odd.symlink_to(ROOT, target_is_directory=True)
        status, said = self.configure(source=odd)
        self.assertNotEqual(status, 0)
        self.assertIn(f'("{odd}"): rename the folder', said)

    def test_a_build_for_simulated_machines_says_what_it_lacks(self):
        status, said = self.configure("-DKITT_SIMULATED=ON", "-DKITT_SMPICXX=")
        self.assertNotEqual(status, 0)
        self.assertIn("needs SimGrid's smpicxx and smpirun (they are not in the PATH): install Debian's libsimgrid-dev",
                      said)

    def without_kokkos_kernels(self, *options):
        """Configures with a stand-in for pocketfft's header, as if no Kokkos Kernels were installed."""
        header = self.folder / "pocketfft" / "include" / "pocketfft_hdronly.h"
        header.parent.mkdir(parents=True)
        header.touch()
        return self.with_kokkos("-DKITT_CPU=kokkos", f"-Dpocketfft_ROOT={header.parents[1]}", "-DKITT_FFT=pocketfft",
                                "-DCMAKE_DISABLE_FIND_PACKAGE_KokkosKernels=ON", *options)

    def test_system_fetches_nothing(self):
        status, said = self.without_kokkos_kernels()
        self.assertNotEqual(status, 0)
        self.assertIn("No suitable Kokkos Kernels was found (none is installed)", said)
        self.assertIn("-DKITT_KOKKOSKERNELS_POLICY=BUNDLED", said)
        self.assertIn("-DKITT_KOKKOS_KERNELS=OFF", said)
        self.assertFalse(self.cache.exists())

    def test_kokkos_kernels_are_optional(self):
        status, said = self.without_kokkos_kernels("-DKITT_KOKKOS_KERNELS=OFF")
        self.assertEqual(status, 0, said)
        self.assertIn("), no Kokkos Kernels, hwloc ", said)

    def test_a_missing_pocketfft_is_reported(self):
        status, said = self.with_kokkos("-DKITT_FFT=pocketfft", "-DCMAKE_DISABLE_FIND_PACKAGE_pocketfft=ON")
        self.assertNotEqual(status, 0)
        self.assertIn("may not fetch it (KITT_KOKKOS_POLICY=SYSTEM, KITT_POCKETFFT_POLICY=AUTO)", said)
        self.assertFalse(self.cache.exists())
        with mock.patch.dict(os.environ, PIP_NO_INDEX="1"):  # as if there were no network
            status, said = self.with_kokkos("-DKITT_POCKETFFT_POLICY=BUNDLED")
        self.assertNotEqual(status, 0)
        self.assertRegex(said, "pocketfft's header could not be fetched. Without a network, copy the source "
                               r"distribution \(sha256 \w{64}\) to \S+/source/pythran-[\d.]+\.tar\.gz or use")

    def test_an_older_kokkos_is_named(self):
        status, said = self.with_kokkos("-DKITT_CORE_ONLY=ON", "-DSTAND_IN_VERSION=4.5.1")
        self.assertNotEqual(status, 0)
        self.assertIn("has version 4.5.1, but 4.7 or newer is needed", said)

    def test_kokkos_5_gives_a_warning(self):
        told = "KITT was never built with Kokkos 5"
        for version, expected in (("5.0.0", self.assertIn), ("4.7.1", self.assertNotIn)):
            status, said = self.with_kokkos("-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos",
                                            f"-DSTAND_IN_VERSION={version}")
            self.assertEqual(status, 0, said)
            expected(told, said)

    # of each GPU: its compiler, and the header that this compiler has
    GPUS = {"hip": ("hipcc", "hip/hip_runtime.h"), "sycl": ("icpx", "sycl/sycl.hpp")}

    def gpu_compiler(self, gpu, *flags):
        """Writes a stand-in for the compiler of a GPU: the compiler of this build, which takes the sources as plain C++.
        Returns its path."""
        name, header = self.GPUS[gpu]
        include = self.folder / "include"
        (include / header).parent.mkdir(parents=True)
        (include / header).touch()
        compiler = self.folder / name
        compiler.write_text("#!/bin/bash\nwords=()\nfor word; do\n  case $word in\n    hip) words+=(c++) ;;\n    -fsycl) ;;\n"
                            f'    *) words+=("$word") ;;\n  esac\ndone\nexec {CXX} {" ".join(flags)} -I{include} "${{words[@]}}"\n')
        compiler.chmod(0o755)
        return compiler

    def test_a_kokkos_for_another_gpu_is_refused(self):
        for gpu, devices, told in (
                ("hip", "OPENMP;SERIAL", "has no HIP backend, but KITT_GPU is hip"),
                ("sycl", "OPENMP;SERIAL;HIP", "computes on a GPU, but KITT_GPU is sycl (-DKITT_GPU=hip would use it)"),
                ("none", "OPENMP;SERIAL;SYCL", "computes on a GPU, but KITT_GPU is none (-DKITT_GPU=sycl would use it)"),
                ("hip", "OPENMP;SERIAL;HIP", None), ("sycl", "OPENMP;SERIAL;SYCL", None)):
            with self.subTest(gpu=gpu, devices=devices):
                shutil.rmtree(self.folder)
                self.folder.mkdir()
                compiler = CXX if gpu == "none" else self.gpu_compiler(gpu)
                status, said = self.with_kokkos("-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos", f"-DKITT_GPU={gpu}",
                                                f"-DSTAND_IN_DEVICES={devices}", compiler=compiler)
                self.assertEqual(status == 0, told is None, said)
                self.assertIn(told or "-- Configuring done", said)

    def test_a_compiler_without_the_gpu_is_refused_at_once(self):
        for gpu, (name, *_) in self.GPUS.items():
            status, said = self.configure(f"-DKITT_GPU={gpu}", "-DKITT_CORE_ONLY=ON")
            self.assertNotEqual(status, 0)
            self.assertRegex(said, rf"KITT_GPU={gpu} needs a compiler that knows .*, but \S+ does not \(.*error: .+\): "
                                   rf"give -DCMAKE_CXX_COMPILER={name}, in a new build folder")
        old = self.gpu_compiler("sycl", "-D__INTEL_LLVM_COMPILER=20240200")
        shutil.rmtree(self.folder / "build")
        status, said = self.configure("-DKITT_GPU=sycl", "-DKITT_CORE_ONLY=ON", compiler=old)
        self.assertNotEqual(status, 0)
        self.assertRegex(said, r"KITT_GPU=sycl needs icpx 2024\.2\.1 or newer, as Kokkos 4\.7 does \(\S+/icpx is 2024\.2\.0\): give")
        shutil.rmtree(self.folder / "build")
        status, said = self.configure("-DKITT_GPU=opencl", "-DKITT_CORE_ONLY=ON")
        self.assertNotEqual(status, 0)
        self.assertIn("KITT_GPU=opencl is unknown: give none, cuda, hip or sycl", said)
        self.assertFalse(self.cache.exists())

    def test_presets_of_gpus_say_which_compiler_they_lack(self):
        environment = {name: value for name, value in os.environ.items() if name not in ("CXX", "ROCM_PATH", "CMPLR_ROOT")}
        environment["PATH"] = str(self.folder)
        cmake = shutil.which("cmake")
        for gpu, (name, _) in self.GPUS.items():
            if shutil.which(name, path="/opt/rocm/bin:/opt/intel/oneapi/compiler/latest/bin"):
                continue
            result = subprocess.run([cmake, "--preset", gpu, "-B", self.folder / gpu], cwd=ROOT, env=environment,
                                    capture_output=True, text=True)
            said = one_line(result.stdout + result.stderr)
            self.assertNotEqual(result.returncode, 0)
            self.assertRegex(said, rf"KITT_GPU={gpu} needs {name} \(it is not in the PATH\): install \S+ \S+ or give its path "
                                   "with -DCMAKE_CXX_COMPILER=")

    @unittest.skipIf(platform.machine() != "x86_64", "skipped: flags of an x86 compiler")
    def test_a_kokkos_for_more_than_the_cpu_stated_is_refused(self):
        asked = ["-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos", "-DKITT_CPU_FLAGS=-march=core-avx2"]
        status, said = self.with_kokkos(*asked, "-DSTAND_IN_FLAGS=-march=skylake-avx512")
        self.assertNotEqual(status, 0)
        self.assertIn("was built for another CPU: KITT_CPU=kokkos -march=core-avx2 lacks AVX512",
                      said)
        status, said = self.with_kokkos(*asked, "-DSTAND_IN_FLAGS=-march=sandybridge")
        self.assertEqual(status, 0, said)
        self.assertIn("does not use some instruction sets of this CPU (__AVX2__", said)
        status, said = self.configure("-DKITT_CORE_ONLY=ON", "-DKITT_CPU=haswell")
        self.assertIn("needs KITT_CPU=kokkos", said)

    def test_verification_sees_nan_with_any_flags(self):
        asked = ("-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        added = "KITT adds -fno-finite-math-only"
        for compiler in filter(None, (CXX, ODD_CLANG)):
            shutil.rmtree(self.folder / "build", ignore_errors=True)
            for flags in (["-DCMAKE_CXX_FLAGS=-ffast-math"], ["-DCMAKE_CXX_FLAGS=", "-DCMAKE_CXX_FLAGS_RELEASE=-Ofast"],
                          ["-DCMAKE_CXX_FLAGS_RELEASE=-O3 -ffinite-math-only"]):
                with self.subTest(compiler=compiler, flags=flags):
                    status, said = self.with_kokkos(*asked, *flags, compiler=compiler)
                    self.assertEqual(status, 0, said)
                    self.assertIn(added, said)
                    commands = json.loads((self.folder / "build" / "compile_commands.json").read_text())
                    ours = [entry["command"] for entry in commands if "/kitt_git_commit.cpp" not in entry["file"]]
                    self.assertTrue(ours)
                    for command in ours:
                        self.assertRegex(command, "(-ffast-math|-Ofast|-ffinite-math-only).* -fno-finite-math-only ")
                    header = (self.folder / "build" / "build_info" / "kitt_build_info.hpp").read_text()
                    self.assertRegex(header, "(-ffast-math|-Ofast|-ffinite-math-only).* -fno-finite-math-only")
            status, said = self.with_kokkos(*asked, "-DCMAKE_CXX_FLAGS_RELEASE=-O3", compiler=compiler)
            self.assertEqual(status, 0, said)
            self.assertNotIn(added, said)

    def test_each_compiler_warning_about_the_cpu_is_disabled(self):
        compiler = self.folder / "warning-c++"
        compiler.write_text('#!/bin/sh\nfor word; do\n  test "$word" = -S && echo "warning: 1 [-Wone]\n2 [-Wtwo]" >&2\ndone\n'
                            f'exec {CXX} "$@"\n')
        compiler.chmod(0o755)
        status, said = self.with_kokkos("-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos", compiler=compiler)
        self.assertEqual(status, 0, said)
        self.assertIn("(disabled by -Wno-one;-Wno-two): warning: 1 [-Wone] 2 [-Wtwo]", said)

    @unittest.skipIf(not ODD_CLANG, "skipped: there is no clang++-19")
    def test_compiler_warnings_about_the_cpu_are_no_errors(self):
        status, said = self.with_kokkos(
            "-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos", "-DKITT_WARNINGS_AS_ERRORS=ON",
            f"-DSTAND_IN_FLAGS={';'.join(ODD_FLAGS)}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            "-DKITT_UNITY=OFF", compiler=ODD_CLANG)
        self.assertEqual(status, 0, said)
        self.assertIn("The compiler warns about the flags of this CPU (disabled by -Wno-invalid-feature-combination)",
                      said)
        commands = json.loads((self.folder / "build" / "compile_commands.json").read_text())
        command = next(entry["command"] for entry in commands
                       if entry["file"].endswith("core/lattice/stencil.cpp"))
        self.assertTrue(all(flag in command for flag in ODD_FLAGS), command)
        empty = self.folder / "empty.cpp"
        empty.write_text("")
        command = re.sub(r"-o \S+ -c \S+", f"-fsyntax-only {empty}", command)
        result = subprocess.run(command, shell=True, capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))


@unittest.skipIf(not shutil.which("git"), "skipped: there is no git")
class Commit(unittest.TestCase):
    """Tests which repository's commit a build records."""

    SCRIPT = pathlib.Path("cmake", "KittGitCommit.cmake")

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kitt-cmake-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def sources(self, name):
        """Makes a folder with the sources of KITT that the commit depends on."""
        (self.folder / name / "cmake").mkdir(parents=True)
        for file in (self.SCRIPT, ".gitattributes"):
            shutil.copy(ROOT / file, self.folder / name / file)
        return self.folder / name

    def git(self, source, *words):
        identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
        return subprocess.run(["git", "-C", source, *identity, *words], check=True, capture_output=True).stdout

    def repository(self, source):
        """Turns a folder into a repository. Returns its commit."""
        self.git(source, "init", "-q")
        self.git(source, "add", "-A")
        self.git(source, "commit", "-qm", "all")
        return self.git(source, "rev-parse", "--short=12", "HEAD").decode().strip()

    def commit(self, source, asked=None):
        script = self.folder / "ask.cmake"
        script.write_text(f"include({source / self.SCRIPT})\nkitt_git_commit(commit {source})\nmessage(${{commit}})\n")
        environment = {name: value for name, value in os.environ.items() if name != "KITT_GIT_COMMIT"}
        if asked is not None:
            environment["KITT_GIT_COMMIT"] = asked
        result = subprocess.run(["cmake", "-P", script], env=environment, capture_output=True, text=True, check=True)
        return result.stderr.strip()

    def test_a_clone_records_its_own_commit(self):
        source = self.sources("clone")
        commit = self.repository(source)
        self.assertEqual(self.commit(source), commit)
        with (source / self.SCRIPT).open("a") as script:
            script.write("# changed\n")
        self.assertEqual(self.commit(source), commit + "-dirty")
        self.assertEqual(self.commit(source, "unknown"), commit + "-dirty")
        self.assertEqual(self.commit(source, "0123"), "0123")

    def test_the_commit_of_an_outer_repository_is_not_used(self):
        source = self.sources("around/kitt")
        self.assertEqual(self.commit(source), "unknown")
        self.repository(self.folder / "around")
        self.assertEqual(self.commit(source), "unknown")

    def test_the_commit_of_a_repository_without_kitt_is_not_used(self):
        source = self.sources("ignored")
        (source / ".gitignore").write_text("cmake\n")
        self.repository(source)
        self.assertEqual(self.commit(source), "unknown")

    def test_an_archive_contains_its_commit(self):
        source = self.sources("clone")
        commit = self.repository(source)
        unpacked = self.folder / "around" / "kitt"
        unpacked.mkdir(parents=True)
        subprocess.run(["tar", "-x", "-C", unpacked], input=self.git(source, "archive", "HEAD"), check=True)
        self.assertEqual(self.commit(unpacked), commit)
        self.repository(self.folder / "around")
        self.assertEqual(self.commit(unpacked), commit)

    @unittest.skipIf(os.geteuid() != 0, "skipped: only root can give files away")
    def test_a_clone_of_another_owner_records_its_commit(self):
        source = self.sources("clone")
        commit = self.repository(source)
        for path in [source, *source.rglob("*")]:
            os.chown(path, 65534, 65534)
        self.assertEqual(self.commit(source), commit)


class Presets(unittest.TestCase):
    def test_every_visible_preset_has_a_display_name(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
        self.assertEqual([preset["name"] for preset in presets
                          if not preset.get("hidden") and not preset.get("displayName")], [])


if __name__ == "__main__":
    outcome = unittest.main(exit=False, verbosity=2).result
    sys.exit(0 if outcome.wasSuccessful() else 1)
