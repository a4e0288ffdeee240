// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/roofline.hpp"

namespace kitt::perf {

namespace {

/// What a working set of some size allows.
struct Roof {
  Bound bound;
  SustainedBandwidth sustained;
  double fraction = 0; ///< of it, reached
};

/// The roof of `work` if its working set were `factor` times as large; none where that level was
/// not measured.
std::optional<Roof> roof_of(Ceilings const& ceilings, Precision precision, Work const& work,
                            double seconds, double factor) {
  auto const set = static_cast<std::size_t>(factor * work.touched());
  auto const sustained = sustained_bandwidth(ceilings, set, work.streams);
  if (sustained.level.empty())
    return std::nullopt;
  auto const bound =
      binding_ceiling(ceilings, precision, work.flops, work.bytes, set, work.streams);
  // A kernel without flops has no fraction of Gflop/s (0 / 0); the fraction of the bandwidth is the
  // same one.
  auto const reached =
      work.flops > 0 ? work.flops / bound.gflops_per_s : work.bytes / sustained.gb_per_s;
  return Roof{bound, sustained, reached / seconds * 1e-9};
}

/// The range of fractions, if the place of a step of the curve matters. Points of the curve lie up
/// to a factor of 2 apart, and what others leave of a shared cache differs from run to run.
std::optional<RoofRange> range_of(Ceilings const& ceilings, Precision precision, Work const& work,
                                  double seconds) {
  constexpr double either_way = 2;
  constexpr double alike = 1.25;
  if (ceilings.curve.empty())
    return std::nullopt; // what is known of its levels is no more exact than that
  auto const faster = roof_of(ceilings, precision, work, seconds, 1 / either_way);
  auto const slower = roof_of(ceilings, precision, work, seconds, either_way);
  if (!faster || !slower || slower->fraction <= alike * faster->fraction)
    return std::nullopt;
  return RoofRange{faster->fraction, slower->fraction, faster->bound.name, slower->bound.name};
}

} // namespace

std::string ceilings_of(RoofRange const& range) {
  if (range.ceiling_if_faster == range.ceiling_if_slower)
    return range.ceiling_if_faster;
  return range.ceiling_if_faster + " or " + range.ceiling_if_slower;
}

Roofline roofline(Ceilings const& ceilings, Precision precision, Work const& work, double seconds) {
  auto const gflops = work.flops / seconds * 1e-9;
  auto const peak = peak_of(ceilings, precision);
  Roofline result{.arithmetic_intensity = work.flops / work.bytes,
                  .ceiling = {},
                  .gb_per_s = 0,
                  .fraction = {},
                  .peak_fraction = peak > 0 ? gflops / peak : 0,
                  .range = {}};
  auto const roof = roof_of(ceilings, precision, work, seconds, 1);
  if (!roof)
    return result;
  result.ceiling = roof->bound.name;
  result.gb_per_s = roof->sustained.gb_per_s;
  result.gflops_per_s = roof->bound.gflops_per_s;
  result.fraction = roof->fraction;
  result.range = range_of(ceilings, precision, work, seconds);
  return result;
}

} // namespace kitt::perf
