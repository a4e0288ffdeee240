// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_field.hpp"
#include "miniapp/session.hpp"

namespace kitt::miniapp {

/// Measures all kernels and variants asked for on one volume in precision T (float or double: each
/// is compiled in a file of its own). `slices`: of the source. False if a result was wrong.
template <class T>
bool measure_volume(Session& session, GaugeField gauge, int slices);

extern template bool measure_volume<float>(Session& session, GaugeField gauge, int slices);
extern template bool measure_volume<double>(Session& session, GaugeField gauge, int slices);

} // namespace kitt::miniapp
