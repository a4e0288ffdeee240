// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/portability.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/csv.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::perf {

namespace {

using Row = std::vector<std::string>;

std::string row_text(Row const& fields) {
  Row quoted;
  for (auto const& field : fields)
    quoted.push_back(csv_field(field));
  return fmt::format("{}\n", fmt::join(quoted, ","));
}

/// Returns the name of a problem with everything that distinguishes it: "DWF4 L = 16, Ls = 16,
/// single".
std::string problem_name(Figure const& key) {
  auto text = cell_name(key);
  if (!has_lattice(key))
    return text;
  if (key.ls)
    text += fmt::format(", Ls = {}", *key.ls);
  return text + ", " + to_string(key.precision);
}

/// Returns "KITT" for the best variants, "KITT lexicographic" for a variant, or another program.
std::string application_name(PortabilityProblem const& problem,
                             PortableApplication const& application) {
  if (&application == &problem.applications.front())
    return own_program;
  return application.program == own_program ? fmt::format("{} {}", own_program, application.name)
                                            : application.name;
}

std::string efficiency_text(std::optional<double> const& efficiency) {
  return efficiency ? fmt::format("{}", std::min(1.0, *efficiency)) : "";
}

} // namespace

std::string portability_csv(Portability const& portability) {
  auto text = row_text({"problem", "application", "platform", "fom", "unit", "app eff", "arch eff",
                        "coverage_key", "divergence"});
  auto const& code = portability.divergence;
  for (auto const& problem : portability.problems)
    for (auto const& application : problem.applications)
      for (std::size_t i = 0; application.application() && i < application.platforms.size(); ++i) {
        auto const& platform = application.platforms[i];
        bool const knows_code = code && application.program == own_program;
        text +=
            row_text({problem_name(problem.key), application_name(problem, application),
                      portability.platforms[i].title,
                      platform.value > 0 ? fmt::format("{}", platform.value) : "",
                      std::string(benchmark_named(problem.key.benchmark).unit),
                      efficiency_text(platform.application),
                      efficiency_text(platform.architectural), knows_code ? code->builds[i] : "",
                      knows_code ? fmt::format("{}", code->divergence) : ""});
      }
  return text;
}

} // namespace kitt::perf
