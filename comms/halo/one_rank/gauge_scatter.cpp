// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/gauge_scatter.hpp"

#include "core/fields/gauge_start.hpp"

namespace kitt::comms {

GaugeField scatter_gauge_field(Communicator const& world, ProcessGrid const& grid,
                               Extents const& local, GaugeField const& whole) {
  return cut_out(whole, volume_of_rank(grid, world.rank(), local));
}

ColourVectors scatter_colour_vectors(Communicator const& world, ProcessGrid const& grid,
                                     Extents const& local, ColourVectors const& whole) {
  return cut_out(whole, volume_of_rank(grid, world.rank(), local));
}

} // namespace kitt::comms
