// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/memory_found.hpp"

#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace kitt::perf {

namespace {

/// Returns the printed name of a cause: "thread stack" for "thread_stack_bytes".
std::string words_of_key(std::string key) {
  key.resize(key.find("_bytes"));
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

} // namespace

std::size_t PagesFound::bytes() const {
  std::size_t sum = 0;
  for (auto const& size : sizes)
    sum += size.bytes;
  return sum;
}

MemoryOfRanks memory_of_ranks(std::vector<comms::PeakMemory> const& ranks) {
  MemoryOfRanks mean{.named_share = std::numeric_limits<double>::max()};
  for (auto const& rank : ranks) {
    mean.peak_resident_bytes += rank.resident_bytes;
    mean.unseen_bytes += rank.resident_bytes - std::min(rank.resident_bytes, rank.causes.sum());
    each_field<comms::MemoryByCause>(
        [&](auto const& cause) { mean.causes.*cause.member += rank.causes.*cause.member; });
    auto const peak = static_cast<double>(std::max<std::size_t>(1, rank.resident_bytes));
    mean.named_share = std::min(mean.named_share, static_cast<double>(rank.causes.named()) / peak);
  }
  mean.peak_resident_bytes /= ranks.size();
  mean.unseen_bytes /= ranks.size();
  each_field<comms::MemoryByCause>(
      [&](auto const& cause) { mean.causes.*cause.member /= ranks.size(); });
  return mean;
}

std::string memory_text(int ranks, MemoryOfRanks const& memory) {
  constexpr std::size_t one_percent = 100;
  constexpr double megabyte = 1e-6;
  auto const megabytes = [](std::size_t bytes) { return static_cast<double>(bytes) * megabyte; };
  std::string causes;
  auto const add = [&](std::string const& name, std::size_t bytes) {
    if (bytes >= memory.peak_resident_bytes / one_percent)
      causes += fmt::format("{}{} {:.1f}", causes.empty() ? "" : ", ", name, megabytes(bytes));
  };
  each_field<comms::MemoryByCause>(
      [&](auto const& cause) { add(words_of_key(cause.key), memory.causes.*cause.member); });
  add("unseen", memory.unseen_bytes);
  return fmt::format("{}: peak of resident memory {:.1f} MB{}: {}; cause known for {:.1f} %",
                     counted(ranks, "rank"), megabytes(memory.peak_resident_bytes),
                     ranks > 1 ? " each" : "", causes, 100 * memory.named_share);
}

} // namespace kitt::perf
