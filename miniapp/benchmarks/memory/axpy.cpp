// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/memory/memory.hpp"

#include "core/backend/larger_error.hpp"
#include "core/base/error.hpp"
#include "core/fields/random.hpp"
#include "perf/ceilings/thread_kernels.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace kitt::miniapp {

namespace {

using perf::detail::FullPack;

constexpr double factor = 1.5;
constexpr int unroll = 8;

using PackPolicy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>,
                                       Kokkos::IndexType<std::int64_t>>;

template <class T, class Task>
void for_each_pack(std::string const& label, std::int64_t length, Task const& task) {
  constexpr std::int64_t lanes = native_lanes<T>;
  ExecutionSpace const exec;
  Kokkos::parallel_for(
      label, PackPolicy(exec, 0, length / lanes),
      KOKKOS_LAMBDA(std::int64_t pack) { task(pack * lanes); });
  exec.fence(label + ": wait before the clock is read");
}

/// Packs of one thread, given as offsets of numbers. On a CPU the packs of a thread are contiguous.
/// On a GPU the packs of a thread are interleaved with the packs of other threads, so that
/// neighbouring threads read neighbouring words.
struct Piece {
  std::int64_t begin, end, stride;

  KOKKOS_FUNCTION std::int64_t step(int lanes) const {
    return BackendTraits<ExecutionSpace>::on_host ? lanes : stride;
  }
};
KOKKOS_INLINE_FUNCTION Piece piece_of(int thread, int threads, std::int64_t length, int lanes) {
  auto const packs = length / lanes;
  if constexpr (BackendTraits<ExecutionSpace>::on_host)
    return {packs * thread / threads * lanes, packs * (thread + 1) / threads * lanes, lanes};
  else
    return {thread * lanes, packs * lanes, std::int64_t{threads} * lanes};
}

template <class T>
KOKKOS_INLINE_FUNCTION void triad_at(T a, T const* x, T const* y, T* z) {
  using P = FullPack<T>;
  store(multiply_add(P(a), load<P>(y), load<P>(x)), z);
}

template <class T>
KOKKOS_FUNCTION void triad_piece(Piece piece, T a, T const* x, T const* y, T* z) {
  constexpr int lanes = native_lanes<T>;
  auto const step = piece.step(lanes);
  auto i = piece.begin;
  for (; i + (unroll - 1) * step + lanes <= piece.end; i += unroll * step)
    for (int k = 0; k < unroll; ++k)
      triad_at(a, x + i + k * step, y + i + k * step, z + i + k * step);
  for (; i < piece.end; i += step)
    triad_at(a, x + i, y + i, z + i);
}

/// Returns the scalar product of a piece. The function sums in `unroll` packs and regularly adds
/// them to a sum in double precision. Rounding errors therefore stay at some units of the last
/// place for any length.
template <class T>
KOKKOS_FUNCTION double dot_piece(Piece piece, T const* x, T const* y) {
  using P = FullPack<T>;
  constexpr int lanes = native_lanes<T>;
  auto const step = piece.step(lanes);
  auto const between = 64 * unroll * step;
  double total = 0;
  for (auto i = piece.begin; i < piece.end;) {
    auto const stop = i + between < piece.end ? i + between : piece.end;
    P sums[unroll];
    for (auto& sum : sums)
      sum = P(T(0));
    for (; i + (unroll - 1) * step + lanes <= stop; i += unroll * step)
      for (int k = 0; k < unroll; ++k)
        sums[k] = multiply_add(load<P>(x + i + k * step), load<P>(y + i + k * step), sums[k]);
    for (; i < stop; i += step)
      sums[0] = multiply_add(load<P>(x + i), load<P>(y + i), sums[0]);
    for (auto const& sum : sums)
      total += perf::detail::sum_of_lanes(sum);
  }
  return total;
}

template <class T>
void axpy(T a, T const* x, T const* y, T* z, std::int64_t length) {
  for_each_pack<T>(
      "kitt::memory::axpy", length, KOKKOS_LAMBDA(std::int64_t i) {
        using P = FullPack<T>;
        store(multiply_add(P(a), load<P>(x + i), load<P>(y + i)), z + i);
      });
}

template <class T>
void copy(T const* x, T* z, std::int64_t length) {
  for_each_pack<T>(
      "kitt::memory::copy", length,
      KOKKOS_LAMBDA(std::int64_t i) { store(load<FullPack<T>>(x + i), z + i); });
}

template <class T>
void triad(T a, T const* x, T const* y, T* z, std::int64_t length) {
  auto const threads = perf::detail::thread_count();
  perf::detail::on_threads(
      "kitt::memory::triad", KOKKOS_LAMBDA(int thread) {
        triad_piece(piece_of(thread, threads, length, native_lanes<T>), a, x, y, z);
      });
}

template <class T>
double dot(T const* x, T const* y, std::int64_t length) {
  auto const threads = perf::detail::thread_count();
  return perf::detail::sum_over_threads(
      "kitt::memory::read", KOKKOS_LAMBDA(int thread, double& part) {
        part += dot_piece(piece_of(thread, threads, length, native_lanes<T>), x, y);
      });
}

/// Fills field number `number` with pseudo-random numbers. The numbers come from a counter-based
/// stream, so they do not depend on the number of threads.
template <class T>
void fill(T* field, std::int64_t length, std::uint64_t seed, std::uint64_t number) {
  for_each_pack<T>(
      "kitt::memory::fill", length, KOKKOS_LAMBDA(std::int64_t i) {
        for (std::int64_t lane = 0; lane < native_lanes<T>; ++lane)
          field[i + lane] =
              static_cast<T>(counter_uniform(seed + number, static_cast<std::uint64_t>(i + lane)));
      });
}

/// Correct result in double precision, and the magnitude that errors are relative to.
struct Expected {
  double value, scale;
};
template <MemoryKernel Kernel>
KOKKOS_INLINE_FUNCTION Expected expected(double x, double y) {
  auto const size = [](double value) { return value < 0 ? -value : value; };
  if constexpr (Kernel == MemoryKernel::copy)
    return {x, size(x)};
  if constexpr (Kernel == MemoryKernel::triad)
    return {x + factor * y, size(x) + size(factor * y)};
  return {factor * x + y, size(factor * x) + size(y)};
}

/// Returns x . y in double precision, and the sum of the magnitudes of its terms.
template <class T>
Expected scalar_dot(T const* x, T const* y, std::int64_t length) {
  Expected result{0, 0};
  Kokkos::parallel_reduce(
      "kitt::memory::scalar_dot", PackPolicy(ExecutionSpace(), 0, length),
      KOKKOS_LAMBDA(std::int64_t i, double& part, double& size) {
        auto const product = static_cast<double>(x[i]) * static_cast<double>(y[i]);
        part += product;
        size += Kokkos::abs(product);
      },
      result.value, result.scale);
  return result;
}

/// Returns the largest relative error of the result `z` of a kernel.
template <MemoryKernel Kernel, class T>
double largest_error_of(T const* x, T const* y, T const* z, std::int64_t length) {
  double largest = 0;
  Kokkos::parallel_reduce(
      "kitt::memory::compare", PackPolicy(ExecutionSpace(), 0, length),
      KOKKOS_LAMBDA(std::int64_t i, double& worst) {
        auto const [value, scale] =
            expected<Kernel>(static_cast<double>(x[i]), static_cast<double>(y[i]));
        auto const error = larger_error(Kokkos::abs(static_cast<double>(z[i]) - value), 0);
        // An error of 0 is not divided, because the scale may be 0 or NaN.
        worst = larger_error(error > 0 ? error / scale : 0, worst);
      },
      Kokkos::Max<double>(largest));
  return largest;
}

int streams(MemoryKernel kernel) {
  return kernel == MemoryKernel::read || kernel == MemoryKernel::copy ? 2 : 3;
}

} // namespace

void validate_memory_size(int l) {
  constexpr int largest = 2048; // larger than any memory allows; L^4 x 8 does not overflow
  KITT_VALIDATE(l >= 2 && l % 2 == 0 && l <= largest,
                fmt::format("L = {} is not possible for memory benchmarks (it must be even, from 2 "
                            "to {}): choose another L",
                            l, largest));
}

namespace {
// Smallest part of a field, in numbers. The length is a multiple of every pack width. Fields of L =
// 2 have two parts of this length.
constexpr std::size_t grain = 64;
} // namespace

std::size_t memory_field_reals(int l, int ranks) {
  auto const extent = static_cast<std::size_t>(l);
  auto const shares = static_cast<std::size_t>(ranks) * grain;
  return (extent * extent * extent * extent * 8 + shares - 1) / shares * grain;
}

std::size_t memory_field_reals_of(std::int64_t bytes, MemoryKernel kernel,
                                  perf::Precision precision, int ranks) {
  auto const of_a_number =
      static_cast<std::size_t>(streams(kernel) * ranks) * perf::bytes_per_real(precision);
  return std::max<std::size_t>(1, static_cast<std::size_t>(bytes) / of_a_number / grain) * grain;
}

std::size_t memory_call_bytes(MemoryKernel kernel, std::size_t reals, perf::Precision precision) {
  return static_cast<std::size_t>(streams(kernel)) * reals * perf::bytes_per_real(precision);
}

std::size_t memory_kernel_bytes(MemoryKernel kernel, int l, perf::Precision precision, int ranks) {
  return memory_call_bytes(kernel, memory_field_reals(l, ranks), precision);
}

double memory_call_flops(MemoryKernel kernel, std::size_t reals) {
  return kernel == MemoryKernel::copy ? 0 : 2.0 * static_cast<double>(reals);
}

double memory_kernel_flops(MemoryKernel kernel, int l, int ranks) {
  return memory_call_flops(kernel, memory_field_reals(l, ranks));
}

template <class T>
MemoryFields<T>::MemoryFields(int l, std::uint64_t seed, MemorySource const& memory, int ranks)
    : MemoryFields((validate_memory_size(l), Reals{memory_field_reals(l, ranks)}), seed, memory) {}

template <class T>
MemoryFields<T>::MemoryFields(Reals reals, std::uint64_t seed, MemorySource const& memory)
    : length_(static_cast<std::int64_t>(reals.of_a_field)), seed_(seed) {
  auto const bytes = reals.of_a_field * sizeof(T);
  memory_x_ = memory("kitt::memory::x", bytes);
  memory_y_ = memory("kitt::memory::y", bytes);
  memory_z_ = memory("kitt::memory::z", bytes);
  x_ = static_cast<T*>(memory_x_.get());
  y_ = static_cast<T*>(memory_y_.get());
  z_ = static_cast<T*>(memory_z_.get());
  fill(x_, length_, seed_, 1);
  fill(y_, length_, seed_, 2);
  spoil();
}

template <class T>
void MemoryFields<T>::spoil() {
  fill(z_, length_, seed_, 3);
}

template <class T>
double MemoryFields<T>::run(MemoryKernel kernel) {
  auto const a = static_cast<T>(factor);
  switch (kernel) {
  case MemoryKernel::axpy:
    axpy<T>(a, x_, y_, z_, length_);
    break;
  case MemoryKernel::axpy_kokkos_kernels:
    if constexpr (build_info::has_kokkos_kernels)
      detail::axpy_kokkos_kernels<T>(a, x_, y_, z_, length_);
    break;
  case MemoryKernel::read:
    return dot<T>(x_, y_, length_);
  case MemoryKernel::copy:
    copy<T>(x_, z_, length_);
    break;
  case MemoryKernel::triad:
    triad<T>(a, x_, y_, z_, length_);
    break;
  }
  return 0;
}

template <class T>
double largest_error(MemoryKernel kernel, T const* x, T const* y, T const* z, std::int64_t length) {
  switch (kernel) {
  case MemoryKernel::copy:
    return largest_error_of<MemoryKernel::copy>(x, y, z, length);
  case MemoryKernel::triad:
    return largest_error_of<MemoryKernel::triad>(x, y, z, length);
  default: // both kinds of axpy have the same result
    return largest_error_of<MemoryKernel::axpy>(x, y, z, length);
  }
}

template <class T>
double MemoryFields<T>::read_error() {
  auto const [value, scale] = scalar_dot<T>(x_, y_, length_);
  return Kokkos::abs(run(MemoryKernel::read) - value) / scale;
}

template <class T>
double MemoryFields<T>::verification_error(MemoryKernel kernel) {
  if (kernel == MemoryKernel::read)
    return read_error();
  spoil();
  run(kernel);
  return largest_error<T>(kernel, x_, y_, z_, length_);
}

template <class T>
double MemoryFields<T>::verification_tolerance(MemoryKernel kernel) {
  if (kernel == MemoryKernel::copy)
    return 0;
  return 4 * static_cast<double>(std::numeric_limits<T>::epsilon());
}

template double largest_error(MemoryKernel, float const*, float const*, float const*, std::int64_t);
template double largest_error(MemoryKernel, double const*, double const*, double const*,
                              std::int64_t);
template class MemoryFields<float>;
template class MemoryFields<double>;

} // namespace kitt::miniapp
