// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/progress.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
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

std::string duration(double seconds) {
  if (seconds < 90)
    return fmt::format("{:.0f} s", seconds);
  return seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60)
                        : fmt::format("{:.1f} h", seconds / 3600);
}

} // namespace

std::string Pace::text(int done, double now) const {
  if (cells_ == 0)
    return {};
  auto text = fmt::format("cell {} of about {}", done + 1, std::max(cells_, done + 1));
  auto const here = done - done_before_;
  if (here > 0)
    text += fmt::format(", about {} left",
                        duration((now - begin_) / here * std::max(1, cells_ - done)));
  return text + ": ";
}

Progress::Progress() : mode_(::isatty(STDERR_FILENO) == 1 ? Mode::terminal : Mode::silent) {}

Progress::~Progress() {
  clear();
}

void Progress::show(std::string const& what) {
  if (mode_ == Mode::silent)
    return;
  // the text must fit into one line, because a wrapped line cannot be erased
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

namespace {

constexpr int signals[] = {SIGINT, SIGTERM};

/// Returns the text of the message. The text is made in advance, because a signal handler must not
/// allocate memory.
std::string& notice() {
  static std::string text;
  return text;
}
char const* volatile notice_text = nullptr;
volatile std::sig_atomic_t notice_length = 0;

/// Prints the message and raises the signal again. The signal then has its usual effect, because
/// SA_RESETHAND has removed this handler. Calls only functions that are safe in a handler.
void say_and_end(int signal) {
  auto const written = ::write(STDERR_FILENO, notice_text, static_cast<std::size_t>(notice_length));
  static_cast<void>(written); // the program ends even if the write fails
  ::raise(signal);
}

} // namespace

InterruptNotice::InterruptNotice(std::string const& text) {
  // a terminal may show the progress line, so the message begins on a new line
  notice() = (::isatty(STDERR_FILENO) == 1 ? "\n" : "") + text + '\n';
  notice_text = notice().data();
  notice_length = static_cast<std::sig_atomic_t>(notice().size());
  for (int const signal : signals) {
    struct ::sigaction before {};
    struct ::sigaction ours {};
    ours.sa_handler = say_and_end;
    ours.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_DFL) // an ignored signal stays ignored, as under nohup
      ::sigaction(signal, &ours, nullptr);
  }
}

InterruptNotice::~InterruptNotice() {
  for (int const signal : signals) {
    struct ::sigaction now {};
    ::sigaction(signal, nullptr, &now);
    if (now.sa_handler == say_and_end)
      std::signal(signal, SIG_DFL);
  }
}

} // namespace kitt::miniapp
