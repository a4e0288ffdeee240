// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/detail/document.hpp"

#include "perf/json/document_version.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/detail/cell_json.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::perf::detail {

namespace {

Json new_head(RecordHeader const& header) {
  return {{"schema_version", schema_version},
          {"provenance", to_data(header.provenance)},
          {"configuration", to_data(header.configuration)},
          {"topology", to_data(header.topology)},
          {"ceilings", nullptr},
          {"cells", nullptr},
          {"summary", nullptr}};
}

std::string place_of(std::size_t index, Cell const& cell) {
  return fmt::format("cells[{}], {} {}", index, cell.key.benchmark, name_of(cell.key));
}

/// Reads a cell. Throws WrongValue, which names the cell, if the JSON is not a cell.
Cell read_cell(Json const& from, std::size_t index) {
  auto const place = fmt::format("cells[{}]: ", index);
  try {
    return cell_from_json(from);
  } catch (Json::exception const& error) {
    throw WrongValue(place + words_of(error));
  } catch (WrongValue const& error) {
    throw WrongValue(place + error.what());
  }
}

} // namespace

void Document::check_figures_possible(Json const& written) const {
  for (std::size_t i = 0; i < cells.size(); ++i)
    try {
      check_possible(cells[i]);
      if (written[i].at("status") == "measured")
        check_numbers(written[i], "");
    } catch (WrongValue const& error) {
      throw WrongValue(fmt::format("{}: {}", place_of(i, cells[i]), error.what()));
    }
  check_numbers(head.value("summary", Json()), "summary");
  check_numbers(head.value("ceilings", Json()), "ceilings");
}

Document::Document(Json begun) : head(std::move(begun)), parts_(empty_parts()) {}

Document::Document(RecordHeader const& header) : Document(new_head(header)) {}

Document Document::from_json(Json written) {
  auto const cells = std::exchange(written.at("cells"), nullptr);
  Document document(std::move(written));
  auto const& summary = document.head["summary"];
  document.complete = summary.is_object() && summary.value("complete", false);
  if (!cells.is_array())
    throw WrongValue("\"cells\" is no list");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    auto cell = read_cell(cells[i], i);
    if (document.places.contains(cell.key))
      throw WrongValue(place_of(i, cell) + " comes twice");
    document.put(std::move(cell));
  }
  if (auto const& ceilings = document.head.at("ceilings"); !ceilings.is_null())
    document.ceilings = from_data<Ceilings>(ceilings, "ceilings");
  return document;
}

Document::Parts Document::empty_parts() const {
  Parts parts;
  for (auto const* const kind : cell_kinds())
    if (kind->summary_part != nullptr)
      parts.emplace_back(kind->name(), kind->summary_part(head));
  return parts;
}

void Document::count(Cell const& cell) {
  skipped += cell.status == CellStatus::skipped ? 1 : 0;
  failed += cell.status == CellStatus::failed ? 1 : 0;
  if (cell.status != CellStatus::measured)
    return;
  for (auto const& [benchmark, part] : parts_)
    if (benchmark == cell.key.benchmark)
      part->add(cell);
}

void Document::recount() {
  skipped = failed = 0;
  parts_ = empty_parts();
  for (auto const& cell : cells)
    count(cell);
  altered = true;
}

void Document::put(Cell cell) {
  auto const [place, is_new] = places.try_emplace(cell.key, cells.size());
  if (is_new) {
    cells.push_back(std::move(cell));
    return count(cells.back());
  }
  cells[place->second] = std::move(cell);
  recount();
}

void Document::set_ceilings(Ceilings const& measured) {
  head["ceilings"] = to_data(measured);
  ceilings = measured;
  for (auto& cell : cells)
    if (cell.status == CellStatus::measured)
      cell_kind_named(cell.key.benchmark).renew_roofline(cell, measured);
  recount();
}

/// Visits the kinds in their order. A kind may replace the entries of an earlier kind.
Json Document::summary() const {
  auto json = Json::object();
  for (auto const& [benchmark, part] : parts_)
    part->write(json);
  if (extension)
    extension(json);
  return json;
}

std::vector<Json> Document::cells_json() const {
  std::vector<Json> json;
  for (auto const& cell : cells)
    json.push_back(*cell.data);
  return json;
}

Json Document::summary_json() const {
  Json json{{"complete", complete},
            {"cells_measured", measured()},
            {"cells_skipped", skipped},
            {"cells_failed", failed}};
  json.update(summary());
  return json;
}

std::string Document::text(std::vector<Json> cells_written) const {
  auto document = head;
  document["cells"] = std::move(cells_written);
  document["summary"] = summary_json();
  // file names and hosts need not be UTF-8
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace kitt::perf::detail
