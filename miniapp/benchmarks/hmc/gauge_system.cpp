// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hmc/gauge_system.hpp"

#include "core/backend/whole_view.hpp"
#include "core/gauge_action/molecular_dynamics.hpp"
#include "core/gauge_action/plaquette_action.hpp"

#include <algorithm>
#include <cmath>

namespace kitt::miniapp {

namespace {
constexpr double planes = 6; ///< plaquettes that begin at a site
} // namespace

/// Adds the time from its construction to its end to a phase. Waits for kernels, so that they count
/// for the phase that launched them.
class GaugeSystem::Lap {
public:
  Lap(GaugeSystem& system, double HmcPhases::*phase)
      : system_(system), phase_(phase), begin_(comms::machine_seconds()) {}
  ~Lap() {
    system_.exec_.fence("kitt::hmc: phase ends");
    system_.seconds_.*phase_ += comms::machine_seconds() - begin_;
  }
  Lap(Lap const&) = delete;
  Lap& operator=(Lap const&) = delete;

private:
  GaugeSystem& system_;
  double HmcPhases::*phase_;
  double begin_;
};

GaugeSystem::GaugeSystem(SystemPlace const& place, double beta, bool displaces)
    : place_(place), beta_(beta), lattice_(place.volume),
      links_(lattice_, place.memory), saved_(lattice_, place.memory),
      halo_(place.world, place.grid, links_, place.transport, place.pages),
      momenta_(lattice_, place.memory) {
  if (displaces) {
    displaced_.emplace(lattice_, place.memory);
    force_.emplace(lattice_, place.memory);
  }
}

std::size_t GaugeSystem::memory_need(LocalVolume const& volume, bool displaces) {
  PaddedLattice const lattice(volume);
  // the check of the force needs two more fields for a moment
  return (displaces ? 3 : 2) * PaddedLinks::bytes(lattice) +
         (displaces ? 2 : 1) * AlgebraField::bytes(lattice) + PaddedLinks::bytes(lattice) +
         2 * AlgebraField::bytes(lattice);
}

void GaugeSystem::set(GaugeField const& field) {
  set_links(field, links_);
  ghosts_complete_ = false;
}

void GaugeSystem::draw_momenta(std::uint64_t stream) {
  Lap const lap(*this, &HmcPhases::other_seconds);
  set_gaussian(exec_, momenta_, stream);
}

void GaugeSystem::reverse_momenta() {
  scale(exec_, momenta_, -1);
}

void GaugeSystem::fill_ghosts_of(PaddedLinks const& links) {
  Lap const lap(*this, &HmcPhases::exchange_seconds);
  halo_.fill(exec_, links);
  bytes_sent_ += halo_.bytes_sent();
}

void GaugeSystem::fill_ghosts() {
  if (!ghosts_complete_)
    fill_ghosts_of(links_);
  ghosts_complete_ = true;
}

void GaugeSystem::kick(double time) {
  fill_ghosts();
  Lap const lap(*this, &HmcPhases::force_seconds);
  add_plaquette_force(exec_, links_, beta_, -time, momenta_);
}

void GaugeSystem::drift(double time) {
  Lap const lap(*this, &HmcPhases::other_seconds);
  move_links(exec_, momenta_, time, links_, links_);
  ghosts_complete_ = false;
}

void GaugeSystem::kick_displaced(double time, double displacement) {
  fill_ghosts();
  {
    Lap const lap(*this, &HmcPhases::force_seconds);
    set_all(exec_, force_->view(), 0.0);
    add_plaquette_force(exec_, links_, beta_, -displacement, *force_);
  }
  {
    Lap const lap(*this, &HmcPhases::other_seconds);
    move_links(exec_, *force_, 1, links_, *displaced_);
  }
  fill_ghosts_of(*displaced_);
  Lap const lap(*this, &HmcPhases::force_seconds);
  add_plaquette_force(exec_, *displaced_, beta_, -time, momenta_);
}

double GaugeSystem::kinetic_energy() {
  Lap const lap(*this, &HmcPhases::other_seconds);
  return world().sum(kitt::kinetic_energy(exec_, momenta_));
}

double GaugeSystem::sum_of(PaddedLinks const& links) {
  Lap const lap(*this, &HmcPhases::other_seconds);
  return world().sum(sum_of_plaquettes(exec_, links));
}

double GaugeSystem::action() {
  fill_ghosts();
  return beta_ * (planes * sites() - sum_of(links_));
}

double GaugeSystem::plaquette() {
  fill_ghosts();
  return sum_of(links_) / (planes * sites());
}

void GaugeSystem::save() {
  Lap const lap(*this, &HmcPhases::other_seconds);
  copy_all(exec_, links_.view(), saved_.view());
}

void GaugeSystem::restore() {
  Lap const lap(*this, &HmcPhases::other_seconds);
  copy_all(exec_, saved_.view(), links_.view());
  ghosts_complete_ = false;
}

double GaugeSystem::distance_from_saved() {
  return world().max(largest_difference(exec_, links_, saved_));
}

void GaugeSystem::restore_group() {
  Lap const lap(*this, &HmcPhases::other_seconds);
  kitt::restore_group(exec_, links_);
  ghosts_complete_ = false;
}

double GaugeSystem::ghost_error() {
  fill_ghosts();
  auto const ahead = sum_of(links_);
  auto const behind = world().sum(sum_of_plaquettes_behind(exec_, links_)) / 2;
  return std::abs(ahead - behind) / (planes * sites());
}

double GaugeSystem::force_error(std::uint64_t stream) {
  constexpr double step = 1e-3;
  AlgebraField const direction(lattice_, place_.memory);
  AlgebraField const force(lattice_, place_.memory);
  PaddedLinks const moved(lattice_, place_.memory);
  set_gaussian(exec_, direction, stream);
  fill_ghosts();
  add_plaquette_force(exec_, links_, beta_, 1, force);
  auto const along = world().sum(inner_product(exec_, direction, force));
  auto const size = std::sqrt(world().sum(inner_product(exec_, force, force)));
  auto const sum_at = [&](double distance) {
    move_links(exec_, direction, distance, links_, moved);
    fill_ghosts_of(moved);
    return sum_of(moved);
  };
  auto const slope = [&](double h) { return -beta_ * (sum_at(h) - sum_at(-h)) / (2 * h); };
  // Richardson: the errors of second order of two differences cancel
  auto const derivative = (4 * slope(step) - slope(2 * step)) / 3;
  return size > 0 ? std::abs(derivative - along) / size : std::abs(derivative);
}

} // namespace kitt::miniapp
