// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/record.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "core/base/locked_file.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/json/json_words.hpp"
#include "perf/mpi_profile/profile_json.hpp"
#include "perf/record/csv.hpp"
#include "perf/record/detail/record_json.hpp"
#include "perf/record/detail/record_match.hpp"
#include "perf/record/machine_json.hpp"

#include <algorithm>
#include <cmath>

namespace kitt::perf {

namespace fs = std::filesystem;
using detail::Json;

namespace {

[[noreturn]] void refuse(fs::path const& path, std::string const& reason) {
  throw UserError("cannot use the record " + path.string() + " (" + reason +
                  "): give one that `kitt` wrote");
}

Json parse_document(fs::path const& path) {
  auto document = Json::parse(read_input(path), nullptr, false);
  if (document.is_discarded() || !document.is_object())
    refuse(path, "it is no JSON document, or a damaged one");
  return document;
}

void check_cells(Json const& cells) {
  for (auto const& cell : cells) {
    static_cast<void>(detail::key_from_json(cell));
    if (detail::is_measured(cell, "hopping"))
      detail::check_kinds(cell, detail::to_json(detail::hopping_from_json(cell)));
    if (detail::is_measured(cell, "memory"))
      detail::check_kinds(cell, detail::to_json(detail::memory_from_json(cell)));
    if (detail::is_measured(cell, "halo"))
      detail::check_kinds(cell, detail::to_json(detail::halo_from_json(cell)));
  }
}

/// A document of this schema, its cells looked at.
Json read_document(fs::path const& path) {
  auto document = parse_document(path);
  try {
    if (document.at("schema_version") != record_schema_version)
      refuse(path, "its schema version is " + document.at("schema_version").dump() +
                       ", this program reads " + std::to_string(record_schema_version));
    check_cells(document.at("cells"));
    static_cast<void>(detail::scaling_point_from_json(document));
    static_cast<void>(document.at("provenance").at("resumed").get<Json::array_t>());
    if (!document.at("ceilings").is_null())
      static_cast<void>(ceilings_from_json(nlohmann::json(document.at("ceilings"))));
  } catch (nlohmann::json::exception const& error) {
    refuse(path, "it is no KITT record, or a damaged one: " + detail::words_of(error));
  } catch (detail::WrongValue const& error) {
    refuse(path, error.what());
  }
  return document;
}

void check_figures(std::initializer_list<double> figures) {
  if (!std::all_of(figures.begin(), figures.end(), [](double x) { return std::isfinite(x); }))
    throw InternalError("a figure that is not a finite number");
}

} // namespace

std::vector<NamedFile> named_files(RecordFiles const& files) {
  std::string const if_taken = "give another name, --force, or --resume to go on with it";
  return {{"--json", files.json, if_taken}, {"--csv", files.csv}};
}

struct RunRecord::Document {
  struct Baseline {
    std::string file;
    ScalingPoint point;
  };

  RecordFiles files;
  Json json;
  std::optional<Baseline> baseline = {};
  std::optional<LockedFile> json_file = {}; // a mirror has none
  std::optional<LockedFile> csv_file = {};

  /// Takes the files; those that are new hold the document as it is.
  void open_files(Overwrite overwrite) {
    check_outputs(named_files(files), {}, overwrite);
    if (!json_file)
      json_file.emplace(files.json, overwrite, text());
    if (!files.csv.empty())
      csv_file.emplace(files.csv, overwrite, csv_text(json.at("cells")));
  }

  Json& cells() { return json["cells"]; }

  Json const* find(CellKey const& key) const {
    for (auto const& cell : json.at("cells"))
      if (detail::key_from_json(cell) == key)
        return &cell;
    return nullptr;
  }

  void put(CellKey const& key, Json cell) {
    for (auto& existing : cells())
      if (detail::key_from_json(existing) == key) {
        existing = std::move(cell);
        return write();
      }
    cells().push_back(std::move(cell));
    write();
  }

  template <class Cell>
  std::vector<Cell> measured(char const* benchmark, Cell (*from_json)(Json const&)) const {
    std::vector<Cell> found;
    for (auto const& cell : json.at("cells"))
      if (detail::is_measured(cell, benchmark))
        found.push_back(from_json(cell));
    return found;
  }

  std::vector<HoppingCell> hopping_cells() const {
    return measured("hopping", detail::hopping_from_json);
  }

  std::size_t count(char const* status) const {
    auto const& all = json.at("cells");
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](auto const& cell) { return cell.at("status") == status; }));
  }

  ScalingPoint scaling_point() const {
    auto point = detail::scaling_point_from_json(json);
    point.summary = summarize_cells(hopping_cells());
    return point;
  }

  std::optional<Efficiency> efficiency() const {
    if (!baseline)
      return std::nullopt;
    return efficiency_against(baseline->file, baseline->point, scaling_point());
  }

  void summarize(bool complete) {
    Json summary{{"complete", complete},
                 {"cells_measured", count("measured")},
                 {"cells_skipped", count("skipped")},
                 {"cells_failed", count("failed")}};
    summary.update(detail::to_json(summarize_cells(hopping_cells())));
    if (auto const found = efficiency())
      summary["efficiency"] = detail::to_json(*found);
    json["summary"] = std::move(summary);
  }

  std::string text() const {
    // file names and hosts need not be UTF-8
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  }

  void write(bool complete = false) {
    summarize(complete);
    if (json_file)
      json_file->write(text());
    if (csv_file)
      csv_file->write(csv_text(json.at("cells")));
  }
};

namespace {

Json new_document(RecordHeader const& header) {
  return {{"schema_version", record_schema_version},
          {"provenance", detail::to_json(header.provenance)},
          {"configuration", detail::to_json(header.configuration)},
          {"topology", Json(to_json(header.topology))},
          {"ceilings", nullptr},
          {"cells", Json::array()},
          {"summary", nullptr}};
}

Json resumption(Provenance const& provenance) {
  Json entry{{"time", provenance.time},
             {"command_line", provenance.command_line},
             {"hostnames", provenance.hostnames}};
  if (!provenance.label.empty())
    entry["label"] = provenance.label;
  return entry;
}

} // namespace

RunRecord::RunRecord(std::unique_ptr<Document> document) : document_(std::move(document)) {}
RunRecord::RunRecord(RunRecord&&) noexcept = default;
RunRecord& RunRecord::operator=(RunRecord&&) noexcept = default;
RunRecord::~RunRecord() = default;

RunRecord::RunRecord(RecordFiles const& files, RecordHeader const& header)
    : document_(std::make_unique<Document>(Document{files, new_document(header)})) {
  document_->summarize(false);
  document_->open_files(files.overwrite);
}

RunRecord RunRecord::read(fs::path const& path) {
  return RunRecord(std::make_unique<Document>(Document{{}, read_document(path)}));
}

RunRecord RunRecord::resume(RecordFiles const& files, RecordHeader const& header) {
  auto lock = LockedFile::existing(files.json); // first: its writer may be about to add a cell
  auto document = std::make_unique<Document>(Document{files, read_document(files.json)});
  document->json_file.emplace(std::move(lock));
  if (auto const difference = detail::first_difference(document->json, new_document(header)))
    throw UserError("cannot resume from " + files.json.string() + " (" + *difference +
                    "): give the record of the same run, or start a new one");
  document->json["provenance"]["resumed"].push_back(resumption(header.provenance));
  document->summarize(false);
  document->open_files(Overwrite::yes);
  return RunRecord(std::move(document));
}

RunRecord RunRecord::mirror(std::string const& text) {
  return RunRecord(std::make_unique<Document>(Document{{}, Json::parse(text)}));
}

void RunRecord::add(HoppingCell const& cell) {
  check_figures({cell.mflops_per_node, cell.mflops_per_node_mean, cell.seconds.median,
                 cell.seconds.mean, cell.seconds.standard_error, cell.verification_error,
                 cell.verification_site_error.value_or(0), cell.roofline_fraction.value_or(0),
                 cell.peak_fraction, cell.arithmetic_intensity, cell.roofline_gflops_per_s,
                 cell.roofline_gb_per_s});
  document_->put(key_of(cell), detail::to_json(cell));
}

void RunRecord::add(MemoryCell const& cell) {
  check_figures({cell.gb_per_s, cell.gb_per_s_per_node, cell.gflops_per_s, cell.seconds.median,
                 cell.seconds.mean, cell.seconds.standard_error, cell.verification_error,
                 cell.roofline_fraction.value_or(0), cell.arithmetic_intensity,
                 cell.roofline_gflops_per_s, cell.roofline_gb_per_s});
  document_->put(key_of(cell), detail::to_json(cell));
}

void RunRecord::add(HaloCell const& cell) {
  auto const rate = one_way(cell);
  check_figures({rate.median, rate.standard_error, rate.minimum, rate.maximum, cell.seconds.median,
                 cell.seconds.mean, cell.seconds.standard_error});
  document_->put(key_of(cell), detail::to_json(cell));
}

void RunRecord::add(SkippedCell const& cell) {
  document_->put(cell.key, detail::to_json(cell));
}

void RunRecord::add(FailedCell const& cell) {
  document_->put(cell.key, detail::to_json(cell));
}

std::optional<HoppingCell> RunRecord::find_hopping(CellKey const& key) const {
  auto const* const cell = document_->find(key);
  if (cell == nullptr || !detail::is_measured(*cell, "hopping"))
    return std::nullopt;
  return detail::hopping_from_json(*cell);
}

std::optional<MemoryCell> RunRecord::find_memory(CellKey const& key) const {
  auto const* const cell = document_->find(key);
  if (cell == nullptr || !detail::is_measured(*cell, "memory"))
    return std::nullopt;
  return detail::memory_from_json(*cell);
}

std::optional<HaloCell> RunRecord::find_halo(CellKey const& key) const {
  auto const* const cell = document_->find(key);
  if (cell == nullptr || !detail::is_measured(*cell, "halo"))
    return std::nullopt;
  return detail::halo_from_json(*cell);
}

std::vector<HoppingCell> RunRecord::hopping_cells() const {
  return document_->hopping_cells();
}

std::vector<MemoryCell> RunRecord::memory_cells() const {
  return document_->measured("memory", detail::memory_from_json);
}

std::vector<HaloCell> RunRecord::halo_cells() const {
  return document_->measured("halo", detail::halo_from_json);
}

std::size_t RunRecord::failed_cells() const {
  return document_->count("failed");
}

std::size_t RunRecord::cells() const {
  return document_->json.at("cells").size();
}

void RunRecord::set_ceilings(Ceilings const& ceilings) {
  document_->json["ceilings"] = Json(to_json(ceilings));
  auto const renewed = [&](auto cell) {
    renew_roofline(cell, ceilings);
    return detail::to_json(cell);
  };
  for (auto& cell : document_->cells()) {
    if (detail::is_measured(cell, "hopping"))
      cell = renewed(detail::hopping_from_json(cell));
    else if (detail::is_measured(cell, "memory"))
      cell = renewed(detail::memory_from_json(cell));
  }
}

std::optional<Ceilings> RunRecord::ceilings() const {
  auto const& ceilings = document_->json.at("ceilings");
  if (ceilings.is_null())
    return std::nullopt;
  return ceilings_from_json(nlohmann::json(ceilings));
}

void RunRecord::set_profile(mpi_profile::Profile const& profile) {
  document_->json["profile"] = mpi_profile::to_json(profile);
}

void RunRecord::note_huge_page_bytes(std::size_t bytes) {
  auto& noted = document_->json["configuration"]["pages"]["huge_page_bytes_obtained"];
  noted = std::max(bytes, noted.is_number() ? noted.get<std::size_t>() : 0);
}

Summary RunRecord::summary() const {
  return summarize_cells(document_->hopping_cells());
}

void RunRecord::set_baseline(std::string const& file) {
  auto const point = read(file).document_->scaling_point();
  check_baseline(file, point, document_->scaling_point());
  document_->baseline = {file, point};
}

std::optional<Efficiency> RunRecord::efficiency() const {
  return document_->efficiency();
}

void RunRecord::finish() {
  document_->write(true);
}

fs::path const& RunRecord::path() const {
  return document_->files.json;
}

std::string RunRecord::text() const {
  return document_->text();
}

} // namespace kitt::perf
