// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// A small Kokkos Tool. It writes each call that Kokkos makes as a line to
/// $KITT_TOOL_LOG.<process>. The interface is declared in Kokkos_Profiling_C_Interface.h.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

namespace {

std::FILE* log_file() {
  static std::FILE* const file = [] {
    auto const* const path = std::getenv("KITT_TOOL_LOG");
    if (path == nullptr)
      return static_cast<std::FILE*>(nullptr);
    return std::fopen((std::string(path) + '.' + std::to_string(getpid())).c_str(), "w");
  }();
  return file != nullptr ? file : stderr;
}

void note(char const* what, char const* name) {
  std::fprintf(log_file(), "%s %s\n", what, name);
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

void kokkosp_init_library(int, std::uint64_t, std::uint32_t, void*) {
  note("init", "");
}

void kokkosp_finalize_library() {
  note("finalize", "");
  std::fclose(log_file());
}

void kokkosp_push_profile_region(char const* name) {
  note("push", name);
}

void kokkosp_pop_profile_region() {
  note("pop", "");
}

void kokkosp_begin_parallel_for(char const* name, std::uint32_t, std::uint64_t*) {
  note("for", name);
}

void kokkosp_begin_parallel_reduce(char const* name, std::uint32_t, std::uint64_t*) {
  note("reduce", name);
}

void kokkosp_begin_parallel_scan(char const* name, std::uint32_t, std::uint64_t*) {
  note("scan", name);
}
}
// NOLINTEND(readability-identifier-naming)
