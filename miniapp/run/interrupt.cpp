// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/interrupt.hpp"

#include <csignal>
#include <unistd.h>

namespace kitt::miniapp {

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
