// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/pairs/detail/computing_target.hpp"

#include <array>

using kitt::comms::detail::ComputingTarget;

namespace {

using Memory = std::array<std::byte, 8>;

/// Returns whether MPI progresses on a target that the first rank helped only once.
bool progresses_alone(std::function<double()> const& now) {
  alignas(8) Memory finished{};
  ComputingTarget target(finished.data(), now);
  target.run();
  target.helped();
  target.run();
  return target.progressed();
}

} // namespace

TEST_CASE("a target without help gives up, even if its clock stands still") {
  double time = 0;
  CHECK_FALSE(progresses_alone([&] { return time += 0.1; }));
  CHECK_FALSE(progresses_alone([] { return 7.0; }));
}
