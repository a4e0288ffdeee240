// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/tools/child_process.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace kitt::miniapp {

namespace {

using namespace std::chrono_literals;

std::sig_atomic_t volatile noted = 0;
void note(int signal) {
  noted = signal;
}

struct ::sigaction set_action(int signal, void (*handler)(int)) {
  struct ::sigaction before {};
  struct ::sigaction ours {};
  ours.sa_handler = handler;
  ::sigaction(signal, &ours, &before);
  return before;
}

/// Replaces the new process by the program. The starting process has only one thread, so all
/// functions are safe here. Writes the reason to `report` if the program cannot be started.
[[noreturn]] void become(ChildProcess const& child, pid_t parent, int report) {
  ::setpgid(0, 0);
  for (int const signal : {SIGINT, SIGTERM})
    set_action(signal, SIG_DFL);
  // Ends runs if the sweep is killed. The sweep may have been killed already.
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent)
    ::_exit(1);
  int const input = ::open("/dev/null", O_RDONLY);
  int const output = ::open(child.log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (input >= 0 && output >= 0 && ::dup2(input, STDIN_FILENO) >= 0 &&
      ::dup2(output, STDOUT_FILENO) >= 0 && ::dup2(output, STDERR_FILENO) >= 0) {
    for (auto const& [name, value] : child.environment)
      value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    std::vector<char*> arguments;
    for (auto const& word : child.words)
      arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
  }
  int const reason = errno;
  auto const written = ::write(report, &reason, sizeof reason);
  static_cast<void>(written);
  ::_exit(127);
}

/// Waits for the end of a child by polling. waitpid() would block if a signal came just before it.
int wait_for(pid_t child) {
  constexpr auto patience = 10s;
  constexpr auto pause = 10ms;
  // time since the child was asked to end; counts pauses, because clocks may stand still
  auto waited = 0ms;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (noted != 0) {
      if (waited == 0ms)
        ::kill(-child, SIGTERM);
      if (waited > patience)
        ::kill(-child, SIGKILL);
      waited += pause;
    }
    std::this_thread::sleep_for(pause);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

NotedInterrupts::NotedInterrupts() {
  noted = 0;
  for (int const signal : {SIGINT, SIGTERM})
    if (auto const before = set_action(signal, note); before.sa_handler == SIG_IGN)
      set_action(signal, SIG_IGN); // keeps ignoring the signal, as under nohup
}

NotedInterrupts::~NotedInterrupts() {
  for (int const signal : {SIGINT, SIGTERM})
    if (auto const before = set_action(signal, SIG_DFL); before.sa_handler == SIG_IGN)
      set_action(signal, SIG_IGN);
}

int NotedInterrupts::signal() {
  return noted;
}

int run_child(ChildProcess const& child) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw UserError(fmt::format(
        "a run cannot be started (the system gives no pipe: {}): end other programs and try again",
        std::strerror(errno)));
  Descriptor const read_end(ends[0]);
  Descriptor write_end(ends[1]);
  auto const parent = ::getpid();
  auto const id = ::fork();
  if (id < 0)
    throw UserError(fmt::format("a run cannot be started (the system gives no process: {}): end "
                                "other programs and try again",
                                std::strerror(errno)));
  if (id == 0)
    become(child, parent, write_end.get());
  // also done in the parent, because a signal may have to be passed on before the child does it
  ::setpgid(id, id);
  write_end = Descriptor();
  int reason = 0;
  bool const failed = ::read(read_end.get(), &reason, sizeof reason) == sizeof reason;
  auto const status = wait_for(id);
  if (failed)
    throw UserError(fmt::format("{} cannot be started ({}): correct --launch, or free space for {}",
                                child.words.front(), std::strerror(reason), child.log.string()));
  return status;
}

} // namespace kitt::miniapp
