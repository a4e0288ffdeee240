# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Stands in for Spack's CMakePackage."""

from spack.package import recorded


class CMakePackage:
    def __init_subclass__(cls):
        cls.directives = [*getattr(cls, "inherited", []), *recorded]
        recorded.clear()

    def __init__(self, spec):
        self.spec = spec

    def __getitem__(self, name):
        """Returns the package of a dependency, as set by the test."""
        return self.spec[name]

    def define(self, name, value):
        if isinstance(value, bool):
            return f"-D{name}:BOOL={'ON' if value else 'OFF'}"
        return f"-D{name}:STRING={value if isinstance(value, str) else ';'.join(sorted(value))}"

    def define_from_variant(self, name, variant):
        return self.define(name, self.spec.variants[variant])
