// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/kernels.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <array>

namespace kitt::perf {

namespace {

constexpr std::array all_benchmarks{
    Benchmark{"hopping", "Hopping term", "Hopping", "Mflop/s per node", "Mflop/s/node", true},
    Benchmark{"solve", "Solution of linear systems", "Solver", "Mflop/s per node", "Mflop/s/node",
              true},
    Benchmark{"bsm", "Tests of BSMBench", "BSM", "Gflop/s per node", "Gflop/s/node", true},
    Benchmark{"memory", "Memory", "Memory", "GB/s per node", "GB/s/node", false},
    Benchmark{"halo", "Halo exchange", "Halo", "MB/s per node, one way", "MB/s/node", true},
    Benchmark{"stencil", "Exchange with neighbours", "Neighbours", "MB/s per node, one way",
              "MB/s/node", false},
    Benchmark{"p2p", "Messages between two ranks", "Messages", "MB/s of all pairs", "MB/s", false,
              false},
    Benchmark{"collectives", "Collective operations", "Collective", "operations per second", "1/s",
              false, false},
    Benchmark{"hash", "Distributed table", "Table", "operations per second of all ranks", "1/s",
              false, false},
    Benchmark{"fft", "Fourier transforms", "Transform", "Gflop/s per node", "Gflop/s/node", false},
    Benchmark{"transpose", "Transpositions", "Transposition", "MB/s per node", "MB/s/node", false,
              false},
    Benchmark{"pic", "Particles in cells", "Particles", "10^6 particles per second per node",
              "Mpart/s/node", false},
    Benchmark{"domains", "Pairs of NUMA domains", "Domains", "MB/s that a rank receives", "MB/s",
              false, false},
    Benchmark{"latency", "Latency of a message", "Latency", "microseconds one way, less is better",
              "us", false, false, true},
    Benchmark{"numa", "Threads on near and far memory", "NUMA",
              "seconds of a thread, less is better", "s", false, false, true},
    Benchmark{"remote", "Far memory, of the time on local memory", "Far memory",
              "times as long, less is better", "x", false, false, true},
    Benchmark{"run", "Time of a run", "Run", "seconds of a run, less is better", "s", false, false,
              true},
    Benchmark{"exchange", "Exchange of an application", "Exchange", "MB/s per task", "MB/s/task",
              false, false},
    Benchmark{"speedup", "Speed-up", "Speed-up", "times as fast", "x", false, false},
};

constexpr std::array all_kernels{
    KernelInfo{"Wilson", "hopping", "Wilson", "", Lanes::space, false,
               "4-D, lanes over sub-lattices"},
    KernelInfo{"DWF4", "hopping", "DWF4", "", Lanes::both, true,
               "domain wall, lanes over 4-D sub-lattices, and over s where Ls allows"},
    KernelInfo{"DWF5", "hopping", "DWF5", "", Lanes::fifth_dimension, true,
               "domain wall, lanes over the fifth dimension"},
    KernelInfo{"CG Wilson", "solve", "CG Wilson", "", Lanes::space, false,
               "conjugate gradients on Wilson's Schur complement"},
    KernelInfo{"CG DWF", "solve", "CG DWF", "", Lanes::space, true,
               "conjugate gradients on the domain-wall operator's"},
    KernelInfo{"sqnorm", "bsm", "sqnorm", ""},
    KernelInfo{"mad", "bsm", "mad", ""},
    KernelInfo{"Dphi", "bsm", "Dphi", ""},
    KernelInfo{"CG naive", "solve", "CG naive", "", Lanes::space, false,
               "conjugate gradients on naive staggered fermions"},
    KernelInfo{"CG asqtad", "solve", "CG asqtad", "", Lanes::space, false,
               "conjugate gradients on improved staggered fermions (asqtad)"},
    KernelInfo{"CG HISQ", "solve", "CG HISQ", "", Lanes::space, false,
               "conjugate gradients on highly improved staggered fermions (HISQ)"},
    KernelInfo{"axpy (KITT)", "memory", "axpy", "KITT"},
    KernelInfo{"axpy (Kokkos Kernels)", "memory", "axpy", "Kokkos Kernels"},
    KernelInfo{"read", "memory", "read", ""},
    KernelInfo{"copy", "memory", "copy", ""},
    KernelInfo{"triad", "memory", "triad", ""},
    KernelInfo{"halo", "halo", "halo", ""},
    KernelInfo{"ping-pong", "p2p", "ping-pong", ""},
    KernelInfo{"one-way", "p2p", "one-way", ""},
    KernelInfo{"both-ways", "p2p", "both-ways", ""},
    KernelInfo{"put", "p2p", "put", ""},
    KernelInfo{"get", "p2p", "get", ""},
    KernelInfo{"barrier", "collectives", "barrier", ""},
    KernelInfo{"broadcast", "collectives", "broadcast", ""},
    KernelInfo{"reduce", "collectives", "reduce", ""},
    KernelInfo{"allreduce", "collectives", "allreduce", ""},
    KernelInfo{"allreduce-by-node", "collectives", "allreduce-by-node", ""},
    KernelInfo{"allgather", "collectives", "allgather", ""},
    KernelInfo{"alltoall", "collectives", "alltoall", ""},
    KernelInfo{"grid", "stencil", "grid", ""},
    KernelInfo{"off-node", "stencil", "off-node", ""},
    KernelInfo{"construct", "hash", "construct", ""},
    KernelInfo{"traverse", "hash", "traverse", ""},
    KernelInfo{"c2c", "fft", "c2c", ""},
    KernelInfo{"rows", "transpose", "rows", ""},
    KernelInfo{"columns", "transpose", "columns", ""},
    KernelInfo{"step", "pic", "step", ""},
    KernelInfo{"control", "domains", "control", ""},
    KernelInfo{"exchange", "domains", "exchange", ""},
    KernelInfo{"read", "numa", "read", ""},
    KernelInfo{"triad", "numa", "triad", ""},
    KernelInfo{"latency", "numa", "latency", ""},
    KernelInfo{"matmul", "numa", "matmul", ""},
};

template <class Table>
auto const* find_row(Table const& table, std::string_view name) {
  auto const found =
      std::find_if(table.begin(), table.end(), [&](auto const& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

template <class Row>
Row const& known(Row const* row, std::string_view name) {
  if (row == nullptr)
    throw InternalError("\"" + std::string(name) + "\" is not in the table of kernels");
  return *row;
}

} // namespace

std::span<Benchmark const> benchmarks() {
  return all_benchmarks;
}
std::span<KernelInfo const> kernels() {
  return all_kernels;
}

Benchmark const* find_benchmark(std::string_view name) {
  return find_row(all_benchmarks, name);
}
KernelInfo const* find_kernel(std::string_view name) {
  return find_row(all_kernels, name);
}

Benchmark const& benchmark_named(std::string_view name) {
  return known(find_benchmark(name), name);
}
KernelInfo const& kernel_named(std::string_view name) {
  return known(find_kernel(name), name);
}

std::vector<std::string> kernels_of(std::string_view benchmark) {
  std::vector<std::string> names;
  for (auto const& kernel : all_kernels)
    if (kernel.benchmark == benchmark)
      names.emplace_back(kernel.name);
  return names;
}

} // namespace kitt::perf
