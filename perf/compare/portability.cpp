// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/portability.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/results/data_folder.hpp"
#include "perf/results/other_programs.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>
#include <set>

namespace kitt::perf {

namespace {

using PlatformStatus = PlatformEfficiency::Status;

/// Returns the part of a variant's name before the slash: "lexicographic" of
/// "lexicographic/overlap". The part after the slash is the order of exchange and interior, which
/// users need not choose alike on all platforms.
std::string base_variant(std::string const& variant) {
  return variant.substr(0, variant.find('/'));
}

bool same_problem(Figure const& a, Figure const& b) {
  return a.kernel == b.kernel && a.l == b.l && a.ls == b.ls && a.precision == b.precision;
}

/// Returns whether two figures are of the same work. Efficiencies are ratios on one platform, so
/// different flop counts do not matter.
bool same_work(Figure const& a, Figure const& b) {
  return conversion(differences(a, b)).has_value();
}

bool is_platform(Results const& results) {
  return results.program == own_program;
}

bool is_of(Results const& table, Results const& platform) {
  return !is_platform(table) && table.nodes == platform.nodes && !table.cpu_number.empty() &&
         platform.cpu_model.find(table.cpu_number) != std::string::npos;
}

/// Returns the published tables and files of other programs that belong to one of the platforms:
/// the given ones, then the tables that KITT ships.
std::vector<Results> known_tables(std::vector<Results> const& operands,
                                  std::vector<Results> const& platforms) {
  std::vector<Results> tables;
  auto const belongs = [&](Results const& table) {
    return std::any_of(platforms.begin(), platforms.end(),
                       [&](Results const& platform) { return is_of(table, platform); });
  };
  auto const add = [&](Results const& table) {
    if (std::none_of(tables.begin(), tables.end(),
                     [&](Results const& known) { return known.name == table.name; }))
      tables.push_back(table);
  };
  for (auto const& operand : operands)
    if (!is_platform(operand)) {
      KITT_VALIDATE(!operand.cpu_model.empty(),
                    fmt::format("{} does not state its CPU (--portability uses a file of another "
                                "program for runs on the same CPU): append @cpu=NAME, such as "
                                "@cpu=8170 or @nodes=2,cpu=8170",
                                operand.name));
      KITT_VALIDATE(
          belongs(operand),
          fmt::format("{} belongs to no platform (its CPU is {}, and no run on as many nodes with "
                      "this CPU was given): add such a run, or leave the table out",
                      operand.name, operand.cpu_model));
      add(operand);
    }
  for (auto const& name : data_names("published"))
    if (auto const table = read_results(published_prefix + name); belongs(table))
      add(table);
  return tables;
}

/// Makes the titles of platforms differ. Platforms with equal titles get their label, hosts or
/// record name added.
void tell_apart(std::vector<Results>& platforms) {
  std::map<std::string, std::vector<Results*>> by_title;
  for (auto& platform : platforms)
    by_title[platform.title].push_back(&platform);
  auto const label = [](Results const& one) { return one.label; };
  auto const hosts = [](Results const& one) {
    return fmt::format("{}", fmt::join(one.hostnames, " "));
  };
  auto const name = [](Results const& one) { return one.name; };
  for (auto const& [title, alike] : by_title) {
    auto const tells_apart = [&](auto const& attribute) {
      std::set<std::string> values;
      for (auto const* const one : alike)
        values.insert(attribute(*one));
      return values.size() == alike.size() && !values.contains("");
    };
    for (auto* const one : alike)
      if (alike.size() > 1)
        one->title += ", " + (tells_apart(label)   ? label(*one)
                              : tells_apart(hosts) ? hosts(*one)
                                                   : name(*one));
  }
}

/// Returns the figure as a rate. For times, where less is better, the rate is the inverse.
double rate_of(Figure const& figure, Statistic statistic) {
  auto const value = value_of(figure, statistic);
  return benchmark_named(figure.benchmark).less_is_better ? 1 / value : value;
}

class Survey {
public:
  Survey(std::vector<Results> const& operands, CellFilter const& filter) : filter_(filter) {
    for (auto const& operand : operands)
      if (is_platform(operand))
        platforms_.push_back(operand);
    auto const tables = static_cast<int>(operands.size() - platforms_.size());
    KITT_VALIDATE(platforms_.size() >= 2,
                  fmt::format("--portability needs two platforms, but was given {} and {} (a "
                              "platform is a record of KITT; a published table only adds the best "
                              "known figure of its CPU, as a file of another program does): give "
                              "records of at least two platforms",
                              counted(static_cast<int>(platforms_.size()), "record"),
                              counted(tables, "published table")));
    tell_apart(platforms_);
    tables_ = known_tables(operands, platforms_);
    filter_.all_variants = true;
  }

  Portability result() const {
    Portability result;
    for (std::size_t i = 0; i < platforms_.size(); ++i)
      result.platforms.push_back({platforms_[i], letter(i)});
    for (auto const& key : keys()) {
      auto const missing = not_tried(key);
      if (missing.empty())
        result.problems.push_back(problem(key));
      else
        result.left_out.push_back(fmt::format("{} ({})", cell_name(key), missing));
    }
    for (auto const& table : tables_)
      if (other_program_of(table.name) != nullptr && !is_used(table, result.problems))
        result.left_out.push_back(fmt::format(
            "{} (none of its figures is of the same work as a run on its CPU)", table.name));
    KITT_VALIDATE(!result.problems.empty(),
                  "no kernel was tried at the same size on all platforms (portability covers all "
                  "of them): give records of the same work");
    return result;
  }

private:
  /// Returns the figures of a platform that are of the same work as `key`.
  std::vector<Figure> figures_of(std::size_t platform, Figure const& key) const {
    std::vector<Figure> found;
    for (auto const& figure : cells_of(platforms_[platform], filter_))
      if (same_problem(figure, key) && figure.exact && same_work(key, figure))
        found.push_back(figure);
    return found;
  }

  /// Returns the figures that were measured on at least one platform, for kernels that have a
  /// ceiling.
  std::vector<Figure> keys() const {
    std::vector<Figure> keys;
    for (auto const& platform : platforms_)
      for (auto const& figure : cells_of(platform, {filter_.kernels, filter_.l}))
        if (figure.status == "measured" && figure.benchmark != "halo" &&
            std::none_of(keys.begin(), keys.end(),
                         [&](Figure const& key) { return same_problem(key, figure); }))
          keys.push_back(figure);
    return keys;
  }

  std::string not_tried(Figure const& key) const {
    std::string text;
    for (std::size_t i = 0; i < platforms_.size(); ++i)
      if (figures_of(i, key).empty())
        text += (text.empty() ? "not tried on " : ", ") + letter(i);
    return text;
  }

  struct KnownFigure {
    Figure figure;
    std::string from;
    std::string program;
  };

  /// Returns the figures of a table that are of the same work as a platform's run, in the run's
  /// conventions.
  std::vector<Figure> figures_of(Results const& table, Figure const& own) const {
    std::vector<Figure> found;
    for (auto figure : table.figures)
      if (figure.status == "measured" && same_problem(figure, own))
        if (auto const factor = conversion(differences(own, figure))) {
          figure.mean *= *factor;
          found.push_back(figure);
        }
    return found;
  }

  /// Returns the figures of a platform's run, of its published tables and of other programs.
  std::vector<KnownFigure> known_figures(std::size_t platform, Figure const& key) const {
    std::vector<KnownFigure> known;
    for (auto const& figure : figures_of(platform, key))
      if (figure.status == "measured")
        known.push_back({figure, platforms_[platform].name, own_program});
    auto const own = known.empty() ? key : known.front().figure;
    for (auto const& table : tables_)
      if (is_of(table, platforms_[platform]))
        for (auto const& figure : figures_of(table, own))
          known.push_back({figure, table.name, table.program});
    return known;
  }

  bool is_used(Results const& table, std::vector<PortabilityProblem> const& problems) const {
    for (auto const& problem : problems)
      for (std::size_t i = 0; i < platforms_.size(); ++i)
        for (auto const& known : known_figures(i, problem.key))
          if (known.from == table.name)
            return true;
    return false;
  }

  BestKnown best_known(std::size_t platform, Figure const& key) const {
    auto const known = known_figures(platform, key);
    BestKnown best{letter(platform)};
    for (auto const& one : known)
      if (!one.figure.median)
        best.statistic = Statistic::mean;
    double highest = 0;
    for (auto const& [figure, from, program] : known)
      if (auto const rate = rate_of(figure, best.statistic); rate > highest) {
        highest = rate;
        best = {best.platform, value_of(figure, best.statistic), from, program == own_program,
                best.statistic};
      }
    return best;
  }

  static double application_efficiency(Figure const& figure, BestKnown const& best) {
    auto const value = value_of(figure, best.statistic);
    return benchmark_named(figure.benchmark).less_is_better ? best.value / value
                                                            : value / best.value;
  }

  /// Returns the efficiency of the fastest of the given figures. The status is failed if all
  /// figures failed.
  PlatformEfficiency efficiency(std::vector<Figure> const& figures, BestKnown const& best) const {
    PlatformEfficiency result{.platform = best.platform};
    for (auto const& figure : figures) {
      if (figure.status != "measured") {
        if (result.status == PlatformStatus::unknown)
          result = {.platform = best.platform,
                    .status = PlatformStatus::failed,
                    .note = figure.status + ": " + figure.reason,
                    .application = 0,
                    .architectural = 0};
      } else if (auto const application = application_efficiency(figure, best);
                 result.status != PlatformStatus::measured || application > result.application) {
        result = {.platform = best.platform,
                  .status = PlatformStatus::measured,
                  .variant = figure.variant,
                  .value = value_of(figure, best.statistic),
                  .application = application,
                  .architectural = figure.roofline_fraction};
      }
    }
    return result;
  }

  /// Returns the efficiencies of one application on all platforms. A cell without a variant means
  /// that the whole kernel was skipped or failed; it counts for all variants.
  PortableApplication application(std::string const& name, Figure const& key,
                                  std::vector<BestKnown> const& best) const {
    PortableApplication result{name};
    for (std::size_t i = 0; i < platforms_.size(); ++i) {
      auto figures = figures_of(i, key);
      if (name != best_variant)
        std::erase_if(figures, [&](Figure const& figure) {
          return base_variant(figure.variant) != name &&
                 (figure.status == "measured" || !figure.variant.empty());
        });
      result.platforms.push_back(efficiency(figures, best[i]));
    }
    return result;
  }

  /// Returns the efficiencies of other programs: one application for each program with a known
  /// figure.
  std::vector<PortableApplication> other_programs(Figure const& key,
                                                  std::vector<BestKnown> const& best) const {
    std::map<std::string, std::vector<std::vector<Figure>>> figures;
    for (std::size_t i = 0; i < platforms_.size(); ++i)
      for (auto const& known : known_figures(i, key))
        if (known.program != own_program) {
          auto& of_program = figures[known.program];
          of_program.resize(platforms_.size());
          of_program[i].push_back(known.figure);
        }
    std::vector<PortableApplication> result;
    for (auto const& [program, of_platforms] : figures) {
      result.push_back({program, program});
      for (std::size_t i = 0; i < platforms_.size(); ++i)
        result.back().platforms.push_back(efficiency(of_platforms[i], best[i]));
    }
    return result;
  }

  std::vector<std::string> variants(Figure const& key) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < platforms_.size(); ++i)
      for (auto const& figure : figures_of(i, key))
        if (auto const name = base_variant(figure.variant);
            !name.empty() && std::find(names.begin(), names.end(), name) == names.end())
          names.push_back(name);
    return names;
  }

  PortabilityProblem problem(Figure const& key) const {
    PortabilityProblem problem{{key}};
    for (std::size_t i = 0; i < platforms_.size(); ++i)
      problem.best_known.push_back(best_known(i, key));
    problem.applications.push_back(application(best_variant, key, problem.best_known));
    for (auto const& name : variants(key))
      problem.applications.push_back(application(name, key, problem.best_known));
    for (auto const& other : other_programs(key, problem.best_known))
      problem.applications.push_back(other);
    return problem;
  }

  static constexpr char const* best_variant = "best variant";

  CellFilter filter_;
  std::vector<Results> platforms_;
  std::vector<Results> tables_;
};

std::optional<double> metric(std::optional<std::vector<double>> const& efficiencies) {
  return efficiencies ? std::optional(performance_portability(*efficiencies)) : std::nullopt;
}

} // namespace

double performance_portability(std::vector<double> const& efficiencies) {
  double inverses = 0;
  for (auto const efficiency : efficiencies) {
    if (efficiency <= 0)
      return 0;
    inverses += 1 / efficiency;
  }
  return efficiencies.empty() ? 0 : static_cast<double>(efficiencies.size()) / inverses;
}

std::vector<CascadeStep> cascade(std::vector<double> const& efficiencies) {
  std::vector<std::size_t> order(efficiencies.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return efficiencies[a] != efficiencies[b] ? efficiencies[a] > efficiencies[b] : a < b;
  });
  std::vector<CascadeStep> steps;
  std::vector<double> so_far;
  for (auto const platform : order) {
    so_far.push_back(efficiencies[platform]);
    steps.push_back({platform, efficiencies[platform], performance_portability(so_far)});
  }
  return steps;
}

std::optional<std::vector<double>> PortableApplication::efficiencies(Efficiency of) const {
  std::vector<double> found;
  for (auto const& platform : platforms)
    if (auto const& efficiency = platform.*of)
      found.push_back(*efficiency);
  return found.size() == platforms.size() ? std::optional(found) : std::nullopt;
}

std::optional<std::vector<CascadeStep>> PortableApplication::steps(Efficiency of) const {
  auto const known = efficiencies(of);
  return known ? std::optional(cascade(*known)) : std::nullopt;
}

std::optional<double> PortableApplication::application() const {
  return metric(efficiencies(&PlatformEfficiency::application));
}

std::optional<double> PortableApplication::architectural() const {
  return metric(efficiencies(&PlatformEfficiency::architectural));
}

Statistic Portability::statistic() const {
  for (auto const& problem : problems)
    for (auto const& best : problem.best_known)
      if (best.statistic == Statistic::mean)
        return Statistic::mean;
  return Statistic::median;
}

CodeDivergence read_divergence(std::string const& path) {
  auto const refuse = [&](std::string const& why) {
    return UserError(fmt::format(
        "cannot use {} ({}): give a file that perf/tools/code_divergence wrote with --json", path,
        why));
  };
  try {
    auto const found = from_data<CodeDivergence>(
        parse_document(read_input(path, "give a file of perf/tools/code_divergence")));
    if (found.divergence < 0 || found.divergence > 1)
      throw refuse(
          fmt::format("its divergence is {}, which is not between 0 and 1", found.divergence));
    return found;
  } catch (Json::exception const& error) {
    throw refuse(detail::words_of(error));
  } catch (detail::WrongValue const& error) {
    throw refuse(error.what());
  }
}

Portability portability(std::vector<Results> const& operands, CellFilter const& filter,
                        std::optional<CodeDivergence> const& divergence) {
  auto result = Survey(operands, filter).result();
  result.divergence = divergence;
  KITT_VALIDATE(!divergence || divergence->builds.size() == result.platforms.size(),
                fmt::format("the code divergence is of {}, but there are {} platforms (each "
                            "platform has one build): give code_divergence the presets of all "
                            "platforms, in the order of the records",
                            counted(static_cast<int>(divergence->builds.size()), "build"),
                            result.platforms.size()));
  return result;
}

} // namespace kitt::perf
