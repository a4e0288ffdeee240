// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// The library to preload under another program. The library records from MPI_Init to
/// MPI_Finalize, then prints the profile. README.md describes its use.

#include "perf/json/fields_json.hpp"
#include "perf/mpi_profile/detail/collect.hpp"
#include "perf/mpi_profile/detail/next_routine.hpp"
#include "perf/mpi_profile/profile_text.hpp"
#include "perf/mpi_profile/recorder.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#define KITT_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using namespace kitt::mpi_profile;

/// Communicator for the profile's own messages, so that they do not mix with the program's
/// messages.
MPI_Comm own_comm = MPI_COMM_NULL;

std::string variable(char const* name) {
  auto const* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

#ifdef OPEN_MPI
constexpr auto const* built_with = "Open MPI";
constexpr std::array<std::string_view, 3> other_kinds{"MPICH", "MVAPICH", "Intel(R) MPI"};
#else
constexpr auto const* built_with = "MPICH";
constexpr std::array<std::string_view, 1> other_kinds{"Open MPI"};
#endif

/// Stops a program that uses the other kind of MPI. The handles of the other MPI differ from the
/// handles for which this library was compiled, and the loader does not notice. The first
/// communicator would be an invalid pointer.
void refuse_other_mpi() {
  // The length is MPI_MAX_LIBRARY_VERSION_STRING of MPICH, the longest of all MPIs.
  std::array<char, 8192> text{};
  int length = 0;
  PMPI_Get_library_version(text.data(), &length);
  std::string_view const version(text.data());
  if (std::none_of(other_kinds.begin(), other_kinds.end(),
                   [&](auto kind) { return version.find(kind) != std::string_view::npos; }))
    return;
  auto const line = std::string(version.substr(0, version.find_first_of(",\n")));
  std::fprintf(stderr,
               "libkitt_mpiprofile: error: the program uses another MPI (%s) than this library "
               "(%s): preload the library of a KITT built with the program's MPI\n",
               line.c_str(), built_with);
  std::_Exit(2);
}

/// Starts recording. Collective.
void begin() {
  int rank = 0;
  int size = 0;
  PMPI_Comm_dup(MPI_COMM_WORLD, &own_comm);
  PMPI_Comm_rank(own_comm, &rank);
  PMPI_Comm_size(own_comm, &size);
  start_recording(rank, size);
}

void write_json(Profile const& profile, std::string const& path) {
  std::ofstream file(path);
  file << kitt::perf::Json{{"profile", kitt::perf::to_data(profile)}}.dump(1) << '\n';
  if (!file.flush())
    std::fprintf(stderr,
                 "libkitt_mpiprofile: cannot write %s (KITT_MPIPROFILE_JSON): no JSON file is "
                 "written; choose a writable path\n",
                 path.c_str());
}

void report(Profile const& profile) {
  auto const where = variable("KITT_MPIPROFILE_SUMMARY");
  if (where != "none") {
    auto* const stream = where == "stdout" ? stdout : stderr;
    std::fputs(profile_text(profile).c_str(), stream);
    std::fflush(stream);
  }
  if (auto const path = variable("KITT_MPIPROFILE_JSON"); !path.empty())
    write_json(profile, path);
}

/// Ends recording, and prints the profile on rank 0. Collective.
void end() {
  pause_recording();
  if (auto const records = detail::gather(own_comm, recorded()))
    report(merge(*records, false));
  PMPI_Comm_free(&own_comm);
}

} // namespace

KITT_EXPORT int MPI_Init(int* argc, char*** argv) {
  refuse_other_mpi();
  KITT_NEXT(next, Init);
  auto const code = next(argc, argv);
  if (code == MPI_SUCCESS)
    begin();
  return code;
}

KITT_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  refuse_other_mpi();
  KITT_NEXT(next, Init_thread);
  auto const code = next(argc, argv, required, provided);
  if (code == MPI_SUCCESS)
    begin();
  return code;
}

KITT_EXPORT int MPI_Finalize() {
  try {
    end();
  } catch (std::exception const& error) {
    std::fprintf(stderr, "libkitt_mpiprofile: no profile (%s): please report this error\n",
                 error.what());
  }
  KITT_NEXT(next, Finalize);
  return next();
}

/// Pauses or resumes recording as the MPI standard says: level 0 pauses, 1 and more resume.
KITT_EXPORT int MPI_Pcontrol(int const level, ...) {
  level == 0 ? pause_recording() : resume_recording();
  return MPI_SUCCESS;
}
