// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/cell_kind.hpp"

#include "core/base/error.hpp"

#include <algorithm>

namespace kitt::perf {

namespace {

template <class Table>
auto const* find_row(Table const& table, std::string_view name) {
  auto const found =
      std::find_if(table.begin(), table.end(), [&](auto const& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

template <class Row>
Row const& known(Row const* row, std::string_view name) {
  if (row == nullptr)
    throw InternalError("\"" + std::string(name) + "\" belongs to no kind of cells");
  return *row;
}

std::span<CellKind const* const>& registered() {
  static std::span<CellKind const* const> kinds;
  return kinds;
}

/// Benchmarks and kernels of all kinds.
struct Tables {
  std::vector<Benchmark> benchmarks;
  std::vector<KernelInfo> kernels;
};

/// Returns the tables of all kinds. Benchmarks whose figures follow from other figures come last.
Tables joined_tables() {
  KITT_EXPECT(!cell_kinds().empty());
  Tables joined;
  for (auto const* const kind : cell_kinds()) {
    joined.benchmarks.push_back(kind->benchmarks.front());
    joined.kernels.insert(joined.kernels.end(), kind->kernels.begin(), kind->kernels.end());
  }
  for (auto const* const kind : cell_kinds())
    joined.benchmarks.insert(joined.benchmarks.end(), kind->benchmarks.begin() + 1,
                             kind->benchmarks.end());
  return joined;
}

Tables const& tables() {
  static auto const joined = joined_tables();
  return joined;
}

} // namespace

void use_cell_kinds(std::span<CellKind const* const> kinds) {
  registered() = kinds;
}

std::vector<FigureOfMerit> merits_of(CellKind const& kind) {
  auto merits = kind.merits;
  auto const& fields = kind.fields();
  auto const main = std::find_if(fields.begin(), fields.end(),
                                 [](auto const& field) { return field.meaning.compared != 0; });
  if (merits.empty() && main != fields.end())
    merits.push_back({main->path, kind.benchmarks.front().figures});
  return merits;
}

std::span<CellKind const* const> cell_kinds() {
  return registered();
}

CellKind const* find_cell_kind(std::string_view benchmark) {
  for (auto const* const kind : cell_kinds())
    if (kind->name() == benchmark)
      return kind;
  return nullptr;
}

CellKind const& cell_kind_named(std::string_view benchmark) {
  auto const* const kind = find_cell_kind(benchmark);
  KITT_EXPECT(kind != nullptr);
  return *kind;
}

std::span<Benchmark const> benchmarks() {
  return tables().benchmarks;
}
std::span<KernelInfo const> kernels() {
  return tables().kernels;
}

Benchmark const* find_benchmark(std::string_view name) {
  return find_row(benchmarks(), name);
}
KernelInfo const* find_kernel(std::string_view name) {
  return find_row(kernels(), name);
}

Benchmark const& benchmark_named(std::string_view name) {
  return known(find_benchmark(name), name);
}
KernelInfo const& kernel_named(std::string_view name) {
  return known(find_kernel(name), name);
}

std::vector<std::string> kernels_of(std::string_view benchmark) {
  std::vector<std::string> names;
  if (auto const* const kind = find_cell_kind(benchmark))
    for (auto const& kernel : kind->kernels)
      names.emplace_back(kernel.name);
  return names;
}

} // namespace kitt::perf
