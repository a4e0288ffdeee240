// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/causes.hpp"

#include <algorithm>

namespace kitt::comms::detail {

namespace {

std::size_t overlap(MemoryArea const& area, std::size_t begin, std::size_t end) {
  auto const first = std::max(area.begin, begin);
  auto const last = std::min(area.end, end);
  return first < last ? last - first : 0;
}

/// Returns the cause of memory that was given out, judged by its label. Labels have the form
/// kitt::area::what. Labels of the program's message buffers end with "_messages".
std::size_t& cause_of(GivenMemory const& memory, MemoryByCause& causes) {
  auto const& label = memory.label;
  if (label == "kitt::perf::working_set")
    return causes.ceilings;
  bool const of_messages = label.starts_with("kitt::comms::") || label.ends_with("_messages");
  return of_messages ? causes.message_buffers : causes.fields;
}

/// Finds memory that was given out within an area. Adds the found memory to its causes, and
/// subtracts the memory from `left`, the remaining bytes of the area. Returns whether the area
/// contains memory that was given out.
bool take_given(MemoryArea const& area, std::vector<GivenMemory> const& given, std::size_t& left,
                MemoryByCause& causes) {
  bool any = false;
  for (auto const& memory : given) {
    any = any || overlap(area, memory.address, memory.address + memory.bytes) > 0;
    auto const asked = std::min(left, overlap(area, memory.address, memory.address + memory.asked));
    cause_of(memory, causes) += asked;
    left -= asked;
  }
  return any;
}

std::size_t stacks_in(MemoryArea const& area, std::vector<AddressRange> const& stacks) {
  std::size_t bytes = 0;
  for (auto const& stack : stacks)
    bytes += overlap(area, stack.begin, stack.end);
  return std::min(area.resident, bytes);
}

bool is_file(MemoryArea const& area) {
  return area.name.starts_with('/') && !area.name.starts_with("/dev/") &&
         !area.name.starts_with("/memfd:");
}

/// Returns whether an area is the zeroed data of a library: anonymous memory directly after the
/// mapping of the library's file.
bool belongs_to(MemoryArea const* before, MemoryArea const& area) {
  return before != nullptr && area.name.empty() && is_file(*before) && before->end == area.begin;
}

/// Sorts areas by cause, one after another. Memory that may belong to malloc is counted at the end.
class Sorter {
public:
  explicit Sorter(MemoryFacts const& facts) : facts_(facts) {}

  MemoryByCause causes() {
    MemoryArea const* before = nullptr;
    for (auto const& area : facts_.areas) {
      sort(area, before);
      before = &area;
    }
    auto const used = facts_.allocator.mapped - facts_.allocator.free;
    auto const of_allocator =
        heap_ +
        std::min(anonymous_, facts_.allocator.mapped - std::min(heap_, facts_.allocator.mapped));
    causes_.allocator = facts_.allocator.mapped == 0 ? of_allocator : std::min(used, of_allocator);
    causes_.fragmentation = of_allocator - causes_.allocator;
    causes_.other += heap_ + anonymous_ - of_allocator;
    return causes_;
  }

private:
  void sort(MemoryArea const& area, MemoryArea const* before) {
    auto left = area.resident;
    if (area.shared) {
      causes_.shared_segments += left;
    } else if (take_given(area, facts_.given, left, causes_)) {
      causes_.page_rounding += left;
    } else if (area.name == "[stack]") {
      causes_.thread_stacks += left;
    } else if (is_file(area) || belongs_to(before, area)) {
      causes_.program += left;
    } else if (area.name == "[heap]") {
      heap_ += left;
    } else if (!area.name.empty()) {
      causes_.other += left;
    } else {
      auto const stacks = stacks_in(area, facts_.stacks);
      causes_.thread_stacks += stacks;
      anonymous_ += left - stacks;
    }
  }

  MemoryFacts const& facts_;
  MemoryByCause causes_;
  std::size_t heap_ = 0;
  std::size_t anonymous_ = 0;
};

} // namespace

MemoryByCause by_cause(MemoryFacts const& facts) {
  return Sorter(facts).causes();
}

MemoryByCause with_mpi_start(MemoryByCause now, MemoryByCause const& before,
                             MemoryByCause const& after) {
  for (auto const cause : {&MemoryByCause::allocator, &MemoryByCause::fragmentation,
                           &MemoryByCause::program, &MemoryByCause::other}) {
    auto const added = after.*cause - std::min(after.*cause, before.*cause);
    auto const still_there = std::min(added, now.*cause);
    now.*cause -= still_there;
    now.mpi_start += still_there;
  }
  return now;
}

} // namespace kitt::comms::detail
