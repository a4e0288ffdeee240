// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "miniapp/run/operator_numbers.hpp"
#include "perf/ceilings/cost_table.hpp"

#include <array>
#include <string>

/// \file
/// The operators of `kitt solve` and the numbers that define them. Options, cells, their keys, the
/// kernels in `kitt list` and the heading of the table follow from these lists.

namespace kitt::miniapp {

/// Operators by their names on the command line.
enum class OperatorName { wilson, clover, twisted, dwf, mobius, staggered };
constexpr auto names_of(OperatorName) {
  return std::array{"wilson", "clover", "twisted", "dwf", "mobius", "staggered"};
}

/// Operator whose linear systems are solved.
struct OperatorInfo {
  OperatorName name;  ///< the staggered operators have one name, and an action each
  char const* kernel; ///< name of the solver in records
  char const* what;   ///< description in `kitt list`
};
/// Returns the description of an operator.
constexpr OperatorInfo operator_info(perf::SolvedOperator op) {
  using enum perf::SolvedOperator;
  switch (op) {
  case wilson:
    return {OperatorName::wilson, "CG Wilson", "conjugate gradients on Wilson's Schur complement"};
  case clover:
    return {OperatorName::clover, "CG clover",
            "conjugate gradients on the Schur complement of the Wilson-clover operator"};
  case twisted_mass:
    return {OperatorName::twisted, "CG twisted",
            "conjugate gradients on the Schur complement of Wilson's operator with a twisted mass"};
  case domain_wall:
    return {OperatorName::dwf, "CG DWF",
            "conjugate gradients on the Schur complement of the domain-wall operator"};
  case mobius:
    return {OperatorName::mobius, "CG Moebius",
            "conjugate gradients on the Schur complement of the Moebius domain-wall operator"};
  case naive:
    return {OperatorName::staggered, "CG naive", "conjugate gradients on naive staggered fermions"};
  case asqtad:
    return {OperatorName::staggered, "CG asqtad",
            "conjugate gradients on improved staggered fermions (asqtad)"};
  case hisq:
    return {OperatorName::staggered, "CG HISQ",
            "conjugate gradients on highly improved staggered fermions (HISQ)"};
  }
  return {};
}
/// All operators, in the order of records and lists.
inline constexpr std::array all_operators{
    perf::SolvedOperator::wilson,       perf::SolvedOperator::clover,
    perf::SolvedOperator::twisted_mass, perf::SolvedOperator::domain_wall,
    perf::SolvedOperator::mobius,       perf::SolvedOperator::naive,
    perf::SolvedOperator::asqtad,       perf::SolvedOperator::hisq};
constexpr bool has_fifth_dimension(perf::SolvedOperator op) {
  return op == perf::SolvedOperator::domain_wall || op == perf::SolvedOperator::mobius;
}

/// The numbers of a cell's operator as text: "0.1". Empty if the operator does not have the number.
struct NumberTexts {
  std::string mass;
  std::string csw;
  std::string mu;
  std::string b5;
  std::string c5;
  std::string u0;
  std::string naik_epsilon;
};
constexpr auto fields_of(NumberTexts const*) {
  return kitt::fields(
      field("parameters/mass", &NumberTexts::mass, "quark mass, a number as text").not_empty(),
      field("parameters/csw", &NumberTexts::csw,
            "coefficient of the clover term, a number as text; absent for other operators")
          .not_empty()
          .or_absent(),
      field("parameters/mu", &NumberTexts::mu,
            "twisted mass, a number as text; absent for other operators")
          .not_empty()
          .or_absent(),
      field("parameters/b5", &NumberTexts::b5,
            "factor b5 of the Wilson operator within a slice of the Moebius operator, a number as "
            "text; absent for other operators")
          .not_empty()
          .or_absent(),
      field("parameters/c5", &NumberTexts::c5,
            "factor c5 of the Wilson operator between slices of the Moebius operator, a number as "
            "text; absent for other operators")
          .not_empty()
          .or_absent(),
      field("parameters/u0", &NumberTexts::u0,
            "tadpole factor of asqtad links that are made from the gauge field, a number as text; "
            "absent otherwise")
          .not_empty()
          .or_absent(),
      field("parameters/naik_epsilon", &NumberTexts::naik_epsilon,
            "Naik correction of HISQ links that are made from the gauge field, a number as text; "
            "absent otherwise")
          .not_empty()
          .or_absent());
}

/// Option of the command line for one of the numbers.
struct NumberOption {
  char const* option;
  double OperatorNumbers::*number;
  std::string NumberTexts::*text; ///< text in the cell; null if cells do not have the number
  double least;
  double most;
  char const* help;
  bool (*used_by)(perf::SolvedOperator);
  char const* where = "";  ///< case in which no operator uses the number
  char const* remedy = ""; ///< advice for that case
  bool of_links = false;   ///< makes smeared links from the gauge field; files have them
};
/// Options of all numbers.
inline constexpr std::array number_options{
    NumberOption{"--mass", &OperatorNumbers::mass, &NumberTexts::mass, 0, 100, "Quark mass",
                 [](perf::SolvedOperator) { return true; }},
    NumberOption{"--csw", &OperatorNumbers::csw, &NumberTexts::csw, 0, 10,
                 "clover: coefficient of the clover term",
                 [](perf::SolvedOperator op) { return op == perf::SolvedOperator::clover; },
                 "without the clover operator", "add --operator clover"},
    NumberOption{"--mu", &OperatorNumbers::mu, &NumberTexts::mu, -100, 100, "twisted: twisted mass",
                 [](perf::SolvedOperator op) { return op == perf::SolvedOperator::twisted_mass; },
                 "without the twisted-mass operator", "add --operator twisted"},
    NumberOption{"--m5", &OperatorNumbers::m5, nullptr, 0.1, 1.9, "Domain-wall height",
                 has_fifth_dimension, "without a domain-wall operator",
                 "add --operator dwf (or mobius)"},
    NumberOption{"--b5", &OperatorNumbers::b5, &NumberTexts::b5, 0.01, 10,
                 "mobius: factor b5 of the Wilson operator within a slice",
                 [](perf::SolvedOperator op) { return op == perf::SolvedOperator::mobius; },
                 "without the Moebius operator", "add --operator mobius"},
    NumberOption{"--c5", &OperatorNumbers::c5, &NumberTexts::c5, 0, 10,
                 "mobius: factor c5 between slices, at most b5 [Shamir: 0; Borici: b5]",
                 [](perf::SolvedOperator op) { return op == perf::SolvedOperator::mobius; },
                 "without the Moebius operator", "add --operator mobius"},
    NumberOption{"--u0", &OperatorNumbers::u0, &NumberTexts::u0, 0.1, 2,
                 "asqtad: tadpole factor u0 for links made from --gauge",
                 [](perf::SolvedOperator op) { return op == perf::SolvedOperator::asqtad; },
                 "without asqtad links made from --gauge", "add --action asqtad", true},
    NumberOption{"--naik-epsilon", &OperatorNumbers::naik_epsilon, &NumberTexts::naik_epsilon, -1,
                 1, "hisq: Naik correction of long links made from --gauge, for heavy quarks",
                 [](perf::SolvedOperator op) { return op == perf::SolvedOperator::hisq; },
                 "without HISQ links made from --gauge", "add --action hisq", true}};

} // namespace kitt::miniapp
