// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// Compiles the hopping terms of one site, of Wilson and improved staggered quarks, without any
/// code around them. site_code.py reads the machine code for every CPU family. The code is never
/// linked.

#include "core/operators/hopping.hpp"
#include "core/operators/staggered.hpp"
#include "miniapp/benchmarks/hopping/packing.hpp"

namespace {

using namespace kitt;

/// The hopping term of one site. With `LinkLanes` 1, all lanes share the links and lie along s
/// (DWF5). With a full register of links, all lanes lie in space-time (Wilson). Otherwise lanes lie
/// in both (DWF4).
template <class T, int LinkLanes, Prefetch Ahead = Prefetch::no>
using Site = HoppingSite<SpinorView<T, native_lanes<T>>, LinkView<T, LinkLanes>, LegSet::all,
                         Dagger::no, Ahead>;

using miniapp::Packing;
/// Position of DWF4's lanes, as in `kitt dslash`: in s and space-time if that is compiled.
constexpr Packing dwf4 = miniapp::is_compiled<float>(Packing::full_in_both)
                             ? Packing::full_in_both
                             : Packing::full_in_space;

/// The staggered hopping term of one site, with sixteen hops and all lanes in space-time.
template <class T>
using Staggered = StaggeredSite<SpinorView<T, native_lanes<T>, 1>, LinkView<T, native_lanes<T>>, 2,
                                LegSet::all, Prefetch::no, Diagonal::present>;

template <class S>
[[gnu::always_inline]] inline void visit_all(S const& site, int count) {
  for (int i = 0; i < count; ++i)
    site(i);
}

} // namespace

extern "C" {
void kitt_single_lanes_in_s(Site<float, 1> const& site, int count) {
  visit_all(site, count);
}
void kitt_single_lanes_in_space(Site<float, native_lanes<float>> const& site, int count) {
  visit_all(site, count);
}
void kitt_single_lanes_in_both(Site<float, miniapp::link_lanes_of<float>(dwf4)> const& site,
                               int count) {
  visit_all(site, count);
}
void kitt_single_lanes_in_s_prefetch(Site<float, 1, Prefetch::yes> const& site, int count) {
  visit_all(site, count);
}
void kitt_single_lanes_in_space_prefetch(
    Site<float, native_lanes<float>, Prefetch::yes> const& site, int count) {
  visit_all(site, count);
}
void kitt_double_lanes_in_s(Site<double, 1> const& site, int count) {
  visit_all(site, count);
}
void kitt_double_lanes_in_space(Site<double, native_lanes<double>> const& site, int count) {
  visit_all(site, count);
}
void kitt_single_staggered(Staggered<float> const& site, int count) {
  visit_all(site, count);
}
void kitt_double_staggered(Staggered<double> const& site, int count) {
  visit_all(site, count);
}
}
