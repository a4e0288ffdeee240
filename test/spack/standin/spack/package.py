# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Stands in for the part of Spack's package API that KITT's recipe uses. Directives are recorded, and a package can
return its CMake options. The stand-in does not concretize."""

import contextlib
import dataclasses
import os
import re
import subprocess

__all__ = ["Executable", "SkipTest", "cache_extra_test_sources", "conflicts", "default_args",
           "depends_on", "join_path", "license", "maintainers", "microarchitecture_flags",
           "requires", "run_after", "variant", "version", "when"]

join_path = os.path.join


class SkipTest(Exception):
    pass


class Executable:
    """Runs a program and raises an error if the program fails, like Spack's class."""

    def __init__(self, path):
        self.path = path

    def __call__(self, *arguments, output):
        return subprocess.run([self.path, *arguments], check=True, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=300).stdout


def cache_extra_test_sources(package, sources):
    pass


@dataclasses.dataclass
class Directive:
    kind: str
    name: str
    options: dict


recorded = []  # filled by the class body that is being executed
_conditions = []
_defaults = [{}]


def _directive(kind):
    def record(name, **options):
        options = {**_defaults[-1], **options}
        options["when"] = "".join([*_conditions, options.get("when", "")])
        recorded.append(Directive(kind, name, options))

    return record


version, variant, depends_on, conflicts, requires, license, maintainers = map(
    _directive, ("version", "variant", "depends_on", "conflicts", "requires", "license", "maintainers"))


@contextlib.contextmanager
def when(condition):
    _conditions.append(condition)
    yield
    _conditions.pop()


@contextlib.contextmanager
def default_args(**options):
    _defaults.append({**_defaults[-1], **options})
    yield
    _defaults.pop()


def run_after(_phase):
    return lambda method: method


def microarchitecture_flags(spec, _language):
    return spec.cpu_flags


class Spec:
    """Stands for Spack's spec. It has values of variants by name: True, False or a tuple of words. Variants whose
    condition is false are absent. The test sets dependencies and the flags for the target."""

    def __init__(self, values, dependencies=None, cpu_flags=""):
        self.variants = values
        self.dependencies = dependencies or {}
        self.cpu_flags = cpu_flags

    def __getitem__(self, name):
        return self.dependencies[name]

    def satisfies(self, condition):
        """Returns whether the variants fit words such as "+program~mpi"."""
        terms = re.findall(r"([+~])(\w+)", condition)
        assert "".join(map("".join, terms)) == condition, f"no such condition here: {condition}"
        return all(self.variants.get(name) == (sign == "+") for sign, name in terms)
