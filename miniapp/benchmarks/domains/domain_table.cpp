// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/domains/domain_table.hpp"

#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

std::string domain_verdicts(std::vector<DomainCell> const& cells) {
  std::string text;
  int idle = 0;
  int judged = 0;
  for (auto const& cell : cells)
    for (auto const& domain : cell.times) {
      if (domain.off_node || !domain.ratio_to_control)
        continue;
      ++idle;
      judged += domain.excess_over_control ? 1 : 0;
      if (is_slowed(domain))
        text += fmt::format("Domain {} slower than control by {} % while idle: pair {} talks, "
                            "{:.1f} standard deviations.\n",
                            domain.number, perf::percent(*domain.ratio_to_control - 1), cell.pair,
                            *domain.excess_over_control);
    }
  if (!text.empty() || idle == 0)
    return text;
  return judged > 0
             ? "No domain that sends to itself is slower than control by more than 3 standard "
               "deviations.\n"
             : "Whether domains that send to themselves are slower than in the control cannot be "
               "told: "
               "the times of a domain's\nranks have no spread (one rank each, or all alike). Start "
               "more ranks on each node.\n";
}

} // namespace kitt::miniapp
