// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/gather_environments.hpp"

#include "perf/json/fields_json.hpp"
#include "perf/record/differing_variables.hpp"

namespace kitt::perf {

std::vector<std::string> environment_warnings(comms::Communicator const& world,
                                              NamedTexts const& own) {
  std::vector<NamedTexts> ranks;
  for (auto const& rank : world.gather(detail::text_of(to_data(own))))
    ranks.push_back(from_data<NamedTexts>(Json::parse(rank)));
  return differing_variables(ranks);
}

} // namespace kitt::perf
