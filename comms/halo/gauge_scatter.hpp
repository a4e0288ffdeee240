// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/fields/colour_vectors.hpp"
#include "core/fields/gauge_field.hpp"

namespace kitt::comms {

/// Collective: gives each rank its part of a gauge field, of extents `local`. Rank 0 alone has the
/// `whole`, whose extents are `local` times the ranks per direction; the argument of other ranks is
/// ignored. Throws std::runtime_error, the same on all ranks, if links arrive wrong.
GaugeField scatter_gauge_field(Communicator const& world, ProcessGrid const& grid,
                               Extents const& local, GaugeField const& whole);
/// The same for colour vectors.
ColourVectors scatter_colour_vectors(Communicator const& world, ProcessGrid const& grid,
                                     Extents const& local, ColourVectors const& whole);

} // namespace kitt::comms
