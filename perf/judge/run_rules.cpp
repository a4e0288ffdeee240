// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/judge/run_rules.hpp"

#include "core/base/error.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/json/json_words.hpp"

#include <fmt/format.h>
#include <type_traits>

namespace kitt::perf {

namespace {

using detail::WrongValue;

/// Throws WrongValue for a key that the rules do not have. A mistyped limit must not be ignored.
void check_keys(Json const& document) {
  auto const known = to_data(RunRules());
  for (auto const& [key, value] : document.items())
    if (!known.contains(key))
      throw WrongValue(fmt::format("unknown rule \"{}\"", key));
}

/// Throws WrongValue if a number is outside the limits in the list of fields.
void check_limits(RunRules const& rules) {
  each_field<RunRules>([&](auto const& field) {
    if constexpr (requires { field.member; }) {
      using Value = std::decay_t<decltype(rules.*field.member)>;
      if constexpr (std::is_arithmetic_v<Value>) {
        auto const value = static_cast<double>(rules.*field.member);
        auto const& meaning = field.meaning;
        if (value < meaning.least || value > meaning.most ||
            (meaning.above_least && value == meaning.least))
          throw WrongValue(fmt::format("{} is {}, which is out of range", field.key, value));
      }
    }
  });
  if (rules.figure.empty())
    throw WrongValue("figure is empty");
  for (auto const& [pointer, value] : rules.required)
    Json::json_pointer const checked(pointer); // throws if the text is no JSON pointer
}

RunRules read(std::string const& text) {
  auto const document = parse_document(text);
  if (!document.is_object() || !document.contains("rules_schema_version"))
    throw WrongValue("it has no rules_schema_version");
  check_version(document, "rules_schema_version");
  check_keys(document);
  // Keys that the file lacks keep their defaults.
  auto complete = to_data(default_run_rules(from_data<std::string>(
      document.value("named_rules", Json(RunRules().named_rules)), "named_rules")));
  complete.merge_patch(document);
  RunRules rules;
  from_data(complete, rules, "it");
  check_limits(rules);
  return rules;
}

} // namespace

std::map<std::string, std::string> required_values(Rules const& rules) {
  return {{"/configuration/conventions/flops_per_site", "1344"},
          {"/configuration/conventions/volume", rules.per_rank ? "per rank" : "per node"},
          {"/configuration/scaling", "weak"},
          {"/configuration/ls", std::to_string(rules.ls)},
          {"/configuration/precision", "single"},
          {"/configuration/gauge", "hot"},
          {"/configuration/comms/precision", "same"}};
}

RunRules default_run_rules(std::string const& name) {
  RunRules rules;
  rules.named_rules = name;
  rules.required = required_values(rules_named(name));
  return rules;
}

RunRules rules_from_text(std::string const& text, std::string const& origin) {
  auto const unreadable = [&](std::string const& why) {
    return UserError(fmt::format("{}: cannot be used as rules ({}): correct it, or begin with the "
                                 "output of `kitt judge --print-rules`",
                                 origin, why));
  };
  try {
    return read(text);
  } catch (Json::exception const& error) {
    throw unreadable(detail::words_of(error));
  } catch (WrongValue const& error) {
    throw unreadable(error.what());
  }
}

std::string to_text(RunRules const& rules) {
  return to_data(rules).dump(2) + "\n";
}

} // namespace kitt::perf
