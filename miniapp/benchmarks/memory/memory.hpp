// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/memory.hpp"
#include "kitt_build_info.hpp"
#include "miniapp/run/run.hpp"
#include "perf/ceilings/bandwidth_curve.hpp"
#include "perf/ceilings/precision.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kitt::miniapp {

struct MemoryOptions {
  FieldOptions fields;
  /// bytes of all fields of a kernel on a node; empty if L gives the sizes
  std::vector<std::int64_t> bytes = {};
};

int memory_cells(RunContext const& context, MemoryOptions const& options);
/// Runs the memory benchmark. Returns the exit status of the program. Collective.
int run_memory(Run const& run, MemoryOptions const& options);

/// Kernels of the memory benchmark, on fields of L^4 x 8 real numbers like Grid's.
enum class MemoryKernel {
  axpy,                ///< z = a x + y; KITT's kernel, launched over packs like the lattice kernels
  axpy_kokkos_kernels, ///< z = a x + y, by KokkosBlas::update
  read,                ///< x . y; reads two fields and writes none
  copy,                ///< z = x
  triad                ///< z = x + a y of STREAM; each thread has a contiguous piece, and the loop
                       ///< is unrolled
};
/// Returns the names of the kernels, as they stand in the table.
constexpr auto names_of(MemoryKernel) {
  return std::array{"axpy (KITT)", "axpy (Kokkos Kernels)", "read", "copy", "triad"};
}
/// Kernels of this program in the order of the table.
inline constexpr auto memory_kernels = [] {
  using enum MemoryKernel;
  if constexpr (build_info::has_kokkos_kernels)
    return std::array{axpy, axpy_kokkos_kernels, read, copy, triad};
  else
    return std::array{axpy, read, copy, triad};
}();

/// Throws UserError unless `l` is even and between 2 and 2048.
void validate_memory_size(int l);

/// Returns how many numbers of one field a rank holds. `ranks` ranks share the field of L^4 x 8
/// numbers in equal parts, rounded up to whole packs.
std::size_t memory_field_reals(int l, int ranks = 1);
/// Returns how many numbers of one field a rank holds. All fields of the kernel on all `ranks`
/// together have `bytes` bytes, and each rank has an equal part. Rounded down to whole packs, at
/// least one.
std::size_t memory_field_reals_of(std::int64_t bytes, MemoryKernel kernel,
                                  perf::Precision precision, int ranks = 1);
/// Returns the bytes that one call moves on fields of `reals` numbers: streams x numbers x bytes
/// per number. axpy and triad have three streams (two read, one written), read and copy have two.
/// Write-allocate traffic is not counted.
std::size_t memory_call_bytes(MemoryKernel kernel, std::size_t reals, perf::Precision precision);
/// Returns the bytes that one call moves on fields of L^4 x 8 numbers.
std::size_t memory_kernel_bytes(MemoryKernel kernel, int l, perf::Precision precision,
                                int ranks = 1);
/// Returns whether a kernel writes a field or only reads. A kernel that writes z does not read z.
constexpr perf::Streams memory_kernel_streams(MemoryKernel kernel) {
  return kernel == MemoryKernel::read ? perf::Streams::read : perf::Streams::written;
}
/// Returns the flops of one call on fields of `reals` numbers: two per number, and 0 for copy.
double memory_call_flops(MemoryKernel kernel, std::size_t reals);
double memory_kernel_flops(MemoryKernel kernel, int l, int ranks = 1);

/// Fields x, y and z of one rank, filled with pseudo-random numbers. The threads that compute on
/// the numbers also fill them, so pages lie near these threads. T is float or double.
template <class T>
class MemoryFields {
public:
  /// Builds fields of L^4 x 8 numbers, shared by `ranks` ranks. Throws UserError if `l` is not
  /// allowed or if memory is not available.
  MemoryFields(int l, std::uint64_t seed, MemorySource const& memory, int ranks = 1);
  /// Length of one field in numbers. The length is a multiple of the pack width.
  struct Reals {
    std::size_t of_a_field;
  };
  MemoryFields(Reals reals, std::uint64_t seed, MemorySource const& memory);

  /// Runs the kernel once and waits until it has finished. Returns x . y for `read`, otherwise 0.
  double run(MemoryKernel kernel);

  /// Runs the kernel once on spoiled results and compares every number with scalar arithmetic in
  /// double precision. Returns the largest |difference| / (|a x| + |y|), or |difference| / (|x| .
  /// |y|) for `read`.
  double verification_error(MemoryKernel kernel);
  /// Returns the largest error that rounding explains: 0 for copy, otherwise some units of the last
  /// place.
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

namespace detail {

/// Computes z = a x + y over `length` numbers with KokkosBlas::update, and waits until it has
/// finished. The function has its own source file because the headers of Kokkos Kernels take long
/// to compile. T is float or double.
template <class T>
void axpy_kokkos_kernels(T a, T const* x, T const* y, T* z, std::int64_t length);

} // namespace detail

} // namespace kitt::miniapp
