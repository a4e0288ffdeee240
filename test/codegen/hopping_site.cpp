// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// The hopping terms of one site, Wilson's and improved staggered, as kernels run it, with nothing
/// around: compiled for every CPU family and looked at (site_code.py), never linked.

#include "core/operators/hopping.hpp"
#include "core/operators/staggered.hpp"
#include "miniapp/benchmarks/hopping/packing.hpp"

namespace {

using namespace kitt;

/// `LinkLanes` 1: links shared by all lanes, which lie along s (DWF5); as many as the register has:
/// lanes in space-time (Wilson); else in both (DWF4).
template <class T, int LinkLanes, Prefetch Ahead = Prefetch::no>
using Site = HoppingSite<SpinorView<T, native_lanes<T>>, LinkView<T, LinkLanes>, LegSet::all,
                         Dagger::no, Ahead>;

using miniapp::Packing;
/// DWF4's lanes as `kitt dslash` has them: in both where that is compiled.
constexpr Packing dwf4 = miniapp::is_compiled<float>(Packing::full_in_both)
                             ? Packing::full_in_both
                             : Packing::full_in_space;

/// Sixteen legs, lanes in space-time.
template <class T>
using Staggered = StaggeredSite<SpinorView<T, native_lanes<T>, 1>, LinkView<T, native_lanes<T>>, 2,
                                Diagonal::present, Prefetch::no, Remote::never>;

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
