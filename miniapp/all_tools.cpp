// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/described_program.hpp"
#include "miniapp/tools/tools.hpp"

#include <array>

namespace kitt::miniapp {

std::span<Tool const> all_tools() {
  static constexpr auto lattice = "Lattice QCD";
  static constexpr auto analysis = "Analysis";
  static constexpr auto help = "Help";
  static constexpr std::array tools{
      Tool{"gauge", "Describe and check gauge-field files, and convert them", lattice, add_gauge},
      Tool{"compare", "Compare runs and published tables, ratio by ratio", analysis, add_compare},
      Tool{"judge", "Check runs against the run rules of a procurement, and print pass or fail",
           analysis, add_judge},
      Tool{"report", "Write an HTML page with figures, plots and tables of records", analysis,
           add_report},
      Tool{"model", "Predict the performance of a machine on one node or thousands, term by term",
           analysis, add_model},
      Tool{"sweep",
           "Run a command with many settings (ranks, threads, pages, ...) and find the best",
           analysis, add_sweep},
      Tool{"list",
           "List names of benchmarks, kernels, variants, figures of merit, tables and machines",
           help, add_list},
      Tool{"schema", "Print the JSON schema of a document that kitt writes or reads", help,
           add_schema},
      Tool{"man", "Print the man page: `kitt man | man -l -`", help, add_man},
      Tool{"completion",
           "Print the completion script of a shell: `eval \"$(kitt completion bash)\"`", help,
           add_completion},
      Tool{"help", "Print the help of kitt or of a command", help, add_help},
  };
  return tools;
}

} // namespace kitt::miniapp
