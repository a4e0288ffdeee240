// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/local_part.hpp"

#include "core/operators/clover.hpp"
#include "core/operators/mobius.hpp"
#include "core/operators/twisted_mass.hpp"
#include "miniapp/run/built_precisions.hpp"
#include "miniapp/run/operator_numbers.hpp"

#include <array>
#include <optional>
#include <utility>

namespace kitt::miniapp {

namespace {

constexpr OperatorNumbers numbers;

/// The clover blocks of the parities that a case computes.
template <class T, Packing How>
class CloverPart final : public LocalPart<T, lanes_of<T>(How)> {
  using Field = typename LocalPart<T, lanes_of<T>(How)>::Field;
  using Blocks = CloverField<T, link_lanes_of<T>(How)>;

public:
  CloverPart(RunContext const& context, KernelCase const& c, comms::LinksWithMargin const& links) {
    for (auto const parity : parities_of(c.application.sites))
      blocks_[static_cast<std::size_t>(parity)] = make_clover<T, link_lanes_of<T>(How)>(
          c.lattice, parity, links, 4 + numbers.mass, numbers.csw, context.memory());
  }

  void finish(ExecutionSpace const& exec, Parity target, Field const& here, Field const& out,
              Dagger /*a clover block is hermitian*/) const override {
    auto const& blocks = blocks_[static_cast<std::size_t>(target)];
    multiply_by_clover<Store::add>(exec, blocks.value().view(), 1.0, here.view(), out.view());
  }

private:
  std::array<std::optional<Blocks>, 2> blocks_; ///< empty for a parity that is not computed
};

template <class T, int Lanes>
class TwistedPart final : public LocalPart<T, Lanes> {
  using Field = typename LocalPart<T, Lanes>::Field;

public:
  void finish(ExecutionSpace const& exec, Parity, Field const& here, Field const& out,
              Dagger dagger) const override {
    auto const mu = dagger == Dagger::no ? numbers.mu : -numbers.mu;
    apply_chiral_phase<Store::add>(exec, {4 + numbers.mass, mu}, here.view(), out.view());
  }
};

template <class T, int Lanes>
class MobiusPart final : public LocalPart<T, Lanes> {
  using Field = typename LocalPart<T, Lanes>::Field;
  static constexpr MobiusParameters parameters{numbers.m5, numbers.mass, numbers.b5, numbers.c5};

public:
  bool turns_source() const override { return true; }
  void turn_source(ExecutionSpace const& exec, Field const& in, Field const& out) const override {
    along_s<Store::replace>(exec, parameters.before_hops(), in, out, Dagger::no);
  }
  void finish(ExecutionSpace const& exec, Parity, Field const& here, Field const& out,
              Dagger dagger) const override {
    if (dagger == Dagger::yes)
      along_s<Store::replace>(exec, parameters.before_hops(), out, out, dagger);
    along_s<Store::add>(exec, parameters.local(), here, out, dagger);
  }

private:
  template <Store Storing>
  static void along_s(ExecutionSpace const& exec, FifthDimensionRatio const& matrix,
                      Field const& in, Field const& out, Dagger dagger) {
    apply_along_s<Storing, typename Field::view_type>(exec, in.lattice(), matrix,
                                                      {in.view(), out.view()}, dagger);
  }
};

template <class T, Packing How>
std::unique_ptr<AnyLocalPart> make(RunContext const& context, KernelCase const& c,
                                   comms::LinksWithMargin const* corners) {
  constexpr int lanes = lanes_of<T>(How);
  switch (c.whole_operator().value()) {
  case perf::SolvedOperator::clover:
    KITT_EXPECT(corners != nullptr);
    return std::make_unique<CloverPart<T, How>>(context, c, *corners);
  case perf::SolvedOperator::twisted_mass:
    return std::make_unique<TwistedPart<T, lanes>>();
  default:
    return std::make_unique<MobiusPart<T, lanes>>();
  }
}

template <class T>
std::unique_ptr<AnyLocalPart> make_in(RunContext const& context, KernelCase const& c,
                                      comms::LinksWithMargin const* corners) {
  std::unique_ptr<AnyLocalPart> part;
  with_constant(c.packing, [&](auto packing) {
    if constexpr (is_compiled<T>(packing()) && built_for(perf::precision_of<T>))
      part = make<T, packing()>(context, c, corners);
  });
  KITT_EXPECT(part != nullptr);
  return part;
}

} // namespace

std::unique_ptr<AnyLocalPart> make_local_part(RunContext const& context, KernelCase const& c,
                                              perf::Precision precision,
                                              comms::LinksWithMargin const* corners) {
  return precision == perf::Precision::single_precision ? make_in<float>(context, c, corners)
                                                        : make_in<double>(context, c, corners);
}

} // namespace kitt::miniapp
