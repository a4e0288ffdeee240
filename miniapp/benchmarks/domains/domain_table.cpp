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
        text += fmt::format("Domain {} sends to itself and is {} % slower than in the control "
                            "while pair {} exchanges ({:.1f} standard deviations).\n",
                            domain.number, perf::percent(*domain.ratio_to_control - 1), cell.pair,
                            *domain.excess_over_control);
    }
  if (!text.empty() || idle == 0)
    return text;
  return judged > 0
             ? "No domain that sends to itself is more than 3 standard deviations slower than in "
               "the control.\n"
             : "Domains that send to themselves cannot be compared with the control (the ranks of "
               "a domain all took equally long, or\nthere is one rank in each): start more ranks "
               "on each node.\n";
}

} // namespace kitt::miniapp
