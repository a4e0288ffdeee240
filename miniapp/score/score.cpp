// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/score/score.hpp"

#include "perf/json/fields_json.hpp"

namespace kitt::miniapp {

Score score_of(perf::RunRecord const& record) {
  auto score = perf::from_data<Score>(record.summary(), "the summary");
  score.rules = perf::rules_of(record.head());
  return score;
}

} // namespace kitt::miniapp
