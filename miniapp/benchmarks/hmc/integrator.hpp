// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>

namespace kitt::miniapp {

/// Integrator of the equations of motion. All integrators are symmetric, and so reversible.
/// - leapfrog: second order, one force per step.
/// - omelyan: second order with the smallest error term, two forces per step. Source: Omelyan,
///   Mryglod, Folk, Comput. Phys. Commun. 151 (2003) 272, eq. (31).
/// - force_gradient: fourth order, three forces per step. The force gradient is replaced by a force
///   on displaced links. Source: Yin, Mawhinney, PoS LATTICE2011 (2011) 051, arXiv:1111.5059.
enum class Integrator { leapfrog, omelyan, force_gradient };
constexpr auto names_of(Integrator) {
  return std::array{"leapfrog", "omelyan", "force-gradient"};
}

/// Returns the power of the step size with which energy errors vanish.
constexpr int order_of(Integrator integrator) {
  return integrator == Integrator::force_gradient ? 4 : 2;
}

/// Returns the number of forces that a trajectory computes.
constexpr int forces_of(Integrator integrator, int steps) {
  switch (integrator) {
  case Integrator::leapfrog:
    return steps + 1;
  case Integrator::omelyan:
    return 2 * steps + 1;
  default:
    return 3 * steps + 1;
  }
}

/// Returns the number of drifts of a trajectory.
constexpr int drifts_of(Integrator integrator, int steps) {
  return integrator == Integrator::leapfrog ? steps : 2 * steps;
}

/// Follows the equations of motion for `steps` steps of size `step`. A system has these functions:
/// - `kick(h)` changes the momenta by the force of time h.
/// - `drift(h)` moves the links by the momenta of time h.
/// - `kick_displaced(h, d)` is like kick(h), with the force on links that were moved by the force
///   of d. Only `force_gradient` calls it.
template <class System>
void integrate(System& system, Integrator integrator, double step, int steps) {
  constexpr double lambda = 0.1931833275037836; // smallest error term of the omelyan integrator
  auto const inner_step = [&] {
    switch (integrator) {
    case Integrator::leapfrog:
      system.drift(step);
      break;
    case Integrator::omelyan:
      system.drift(step / 2);
      system.kick((1 - 2 * lambda) * step);
      system.drift(step / 2);
      break;
    case Integrator::force_gradient:
      system.drift(step / 2);
      system.kick_displaced(2 * step / 3, step * step / 24);
      system.drift(step / 2);
      break;
    }
  };
  double const outer_part = integrator == Integrator::leapfrog  ? step / 2
                            : integrator == Integrator::omelyan ? lambda * step
                                                                : step / 6;
  system.kick(outer_part);
  for (int i = 0; i < steps; ++i) { // the last kick of a step joins the first kick of the next one
    inner_step();
    system.kick(i + 1 < steps ? 2 * outer_part : outer_part);
  }
}

/// A system whose kicks come from one part of the action of `System`, and whose drifts are
/// `drift(h)`.
template <class System, class Part, class Drift>
struct TimeScale {
  System& system;
  Part part;
  Drift drift;

  void kick(double time) { system.kick(part, time); }
  void kick_displaced(double time, double displacement) {
    system.kick_displaced(part, time, displacement);
  }
};

/// Follows the equations of motion on two time scales. Each drift of the slow part of the action is
/// a short trajectory of `inner_steps` steps with the fast part. Source: Sexton, Weingarten, Nucl.
/// Phys. B 380 (1992) 665.
template <class System, class Part>
void integrate_nested(System& system, Part slow, Part fast, Integrator integrator, double step,
                      int steps, int inner_steps) {
  TimeScale inner{system, fast, [&](double time) { system.drift(time); }};
  TimeScale outer{system, slow, [&](double time) {
                    integrate(inner, integrator, time / inner_steps, inner_steps);
                  }};
  integrate(outer, integrator, step, steps);
}

} // namespace kitt::miniapp
