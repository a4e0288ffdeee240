# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The figure of merit of each kind of cell: the figure that its users ask for first."""

import dataclasses

from kitt_report import text
from kitt_report.record import parameter, relative_error


@dataclasses.dataclass
class Merit:
    """One figure of a run with its standard error."""

    what: str
    figure: float
    error: float
    unit: str


@dataclasses.dataclass
class Judged:
    """How a kind of cell is judged. `keys` lead to its figure in a cell; `words` gives the title of the figure."""

    keys: tuple
    unit: str
    words: callable
    kernels: tuple = ()  # a cell of the first of these kernels in the run is chosen; if empty, any cell
    factor: float = 1
    less_is_better: bool = False

    def figure(self, cell):
        """Returns the figure of a cell, or None if it has none."""
        value = cell
        for key in self.keys:
            value = value.get(key) if value else None
        return None if value is None else self.factor * value

    def chosen(self, cells):
        """Returns the cell for the headline, which has the largest figure, or None if no cell has a figure."""
        return max((cell for cell in self.of_kernels(cells) if self.figure(cell) is not None), key=self.figure, default=None)

    def of_kernels(self, cells):
        found = ([cell for cell in cells if cell["kernel"] == kernel] for kernel in self.kernels)
        return next((of_kernel for of_kernel in found if of_kernel), cells)


class OfSmallestBlock(Judged):
    """Judges the cell of the smallest block: an operation takes some time even if it sends almost nothing."""

    def chosen(self, cells):
        return min(self.of_kernels(cells), key=lambda cell: parameter(cell, "bytes"))


def application(cell):
    """Returns for example " (both parities, daggered)", or nothing for what the ITT times: odd sites from even sites."""
    parity, dagger = (cell.get("parameters", {}).get(key, usual) for key, usual in (("parity", "odd"), ("dagger", "no")))
    words = {"odd": [], "both": ["both parities"]}.get(parity, [f"{parity} parity"]) + ["daggered"] * (dagger == "yes")
    return f" ({', '.join(words)})" if words else ""


def size(cell, name="bytes"):
    return text.size(parameter(cell, name))


def words_of_collective(cell):
    block = f" of {size(cell)}" if parameter(cell, "bytes") else ""
    return f"Time of {cell['kernel']}{block}, {parameter(cell, 'ranks')} ranks"


# Ways to judge each benchmark: the first with a figure in the run counts. For headlines and acceptance tests (perf/acceptance).
MERITS = {
    "hopping": [Judged(("mflops_per_node",), "Mflop/s per node",
                       lambda c: f"Hopping term: {c['kernel']}{application(c)} at L = {c['l']}")],
    "solve": [Judged(("mflops_per_node",), "Mflop/s per node",
                     lambda c: f"Solver: {c['kernel']} at L = {c['l']}, {c['variant']}")],
    "bsm": [Judged(("gflops_per_s_per_node",), "Gflop/s per node",
                   lambda c: f"BSMBench: {c['kernel']}, case {parameter(c, 'case')}, at L = {c['l']}",
                   kernels=("Dphi", "mad", "sqnorm"))],
    "memory": [Judged(("gb_per_s_per_node",), "GB/s per node",
                      lambda c: f"Memory bandwidth: {c['kernel']} at {'L = ' + str(c['l']) if c['l'] else size(c)}")],
    "halo": [Judged(("one_way", "mb_per_s_per_node"), "MB/s per node, one way",
                    lambda c: f"Fastest exchange of faces: {c['directions']} by {c['transport']}, faces of "
                              f"{text.size(c['face_bytes'])}")],
    "p2p": [Judged(("mb_per_s",), "MB/s of all pairs",
                   lambda c: f"Messages, {c['kernel']}: {size(c)}, {text.count(parameter(c, 'pairs'), 'pair')}")],
    "stencil": [Judged(("mb_per_s_per_node",), "MB/s per node",
                       lambda c: f"Exchange with neighbours, {c['kernel']}: {parameter(c, 'messages')} x {size(c)}")],
    "collectives": [OfSmallestBlock(("seconds", "median"), "µs, less is better", words_of_collective,
                                    kernels=("allreduce", "allreduce-by-node", "barrier"), factor=1e6,
                                    less_is_better=True),
                    Judged(("operations_per_s",), "operations per second", words_of_collective)],
    "hash": [Judged(("operations_per_s",), "operations per second of all ranks",
                    lambda c: f"Distributed table, {c['kernel']}: entries of {size(c, 'entry_bytes')}",
                    kernels=("construct",))],
    "transpose": [Judged(("mb_per_s_per_node",), "MB/s per node",
                         lambda c: f"Transposition, {c['kernel']} by {c['variant']}: blocks of {size(c)}")],
    "fft": [Judged(("gflops_per_s_per_node",), "Gflop/s per node",
                   lambda c: f"Fourier transform of {parameter(c, 'box')} by {parameter(c, 'library')}")],
    "pic": [Judged(("particles_per_s_per_node",), "million particles per second and node",
                   lambda c: f"Particles in cells, {c['variant']}: {parameter(c, 'grid')}", factor=1e-6)],
    "numa": [Judged(("gb_per_s",), "GB/s", lambda c: f"Bandwidth of NUMA domains: {c['kernel']}, {c['variant']}"),
             Judged(("nanoseconds",), "ns, less is better",
                    lambda c: f"Latency of NUMA domains, the longest: {c['variant']}", less_is_better=True),
             Judged(("gflops_per_s_per_thread",), "Gflop/s per thread", lambda c: f"Products of matrices: {c['variant']}")],
    "domains": [Judged(("mb_per_s_per_rank",), "MB/s that a rank receives",
                       lambda c: f"Pairs of NUMA domains: {c['kernel']}, {size(c)}", kernels=("exchange",))],
}


def rate(cell):
    """Returns (figure, unit) of one cell, or None if it has no figure for which larger is better."""
    figures = ((judged.figure(cell), judged.unit) for judged in MERITS.get(cell["benchmark"], ())
               if not judged.less_is_better)
    return next((one for one in figures if one[0] is not None), None)


def merits(run):
    """Returns [(benchmark, Merit)] of the kinds of cell that the run measured, in the order of the table."""
    found = ((benchmark, merit(run, benchmark)) for benchmark in MERITS)
    return [one for one in found if one[1]]


def merit(run, benchmark):
    """Returns the figure of merit of one kind of cell, or None if no such cell was measured."""
    cells = run.cells(benchmark)
    for judged in MERITS[benchmark] if cells else ():
        if cell := judged.chosen(cells):
            figure = judged.figure(cell)
            return Merit(judged.words(cell), figure, figure * relative_error(cell), judged.unit)
    return None
