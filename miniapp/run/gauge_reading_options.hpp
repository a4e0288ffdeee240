// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/gauge_reading.hpp"

namespace CLI {
class App;
}

namespace kitt::miniapp {

/// Adds --accept, --remove-phases, --boundary-in-links, --extents and --file-precision. Each
/// command that reads a gauge file has them.
void add_reading(CLI::App& app, GaugeReading& reading);

} // namespace kitt::miniapp
