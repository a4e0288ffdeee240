// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/gauge_reading.hpp"

namespace CLI {
class App;
}

namespace kitt::miniapp {

/// Declares the options of all commands that read a gauge file: --accept, --remove-phases,
/// --boundary-in-links, --extents and --file-precision.
void add_reading(CLI::App& app, GaugeReading& reading);

} // namespace kitt::miniapp
