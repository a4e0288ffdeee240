// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_links.hpp"
#include "core/fields/gauge_observables.hpp"
#include "core/fields/link_field.hpp"
#include "core/fields/random.hpp"
#include "core/fields/spinor_field.hpp"
#include "miniapp/benchmarks/hopping/hopping_verification.hpp"
#include "miniapp/run/naive_operator.hpp"
#include "miniapp/run/run_context.hpp"
#include "miniapp/run/staggered_links.hpp"
#include "perf/ceilings/cost_table.hpp"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace kitt::miniapp {

/// Returns the value rounded to T. The function is not inlined, because gcc 12 omits the rounding
/// to float and back if it vectorises this function.
template <class T>
#ifdef __GNUC__
__attribute__((noinline))
#endif
T as_stored(double value) {
  return static_cast<T>(value);
}

/// Operator whose naive result is expected.
struct NaiveOperator {
  Dagger dagger = Dagger::no;
  std::optional<perf::SolvedOperator> whole = {}; ///< empty for the hopping term
  int slices = 1;                                 ///< slices of a whole operator

  bool operator==(NaiveOperator const&) const = default;
};

/// Links of Wilson and domain-wall kernels on this rank, and the naive operator with these links.
class SpinorLinks {
public:
  static constexpr int spins = kitt::spins;

  /// `gauge`: links of this rank's volume. `ghosts`: links around this volume.
  SpinorLinks(LocalVolume const& volume, GaugeField gauge, LinkGhosts ghosts, TimeBoundary boundary)
      : volume_(volume), gauge_(std::move(gauge)), ghosts_(std::move(ghosts)), boundary_(boundary) {
  }

  LocalLinks links() const { return {gauge_, ghosts_, volume_, boundary_}; }
  GaugeField const& gauge() const { return gauge_; }

  /// Returns the deviation of this rank's links from SU(3). The first call measures the deviation,
  /// later calls return the result.
  UnitarityError const& unitarity() {
    if (!unitarity_)
      unitarity_ = unitarity_error(gauge_);
    return *unitarity_;
  }

  /// Fetches the links around this volume, also beyond its corners, which the clover term needs.
  /// The links are kept. Collective.
  void fetch_corners(RunContext const& context) {
    if (!corners_)
      corners_.emplace(context.communicator(), context.grid(), gauge_);
  }
  /// Returns the links of fetch_corners(), or null.
  comms::LinksWithMargin const* corners() const { return corners_ ? &*corners_ : nullptr; }

  /// Returns the result of the naive operator at x, as a function of the slice s. `psi` must
  /// outlive the function.
  template <class SpinorAt>
  auto naive_at(SpinorAt const& psi, Coordinate const& x, NaiveOperator const& op) const {
    std::function<reference::SiteSpinor(int)> whole;
    if (op.whole)
      whole =
          naive_operator_at({*op.whole, {}, op.slices, op.dagger}, {links(), corners()}, psi, x);
    return [=, this, &psi](int s) {
      return whole ? whole(s) : reference::hopping(links(), psi, x, s, op.dagger);
    };
  }

  /// Returns the bytes of this rank's links.
  static std::size_t bytes(Extents const& local) {
    return volume(local) * sizeof(GaugeField::Link) * dimensions;
  }
  /// Returns the bytes of the links of fetch_corners().
  static std::size_t bytes_with_corners(Extents local) {
    for (auto& extent : local)
      extent += 2;
    return bytes(local);
  }

private:
  LocalVolume volume_;
  GaugeField gauge_;
  LinkGhosts ghosts_;
  TimeBoundary boundary_;
  std::optional<UnitarityError> unitarity_;
  std::optional<comms::LinksWithMargin> corners_;
};

/// Links of a staggered kernel on this rank, and the naive operator with these links.
class ColourLinks {
public:
  static constexpr int spins = 1;

  ColourLinks(LocalVolume const& volume, StaggeredLinks links)
      : volume_(volume), links_(std::move(links)) {}

  StaggeredLinks const& links() const { return links_; }

  /// Returns the result of the naive operator at x, as a function of the slice s. `chi` must
  /// outlive the function.
  template <class ColourVectorAt>
  auto naive_at(ColourVectorAt const& chi, Coordinate const& x, NaiveOperator const& op) const {
    return [=, this, &chi](int s) {
      auto sum = naive_hopping(links_, volume_, chi, x, s);
      if (op.dagger == Dagger::yes)
        for (auto& value : sum[0])
          value = -value;
      return sum;
    };
  }

  /// Returns the bytes of this rank's links.
  static std::size_t bytes(Extents const& local) {
    return 2 * volume(local) * sizeof(GaugeField::Link) * dimensions;
  }

private:
  LocalVolume volume_;
  StaggeredLinks links_;
};

/// Volume, links and source that the kernels work on, and the result of the naive operator. A slice
/// s is a slice of the fifth dimension or a right-hand side. Wilson works on the first slices of
/// the domain-wall source, so one naive result serves all hopping terms. The last result of each
/// parity is kept. The naive operator needs no halo: it computes the source on other ranks from the
/// formula of the source. `AllLinks`: the links and their naive operator.
template <class T, class AllLinks = SpinorLinks>
class HoppingProblem {
  static constexpr int spins = AllLinks::spins;
  using Field = reference::Field<T, spins>;
  using SiteSpins = reference::SiteSpins<spins>;

public:
  /// `ls`: largest number of slices along s that a kernel uses.
  HoppingProblem(LocalVolume const& volume, AllLinks links, int ls, std::uint64_t seed)
      : volume_(volume), links_(std::move(links)), ls_(ls), source_{seed, volume.global} {}

  LocalVolume const& volume() const { return volume_; }
  AllLinks& links() { return links_; }
  AllLinks const& links() const { return links_; }

  /// Fills a field with the source on the sites of one parity.
  template <int Lanes>
  void fill_source(SpinorField<T, Lanes, spins> const& field, Parity parity) const {
    fill(field, parity, [this](Coordinate const& x, int s, int spin, int colour) {
      return source_(volume_.to_global(x), s, spin, colour);
    });
  }

  /// Fills a field with the result of the naive operator on the sites of parity `target`.
  template <int Lanes>
  void fill_expected(SpinorField<T, Lanes, spins> const& field, Parity target,
                     NaiveOperator const& op) {
    auto const& naive = expected(target, op);
    for_each_element(field, target,
                     [&](Coordinate const& x, int s, int spin, int colour, T& re, T& im) {
                       auto const& value = naive.at(x, s)[3 * spin + colour];
                       re = value.real();
                       im = value.imag();
                     });
  }

  /// Returns the bytes that one rank needs for its links, one source, and the naive results of this
  /// many parities. The fields of the kernels are not included.
  static std::size_t bytes(Extents const& local, int ls, std::size_t parities) {
    return AllLinks::bytes(local) + kitt::volume(local) * (1 + parities) * 6 * spins * sizeof(T) *
                                        static_cast<std::size_t>(ls);
  }

private:
  Field const& expected(Parity target, NaiveOperator op) {
    if (op.whole != perf::SolvedOperator::mobius)
      op.slices = 1; // all slices are alike
    auto& [known, result] = expected_[static_cast<std::size_t>(target)];
    if (result && known == op)
      return *result;
    Field source(volume_.extents, ls_);
    reference::for_each_site(source, [&](Coordinate const& x, int s) {
      return parity_of(x) == target && !op.whole ? SiteSpins{} : source_spins(x, s);
    });
    auto const psi = [&](Coordinate const& x, int s) {
      return volume_.holds(x) ? reference::site_spinor(source, x, s) : source_spins(x, s);
    };
    result.emplace(volume_.extents, ls_);
    known = op;
    reference::for_all_slices(*result, [&](Coordinate const& x) {
      using At = decltype(links_.naive_at(psi, x, op));
      std::optional<At> naive;
      if (parity_of(x) == target)
        naive.emplace(links_.naive_at(psi, x, op));
      return [naive = std::move(naive)](int s) { return naive ? (*naive)(s) : SiteSpins{}; };
    });
    return *result;
  }

  /// Returns the source at one site, rounded to T as in a field.
  SiteSpins source_spins(Coordinate const& x, int s) const {
    SiteSpins psi;
    for (int c = 0; c < 3 * spins; ++c) {
      auto const value = source_(volume_.to_global(x), s, c / 3, c % 3);
      psi[c / 3][c % 3] = {as_stored<T>(value.re), as_stored<T>(value.im)};
    }
    return psi;
  }

  static Parity parity_of(Coordinate const& x) {
    return static_cast<Parity>((x[0] + x[1] + x[2] + x[3]) % 2);
  }

  LocalVolume volume_;
  AllLinks links_;
  int ls_;
  RandomSource source_;
  /// Naive result of each target parity, and its operator.
  std::array<std::pair<NaiveOperator, std::optional<Field>>, 2> expected_;
};

/// Names an application on one parity: "even from odd sites, daggered".
inline std::string describe(Parity target, Dagger dagger) {
  return std::string(target == Parity::even ? "even from odd sites" : "odd from even sites") +
         (dagger == Dagger::yes ? ", daggered" : "");
}

/// Wrong result of one application of an operator.
struct OperatorFault {
  std::string what; ///< the application: "even from odd sites, daggered"
  FieldError error;
  FieldError allowed;
};

/// Applies D and D^dagger to each parity. Returns the first application with an error that is too
/// large, or nothing. `error_of(target, dagger)` returns the error of one application.
template <class ErrorOf>
std::optional<OperatorFault> find_fault(FieldError const& allowed, ErrorOf const& error_of) {
  for (Parity const target : {Parity::odd, Parity::even})
    for (Dagger const dagger : {Dagger::no, Dagger::yes})
      if (auto const error = error_of(target, dagger); !error.within(allowed))
        return OperatorFault{describe(target, dagger), error, allowed};
  return std::nullopt;
}

/// List of the operators that a run has checked. An operator is a kernel with its lanes, the slices
/// along s of the check, and links.
class CheckedOperators {
public:
  using Key = std::tuple<std::string, LaneGrid, int, LinkStorage>;

  /// Returns the result of `check`. Checks each operator only once, and keeps the result.
  template <class Check>
  std::optional<OperatorFault> const& operator()(Key const& key, Check const& check) {
    auto const found = faults_.find(key);
    return found != faults_.end() ? found->second : faults_.emplace(key, check()).first->second;
  }

private:
  std::map<Key, std::optional<OperatorFault>> faults_;
};

} // namespace kitt::miniapp
