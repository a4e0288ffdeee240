// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/numa/matrix_products.hpp"

#include "core/fields/random.hpp"
#include "kitt_build_info.hpp"
#include "miniapp/benchmarks/numa/host_threads.hpp"
#include "miniapp/benchmarks/numa/numa_cell.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace kitt::miniapp {

namespace {

std::vector<ThreadTask> tasks_of(std::vector<NumaThread> const& threads, std::size_t first,
                                 std::size_t count) {
  std::vector<ThreadTask> tasks;
  for (std::size_t i = first; i < first + count; ++i)
    tasks.push_back({.memory_domain = threads[i].memory_domain});
  return tasks;
}

using Vector = std::vector<double>;

/// Returns m v. The result is exact if all sums stay below 2^53.
Vector times(double const* m, Vector const& v) {
  Vector result;
  for (auto const* row = m; result.size() < v.size(); row += v.size()) {
    double sum = 0;
    for (std::size_t j = 0; j < v.size(); ++j)
      sum += row[j] * v[j];
    result.push_back(sum);
  }
  return result;
}

/// Returns a vector of random whole numbers from 1 to 65536. Elements of matrices are at most 8, so
/// sums for matrices up to 20000 x 20000 stay below 2^53.
Vector random_vector(long n, std::uint64_t stream) {
  Vector v;
  for (long i = 0; i < n; ++i)
    v.push_back(1 +
                static_cast<double>(counter_bits(stream, static_cast<std::uint64_t>(i)) >> 48U));
  return v;
}

} // namespace

MatrixProducts::MatrixProducts(comms::Communicator const& world,
                               std::vector<NumaThread> const& threads, std::size_t first,
                               std::size_t count, long n, comms::HugePages pages,
                               std::optional<NumaCell> const& local, std::uint64_t seed)
    : world_(&world), threads_(threads), n_(n), local_(local), seed_(seed),
      count_(static_cast<int>(count)),
      blocks_(world, tasks_of(threads, first, count), bytes_of_thread(n), pages), calls_(count) {
  auto const all = [&](int) { return blocks_.complete(); };
  on_some_threads("kitt::numa::fill", count_, all, [&](int thread) {
    auto const stream = counter_bits(seed_, static_cast<std::uint64_t>(thread));
    auto* const elements = matrix(thread, 0);
    for (long i = 0; i < 2 * n_ * n_; ++i)
      elements[i] =
          static_cast<double>(counter_bits(stream, static_cast<std::uint64_t>(i)) % 17) - 8;
    for (long i = 2 * n_ * n_; i < 3 * n_ * n_; ++i)
      elements[i] = 0.5; // a value that no element of a product has
  });
}

void MatrixProducts::run() {
  auto const all = [&](int) { return blocks_.complete(); };
  on_some_threads("kitt::numa::matmul", count_, all, [&](int thread) {
    calls_[static_cast<std::size_t>(thread)].push_back(seconds_of([&] {
      if constexpr (build_info::has_kokkos_kernels)
        detail::serial_gemm(n_, matrix(thread, 0), matrix(thread, 1), matrix(thread, 2));
    }));
  });
  double slowest = 0;
  for (auto const& calls : calls_)
    slowest = std::max(slowest, calls.empty() ? 0 : calls.back());
  seconds_ += slowest;
}

bool MatrixProducts::is_right(int thread, std::uint64_t stream) const {
  auto const v = random_vector(n_, stream);
  return times(matrix(thread, 2), v) == times(matrix(thread, 0), times(matrix(thread, 1), v));
}

std::size_t MatrixProducts::wrong_bytes() {
  if (calls_.front().empty()) {
    run();
    for (auto& calls : calls_)
      calls.clear(); // the first call touches all memory once, so it does not count
  }
  std::vector<int> wrong(calls_.size(), 0);
  auto const all = [&](int) { return blocks_.complete(); };
  on_some_threads("kitt::numa::verify", count_, all, [&](int thread) {
    auto const stream = counter_bits(~seed_, static_cast<std::uint64_t>(thread));
    if (!is_right(thread, stream) || !is_right(thread, ~stream))
      wrong[static_cast<std::size_t>(thread)] = 1;
  });
  return static_cast<std::size_t>(std::count(wrong.begin(), wrong.end(), 1));
}

void MatrixProducts::describe(NumaCell& cell) const {
  std::vector<double> medians;
  for (auto const& calls : calls_)
    medians.push_back(perf::summarize(calls).median);
  auto const texts = world_->gather(fmt::format("{}", fmt::join(medians, " ")));
  cell.per_thread = threads_;
  auto thread = cell.per_thread.begin();
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    if (world_->places()[rank].node != 0)
      continue;
    std::istringstream text(texts[rank]);
    for (double seconds = 0; text >> seconds && thread != cell.per_thread.end(); ++thread)
      thread->seconds = seconds;
  }
  blocks_.describe(cell);
  if (local_)
    set_against(*local_, cell);
}

std::span<double> MatrixProducts::product(int thread) const {
  return {matrix(thread, 2), static_cast<std::size_t>(n_ * n_)};
}

} // namespace kitt::miniapp
