// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// Launches the hopping term on a GPU, without any code around it. check_registers compiles this
/// file and reads the result. It is never linked.

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
