// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/data_folder.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::perf {

namespace fs = std::filesystem;

fs::path data_folder(std::string const& kind) {
  if (auto const* const given = std::getenv("KITT_DATA"); given != nullptr && *given != '\0')
    return fs::path(given) / kind;
  std::error_code failed;
  auto const program = fs::read_symlink("/proc/self/exe", failed);
  return program.parent_path().parent_path() / "share" / "kitt" / kind;
}

std::vector<std::string> data_names(std::string const& kind) {
  std::vector<std::string> names;
  std::error_code failed;
  for (auto const& entry : fs::directory_iterator(data_folder(kind), failed))
    if (entry.path().extension() == ".json")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

fs::path data_file(std::string const& kind, std::string const& name) {
  auto const names = data_names(kind);
  KITT_VALIDATE(!names.empty(),
                fmt::format("no files in {} (it should hold KITT's data files): install KITT "
                            "completely, or set KITT_DATA to its folder share/kitt",
                            data_folder(kind).string()));
  KITT_VALIDATE(std::find(names.begin(), names.end(), name) != names.end(),
                fmt::format("no {} file \"{}\" (KITT ships no file of that name): give {}", kind,
                            name, fmt::join(names, ", ")));
  return data_folder(kind) / (name + ".json");
}

} // namespace kitt::perf
