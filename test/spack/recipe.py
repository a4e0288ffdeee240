#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads Spack's recipe for KITT without Spack and makes its CMake command lines.

    test/spack/recipe.py [+VARIANT | ~VARIANT | precision=single]... [--kokkos PREFIX]
                         [--kernels PREFIX] [--build FOLDER --prefix PREFIX]

prints the CMake options of these variants. With --build it configures, builds and installs KITT with these options, and
with a Kokkos (and Kokkos Kernels) under the given prefix, as Spack would.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RECIPE = ROOT / "spack" / "spack_repo" / "kitt" / "packages" / "kitt" / "package.py"


def load():
    """Loads the class Kitt of the recipe. Its base class and directives come from standin/."""
    sys.path.insert(0, str(HERE / "standin"))
    try:
        specification = importlib.util.spec_from_file_location("kitt_recipe", RECIPE)
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    return module.Kitt


def directives(kind):
    return [entry for entry in load().directives if entry.kind == kind]


def this_mpi():
    """Returns this machine's MPI as Spack describes it: $KITT_MPICXX, otherwise the MPI in the path."""
    compiler = pathlib.Path(os.environ.get("KITT_MPICXX") or shutil.which("mpicxx") or "mpicxx")
    return types.SimpleNamespace(name=compiler.suffix[1:] or "openmpi", mpicxx=str(compiler),
                                 prefix=types.SimpleNamespace(bin=str(compiler.parent)))


def package(words=(), cpu_flags="", **dependencies):
    """Returns the package with its defaults, changed by words such as "+this", "~that", "precision=single"."""
    from_package = load()
    spec_type = sys.modules["spack.package"].Spec
    chosen = {}
    for word in words:
        flag = re.fullmatch(r"([+~])(\w+)", word)
        choice = re.fullmatch(r"(\w+)=([\w,]+)", word)
        if not flag and not choice:
            raise SystemExit(f'recipe.py: "{word}" is no variant: write +this, ~that or this=value')
        if flag:
            chosen[flag[2]] = flag[1] == "+"
        else:
            chosen[choice[1]] = tuple(choice[2].split(","))
    variants = [entry for entry in from_package.directives if entry.kind == "variant"]
    unknown = set(chosen) - {entry.name for entry in variants}
    if unknown:
        raise SystemExit(f"recipe.py: no variant {', '.join(sorted(unknown))}")
    values = {}
    for entry in variants:
        if spec_type(values).satisfies(entry.options["when"]):
            default = entry.options["default"]
            if isinstance(default, str):
                default = tuple(default.split(","))
            values[entry.name] = chosen.get(entry.name, default)
    return from_package(spec_type(values, {"mpi": this_mpi(), **dependencies}, cpu_flags))


def configure(arguments, build, prefixes, extra=()):
    """Configures KITT like Spack's CMakePackage, with all standard options that matter here."""
    environment = {name: value for name, value in os.environ.items() if name != "CMAKE_PREFIX_PATH"}
    words = ["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE:STRING=Release",
             "-DCMAKE_FIND_USE_PACKAGE_REGISTRY:BOOL=OFF",
             f"-DCMAKE_PREFIX_PATH:STRING={';'.join(map(str, prefixes))}", *arguments, *extra]
    return subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True)


def build_and_install(build, prefix):
    for words in (["--build", build, "--parallel", str(os.cpu_count())],
                  ["--install", build, "--prefix", prefix]):
        subprocess.run(["cmake", *words], check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("variants", nargs="*", metavar="+VARIANT")
    parser.add_argument("--kokkos", default="", help="folder where Kokkos is installed")
    parser.add_argument("--kernels", default="", help="folder where Kokkos Kernels is installed")
    parser.add_argument("--build", help="build folder; configures and builds there")
    parser.add_argument("--prefix", help="folder to install to")
    options = parser.parse_args()
    arguments = package(options.variants).cmake_args()
    print("\n".join(arguments))
    if options.build:
        if not options.prefix:
            raise SystemExit("recipe.py: --build without --prefix: say where to install")
        prefixes = [path for path in (options.kokkos, options.kernels) if path]
        result = configure(arguments, options.build, prefixes)
        print(result.stdout + result.stderr)
        if result.returncode != 0:
            raise SystemExit("recipe.py: CMake refused this (see above)")
        build_and_install(options.build, options.prefix)


if __name__ == "__main__":
    main()
