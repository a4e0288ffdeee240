// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace kitt::miniapp {

/// Pace of a run: number of cells that are done, and estimate of the time for the others.
class Pace {
public:
  /// Starts at the time `now` in seconds. A resumed run has `done` of `cells` already.
  Pace(int cells, int done, double now) : cells_(cells), done_before_(done), begin_(now) {}

  /// Returns a text like "cell 3 of about 40, about 2 min left: ". Empty if there are no cells.
  std::string text(int done, double now) const;

private:
  int cells_, done_before_;
  double begin_;
};

/// Progress line on standard error: a text about the current work, which the next text replaces.
/// The line is cleared before other output is printed. Silent if standard error is not a terminal.
class Progress {
public:
  enum class Mode { terminal, silent };

  /// Chooses the mode: `terminal` if standard error is a terminal.
  Progress();
  explicit Progress(Mode mode) : mode_(mode) {}
  ~Progress();
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  /// Shows a text, as "DWF4 at L = 16: verifying". The text is cut to the width of the terminal.
  void show(std::string const& what);
  void clear();

private:
  Mode mode_;
  bool shown_ = false;
};

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
