// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace kitt::miniapp {

/// How far a run is, and about how long the rest takes, from the cells done so far.
class Pace {
public:
  /// `done` of `cells` are there already, from the run that is resumed.
  Pace(int cells, int done, double now) : cells_(cells), done_before_(done), begin_(now) {}

  /// "cell 3 of about 40, about 2 min left: "; empty without cells.
  std::string text(int done, double now) const;

private:
  int cells_, done_before_;
  double begin_;
};

/// One line on the terminal's error stream that says what is being done, replaced by the next and
/// cleared before anything else is printed. Silent where standard error is not a terminal.
class Progress {
public:
  enum class Mode { terminal, silent };

  /// Finds out for itself.
  Progress();
  explicit Progress(Mode mode) : mode_(mode) {}
  ~Progress();
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  /// "DWF4 at L = 16: verifying". Cut to the terminal's width.
  void show(std::string const& what);
  void clear();

private:
  Mode mode_;
  bool shown_ = false;
};

} // namespace kitt::miniapp
