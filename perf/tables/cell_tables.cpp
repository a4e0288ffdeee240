// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/cell_tables.hpp"

#include "core/base/finite.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/measure/energy.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::perf {

namespace {

using Fields = std::vector<FieldDescription>;

/// Returns the fields of a kind of cells that have a column in printed tables. Columns on request
/// are only those inside the object `requested`.
Fields fields_in_columns(CellKind const& kind, comms::VolumeOf of, std::string_view requested) {
  auto fields = kind.fields();
  auto const* const other_volume = of == comms::VolumeOf::job ? "l" : "local_volume";
  std::erase_if(fields, [&](auto const& f) {
    bool const shown =
        !f.meaning.column.on_request || f.path.substr(0, f.path.find('/')) == requested;
    return f.heading.empty() || !shown || f.path == other_volume;
  });
  return fields;
}

bool may_be_doubtful(FieldColumn const& column) {
  return std::isfinite(column.doubtful_above);
}

/// Returns the space that splits a heading into two lines of most similar lengths.
std::size_t middle_space(std::string const& heading) {
  auto best = heading.find(' ');
  for (auto space = best; space != heading.npos; space = heading.find(' ', space + 1))
    if (std::max(space, heading.size() - space) < std::max(best, heading.size() - best))
      best = space;
  return best;
}

/// Returns the column with its heading on two lines: "Per node" and "MB/s", "Time" and "per call".
Column column_of(FieldDescription const& field) {
  constexpr std::size_t longest_line = 8;
  auto const& format = field.meaning.column;
  bool const left = format.format == ColumnFormat::text && !field.is_number;
  Column column{field.heading, "", format.width, left ? Align::left : Align::right};
  auto const unit = field.heading.rfind(" (");
  auto const space = middle_space(field.heading);
  if (unit != std::string::npos && field.heading.back() == ')') {
    column.name = field.heading.substr(0, unit);
    column.unit = field.heading.substr(unit + 2, field.heading.size() - unit - 3);
  } else if (field.heading.size() > longest_line && space != std::string::npos) {
    column.name = field.heading.substr(0, space);
    column.unit = field.heading.substr(space + 1);
  }
  if (may_be_doubtful(format)) { // space for the mark of a doubtful figure
    ++column.width;
    column.name += ' ';
    column.unit += ' ';
  }
  return column;
}

/// Returns a value without a unit: "16", "4.4.4.8", "1.2e-07".
std::string plain_text(Json const& value, int digits) {
  if (value.is_string())
    return value.get_ref<std::string const&>().empty() ? "-" : value.get<std::string>();
  if (value.is_boolean())
    return value.get<bool>() ? "yes" : "no";
  if (value.is_number_float())
    return digits > 0 ? fmt::format("{:.{}e}", value.get<double>(), digits - 1)
                      : fmt::format("{:g}", value.get<double>());
  if (!value.is_array())
    return value.dump();
  std::string text;
  for (auto const& element : value)
    text += (text.empty() ? "" : ".") + plain_text(element, digits);
  return text;
}

std::string value_text(Json const& value, FieldColumn const& column) {
  switch (column.format) {
  case ColumnFormat::fixed:
    return fixed(value.get<double>(), column.digits);
  case ColumnFormat::seconds:
    return readable_seconds(value.get<double>());
  case ColumnFormat::bytes:
    return readable_bytes(value.get<double>());
  case ColumnFormat::percent:
    return percent(value.get<double>(), column.digits);
  default:
    return plain_text(value, column.digits);
  }
}

/// Returns the text of a column, followed by the mark of a doubtful figure or by a blank.
std::string column_text(Json const& object, std::string const& path, FieldColumn const& column) {
  Json::json_pointer const place('/' + path);
  auto const value = object.contains(place) ? object.at(place) : Json();
  auto text = value.is_null() ? "-" : value_text(value, column);
  if (may_be_doubtful(column))
    text += value.is_number() && value > column.doubtful_above ? '!' : ' ';
  return text;
}

/// Returns the text of a column of a cell. A cell with a range of ceilings shows both ends:
/// "25-65".
std::string cell_text(Json const& cell, FieldDescription const& field) {
  auto const& column = field.meaning.column;
  if (auto const found = cell.find("roofline_range"); found != cell.end()) {
    auto const range = from_data<RoofRange>(*found);
    if (field.path == "roofline_fraction")
      return fmt::format("{:.0f}-{:.0f}{}", 100 * range.lowest, 100 * range.highest,
                         range.lowest > column.doubtful_above ? '!' : ' ');
    if (field.path == "ceiling")
      return ceilings_of(range);
  }
  return column_text(cell, field.path, column);
}

/// Returns the objects of the list that has columns. Returns one null if no list has columns.
Json objects_in_rows(Json const& cell, Fields const& fields) {
  for (auto const& field : fields)
    if (field.content == FieldDescription::Content::list_value)
      return cell.at(field.path.substr(0, field.path.find("[]")));
  return Json::array({nullptr});
}

std::string row_of(Json const& cell, Json const& object, Fields const& fields) {
  std::vector<Column> columns;
  std::vector<std::string> texts;
  for (auto const& field : fields) {
    columns.push_back(column_of(field));
    texts.push_back(field.content == FieldDescription::Content::list_value
                        ? column_text(object, field.path.substr(field.path.find("[]/") + 3),
                                      field.meaning.column)
                        : cell_text(cell, field));
  }
  return Table(columns).row(texts);
}

/// Returns the line of energy that follows a row. Empty without counters.
std::string energy_line(Json const& cell) {
  auto const use = from_data<EnergyUse>(cell);
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

/// Returns the line of a cell without figures. Parameters of hopping kernels are printed in their
/// columns of the table of hopping kernels.
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

} // namespace

Table cell_table(CellKind const& kind, comms::VolumeOf of, std::string_view requested) {
  std::vector<Column> columns;
  for (auto const& field : fields_in_columns(kind, of, requested))
    columns.push_back(column_of(field));
  return Table(columns);
}

std::string cell_row(Cell const& cell, comms::VolumeOf of, std::string_view requested) {
  auto const fields = fields_in_columns(cell_kind_named(cell.key.benchmark), of, requested);
  std::string text;
  for (auto const& object : objects_in_rows(*cell.data, fields))
    text += row_of(*cell.data, object, fields);
  return text + energy_line(*cell.data);
}

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

} // namespace kitt::perf
