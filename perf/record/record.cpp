// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/record.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "perf/json/document_version.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/json/json_words.hpp"
#include "perf/mpi_profile/profile.hpp"
#include "perf/record/detail/cell_json.hpp"
#include "perf/record/detail/document.hpp"
#include "perf/record/detail/record_writer.hpp"
#include "perf/record/scaling_point.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace kitt::perf {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(fs::path const& path, std::string const& reason) {
  throw UserError("cannot use the record " + path.string() + " (" + reason +
                  "): give one that this version of `kitt` wrote");
}

// Another machine of the same kind may continue: batch systems seldom give the same node twice.
constexpr std::array compared{"/provenance/kitt_version",
                              "/provenance/git_commit",
                              "/provenance/compiler",
                              "/provenance/compiler_flags",
                              "/provenance/kokkos_version",
                              "/provenance/kokkos_backend",
                              "/provenance/mpi_version",
                              "/topology/cpu_model",
                              "/topology/architecture",
                              "/topology/simd_compiled",
                              "/topology/sockets",
                              "/topology/cores",
                              "/topology/hardware_threads",
                              "/topology/caches",
                              "/topology/page_bytes",
                              "/topology/allowed_cores",
                              "/configuration"};

/// Beginnings of paths in `compared` whose values may differ: what the run found, and cores that
/// another allocation of the batch system has.
constexpr std::array may_differ{
    "/configuration/binding/thread_cpusets", "/configuration/binding/warnings",
    "/configuration/rank_bindings",          "/configuration/pages/huge_page_bytes_obtained",
    "/configuration/pages/sizes_obtained",   "/configuration/pages/shared_sizes_obtained",
    "/configuration/pages/domains_obtained", "/configuration/energy_source",
    "/configuration/environment/SLURM_"};

/// Returns the values of the paths in `compared`, each under its path. Empty objects and lists,
/// which have no values, are left out.
std::map<std::string, Json> values_compared(Json const& head) {
  std::map<std::string, Json> values;
  for (std::string const path : compared) {
    // only an object can be flattened, so a plain value gets a parent
    auto const flat = Json{{"", head.value(Json::json_pointer(path), Json())}}.flatten();
    for (auto const& [key, value] : flat.items()) {
      auto const place = path + key.substr(1); // removes the empty name of the parent
      bool const counts = std::ranges::none_of(
          may_differ, [&](std::string_view begin) { return place.starts_with(begin); });
      if (counts && !value.is_null())
        values[place] = value;
    }
  }
  return values;
}

/// Returns the first difference that makes figures of an earlier run and of this run incomparable
/// ("configuration/seed is 1 there and 2 here").
std::optional<std::string> first_difference(Json const& earlier, Json const& now) {
  auto const there = values_compared(earlier);
  auto const here = values_compared(now);
  auto const text = [](auto const& values, std::string const& place) {
    auto const found = values.find(place);
    return found == values.end() ? "absent" : detail::text_of(found->second);
  };
  auto all = there;
  all.insert(here.begin(), here.end());
  // Variables and limits of MPI often follow from another difference, so they come last.
  auto const is_last = [](std::string const& place) {
    return place.starts_with("/configuration/environment/") ||
           place.starts_with("/configuration/mpi_protocol/");
  };
  for (bool const last : {false, true})
    for (auto const& [place, value] : all)
      if (is_last(place) == last && text(there, place) != text(here, place))
        return place.substr(1) + " is " + text(there, place) + " there and " + text(here, place) +
               " here";
  return std::nullopt;
}

std::size_t bytes_on(std::vector<BytesOnPages> const& sizes) {
  return PagesFound{.sizes = sizes}.bytes();
}

} // namespace

RunRecord::RunRecord(std::unique_ptr<detail::Document> document) : document_(std::move(document)) {}
RunRecord::RunRecord(RunRecord&&) noexcept = default;
RunRecord& RunRecord::operator=(RunRecord&&) noexcept = default;
RunRecord::~RunRecord() = default;

RunRecord::RunRecord(RecordFiles const& files, RecordHeader const& header)
    : path_(files.json), document_(std::make_unique<detail::Document>(header)),
      writer_(std::make_unique<detail::RecordWriter>(files, *document_)) {}

RunRecord RunRecord::of(Json document, fs::path const& path) {
  if (!document.is_object())
    refuse(path, "it is no JSON document, or a damaged one");
  try {
    check_version(document);
    auto const cells = document.value("cells", Json());
    RunRecord record(
        std::make_unique<detail::Document>(detail::Document::from_json(std::move(document))));
    record.document_->check_figures_possible(cells);
    static_cast<void>(from_data<ScalingPoint>(record.head(), "the record"));
    static_cast<void>(record.head().at("provenance").at("resumed").get<Json::array_t>());
    return record;
  } catch (nlohmann::json::exception const& error) {
    refuse(path, "it is no KITT record, or a damaged one: " + detail::words_of(error));
  } catch (detail::WrongValue const& error) {
    refuse(path, error.what());
  }
}

RunRecord RunRecord::read(fs::path const& path) {
  try {
    return of(parse_document(read_input(path)), path);
  } catch (detail::WrongValue const& error) {
    refuse(path, error.what());
  }
}

RunRecord RunRecord::resume(RecordFiles const& files, RecordHeader const& header) {
  auto lock = LockedFile::existing(files.json); // first: its writer may be about to add a cell
  auto record = read(files.json);
  auto& document = *record.document_;
  if (auto const difference = first_difference(document.head, detail::Document(header).head))
    throw UserError("cannot resume from " + files.json.string() + " (" + *difference +
                    "): give the record of the same run, or start a new one");
  auto const& now = header.provenance;
  document.head["provenance"]["resumed"].push_back(
      to_data(Resumption{now.time, now.command_line, now.hostnames, now.label}));
  document.complete = false;
  record.path_ = files.json;
  record.writer_ = std::make_unique<detail::RecordWriter>(std::move(lock), files);
  return record;
}

RunRecord RunRecord::mirror(std::string const& text) {
  return RunRecord(
      std::make_unique<detail::Document>(detail::Document::from_json(Json::parse(text))));
}

void RunRecord::add(Cell cell) {
  document_->complete = false;
  document_->put(std::move(cell));
  if (writer_)
    writer_->write(*document_);
}

Cell const* RunRecord::find_cell(CellKey const& key) const {
  auto const place = document_->places.find(key);
  return place == document_->places.end() ? nullptr : &document_->cells[place->second];
}

Json const& RunRecord::head() const {
  return document_->head;
}

std::vector<Cell> const& RunRecord::cells() const {
  return document_->cells;
}

std::size_t RunRecord::measured_cells() const {
  return document_->measured();
}

std::size_t RunRecord::failed_cells() const {
  return document_->failed;
}

void RunRecord::set_ceilings(Ceilings const& ceilings) {
  document_->set_ceilings(ceilings);
}

std::optional<Ceilings> RunRecord::ceilings() const {
  return document_->ceilings;
}

void RunRecord::set_profile(mpi_profile::Profile const& profile) {
  document_->head["profile"] = to_data(profile);
  document_->altered = true;
}

void RunRecord::set_run_time(mpi_profile::RunTime const& time) {
  document_->head["run_time"] = to_data(time);
  document_->altered = true;
}

void RunRecord::set_memory(MemoryOfRanks const& memory) {
  document_->head["memory_by_cause"] = to_data(memory);
  document_->altered = true;
}

void RunRecord::note_pages(PagesFound const& found) {
  auto& pages = document_->head["configuration"]["pages"];
  auto& huge = pages["huge_page_bytes_obtained"];
  if (!huge.is_number() || huge.get<std::size_t>() < found.huge_page_bytes) {
    huge = found.huge_page_bytes;
    document_->altered = true;
  }
  auto const is_more = [&](char const* key, std::vector<BytesOnPages> const& sizes) {
    std::vector<BytesOnPages> noted;
    if (pages.contains(key))
      from_data(pages[key], noted, key);
    if (bytes_on(sizes) <= bytes_on(noted))
      return false;
    pages[key] = to_data(sizes);
    return document_->altered = true;
  };
  is_more("shared_sizes_obtained", found.shared_sizes);
  if (is_more("sizes_obtained", found.sizes))
    pages["domains_obtained"] = to_data(found.domains);
}

Json RunRecord::summary() const {
  return document_->summary();
}

void RunRecord::extend_summary(SummaryExtension extend) {
  document_->extension = std::move(extend);
}

void RunRecord::finish() {
  document_->complete = true;
  if (writer_)
    writer_->finish(*document_);
}

std::string RunRecord::text() const {
  return document_->text(document_->cells_json());
}

} // namespace kitt::perf
