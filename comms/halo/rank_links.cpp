// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/rank_links.hpp"

#include "comms/ranks/message_checks.hpp"
#include "comms/ranks/mpi.hpp"
#include "core/fields/gauge_start.hpp"

#include <span>

namespace kitt::comms {

using detail::check;

namespace {

/// MPI datatype for all numbers of a site. MPI counts in an int, and a large part has more bytes
/// than an int can hold.
class SiteType {
public:
  explicit SiteType(int doubles) {
    check(MPI_Type_contiguous(doubles, MPI_DOUBLE, &type_), "MPI_Type_contiguous");
    check(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  ~SiteType() { MPI_Type_free(&type_); }
  SiteType(SiteType const&) = delete;
  SiteType& operator=(SiteType const&) = delete;

  MPI_Datatype get() const { return type_; }

private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// Gives each rank of a grid its part of a field: `sites` sites with `PerSite` elements each. On
/// rank 0, `cut_out(rank)` returns the part of a rank. `what` names the elements in errors.
template <int PerSite, class Element, class CutOut>
std::vector<Element> scatter(Communicator const& world, std::size_t sites, std::string const& what,
                             CutOut const& cut_out) {
  auto const count = static_cast<int>(sites);
  // MPI_Comm is a pointer in some MPIs and a number in others.
  MPI_Comm const comm = world.handle().comm;
  constexpr int doubles = PerSite * sizeof(Element) / sizeof(double);
  SiteType const site(doubles);
  constexpr int tag = 0;
  MessageChecks checks;
  std::vector<Element> own;
  if (world.rank() > 0) {
    own.resize(PerSite * sites);
    check(MPI_Recv(own.data(), count, site.get(), 0, tag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    checks.arrived({0, world.rank(), tag}, std::as_bytes(std::span(own)));
  } else {
    for (int rank = 1; rank < world.size(); ++rank) {
      auto const part = cut_out(rank);
      check(MPI_Send(part.data(), count, site.get(), rank, tag, comm), "MPI_Send");
      checks.sent({0, rank, tag}, std::as_bytes(std::span(part)));
    }
    own = cut_out(0);
  }
  checks.require(world, what + " from rank 0");
  return own;
}

} // namespace

GaugeField scatter_gauge_field(Communicator const& world, ProcessGrid const& grid,
                               Extents const& local, GaugeField const& whole) {
  return {local, scatter<4, GaugeField::Link>(world, volume(local), "links", [&](int rank) {
            return cut_out(whole, volume_of_rank(grid, rank, local)).links;
          })};
}

GaugeField gather_gauge_field(Communicator const& world, ProcessGrid const& grid,
                              GaugeField const& local) {
  auto const sites = volume(local.extents);
  auto const count = static_cast<int>(sites);
  MPI_Comm const comm = world.handle().comm;
  SiteType const site(4 * sizeof(GaugeField::Link) / sizeof(double));
  constexpr int tag = 1;
  MessageChecks checks;
  GaugeField whole;
  if (world.rank() > 0) {
    check(MPI_Send(local.links.data(), count, site.get(), 0, tag, comm), "MPI_Send");
    checks.sent({world.rank(), 0, tag}, std::as_bytes(std::span(local.links)));
  } else {
    whole.extents = volume_of_rank(grid, 0, local.extents).global;
    whole.links.resize(4 * volume(whole.extents));
    for (int rank = 0; rank < world.size(); ++rank) {
      auto part = local;
      if (rank > 0) {
        check(MPI_Recv(part.links.data(), count, site.get(), rank, tag, comm, MPI_STATUS_IGNORE),
              "MPI_Recv");
        checks.arrived({rank, 0, tag}, std::as_bytes(std::span(part.links)));
      }
      auto const place = volume_of_rank(grid, rank, local.extents);
      for (std::size_t here = 0; here < sites; ++here) {
        auto const x = place.to_global(coordinate_of(here, place.extents));
        for (int mu = 0; mu < 4; ++mu)
          whole.at(lexicographic(x, place.global), mu) = part.at(here, mu);
      }
    }
  }
  checks.require(world, "links to rank 0");
  return whole;
}

ColourVectors scatter_colour_vectors(Communicator const& world, ProcessGrid const& grid,
                                     Extents const& local, ColourVectors const& whole) {
  return {local, scatter<1, ColourVectors::Vector>(world, volume(local), "vectors", [&](int rank) {
            return cut_out(whole, volume_of_rank(grid, rank, local)).vectors;
          })};
}

} // namespace kitt::comms
