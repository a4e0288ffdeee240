// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/described_program.hpp"

#include "miniapp/run/benchmark.hpp"
#include "perf/model/machine_file.hpp"
#include "perf/results/data_folder.hpp"
#include "perf/results/results.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

namespace kitt::miniapp::detail {

namespace {

constexpr std::string_view list_mark = ",...";

/// Returns the words in a type name: "hot|unit|weak|FILE" has four.
std::vector<std::string> alternatives(std::string value) {
  if (value.ends_with(list_mark))
    value.resize(value.size() - list_mark.size());
  return CLI::detail::split(value, '|');
}

/// Returns whether a word such as FILE or N stands for other words. "hot" and "1344" stand for
/// themselves.
bool is_placeholder(std::string const& word) {
  return std::none_of(
             word.begin(), word.end(),
             [](unsigned char c) { return std::islower(c) != 0 || std::isdigit(c) != 0; }) ||
         word.find("..") != std::string::npos;
}

/// Returns the names that `kitt list` shows for a placeholder.
std::vector<std::string> names_for(std::string const& placeholder) {
  if (placeholder == "MACHINE")
    return perf::shipped_machine_names();
  std::vector<std::string> names;
  for (auto const* const benchmark : all_benchmarks())
    for (auto const& list : benchmark->names())
      if (!placeholder.empty() && list.placeholder == placeholder)
        for (auto const& entry : list.entries)
          names.push_back(entry.name);
  if (placeholder == "RESULTS")
    for (auto const& table : perf::data_names("published"))
      names.push_back(perf::published_prefix + table);
  return names;
}

DescribedOption describe(CLI::Option const& option) {
  DescribedOption result;
  for (auto const& name : option.get_snames())
    result.names.push_back("-" + name);
  for (auto const& name : option.get_lnames())
    result.names.push_back("--" + name);
  result.positional = result.names.empty();
  if (result.positional)
    result.names = {option.get_name(true)};
  if (option.get_items_expected_max() > 0)
    result.value = result.positional && option.get_type_name() == "TEXT" ? result.names.front()
                                                                         : option.get_type_name();
  result.default_value = option.get_default_str();
  result.details = CLI::detail::split(option.get_description(), '\n');
  result.help = result.details.front();
  result.details.erase(result.details.begin());
  return result;
}

DescribedCommand describe(CLI::App const& app) {
  DescribedCommand result{
      app.get_parent() == nullptr ? "" : app.get_name(), app.get_description(), {}};
  for (auto const* const option : app.get_options({}))
    result.options.push_back(describe(*option));
  return result;
}

} // namespace

std::vector<std::string> DescribedOption::choices() const {
  auto const words = alternatives(value);
  std::vector<std::string> result;
  for (auto const& word : words)
    if (is_placeholder(word))
      for (auto const& name : names_for(word))
        result.push_back(name);
    else if (words.size() > 1)
      result.push_back(word);
  return result;
}

bool DescribedOption::takes_file() const {
  auto const words = alternatives(value);
  return std::any_of(words.begin(), words.end(), [](auto const& word) {
    return word == "PATH" || word.starts_with("FILE") || word.starts_with("RESULTS");
  });
}

bool DescribedOption::takes_list() const {
  return value.ends_with(list_mark);
}

DescribedProgram describe_program(CLI::App const& program) {
  DescribedProgram result{describe(program)};
  for (auto const* const command : program.get_subcommands({}))
    result.push_back(describe(*command));
  return result;
}

} // namespace kitt::miniapp::detail
