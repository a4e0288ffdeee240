// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "miniapp/run/progress.hpp"

using kitt::miniapp::Pace;

TEST_CASE("progress shows the number of the cell, and the remaining time once a cell is done") {
  Pace const pace(10, 0, 100);
  CHECK(pace.text(0, 130) == "cell 1 of about 10: ");
  CHECK(pace.text(1, 105) == "cell 2 of about 10, about 45 s left: ");
  CHECK(pace.text(5, 700) == "cell 6 of about 10, about 10 min left: ");
  CHECK(pace.text(5, 9100) == "cell 6 of about 10, about 2.5 h left: ");
}

TEST_CASE("cells of a resumed record do not count as time") {
  Pace const pace(10, 4, 0);
  CHECK(pace.text(4, 60) == "cell 5 of about 10: ");
  CHECK(pace.text(6, 10) == "cell 7 of about 10, about 20 s left: ");
}

TEST_CASE("more cells than expected give no nonsensical progress") {
  Pace const pace(2, 0, 0);
  CHECK(pace.text(2, 10) == "cell 3 of about 3, about 5 s left: ");
  CHECK(Pace(0, 0, 0).text(0, 1).empty());
}
