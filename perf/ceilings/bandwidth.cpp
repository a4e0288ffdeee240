// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/bandwidth.hpp"

#include "comms/node/huge_pages.hpp"
#include "core/backend/backend_traits.hpp"
#include "perf/ceilings/thread_kernels.hpp"
#include "perf/measure/clock_guard.hpp"

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
/// Packs in progress per stream, and streams per array. Both numbers are large enough to hide the
/// latency of each level.
constexpr int unroll = 4;
constexpr int streams = 2;
/// Block of numbers. Arrays are whole blocks, so that kernels have no remainders. 8 is the period
/// of the test pattern.
constexpr long block = (on_host ? std::max(8, lanes) : 1) * unroll * streams;
static_assert(block % 8 == 0);

/// Unused numbers between read and written data, and between the parts of threads. The gap
/// separates the stores that a thread prefetches from data that its neighbour reads. The gap is not
/// a whole number of pages, so that the parts differ in cache sets.
constexpr long gap = (8192 + 512) / sizeof(double);

constexpr double copy_factor = 3;
constexpr double triad_factor = 2;
constexpr double update_factor = 3;
/// Factor of the old number in an update. 0 keeps nothing of the old number, so that any number of
/// rounds gives the same result. The kernel must still read the old number, because 0 times
/// infinity is not 0.
constexpr double kept_factor = 0;
/// Factor between the numbers that a kernel reads and the numbers that it writes. The factor is
/// equal for all kernels.
constexpr double written_factor = 3;
static_assert(copy_factor == written_factor && 1 + triad_factor == written_factor &&
              update_factor == written_factor);

int arrays_of(StreamKernel kernel) {
  return kernel == StreamKernel::update ? 2 : 1 + static_cast<int>(kernel);
}

/// Returns how many numbers are read or written per element of an array.
int streams_of(StreamKernel kernel) {
  return kernel == StreamKernel::update ? 3 : arrays_of(kernel);
}

/// Returns the length of each array of a kernel if all its arrays together have `length` numbers.
long length_of_array(StreamKernel kernel, long length) {
  return length / arrays_of(kernel) / block * block;
}

/// Returns number i of the test pattern 1, 1.125 ... 1.875, 1 ... Sums of many numbers of the
/// pattern are exact.
KOKKOS_INLINE_FUNCTION double pattern(long i) {
  return 1.0 + 0.125 * static_cast<double>(i % 8);
}
double pattern_sum(long length) {
  return static_cast<double>(length) * 1.4375;
}

/// Calls body(offset) for every pack of an array, at `streams` places alternately, with `unroll`
/// packs each.
template <class Body>
KOKKOS_INLINE_FUNCTION void for_each_pack(long length, Body const& body) {
  auto const stride = length / streams;
  for (long i = 0; i < stride; i += unroll * lanes)
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (body(i + K % unroll * lanes + K / unroll * stride, std::integral_constant<int, K>{}), ...);
    }
  (std::make_integer_sequence<int, unroll * streams>{});
}

/// Positions of the threads' numbers. On a CPU the numbers of one thread are contiguous, and
/// `stride` separates the threads. On a GPU the numbers of all threads alternate.
struct Spread {
  long threads, stride;

  KOKKOS_FUNCTION long offset(int thread, long i) const {
    return on_host ? thread * stride + i : i * threads + thread;
  }
};

/// Arrays of one thread, each `length` numbers long. The first read array begins at `begin`, the
/// second `second` numbers after it, and the written array `out` numbers after it.
struct Piece {
  double* begin;
  long length, second, out, threads;

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

/// Copies with a factor. The factor keeps compilers from calling memcpy, which may move data in
/// ways that a kernel cannot.
KOKKOS_FUNCTION void copy_rounds(Piece piece, double factor, long rounds) {
  P const s(factor);
  for (long round = 0; round < rounds; ++round)
    for_each_pack(piece.length, [&](long i, auto) {
      store(P(s * load<P>(piece.at(i))), piece.at(piece.out + i));
    });
}

KOKKOS_FUNCTION void triad_rounds(Piece piece, double factor, long rounds) {
  P const a(factor);
  for (long round = 0; round < rounds; ++round)
    for_each_pack(piece.length, [&](long i, auto) {
      store(multiply_add(a, load<P>(piece.at(i)), load<P>(piece.at(piece.second + i))),
            piece.at(piece.out + i));
    });
}

KOKKOS_FUNCTION void update_rounds(Piece piece, double kept, double factor, long rounds) {
  P const k(kept);
  P const s(factor);
  for (long round = 0; round < rounds; ++round)
    for_each_pack(piece.length, [&](long i, auto) {
      auto* const place = piece.at(piece.out + i);
      store(multiply_add(k, load<P>(place), P(s * load<P>(piece.at(i)))), place);
    });
}

long length_for(std::size_t bytes, int threads) {
  auto const numbers = static_cast<long>(bytes / sizeof(double)) / threads;
  return std::max(3L, numbers / block) * block;
}

/// Writes the test pattern to the first `length` numbers of each thread. The pattern is written in
/// a separate function, because nvcc accepts no kernel in a constructor.
void fill_with_pattern(double* data, long length, Spread const& spread) {
  on_threads(
      "kitt::perf::fill", KOKKOS_LAMBDA(int thread) {
        for (long i = 0; i < length; ++i)
          data[spread.offset(thread, i)] = pattern(i);
      });
}

} // namespace

WorkingSet::WorkingSet(std::size_t bytes) : threads_(detail::thread_count()) {
  length_ = capacity_ = length_for(bytes, threads_);
  auto const pages = on_host ? comms::HugePages::madvise : comms::HugePages::none;
  auto const total = static_cast<std::size_t>(stride() * threads_);
  memory_ = comms::huge_page_source(pages)("kitt::perf::working_set", total * sizeof(double));
  data_ = static_cast<double*>(memory_.get());
  fill_with_pattern(data_, length_, {threads_, stride()});
  clear();
}

WorkingSet WorkingSet::first(std::size_t bytes) const {
  auto result = *this;
  result.length_ = std::min(length_, length_for(bytes, threads_));
  return result;
}

long WorkingSet::written() const {
  return capacity_ + gap;
}

long WorkingSet::stride() const {
  // No kernel writes more than half of the numbers that it touches.
  return written() + capacity_ / 2 + gap;
}

std::size_t WorkingSet::bytes() const {
  return static_cast<std::size_t>(length_ * threads_) * sizeof(double);
}

void WorkingSet::clear() {
  auto* const data = data_;
  auto const begin = written();
  auto const end = begin + length_ / 2;
  Spread const spread{threads_, stride()};
  on_threads(
      "kitt::perf::clear", KOKKOS_LAMBDA(int thread) {
        for (long i = begin; i < end; ++i)
          data[spread.offset(thread, i)] = 0;
      });
}

std::size_t WorkingSet::bytes_per_round(StreamKernel kernel) const {
  return static_cast<std::size_t>(length_of_array(kernel, length_) * streams_of(kernel) *
                                  threads_) *
         sizeof(double);
}

void WorkingSet::run(StreamKernel kernel, long rounds) const {
  auto* const data = data_;
  Spread const spread{threads_, stride()};
  auto const length = length_of_array(kernel, length_);
  auto const out = written();
  auto const piece = KOKKOS_LAMBDA(int thread) {
    return Piece{data + spread.offset(thread, 0), length, length, out, spread.threads};
  };
  if (kernel == StreamKernel::read) {
    auto const sum = sum_over_threads(
        "kitt::perf::read",
        KOKKOS_LAMBDA(int thread, double& total) { total += read_rounds(piece(thread), rounds); });
    if (sum != pattern_sum(length * threads_ * rounds))
      throw std::runtime_error("the bandwidth kernel `read` computes a wrong sum (memory or "
                               "compiler may be faulty): run again, or use another compiler");
  } else if (kernel == StreamKernel::copy) {
    on_threads(
        "kitt::perf::copy",
        KOKKOS_LAMBDA(int thread) { copy_rounds(piece(thread), copy_factor, rounds); });
  } else if (kernel == StreamKernel::update) {
    on_threads(
        "kitt::perf::update", KOKKOS_LAMBDA(int thread) {
          update_rounds(piece(thread), kept_factor, update_factor, rounds);
        });
  } else {
    on_threads(
        "kitt::perf::triad",
        KOKKOS_LAMBDA(int thread) { triad_rounds(piece(thread), triad_factor, rounds); });
  }
}

void WorkingSet::verify(StreamKernel kernel) const {
  if (kernel == StreamKernel::read)
    return; // nothing to do: run() has checked the sums
  auto const* const data = data_;
  Spread const spread{threads_, stride()};
  auto const first = written();
  auto const length = length_of_array(kernel, length_);
  auto const sum = sum_over_threads(
      "kitt::perf::verify", KOKKOS_LAMBDA(int thread, double& part) {
        for (long i = first; i < first + length; ++i)
          part += data[spread.offset(thread, i)];
      });
  if (sum != written_factor * pattern_sum(length * threads_))
    throw std::runtime_error("a bandwidth kernel that writes leaves wrong numbers (memory or "
                             "compiler may be faulty): run again, or use another compiler");
}

ThreadStream::ThreadStream(void* memory, std::size_t bytes)
    : data_(static_cast<double*>(memory)),
      length_(static_cast<long>(bytes / sizeof(double)) / block * block) {}

std::size_t ThreadStream::bytes_per_round(StreamKernel kernel) const {
  return static_cast<std::size_t>(length_of_array(kernel, length_) * streams_of(kernel)) *
         sizeof(double);
}

void ThreadStream::fill() const {
  for (long i = 0; i < length_; ++i)
    data_[i] = pattern(i);
}

bool ThreadStream::run(StreamKernel kernel, long rounds) const {
  auto const length = length_of_array(kernel, length_);
  Piece const piece{data_, length, length, written(kernel), 1};
  if (kernel == StreamKernel::read)
    return read_rounds(piece, rounds) == pattern_sum(length * rounds);
  if (kernel == StreamKernel::copy)
    copy_rounds(piece, copy_factor, rounds);
  else if (kernel == StreamKernel::update)
    update_rounds(piece, kept_factor, update_factor, rounds);
  else
    triad_rounds(piece, triad_factor, rounds);
  return true;
}

bool ThreadStream::is_right(StreamKernel kernel) const {
  auto const length = length_of_array(kernel, length_);
  auto const factor = kernel == StreamKernel::read ? 1 : written_factor;
  for (long i = 0; i < length; ++i)
    if (data_[written(kernel) + i] != factor * pattern(i))
      return false;
  return true;
}

long ThreadStream::written(StreamKernel kernel) const {
  return length_of_array(kernel, length_) * (arrays_of(kernel) - 1);
}

StreamTimer::StreamTimer(WorkingSet set, StreamKernel kernel, double seconds_per_call)
    : set_(std::move(set)), kernel_(kernel), seconds_per_call_(seconds_per_call) {
  if (kernel != StreamKernel::read)
    set_.clear();
  set_.run(kernel, 1);
  set_.verify(kernel);
}

void StreamTimer::visit(double seconds, std::function<double(double)> const& slowest,
                        Sampler::Clock const& now) {
  // The first call has one round and includes the start of the threads. Later calls choose enough
  // rounds from the best time so far. The choice also corrects the number of rounds after a call
  // that was disturbed.
  // Largest growth of the rounds per call, so that a clock that stands still is detected soon.
  constexpr long growth = 16;
  // One round of a large set is long. Few more calls would not fill a cache of such a size.
  constexpr std::size_t large = std::size_t{64} << 20;
  int const least_calls = set_.bytes() > large ? 1 : 3;
  auto const calls_per_round = 1 + 1e-6 * static_cast<double>(set_.bytes_per_round(kernel_));
  ClockGuard guard;
  double spent = 0;
  for (int call = 0; call < least_calls || spent < seconds; ++call) {
    auto const most_rounds = std::max(1.0, static_cast<double>(growth * rounds_));
    rounds_ = static_cast<long>(std::clamp(seconds_per_call_ / best_, 1.0, most_rounds));
    slowest(0); // a reduction, so that all ranks begin together
    auto const begin = now();
    set_.run(kernel_, rounds_);
    auto const took = slowest(now() - begin);
    guard.note(calls_per_round * static_cast<double>(rounds_), took);
    spent += took;
    best_ = std::min(best_, took / static_cast<double>(rounds_));
  }
}

double StreamTimer::gb_per_s() const {
  return static_cast<double>(set_.bytes_per_round(kernel_)) / best_ * 1e-9;
}

} // namespace kitt::perf
