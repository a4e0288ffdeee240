// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_links.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/halo/halo.hpp"
#include "miniapp/benchmarks/hopping/hopping_case.hpp"

#include <memory>

namespace kitt::miniapp {

/// Local part of any precision and number of lanes.
class AnyLocalPart {
public:
  virtual ~AnyLocalPart() = default;
};

/// The part of a whole operator M besides its hopping term D, for fields with `Lanes` lanes. M is D
/// B + A, where A and B act on all slices of one site. B is 1 except for Moebius. All functions
/// return after they have launched their kernel.
template <class T, int Lanes>
class LocalPart : public AnyLocalPart {
public:
  using Field = SpinorField<T, Lanes>;

  /// Returns true if the operator has a matrix B that acts before the hopping term. M^dagger has
  /// B^dagger after the hopping term, in finish().
  virtual bool turns_source() const { return false; }
  /// Sets out = B in, on one parity.
  virtual void turn_source(ExecutionSpace const&, Field const& /*in*/, Field const& /*out*/) const {
  }
  /// Completes `out` on the sites of parity `target`. Before, `out` is the result of the hopping
  /// term; then, it is M psi or M^dagger psi. `here` is psi on these sites.
  virtual void finish(ExecutionSpace const& exec, Parity target, Field const& here,
                      Field const& out, Dagger dagger) const = 0;
};

/// Returns the local part of a case's operator, a LocalPart with the numbers and lanes of the case.
/// `corners` has the links for clover; null for other operators. The address of this function is
/// null in the program `kitt-itt`, which does not contain whole operators.
[[gnu::weak]] std::unique_ptr<AnyLocalPart> make_local_part(RunContext const& context,
                                                            KernelCase const& c,
                                                            perf::Precision precision,
                                                            comms::LinksWithMargin const* corners);

} // namespace kitt::miniapp
