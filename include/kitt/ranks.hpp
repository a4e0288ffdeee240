// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Start of MPI, ranks, a lattice that the ranks share, and operators on this lattice.

#include "comms/halo/make_hopping.hpp"
#include "comms/halo/rank_halo.hpp"
#include "comms/halo/rank_links.hpp"
#include "comms/ranks/communicator.hpp"
#include "comms/ranks/job.hpp"
#include "comms/ranks/process_grid.hpp"
