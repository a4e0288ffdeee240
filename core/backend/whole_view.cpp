// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/backend/whole_view.hpp"

namespace kitt::detail {

void set_numbers(ExecutionSpace const& exec, Numbers<Half> const& numbers, Half value) {
  Kokkos::deep_copy(exec, numbers, value);
}
void set_numbers(ExecutionSpace const& exec, Numbers<float> const& numbers, float value) {
  Kokkos::deep_copy(exec, numbers, value);
}
void set_numbers(ExecutionSpace const& exec, Numbers<double> const& numbers, double value) {
  Kokkos::deep_copy(exec, numbers, value);
}
void copy_numbers(ExecutionSpace const& exec, Numbers<Half> const& from, Numbers<Half> const& to) {
  Kokkos::deep_copy(exec, to, from);
}
void copy_numbers(ExecutionSpace const& exec, Numbers<float> const& from,
                  Numbers<float> const& to) {
  Kokkos::deep_copy(exec, to, from);
}
void copy_numbers(ExecutionSpace const& exec, Numbers<double> const& from,
                  Numbers<double> const& to) {
  Kokkos::deep_copy(exec, to, from);
}

} // namespace kitt::detail
