// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/detail/control_variables.hpp"

#include <array>

namespace kitt::comms::detail {

namespace {

std::optional<std::string> name_of(MPI_T_enum meaning, int wanted) {
  std::array<char, 256> name{};
  int items = 0;
  int length = static_cast<int>(name.size());
  if (MPI_T_enum_get_info(meaning, &items, name.data(), &length) != MPI_SUCCESS)
    return std::nullopt;
  for (int i = 0; i < items; ++i) {
    int value = 0;
    length = static_cast<int>(name.size());
    if (MPI_T_enum_get_item(meaning, i, &value, name.data(), &length) == MPI_SUCCESS &&
        value == wanted)
      return name.data();
  }
  return std::nullopt;
}

template <class T>
std::optional<T> read_number(MPI_T_cvar_handle handle) {
  T value{};
  return MPI_T_cvar_read(handle, &value) == MPI_SUCCESS ? std::optional(value) : std::nullopt;
}

template <class T>
std::optional<std::string> number_text(MPI_T_cvar_handle handle) {
  auto const value = read_number<T>(handle);
  return value ? std::optional(std::to_string(*value)) : std::nullopt;
}

std::optional<std::string> text_of(ControlVariable const& variable, MPI_T_cvar_handle handle) {
  if (variable.type == MPI_INT) {
    auto const value = read_number<int>(handle);
    if (value && variable.meaning != MPI_T_ENUM_NULL)
      if (auto const name = name_of(variable.meaning, *value))
        return name;
    return value ? std::optional(std::to_string(*value)) : std::nullopt;
  }
  if (variable.type == MPI_UNSIGNED)
    return number_text<unsigned>(handle);
  if (variable.type == MPI_UNSIGNED_LONG)
    return number_text<unsigned long>(handle);
  if (variable.type == MPI_UNSIGNED_LONG_LONG)
    return number_text<unsigned long long>(handle);
  return std::nullopt;
}

} // namespace

ToolInterface::ToolInterface() {
  static bool const open = [] {
    int provided = 0;
    return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS;
  }();
  open_ = open;
}

std::vector<ControlVariable> ToolInterface::variables() const {
  int count = 0;
  if (!open_ || MPI_T_cvar_get_num(&count) != MPI_SUCCESS)
    return {};
  std::vector<ControlVariable> result;
  for (int i = 0; i < count; ++i) {
    ControlVariable found{.index = i, .name = {}};
    std::array<char, 256> name{};
    int length = static_cast<int>(name.size());
    int no_description = 0;
    int verbosity = 0;
    int scope = 0;
    if (MPI_T_cvar_get_info(i, name.data(), &length, &verbosity, &found.type, &found.meaning,
                            nullptr, &no_description, &found.bind, &scope) != MPI_SUCCESS)
      continue;
    found.name = name.data();
    result.push_back(found);
  }
  return result;
}

std::optional<std::string> ToolInterface::value(ControlVariable const& variable) const {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  if (variable.bind != MPI_T_BIND_NO_OBJECT ||
      MPI_T_cvar_handle_alloc(variable.index, nullptr, &handle, &count) != MPI_SUCCESS)
    return std::nullopt;
  auto const text = count == 1 ? text_of(variable, handle) : std::nullopt;
  MPI_T_cvar_handle_free(&handle);
  return text;
}

} // namespace kitt::comms::detail
