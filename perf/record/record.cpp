// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/record.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "core/base/piecewise_file.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/mpi_profile/profile.hpp"
#include "perf/record/csv.hpp"
#include "perf/record/detail/cell_json.hpp"
#include "perf/record/detail/record_match.hpp"

#include <algorithm>
#include <map>

namespace kitt::perf {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(fs::path const& path, std::string const& reason) {
  throw UserError("cannot use the record " + path.string() + " (" + reason +
                  "): give one that `kitt` wrote");
}

/// Adds the value to `begun`; of what lies less deep, each member is a piece of its own.
void split(Json const& value, int depth, std::string& begun, std::vector<std::string>& pieces) {
  if (depth == 0 || !value.is_structured() || value.empty()) {
    begun += detail::text_of(value);
    return;
  }
  begun += value.is_object() ? '{' : '[';
  char const* before = "\n";
  for (auto const& [key, member] : value.items()) {
    begun += std::exchange(before, ",\n");
    if (value.is_object())
      begun += '"' + key + "\": ";
    split(member, depth - 1, begun, pieces);
    pieces.push_back(std::exchange(begun, {}));
  }
  begun += value.is_object() ? '}' : ']';
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
    ScalingPoint own; ///< this run's, without its summary
  };

  Json head; ///< the document, with null for its cells and its summary
  RecordFiles files = {};
  std::optional<Ceilings> ceilings = {};
  std::vector<Cell> cells = {};
  std::map<CellKey, std::size_t> places = {}; ///< in `cells`
  std::size_t skipped = 0;
  std::size_t failed = 0;
  SummaryOfCells figures = no_figures();
  std::optional<Baseline> baseline = {};
  std::optional<PiecewiseFile> json_file = {}; // a mirror has none
  std::optional<LockedFile> csv_file = {};
  std::size_t csv_bytes = 0;
  bool complete = false;
  bool outdated = true; ///< the files lack more than the last cell

  /// Throws nlohmann::json::exception, detail::WrongValue or UserError for what is no record.
  static std::unique_ptr<Document> from_json(Json head) {
    auto const cells = std::exchange(head.at("cells"), nullptr);
    auto const summary = std::exchange(head["summary"], nullptr);
    auto document = std::make_unique<Document>(Document{std::move(head)});
    document->complete = summary.is_object() && summary.value("complete", false);
    if (!cells.is_array())
      throw detail::WrongValue("\"cells\" is no list");
    for (auto const& cell : cells)
      document->put(detail::cell_from_json(cell));
    if (auto const& ceilings = document->head.at("ceilings"); !ceilings.is_null())
      document->ceilings = from_data<Ceilings>(ceilings, "ceilings");
    return document;
  }

  /// Takes the files; those that are new hold the document as it is.
  void open_files(Overwrite overwrite) {
    check_outputs(named_files(files), {}, overwrite);
    if (!json_file)
      json_file.emplace(LockedFile(files.json, overwrite, text(cell_data())));
    if (!files.csv.empty())
      csv_file.emplace(files.csv, overwrite, csv_head());
  }

  SummaryOfCells no_figures() const {
    auto const& run = head.at("configuration");
    auto const backend = head.at("provenance").value("kokkos_backend", "");
    return SummaryOfCells(variant_set_of(backend),
                          parties(run.at("ranks").get<int>(), run.at("nodes").get<int>()));
  }

  void count(Cell const& cell) {
    skipped += std::holds_alternative<SkippedCell>(cell) ? 1 : 0;
    failed += std::holds_alternative<FailedCell>(cell) ? 1 : 0;
    figures.add(cell);
  }

  void put(Cell cell) {
    auto const [place, is_new] = places.try_emplace(key_of(cell), cells.size());
    if (is_new) {
      cells.push_back(std::move(cell));
      return count(cells.back());
    }
    cells[place->second] = std::move(cell);
    outdated = true;
    recount();
  }

  void recount() {
    skipped = failed = 0;
    figures = no_figures();
    for (auto const& cell : cells)
      count(cell);
  }

  ScalingPoint scaling_point() const {
    auto point = from_data<ScalingPoint>(head, "the record");
    point.summary = figures.summary();
    return point;
  }

  std::optional<Efficiency> efficiency() const {
    if (!baseline)
      return std::nullopt;
    auto own = baseline->own;
    own.summary = figures.summary();
    return efficiency_against(baseline->file, baseline->point, own);
  }

  Json summary() const {
    Json summary{{"complete", complete},
                 {"cells_measured", cells.size() - skipped - failed},
                 {"cells_skipped", skipped},
                 {"cells_failed", failed}};
    summary.update(to_data(figures.summary()));
    if (auto const found = efficiency())
      summary["efficiency"] = to_data(*found);
    return summary;
  }

  std::vector<Json> cell_data() const {
    std::vector<Json> data;
    std::transform(cells.begin(), cells.end(), std::back_inserter(data), detail::cell_to_json);
    return data;
  }

  std::string text(std::vector<Json> data) const {
    auto document = head;
    document["cells"] = std::move(data);
    document["summary"] = summary();
    // file names and hosts need not be UTF-8
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  }

  std::vector<std::string> summary_pieces() const {
    constexpr int to_figures_of_a_row = 3;
    std::vector<std::string> pieces;
    std::string begun = "\n  ],\n  \"summary\": ";
    split(summary(), to_figures_of_a_row, begun, pieces);
    pieces.push_back(begun + "\n}\n");
    return pieces;
  }

  void write_pieces(std::vector<Json> const& data) {
    auto opening = head;
    opening.erase("cells");
    opening.erase("summary");
    auto text = opening.dump(2, ' ', false, Json::error_handler_t::replace);
    text.resize(text.rfind("\n}"));
    std::vector<std::string> pieces;
    for (auto const& cell : data)
      pieces.push_back((pieces.empty() ? "\n" : ",\n") + detail::text_of(cell));
    json_file->write(text + ",\n  \"cells\": [", pieces, summary_pieces());
  }

  void write_csv(std::vector<Json> const& data) {
    if (!csv_file)
      return;
    auto text = csv_head();
    for (auto const& cell : data)
      text += csv_row(cell);
    csv_file->write(text);
    csv_bytes = text.size();
  }

  /// After a cell has been put.
  void write() {
    complete = false;
    if (!json_file)
      return;
    if (outdated) {
      auto const data = cell_data();
      write_pieces(data);
      write_csv(data);
      outdated = false;
      return;
    }
    auto const last = detail::cell_to_json(cells.back());
    if (!json_file->append(",\n" + detail::text_of(last)) ||
        !json_file->replace_tail(summary_pieces()))
      write_pieces(cell_data());
    if (csv_file)
      csv_bytes += csv_file->write_at(csv_bytes, csv_row(last));
  }

  void finish() {
    complete = true;
    if (!json_file)
      return;
    auto const data = cell_data();
    json_file->write(text(data));
    write_csv(data);
    outdated = true;
  }
};

namespace {

Json new_document(RecordHeader const& header) {
  auto provenance = to_data(header.provenance);
  provenance["resumed"] = Json::array();
  return {{"schema_version", record_schema_version},
          {"provenance", provenance},
          {"configuration", to_data(header.configuration)},
          {"topology", to_data(header.topology)},
          {"ceilings", nullptr},
          {"cells", nullptr},
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
    : document_(std::make_unique<Document>(Document{new_document(header), files})) {
  document_->open_files(files.overwrite);
}

RunRecord RunRecord::read(fs::path const& path) {
  auto head = Json::parse(read_input(path), nullptr, false);
  if (head.is_discarded() || !head.is_object())
    refuse(path, "it is no JSON document, or a damaged one");
  try {
    if (head.at("schema_version") != record_schema_version)
      refuse(path, "its schema version is " + head.at("schema_version").dump() +
                       ", this program reads " + std::to_string(record_schema_version));
    auto document = Document::from_json(std::move(head));
    static_cast<void>(document->scaling_point());
    static_cast<void>(document->head.at("provenance").at("resumed").get<Json::array_t>());
    return RunRecord(std::move(document));
  } catch (nlohmann::json::exception const& error) {
    refuse(path, "it is no KITT record, or a damaged one: " + detail::words_of(error));
  } catch (detail::WrongValue const& error) {
    refuse(path, error.what());
  }
}

RunRecord RunRecord::resume(RecordFiles const& files, RecordHeader const& header) {
  auto lock = LockedFile::existing(files.json); // first: its writer may be about to add a cell
  auto record = read(files.json);
  auto& document = *record.document_;
  document.files = files;
  document.complete = false;
  document.json_file.emplace(std::move(lock));
  if (auto const difference = detail::first_difference(document.head, new_document(header)))
    throw UserError("cannot resume from " + files.json.string() + " (" + *difference +
                    "): give the record of the same run, or start a new one");
  document.head["provenance"]["resumed"].push_back(resumption(header.provenance));
  document.open_files(Overwrite::yes);
  return record;
}

RunRecord RunRecord::mirror(std::string const& text) {
  return RunRecord(Document::from_json(Json::parse(text)));
}

void RunRecord::add(Cell cell) {
  detail::check_figures(cell);
  document_->put(std::move(cell));
  document_->write();
}

Cell const* RunRecord::find_cell(CellKey const& key) const {
  auto const place = document_->places.find(key);
  return place == document_->places.end() ? nullptr : &document_->cells[place->second];
}

std::vector<Cell> const& RunRecord::cells() const {
  return document_->cells;
}

std::size_t RunRecord::failed_cells() const {
  return document_->failed;
}

void RunRecord::set_ceilings(Ceilings const& ceilings) {
  document_->head["ceilings"] = to_data(ceilings);
  document_->ceilings = ceilings;
  document_->outdated = true;
  for (auto& cell : document_->cells)
    std::visit(
        [&](auto& kind) {
          if constexpr (requires { kind.roofline_fraction; })
            renew_roofline(kind, ceilings);
        },
        cell);
  document_->recount();
}

std::optional<Ceilings> RunRecord::ceilings() const {
  return document_->ceilings;
}

void RunRecord::set_profile(mpi_profile::Profile const& profile) {
  document_->head["profile"] = to_data(profile);
  document_->outdated = true;
}

void RunRecord::note_huge_page_bytes(std::size_t bytes) {
  auto& noted = document_->head["configuration"]["pages"]["huge_page_bytes_obtained"];
  if (noted.is_number() && noted.get<std::size_t>() >= bytes)
    return;
  noted = bytes;
  document_->outdated = true;
}

Summary RunRecord::summary() const {
  return document_->figures.summary();
}

void RunRecord::set_baseline(std::string const& file) {
  auto const point = read(file).document_->scaling_point();
  auto const own = document_->scaling_point();
  check_baseline(file, point, own);
  document_->baseline = {file, point, own};
}

std::optional<Efficiency> RunRecord::efficiency() const {
  return document_->efficiency();
}

void RunRecord::finish() {
  document_->finish();
}

fs::path const& RunRecord::path() const {
  return document_->files.json;
}

std::string RunRecord::text() const {
  return document_->text(document_->cell_data());
}

} // namespace kitt::perf
