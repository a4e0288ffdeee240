// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/gather_ranks.hpp"

#include "comms/ranks/simulation.hpp"
#include "perf/json/fields_json.hpp"

#include <map>

namespace kitt::perf {

namespace {

/// Returns the values of all ranks, in order of rank, on all ranks.
template <class T>
std::vector<T> gather_data(comms::Communicator const& world, T const& own) {
  std::vector<T> result;
  for (auto const& text : world.gather(detail::text_of(to_data(own))))
    result.push_back(from_data<T>(Json::parse(text)));
  return result;
}

std::vector<BytesOnPages> rows(std::map<std::size_t, std::size_t> const& by_size) {
  std::vector<BytesOnPages> result;
  for (auto const& [page_bytes, bytes] : by_size)
    result.push_back({page_bytes, bytes});
  return result;
}

PagesFound found_by(comms::PagesObtained const& own) {
  PagesFound found{.huge_page_bytes = own.huge_bytes,
                   .sizes = rows(own.by_size),
                   .shared_sizes = rows(own.shared_by_size)};
  for (auto const& [domain, bytes] : own.by_domain)
    found.domains.push_back({static_cast<std::size_t>(domain), bytes});
  return found;
}

} // namespace

std::vector<RankBinding> gather_bindings(comms::Communicator const& world,
                                         comms::Binding const& own) {
  std::vector<RankBinding> result;
  for (auto const& found : gather_data(world, own)) {
    auto const rank = static_cast<int>(result.size());
    result.push_back({.rank = rank,
                      .host = world.hostname(rank),
                      .thread_cpusets = found.thread_cpusets,
                      .cores = found.cores,
                      .numa_domains = found.numa_domains,
                      .warnings = found.warnings});
  }
  return result;
}

std::vector<std::string> environment_warnings(comms::Communicator const& world,
                                              NamedTexts const& own) {
  return differing_variables(gather_data(world, own));
}

PagesFound gather_pages(comms::Communicator const& world, comms::PagesObtained const& own) {
  if (comms::is_simulated()) // all simulated ranks are one process, so its memory is not the memory
                             // of a rank
    return {};
  comms::PagesObtained sum;
  for (auto const& rank : gather_data(world, found_by(own))) {
    sum.huge_bytes += rank.huge_page_bytes;
    for (auto const& size : rank.sizes)
      sum.by_size[size.page_bytes] += size.bytes;
    for (auto const& size : rank.shared_sizes)
      sum.shared_by_size[size.page_bytes] += size.bytes;
    for (auto const& domain : rank.domains)
      sum.by_domain[static_cast<int>(domain.domain)] += domain.bytes;
  }
  return found_by(sum);
}

MemoryOfRanks gather_memory(comms::Communicator const& world, comms::PeakMemory const& own) {
  return memory_of_ranks(comms::is_simulated() ? std::vector{own} : gather_data(world, own));
}

} // namespace kitt::perf
