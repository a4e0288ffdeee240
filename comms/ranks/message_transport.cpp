// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/message_transport.hpp"

#include "comms/ranks/detail/mpi.hpp"

#include <array>
#include <cstdlib>
#include <set>
#include <vector>

namespace kitt::comms {

namespace {

/// The names of MPI's control variables. Open MPI takes back those of components that it closes
/// when it has chosen others.
std::vector<std::string> control_variables() {
  int provided = 0;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS)
    return {};
  int count = 0;
  MPI_T_cvar_get_num(&count);
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    std::array<char, 256> name{};
    int length = static_cast<int>(name.size());
    int no_description = 0;
    int verbosity = 0;
    int bind = 0;
    int scope = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_enum meaning = MPI_T_ENUM_NULL;
    if (MPI_T_cvar_get_info(i, name.data(), &length, &verbosity, &type, &meaning, nullptr,
                            &no_description, &bind, &scope) == MPI_SUCCESS)
      names.emplace_back(name.data());
  }
  MPI_T_finalize();
  return names;
}

/// " ob1" for "pml_" and "_priority" where there is a variable pml_ob1_priority.
std::string components(std::vector<std::string> const& variables, std::string const& begin,
                       std::string const& end) {
  std::set<std::string> found;
  for (auto const& name : variables)
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
  auto const variables = control_variables();
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

/// What the user asks of the libraries below MPI.
std::string asked_for() {
  std::string text;
  for (char const* const name : {"FI_PROVIDER", "UCX_TLS", "UCX_NET_DEVICES"})
    if (char const* const value = std::getenv(name); value != nullptr && *value != '\0')
      text += std::string(text.empty() ? "" : ", ") + name + '=' + value;
  return text;
}

} // namespace

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
