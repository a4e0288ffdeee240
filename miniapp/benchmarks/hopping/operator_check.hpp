// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_problem.hpp"
#include "miniapp/benchmarks/hopping/hopping_verification.hpp"

#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace kitt::miniapp {

/// What is wrong with an operator.
struct OperatorFault {
  std::string what;
  HoppingError error;
  HoppingError allowed;
};

/// The first of the four applications whose error, `error_of(application)`, is too large.
template <class ErrorOf>
std::optional<OperatorFault> find_fault(HoppingError const& allowed, ErrorOf const& error_of) {
  for (Parity const target : {Parity::odd, Parity::even})
    for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
      Application const hop{target, dagger};
      if (auto const error = error_of(hop); !error.within(allowed))
        return OperatorFault{to_string(hop), error, allowed};
    }
  return std::nullopt;
}

/// What is known of the operators of a run: kernel, lanes and links. Each is checked once.
class CheckedOperators {
public:
  using Key = std::tuple<std::string, LaneGrid, LinkStorage>;

  /// What `check` says of the operator, or has said before.
  template <class Check>
  std::optional<OperatorFault> const& operator()(Key const& key, Check const& check) {
    auto const found = faults_.find(key);
    return found != faults_.end() ? found->second : faults_.emplace(key, check()).first->second;
  }

private:
  std::map<Key, std::optional<OperatorFault>> faults_;
};

} // namespace kitt::miniapp
