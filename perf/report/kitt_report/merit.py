# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""The figure of merit of each kind of cell: the figure that its users ask for first."""

import dataclasses

from kitt_report import text
from kitt_report.record import relative_error, value_at


@dataclasses.dataclass
class Merit:
    """One figure of a run with its standard error."""

    what: str
    figure: float
    error: float
    unit: str


@dataclasses.dataclass
class Judged:
    """How a kind of cell is judged. `keys` lead to its figure in a cell; `title` is filled in by names_of()."""

    keys: str
    unit: str
    title: str
    kernels: tuple = ()  # a cell of the first of these kernels in the run is chosen; if empty, any cell
    factor: float = 1
    less_is_better: bool = False
    of_smallest: bool = False  # the cell of the smallest block is chosen, not the one with the largest figure

    def figure(self, cell):
        """Returns the figure of a cell, or None if it has none."""
        value = value_at(cell, self.keys)
        return None if value is None else self.factor * value

    def chosen(self, cells):
        """Returns the cell for the headline, or None if no cell has a figure."""
        by_kernel = ([cell for cell in cells if cell["kernel"] == kernel] for kernel in self.kernels)
        cells = [cell for cell in next(filter(None, by_kernel), cells) if self.figure(cell) is not None]
        if self.of_smallest:
            return min(cells, key=lambda cell: value_at(cell, "parameters.bytes"), default=None)
        return max(cells, key=self.figure, default=None)


# Ways to judge each benchmark: the first with a figure in the run counts. For headlines and acceptance tests (perf/acceptance).
MERITS = {
    "hopping": [Judged("mflops_per_node", "Mflop/s per node", "Hopping term: {kernel}{application} at L = {l}")],
    "solve": [Judged("mflops_per_node", "Mflop/s per node", "Solver: {kernel} at L = {l}, {variant}")],
    "bsm": [Judged("gflops_per_s_per_node", "Gflop/s per node", "BSMBench: {kernel}, case {case}, at L = {l}",
                   kernels=("Dphi", "mad", "sqnorm"))],
    "memory": [Judged("gb_per_s_per_node", "GB/s per node", "Memory bandwidth: {kernel} at {size}")],
    "halo": [Judged("one_way.mb_per_s_per_node", "MB/s per node, one way",
                    "Fastest exchange of faces: {directions} by {transport}, faces of {face_bytes}")],
    "p2p": [Judged("mb_per_s", "MB/s of all pairs", "Messages, {kernel}: {bytes}, {pairs}")],
    "stencil": [Judged("mb_per_s_per_node", "MB/s per node", "Exchange with neighbours, {kernel}: {messages} x {bytes}")],
    "collectives": [Judged("seconds.median", "µs, less is better", "Time of {kernel}{block}, {ranks} ranks", factor=1e6,
                           kernels=("allreduce", "allreduce-by-node", "barrier"), less_is_better=True, of_smallest=True),
                    Judged("operations_per_s", "operations per second", "Time of {kernel}{block}, {ranks} ranks")],
    "hash": [Judged("operations_per_s", "operations per second of all ranks",
                    "Distributed table, {kernel}: entries of {entry_bytes}", kernels=("construct",))],
    "transpose": [Judged("mb_per_s_per_node", "MB/s per node", "Transposition, {kernel} by {variant}: blocks of {bytes}")],
    "fft": [Judged("gflops_per_s_per_node", "Gflop/s per node", "Fourier transform of {box} by {library}")],
    "pic": [Judged("particles_per_s_per_node", "million particles per second and node",
                   "Particles in cells, {variant}: {grid}", factor=1e-6)],
    "numa": [Judged("gb_per_s", "GB/s", "Bandwidth of NUMA domains: {kernel}, {variant}"),
             Judged("nanoseconds", "ns, less is better", "Latency of NUMA domains, the longest: {variant}", less_is_better=True),
             Judged("gflops_per_s_per_thread", "Gflop/s per thread", "Products of matrices: {variant}")],
    "domains": [Judged("mb_per_s_per_rank", "MB/s that a rank receives", "Pairs of NUMA domains: {kernel}, {bytes}",
                       kernels=("exchange",))],
}


def names_of(cell):
    """Returns the names and parameters of a cell as titles show them."""
    found = {**cell, **cell.get("parameters", {})}
    sizes = {key: text.size(value) for key, value in found.items() if key.endswith("bytes")}
    parity, dagger = found.get("parity", "odd"), found.get("dagger", "no")  # the ITT times odd sites from even sites
    words = {"odd": [], "both": ["both parities"]}.get(parity, [f"{parity} parity"]) + ["daggered"] * (dagger == "yes")
    return {**found, **sizes, "application": f" ({', '.join(words)})" if words else "",
            "size": f"L = {cell['l']}" if cell.get("l") else sizes.get("bytes"),
            "block": f" of {sizes['bytes']}" if found.get("bytes") else "", "pairs": text.count(found.get("pairs", 1), "pair")}


def rate(cell):
    """Returns (figure, unit) of one cell, or None if it has no figure for which larger is better."""
    figures = ((judged.figure(cell), judged.unit) for judged in MERITS.get(cell["benchmark"], ())
               if not judged.less_is_better)
    return next((one for one in figures if one[0] is not None), None)


def merits(run):
    """Returns [(benchmark, Merit)] of the kinds of cell that the run measured, in the order of the table."""
    chosen = {benchmark: next(((one, cell) for one in ways if (cell := one.chosen(run.cells(benchmark)))), (None, None))
              for benchmark, ways in MERITS.items()}
    return [(benchmark, Merit(one.title.format(**names_of(cell)), one.figure(cell), one.figure(cell) * relative_error(cell),
                              one.unit)) for benchmark, (one, cell) in chosen.items() if one]
