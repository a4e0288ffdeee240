// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "comms/ranks/process_grid.hpp"
#include "core/fields/colour_vectors.hpp"
#include "core/fields/gauge_field.hpp"

namespace kitt::comms {

/// Gives each rank its part of a gauge field. `local`: extents of each part. `whole`: the whole
/// field on rank 0, ignored on other ranks; its extents are `local` times the number of ranks per
/// direction. Throws std::runtime_error on all ranks if links arrive wrong. Collective.
GaugeField scatter_gauge_field(Communicator const& world, ProcessGrid const& grid,
                               Extents const& local, GaugeField const& whole);
/// Gives each rank its part of a field of colour vectors, as scatter_gauge_field() does for links.
/// Collective.
ColourVectors scatter_colour_vectors(Communicator const& world, ProcessGrid const& grid,
                                     Extents const& local, ColourVectors const& whole);

} // namespace kitt::comms
