// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/results.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "perf/json/json_words.hpp"
#include "perf/record/record.hpp"
#include "perf/results/data_folder.hpp"
#include "perf/results/other_programs.hpp"

#include <fmt/format.h>
#include <string_view>

namespace kitt::perf {

namespace {

Json read_json(std::filesystem::path const& path) {
  auto document =
      parse_document(read_input(path, "give a record, or published:NAME as in `kitt list`"));
  if (!document.is_object())
    throw detail::WrongValue("it is not a JSON document of KITT");
  return document;
}

} // namespace

std::string program_name(std::string const& program) {
  return program.substr(0, program.find_first_of(",; "));
}

std::filesystem::path results_file(std::string const& name) {
  if (auto const* const program = other_program_of(name))
    return other_output(*program, name).path;
  return name.starts_with(published_prefix)
             ? data_file("published", name.substr(std::string_view(published_prefix).size()))
             : std::filesystem::path(name);
}

Results read_results(std::string const& name) {
  if (auto const* const program = other_program_of(name))
    return read_other_output(*program, name);
  auto const path = results_file(name);
  auto const* what = "KITT record";
  try {
    auto document = read_json(path);
    if (document.contains("source") && document.contains("title")) {
      what = "published table (`kitt schema published` describes its content)";
      return results_of_table(name, document);
    }
    return results_of_record(name, RunRecord::of(std::move(document), path));
  } catch (Json::exception const& error) {
    throw UserError(fmt::format("cannot use {} (it is not a {}, or it is damaged: {}): give a file "
                                "that `kitt` wrote, or published:NAME",
                                name, what, detail::words_of(error)));
  } catch (detail::WrongValue const& error) {
    throw UserError(fmt::format("cannot use {} ({}): give a file that this version of `kitt` wrote",
                                name, error.what()));
  }
}

} // namespace kitt::perf
