// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/manual.hpp"
#include "miniapp/tools/tools.hpp"

#include <array>

namespace kitt::miniapp {

std::span<Tool const> all_tools() {
  static constexpr std::array tools{
      Tool{"compare", "Runs and published tables side by side, ratio by ratio", add_compare},
      Tool{"gauge", "What gauge-field files are and whether they hold what they state", add_gauge},
      Tool{"report", "One HTML page of records: figures, plots and tables, to send to a colleague",
           add_report},
      Tool{"sweep",
           "A command once for each of many ranks, threads, pages, settings: which is best",
           add_sweep},
      Tool{"list", "Names of benchmarks, kernels, variants, published tables and machines",
           add_list},
      Tool{"model", "What a machine should give, on one node and on thousands, term by term",
           add_model},
      Tool{"schema", "The JSON schema of a document that kitt writes or reads", add_schema},
      Tool{"man", "The man page: `kitt man | man -l -`", add_man},
      Tool{"completion",
           "What makes a shell complete this command line: `eval \"$(kitt completion bash)\"`",
           add_completion},
      Tool{"help", "What `kitt --help` and `kitt COMMAND --help` print", add_help},
  };
  return tools;
}

} // namespace kitt::miniapp
