// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/spinor_field.hpp"

namespace kitt {

/// Copies one parity of a field of another precision or lane grid. Knows where each site lies in
/// both: make it once.
template <class To, class From>
class FieldConversion {
  static constexpr int lanes_to = ViewTraits<typename To::view_type>::lanes;

public:
  /// Where a lane of `to` lies in `from`. Public because nvcc takes no private type into a kernel.
  struct Place {
    int site;
    int lane;
  };

  /// Throws InternalError where lanes lie along s.
  FieldConversion(Lattice const& to, Lattice const& from, Parity parity)
      : places_("kitt::core::conversion", static_cast<std::size_t>(to.sites_per_parity())) {
    KITT_EXPECT(to.lanes_s() == 1 && from.lanes_s() == 1 && to.extents() == from.extents());
    auto const places = host_mirror(places_);
    for (int site = 0; site < to.sites_per_parity(); ++site)
      for (int lane = 0; lane < lanes_to; ++lane) {
        auto const place = from.place(to.coordinate({parity, static_cast<SiteIndex>(site), lane}));
        places(site, lane) = {to_int(place.site), place.lane};
      }
    write_back(places_, places);
  }

  /// to = from
  void operator()(ExecutionSpace const& exec, From const& from, To const& to) const {
    convert<false>(exec, from.view(), to.view());
  }
  /// to += from
  void add(ExecutionSpace const& exec, From const& from, To const& to) const {
    convert<true>(exec, from.view(), to.view());
  }

  template <bool Add>
  void convert(ExecutionSpace const& exec, typename From::view_type const& from,
               typename To::view_type const& to) const {
    using T = typename ViewTraits<typename To::view_type>::value_type;
    auto const places = places_;
    Kokkos::parallel_for(
        "kitt::core::convert_field", SitePolicy(exec, 0, static_cast<int>(to.extent(0))),
        KOKKOS_LAMBDA(int site) {
          for (int s = 0; s < static_cast<int>(to.extent(1)); ++s)
            for (int c = 0; c < static_cast<int>(to.extent(2)); ++c)
              for (int part = 0; part < 2; ++part)
                for (int lane = 0; lane < lanes_to; ++lane) {
                  auto const& place = places(site, lane);
                  auto const value = static_cast<T>(from(place.site, s, c, part, place.lane));
                  auto& element = to(site, s, c, part, lane);
                  element = Add ? element + value : value;
                }
        });
  }

private:
  Kokkos::View<Place* [lanes_to], MemorySpace> places_;
};

} // namespace kitt
