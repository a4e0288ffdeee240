// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/detail/measure_volume.hpp"

template bool kitt::miniapp::measure_volume<double>(Session& session, GaugeField gauge, int slices);
