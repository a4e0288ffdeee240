// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/schedule.hpp"
#include "miniapp/benchmarks/hopping/operator_check.hpp"

#include <cstddef>
#include <functional>
#include <optional>

namespace kitt::miniapp {

/// One kernel at one size with one kind of links, whatever the types of its fields.
class HoppingKernel {
public:
  virtual ~HoppingKernel() = default;

  /// A function that computes once what the kernel's case says, and returns when it is there. The
  /// kernel outlives it.
  virtual std::function<void()> application(Order const& order, Schedule const& schedule) const = 0;
  /// How far what `apply` writes to the results is from what is expected, on all ranks. Collective.
  virtual HoppingError error_after(std::function<void()> const& apply) const = 0;
  /// Returns the error of the result of the last application. Collective.
  virtual HoppingError error_left() const = 0;
  /// The largest error that passes. Collective.
  virtual HoppingError allowed() const = 0;
  /// Verifies the operator on 4^4 sites a rank, which every lane grid fits and whose faces are
  /// those of a larger lattice, with links and a source of its own, and with all strategies asked
  /// for. Collective.
  virtual std::optional<OperatorFault> fault() const = 0;

  /// Parities that an application computes; each has an exchange.
  virtual std::size_t parts() const = 0;
  /// Bytes that this rank sends in one exchange.
  virtual std::size_t bytes_by_messages() const = 0;
  virtual std::size_t bytes_by_shared_memory() const = 0;
};

} // namespace kitt::miniapp
