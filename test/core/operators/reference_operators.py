#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Clover, twisted-mass and Moebius operators once more, without KITT's code: prints golden_operators.json.

It needs numpy. Links and sources come from KITT's random numbers (splitmix64 with a counter). Everything else is
different from KITT: dense gamma matrices, shifted arrays, and clover terms from closed paths of links.
"""
import json
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).parents[2] / "miniapp" / "benchmarks" / "hmc"))
from reference_hmc import hot_start, uniform  # noqa: E402

EXTENTS = {"x": 4, "y": 4, "z": 4, "t": 4}
SHAPE = tuple(EXTENTS[name] for name in "tzyx")
SEEDS = {"links": 20261128, "source": 20261129}
LS = 8
MASS, CSW, MU = 0.1, 1.3, 0.4
M5, B5, C5 = 1.8, 1.5, 0.5

GAMMA = np.array([[[0, 0, 0, 1j], [0, 0, 1j, 0], [0, -1j, 0, 0], [-1j, 0, 0, 0]],
                  [[0, 0, 0, -1], [0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]],
                  [[0, 0, 1j, 0], [0, 0, 0, -1j], [-1j, 0, 0, 0], [0, 1j, 0, 0]],
                  [[0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]])
GAMMA5 = GAMMA[0] @ GAMMA[1] @ GAMMA[2] @ GAMMA[3]
ONE = np.eye(4)


def dagger(matrices):
    return np.conj(np.swapaxes(matrices, -1, -2))


def from_site(array, mu, steps, first_axis):
    """Returns the array with the value of x + steps mu at x."""
    return np.roll(array, -steps, axis=first_axis + 3 - mu)


def source():
    """Returns spinors, indexed [s, t, z, y, x, spin, colour]."""
    shape = (LS, *SHAPE, 4, 3)
    n = np.arange(np.prod(shape), dtype=np.uint64).reshape(shape) * np.uint64(2)
    return uniform(SEEDS["source"], n) + 1j * uniform(SEEDS["source"], n + np.uint64(1))


def hopping(links, psi, sign):
    """Returns D psi, or D^dagger psi if sign is -1. Links have the sign of the boundary."""
    total = np.zeros_like(psi)
    for mu in range(4):
        u = links[..., mu, :, :]
        forward = np.einsum("tzyxab,stzyxib->stzyxia", u, from_site(psi, mu, 1, 1))
        backward = from_site(np.einsum("tzyxba,stzyxib->stzyxia", np.conj(u), psi), mu, -1, 1)
        total -= 0.5 * np.einsum("ij,stzyxja->stzyxia", ONE - sign * GAMMA[mu], forward)
        total -= 0.5 * np.einsum("ij,stzyxja->stzyxia", ONE + sign * GAMMA[mu], backward)
    return total


def along(links, path):
    """Returns the product of links along a path from each site. Steps are +1 to +4, or back -1 to -4."""
    product = np.broadcast_to(np.eye(3, dtype=complex), links[..., 0, :, :].shape)
    # The path is walked from its end: shifting brings the product of later links to the site before.
    for step in reversed(path):
        mu = abs(step) - 1
        u = links[..., mu, :, :]
        if step > 0:
            product = u @ from_site(product, mu, 1, 0)
        else:
            product = from_site(dagger(u) @ product, mu, -1, 0)
    return product


def clover_term(links):
    """Returns csw i/4 sum_mu,nu sigma_mu,nu F_mu,nu, indexed [t, z, y, x, spin, colour, spin, colour]."""
    term = np.zeros((*SHAPE, 4, 3, 4, 3), dtype=complex)
    for mu in range(4):
        for nu in range(4):
            if mu == nu:
                continue
            a, b = mu + 1, nu + 1
            leaves = sum(along(links, path) for path in ([a, b, -a, -b], [b, -a, -b, a], [-a, -b, a, b], [-b, a, b, -a]))
            strength = (leaves - dagger(leaves)) / 8
            sigma = 0.5j * (GAMMA[mu] @ GAMMA[nu] - GAMMA[nu] @ GAMMA[mu])
            term += CSW * 0.25j * np.einsum("ij,tzyxab->tzyxiajb", sigma, strength)
    return term


def shift(psi, sign):
    """Returns T psi, or T^dagger psi if sign is -1: P_- psi(s+1) + P_+ psi(s-1), with -mass times the other end."""
    above, below = np.roll(psi, -1, axis=0), np.roll(psi, 1, axis=0)
    above[-1] *= -MASS
    below[0] *= -MASS
    return (np.einsum("ij,stzyxja->stzyxia", (ONE - sign * GAMMA5) / 2, above)
            + np.einsum("ij,stzyxja->stzyxia", (ONE + sign * GAMMA5) / 2, below))


def golden(psi, apply):
    """Returns norms, products and single numbers of M psi and M^dagger psi."""
    m, mdag = apply(psi, 1), apply(psi, -1)
    product = np.vdot(psi, m)
    samples = []
    for s, t, z, y, x, spin, colour in ([0, 0, 0, 0, 0, 0, 0], [0, 3, 0, 2, 1, 1, 2], [-1, 2, 3, 1, 0, 2, 1], [-1, 3, 3, 3, 3, 3, 0]):
        value, adjoint = m[s, t, z, y, x, spin, colour], mdag[s, t, z, y, x, spin, colour]
        samples.append({"s": s % len(psi), "t": t, "z": z, "y": y, "x": x, "spin": spin, "colour": colour,
                        "M": [value.real, value.imag], "Mdag": [adjoint.real, adjoint.imag]})
    return {"norm2_source": np.linalg.norm(psi) ** 2, "norm2_M": np.linalg.norm(m) ** 2,
            "norm2_Mdag": np.linalg.norm(mdag) ** 2, "src_dot_M": [product.real, product.imag], "samples": samples}


def main():
    links = hot_start(SHAPE, SEEDS["links"])
    term = clover_term(links)
    turned = links.copy()
    turned[-1, ..., 3, :, :] *= -1  # antiperiodic in time
    psi = source()

    def clover(field, sign):
        return hopping(turned, field, sign) + (4 + MASS) * field + np.einsum("tzyxiajb,stzyxjb->stzyxia", term, field)

    def twisted(field, sign):
        return (hopping(turned, field, sign) + (4 + MASS) * field
                + sign * 1j * MU * np.einsum("ij,stzyxja->stzyxia", GAMMA5, field))

    def mobius(field, sign):
        def wilson(of):
            return hopping(turned, of, sign) + (4 - M5) * of

        if sign > 0:  # D_+ - D_- T
            other = shift(field, sign)
            return B5 * wilson(field) + field - (other - C5 * wilson(other))
        return B5 * wilson(field) + field - shift(field - C5 * wilson(field), sign)

    document = {"extents": [EXTENTS[name] for name in "xyzt"], "boundary": -1, "seeds": SEEDS,
                "clover": {"mass": MASS, "csw": CSW, **golden(psi[:1], clover)},
                "twisted": {"mass": MASS, "mu": MU, **golden(psi[:1], twisted)},
                "mobius": {"mass": MASS, "M5": M5, "b5": B5, "c5": C5, "Ls": LS, **golden(psi, mobius)}}
    print("{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in document.items()) + "\n}")


if __name__ == "__main__":
    main()
