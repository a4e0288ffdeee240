// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_action/padded_links.hpp"

#include "core/base/error.hpp"

namespace kitt {

namespace {

using HostPolicy = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace,
                                       Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<int>>;

/// Calls visit(n-th inner site, lane, local site) for all sites of a rank, on the host.
template <class Visit>
void each_site(PaddedLattice const& lattice, Visit const& visit) {
  Kokkos::parallel_for("kitt::core::padded_links::host", HostPolicy(0, lattice.sites()),
                       [&](int n) {
                         for (int lane = 0; lane < gauge_lanes; ++lane)
                           visit(n, lane, lattice.local_site(n, lane));
                       });
  Kokkos::DefaultHostExecutionSpace().fence("kitt::core::padded_links: visited on the host");
}

/// Lanes of a layer that a rank sends: all lanes, or half of them if two lanes share the direction.
struct SentLanes {
  int distance; ///< PaddedLattice::lane_distance
  int count;

  SentLanes(PaddedLattice const& lattice, int mu)
      : distance(lattice.lane_distance(mu)), count(gauge_lanes / (distance > 0 ? 2 : 1)) {}

  /// Returns the k-th lane at the lower or upper edge of the rank's volume.
  KOKKOS_FUNCTION int lane(int k, bool upper) const {
    return distance == 0 ? k : k / distance * 2 * distance + k % distance + (upper ? distance : 0);
  }
};

} // namespace

void set_links(GaugeField const& field, PaddedLinks const& links) {
  auto const& lattice = links.lattice();
  KITT_EXPECT(field.links.size() == 4 * static_cast<std::size_t>(lattice.sites()) * gauge_lanes);
  ExecutionSpace().fence("kitt::core::set_links: earlier kernels are done");
  auto const host = host_mirror(links.view());
  each_site(lattice, [&](int n, int lane, std::size_t site) {
    for (int mu = 0; mu < 4; ++mu)
      for (int i = 0; i < 9; ++i) {
        auto const& element =
            field.at(site, mu)[static_cast<std::size_t>(i / 3)][static_cast<std::size_t>(i % 3)];
        host(lattice.inner(n), mu, i, 0, lane) = element.real();
        host(lattice.inner(n), mu, i, 1, lane) = element.imag();
      }
  });
  write_back(links.view(), host);
}

GaugeField plain_links(PaddedLinks const& links) {
  auto const& lattice = links.lattice();
  ExecutionSpace().fence("kitt::core::plain_links: links are complete");
  auto const host = host_copy(links.view());
  GaugeField field{lattice.volume().extents,
                   std::vector<GaugeField::Link>(4 * volume(lattice.volume().extents))};
  each_site(lattice, [&](int n, int lane, std::size_t site) {
    for (int mu = 0; mu < 4; ++mu)
      for (int i = 0; i < 9; ++i)
        field.at(site, mu)[static_cast<std::size_t>(i / 3)][static_cast<std::size_t>(i % 3)] = {
            host(lattice.inner(n), mu, i, 0, lane), host(lattice.inner(n), mu, i, 1, lane)};
  });
  return field;
}

void copy_layers(ExecutionSpace const& exec, AnyPaddedField const& field, int mu) {
  auto const lattice = field.lattice;
  auto const view = field.view;
  int const numbers = field.numbers();
  Kokkos::parallel_for(
      "kitt::core::copy_layers", SitePolicy(exec, 0, 2 * lattice.layer_sites(mu)),
      KOKKOS_LAMBDA(int i) {
        bool const upper = i % 2 == 1;
        int const from = lattice.inner_layer(mu, !upper, i / 2);
        int const to = lattice.ghost_layer(mu, upper, i / 2);
        int const distance = lattice.lane_distance(mu);
        for (int c = 0; c < numbers; ++c) {
          auto const pack = load<GaugePack>(&view(from, c, 0));
          if (distance == 0)
            store(pack, &view(to, c, 0));
          else
            with_lane_distance(distance, [&](auto apart) {
              store(permute_lanes<apart()>(pack), &view(to, c, 0));
            });
        }
      });
}

std::size_t layer_numbers(AnyPaddedField const& field, int mu) {
  return static_cast<std::size_t>(field.lattice.layer_sites(mu)) * field.view.extent(1) *
         static_cast<std::size_t>(SentLanes(field.lattice, mu).count);
}

void pack_layer(ExecutionSpace const& exec, AnyPaddedField const& field, int mu, Hop hop,
                double* buffer) {
  auto const lattice = field.lattice;
  auto const view = field.view;
  int const numbers = field.numbers();
  SentLanes const lanes(lattice, mu);
  bool const upper = hop == Hop::backward;
  Kokkos::parallel_for(
      "kitt::core::pack_layer", SitePolicy(exec, 0, lattice.layer_sites(mu)), KOKKOS_LAMBDA(int n) {
        int const site = lattice.inner_layer(mu, upper, n);
        for (int c = 0; c < numbers; ++c)
          for (int k = 0; k < lanes.count; ++k)
            buffer[(static_cast<std::size_t>(n) * numbers + c) * lanes.count + k] =
                view(site, c, lanes.lane(k, upper));
      });
}

void unpack_layer(ExecutionSpace const& exec, double const* buffer, int mu, Hop hop,
                  AnyPaddedField const& field) {
  auto const lattice = field.lattice;
  auto const view = field.view;
  int const numbers = field.numbers();
  SentLanes const lanes(lattice, mu);
  bool const upper = hop == Hop::forward;
  Kokkos::parallel_for(
      "kitt::core::unpack_layer", SitePolicy(exec, 0, lattice.layer_sites(mu)),
      KOKKOS_LAMBDA(int n) {
        int const site = lattice.ghost_layer(mu, upper, n);
        for (int c = 0; c < numbers; ++c)
          for (int k = 0; k < lanes.count; ++k)
            view(site, c, lanes.lane(k, upper)) =
                buffer[(static_cast<std::size_t>(n) * numbers + c) * lanes.count + k];
      });
}

} // namespace kitt
