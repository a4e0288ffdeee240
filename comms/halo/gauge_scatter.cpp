// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/gauge_scatter.hpp"

#include "comms/ranks/mpi.hpp"
#include "core/fields/gauge_start.hpp"

namespace kitt::comms {

using detail::check;

namespace {

/// MPI's type for all links of a site. MPI counts in an int, and a large part has more bytes than
/// that can hold.
class SiteType {
public:
  SiteType() {
    constexpr int doubles = 4 * sizeof(GaugeField::Link) / sizeof(double);
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

} // namespace

GaugeField scatter_gauge_field(Communicator const& world, ProcessGrid const& grid,
                               Extents const& local, GaugeField const& whole) {
  auto const part = [&](int rank) { return cut_out(whole, volume_of_rank(grid, rank, local)); };
  auto const sites = static_cast<int>(volume(local));
  MPI_Comm const comm = world.handle().comm; // a pointer in one MPI, a number in another
  SiteType const site;
  constexpr int tag = 0;
  if (world.rank() > 0) {
    GaugeField own{local, std::vector<GaugeField::Link>(4 * volume(local))};
    check(MPI_Recv(own.links.data(), sites, site.get(), 0, tag, comm, MPI_STATUS_IGNORE),
          "MPI_Recv");
    return own;
  }
  for (int rank = 1; rank < world.size(); ++rank)
    check(MPI_Send(part(rank).links.data(), sites, site.get(), rank, tag, comm), "MPI_Send");
  return part(0);
}

} // namespace kitt::comms
