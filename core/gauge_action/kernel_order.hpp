// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_field.hpp"
#include "core/fields/spinor_concepts.hpp"
#include "core/gauge_action/gaussian.hpp"
#include "core/gauge_action/padded_links.hpp"

/// \file
/// Copies between padded fields and the fields of operators, which have another order of sites and
/// other lanes. The copies run on the device, number by number.

namespace kitt {

/// Two spinors X and Y at each site of a padded lattice, with ghosts. Indexed by (site with ghosts,
/// 0 for X or 1 for Y, 3 * spin + colour, re or im, lane).
using PaddedSpinors =
    PaddedField<double* [2][spinor_components][2][gauge_lanes], Ghosts::one_layer>;

/// Places of the inner sites of a padded lattice in the fields of operators. Copies share a table.
class KernelPlaces {
public:
  struct Place {
    int parity;
    int site;
    int lane;
  };

  /// Builds the table. Requires that both lattices have the same extents.
  KernelPlaces(PaddedLattice const& padded, Lattice const& lattice)
      : lanes_(lattice.lanes_4d()),
        codes_("kitt::core::kernel_places", static_cast<std::size_t>(padded.sites())) {
    KITT_EXPECT(padded.volume().extents == lattice.extents());
    auto const host = host_mirror(codes_);
    for (int n = 0; n < padded.sites(); ++n)
      for (int lane = 0; lane < gauge_lanes; ++lane) {
        auto const at = lattice.place(coordinate_of(padded.local_site(n, lane), lattice.extents()));
        host(n, lane) = 2 * (to_int(at.site) * lanes_ + at.lane) + static_cast<int>(at.parity);
      }
    write_back(codes_, host);
  }

  /// Returns the place of the n-th inner site in a lane of the padded lattice.
  KOKKOS_FUNCTION Place operator()(int n, int lane) const {
    int const code = codes_(n, lane);
    return {code % 2, code / 2 / lanes_, code / 2 % lanes_};
  }

private:
  int lanes_;
  Kokkos::View<int* [gauge_lanes], FieldLayout, MemorySpace> codes_;
};

/// Returns the sign of the link U_mu(x) from time slice t, which may be -1: the links from the last
/// slice to the first have the sign -1 if the boundary is antiperiodic.
KOKKOS_INLINE_FUNCTION double boundary_sign(PaddedLattice const& lattice, TimeBoundary boundary,
                                            int mu, int t) {
  int const last = lattice.volume().global[3] - 1;
  bool const turned = boundary == TimeBoundary::antiperiodic && mu == 3 && (t == last || t == -1);
  return turned ? -1.0 : 1.0;
}

/// Sets the links of a hopping term, -1/2 U_mu(x) and -1/2 U_mu(x - mu)^dagger, on both parities.
/// The ghosts of `from` must be complete.
template <int Lanes>
void set_hopping_links(ExecutionSpace const& exec, PaddedLinks const& from,
                       KernelPlaces const& places, TimeBoundary boundary,
                       std::array<LinkField<double, Lanes>, 2> const& to) {
  auto const lattice = from.lattice();
  auto const links = from.view();
  Kokkos::Array<typename LinkView<double, Lanes>::Elements, 2> const out{to[0].view().elements(),
                                                                         to[1].view().elements()};
  Kokkos::parallel_for(
      "kitt::core::set_hopping_links", SitePolicy(exec, 0, lattice.sites()), KOKKOS_LAMBDA(int n) {
        int const here = lattice.inner(n);
        for (int lane = 0; lane < gauge_lanes; ++lane) {
          auto const at = places(n, lane);
          for (int mu = 0; mu < 4; ++mu) {
            int const before = here - lattice.stride(mu);
            int const t = lattice.global_time(n, lane);
            double const ahead = -0.5 * boundary_sign(lattice, boundary, mu, t);
            double const back = -0.5 * boundary_sign(lattice, boundary, mu, t - 1);
            auto const& view = out[static_cast<std::size_t>(at.parity)];
            for (int i = 0; i < 9; ++i) {
              int const mirrored = i % 3 * 3 + i / 3;
              view(at.site, 2 * mu, i, 0, at.lane) = ahead * links(here, mu, i, 0, lane);
              view(at.site, 2 * mu, i, 1, at.lane) = ahead * links(here, mu, i, 1, lane);
              view(at.site, 2 * mu + 1, i, 0, at.lane) =
                  back * links(before, mu, mirrored, 0, lane);
              view(at.site, 2 * mu + 1, i, 1, at.lane) =
                  -back * links(before, mu, mirrored, 1, lane);
            }
          }
        }
      });
}

/// Copies a spinor field to X (`which` = 0) or Y (`which` = 1) at the inner sites.
template <int Lanes>
void copy_spinors(ExecutionSpace const& exec, FullView<SpinorView<double, Lanes>> const& from,
                  KernelPlaces const& places, int which, PaddedSpinors const& to) {
  auto const lattice = to.lattice();
  auto const out = to.view();
  Kokkos::Array<SpinorView<double, Lanes>, 2> const in{from[0], from[1]};
  Kokkos::parallel_for(
      "kitt::core::copy_spinors", SitePolicy(exec, 0, lattice.sites()), KOKKOS_LAMBDA(int n) {
        int const site = lattice.inner(n);
        for (int lane = 0; lane < gauge_lanes; ++lane) {
          auto const at = places(n, lane);
          auto const& view = in[static_cast<std::size_t>(at.parity)];
          for (int c = 0; c < spinor_components; ++c)
            for (int part = 0; part < 2; ++part)
              out(site, which, c, part, lane) = view(at.site, 0, c, part, at.lane);
        }
      });
}

/// Sets one parity of a spinor field to independent Gaussian random numbers eta with the
/// probability exp(-|eta|^2). They depend only on the stream and on the global site, so lanes and
/// ranks do not change them.
template <int Lanes>
void set_gaussian(ExecutionSpace const& exec, PaddedLattice const& lattice,
                  KernelPlaces const& places, Parity parity, std::uint64_t stream,
                  SpinorView<double, Lanes> const& spinors) {
  Kokkos::parallel_for(
      "kitt::core::set_gaussian_spinors", SitePolicy(exec, 0, lattice.sites()),
      KOKKOS_LAMBDA(int n) {
        for (int lane = 0; lane < gauge_lanes; ++lane) {
          auto const at = places(n, lane);
          if (at.parity != static_cast<int>(parity))
            continue;
          auto const first = 2 * spinor_components * lattice.global_site(n, lane);
          for (int c = 0; c < spinor_components; ++c) {
            auto const pair = gaussian_pair(stream, first + 2 * static_cast<std::size_t>(c));
            spinors(at.site, 0, c, 0, at.lane) = pair.re * Kokkos::sqrt(0.5);
            spinors(at.site, 0, c, 1, at.lane) = pair.im * Kokkos::sqrt(0.5);
          }
        }
      });
}

} // namespace kitt
