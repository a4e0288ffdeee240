// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/numa/bound_blocks.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

BoundBlocks::BoundBlocks(comms::Communicator const& world, std::vector<ThreadTask> const& tasks,
                         std::size_t bytes, comms::HugePages pages)
    : world_(&world), blocks_(tasks.size()) {
  try {
    for (std::size_t thread = 0; thread < tasks.size(); ++thread)
      if (tasks[thread].memory_domain)
        blocks_[thread].emplace("kitt::numa::bound_block", bytes, *tasks[thread].memory_domain,
                                pages);
  } catch (UserError const& error) {
    refusal_ = error.what();
  }
}

std::optional<std::string> BoundBlocks::obstacle() {
  for (auto const& refusal : world_->gather(refusal_))
    if (!refusal.empty())
      return refusal;
  comms::PagesPlaced own;
  for (auto const& block : blocks_)
    if (block) {
      auto const pages = block->pages();
      own.checked += pages.checked;
      own.misplaced += pages.misplaced;
    }
  auto const sum = [&](std::size_t count) {
    return static_cast<std::size_t>(world_->sum(static_cast<double>(count)));
  };
  auto const checked = sum(own.checked);
  auto const misplaced = sum(own.misplaced);
  pages_.checked += checked;
  pages_.misplaced += misplaced;
  if (misplaced == 0)
    return std::nullopt;
  return fmt::format("{} of {} pages lie outside the NUMA domain that they were bound to",
                     misplaced, checked);
}

void BoundBlocks::describe(NumaCell& cell) const {
  cell.pages_checked = pages_.checked;
  cell.pages_misplaced = pages_.misplaced;
}

} // namespace kitt::miniapp
