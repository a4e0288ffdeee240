# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""As much of Spack's package API as KITT's recipe uses, written anew: directives are recorded, and
a package can be asked for its CMake options. It concretizes nothing."""

import contextlib
import dataclasses
import os
import re

__all__ = ["Executable", "SkipTest", "cache_extra_test_sources", "conflicts", "default_args",
           "depends_on", "join_path", "license", "run_after", "variant", "version", "when"]

join_path = os.path.join


class SkipTest(Exception):
    pass


class Executable:
    pass


def cache_extra_test_sources(package, sources):
    pass


@dataclasses.dataclass
class Directive:
    kind: str
    name: str
    options: dict


recorded = []  # by the class body that is being executed
_conditions = []
_defaults = [{}]


def _directive(kind):
    def record(name, **options):
        options = {**_defaults[-1], **options}
        options["when"] = "".join([*_conditions, options.get("when", "")])
        recorded.append(Directive(kind, name, options))

    return record


version, variant, depends_on, conflicts, license = map(
    _directive, ("version", "variant", "depends_on", "conflicts", "license"))


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


class Spec:
    """Values of variants, by name: True, False or a tuple of words. Those whose condition does not
    hold are not there."""

    def __init__(self, values):
        self.variants = values

    def satisfies(self, condition):
        """Of "+program~mpi"."""
        terms = re.findall(r"([+~])(\w+)", condition)
        assert "".join(map("".join, terms)) == condition, f"no such condition here: {condition}"
        return all(self.variants.get(name) == (sign == "+") for sign, name in terms)
