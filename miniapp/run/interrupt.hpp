// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace kitt::miniapp {

/// While it lives, SIGINT and SIGTERM print `text` on a line of its own on standard error, and then
/// end the program as they would have, its exit status included. One at a time.
class InterruptNotice {
public:
  explicit InterruptNotice(std::string const& text);
  InterruptNotice(InterruptNotice const&) = delete;
  InterruptNotice& operator=(InterruptNotice const&) = delete;
  ~InterruptNotice();
};

} // namespace kitt::miniapp
