// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// The machine that a rank runs on: cores, NUMA nodes, binding, memory and its pages.

#include "comms/node/binding.hpp"
#include "comms/node/huge_pages.hpp"
#include "comms/node/memory.hpp"
#include "comms/node/topology.hpp"
