# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The figure of merit of each kind of cell: the one that its people ask for first."""

import dataclasses

from kitt_report import text
from kitt_report.record import application, parameter, relative_error


@dataclasses.dataclass
class Merit:
    """One figure of a run. `error`: its standard error."""

    what: str
    figure: float
    error: float
    unit: str


def largest(key):
    """The cell whose `key` is largest; None if no cell has the key."""
    def choose(cells):
        return max((c for c in cells if c[key] is not None), key=lambda c: c[key], default=None)
    return choose


def first_kernel(kernels, choose):
    """Like `choose`, of the cells of the first of these kernels that the run has."""
    def chosen(cells):
        of_kernels = ([c for c in cells if c["kernel"] == kernel] for kernel in kernels)
        return choose(next((found for found in of_kernels if found), cells))
    return chosen


def smallest_block(cells):
    return min(cells, key=lambda c: parameter(c, "bytes"))


def rate_of(key, factor=1):
    return lambda cell: factor * cell[key]


def words_of_messages(cell):
    return (f"Messages, {cell['kernel']}: {text.size(parameter(cell, 'bytes'))}, "
            f"{text.count(parameter(cell, 'pairs'), 'pair')}")


def words_of_collective(cell):
    size = parameter(cell, "bytes")
    return f"Time of {cell['kernel']}{f' of {text.size(size)}' if size else ''}, {parameter(cell, 'ranks')} ranks"


# benchmark: [(which cell, its figure, unit, words of the cell)], of which the first that a run has counts
MERITS = {
    "hopping": [(largest("mflops_per_node"), rate_of("mflops_per_node"), "Mflop/s per node",
                 lambda c: f"Hopping term: {c['kernel']}{application(c)} at L = {c['l']}")],
    "solve": [(largest("mflops_per_node"), rate_of("mflops_per_node"), "Mflop/s per node",
               lambda c: f"Solver: {c['kernel']} at L = {c['l']}, {c['variant']}")],
    "bsm": [(first_kernel(["Dphi", "mad", "sqnorm"], largest("gflops_per_s_per_node")),
             rate_of("gflops_per_s_per_node"), "Gflop/s per node",
             lambda c: f"BSMBench: {c['kernel']}, case {parameter(c, 'case')}, at L = {c['l']}")],
    "memory": [(largest("gb_per_s_per_node"), rate_of("gb_per_s_per_node"), "GB/s per node",
                lambda c: f"Memory bandwidth: {c['kernel']} at L = {c['l']}")],
    "halo": [(lambda cells: max(cells, key=lambda c: c["one_way"]["mb_per_s_per_node"]),
              lambda c: c["one_way"]["mb_per_s_per_node"], "MB/s per node, one way",
              lambda c: f"Fastest exchange of faces: {c['directions']} by {c['transport']}, faces of "
                        f"{text.size(c['face_bytes'])}")],
    "p2p": [(largest("mb_per_s"), rate_of("mb_per_s"), "MB/s of all pairs", words_of_messages)],
    "stencil": [(largest("mb_per_s_per_node"), rate_of("mb_per_s_per_node"), "MB/s per node",
                 lambda c: f"Exchange with neighbours, {c['kernel']}: {parameter(c, 'messages')} x "
                           f"{text.size(parameter(c, 'bytes'))}")],
    "collectives": [(first_kernel(["allreduce", "allreduce-by-node", "barrier"], smallest_block),
                     lambda c: 1e6 * c["seconds"]["median"], "µs, less is better", words_of_collective)],
    "hash": [(first_kernel(["construct"], largest("operations_per_s")), rate_of("operations_per_s"),
              "operations per second of all ranks",
              lambda c: f"Distributed table, {c['kernel']}: entries of {text.size(parameter(c, 'entry_bytes'))}")],
    "transpose": [(largest("mb_per_s_per_node"), rate_of("mb_per_s_per_node"), "MB/s per node",
                   lambda c: f"Transposition, {c['kernel']} by {c['variant']}: blocks of "
                             f"{text.size(parameter(c, 'bytes'))}")],
    "fft": [(largest("gflops_per_s_per_node"), rate_of("gflops_per_s_per_node"), "Gflop/s per node",
             lambda c: f"Fourier transform of {parameter(c, 'box')} by {parameter(c, 'library')}")],
    "pic": [(largest("particles_per_s_per_node"), rate_of("particles_per_s_per_node", 1e-6),
             "10⁶ particles per second and node",
             lambda c: f"Particles in cells, {c['variant']}: {parameter(c, 'grid')}")],
    "numa": [(largest("gb_per_s"), rate_of("gb_per_s"), "GB/s",
              lambda c: f"Bandwidth of NUMA domains: {c['kernel']}, {c['variant']}"),
             (largest("nanoseconds"), rate_of("nanoseconds"), "ns, less is better",
              lambda c: f"Latency of NUMA domains, the longest: {c['variant']}"),
             (largest("gflops_per_s_per_thread"), rate_of("gflops_per_s_per_thread"), "Gflop/s per thread",
              lambda c: f"Products of matrices: {c['variant']}")],
    "domains": [(first_kernel(["exchange"], largest("mb_per_s_per_rank")), rate_of("mb_per_s_per_rank"),
                 "MB/s that a rank receives",
                 lambda c: f"Pairs of NUMA domains: {c['kernel']}, {text.size(parameter(c, 'bytes'))}")],
}


def merits(run):
    """[(benchmark, Merit)] of the kinds of cell that the run measured, in the order of the table."""
    found = ((benchmark, merit(run, benchmark)) for benchmark in MERITS)
    return [one for one in found if one[1]]


def merit(run, benchmark):
    """None if no such cell was measured."""
    cells = run.cells(benchmark)
    for choose, figure, unit, words in MERITS[benchmark]:
        cell = choose(cells) if cells else None
        if cell:
            return Merit(words(cell), figure(cell), figure(cell) * relative_error(cell), unit)
    return None
