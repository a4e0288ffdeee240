// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

namespace kitt::comms {

/// Memory on 2 MiB pages of the administrator's reserve that processes of one node share: one makes
/// it, the others map it by its name. It is zero, and lives as long as somebody maps it. Move-only.
class SharedPages {
public:
  /// By this other processes find it while its maker has not called close().
  struct Name {
    long process = 0;
    int file = 0;
    std::size_t bytes = 0;
  };

  /// Makes it. Throws UserError where the reserve has not so many pages, naming what to do.
  SharedPages(std::string const& label, std::size_t bytes);
  /// Maps what another process, or this one, made. Throws UserError where the system keeps this
  /// process from it.
  explicit SharedPages(Name const& name);
  ~SharedPages();
  SharedPages(SharedPages&& other) noexcept;
  SharedPages& operator=(SharedPages&& other) noexcept;

  Name name() const;
  /// Nobody else needs to map it any more.
  void close();

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

private:
  void map(std::string const& refused);

  int file_ = -1;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

} // namespace kitt::comms
