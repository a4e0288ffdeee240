// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/message_transport.hpp"

#include "comms/ranks/detail/control_variables.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <set>
#include <vector>

namespace kitt::comms {

namespace {

/// " ob1" for "pml_" and "_priority" where there is a variable pml_ob1_priority.
std::string components(std::vector<detail::ControlVariable> const& variables,
                       std::string const& begin, std::string const& end) {
  std::set<std::string> found;
  for (auto const& [index, name, type, meaning, bind] : variables)
    if (name.size() > begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end))
      if (auto const middle = name.substr(begin.size(), name.size() - begin.size() - end.size());
          middle.find('_') == std::string::npos)
        found.insert(middle);
  std::string text;
  for (auto const& component : found)
    text += ' ' + component;
  return text;
}

std::string of_open_mpi() {
  auto const variables = detail::ToolInterface().variables();
  auto const layers = components(variables, "pml_", "_priority");
  if (layers.empty())
    return {};
  auto text = "Open MPI pml" + layers;
  if (layers.find("ob1") != std::string::npos)
    text += ", btl" + components(variables, "btl_", "_exclusivity");
  if (layers.find("cm") != std::string::npos)
    text += ", mtl" + components(variables, "mtl_", "_priority");
  return text;
}

/// "MPICH Device:\tch4:ofi" is a line of its version.
std::string of_mpich(std::string const& version) {
  constexpr std::string_view label = "MPICH Device:";
  auto const found = version.find(label);
  if (found == std::string::npos)
    return {};
  auto const begin = version.find_first_not_of(" \t", found + label.size());
  auto const end = version.find_first_of(" \t\n", begin);
  return begin == std::string::npos ? "" : "MPICH " + version.substr(begin, end - begin);
}

/// The environment variables by which the user steers the libraries below MPI.
std::string asked_for() {
  std::string text;
  for (char const* const name : {"FI_PROVIDER", "UCX_TLS", "UCX_NET_DEVICES"})
    if (char const* const value = std::getenv(name); value != nullptr && *value != '\0')
      text += std::string(text.empty() ? "" : ", ") + name + '=' + value;
  return text;
}

/// Whether the name of a control variable says that it is a limit at which a protocol changes:
/// "btl_tcp_eager_limit", "MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE", "btl_vader_single_copy_mechanism",
/// "MPIR_CVAR_CH4_IPC_XPMEM_P2P_THRESHOLD".
bool is_message_limit(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  auto const holds = [&](char const* part) { return name.find(part) != std::string::npos; };
  if (name.starts_with("btl_self_")) // a rank's messages to itself
    return false;
  return (holds("eager") && (holds("limit") || holds("max") || holds("threshold"))) ||
         holds("single_copy_mechanism") || holds("p2p_threshold");
}

} // namespace

std::map<std::string, std::string> message_limits() {
  detail::ToolInterface const mpi;
  std::map<std::string, std::string> limits;
  for (auto const& variable : mpi.variables())
    if (is_message_limit(variable.name))
      if (auto const value = mpi.value(variable))
        limits.emplace(variable.name, *value);
  return limits;
}

std::string message_transport() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  detail::check(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  std::string const version(text.data()); // all of its lines
  auto const found = version.starts_with("Open MPI") ? of_open_mpi() : of_mpich(version);
  auto const asked = asked_for();
  return found.empty() || asked.empty() ? found + asked : found + ", " + asked;
}

} // namespace kitt::comms
