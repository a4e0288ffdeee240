// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/numa/memory_access.hpp"

#include "core/fields/random.hpp"
#include "miniapp/benchmarks/numa/host_threads.hpp"
#include "miniapp/benchmarks/numa/numa_cell.hpp"

#include <algorithm>
#include <utility>

namespace kitt::miniapp {

template <class Work>
void MemoryAccess::each_worker(char const* label, Work const& work) const {
  on_some_threads(
      label, static_cast<int>(tasks_.size()),
      [&](int thread) {
        return blocks_.complete() && tasks_[static_cast<std::size_t>(thread)].memory_domain;
      },
      work);
}

MemoryAccess::MemoryAccess(comms::Communicator const& world, AccessKernel kernel,
                           std::vector<ThreadTask> const& tasks, std::size_t bytes,
                           comms::HugePages pages, std::optional<NumaCell> const& local,
                           std::uint64_t seed)
    : world_(&world), kernel_(kernel), tasks_(tasks), bytes_(bytes), local_(local),
      blocks_(world, tasks, bytes, pages), chases_(tasks.size(), PointerChase(nullptr, 0)),
      wrong_(tasks.size(), 0), call_(tasks.size(), 0) {
  each_worker("kitt::numa::fill", [&](int thread) {
    auto const t = static_cast<std::size_t>(thread);
    if (kernel_ != AccessKernel::latency)
      stream(thread).fill();
    else {
      chases_[t] = PointerChase(blocks_.of(thread), bytes_);
      chases_[t].link(counter_bits(seed, t));
    }
  });
}

void MemoryAccess::run() {
  called_ = true;
  each_worker("kitt::numa::access", [&](int thread) {
    auto const t = static_cast<std::size_t>(thread);
    call_[t] = seconds_of([&] {
      if (kernel_ == AccessKernel::latency)
        chases_[t].walk(loads_of_call);
      else if (!stream(thread).run(stream_kernel(), 1))
        wrong_[t] = 1;
    });
  });
  double slowest = 0;
  for (std::size_t t = 0; t < tasks_.size(); ++t)
    if (tasks_[t].memory_domain && tasks_[t].timed)
      slowest = std::max(slowest, call_[t]);
  seconds_ += slowest;
}

std::size_t MemoryAccess::wrong_bytes() {
  if (!called_)
    run();
  each_worker("kitt::numa::verify", [&](int thread) {
    auto const t = static_cast<std::size_t>(thread);
    bool const right = kernel_ == AccessKernel::latency ? chases_[t].is_right()
                                                        : stream(thread).is_right(stream_kernel());
    if (!right)
      wrong_[t] = 1;
  });
  return static_cast<std::size_t>(std::count(wrong_.begin(), wrong_.end(), 1));
}

void MemoryAccess::describe(NumaCell& cell) const {
  if (kernel_ == AccessKernel::latency)
    cell.loads = loads_of_call;
  else {
    std::size_t own = 0;
    for (std::size_t t = 0; t < tasks_.size(); ++t)
      if (tasks_[t].memory_domain && tasks_[t].timed)
        own += stream(static_cast<int>(t)).bytes_per_round(stream_kernel());
    cell.bytes_moved = static_cast<std::size_t>(world_->sum(static_cast<double>(own))) /
                       static_cast<std::size_t>(world_->nodes());
  }
  blocks_.describe(cell);
  if (cell.relation == "local")
    cell.ratio_to_local = 1;
  else if (local_)
    set_against(*local_, cell);
}

std::span<std::byte> MemoryAccess::memory(int thread) const {
  return {static_cast<std::byte*>(blocks_.of(thread)), bytes_};
}

void PointerChase::link(std::uint64_t seed) {
  for (std::size_t i = 0; i < count_; ++i)
    *element(i) = element(i);
  for (std::size_t i = count_; i-- > 1;)
    std::swap(*element(i), *element(counter_bits(seed, i) % i));
  at_ = element(0);
}

void PointerChase::walk(std::size_t loads) {
  auto** at = at_;
  for (std::size_t i = 0; i < loads; ++i) // the cost of counting is hidden behind the loads
    at = static_cast<void**>(*at);
  at_ = at;
}

bool PointerChase::is_right() const {
  auto** at = element(0);
  for (std::size_t i = 1; i < count_; ++i) {
    at = static_cast<void**>(*at);
    auto const offset = reinterpret_cast<std::byte*>(at) - memory_;
    if (offset <= 0 || offset >= static_cast<std::ptrdiff_t>(count_ * stride))
      return false; // the cycle ends too early, or a link is wrong
  }
  return *at == element(0);
}

} // namespace kitt::miniapp
