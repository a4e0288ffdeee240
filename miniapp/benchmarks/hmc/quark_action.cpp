// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hmc/quark_action.hpp"

#include "comms/halo/rank_halo.hpp"
#include "core/base/error.hpp"
#include "core/gauge_action/quark_force.hpp"
#include "core/operators/make.hpp"
#include "core/operators/schur.hpp"
#include "core/operators/twisted_mass.hpp"
#include "core/solvers/conjugate_gradient.hpp"

#include <fmt/format.h>
#include <type_traits>
#include <utility>

namespace kitt::miniapp {

namespace {

constexpr auto boundary = TimeBoundary::antiperiodic;

template <int Lanes, bool IsTwisted>
class QuarkActionOf final : public QuarkAction {
  using Field = SpinorField<double, Lanes>;
  using Links = LinkField<double, Lanes>;
  using Halo = comms::RankHalo<double, Lanes>;
  using Hopping = HoppingTerm<Links, Halo>;
  using Operator =
      std::conditional_t<IsTwisted, TwistedMassOperator<Hopping>, WilsonOperator<Hopping>>;
  using Schur = SchurComplement<Operator, Field>;

public:
  QuarkActionOf(SystemPlace const& place, QuarkMasses const& masses, PhaseClock& clock)
      : place_(place), clock_(clock), padded_(place.volume),
        lattice_(place.volume.extents, choose_lane_grid(place.volume.extents, Lanes)),
        stencil_(lattice_, place.grid.splitting()), places_(padded_, lattice_),
        halo_(make_halo()), links_{make_links(Parity::even), make_links(Parity::odd)},
        schur_(make_operator(masses), 1, place.memory), matrix_(schur_, make_field()),
        solver_(
            lattice_, 1, [this](double own) { return sum(own); }, place.memory),
        phi_(make_field()), x_{make_field(), make_field()}, y_{make_field(), make_field()},
        pair_(padded_, place.memory),
        pair_halo_(place.world, place.grid, pair_, place.transport, place.pages) {}

  QuarkActionOf(QuarkActionOf const&) = delete;
  QuarkActionOf& operator=(QuarkActionOf const&) = delete;

  double draw(PaddedLinks const& links, std::uint64_t stream) override {
    PhaseScope const scope(clock_, exec_, &HmcPhases::other_seconds);
    set_hopping_links(exec_, links, places_, boundary, links_);
    auto const& eta = x_[1].view();
    set_gaussian<Lanes>(exec_, padded_, places_, Parity::odd, stream, eta);
    schur_(exec_, eta, phi_.view());
    return sum(norm2(exec_, eta));
  }

  double action(PaddedLinks const& links) override {
    PhaseScope const scope(clock_, exec_, &HmcPhases::other_seconds);
    set_hopping_links(exec_, links, places_, boundary, links_);
    solve(action_tolerance);
    return sum(dot(exec_, phi_.view(), x_[1].view()).re);
  }

  // With X_o = (A A^dagger)^-1 phi and Y_o = A^dagger X_o, the derivative of the action is -2 Re
  // X_o^dagger dA Y_o. A = R - D_oe R^-1 D_eo with R = 4 + mass + i mu gamma_5. With the even
  // halves X_e = -R^-dagger D_oe^dagger X_o and Y_e = -R^-1 D_eo Y_o it is -2 Re X^dagger dD Y on
  // both parities.
  void add_force(PaddedLinks const& links, double factor, AlgebraField const& sum) override {
    PhaseScope const scope(clock_, exec_, &HmcPhases::quark_force_seconds);
    set_hopping_links(exec_, links, places_, boundary, links_);
    solve(force_tolerance);
    schur_(exec_, x_[1].view(), y_[1].view(), Dagger::yes);
    auto const& op = schur_.op();
    for (auto const& [field, dagger] : {std::pair(x_, Dagger::yes), std::pair(y_, Dagger::no)}) {
      auto const& even = field[0].view();
      op.hopping()(exec_, Parity::even, field[1].view(), even, dagger);
      op.solve_diagonal(exec_, -1, even, even, dagger);
    }
    copy_spinors<Lanes>(exec_, full_view(x_), places_, 0, pair_);
    copy_spinors<Lanes>(exec_, full_view(y_), places_, 1, pair_);
    {
      PhaseScope const exchange(clock_, exec_, &HmcPhases::exchange_seconds);
      pair_halo_.fill(exec_, pair_);
      bytes_sent_ += pair_halo_.bytes_sent();
    }
    add_hopping_force(exec_, links, pair_, boundary, factor, sum);
  }

  SolverCount solved() const override { return solved_; }
  std::size_t bytes_sent() const override { return bytes_sent_; }
  void note_in(comms::MessageChecks* checks) override { pair_halo_.note_in(checks); }

  static std::size_t memory(LocalVolume const& volume) {
    Lattice const lattice(volume.extents, choose_lane_grid(volume.extents, Lanes));
    return halves * Field::bytes(lattice, 1) + 2 * Links::bytes(lattice) +
           PaddedSpinors::bytes(PaddedLattice(volume)) + sizeof(int) * kitt::volume(volume.extents);
  }

private:
  /// three in schur_, one in matrix_, two in solver_, phi_, x_ and y_
  static constexpr std::size_t halves = 11;

  Field make_field() const { return {"kitt::hmc::spinors", lattice_, 1, place_.memory}; }
  Links make_links(Parity parity) const { // they are set later
    return {lattice_, parity, [](Coordinate const&, int) { return GaugeField::Link{}; },
            place_.memory};
  }
  Halo make_halo() const {
    return {place_.world, place_.grid, stencil_, 1,
            comms::HaloOptions{place_.transport, Travel::same, place_.pages}};
  }
  Operator make_operator(QuarkMasses const& masses) {
    Hopping hopping(stencil_, links_, 1, Order::lexicographic(), halo_,
                    {.observer = [this](auto step) { observe(step); }});
    if constexpr (IsTwisted)
      return {std::move(hopping), masses.mass, masses.mu};
    else
      return {std::move(hopping), masses.mass};
  }
  double sum(double own) const { return place_.world.sum(own); }

  /// Computes x_[1] = (A A^dagger)^-1 phi.
  void solve(double tolerance) {
    PhaseScope const scope(clock_, exec_, &HmcPhases::solver_seconds);
    auto const result = solver_(exec_, matrix_, phi_.view(), x_[1].view(),
                                {.tolerance = tolerance, .max_iterations = max_iterations});
    ++solved_.solutions;
    solved_.iterations += result.iterations;
    KITT_VALIDATE(result.converged,
                  fmt::format("conjugate gradients reach a residual of {:.2g} instead of {:.0e} in "
                              "{} iterations (the quarks are too light for these links): choose a "
                              "larger --mass or |--mu|",
                              result.relative_residual, tolerance, max_iterations));
  }

  /// Counts the exchange of faces as a phase of its own.
  void observe(std::optional<Step> ended) {
    if (!ended) {
      interrupted_ = clock_.begin(&HmcPhases::exchange_seconds);
    } else if (*ended == Step::wait) {
      clock_.begin(interrupted_);
      bytes_sent_ += halo_.bytes_by_messages() + halo_.bytes_by_shared_memory();
    }
  }

  SystemPlace place_;
  PhaseClock& clock_;
  PhaseClock::Phase interrupted_ = nullptr;
  ExecutionSpace exec_;
  PaddedLattice padded_;
  Lattice lattice_;
  Stencil stencil_;
  KernelPlaces places_;
  Halo halo_;
  std::array<Links, 2> links_;
  Schur schur_;
  NormalMatrix<Schur, Field> matrix_;
  ConjugateGradient<Field> solver_;
  Field phi_;
  BothParities<Field> x_, y_;
  PaddedSpinors pair_;
  comms::PaddedHalo pair_halo_;
  SolverCount solved_;
  std::size_t bytes_sent_ = 0;
};

} // namespace

std::unique_ptr<QuarkAction> make_quark_action(SystemPlace const& place, QuarkMasses const& masses,
                                               PhaseClock& clock) {
  return with_lanes<double>(place.volume.extents, [&](auto lanes) -> std::unique_ptr<QuarkAction> {
    if (masses.mu == 0)
      return std::make_unique<QuarkActionOf<lanes(), false>>(place, masses, clock);
    return std::make_unique<QuarkActionOf<lanes(), true>>(place, masses, clock);
  });
}

std::size_t memory_of_quarks(LocalVolume const& volume) {
  return with_lanes<double>(
      volume.extents, [&](auto lanes) { return QuarkActionOf<lanes(), false>::memory(volume); });
}

} // namespace kitt::miniapp
