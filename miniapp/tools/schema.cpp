// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/schema.hpp"
#include "miniapp/model/model_report.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/compare/comparison.hpp"
#include "perf/compare/label_comparison.hpp"
#include "perf/compare/portability.hpp"
#include "perf/judge/judgement.hpp"
#include "perf/model/machine_file.hpp"
#include "perf/record/record.hpp"
#include "perf/results/published_table.hpp"
#include "perf/results/results_document.hpp"
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
  char const* description;
  perf::Json (*schema)(std::string const& title, std::string const& description);
};

/// Returns the schema of a file of run rules, which may lack all keys except the version.
perf::Json schema_of_rules(std::string const& title, std::string const& description) {
  auto schema = perf::document_schema<perf::RunRules>(title, description);
  schema["required"] = {"rules_schema_version"};
  return schema;
}

constexpr std::array documents{
    Document{"comparison", "KITT comparison",
             "Output of `kitt compare`; ratios are relative to the first operand",
             perf::document_schema<perf::Comparison>},
    Document{"judgement", "KITT judgement",
             "Output of `kitt judge`: runs, rules and their outcomes",
             perf::document_schema<perf::Judgement>},
    Document{"labels", "KITT comparison by label",
             "Output of `kitt compare --by-label`: runs with different labels on equal numbers of "
             "nodes",
             perf::document_schema<perf::LabelComparison>},
    Document{"machine", "KITT machine file",
             "Output of `kitt machine --write` and input of `kitt model`: one machine of equal "
             "nodes. Figures are of one node",
             perf::document_schema<perf::Machine>},
    Document{"model", "KITT predictions", "Predictions of `kitt model` with all their terms",
             perf::document_schema<ModelResults>},
    Document{"portability", "KITT performance portability",
             "Output of `kitt compare --portability`. Application efficiency: fraction of the best "
             "known figure on the platform. Architectural efficiency: fraction of the ceiling that "
             "binds",
             perf::document_schema<perf::Portability>},
    Document{"published", "KITT published table",
             "Figures that others published, copied digit by digit. Names and units are the names "
             "and units of records if a record has the same quantity",
             perf::document_schema<perf::published::Table>},
    Document{"record", "KITT run record",
             "One run of KITT. The names of keys contain units; 1 GB is 10^9 bytes",
             perf::record_schema},
    Document{"results", "KITT results of another program",
             "Figures of another program or of a published table, as `kitt report` shows them",
             perf::document_schema<perf::ShownResults>},
    Document{"rules", "KITT run rules",
             "Limits of acceptance runs, input of `kitt judge --rules`. A file may lack all keys "
             "except the version",
             schema_of_rules},
    Document{"sweep", "KITT sweep",
             "Output of `kitt sweep`: a command of kitt, run once for each point of several axes",
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
                       .schema(fmt::format("{}, version {}", document.title, perf::schema_version),
                               document.description)
                       .dump(2));
    return 0;
  };
}

} // namespace kitt::miniapp
