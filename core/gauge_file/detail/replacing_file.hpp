// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

#include <filesystem>
#include <string>

namespace kitt::detail {

/// Writes a file under another name beside it and gives it its own only when complete, so that
/// nobody ever sees half of it. Without commit(), nothing is left behind.
/// Every member throws UserError when the file system refuses.
class ReplacingFile {
public:
  explicit ReplacingFile(std::filesystem::path path);
  ReplacingFile(ReplacingFile const&) = delete;
  ReplacingFile& operator=(ReplacingFile const&) = delete;
  ~ReplacingFile();

  void write(Bytes bytes);
  void write(std::string_view text) { write(as_byte_span(text)); }

  /// On disk, and under its name.
  void commit();

private:
  [[noreturn]] void fail(std::string const& reason) const;

  std::filesystem::path path_;
  std::string temporary_;
  int descriptor_ = -1;
};

} // namespace kitt::detail
