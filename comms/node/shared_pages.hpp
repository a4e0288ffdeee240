// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

namespace kitt::comms {

/// Memory on reserved huge pages of 2 MiB that processes of one node share. One process makes the
/// memory, and the others map it by its name. The memory is zero at first and lives as long as any
/// process maps it. Move-only.
class SharedPages {
public:
  /// Identifies the memory for other processes, until its maker calls close().
  struct Name {
    long process = 0;
    int file = 0;
    std::size_t bytes = 0;
  };

  /// Makes the memory. Throws UserError with advice if the reserve has too few pages.
  SharedPages(std::string const& label, std::size_t bytes);
  /// Maps memory that this or another process made. Throws UserError if the system denies access.
  explicit SharedPages(Name const& name);
  ~SharedPages();
  SharedPages(SharedPages&& other) noexcept;
  SharedPages& operator=(SharedPages&& other) noexcept;

  Name name() const;
  /// Closes the file after all processes have mapped the memory.
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
