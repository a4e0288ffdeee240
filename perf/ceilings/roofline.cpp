// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/roofline.hpp"

namespace kitt::perf {

namespace {

/// The roof for a working set of a given size.
struct Roof {
  Bound bound;
  SustainedBandwidth sustained;
  double fraction = 0; ///< fraction of the roof that was reached
};

/// Returns the roof of `work` as if its working set were `factor` times as large. Empty if the
/// level that serves it was not measured.
std::optional<Roof> roof_of(Ceilings const& ceilings, Precision precision, Work const& work,
                            double seconds, double factor) {
  auto const set = static_cast<std::size_t>(factor * work.touched());
  auto const sustained = sustained_bandwidth(ceilings, set, work.streams);
  if (sustained.level.empty())
    return std::nullopt;
  auto bound = binding_ceiling(ceilings, precision, work.flops, work.bytes, set, work.streams);
  auto const network = network_ceiling(ceilings, work.flops, work.bytes_sent);
  if (network && network->gflops_per_s < bound.gflops_per_s)
    bound = *network;
  // A kernel without flops has no fraction of Gflop/s (0 / 0). The fraction of the bandwidth is
  // then the fraction of the roof.
  auto const reached =
      work.flops > 0 ? work.flops / bound.gflops_per_s : work.bytes / sustained.gb_per_s;
  return Roof{bound, sustained, reached / seconds * 1e-9};
}

/// Returns the range of fractions if it matters where exactly the curve has a step. The position of
/// a step is uncertain. Points of the curve are up to a factor of 2 apart, and other programs leave
/// more or less of a shared cache from run to run.
std::optional<RoofRange> range_of(Ceilings const& ceilings, Precision precision, Work const& work,
                                  double seconds) {
  constexpr double either_way = 2;
  constexpr double alike = 1.25;
  if (ceilings.curve.empty())
    return std::nullopt; // without a curve, the sizes that levels serve are known only roughly
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
  if (auto const network = network_ceiling(ceilings, work.flops, work.bytes_sent))
    result.network_gflops_per_s = network->gflops_per_s;
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
