// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/memory.hpp"
#include "perf/ceilings/bandwidth_curve.hpp"
#include "perf/ceilings/precision.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace kitt::miniapp {

/// The memory benchmark's kernels over fields of L^4 x 8 reals, as in Grid's.
enum class MemoryKernel {
  axpy,                ///< z = a x + y, KITT's own, launched over packs as the lattice kernels are
  axpy_kokkos_kernels, ///< the same by KokkosBlas::update
  read,                ///< x . y: two streams read, none written
  copy,                ///< z = x
  triad                ///< STREAM's z = x + a y, one contiguous piece per thread, unrolled
};
/// The names of the table of kernels.
constexpr auto names_of(MemoryKernel) {
  return std::array{"axpy (KITT)", "axpy (Kokkos Kernels)", "read", "copy", "triad"};
}
/// All of them, in the order of the table.
inline constexpr std::array memory_kernels{MemoryKernel::axpy, MemoryKernel::axpy_kokkos_kernels,
                                           MemoryKernel::read, MemoryKernel::copy,
                                           MemoryKernel::triad};

/// Throws UserError unless `l` is even and between 2 and 2048.
void validate_memory_size(int l);

/// Numbers of one rank in one field of L^4 x 8 that `ranks` share: an equal part, rounded up to
/// whole packs.
std::size_t memory_field_reals(int l, int ranks = 1);
/// Returns how many numbers of one field a rank holds. All fields of the kernel on all `ranks`
/// together have `bytes` bytes, and each rank has an equal part. Rounded down to whole packs, at
/// least one.
std::size_t memory_field_reals_of(std::int64_t bytes, MemoryKernel kernel,
                                  perf::Precision precision, int ranks = 1);
/// Returns the bytes that one call moves on fields of `reals` numbers: streams x numbers x size of
/// a number. axpy and triad have three streams (two read, one written), read and copy have two.
/// Write-allocate traffic is not counted.
std::size_t memory_call_bytes(MemoryKernel kernel, std::size_t reals, perf::Precision precision);
/// Returns the bytes that one call moves on fields of L^4 x 8 numbers.
std::size_t memory_kernel_bytes(MemoryKernel kernel, int l, perf::Precision precision,
                                int ranks = 1);
/// Returns what a kernel does with its streams. A kernel that writes z does not read it.
constexpr perf::Streams memory_kernel_streams(MemoryKernel kernel) {
  return kernel == MemoryKernel::read ? perf::Streams::read : perf::Streams::written;
}
/// Returns the flops of one call on fields of `reals` numbers: two per number, none for copy.
double memory_call_flops(MemoryKernel kernel, std::size_t reals);
double memory_kernel_flops(MemoryKernel kernel, int l, int ranks = 1);

/// One rank's fields x, y, z of one size, filled with pseudo-random numbers by the policy that
/// computes on them. T is float or double.
template <class T>
class MemoryFields {
public:
  /// Throws UserError, see validate_memory_size and the source of memory.
  MemoryFields(int l, std::uint64_t seed, MemorySource const& memory, int ranks = 1);
  /// Numbers of one field: a multiple of a pack.
  struct Reals {
    std::size_t of_a_field;
  };
  MemoryFields(Reals reals, std::uint64_t seed, MemorySource const& memory);

  /// One call of the kernel, finished on return. Returns x . y for read, else 0.
  double run(MemoryKernel kernel);

  /// Runs the kernel once on spoiled results and compares every number with scalar arithmetic in
  /// double precision: the largest |difference| / (|a x| + |y|); for read |difference| / (|x| .
  /// |y|).
  double verification_error(MemoryKernel kernel);
  /// What rounding explains: 0 for copy, some units of the last place else.
  static double verification_tolerance(MemoryKernel kernel);

private:
  void spoil();
  double read_error();

  std::int64_t length_;
  std::uint64_t seed_;
  std::shared_ptr<void> memory_x_, memory_y_, memory_z_;
  T* x_;
  T* y_;
  T* z_;
};

/// Returns the largest |z - expected| / (|a x| + |y|) of `length` numbers z, where `expected` is
/// the correct result of the kernel. Returns infinity if z or an input that the kernel reads is
/// NaN.
template <class T>
double largest_error(MemoryKernel kernel, T const* x, T const* y, T const* z, std::int64_t length);

} // namespace kitt::miniapp
