// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend_traits.hpp"
#include "core/lattice.hpp"
#include "core/memory.hpp"
#include "core/stencil.hpp"

#include <array>

namespace kitt {

/// Links of one parity as kernels see them: (site, leg, row * 3 + column, re or im, lane), one lane
/// where all lanes of a spinor share the link.
template <class T, int Lanes>
using LinkView = Kokkos::View<T* [legs][9][2][Lanes], FieldLayout, MemorySpace,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Sign of a fermion field that goes once around the lattice in time.
enum class TimeBoundary { periodic, antiperiodic };

/// U_mu(x) of a periodic gauge field, with the sign of an antiperiodic time boundary on the links
/// from the last time slice to the first.
struct PeriodicLinks {
  GaugeField const& field;
  TimeBoundary boundary = TimeBoundary::periodic;

  /// x may lie one step outside the lattice.
  GaugeField::Link operator()(Coordinate x, int mu) const {
    for (std::size_t nu = 0; nu < 4; ++nu)
      x[nu] = (x[nu] + field.extents[nu]) % field.extents[nu];
    GaugeField::Link link = field.at(lexicographic(x, field.extents), mu);
    if (boundary == TimeBoundary::antiperiodic && mu == 3 && x[3] == field.extents[3] - 1)
      for (auto& row : link)
        for (auto& element : row)
          element = -element;
    return link;
  }
};

/// All links that the hopping term of the sites of one parity needs, beside each site: -1/2 U_mu(x)
/// for the forward leg, -1/2 U_mu(x - mu)^dagger for the backward leg. Holding the adjoint and the
/// factor here makes all legs alike. Owns its memory; copies share it.
template <class T, int Lanes>
class LinkField {
public:
  using view_type = LinkView<T, Lanes>;

  /// `links(x, mu)` returns U_mu(x), x up to one step outside the local lattice.
  template <class Links>
  LinkField(Lattice const& lattice, Parity parity, Links const& links,
            MemorySource const& memory = kokkos_memory)
      : memory_(memory("kitt::core::links", bytes(lattice))),
        view_(static_cast<T*>(memory_.get()),
              static_cast<std::size_t>(lattice.sites_per_parity())) {
    auto const host = Kokkos::create_mirror_view(Kokkos::HostSpace(), view_);
    Kokkos::parallel_for(
        "kitt::core::link_field::fill",
        Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::Schedule<Kokkos::Static>>(
            0, lattice.sites_per_parity()),
        [&](int site) {
          for (int lane = 0; lane < Lanes; ++lane)
            for (int leg = 0; leg < legs; ++leg) {
              Coordinate x = lattice.coordinate({parity, static_cast<SiteIndex>(site), lane});
              bool const backward = leg == leg_of(leg / 2, Hop::backward);
              x[static_cast<std::size_t>(leg / 2)] -= backward ? 1 : 0;
              GaugeField::Link const link = links(x, leg / 2);
              for (std::size_t row = 0; row < 3; ++row)
                for (std::size_t column = 0; column < 3; ++column) {
                  auto const u = backward ? std::conj(link[column][row]) : link[row][column];
                  host(site, leg, 3 * row + column, 0, lane) = static_cast<T>(-0.5 * u.real());
                  host(site, leg, 3 * row + column, 1, lane) = static_cast<T>(-0.5 * u.imag());
                }
            }
        });
    Kokkos::DefaultHostExecutionSpace().fence("kitt::core::link_field: filled on the host");
    Kokkos::deep_copy(view_, host);
  }

  view_type const& view() const { return view_; }

  static std::size_t bytes(Lattice const& lattice) {
    return sizeof(T) * legs * 18 * static_cast<std::size_t>(Lanes) *
           static_cast<std::size_t>(lattice.sites_per_parity());
  }

private:
  std::shared_ptr<void> memory_;
  view_type view_;
};

} // namespace kitt
