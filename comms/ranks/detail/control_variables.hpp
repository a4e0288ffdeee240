// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/mpi.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// A setting of MPI as its tool interface (MPI_T) lists it.
struct ControlVariable {
  int index = 0;
  std::string name; ///< "btl_tcp_eager_limit", "MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE"
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum meaning = MPI_T_ENUM_NULL; ///< names of its values, if they have any
  int bind = 0;
};

/// MPI's tool interface. Call after MPI has started. It stays open once it is: MPICH 4.0 crashes if
/// it is asked again after it was closed.
class ToolInterface {
public:
  ToolInterface();

  /// All settings. Open MPI takes back those of components that it closes when it has chosen
  /// others.
  std::vector<ControlVariable> variables() const;
  /// A whole number, or the name that stands for it; none for what belongs to a single communicator
  /// or window, and for texts.
  std::optional<std::string> value(ControlVariable const& variable) const;

private:
  bool open_ = false;
};

} // namespace kitt::comms::detail
