// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/tuning/tuning.hpp"

#include <algorithm>
#include <map>
#include <vector>

using namespace kitt::perf;

namespace {

/// Candidates that take the given seconds, on a clock that only they advance.
struct Fake {
  std::vector<double> seconds;
  double now = 100;
  std::vector<std::size_t> calls = {};
  std::vector<std::size_t> verified = {};
  std::map<std::size_t, double> slow_at_first = {}; ///< candidates that are disturbed in their
                                                    ///< first measurement

  SearchOutcome search(SearchPolicy const& policy, std::optional<std::size_t> wrong = {}) {
    return kitt::perf::search(seconds.size(), policy,
                              {.seconds =
                                   [&](std::size_t candidate) {
                                     bool const first =
                                         std::count(calls.begin(), calls.end(), candidate) == 0;
                                     calls.push_back(candidate);
                                     auto const taken = first && slow_at_first.contains(candidate)
                                                            ? slow_at_first[candidate]
                                                            : seconds[candidate];
                                     now += taken;
                                     return taken;
                                   },
                               .is_right =
                                   [&](std::size_t candidate) {
                                     verified.push_back(candidate);
                                     return candidate != wrong;
                                   },
                               .now = [&] { return now; }});
  }
};

SearchPolicy const unhurried{
    .budget_seconds = 1e6, .at_least = 2, .finalists = 2, .rounds = 3, .margin = 0.02};

} // namespace

TEST_CASE("the fastest candidate is chosen and reported together with the plainest") {
  Fake fake{{5, 3, 1, 4}};
  auto const outcome = fake.search(unhurried);
  CHECK(outcome.best == 2);
  CHECK(outcome.seconds == 1);
  CHECK(outcome.plain_seconds == 5);
  CHECK(outcome.tried == 4);
  CHECK(!outcome.wrong);
  // First each candidate once, then alternately the two fastest and the plainest.
  CHECK(fake.calls == std::vector<std::size_t>{0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 0, 1, 2});
  CHECK(fake.verified == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("a single candidate is chosen and measured once") {
  Fake fake{{7}};
  auto const outcome = fake.search(unhurried);
  CHECK(outcome.best == 0);
  CHECK(outcome.seconds == 7);
  CHECK(outcome.plain_seconds == 7);
  CHECK(fake.calls.size() == 1);
  CHECK(fake.verified.size() == 1);
}

TEST_CASE("of equally fast candidates, within the margin, the plainer one is chosen") {
  CHECK(Fake{{2, 2, 2}}.search(unhurried).best == 0);
  CHECK(Fake{{3, 2, 2}}.search(unhurried).best == 1);
  CHECK(Fake{{3, 2.03, 2}}.search(unhurried).best == 1);
  CHECK(Fake{{3, 2.05, 2}}.search(unhurried).best == 2);
}

TEST_CASE("the final ignores a disturbance in the first round") {
  Fake fake{{5, 1, 4, 3}};
  fake.slow_at_first = {{1, 3.5}};
  CHECK(fake.search(unhurried).best == 1);
}

TEST_CASE("a finalist with a wrong result ends the search before the final") {
  for (std::size_t const wrong : {0, 1, 2}) {
    Fake fake{{5, 3, 1, 4}};
    auto const outcome = fake.search(unhurried, wrong);
    REQUIRE(outcome.wrong);
    CHECK(*outcome.wrong == wrong);
    CHECK(fake.calls == std::vector<std::size_t>{0, 1, 2, 3});
  }
  CHECK(!Fake{{5, 3, 1, 4}}.search(unhurried, 3).wrong); // this candidate is not chosen
  CHECK(Fake{{7}}.search(unhurried, 0).wrong);
}

TEST_CASE("time limits the search, but some candidates are always tried") {
  auto hurried = unhurried;
  hurried.budget_seconds = 5;
  hurried.at_least = 3;
  hurried.rounds = 1;
  Fake slow{{9, 8, 7, 1}};
  auto const outcome = slow.search(hurried);
  CHECK(outcome.tried == 3);
  CHECK(outcome.best == 2);
  CHECK(outcome.plain_seconds == 9);
  CHECK(slow.calls == std::vector<std::size_t>{0, 1, 2, 0, 1, 2});

  Fake some{{1, 1.5, 1.2, 1.6, 1.4, 1}};
  CHECK(some.search(hurried).tried == 4);
  CHECK(some.calls == std::vector<std::size_t>{0, 1, 2, 3, 0, 2});
}

TEST_CASE("modes have names, and a full search takes longer") {
  CHECK(kitt::to_string(TuneMode::off) == "off");
  CHECK(kitt::to_string(TuneMode::quick) == "quick");
  CHECK(kitt::to_string(TuneMode::full) == "full");
  CHECK(search_policy(TuneMode::quick).budget_seconds <= 1);
  CHECK(search_policy(TuneMode::full).budget_seconds >
        search_policy(TuneMode::quick).budget_seconds);
}
