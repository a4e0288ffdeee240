// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/variants.hpp"
#include "miniapp/benchmarks/memory/axpy.hpp"
#include "miniapp/tools/tool.hpp"
#include "perf/model/machine_file.hpp"
#include "perf/results/data_folder.hpp"
#include "perf/results/results.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

int list() {
  fmt::print("benchmarks (kitt COMMAND)\n"
             "  itt      kernels, memory, halo, summary, comparison point\n"
             "  dslash   hopping kernels\n"
             "  memory   memory kernels\n"
             "  halo     exchange of faces between ranks\n"
             "  machine  topology and ceilings\n"
             "hopping kernels (--kernels)\n"
             "  Wilson   4-D, lanes over sub-lattices\n"
             "  DWF4     domain wall, lanes over 4-D sub-lattices\n"
             "  DWF5     domain wall, lanes over the fifth dimension\n"
             "hopping variants (--variants)\n");
  for (auto const& variant : all_hopping_variants())
    fmt::print("  {}{}{}\n", variant.name, variant.note.empty() ? "" : "  ", variant.note);
  fmt::print("memory kernels\n");
  for (auto const kernel : perf::memory_kernels)
    fmt::print("  {}\n", perf::to_string(kernel));
  fmt::print("published tables (kitt compare, kitt model --against)\n");
  for (auto const& table : perf::data_names("published")) {
    auto const name = perf::published_prefix + table;
    fmt::print("  {:<40}  {}\n", name, perf::read_results(name).title);
  }
  fmt::print("machines (kitt model)\n");
  for (auto const& name : perf::shipped_machine_names())
    fmt::print("  {:<12}  {}\n", name, perf::load_machine(name).description);
  return 0;
}

} // namespace

RunTool add_list(CLI::App&) {
  return list;
}

} // namespace kitt::miniapp
