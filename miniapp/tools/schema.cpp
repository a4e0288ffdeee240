// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/schema.hpp"
#include "miniapp/model/model_report.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/compare/comparison.hpp"
#include "perf/compare/label_comparison.hpp"
#include "perf/compare/portability.hpp"
#include "perf/model/machine_file.hpp"
#include "perf/record/record.hpp"
#include "perf/record/record_schema.hpp"
#include "perf/results/published_table.hpp"
#include "perf/sweep/sweep.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <fmt/format.h>
#include <memory>

namespace kitt::miniapp {

namespace {

/// A kind of document that kitt writes or reads.
struct Document {
  char const* name;
  char const* title;
  int version;
  char const* description;
  perf::Json (*schema)(std::string const& title, std::string const& description);
};

constexpr std::array documents{
    Document{"comparison", "KITT comparison", perf::comparison_schema_version,
             "Result of `kitt compare`; ratios are to the first operand",
             perf::document_schema<perf::Comparison>},
    Document{"labels", "KITT comparison by label", perf::label_comparison_schema_version,
             "Result of `kitt compare --by-label`: runs with different labels on the same numbers "
             "of nodes",
             perf::document_schema<perf::LabelComparison>},
    Document{"machine", "KITT machine file", perf::machine_schema_version,
             "Machine with equal nodes, written by `kitt machine --write` and read by `kitt "
             "model`. Figures are per node",
             perf::document_schema<perf::Machine>},
    Document{"model", "KITT predictions", model_schema_version,
             "Predictions of `kitt model`, with every term", perf::document_schema<ModelResults>},
    Document{"portability", "KITT performance portability", perf::portability_schema_version,
             "Result of `kitt compare --portability`. Application efficiency is relative to the "
             "best figure known on the platform; architectural efficiency is relative to the "
             "ceiling that limits the kernel",
             perf::document_schema<perf::Portability>},
    Document{"published", "KITT published table", perf::published::schema_version,
             "Figures that others published, copied digit by digit. Names and units are as in "
             "records if possible",
             perf::document_schema<perf::published::Table>},
    Document{"record", "KITT run record", perf::record_schema_version,
             "One run of KITT. Units are in the names of keys; GB are 10^9 bytes",
             perf::record_schema},
    Document{"sweep", "KITT sweep", perf::sweep_schema_version,
             "Result of `kitt sweep`: a command of kitt, run once for each point of several axes",
             perf::document_schema<perf::Sweep>}};

} // namespace

RunTool add_schema(CLI::App& app) {
  auto const name = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (auto const& document : documents)
    names.emplace_back(document.name);
  app.add_option("DOCUMENT", *name, "Kind of document [print the names of all kinds]")
      ->check(CLI::IsMember(names));
  return [name] {
    for (auto const& document : documents)
      if (name->empty())
        fmt::print("{}\n", document.name);
      else if (*name == document.name)
        fmt::print("{}\n",
                   document
                       .schema(fmt::format("{}, version {}", document.title, document.version),
                               document.description)
                       .dump(2));
    return 0;
  };
}

} // namespace kitt::miniapp
