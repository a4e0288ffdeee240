// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/memory/memory_cell.hpp"
#include "perf/record/record.hpp"
#include "test/catch.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <unistd.h>

/// \file
/// Small records for tests: cells with known figures, and a folder for their files.

namespace kitt::perf::test {

namespace fs = std::filesystem;
using miniapp::HaloCell;
using miniapp::HoppingCell;
using miniapp::MemoryCell;

/// A temporary folder. The folder is removed at the end.
class Folder {
public:
  Folder() : path_(fs::temp_directory_path() / ("kitt-record-" + std::to_string(::getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;

  fs::path operator/(char const* name) const { return path_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), {}));
  }

private:
  fs::path path_;
};

/// Returns the text of a file.
inline std::string content(fs::path const& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Returns the header of a short run of `kitt dslash`.
inline RecordHeader header() {
  RecordHeader result;
  result.provenance.command_line = {"kitt", "dslash"};
  result.provenance.hostnames = {"host"};
  result.provenance.time = "2026-01-01T00:00:00Z";
  result.provenance.git_commit = "abc";
  result.configuration.benchmark = "dslash";
  result.topology.cpu_model = "Model T";
  return result;
}

/// Returns a measured cell in which every figure differs from its default.
inline HoppingCell hopping(int l) {
  return {.kernel = "DWF4",
          .l = l,
          .local_volume = {l, l, l, l},
          .global_volume = {l, l, l, l},
          .ls = 16,
          .precision = Precision::double_precision,
          .lanes = 8,
          .lane_grid = {1, 2, 2, 2, 1},
          .variant = "a",
          .links = kitt::LinkStorage::two_rows,
          .flops_per_site = 1320,
          .sites = 123456789012,
          .verification_error = 1e-15 / 3,
          .verification_tolerance = 1e-13,
          .verification_site_error = 2e-15 / 3,
          .verification_site_tolerance = 8e-13,
          .seconds = {.count = 11,
                      .median = 1.0 / 3,
                      .mean = 0.1,
                      .standard_error = 1e-9,
                      .minimum = 0.05,
                      .maximum = 0.7,
                      .calls_per_sample = 3},
          .mflops_per_node = 1e6 / 7,
          .mflops_per_node_mean = 2e6 / 7,
          .arithmetic_intensity = 5.9,
          .ceiling = "L2 bandwidth",
          .roofline_fraction = 0.4,
          .peak_fraction = 0.3,
          .roofline_gflops_per_s = 170.0 / 7,
          .roofline_gb_per_s = 30.0 / 7,
          .working_set_bytes = 1e9 / 7,
          .roof = {.traffic_bytes = 1e9 / 7, .streams = Streams::updated, .range = {}},
          .energy = {.figures = Energy{.joules_per_call = 1.0 / 3,
                                       .watts_per_node = 100.0 / 7,
                                       .mflops_per_watt = 1e4 / 3},
                     .missing = {}}};
}

/// Returns a measured cell of a memory kernel.
inline MemoryCell memory(int l) {
  MemoryCell cell;
  cell.kernel = "axpy (Kokkos Kernels)";
  cell.l = l;
  cell.bytes = 393216;
  cell.gb_per_s = cell.gb_per_s_per_node = 31.0 / 7;
  cell.gflops_per_s = 5;
  cell.seconds = {.count = 2, .median = 1, .mean = 1, .minimum = 1, .maximum = 1};
  cell.ceiling = "memory bandwidth";
  cell.arithmetic_intensity = 1.0 / 6;
  cell.roofline_gflops_per_s = 5.0 / 3;
  cell.roofline_gb_per_s = 10.0 / 3;
  cell.working_set_bytes = 393216;
  cell.roof.traffic_bytes = 393216;
  cell.energy.missing = "too short";
  return cell;
}

/// Returns a measured exchange of faces.
inline HaloCell halo(int l) {
  return {.directions = "xt",
          .transport = "shm",
          .l = l,
          .ls = 8,
          .precision = Precision::double_precision,
          .face_bytes = 393216,
          .bytes_per_node = 8 * 393216,
          .bytes_by_messages = 2 * 393216,
          .bytes_by_shared_memory = 3 * 393216,
          .seconds = {.count = 9,
                      .median = 1e-3 / 3,
                      .mean = 2e-3 / 3,
                      .standard_error = 1e-5,
                      .minimum = 1e-4,
                      .maximum = 1e-2,
                      .calls_per_sample = 2}};
}

/// Creates a record without a CSV table.
inline RunRecord new_record(fs::path const& path) {
  return RunRecord({.json = path, .csv = {}}, header());
}

/// Continues a record as a run with the header `now` does.
inline RunRecord resumed(fs::path const& path, RecordHeader const& now = header()) {
  return RunRecord::resume({.json = path, .csv = {}}, now);
}

/// Writes the record of a run with a hopping cell and a halo cell. Returns its text.
inline std::string written_record(fs::path const& path) {
  {
    auto record = new_record(path);
    record.add(hopping(8));
    record.add(halo(8));
    record.finish();
  }
  return content(path);
}

} // namespace kitt::perf::test
