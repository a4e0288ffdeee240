// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hmc/hmc_configuration.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "core/gauge_file/write_gauge_file.hpp"

#include <fmt/format.h>
#include <sstream>
#include <utility>

namespace kitt::miniapp {

namespace {

constexpr char const* record_type = "kitt-hmc";

/// Reads the text of write_configuration(). Throws UserError if the text has another form.
ChainPlace parse_place(std::string const& path, std::string const& text) {
  std::istringstream words(text);
  ChainPlace place;
  std::string trajectory, seed, beta;
  words >> trajectory >> place.trajectory >> seed >> place.seed >> beta >> place.beta;
  bool const known = !words.fail() && trajectory == "trajectory" && seed == "seed" &&
                     beta == "beta" && place.trajectory >= 0;
  auto more = known;
  for (std::string name; more && words >> name;) {
    auto& value = name == "mass" ? place.mass : place.mu;
    bool const expected = name == "mass" || (name == "mu" && !place.mass.empty());
    more = expected && value.empty() && words >> value;
  }
  KITT_VALIDATE(more, fmt::format("{}: the record {} has an unknown form (it must name trajectory, "
                                  "seed and beta, and with quarks mass and mu): use a file that "
                                  "kitt hmc has written, or remove the record",
                                  path, record_type));
  return place;
}

std::string line(char const* name, std::string const& number) {
  return number.empty() ? "" : fmt::format("{} {}\n", name, number);
}

} // namespace

void write_configuration(std::string const& path, GaugeField const& field, ChainPlace const& place,
                         Overwrite overwrite) {
  write_ildg(
      path, field,
      {.overwrite = overwrite,
       .records = {{record_type, fmt::format("trajectory {}\nseed {}\nbeta {}\n{}{}",
                                             place.trajectory, place.seed, place.beta,
                                             line("mass", place.mass), line("mu", place.mu))}}});
}

HmcConfiguration read_configuration(std::string const& path) {
  auto file = read_gauge_file(path);
  HmcConfiguration result{std::move(file.field)};
  for (auto const& record : file.records)
    if (record.type == record_type)
      result.place = parse_place(path, record.data);
  return result;
}

} // namespace kitt::miniapp
