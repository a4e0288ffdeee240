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

GaugeSystem::GaugeSystem(SystemPlace const& place, ActionNumbers const& numbers, bool displaces)
    : place_(place), beta_(numbers.beta), lattice_(place.volume), links_(lattice_, place.memory),
      saved_(lattice_, place.memory),
      halo_(place.world, place.grid, links_, place.transport, place.pages),
      momenta_(lattice_, place.memory) {
  if (numbers.quarks)
    quarks_ = make_quark_action(place_, *numbers.quarks, clock_);
  if (displaces) {
    displaced_.emplace(lattice_, place.memory);
    force_.emplace(lattice_, place.memory);
  }
}

std::size_t GaugeSystem::memory_need(LocalVolume const& volume, bool quarks, bool displaces) {
  PaddedLattice const lattice(volume);
  // the check of the force needs two more fields for a moment
  return (displaces ? 3 : 2) * PaddedLinks::bytes(lattice) +
         (displaces ? 2 : 1) * AlgebraField::bytes(lattice) + PaddedLinks::bytes(lattice) +
         2 * AlgebraField::bytes(lattice) + (quarks ? memory_of_quarks(volume) : 0);
}

void GaugeSystem::set(GaugeField const& field) {
  set_links(field, links_);
  links_have_changed();
}

void GaugeSystem::draw(std::uint64_t stream) {
  {
    PhaseScope const scope(clock_, exec_, &HmcPhases::other_seconds);
    set_gaussian(exec_, momenta_, stream);
  }
  if (!quarks_)
    return;
  fill_ghosts();
  drawn_action_ = quarks_->draw(links_, ~stream);
}

void GaugeSystem::reverse_momenta() {
  scale(exec_, momenta_, -1);
}

void GaugeSystem::fill_ghosts_of(PaddedLinks const& links) {
  PhaseScope const scope(clock_, exec_, &HmcPhases::exchange_seconds);
  halo_.fill(exec_, links);
  bytes_sent_ += halo_.bytes_sent();
}

void GaugeSystem::fill_ghosts() {
  if (!ghosts_complete_)
    fill_ghosts_of(links_);
  ghosts_complete_ = true;
}

void GaugeSystem::links_have_changed() {
  ghosts_complete_ = false;
  drawn_action_.reset();
}

void GaugeSystem::add_force(ActionPart part, PaddedLinks const& links, double factor,
                            AlgebraField const& sum) {
  if (part == ActionPart::quarks)
    return quarks_->add_force(links, factor, sum);
  PhaseScope const scope(clock_, exec_, &HmcPhases::force_seconds);
  add_plaquette_force(exec_, links, beta_, factor, sum);
}

double GaugeSystem::action_of(ActionPart part, PaddedLinks const& links) {
  return part == ActionPart::quarks ? quarks_->action(links)
                                    : beta_ * (planes * sites() - sum_of(links));
}

void GaugeSystem::kick(ActionPart part, double time) {
  fill_ghosts();
  add_force(part, links_, -time, momenta_);
}

void GaugeSystem::drift(double time) {
  PhaseScope const scope(clock_, exec_, &HmcPhases::other_seconds);
  move_links(exec_, momenta_, time, links_, links_);
  links_have_changed();
}

void GaugeSystem::kick_displaced(ActionPart part, double time, double displacement) {
  fill_ghosts();
  set_all(exec_, force_->view(), 0.0);
  add_force(part, links_, -displacement, *force_);
  {
    PhaseScope const scope(clock_, exec_, &HmcPhases::other_seconds);
    move_links(exec_, *force_, 1, links_, *displaced_);
  }
  fill_ghosts_of(*displaced_);
  add_force(part, *displaced_, -time, momenta_);
}

double GaugeSystem::kinetic_energy() {
  PhaseScope const scope(clock_, exec_, &HmcPhases::other_seconds);
  return world().sum(kitt::kinetic_energy(exec_, momenta_));
}

double GaugeSystem::sum_of(PaddedLinks const& links) {
  PhaseScope const scope(clock_, exec_, &HmcPhases::other_seconds);
  return world().sum(sum_of_plaquettes(exec_, links));
}

double GaugeSystem::action() {
  fill_ghosts();
  auto sum = action_of(ActionPart::gauge, links_);
  if (quarks_)
    sum += drawn_action_ ? *drawn_action_ : action_of(ActionPart::quarks, links_);
  return sum;
}

double GaugeSystem::plaquette() {
  fill_ghosts();
  return sum_of(links_) / (planes * sites());
}

void GaugeSystem::save() {
  PhaseScope const scope(clock_, exec_, &HmcPhases::other_seconds);
  copy_all(exec_, links_.view(), saved_.view());
}

void GaugeSystem::restore() {
  PhaseScope const scope(clock_, exec_, &HmcPhases::other_seconds);
  copy_all(exec_, saved_.view(), links_.view());
  links_have_changed();
}

double GaugeSystem::distance_from_saved() {
  return world().max(largest_difference(exec_, links_, saved_));
}

void GaugeSystem::restore_group() {
  PhaseScope const scope(clock_, exec_, &HmcPhases::other_seconds);
  kitt::restore_group(exec_, links_);
  links_have_changed();
}

double GaugeSystem::ghost_error() {
  fill_ghosts();
  auto const ahead = sum_of(links_);
  auto const behind = world().sum(sum_of_plaquettes_behind(exec_, links_)) / 2;
  return std::abs(ahead - behind) / (planes * sites());
}

double GaugeSystem::force_error(ActionPart part, std::uint64_t stream) {
  constexpr double step = 1e-3;
  AlgebraField const direction(lattice_, place_.memory);
  AlgebraField const force(lattice_, place_.memory);
  PaddedLinks const moved(lattice_, place_.memory);
  set_gaussian(exec_, direction, stream);
  if (part == ActionPart::quarks)
    draw(stream);
  fill_ghosts();
  add_force(part, links_, 1, force);
  auto const along = world().sum(inner_product(exec_, direction, force));
  auto const size = std::sqrt(world().sum(inner_product(exec_, force, force)));
  auto const action_at = [&](double distance) {
    move_links(exec_, direction, distance, links_, moved);
    fill_ghosts_of(moved);
    return action_of(part, moved);
  };
  auto const slope = [&](double h) { return (action_at(h) - action_at(-h)) / (2 * h); };
  // Richardson: the errors of second order of two differences cancel
  auto const derivative = (4 * slope(step) - slope(2 * step)) / 3;
  return size > 0 ? std::abs(derivative - along) / size : std::abs(derivative);
}

double GaugeSystem::quark_action_error(std::uint64_t stream) {
  draw(stream);
  auto const drawn = *drawn_action_;
  return std::abs(action_of(ActionPart::quarks, links_) / drawn - 1);
}

void GaugeSystem::note_in(comms::MessageChecks* checks) {
  halo_.note_in(checks);
  if (quarks_)
    quarks_->note_in(checks);
}

std::size_t GaugeSystem::bytes_sent() const {
  return bytes_sent_ + (quarks_ ? quarks_->bytes_sent() : 0);
}

} // namespace kitt::miniapp
