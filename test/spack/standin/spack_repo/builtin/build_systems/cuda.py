# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Stands in for Spack's CudaPackage."""

from spack.package import recorded, variant


class CudaPackage:
    cuda_arch_values = ("80", "90")
    variant("cuda", default=False)
    inherited = recorded[:]


recorded.clear()
