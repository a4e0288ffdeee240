// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hopping/hopping_benchmark.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace kitt::miniapp::detail {

/// Fields, verification and exchange of a hopping kernel. Derived classes add its links.
template <class T, int Lanes, class AllLinks>
class KernelWithFields : public HoppingKernel {
public:
  using value_type = T;
  using Operands = KernelOperands<T, Lanes, AllLinks::spins>;
  using Problem = HoppingProblem<T, AllLinks>;

  /// Allocates the fields of each target parity, and fills the source and the expected result.
  void prepare(std::vector<Parity> const& targets, Dagger dagger) {
    auto& parts = operands_.parts;
    while (parts.size() < targets.size())
      parts.push_back({Parity::odd, field("kitt::dslash::in"), field("kitt::dslash::out"),
                       field("kitt::dslash::expected")});
    KITT_EXPECT(parts.size() == targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
      parts[i].target = targets[i];
      problem_.fill_source(parts[i].in, opposite(targets[i]));
      problem_.fill_expected(parts[i].expected, targets[i],
                             {dagger, case_.whole_operator(), case_.slices()});
    }
    prepare_local(dagger);
  }

  FieldError error_after(std::function<void()> const& apply) const override {
    // The result is filled with NaN before, so that elements that `apply` does not write are found.
    for (auto const& part : operands_.parts)
      set_all(operands_.exec, part.out.view(), std::numeric_limits<T>::quiet_NaN());
    apply();
    return error_left();
  }

  FieldError error_left() const override {
    Difference all;
    for (auto const& part : operands_.parts)
      all += difference_of(part.out, part.expected);
    return error_of(over_all_ranks(all, context_.run.context.communicator()));
  }

  /// Applies this kernel, which has a small lattice, to each parity, daggered or not, by all
  /// strategies of the run. Returns the first wrong result. Collective.
  std::optional<OperatorFault> find_own_fault() {
    return miniapp::find_fault(this->allowed(), [&](Parity target, Dagger dagger) {
      prepare({target}, dagger);
      FieldError worst;
      for (auto const strategy : strategies(context_.run.context, context_.options)) {
        Schedule const schedule{strategy.value_or(Strategy::sequential),
                                context_.run.context.options().comms_threads};
        worst =
            worst.worse(error_after(this->application({Order::lexicographic(), schedule, dagger})));
      }
      return worst;
    });
  }

  std::size_t parts() const override { return operands_.parts.size(); }
  std::size_t bytes_by_messages() const override { return operands_.halo.bytes_by_messages(); }
  std::size_t bytes_by_shared_memory() const override {
    return operands_.halo.bytes_by_shared_memory();
  }
  std::size_t bytes_between_nodes() const override { return operands_.halo.bytes_between_nodes(); }

protected:
  /// Does not allocate fields yet. `context`, `c` and `problem` must outlive the kernel. `depth`:
  /// layers of sites in a face.
  KernelWithFields(HoppingContext& context, KernelCase const& c, Problem& problem, int depth = 1)
      : context_(context), case_(c), problem_(problem), operands_(make_operands(depth)) {}

  /// Returns the losses of an exchange of faces.
  RoundingLosses losses() const {
    RoundingLosses losses;
    if (operands_.stencil.splits())
      losses.travel = context_.options.comms_precision;
    return losses;
  }

  /// Makes the fields of an operator's local part, after the other fields were filled.
  virtual void prepare_local(Dagger) {}

  typename Operands::Field field(char const* label) const {
    return {label, case_.lattice, case_.slices(), context_.run.context.memory()};
  }

  HoppingContext& context_;
  KernelCase const& case_;
  Problem& problem_;
  Operands operands_;

private:
  Operands make_operands(int depth) const {
    auto const& run = context_.run;
    Stencil const stencil(case_.lattice, run.context.grid().splitting(), 1, depth);
    int const packs_s = case_.packs_s();
    return {{},
            stencil,
            packs_s,
            make_halo<typename Operands::Halo>(run.context, stencil, packs_s,
                                               context_.options.comms_precision),
            {}};
  }
};

} // namespace kitt::miniapp::detail
