// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/bandwidth.hpp"

#include "comms/node/huge_pages.hpp"
#include "core/backend/backend_traits.hpp"
#include "perf/ceilings/thread_kernels.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kitt::perf {

namespace {

using detail::on_threads;
using detail::sum_of_lanes;
using detail::sum_over_threads;
using P = detail::FullPack<double>;

constexpr bool on_host = BackendTraits<ExecutionSpace>::on_host;
constexpr int lanes = native_lanes<double>;
/// Packs in flight per stream and streams per array: hides the latency of each level.
constexpr int unroll = 4;
constexpr int streams = 2;
/// Arrays are whole blocks, so that the kernels have no remainders. 8: period of the test pattern.
constexpr long block = (on_host ? std::max(8, lanes) : 1) * unroll * streams;
static_assert(block % 8 == 0);

/// Numbers left out between the threads' parts, which keeps one thread's prefetched stores off
/// what its neighbour reads; not a whole number of pages, so that the parts differ in cache sets.
constexpr long gap = (8192 + 512) / sizeof(double);

constexpr double copy_factor = 3;
constexpr double triad_factor = 2;

int arrays_of(StreamKernel kernel) {
  return 1 + static_cast<int>(kernel);
}

/// 1, 1.125 ... 1.875, 1 ...: sums of many are exact.
KOKKOS_INLINE_FUNCTION double pattern(long i) {
  return 1.0 + 0.125 * static_cast<double>(i % 8);
}
double pattern_sum(long length) {
  return static_cast<double>(length) * 1.4375;
}

/// Calls body(offset) for every pack of an array: `streams` places at once, `unroll` packs each.
template <class Body>
KOKKOS_INLINE_FUNCTION void for_each_pack(long length, Body const& body) {
  auto const stride = length / streams;
  for (long i = 0; i < stride; i += unroll * lanes)
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (body(i + K % unroll * lanes + K / unroll * stride, std::integral_constant<int, K>{}), ...);
    }
  (std::make_integer_sequence<int, unroll * streams>{});
}

/// Where the numbers of the threads lie: on a CPU one thread's side by side, `stride` from those of
/// the next; on a GPU the threads' side by side.
struct Spread {
  long threads, stride;

  KOKKOS_FUNCTION long offset(int thread, long i) const {
    return on_host ? thread * stride + i : i * threads + thread;
  }
};

/// A piece of one thread's arrays: each `length` numbers long, the next array `array` numbers on.
struct Piece {
  double* begin;
  long length, array, threads;

  KOKKOS_FUNCTION double* at(long i) const { return begin + (on_host ? i : i * threads); }
};

KOKKOS_FUNCTION double read_rounds(Piece piece, long rounds) {
  P sums[unroll * streams];
  for (auto& sum : sums)
    sum = P(0.0);
  for (long round = 0; round < rounds; ++round)
    for_each_pack(piece.length, [&](long i, auto k) { sums[k] = sums[k] + load<P>(piece.at(i)); });
  double total = 0;
  for (auto const& sum : sums)
    total += sum_of_lanes(sum);
  return total;
}

/// Scaling keeps compilers from calling a library's memcpy, which may move data by other means than
/// a kernel can.
KOKKOS_FUNCTION void copy_rounds(Piece piece, double factor, long rounds) {
  P const s(factor);
  for (long round = 0; round < rounds; ++round)
    for_each_pack(piece.length, [&](long i, auto) {
      store(P(s * load<P>(piece.at(i))), piece.at(piece.array + i));
    });
}

KOKKOS_FUNCTION void triad_rounds(Piece piece, double factor, long rounds) {
  P const a(factor);
  for (long round = 0; round < rounds; ++round)
    for_each_pack(piece.length, [&](long i, auto) {
      store(multiply_add(a, load<P>(piece.at(i)), load<P>(piece.at(piece.array + i))),
            piece.at(2 * piece.array + i));
    });
}

} // namespace

WorkingSet::WorkingSet(std::size_t bytes) : threads_(detail::thread_count()) {
  auto const numbers = static_cast<long>(bytes / sizeof(double)) / threads_;
  length_ = std::max(3L, numbers / block) * block;
  auto const pages = on_host ? comms::HugePages::madvise : comms::HugePages::none;
  auto const total = static_cast<std::size_t>((length_ + gap) * threads_);
  memory_ = comms::huge_page_source(pages)("kitt::perf::working_set", total * sizeof(double));
  data_ = static_cast<double*>(memory_.get());
  fill();
}

long WorkingSet::array_length(StreamKernel kernel) const {
  return length_ / arrays_of(kernel) / block * block;
}

std::size_t WorkingSet::bytes() const {
  return static_cast<std::size_t>(length_ * threads_) * sizeof(double);
}

std::size_t WorkingSet::bytes_per_round(StreamKernel kernel) const {
  return static_cast<std::size_t>(array_length(kernel) * arrays_of(kernel) * threads_) *
         sizeof(double);
}

void WorkingSet::fill() {
  auto* const data = data_;
  auto const length = length_;
  Spread const spread{threads_, length_ + gap};
  on_threads(
      "kitt::perf::fill", KOKKOS_LAMBDA(int thread) {
        for (long i = 0; i < length; ++i)
          data[spread.offset(thread, i)] = pattern(i);
      });
}

long WorkingSet::part_length(StreamKernel kernel, long count) const {
  return array_length(kernel) / count / block * block;
}

std::size_t WorkingSet::bytes_per_part(StreamKernel kernel, long count) const {
  return static_cast<std::size_t>(part_length(kernel, count) * arrays_of(kernel) * threads_) *
         sizeof(double);
}

void WorkingSet::run_part(StreamKernel kernel, long rounds, Part part) const {
  auto* const data = data_;
  Spread const spread{threads_, length_ + gap};
  auto const array = array_length(kernel);
  auto const length = part_length(kernel, part.count);
  auto const first = part.index * length;
  auto const piece = KOKKOS_LAMBDA(int thread) {
    return Piece{data + spread.offset(thread, first), length, array, spread.threads};
  };
  if (kernel == StreamKernel::read) {
    auto const sum = sum_over_threads(
        "kitt::perf::read",
        KOKKOS_LAMBDA(int thread, double& total) { total += read_rounds(piece(thread), rounds); });
    if (sum != pattern_sum(length * threads_ * rounds))
      throw std::runtime_error("the bandwidth kernel that reads computes a wrong sum");
  } else if (kernel == StreamKernel::copy) {
    on_threads(
        "kitt::perf::copy",
        KOKKOS_LAMBDA(int thread) { copy_rounds(piece(thread), copy_factor, rounds); });
  } else {
    on_threads(
        "kitt::perf::triad",
        KOKKOS_LAMBDA(int thread) { triad_rounds(piece(thread), triad_factor, rounds); });
  }
}

void WorkingSet::verify(StreamKernel kernel) const {
  if (kernel == StreamKernel::read)
    return; // run() has looked at its sums
  auto const* const data = data_;
  Spread const spread{threads_, length_ + gap};
  auto const length = array_length(kernel);
  auto const first = length * (arrays_of(kernel) - 1);
  auto const sum = sum_over_threads(
      "kitt::perf::verify", KOKKOS_LAMBDA(int thread, double& part) {
        for (long i = first; i < first + length; ++i)
          part += data[spread.offset(thread, i)];
      });
  auto const factor = kernel == StreamKernel::copy ? copy_factor : triad_factor + 1;
  if (sum != factor * pattern_sum(length * threads_))
    throw std::runtime_error("a bandwidth kernel that writes leaves wrong numbers");
}

namespace {

long array_length_of(StreamKernel kernel, long length) {
  return length / arrays_of(kernel) / block * block;
}

double factor_of(StreamKernel kernel) {
  return kernel == StreamKernel::read   ? 1
         : kernel == StreamKernel::copy ? copy_factor
                                        : triad_factor + 1;
}

} // namespace

ThreadStream::ThreadStream(void* memory, std::size_t bytes)
    : data_(static_cast<double*>(memory)),
      length_(static_cast<long>(bytes / sizeof(double)) / block * block) {}

std::size_t ThreadStream::bytes_per_round(StreamKernel kernel) const {
  return static_cast<std::size_t>(array_length_of(kernel, length_) * arrays_of(kernel)) *
         sizeof(double);
}

void ThreadStream::fill() const {
  for (long i = 0; i < length_; ++i)
    data_[i] = pattern(i);
}

bool ThreadStream::run(StreamKernel kernel, long rounds) const {
  auto const length = array_length_of(kernel, length_);
  Piece const piece{data_, length, length, 1};
  if (kernel == StreamKernel::read)
    return read_rounds(piece, rounds) == pattern_sum(length * rounds);
  if (kernel == StreamKernel::copy)
    copy_rounds(piece, copy_factor, rounds);
  else
    triad_rounds(piece, triad_factor, rounds);
  return true;
}

bool ThreadStream::is_right(StreamKernel kernel) const {
  auto const length = array_length_of(kernel, length_);
  auto const first = length * (arrays_of(kernel) - 1);
  for (long i = 0; i < length; ++i)
    if (data_[first + i] != factor_of(kernel) * pattern(i))
      return false;
  return true;
}

double stream_bandwidth(WorkingSet& set, StreamKernel kernel, BestPolicy const& policy) {
  constexpr std::size_t part_of_thread = std::size_t{16} << 20;
  auto const threads = static_cast<std::size_t>(detail::thread_count());
  auto const parts =
      static_cast<long>(std::max<std::size_t>(1, set.bytes() / threads / part_of_thread));
  set.fill();
  long turn = 0;
  auto const seconds = best_seconds_per_round(policy, [&](long rounds) {
    if (parts == 1)
      return set.run(kernel, rounds);
    for (long round = 0; round < rounds; ++round)
      set.run_part(kernel, 1, {turn++ % parts, parts});
  });
  set.run(kernel, 1); // parts may be left that had no turn
  set.verify(kernel);
  return static_cast<double>(set.bytes_per_part(kernel, parts)) / seconds * 1e-9;
}

} // namespace kitt::perf
