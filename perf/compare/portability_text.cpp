// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/roofline.hpp"
#include "perf/compare/portability.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::perf {

namespace {

using PlatformStatus = PlatformEfficiency::Status;

std::string platforms_text(Portability const& portability) {
  std::string text;
  for (std::size_t i = 0; i < portability.platforms.size(); ++i) {
    auto const& p = portability.platforms[i];
    text += fmt::format("{}: {} ({}; {} node{}, {} cores per node in use)\n", letter(i), p.name,
                        p.title, p.nodes.value_or(0), p.nodes == 1 ? "" : "s",
                        p.cores_per_node.value_or(0));
  }
  return text;
}

Column kernel_column(Portability const& portability) {
  std::size_t width = 0;
  for (auto const& problem : portability.problems)
    width = std::max(width, problem.key.kernel.size());
  return {"Kernel", "", static_cast<int>(width), Align::left};
}

Table efficiency_table(Portability const& portability, Column const& last) {
  std::vector<Column> columns{kernel_column(portability),
                              {"L", "", 3},
                              {"Ls", "", 3},
                              {"Prec.", "", 6, Align::left},
                              {"Arch.", "PP, %", 6}};
  for (std::size_t i = 0; i < portability.platforms.size(); ++i)
    columns.push_back({letter(i), "", 5});
  columns.push_back({"Appl.", "PP, %", 6});
  for (std::size_t i = 0; i < portability.platforms.size(); ++i)
    columns.push_back({letter(i), "", 5});
  columns.push_back(last);
  return Table(columns);
}

std::string efficiency_row(Table const& table, PortabilityProblem const& problem,
                           PortableApplication const& application, std::string const& last) {
  auto const& key = problem.key;
  bool const lattice = has_lattice(key);
  std::vector<std::string> texts{
      key.kernel, lattice ? std::to_string(key.l) : "-", key.ls ? std::to_string(*key.ls) : "-",
      lattice ? to_string(key.precision) : "-", percent(application.architectural())};
  auto const of_platforms = [&](auto const& efficiency) {
    for (auto const& platform : application.platforms)
      texts.push_back(platform.status == PlatformStatus::unknown  ? "-"
                      : platform.status == PlatformStatus::failed ? "0"
                                                                  : percent(efficiency(platform)));
  };
  of_platforms([](auto const& platform) { return platform.architectural; });
  texts.push_back(percent(application.application()));
  of_platforms([](auto const& platform) { return platform.application; });
  texts.push_back(last);
  return table.row(texts);
}

/// Returns the source of the best figure of each platform: "A its own (lexicographic), B
/// published:knl-7230 m".
std::string holders(PortabilityProblem const& problem) {
  std::string text;
  for (std::size_t i = 0; i < problem.best_known.size(); ++i) {
    auto const& best = problem.best_known[i];
    auto const& variant = problem.applications.front().platforms[i].variant;
    auto const own = "its own" + (variant.empty() ? "" : " (" + variant + ")");
    if (best.value > 0)
      text +=
          fmt::format("{}{} {}{}", text.empty() ? "" : ", ", letter(i), best.own ? own : best.from,
                      best.statistic == Statistic::mean ? ' ' + mark_of(best.statistic) : "");
  }
  return text;
}

/// Returns the fixed variant of KITT with the highest application portability. Null if no variant
/// was tried on all platforms.
PortableApplication const* most_portable(PortabilityProblem const& problem) {
  PortableApplication const* best = nullptr;
  for (auto const& application : problem.applications)
    if (&application != &problem.applications.front() && application.program == own_program &&
        application.application() &&
        (best == nullptr || *application.application() > *best->application()))
      best = &application;
  return best;
}

/// Returns the range of a metric over the sizes of one kernel, in percent: "12.5 to 45.6".
template <class Metric>
std::string range(Portability const& portability, std::string const& kernel, Metric metric) {
  std::vector<double> values;
  for (auto const& problem : portability.problems)
    if (problem.key.kernel == kernel)
      if (std::optional<double> const value = metric(problem))
        values.push_back(*value);
  if (values.empty())
    return "-";
  auto const [lowest, highest] = std::minmax_element(values.begin(), values.end());
  return fmt::format("{} to {}", percent(*lowest), percent(*highest));
}

/// Returns the metric of each kernel, from its lowest to its highest value over the sizes.
std::string headline_text(Portability const& portability) {
  Table const table({kernel_column(portability),
                     {"Sizes", "", 5},
                     {"Architectural", "PP, %", 15},
                     {"Application", "PP, %", 15},
                     {"One variant", "appl. PP, %", 15}});
  auto text = table.header();
  std::vector<std::string> kernels;
  for (auto const& problem : portability.problems)
    if (std::find(kernels.begin(), kernels.end(), problem.key.kernel) == kernels.end())
      kernels.push_back(problem.key.kernel);
  for (auto const& kernel : kernels) {
    auto const sizes = std::count_if(portability.problems.begin(), portability.problems.end(),
                                     [&](auto const& p) { return p.key.kernel == kernel; });
    text += table.row(
        {kernel, std::to_string(sizes),
         range(portability, kernel,
               [](auto const& p) { return p.applications[0].architectural(); }),
         range(portability, kernel, [](auto const& p) { return p.applications[0].application(); }),
         range(portability, kernel, [](auto const& p) {
           auto const* const variant = most_portable(p);
           return variant == nullptr ? std::nullopt : variant->application();
         })});
  }
  return text;
}

/// Returns the efficiencies of other programs. Empty if no program has a known figure.
std::string other_programs_text(Portability const& portability) {
  auto const table = efficiency_table(portability, {"program", "", 10, Align::left});
  std::string rows;
  for (auto const& problem : portability.problems)
    for (auto const& application : problem.applications)
      if (application.program != own_program)
        rows += efficiency_row(table, problem, application, application.name);
  return rows.empty() ? "" : "\n Other programs with known figures\n" + table.header() + rows;
}

/// Warns of efficiencies above 1. Efficiencies above 1 are impossible if the ceilings are right.
std::string warnings(Portability const& portability) {
  std::string text;
  for (std::size_t i = 0; i < portability.platforms.size(); ++i) {
    auto const count = std::count_if(
        portability.problems.begin(), portability.problems.end(), [&](auto const& problem) {
          return problem.applications.front().platforms[i].architectural.value_or(0) >
                 most_fraction;
        });
    if (count > 0)
      text += fmt::format(
          "warning: {} of {} cells of {} are above their ceiling (the ceiling was measured too "
          "low, perhaps on a busy machine): do not trust its architectural efficiency\n",
          count, portability.problems.size(), letter(i));
  }
  return text;
}

std::string failures(Portability const& portability) {
  std::string text;
  for (auto const& problem : portability.problems)
    for (std::size_t i = 0; i < portability.platforms.size(); ++i)
      if (auto const& ours = problem.applications.front().platforms[i];
          ours.status == PlatformStatus::failed)
        text += fmt::format("0: {} on {} ({})\n", cell_name(problem.key), letter(i), ours.note);
  for (auto const& left_out : portability.left_out)
    text += fmt::format("Left out: {}\n", left_out);
  return text;
}

/// Names the platforms on which all efficiencies are relative to the run's own best variant.
/// Relative to its own best variant, an efficiency does not compare KITT with other programs.
std::string own_best_text(Portability const& portability) {
  std::string letters;
  for (std::size_t i = 0; i < portability.platforms.size(); ++i)
    if (std::all_of(portability.problems.begin(), portability.problems.end(),
                    [&](auto const& problem) { return problem.best_known[i].own; }))
      letters += (letters.empty() ? "" : ", ") + letter(i);
  if (letters.empty())
    return {};
  return fmt::format(
      "No better figure of {} is known from a published table or another program. So "
      "application efficiencies are relative to the run's own best variant, which "
      "therefore has 100 %.\n",
      letters);
}

} // namespace

std::string portability_text(Portability const& portability) {
  auto text = banner(
      fmt::format(" Performance portability over {} platforms", portability.platforms.size()));
  text += headline_text(portability) + warnings(portability);
  text += "\n Best variant on each platform\n";
  auto const best = efficiency_table(portability, {"best known", "", 10, Align::left});
  text += best.header();
  for (auto const& problem : portability.problems)
    text += efficiency_row(best, problem, problem.applications.front(), holders(problem));
  auto const one = efficiency_table(portability, {"variant", "", 10, Align::left});
  std::string rows;
  for (auto const& problem : portability.problems)
    if (auto const* const application = most_portable(problem))
      rows += efficiency_row(one, problem, *application, application->name);
  if (!rows.empty())
    text += "\n One variant on all platforms, the most portable\n" + one.header() + rows;
  text += other_programs_text(portability) + '\n' + platforms_text(portability);
  if (auto const& code = portability.divergence)
    text += fmt::format("Code divergence of the builds {}: {:.4f} (mean Jaccard distance of their "
                        "source lines; 0: all lines are shared)\n",
                        fmt::join(code->builds, ", "), code->divergence);
  text +=
      "PP: harmonic mean of the platforms' efficiencies, 0 if one fails (Pennycook, Sewall, "
      "Lee).\nArch.: fraction of the ceiling that limits the kernel. Appl.: fraction of the best "
      "figure known on the platform.\nm: from mean times (published tables and other programs have "
      "no medians).\n";
  return text + own_best_text(portability) + failures(portability);
}

} // namespace kitt::perf
