#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Hybrid Monte Carlo once more, without KITT's code: prints the plaquette of each trajectory.

It needs numpy. Its results are the golden plaquettes of `kitt hmc --size test`, without quarks and with
`--flavours 2`:

    reference_hmc.py --L 8 --trajectories 20 --measured 10
    reference_hmc.py --L 4 --T 8 --trajectories 20 --measured 10 --beta 5.6 --steps 5 --mass -0.7

Both programs use the same random numbers (splitmix64 with a counter), the same start and the same
integrator. Everything else is different: exponentials come from a scaled Taylor series, staples and
hopping terms from shifted arrays, and gamma matrices are dense.
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
        result[..., mu, :, :] = beta / 6 * traceless(w)
    return result


GAMMAS = np.array([
    [[0, 0, 0, 1j], [0, 0, 1j, 0], [0, -1j, 0, 0], [-1j, 0, 0, 0]],
    [[0, 0, 0, -1], [0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]],
    [[0, 0, 1j, 0], [0, 0, 0, -1j], [-1j, 0, 0, 0], [0, 1j, 0, 0]],
    [[0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]])  # x, y, z, t
SPINS = np.eye(4)
GAMMA5 = np.array([1, 1, -1, -1])[:, None]


class Quarks:
    """Two flavours of Wilson quarks with even-odd preconditioning, antiperiodic in time. Spinors are arrays
    [t, z, y, x, spin, colour]."""

    def __init__(self, shape, mass, mu):
        self.mass, self.mu = mass, mu
        self.odd = (np.indices(shape).sum(axis=0) % 2)[..., None, None]
        self.phi = None

    @staticmethod
    def with_boundary(links):
        links = links.copy()
        links[-1, ..., 3, :, :] *= -1
        return links

    @staticmethod
    def hopping(links, psi, sign=1):
        """Returns D psi, or D^dagger psi if the sign is -1."""
        total = np.zeros_like(psi)
        for mu in range(4):
            u = links[..., mu, :, :]
            total += (SPINS - sign * GAMMAS[mu]) @ shift(psi, mu, 1) @ np.swapaxes(u, -1, -2)
            total += (SPINS + sign * GAMMAS[mu]) @ shift(psi @ np.conj(u), mu, -1)
        return -0.5 * total

    def diagonal(self, sign=1):
        """Returns 4 + m + i mu gamma_5 for each spin, or the adjoint if the sign is -1."""
        return 4 + self.mass + sign * 1j * self.mu * GAMMA5

    def schur(self, links, psi, sign=1):
        """Returns (R - D_oe R^-1 D_eo) psi for psi on odd sites, or the adjoint. R is the diagonal part."""
        r = self.diagonal(sign)
        return r * psi - self.hopping(links, self.hopping(links, psi, sign) / r, sign)

    def solve(self, links):
        """Returns X = (A A^dagger)^-1 phi."""
        x = np.zeros_like(self.phi)
        r = self.phi.copy()
        p = r.copy()
        rr = start = np.vdot(r, r).real
        while rr > 1e-26 * start:
            q = self.schur(links, self.schur(links, p, -1))
            along = rr / np.vdot(p, q).real
            x += along * p
            r -= along * q
            rr, before = np.vdot(r, r).real, rr
            p = r + rr / before * p
        return x

    def draw(self, links, stream):
        """Draws phi = A eta and returns the action."""
        shape = links.shape[:4]
        sites = np.arange(np.prod(shape), dtype=np.uint64).reshape(shape)
        n = sites[..., None] * np.uint64(24) + np.arange(0, 24, 2, dtype=np.uint64)
        radius = np.sqrt(-np.log(0.5 * (1.0 - uniform(stream, n))))
        eta = radius * np.exp(1j * np.pi * uniform(stream, n + np.uint64(1)))
        eta = eta.reshape(shape + (4, 3)) * self.odd
        self.phi = self.schur(self.with_boundary(links), eta)
        return np.sum(np.abs(eta) ** 2)

    def action(self, links):
        return np.vdot(self.phi, self.solve(self.with_boundary(links))).real

    def force(self, links):
        links = self.with_boundary(links)
        x = self.solve(links)
        y = self.schur(links, x, -1)
        x = x - self.hopping(links, x, -1) / self.diagonal(-1)
        y = y - self.hopping(links, y) / self.diagonal()
        result = np.empty_like(links)
        for mu in range(4):
            w = np.einsum("rs,...sb,...ra->...ba", SPINS - GAMMAS[mu], shift(y, mu, 1), np.conj(x))
            w += np.einsum("rs,...sb,...ra->...ba", SPINS + GAMMAS[mu], shift(x, mu, 1), np.conj(y))
            result[..., mu, :, :] = -0.5 * traceless(links[..., mu, :, :] @ w)
        return result


def traceless(w):
    """Returns the traceless, anti-hermitian part of matrices."""
    w = (w - dagger(w)) / 2
    trace = np.trace(w, axis1=-2, axis2=-1) / 3
    return w - trace[..., None, None] * np.eye(3)


def energy(links, p, beta):
    kinetic = np.sum(np.abs(p) ** 2)
    return kinetic + beta * 6 * np.prod(links.shape[:4]) * (1 - mean_plaquette(links))


def omelyan(kick, drift, state, time, steps):
    """Follows the equations of motion with the integrator of Omelyan. A state is (links, momenta)."""
    step = time / steps
    weight = 0.1931833275037836
    state = kick(state, weight * step)
    for i in range(steps):
        state = drift(state, step / 2)
        state = kick(state, (1 - 2 * weight) * step)
        state = drift(state, step / 2)
        state = kick(state, (1 if i + 1 == steps else 2) * weight * step)
    return state


def trajectory(links, number, quarks, options):
    """Makes a trajectory. Returns the links and dH."""
    stream = int(bits(options.seed, 2 * number))
    p = momenta(links.shape[:4], stream)

    def gauge_kick(state, time):
        return state[0], state[1] - time * force(state[0], options.beta)

    def drift(state, time):
        return exponential(time * state[1]) @ state[0], state[1]

    def quark_kick(state, time):
        return state[0], state[1] - time * quarks.force(state[0])

    def short_trajectory(state, time):
        return omelyan(gauge_kick, drift, state, time, options.inner_steps)

    before = energy(links, p, options.beta)
    if quarks:
        before += quarks.draw(links, ~stream & WORD)
        moved, p = omelyan(quark_kick, short_trajectory, (links, p), 1.0, options.steps)
    else:
        moved, p = omelyan(gauge_kick, drift, (links, p), 1.0, options.steps)
    delta = energy(moved, p, options.beta) + (quarks.action(moved) if quarks else 0) - before
    chance = 0.5 * (1 + float(uniform(int(bits(options.seed, 2 * number + 1)), 0)))
    accepted = delta <= 0 or chance < np.exp(-delta)
    return (moved if accepted else links), delta, accepted


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--L", type=int, default=8)
    parser.add_argument("--T", type=int, help="extent in time [L]")
    parser.add_argument("--beta", type=float, default=6.0)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--mass", type=float, help="of two flavours of Wilson quarks [no quarks]")
    parser.add_argument("--mu", type=float, default=0.0, help="twisted mass of the quarks")
    parser.add_argument("--inner-steps", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trajectories", type=int, default=20)
    parser.add_argument("--measured", type=int, default=10, help="last trajectories of the mean")
    options = parser.parse_args()
    shape = (options.T or options.L,) + (options.L,) * 3
    links = hot_start(shape, options.seed)
    quarks = None if options.mass is None else Quarks(shape, options.mass, options.mu)
    plaquettes = []
    for number in range(options.trajectories):
        links, delta, accepted = trajectory(links, number, quarks, options)
        plaquettes.append(mean_plaquette(links))
        print(f"{number + 1} {plaquettes[-1]:.12f} dH {delta:.6g} {'yes' if accepted else 'no'}", flush=True)
    print(f"mean {np.mean(plaquettes[-options.measured:]):.12f}")


if __name__ == "__main__":
    main()
