// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/record_files.hpp"

#include "perf/record/csv.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

namespace fs = std::filesystem;

std::string safe_for_file_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '.'; }, '_');
  return text;
}

/// Opens a record with a new name. The name gets a number if another run started in the same folder
/// within the same second.
perf::RunRecord record_of_default_name(perf::RecordFiles files, perf::RecordHeader const& header) {
  auto const stem = fmt::format("kitt-{}-{}-{}", header.configuration.benchmark,
                                safe_for_file_name(header.provenance.hostnames.front()),
                                perf::utc_time_for_file_name());
  for (int i = 1;; ++i) {
    files.json = i == 1 ? stem + ".json" : fmt::format("{}-{}.json", stem, i);
    if (fs::exists(files.json)) // --force applies only to files that options name
      continue;
    try {
      return {files, header};
    } catch (FileTaken const&) {
      if (!fs::exists(files.json))
        throw; // another run uses the CSV file
    }
  }
}

perf::RecordFiles record_files(BenchmarkRun const& benchmark) {
  auto const& options = benchmark.options;
  return {.json = options.resume_path.empty() ? options.json_path : options.resume_path,
          .csv = options.csv_path,
          .overwrite = options.overwrite(),
          .csv_kinds = benchmark.csv_kinds()};
}

} // namespace

void check_files(BenchmarkRun const& benchmark) {
  auto const& options = benchmark.options;
  auto [outputs, inputs] = benchmark.files();
  auto const records = perf::named_files(record_files(benchmark));
  outputs.insert(outputs.begin(), records.begin(), records.end());
  inputs.insert(inputs.begin(), {"--baseline", options.baseline_path});
  if (options.resume_path.empty())
    return check_outputs(outputs, inputs, options.overwrite());
  check_outputs(outputs, inputs, Overwrite::yes);
  std::erase_if(outputs, [&](NamedFile const& output) { // a resumed run may replace these
    return output.path == options.resume_path ||
           (output.option == "--csv" && perf::is_record_csv(output.path));
  });
  check_outputs(outputs, {}, options.overwrite());
}

perf::RunRecord new_or_resumed_record(BenchmarkRun const& benchmark,
                                      perf::RecordHeader const& header) {
  auto const files = record_files(benchmark);
  if (!benchmark.options.resume_path.empty())
    return perf::RunRecord::resume(files, header);
  return files.json.empty() ? record_of_default_name(files, header)
                            : perf::RunRecord(files, header);
}

} // namespace kitt::miniapp
