// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/other_programs.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "perf/results/detail/figures.hpp"
#include "perf/results/detail/output_text.hpp"
#include "perf/results/detail/readers.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace kitt::perf {

namespace {

constexpr std::array programs{
    OtherProgram{"babelstream:", "the text or CSV of BabelStream", detail::read_babelstream},
    OtherProgram{"bsmbench:", "the whole output of BSMBench, of one or several cases",
                 detail::read_bsmbench},
    OtherProgram{"sombrero:", "the whole output of sombrero.sh, or of one case without `-v result`",
                 detail::read_sombrero},
    OtherProgram{"osu:", "the text of osu_latency, osu_bw or osu_bibw", detail::read_osu},
    OtherProgram{"grid:",
                 "the whole output of Grid's Benchmark_ITT or Benchmark_usqcd, or the output or "
                 "JSON file of grid-benchmark",
                 detail::read_grid}};

constexpr std::string_view nodes_key = "nodes=";
constexpr std::string_view cpu_key = "cpu=";

void take_fact(OtherOutput& output, std::string const& fact) {
  if (fact.starts_with(cpu_key)) {
    output.cpu = fact.substr(cpu_key.size());
    KITT_VALIDATE(!output.cpu.empty(), fmt::format("no name after cpu= in {} (it is the name of "
                                                   "the CPU, or a part of it): give cpu=8170",
                                                   output.name));
    return;
  }
  KITT_VALIDATE(fact.starts_with(nodes_key),
                fmt::format("bad fact \"{}\" in {} (only nodes and cpu are known): give "
                            "@nodes=2,cpu=8170",
                            fact, output.name));
  auto const count = detail::whole_number(fact.substr(nodes_key.size()));
  KITT_VALIDATE(count && *count >= 1,
                fmt::format("bad fact \"{}\" in {} (it must be a whole number from 1 up): give "
                            "@nodes=2",
                            fact, output.name));
  output.nodes = count;
}

} // namespace

Results detail::results_of_output(OtherOutput const& output) {
  Results results;
  results.name = output.name;
  results.title = output.cpu.empty() ? "machine not stated" : output.cpu;
  results.cpu_model = results.cpu_number = output.cpu;
  results.published = true;
  results.nodes = output.nodes;
  return results;
}

OtherProgram const* other_program_of(std::string const& name) {
  auto const found = std::ranges::find_if(
      programs, [&](OtherProgram const& program) { return name.starts_with(program.prefix); });
  return found == programs.end() ? nullptr : &*found;
}

std::string other_program_names() {
  std::string names;
  for (std::size_t i = 0; i < programs.size(); ++i)
    names += fmt::format("{}{}FILE",
                         i == 0                    ? ""
                         : i + 1 < programs.size() ? ", "
                                                   : " or ",
                         programs[i].prefix);
  return names;
}

OtherOutput other_output(OtherProgram const& program, std::string const& name) {
  OtherOutput output{.name = name};
  auto file = name.substr(program.prefix.size());
  auto const at =
      std::min(file.find(fmt::format("@{}", nodes_key)), file.find(fmt::format("@{}", cpu_key)));
  if (at != std::string::npos) {
    for (auto const& fact : detail::split(file.substr(at + 1), ','))
      take_fact(output, fact);
    file.resize(at);
  }
  KITT_VALIDATE(!file.empty(), fmt::format("no file in \"{}\" (it must follow the prefix): give "
                                           "{}FILE",
                                           name, program.prefix));
  output.path = file;
  return output;
}

Results read_other_output(OtherProgram const& program, std::string const& name) {
  auto const output = other_output(program, name);
  auto const refuse = [&](std::string const& why) {
    return UserError(fmt::format("cannot use {} ({}): give {}", name, why, program.output));
  };
  auto const text = read_input(output.path, fmt::format("give {}FILE", program.prefix));
  if (text.empty())
    throw refuse("the file is empty");
  if (text.find('\0') != std::string::npos)
    throw refuse("it is not a text");
  try {
    auto results = program.read(output, text);
    results.program = program_name(results.source);
    detail::complete(results);
    return results;
  } catch (Json::exception const& error) {
    throw refuse("it lacks something or is damaged: " + detail::words_of(error));
  } catch (detail::WrongValue const& error) {
    throw refuse(error.what());
  }
}

std::string warnings_of(std::span<Results const> all) {
  std::string text;
  for (auto const& results : all)
    for (auto const& warning : results.warnings)
      text += fmt::format("warning: {}\n", warning);
  return text;
}

} // namespace kitt::perf
