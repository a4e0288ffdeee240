// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/schema.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/sweep/sweep.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <fmt/format.h>
#include <memory>

namespace kitt::miniapp {

namespace {

/// A kind of document that kitt writes.
struct Document {
  char const* name;
  perf::Json (*schema)();
};

perf::Json sweep_schema() {
  return perf::document_schema<perf::Sweep>(
      fmt::format("KITT sweep, version {}", perf::sweep_schema_version),
      "What `kitt sweep` writes: a command of kitt, run once for each point of several axes");
}

constexpr std::array documents{Document{"sweep", sweep_schema}};

} // namespace

RunTool add_schema(CLI::App& app) {
  auto const name = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (auto const& document : documents)
    names.emplace_back(document.name);
  app.add_option("DOCUMENT", *name, "kind of document")->required()->check(CLI::IsMember(names));
  return [name] {
    for (auto const& document : documents)
      if (*name == document.name)
        fmt::print("{}\n", document.schema().dump(2));
    return 0;
  };
}

} // namespace kitt::miniapp
