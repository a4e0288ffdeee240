// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/system_files.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace kitt::test {

/// A temporary folder that stands for /. The folder is removed at the end.
class FakeFiles {
public:
  FakeFiles() {
    auto name = (std::filesystem::temp_directory_path() / "kitt-fake-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw std::runtime_error("no temporary folder");
    root_ = name;
  }
  ~FakeFiles() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  FakeFiles(FakeFiles const&) = delete;
  FakeFiles& operator=(FakeFiles const&) = delete;

  void write(std::filesystem::path const& relative, std::string const& text) const {
    std::filesystem::create_directories((root_ / relative).parent_path());
    std::ofstream(root_ / relative) << text;
  }
  std::string path(char const* relative) const { return root_ / relative; }
  comms::detail::SystemFiles view() const { return comms::detail::SystemFiles(root_); }

private:
  std::filesystem::path root_;
};

} // namespace kitt::test
