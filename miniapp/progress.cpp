// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/progress.hpp"

#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

namespace kitt::miniapp {

namespace {

constexpr std::size_t usual_width = 80;
constexpr char const* erase_line = "\r\x1b[K";

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2)
    return usual_width;
  return size.ws_col;
}

} // namespace

Progress::Progress() : mode_(::isatty(STDERR_FILENO) == 1 ? Mode::terminal : Mode::silent) {}

Progress::~Progress() {
  clear();
}

void Progress::show(std::string const& what) {
  if (mode_ == Mode::silent)
    return;
  // a line that wraps could not be erased
  auto const text = what.substr(0, terminal_width() - 1);
  std::fprintf(stderr, "%s%s", erase_line, text.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (!shown_)
    return;
  std::fputs(erase_line, stderr);
  std::fflush(stderr);
  shown_ = false;
}

} // namespace kitt::miniapp
