// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/cell_tables.hpp"

#include "core/base/finite.hpp"
#include "perf/record/bsm_cell.hpp"
#include "perf/record/collective_cell.hpp"
#include "perf/record/domain_cell.hpp"
#include "perf/record/doubts.hpp"
#include "perf/record/fft_cell.hpp"
#include "perf/record/halo_cell.hpp"
#include "perf/record/hash_cell.hpp"
#include "perf/record/hopping_cell.hpp"
#include "perf/record/memory_cell.hpp"
#include "perf/record/message_cell.hpp"
#include "perf/record/numa_cell.hpp"
#include "perf/record/pic_cell.hpp"
#include "perf/record/solve_cell.hpp"
#include "perf/record/stencil_cell.hpp"
#include "perf/record/transpose_cell.hpp"
#include "perf/tables/detail/bsm_columns.hpp"
#include "perf/tables/detail/domain_columns.hpp"
#include "perf/tables/detail/fft_columns.hpp"
#include "perf/tables/detail/network_columns.hpp"
#include "perf/tables/detail/numa_columns.hpp"
#include "perf/tables/detail/pic_columns.hpp"
#include "perf/tables/detail/solve_columns.hpp"
#include "perf/tables/detail/transpose_columns.hpp"
#include "perf/text/words.hpp"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::perf {

namespace {

using detail::ceiling_name;
using detail::columns_of;
using detail::error_percent;
using detail::roof_percent;

std::string mflops(std::optional<SummaryEntry> const& entry) {
  return entry ? fixed(entry->mflops_per_node, 3) : "-";
}

std::string point_line(std::string_view label, std::optional<double> const& figure,
                       std::string_view missing) {
  return figure ? fmt::format(" {:<32}: {:.0f} Mflop/s per node\n", label, *figure)
                : fmt::format(" {:<32}: none ({})\n", label, missing);
}

std::string memory_line(std::optional<MemoryReading> const& reading) {
  constexpr auto label = "Memory bandwidth";
  if (!reading)
    return fmt::format(" {:<32}: none (needs the memory benchmark)\n", label);
  return fmt::format(" {:<32}: {:.1f} GB/s per node ({} at L = {}{})\n", label,
                     reading->gb_per_s_per_node, reading->kernel, reading->l,
                     reading->ceiling.empty() ? "" : ", bound by " + reading->ceiling);
}

std::string exchange_line(std::optional<ExchangeReading> const& reading) {
  constexpr auto label = "Bandwidth of large messages";
  if (!reading)
    return fmt::format(" {:<32}: none (needs the halo benchmark)\n", label);
  return fmt::format(
      " {:<32}: {:.0f} MB/s per node one way, {:.0f} both ways (between {}: faces of "
      "{}, {} by {})\n",
      label, reading->one_way_mb_per_s_per_node, reading->both_ways_mb_per_s_per_node,
      reading->between, readable_bytes(static_cast<double>(reading->face_bytes)),
      reading->directions, reading->transport);
}

std::string robustness_line(Robustness const& robustness) {
  auto const label = fmt::format("Robustness ({})", robustness.set);
  if (robustness.worst_over_best)
    return fmt::format(" {:<32}: {:.3f} (worst / best DWF4 variant at L = 16)", label,
                       *robustness.worst_over_best);
  bool const none = robustness.lacks == robustness.variants;
  return fmt::format(" {:<32}: not available ({})", label,
                     none ? "needs DWF4 at L = 16"
                          : fmt::format("lacks {}", fmt::join(robustness.lacks, ", ")));
}

std::string best_variants(SummaryRow const& row) {
  std::string text;
  for (auto const& [kernel, entry] : summary_columns)
    if (row.*entry)
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", kernel, (row.*entry)->variant);
  return text;
}

/// The line of a cell without a figure, in the columns of the table of hopping kernels where it has
/// their parameters.
std::string without_figure(CellKey const& key, comms::VolumeOf of, std::string_view what,
                           std::string const& reason) {
  auto const place =
      key.parameters.contains("l")
          ? fmt::format("{:<6}  {:>3}  {:>3}  {:<6}  {}", key.kernel,
                        of == comms::VolumeOf::job ? "-" : key.text("l"), key.text("ls"),
                        key.text("precision"), key.variant.empty() ? "all variants" : key.variant)
          : name_of(key);
  return fmt::format("{}: {} ({})\n", place, what, reason);
}

/// Nothing without counters.
std::string energy_line(EnergyUse const& use) {
  if (!use.missing.empty())
    return fmt::format("          energy: none ({})\n", use.missing);
  if (!use.figures)
    return "";
  auto text = fmt::format("          energy: {:.4g} J per call, {:.1f} W per node",
                          use.figures->joules_per_call, use.figures->watts_per_node);
  if (use.figures->mflops_per_watt)
    text += fmt::format(", {:.1f} Mflop/s per watt", *use.figures->mflops_per_watt);
  return text + '\n';
}

std::vector<ColumnOf<HoppingCell>> columns_of(HoppingCell const*, bool split) {
  // Names of variants include the strategy where the lattice is split.
  int const variant_width = split ? 34 : 24;
  return {
      {{"Kernel", "", 6, Align::left}, [](auto& c) { return c.kernel; }},
      {{"L", "", 3}, [](auto& c) { return std::to_string(c.l); }},
      {{"Ls", "", 3}, [](auto& c) { return std::to_string(c.ls); }},
      {{"Prec.", "", 6, Align::left}, [](auto& c) { return to_string(c.precision); }},
      {{"Lanes", "x.y.z.t.s", 10, Align::left}, // DWF5: 1.1.1.1.16
       [](auto& c) { return fmt::format("{}", fmt::join(c.lane_grid, ".")); }},
      {{"Variant", "", variant_width, Align::left}, [](auto& c) { return c.variant; }},
      {{"Median", "Mflop/s/node", 12}, [](auto& c) { return fixed(c.mflops_per_node, 3); }},
      {{"Mean", "Mflop/s/node", 12}, [](auto& c) { return fixed(c.mflops_per_node_mean, 3); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Time", "per call", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
      {{"Error", "of naive", 8},
       [](auto& c) { return fmt::format("{:.1e}", c.verification_error); }},
      {{"Peak", "%", 5}, [](auto& c) { return percent(c.peak_fraction); }},
      {{"Roof ", "% ", 9}, [](auto& c) { return roof_percent(c); }},
      {{"bound by", "", 8, Align::left}, [](auto& c) { return ceiling_name(c); }},
  };
}

std::vector<ColumnOf<MemoryCell>> columns_of(MemoryCell const*, bool) {
  return {
      {{"Kernel", "", 21, Align::left}, [](auto& c) { return c.kernel; }},
      {{"L", "", 3}, [](auto& c) { return c.l > 0 ? std::to_string(c.l) : "-"; }},
      {{"Bytes", "moved", 11}, [](auto& c) { return std::to_string(c.bytes); }},
      {{"Median", "GB/s", 9}, [](auto& c) { return fixed(c.gb_per_s, 3); }},
      {{"Per node", "GB/s", 9}, [](auto& c) { return fixed(c.gb_per_s_per_node, 3); }},
      {{"Median", "Gflop/s", 9},
       [](auto& c) { return c.gflops_per_s > 0 ? fixed(c.gflops_per_s, 3) : "-"; }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Time", "per call", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
      {{"Start", "% of it", 7}, [](auto& c) { return percent(launch_share(c)); }},
      {{"Without", "GB/s/node", 9},
       [](auto& c) {
         auto const rate = gb_per_s_per_node_without_launch(c);
         return rate ? fixed(*rate, 3) : "-";
       }},
      {{"Roof ", "% ", 9}, [](auto& c) { return roof_percent(c); }},
      {{"bound by", "", 8, Align::left}, [](auto& c) { return ceiling_name(c); }},
  };
}

std::vector<ColumnOf<HaloCell>> columns_of(HaloCell const*, bool) {
  return {
      {{"Faces", "of", 5, Align::left}, [](auto& c) { return c.directions; }},
      {{"by", "", 3, Align::left}, [](auto& c) { return c.transport; }},
      {{"L", "", 3}, [](auto& c) { return std::to_string(c.l); }},
      {{"Ls", "", 3}, [](auto& c) { return std::to_string(c.ls); }},
      {{"Prec.", "", 6, Align::left}, [](auto& c) { return to_string(c.precision); }},
      {{"Bytes", "per face", 10}, [](auto& c) { return std::to_string(c.face_bytes); }},
      {{"One way", "MB/s/node", 10}, [](auto& c) { return fixed(one_way(c).median, 1); }},
      {{"min", "", 9}, [](auto& c) { return fixed(one_way(c).minimum, 1); }},
      {{"max", "", 9}, [](auto& c) { return fixed(one_way(c).maximum, 1); }},
      {{"Both ways", "MB/s/node", 10}, [](auto& c) { return fixed(both_ways(c).median, 1); }},
      {{"min", "", 9}, [](auto& c) { return fixed(both_ways(c).minimum, 1); }},
      {{"max", "", 9}, [](auto& c) { return fixed(both_ways(c).maximum, 1); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Time", "per call", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
  };
}

template <class Cell>
auto columns(bool split, [[maybe_unused]] comms::VolumeOf of) {
  auto all = columns_of(static_cast<Cell const*>(nullptr), split);
  if constexpr (requires(Cell const& cell) { cell.local_volume; })
    for (auto& column : all)
      if (of == comms::VolumeOf::job && column.name == "L")
        column = {{"Local", "x.y.z.t", 11},
                  [](auto& c) { return fmt::format("{}", fmt::join(c.local_volume, ".")); }};
  return all;
}

} // namespace

template <class Cell>
Table cell_table(bool split, comms::VolumeOf of) {
  return table_of(columns<Cell>(split, of));
}

template <class Cell>
std::string cell_row(Cell const& cell, comms::VolumeOf of) {
  bool split = false;
  if constexpr (requires { cell.communication; })
    split = cell.communication.has_value();
  auto const columns = perf::columns<Cell>(split, of);
  std::string text;
  if constexpr (requires { detail::lines_of(cell); })
    for (auto const& line : detail::lines_of(cell))
      text += row_of(columns, line);
  else
    text = row_of(columns, cell);
  return text + energy_line(cell.energy);
}

template Table cell_table<HoppingCell>(bool split, comms::VolumeOf of);
template Table cell_table<MemoryCell>(bool split, comms::VolumeOf of);
template Table cell_table<HaloCell>(bool split, comms::VolumeOf of);
template Table cell_table<MessageCell>(bool split, comms::VolumeOf of);
template Table cell_table<CollectiveCell>(bool split, comms::VolumeOf of);
template Table cell_table<StencilCell>(bool split, comms::VolumeOf of);
template Table cell_table<TransposeCell>(bool split, comms::VolumeOf of);
template Table cell_table<FftCell>(bool split, comms::VolumeOf of);
template Table cell_table<HashCell>(bool split, comms::VolumeOf of);
template Table cell_table<DomainCell>(bool split, comms::VolumeOf of);
template Table cell_table<NumaCell>(bool split, comms::VolumeOf of);
template Table cell_table<SolveCell>(bool split, comms::VolumeOf of);
template Table cell_table<BsmCell>(bool split, comms::VolumeOf of);
template Table cell_table<PicCell>(bool split, comms::VolumeOf of);
template std::string cell_row(HoppingCell const& cell, comms::VolumeOf of);
template std::string cell_row(MemoryCell const& cell, comms::VolumeOf of);
template std::string cell_row(HaloCell const& cell, comms::VolumeOf of);
template std::string cell_row(MessageCell const& cell, comms::VolumeOf of);
template std::string cell_row(CollectiveCell const& cell, comms::VolumeOf of);
template std::string cell_row(StencilCell const& cell, comms::VolumeOf of);
template std::string cell_row(TransposeCell const& cell, comms::VolumeOf of);
template std::string cell_row(FftCell const& cell, comms::VolumeOf of);
template std::string cell_row(HashCell const& cell, comms::VolumeOf of);
template std::string cell_row(DomainCell const& cell, comms::VolumeOf of);
template std::string cell_row(NumaCell const& cell, comms::VolumeOf of);
template std::string cell_row(SolveCell const& cell, comms::VolumeOf of);
template std::string cell_row(BsmCell const& cell, comms::VolumeOf of);
template std::string cell_row(PicCell const& cell, comms::VolumeOf of);

std::string skipped_row(SkippedCell const& cell, comms::VolumeOf of) {
  return without_figure(cell.key, of, "skipped", cell.reason);
}

std::string failed_row(FailedCell const& cell, comms::VolumeOf of) {
  auto why = cell.reason;
  if (!is_within(cell.verification_error, cell.verification_tolerance))
    why += fmt::format(": error {:.2g} where {:.2g} is allowed", cell.verification_error,
                       cell.verification_tolerance);
  if (cell.verification_site_error && cell.verification_site_tolerance)
    why += fmt::format(", of the worst site {:.2g} where {:.2g} is", *cell.verification_site_error,
                       *cell.verification_site_tolerance);
  return without_figure(cell.key, of, "FAILED", why);
}

std::string summary_text(Summary const& summary) {
  auto const ls = summary.ls > 0 ? fmt::format(" Ls={}", summary.ls) : std::string();
  auto text = banner(fmt::format(" Per Node Summary table{}, {} precision, Mflop/s per node", ls,
                                 to_string(summary.precision)));
  text += rows_text<SummaryRow>(
      {{{"L", "", 3, Align::left}, [](auto& r) { return std::to_string(r.l); }},
       {{"Wilson", "", 13}, [](auto& r) { return mflops(r.wilson); }},
       {{"DWF4", "", 13}, [](auto& r) { return mflops(r.dwf4); }},
       {{"DWF5", "", 13}, [](auto& r) { return mflops(r.dwf5); }},
       {{"best variants", "", 13, Align::left}, [](auto& r) { return best_variants(r); }}},
      summary.rows);
  text += banner(
      memory_line(summary.memory) + exchange_line(summary.exchange) +
      point_line("Comparison point (L = 12 and 16)", summary.comparison_mflops_per_node,
                 "needs DWF4 at L = 12 and L = 16") +
      point_line("DWF4 at L = 16 alone", summary.dwf4_l16_mflops_per_node, "needs DWF4 at L = 16") +
      robustness_line(summary.robustness));
  return text;
}

std::string efficiency_text(Efficiency const& efficiency) {
  auto const& baseline = efficiency.baseline;
  auto text = banner(fmt::format(" Efficiency against {} ({} on {}, {})", efficiency.file,
                                 counted(baseline.ranks, "rank"), counted(baseline.nodes, "node"),
                                 baseline.time));
  std::vector<ColumnOf<EfficiencyRow>> const columns{
      {{"Kernel", "", 6, Align::left}, [](auto& r) { return r.kernel; }},
      {{"L", "", 3}, [](auto& r) { return std::to_string(r.l); }},
      {{"Baseline", "Mflop/s/node", 13},
       [](auto& r) { return fixed(r.baseline_mflops_per_node, 3); }},
      {{"This run", "Mflop/s/node", 13}, [](auto& r) { return fixed(r.mflops_per_node, 3); }},
      {{"Efficiency", "%", 10}, [](auto& r) { return percent(r.efficiency); }}};
  return text + rows_text(columns, efficiency.rows) + table_of(columns).rule();
}

} // namespace kitt::perf
