// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/sweep/sweep_plan.hpp"

#include "core/base/error.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace kitt::perf {

namespace {

constexpr std::size_t longest_file_name = 240;

std::vector<std::string> texts_of(std::vector<int> const& numbers) {
  std::vector<std::string> texts;
  for (auto const number : numbers)
    texts.push_back(std::to_string(number));
  return texts;
}

bool is_option(std::string const& axis) {
  return axis.starts_with("--");
}

/// Splits a command line into words as a shell does. Supports only blanks and quotes.
std::vector<std::string> words_of(std::string const& text) {
  std::vector<std::string> words;
  char quote = '\0';
  bool inside = false;
  for (char const c : text) {
    if (quote == '\0' && std::isspace(static_cast<unsigned char>(c)) != 0) {
      inside = false;
      continue;
    }
    if (!std::exchange(inside, true))
      words.emplace_back();
    if (c == quote)
      quote = '\0';
    else if (quote == '\0' && (c == '"' || c == '\''))
      quote = c;
    else
      words.back() += c;
  }
  KITT_VALIDATE(
      quote == '\0',
      fmt::format(
          "unpaired {} in --launch \"{}\" (each quote needs a second one): add or remove a quote",
          quote, text));
  return words;
}

std::string placeholder_value(std::string const& name, Sweep const& sweep,
                              SweepPoint const& point) {
  if (name == "ranks")
    return std::to_string(sweep.nodes * point.ranks_per_node);
  if (name == "rpn")
    return std::to_string(point.ranks_per_node);
  if (name == "threads")
    return std::to_string(point.threads_per_rank);
  if (name == "cores")
    return std::to_string(point.cores_per_node);
  if (name == "nodes")
    return std::to_string(sweep.nodes);
  throw UserError(fmt::format("unknown placeholder {{{}}} (known are {{ranks}} of the job, {{rpn}} "
                              "per node, {{threads}}, {{cores}}, {{nodes}}): use one of these",
                              name));
}

/// Returns a launcher such as "mpirun -np {ranks}" with the placeholders replaced by the numbers of
/// a point.
std::string filled_in(std::string const& text, Sweep const& sweep, SweepPoint const& point) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    auto const end = text[at] == '{' ? text.find('}', at) : std::string::npos;
    if (end == std::string::npos) {
      result += text[at];
      continue;
    }
    result += placeholder_value(text.substr(at + 1, end - at - 1), sweep, point);
    at = end;
  }
  return result;
}

/// Returns `value` as part of a file name. Letters that are unsafe in file names become codes such
/// as %2F, so different values have different names.
std::string in_file_name(std::string const& value) {
  std::string name;
  for (unsigned char const c : value)
    name += std::isalnum(c) != 0 || c == '-' || c == '.' || c == '+'
                ? std::string(1, static_cast<char>(c))
                : fmt::format("%{:02X}", c);
  return name;
}

/// Returns the name of a point's record: "ranks-2_threads-4_hugepages-none.json".
std::string record_name(SweepPoint const& point, Sweep const& sweep) {
  auto name = fmt::format("ranks-{}_threads-{}", point.ranks_per_node, point.threads_per_rank);
  for (auto const& axis : sweep.axes)
    if (axis.name == "cores" && axis.values.size() > 1)
      name += fmt::format("_cores-{}", point.cores_per_node);
    else if (auto const value = point.values.find(axis.name); value != point.values.end())
      name += '_' + in_file_name(axis.name.substr(is_option(axis.name) ? 2 : 0)) + '-' +
              in_file_name(value->second);
  KITT_VALIDATE(name.size() <= longest_file_name,
                fmt::format("the name of a record would have {} letters (\"{}...\"; file names "
                            "have at most {}): vary fewer settings, or use shorter values",
                            name.size(), name.substr(0, 40), longest_file_name));
  return name + ".json";
}

/// Returns whether a word of a command line is a given option.
bool gives(std::string const& word, std::string const& option) {
  return word == option || word.starts_with(option + '=');
}

/// Throws UserError if a point would get an option twice: one that the sweep sets itself, or one
/// that is varied.
void check_given_once(SweepRequest const& request) {
  for (std::string const own : {"--threads", "--json", "--resume", "--csv"})
    KITT_VALIDATE(
        std::ranges::none_of(request.command, [&](auto& word) { return gives(word, own); }) &&
            std::ranges::find(request.others, own, &SweepAxis::name) == request.others.end(),
        fmt::format("{} cannot be given after -- or in --vary (the sweep gives each point its own "
                    "threads and files): leave it out, and see kitt sweep --help",
                    own));
  for (auto const& [name, value] : point_environment({}))
    KITT_VALIDATE(std::ranges::find(request.others, name, &SweepAxis::name) == request.others.end(),
                  fmt::format("{} cannot be given in --env (the sweep sets it to the threads of "
                              "each point): give --threads",
                              name));
  std::set<std::string> names;
  for (auto const& axis : request.others)
    KITT_VALIDATE(
        names.insert(axis.name).second,
        fmt::format(
            "{} is varied twice (its values would be ambiguous): give all values in one list",
            axis.name));
  for (auto const& axis : request.others)
    KITT_VALIDATE(
        std::ranges::none_of(request.command, [&](auto& word) { return gives(word, axis.name); }),
        fmt::format("{} is both varied and in the command after -- (a point would get two values): "
                    "leave it out of the command",
                    axis.name));
}

void check(SweepRequest const& request) {
  KITT_VALIDATE(!request.command.empty() && !request.command.front().starts_with('-'),
                "no command of kitt after -- (a sweep runs a command for each point): give one, as "
                "in kitt sweep ... -- dslash --L 16");
  check_given_once(request);
  bool const has_ranks = request.launch.find("{ranks}") != std::string::npos ||
                         request.launch.find("{rpn}") != std::string::npos;
  KITT_VALIDATE(
      request.launch.empty() || has_ranks,
      fmt::format("no {{ranks}} in --launch \"{}\" (all points would start equally many ranks): "
                  "write it where the number of ranks belongs, as in mpirun -np {{ranks}}",
                  request.launch));
  KITT_VALIDATE(!request.launch.empty() || (request.nodes == 1 && request.ranks == std::vector{1}),
                "several ranks need --launch (without a launcher kitt runs as one rank): give a "
                "launcher, as in --launch \"mpirun -np {ranks}\"");
  KITT_VALIDATE(request.cores.size() == 1 || request.threads.empty(),
                "several --cores cannot be used with --threads (threads fill the cores only "
                "without --threads): give one of the two options");
}

/// Returns each point once for each value of the axis.
std::vector<SweepPoint> times(std::vector<SweepPoint> const& points, SweepAxis const& axis) {
  std::vector<SweepPoint> all;
  for (auto const& point : points)
    for (auto const& value : axis.values) {
      all.push_back(point);
      all.back().values[axis.name] = value;
    }
  return all;
}

std::vector<SweepPoint> placements(SweepRequest const& request) {
  std::vector<SweepPoint> points;
  for (auto const cores : request.cores)
    for (auto const ranks : request.ranks) {
      auto const filling = std::vector{std::max(1, cores / ranks)};
      for (auto const threads : request.threads.empty() ? filling : request.threads) {
        auto& point = points.emplace_back();
        point.ranks_per_node = ranks;
        point.threads_per_rank = threads;
        point.cores_per_node = cores;
        if (ranks * threads <= cores || request.oversubscribe)
          continue;
        point.status = PointStatus::left_out;
        point.reason = fmt::format("{} on {}; --oversubscribe runs it",
                                   counted(ranks * threads, "thread"), counted(cores, "core"));
      }
    }
  return points;
}

} // namespace

SweepAxis parse_axis(std::string const& option, std::string const& text) {
  auto const equals = text.find('=');
  SweepAxis axis{text.substr(0, equals), {}};
  axis.flag = equals == std::string::npos && is_option(axis.name);
  bool const wants_variable = option == "--env";
  KITT_VALIDATE(is_option(axis.name) != wants_variable && axis.name.size() > (axis.flag ? 2 : 0) &&
                    (axis.flag || equals != std::string::npos),
                fmt::format("bad value \"{}\" for {} (it needs a name and values): give {}", text,
                            option, wants_variable ? "NAME=A,B" : "--OPTION=A,B"));
  if (axis.flag) {
    axis.values = {"no", "yes"};
    return axis;
  }
  for (auto from = equals + 1; from != 0;) {
    auto const comma = text.find(',', from);
    auto value = text.substr(from, comma == text.npos ? comma : comma - from);
    KITT_VALIDATE(wants_variable || !value.empty(),
                  fmt::format("bad value \"{}\" for {} (it has an empty value): give {}=A,B", text,
                              option, axis.name));
    KITT_VALIDATE(
        std::find(axis.values.begin(), axis.values.end(), value) == axis.values.end(),
        fmt::format("\"{}\" comes twice in {} {} (each value is measured once): give it once",
                    value, option, text));
    axis.values.push_back(std::move(value));
    from = comma == text.npos ? 0 : comma + 1;
  }
  return axis;
}

Sweep plan_sweep(SweepRequest const& request) {
  check(request);
  Sweep sweep;
  sweep.command = request.command;
  sweep.launch = request.launch;
  sweep.nodes = request.nodes;
  sweep.axes = {{"ranks", texts_of(request.ranks)},
                {"threads", request.threads.empty() ? std::vector<std::string>{"fill"}
                                                    : texts_of(request.threads)},
                {"cores", texts_of(request.cores)}};
  sweep.points = placements(request);
  for (auto const& axis : request.others) {
    sweep.axes.push_back(axis);
    sweep.points = times(sweep.points, axis);
  }
  for (auto& point : sweep.points) {
    point.record = record_name(point, sweep);
    static_cast<void>(point_words(sweep, point, "kitt", point.record, false));
  }
  return sweep;
}

std::vector<std::string> point_words(Sweep const& sweep, SweepPoint const& point,
                                     std::string const& program, std::string const& record,
                                     bool resume) {
  std::vector<std::string> words;
  for (auto const& word : words_of(sweep.launch))
    words.push_back(filled_in(word, sweep, point));
  words.push_back(program);
  for (auto const& word : sweep.command)
    words.push_back(filled_in(word, sweep, point));
  words.push_back(fmt::format("--threads={}", point.threads_per_rank));
  for (auto const& axis : sweep.axes)
    if (auto const value = point.values.find(axis.name);
        is_option(axis.name) && value != point.values.end()) {
      if (!axis.flag)
        words.push_back(axis.name + '=' + value->second);
      else if (value->second == "yes")
        words.push_back(axis.name);
    }
  words.push_back((resume ? "--resume=" : "--json=") + record);
  return words;
}

EnvironmentChanges point_environment(SweepPoint const& point) {
  // if the user has set KOKKOS_NUM_THREADS, it would override the threads of the point
  EnvironmentChanges changes{{"OMP_NUM_THREADS", std::to_string(point.threads_per_rank)},
                             {"KOKKOS_NUM_THREADS", std::nullopt}};
  for (auto const& [name, value] : point.values)
    if (!is_option(name))
      changes.emplace_back(name, value.empty() ? std::nullopt : std::optional(value));
  return changes;
}

} // namespace kitt::perf
