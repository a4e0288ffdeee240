// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/message_transport.hpp"

#include "comms/ranks/mpi.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <dlfcn.h>
#include <set>
#include <vector>

namespace kitt::comms {

namespace {

/// A setting of MPI, as MPI's tool interface (MPI_T) lists it.
struct ControlVariable {
  int index = 0;
  /// name of the setting, as "btl_tcp_eager_limit" or "MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE"
  std::string name = {};
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum meaning = MPI_T_ENUM_NULL; ///< names of the values, if the values have names
  int bind = 0;
};

/// Returns all settings. Open MPI removes the settings of components that it closes because it
/// chose other components.
std::vector<ControlVariable> control_variables() {
  // MPI_T stays open, because MPICH 4.0 crashes if it is opened a second time.
  static bool const open = [] {
    int provided = 0;
    return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS;
  }();
  int count = 0;
  if (!open || MPI_T_cvar_get_num(&count) != MPI_SUCCESS)
    return {};
  std::vector<ControlVariable> result;
  for (int i = 0; i < count; ++i) {
    ControlVariable found{.index = i};
    std::array<char, 256> name{};
    int length = static_cast<int>(name.size());
    int no_description = 0, verbosity = 0, scope = 0;
    if (MPI_T_cvar_get_info(i, name.data(), &length, &verbosity, &found.type, &found.meaning,
                            nullptr, &no_description, &found.bind, &scope) != MPI_SUCCESS)
      continue;
    found.name = name.data();
    result.push_back(found);
  }
  return result;
}

/// Returns the name of a value; empty if the value has no name.
std::string name_of(MPI_T_enum meaning, std::string const& wanted) {
  std::array<char, 256> name{};
  int items = 0;
  int length = static_cast<int>(name.size());
  if (meaning == MPI_T_ENUM_NULL ||
      MPI_T_enum_get_info(meaning, &items, name.data(), &length) != MPI_SUCCESS)
    return {};
  for (int i = 0; i < items; ++i) {
    int value = 0;
    length = static_cast<int>(name.size());
    if (MPI_T_enum_get_item(meaning, i, &value, name.data(), &length) == MPI_SUCCESS &&
        std::to_string(value) == wanted)
      return name.data();
  }
  return {};
}

template <class T>
std::string number_in(MPI_T_cvar_handle handle) {
  T value{};
  return MPI_T_cvar_read(handle, &value) == MPI_SUCCESS ? std::to_string(value) : "";
}

std::string text_of(MPI_T_cvar_handle handle, ControlVariable const& variable) {
  if (variable.type == MPI_INT) {
    auto const number = number_in<int>(handle);
    auto const name = name_of(variable.meaning, number);
    return name.empty() ? number : name;
  }
  return variable.type == MPI_UNSIGNED             ? number_in<unsigned>(handle)
         : variable.type == MPI_UNSIGNED_LONG      ? number_in<unsigned long>(handle)
         : variable.type == MPI_UNSIGNED_LONG_LONG ? number_in<unsigned long long>(handle)
                                                   : "";
}

/// Returns the value of a setting as a whole number or as its name. Empty for texts and for
/// settings that belong to one communicator or window.
std::string value_of(ControlVariable const& variable) {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  if (variable.bind != MPI_T_BIND_NO_OBJECT ||
      MPI_T_cvar_handle_alloc(variable.index, nullptr, &handle, &count) != MPI_SUCCESS)
    return {};
  auto const text = count == 1 ? text_of(handle, variable) : "";
  MPI_T_cvar_handle_free(&handle);
  return text;
}

/// Returns the components whose variables begin with `begin` and end with `end`: " ob1" from the
/// variable pml_ob1_priority, for "pml_" and "_priority".
std::string components(std::vector<ControlVariable> const& variables, std::string const& begin,
                       std::string const& end) {
  std::set<std::string> found;
  for (auto const& variable : variables)
    if (auto const& name = variable.name;
        name.size() > begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end))
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

/// Returns the device that MPICH's version text names, as in its line "MPICH Device:\tch4:ofi".
std::string of_mpich(std::string const& version) {
  constexpr std::string_view label = "MPICH Device:";
  auto const found = version.find(label);
  if (found == std::string::npos)
    return {};
  auto const begin = version.find_first_not_of(" \t", found + label.size());
  auto const end = version.find_first_of(" \t\n", begin);
  return begin == std::string::npos ? "" : "MPICH " + version.substr(begin, end - begin);
}

/// Returns the environment variables with which the user selects network libraries below MPI.
std::string asked_for() {
  std::string text;
  for (char const* const name : {"FI_PROVIDER", "UCX_TLS", "UCX_NET_DEVICES"})
    if (char const* const value = std::getenv(name); value != nullptr && *value != '\0')
      text += std::string(text.empty() ? "" : ", ") + name + '=' + value;
  return text;
}

/// Returns whether a setting is a message size at which MPI changes its protocol, judged by its
/// name. Examples: "btl_tcp_eager_limit", "MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE",
/// "btl_vader_single_copy_mechanism", "MPIR_CVAR_CH4_IPC_XPMEM_P2P_THRESHOLD".
bool is_message_limit(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  auto const holds = [&](char const* part) { return name.find(part) != std::string::npos; };
  // Variables btl_self_... concern messages of a rank to itself.
  if (name.starts_with("btl_self_"))
    return false;
  return (holds("eager") && (holds("limit") || holds("max") || holds("threshold"))) ||
         holds("single_copy_mechanism") || holds("p2p_threshold");
}

/// Returns the answer of a function of MPI that has no arguments. Returns 0 if this MPI does not
/// have the function. Only some MPIs declare these functions, so they are looked up by name.
int answer_of(char const* name) {
  auto* const function = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, name));
  return function != nullptr ? function() : 0;
}

} // namespace

bool reads_memory_of(std::string_view space) {
  return (space == "Cuda" && answer_of("MPIX_Query_cuda_support") == 1) ||
         (space == "HIP" && (answer_of("MPIX_Query_rocm_support") == 1 ||  // Open MPI
                             answer_of("MPIX_Query_hip_support") == 1)) || // MPICH
         (space == "SYCL" && answer_of("MPIX_Query_ze_support") == 1);
}

std::map<std::string, std::string> message_limits() {
  std::map<std::string, std::string> limits;
  for (auto const& variable : control_variables())
    if (is_message_limit(variable.name))
      if (auto const value = value_of(variable); !value.empty())
        limits.emplace(variable.name, value);
  return limits;
}

std::string message_transport() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  detail::check(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  std::string const version(text.data()); // all lines, unlike Communicator::library_version()
  auto const found = version.starts_with("Open MPI") ? of_open_mpi() : of_mpich(version);
  auto const asked = asked_for();
  return found.empty() || asked.empty() ? found + asked : found + ", " + asked;
}

} // namespace kitt::comms
