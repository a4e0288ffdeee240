// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/cell_key.hpp"

#include "perf/record/cell_kind.hpp"

namespace kitt::perf {

namespace {

std::string words(ParameterValue const& value) {
  auto const* const number = std::get_if<std::int64_t>(&value);
  return number != nullptr ? std::to_string(*number) : std::get<std::string>(value);
}

} // namespace

std::string CellKey::text(std::string const& parameter) const {
  auto const found = parameters.find(parameter);
  return found == parameters.end() ? "" : words(found->second);
}

CellKey lattice_key(std::string const& kernel, int l, int ls, Precision precision,
                    std::string const& variant) {
  return {.benchmark = std::string(kernel_named(kernel).benchmark),
          .kernel = kernel,
          .variant = variant,
          .parameters = {{"l", l}, {"ls", ls}, {"precision", to_string(precision)}}};
}

std::string name_of(CellKey const& key) {
  auto name = key.kernel;
  for (auto const& [parameter, value] : key.parameters) {
    auto const label = parameter == "l"           ? "L="
                       : parameter == "ls"        ? "Ls="
                       : parameter == "precision" ? ""
                                                  : parameter + '=';
    name += ' ' + label + words(value);
  }
  return key.variant.empty() ? name : name + ' ' + key.variant;
}

std::string region_name(CellKey const& key) {
  return "kitt::cell " + name_of(key);
}

} // namespace kitt::perf
