// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace kitt::miniapp {

/// Message for an interrupted program. As long as this object exists, SIGINT and SIGTERM print the
/// message on standard error, and then end the program with the usual exit status. Only one such
/// object may exist.
class InterruptNotice {
public:
  explicit InterruptNotice(std::string const& text);
  InterruptNotice(InterruptNotice const&) = delete;
  InterruptNotice& operator=(InterruptNotice const&) = delete;
  ~InterruptNotice();
};

} // namespace kitt::miniapp
