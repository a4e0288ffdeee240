// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/interrupt.hpp"

#include <csignal>
#include <unistd.h>

namespace kitt::miniapp {

namespace {

constexpr int signals[] = {SIGINT, SIGTERM};

/// Made beforehand: a handler may not allocate.
std::string& notice() {
  static std::string text;
  return text;
}
char const* volatile notice_text = nullptr;
volatile std::sig_atomic_t notice_length = 0;

/// Only what is safe in a handler. The signal comes again when this returns, and by then
/// (SA_RESETHAND) does what it would have done.
void say_and_end(int signal) {
  auto const written = ::write(STDERR_FILENO, notice_text, static_cast<std::size_t>(notice_length));
  static_cast<void>(written); // if nobody listens, so be it
  ::raise(signal);
}

} // namespace

InterruptNotice::InterruptNotice(std::string const& text) {
  // The progress line may stand there.
  notice() = (::isatty(STDERR_FILENO) == 1 ? "\n" : "") + text + '\n';
  notice_text = notice().data();
  notice_length = static_cast<std::sig_atomic_t>(notice().size());
  for (int const signal : signals) {
    struct ::sigaction before {};
    struct ::sigaction ours {};
    ours.sa_handler = say_and_end;
    ours.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_DFL) // not where it is ignored, as under nohup
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
