// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/run_options.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// One kind of pages that messages are asked to lie on.
struct AskedPages {
  comms::HugePages kind;
  std::string name; ///< empty where it is the only one
};

/// All that a run asks for, each of which is measured.
inline std::vector<AskedPages> asked_pages(RunOptions const& options) {
  if (options.page_kinds.size() < 2)
    return {{options.huge_pages, ""}};
  std::vector<AskedPages> all;
  for (auto const kind : options.page_kinds)
    all.push_back({kind, to_string(kind)});
  return all;
}

} // namespace kitt::miniapp
