// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/su3.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/backend/memory.hpp"
#include "core/backend/whole_view.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/lattice/directions.hpp"
#include "core/lattice/padded_lattice.hpp"

#include <memory>

namespace kitt {

/// Numbers of one component of a link, for the sites of all sub-lattices.
using GaugePack = Pack<double, gauge_lanes>;

/// Whether a field has a layer of ghosts around each sub-lattice.
enum class Ghosts { none, one_layer };

/// Numbers in double precision at the sites of a padded lattice. `Numbers` is the type of the
/// view, indexed by (site, ..., lane). The sites are the inner sites, or all sites if the field has
/// ghosts. The field owns its memory; copies share the memory.
template <class Numbers, Ghosts Layer>
class PaddedField {
public:
  static constexpr Ghosts ghosts = Layer;
  using view_type =
      Kokkos::View<Numbers, FieldLayout, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// Allocates a field that is zero.
  explicit PaddedField(PaddedLattice const& lattice, MemorySource const& memory = kokkos_memory)
      : lattice_(lattice), memory_(memory("kitt::core::padded_field", bytes(lattice))),
        view_(static_cast<double*>(memory_.get()), sites(lattice)) {
    set_all(ExecutionSpace(), view_, 0.0);
  }

  static std::size_t bytes(PaddedLattice const& lattice) {
    return view_type::required_allocation_size(sites(lattice));
  }
  PaddedLattice const& lattice() const { return lattice_; }
  view_type const& view() const { return view_; }

private:
  static std::size_t sites(PaddedLattice const& lattice) {
    return static_cast<std::size_t>(Layer == Ghosts::none ? lattice.sites()
                                                          : lattice.padded_sites());
  }

  PaddedLattice lattice_;
  std::shared_ptr<void> memory_;
  view_type view_;
};

/// Links U_mu(x) of a gauge field that changes. Each link is stored once, as U_mu(x). Indexed by
/// (site with ghosts, mu, 3 * row + column, re or im, lane).
using PaddedLinks = PaddedField<double* [4][9][2][gauge_lanes], Ghosts::one_layer>;
/// Elements of su(3) at all links of a rank, such as momenta and forces. The numbers are
/// coefficients of lambda_a / 2, indexed by (inner site, mu, a, lane).
using AlgebraField = PaddedField<double* [4][8][gauge_lanes], Ghosts::none>;

/// A field with ghosts, whatever its numbers mean. Its view is indexed by (site with ghosts,
/// number, lane). It shares the memory of the field.
struct AnyPaddedField {
  using view_type = Kokkos::View<double** [gauge_lanes], FieldLayout, MemorySpace,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  PaddedLattice lattice;
  view_type view;

  /// Converts a field.
  template <class Numbers>
  AnyPaddedField(PaddedField<Numbers, Ghosts::one_layer> const& field) // NOLINT: implicit
      : lattice(field.lattice()), view(field.view().data(), field.view().extent(0),
                                       field.view().size() / field.view().extent(0) / gauge_lanes) {
  }
  int numbers() const { return static_cast<int>(view.extent(1)); } ///< per site and lane
};

/// Returns the link U_mu at a site with ghosts.
KOKKOS_FORCEINLINE_FUNCTION auto load_link(PaddedLinks::view_type const& links, int site, int mu) {
  Su3Matrix<GaugePack> u;
  detail::for_three([&](auto row) {
    detail::for_three([&](auto column) {
      u(row, column) = {load<GaugePack>(&links(site, mu, 3 * row + column, 0, 0)),
                        load<GaugePack>(&links(site, mu, 3 * row + column, 1, 0))};
    });
  });
  return u;
}

/// Stores the link U_mu at a site with ghosts.
KOKKOS_FORCEINLINE_FUNCTION void store_link(Su3Matrix<GaugePack> const& u,
                                            PaddedLinks::view_type const& links, int site, int mu) {
  detail::for_three([&](auto row) {
    detail::for_three([&](auto column) {
      store(u(row, column).re, &links(site, mu, 3 * row + column, 0, 0));
      store(u(row, column).im, &links(site, mu, 3 * row + column, 1, 0));
    });
  });
}

/// Returns the element of su(3) of U_mu at an inner site.
KOKKOS_FORCEINLINE_FUNCTION auto load_algebra(AlgebraField::view_type const& field, int site,
                                              int mu) {
  Su3Algebra<GaugePack> a;
  for (int i = 0; i < 8; ++i)
    a.x[i] = load<GaugePack>(&field(site, mu, i, 0));
  return a;
}

/// Stores the element of su(3) of U_mu at an inner site.
KOKKOS_FORCEINLINE_FUNCTION void store_algebra(Su3Algebra<GaugePack> const& a,
                                               AlgebraField::view_type const& field, int site,
                                               int mu) {
  for (int i = 0; i < 8; ++i)
    store(a.x[i], &field(site, mu, i, 0));
}

/// Sets the inner links from this rank's part of a gauge field. The ghosts are not set.
void set_links(GaugeField const& field, PaddedLinks const& links);
/// Returns the inner links as this rank's part of a gauge field.
GaugeField plain_links(PaddedLinks const& links);

// The ghosts of a direction are filled in three steps: copy_layers(), then on several ranks
// pack_layer() and unpack_layer() for both hops. Directions must be filled in the order x, y, z, t.

/// Fills the ghosts in direction mu with numbers of this rank, as on a periodic lattice.
void copy_layers(ExecutionSpace const& exec, AnyPaddedField const& field, int mu);
/// Returns the number of doubles in a layer that a rank sends to the next rank in direction mu.
std::size_t layer_numbers(AnyPaddedField const& field, int mu);
/// Writes the numbers at an edge of this rank's volume to `buffer`. They are the ghosts of the
/// neighbour rank whose hop ends there: of a forward hop at the lower edge, of a backward hop at
/// the upper edge.
void pack_layer(ExecutionSpace const& exec, AnyPaddedField const& field, int mu, Hop hop,
                double* buffer);
/// Fills the ghosts beyond an edge of this rank's volume, where the hop ends, from a packed layer.
void unpack_layer(ExecutionSpace const& exec, double const* buffer, int mu, Hop hop,
                  AnyPaddedField const& field);

} // namespace kitt
