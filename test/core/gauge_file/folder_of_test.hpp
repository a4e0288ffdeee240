// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace kitt::test {

/// A folder for the files of one test.
class FolderOfTest : public kitt::TemporaryFolder {
public:
  using kitt::TemporaryFolder::TemporaryFolder;

  std::filesystem::path write(std::string const& name, std::string const& content) const {
    std::ofstream(*this / name, std::ios::binary) << content;
    return *this / name;
  }
  std::string read(std::string const& name) const {
    std::ifstream file(*this / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::ptrdiff_t entries() const {
    return std::distance(std::filesystem::directory_iterator(path()), {});
  }
};

} // namespace kitt::test
