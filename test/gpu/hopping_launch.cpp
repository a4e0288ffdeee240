// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// The hopping term as it is launched on a GPU, with nothing around: compiled and looked at
/// (check_registers), never linked.

#include "core/operators/hopping.hpp"

namespace kitt {

template <class T, LinkStorage Storage>
using Hopping = HoppingTerm<LinkField<T, 1, Storage>>;

template void Hopping<float, LinkStorage::full>::operator()(ExecutionSpace const&, Parity,
                                                            SpinorView<float, 1> const&,
                                                            SpinorView<float, 1> const&) const;
template void Hopping<float, LinkStorage::two_rows>::operator()(ExecutionSpace const&, Parity,
                                                                SpinorView<float, 1> const&,
                                                                SpinorView<float, 1> const&) const;
template void Hopping<double, LinkStorage::full>::operator()(ExecutionSpace const&, Parity,
                                                             SpinorView<double, 1> const&,
                                                             SpinorView<double, 1> const&) const;

} // namespace kitt
