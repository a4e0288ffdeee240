#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""What KITT's CMake says and refuses, with a stand-in for an installed Kokkos.

KITT_CXX in the environment: the compiler to configure with (c++)."""

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

    def configure(self, *options, compiler=CXX):
        environment = {**os.environ, "KITT_CACHE_DIR": str(self.cache)}
        words = ["cmake", "-S", ROOT, "-B", self.folder / "build", "-G", "Ninja",
                 f"-DCMAKE_CXX_COMPILER={compiler}", "-DBUILD_TESTING=OFF", *options]
        result = subprocess.run(words, env=environment, capture_output=True, text=True,
                                stdin=subprocess.DEVNULL)
        return result.returncode, one_line(result.stdout + result.stderr)

    def with_kokkos(self, *options, **named):
        return self.configure(f"-DKokkos_DIR={HERE / 'stand_in_kokkos'}",
                              "-DKITT_KOKKOS_POLICY=SYSTEM", *options, **named)

    def test_what_is_missing_is_told_at_once_with_names(self):
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

    def test_a_build_for_simulated_machines_says_what_it_lacks(self):
        status, said = self.configure("-DKITT_SIMULATED=ON", "-DKITT_SMPICXX=")
        self.assertNotEqual(status, 0)
        self.assertIn("needs SimGrid's smpicxx and smpirun, which are not on the PATH: install Debian's libsimgrid-dev",
                      said)

    def test_system_fetches_nothing(self):
        header = self.folder / "pocketfft" / "include" / "pocketfft_hdronly.h"
        header.parent.mkdir(parents=True)
        header.touch()
        status, said = self.with_kokkos("-DKITT_CPU=kokkos", f"-Dpocketfft_ROOT={header.parents[1]}",
                                        "-DKITT_FFT=pocketfft", "-DCMAKE_DISABLE_FIND_PACKAGE_KokkosKernels=ON")
        self.assertNotEqual(status, 0)
        self.assertIn("No Kokkos Kernels that fits was found (none is installed)", said)
        self.assertIn("-DKITT_KOKKOSKERNELS_POLICY=BUNDLED", said)
        self.assertFalse(self.cache.exists())

    def test_a_pocketfft_that_cannot_be_had_is_told_of(self):
        status, said = self.with_kokkos("-DKITT_FFT=pocketfft", "-DCMAKE_DISABLE_FIND_PACKAGE_pocketfft=ON")
        self.assertNotEqual(status, 0)
        self.assertIn("may not fetch one (KITT_KOKKOS_POLICY=SYSTEM, KITT_POCKETFFT_POLICY=AUTO)", said)
        self.assertFalse(self.cache.exists())
        with mock.patch.dict(os.environ, PIP_NO_INDEX="1"):  # as without a network
            status, said = self.with_kokkos("-DKITT_POCKETFFT_POLICY=BUNDLED")
        self.assertNotEqual(status, 0)
        self.assertRegex(said, "pocketfft's header could not be fetched. Without a network: put the source "
                               r"distribution \(sha256 \w{64}\) at \S+/source/pythran-[\d.]+\.tar\.gz or take")

    def test_an_older_kokkos_is_named(self):
        status, said = self.with_kokkos("-DKITT_CORE_ONLY=ON", "-DSTAND_IN_VERSION=4.5.1")
        self.assertNotEqual(status, 0)
        self.assertIn("is version 4.5.1, 4.7 or newer is needed", said)

    def test_a_kokkos_5_is_told_of(self):
        told = "KITT was never built with Kokkos 5"
        for version, expected in (("5.0.0", self.assertIn), ("4.7.1", self.assertNotIn)):
            status, said = self.with_kokkos("-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos",
                                            f"-DSTAND_IN_VERSION={version}")
            self.assertEqual(status, 0, said)
            expected(told, said)

    @unittest.skipIf(platform.machine() != "x86_64", "skipped: flags of an x86 compiler")
    def test_a_kokkos_for_more_than_the_cpu_stated_is_refused(self):
        asked = ["-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos", "-DKITT_CPU_FLAGS=-march=core-avx2"]
        status, said = self.with_kokkos(*asked, "-DSTAND_IN_FLAGS=-march=skylake-avx512")
        self.assertNotEqual(status, 0)
        self.assertIn("was built for another CPU: KITT_CPU=kokkos -march=core-avx2 lacks AVX512",
                      said)
        status, said = self.with_kokkos(*asked, "-DSTAND_IN_FLAGS=-march=sandybridge")
        self.assertEqual(status, 0, said)
        self.assertIn("leaves instruction sets of this CPU unused (__AVX2__", said)
        status, said = self.configure("-DKITT_CORE_ONLY=ON", "-DKITT_CPU=haswell")
        self.assertIn("goes with KITT_CPU=kokkos", said)

    @unittest.skipIf(not ODD_CLANG, "skipped: there is no clang++-19")
    def test_what_a_compiler_says_of_the_cpu_is_no_error_of_ours(self):
        status, said = self.with_kokkos(
            "-DKITT_CORE_ONLY=ON", "-DKITT_CPU=kokkos", "-DKITT_WARNINGS_AS_ERRORS=ON",
            f"-DSTAND_IN_FLAGS={';'.join(ODD_FLAGS)}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            "-DKITT_UNITY=OFF", compiler=ODD_CLANG)
        self.assertEqual(status, 0, said)
        self.assertIn("The compiler says of this CPU (silenced by -Wno-invalid-feature-combination)",
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


class Presets(unittest.TestCase):
    def test_every_preset_to_choose_has_a_name_to_show(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
        self.assertEqual([preset["name"] for preset in presets
                          if not preset.get("hidden") and not preset.get("displayName")], [])


if __name__ == "__main__":
    outcome = unittest.main(exit=False, verbosity=2).result
    sys.exit(0 if outcome.wasSuccessful() else 1)
