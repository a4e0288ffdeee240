#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Hybrid Monte Carlo once more, without KITT's code: prints the plaquette of each trajectory.

It needs numpy. Its result is the golden plaquette of `kitt hmc --size test`:

    reference_hmc.py --L 8 --trajectories 20 --measured 10

Both programs use the same random numbers (splitmix64 with a counter), the same start and the same
integrator. Everything else is different: exponentials come from a scaled Taylor series, and staples
from shifted arrays.
"""
import argparse

import numpy as np

WORD = (1 << 64) - 1


def bits(seed, n):
    """Returns the n-th random numbers of a stream, as 64-bit words. Source: splitmix64."""
    with np.errstate(over="ignore"):
        n = np.asarray(n, dtype=np.uint64)
        z = np.uint64(seed & WORD) + (n + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def uniform(seed, n):
    """Returns numbers in [-1, 1)."""
    return (bits(seed, n) >> np.uint64(11)).astype(np.float64) * 2.0**-52 - 1.0


def links_of(shape, numbers):
    """Returns the first of `numbers` numbers of each link. Arrays are indexed [t, z, y, x, mu]."""
    sites = np.arange(np.prod(shape), dtype=np.uint64).reshape(shape)
    return (sites[..., None] * np.uint64(4) + np.arange(4, dtype=np.uint64)) * np.uint64(numbers)


def hot_start(shape, seed):
    """Returns links from Gram-Schmidt on two rows of Gaussian numbers."""
    n = links_of(shape, 9)[..., None] + np.arange(9, dtype=np.uint64)
    u = 0.5 * (1.0 - uniform(seed, np.uint64(2) * n))
    phase = np.pi * uniform(seed, np.uint64(2) * n + np.uint64(1))
    rows = (np.sqrt(-2.0 * np.log(u)) * np.exp(1j * phase)).reshape(n.shape[:-1] + (3, 3))
    first = rows[..., 0, :] / np.linalg.norm(rows[..., 0, :], axis=-1, keepdims=True)
    overlap = np.sum(np.conj(first) * rows[..., 1, :], axis=-1, keepdims=True)
    second = rows[..., 1, :] - overlap * first
    second = second / np.linalg.norm(second, axis=-1, keepdims=True)
    return np.stack([first, second, np.conj(np.cross(first, second))], axis=-2)


GELL_MANN = np.zeros((8, 3, 3), dtype=complex)
for number, (i, j) in {0: (0, 1), 3: (0, 2), 5: (1, 2)}.items():
    GELL_MANN[number, i, j] = GELL_MANN[number, j, i] = 1
    GELL_MANN[number + 1, i, j] = -1j
    GELL_MANN[number + 1, j, i] = 1j
GELL_MANN[2] = np.diag([1, -1, 0])
GELL_MANN[7] = np.diag([1, 1, -2]) / np.sqrt(3)


def momenta(shape, stream):
    """Returns anti-hermitian momenta i sum_a p_a lambda_a / 2 with Gaussian p_a."""
    pairs = links_of(shape, 8)[..., None] + np.arange(0, 8, 2, dtype=np.uint64)
    radius = np.sqrt(-2.0 * np.log(0.5 * (1.0 - uniform(stream, pairs))))
    phase = np.pi * uniform(stream, pairs + np.uint64(1))
    p = np.stack([radius * np.cos(phase), radius * np.sin(phase)], axis=-1)
    return 0.5j * np.einsum("...a,aij->...ij", p.reshape(p.shape[:-2] + (8,)), GELL_MANN)


def dagger(u):
    return np.conj(np.swapaxes(u, -1, -2))


def shift(field, mu, steps):
    """Returns the field at x + steps mu."""
    return np.roll(field, -steps, axis=3 - mu)


def mean_plaquette(links):
    total = 0.0
    for mu in range(4):
        for nu in range(mu):
            a, b = links[..., mu, :, :], links[..., nu, :, :]
            loop = a @ shift(b, mu, 1) @ dagger(shift(a, nu, 1)) @ dagger(b)
            total += np.trace(loop, axis1=-2, axis2=-1).real.mean() / 3
    return total / 6


def exponential(a):
    """Returns exp(A) as (exp(A / 16))^16 by the Taylor series."""
    one = np.broadcast_to(np.eye(3, dtype=complex), a.shape)
    result = one
    for k in range(14, 0, -1):
        result = one + (a / 16) @ result / k
    for _ in range(4):
        result = result @ result
    return result


def force(links, beta):
    """Returns beta / 6 times the traceless anti-hermitian part of link times staples."""
    result = np.empty_like(links)
    for mu in range(4):
        u = links[..., mu, :, :]
        staples = np.zeros_like(u)
        for nu in range(4):
            if nu == mu:
                continue
            v = links[..., nu, :, :]
            staples += shift(v, mu, 1) @ dagger(shift(u, nu, 1)) @ dagger(v)
            below = dagger(shift(v, mu, 1)) @ dagger(u) @ v
            staples += shift(below, nu, -1)
        w = u @ staples
        w = (w - dagger(w)) / 2
        trace = np.trace(w, axis1=-2, axis2=-1) / 3
        result[..., mu, :, :] = beta / 6 * (w - trace[..., None, None] * np.eye(3))
    return result


def energy(links, p, beta):
    kinetic = np.sum(np.abs(p) ** 2)
    return kinetic + beta * 6 * np.prod(links.shape[:4]) * (1 - mean_plaquette(links))


def trajectory(links, number, options):
    """Makes a trajectory with the integrator of Omelyan. Returns the links and dH."""
    seed = options.seed
    p = momenta(links.shape[:4], int(bits(seed, 2 * number)))
    step = 1.0 / options.steps
    weight = 0.1931833275037836
    before = energy(links, p, options.beta)
    moved = links
    p = p - weight * step * force(moved, options.beta)
    for i in range(options.steps):
        moved = exponential(step / 2 * p) @ moved
        p = p - (1 - 2 * weight) * step * force(moved, options.beta)
        moved = exponential(step / 2 * p) @ moved
        last = i + 1 == options.steps
        p = p - (1 if last else 2) * weight * step * force(moved, options.beta)
    delta = energy(moved, p, options.beta) - before
    chance = 0.5 * (1 + float(uniform(int(bits(seed, 2 * number + 1)), 0)))
    accepted = delta <= 0 or chance < np.exp(-delta)
    return (moved if accepted else links), delta, accepted


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--L", type=int, default=8)
    parser.add_argument("--beta", type=float, default=6.0)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trajectories", type=int, default=20)
    parser.add_argument("--measured", type=int, default=10, help="last trajectories of the mean")
    options = parser.parse_args()
    links = hot_start((options.L,) * 4, options.seed)
    plaquettes = []
    for number in range(options.trajectories):
        links, delta, accepted = trajectory(links, number, options)
        plaquettes.append(mean_plaquette(links))
        print(f"{number + 1} {plaquettes[-1]:.12f} dH {delta:.6g} {'yes' if accepted else 'no'}", flush=True)
    print(f"mean {np.mean(plaquettes[-options.measured:]):.12f}")


if __name__ == "__main__":
    main()
