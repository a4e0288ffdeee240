// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/backend/narrow.hpp"

/// \file
/// Operations on all numbers of a field, which lies in memory in one piece. Kokkos would compile
/// its own operation for each shape of a view, which takes seconds per shape.

namespace kitt {

namespace detail {
template <class T>
using Numbers = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Returns the numbers of a view of any shape as a one-dimensional view. Requires that the view's
/// memory is contiguous.
template <class View>
auto numbers_of(View const& view) {
  KOKKOS_ASSERT(view.span_is_contiguous());
  return Numbers<typename View::value_type>(view.data(), view.span());
}

/// Sets all numbers to `value`.
void set_numbers(ExecutionSpace const& exec, Numbers<Half> const& numbers, Half value);
void set_numbers(ExecutionSpace const& exec, Numbers<float> const& numbers, float value);
void set_numbers(ExecutionSpace const& exec, Numbers<double> const& numbers, double value);
void copy_numbers(ExecutionSpace const& exec, Numbers<Half> const& from, Numbers<Half> const& to);
void copy_numbers(ExecutionSpace const& exec, Numbers<float> const& from, Numbers<float> const& to);
void copy_numbers(ExecutionSpace const& exec, Numbers<double> const& from,
                  Numbers<double> const& to);
} // namespace detail

/// Sets all numbers of a field to `value`.
template <class View>
void set_all(ExecutionSpace const& exec, View const& view, double value) {
  detail::set_numbers(exec, detail::numbers_of(view), rounded<typename View::value_type>(value));
}

/// Copies all numbers of a field to another field of the same shape.
template <class View>
void copy_all(ExecutionSpace const& exec, View const& from, View const& to) {
  detail::copy_numbers(exec, detail::numbers_of(from), detail::numbers_of(to));
}

/// Returns a copy of a view that the host can read. On a CPU the result is the view itself.
template <class View>
auto host_copy(View const& view) {
  if constexpr (BackendTraits<ExecutionSpace>::on_host)
    return view;
  else
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

/// Returns memory of the shape of `view` that the host can write. On a CPU the result is the view
/// itself.
template <class View>
auto host_mirror(View const& view) {
  if constexpr (BackendTraits<ExecutionSpace>::on_host)
    return view;
  else
    return Kokkos::create_mirror_view(Kokkos::HostSpace(), view);
}

/// Copies to `view` the numbers that the host has written to `host`, a result of host_mirror().
/// Does nothing on a CPU.
template <class View, class Host>
void write_back([[maybe_unused]] View const& view, [[maybe_unused]] Host const& host) {
  if constexpr (!BackendTraits<ExecutionSpace>::on_host)
    Kokkos::deep_copy(view, host);
}

} // namespace kitt
