// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/spinor_field.hpp"

namespace kitt {

/// A copy of one parity of a field to another precision or lane grid. The object stores a table of
/// the position of each site in both fields, so make it once and use it often.
template <class To, class From>
class FieldConversion {
  static constexpr int lanes_to = ViewTraits<typename To::view_type>::lanes;

public:
  /// The position in the field `from` of one lane of the field `to`. Public because nvcc does not
  /// accept private types in kernels.
  struct Place {
    int site;
    int lane;
  };

  /// Builds the table. Both lattices must have equal extents and no lanes along s. Throws
  /// InternalError in debug builds if the lattices do not fit each other.
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

  /// Sets the field `to` to a number times the field `from`, converting precision and lane grid.
  void operator()(ExecutionSpace const& exec, double number, From const& from, To const& to) const {
    convert<false>(exec, number, from.view(), to.view());
  }
  /// Adds a number times the field `from` to the field `to`, converting precision and lane grid.
  void add(ExecutionSpace const& exec, double number, From const& from, To const& to) const {
    convert<true>(exec, number, from.view(), to.view());
  }

  template <bool Add>
  void convert(ExecutionSpace const& exec, double number, typename From::view_type const& from,
               typename To::view_type const& to) const {
    using T = typename To::view_type::value_type;
    auto const places = places_;
    Kokkos::parallel_for(
        "kitt::core::convert_field", SitePolicy(exec, 0, static_cast<int>(to.extent(0))),
        KOKKOS_LAMBDA(int site) {
          for (int s = 0; s < static_cast<int>(to.extent(1)); ++s)
            for (int c = 0; c < static_cast<int>(to.extent(2)); ++c)
              for (int part = 0; part < 2; ++part)
                for (int lane = 0; lane < lanes_to; ++lane) {
                  auto const& place = places(site, lane);
                  auto const value = number * to_double(from(place.site, s, c, part, place.lane));
                  auto& element = to(site, s, c, part, lane);
                  element = rounded<T>(Add ? to_double(element) + value : value);
                }
        });
  }

private:
  Kokkos::View<Place* [lanes_to], MemorySpace> places_;
};

} // namespace kitt
