// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// The library to preload under a program that knows nothing of it: records from MPI_Init to
/// MPI_Finalize, then says what it saw. README.md tells how to use it.

#include "perf/mpi_profile/detail/collect.hpp"
#include "perf/mpi_profile/memory_footprint.hpp"
#include "perf/mpi_profile/profile_json.hpp"
#include "perf/mpi_profile/profile_text.hpp"
#include "perf/mpi_profile/recorder.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#define KITT_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using namespace kitt::mpi_profile;

/// For what must not meet the program's messages.
MPI_Comm own_comm = MPI_COMM_NULL;

std::string variable(char const* name) {
  auto const* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Collective.
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
  file << nlohmann::ordered_json{{"profile", to_json(profile)}}.dump(1) << '\n';
  if (!file.flush())
    std::fprintf(stderr, "libkitt_mpiprofile: cannot write %s (KITT_MPIPROFILE_JSON): no JSON\n",
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

/// Collective.
void end() {
  pause_recording();
  auto record = recorded();
  record.memory = memory_footprint();
  if (auto const records = detail::gather(own_comm, std::move(record)))
    report(merge(*records, false));
  PMPI_Comm_free(&own_comm);
}

} // namespace

KITT_EXPORT int MPI_Init(int* argc, char*** argv) {
  auto const code = PMPI_Init(argc, argv);
  if (code == MPI_SUCCESS)
    begin();
  return code;
}

KITT_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  auto const code = PMPI_Init_thread(argc, argv, required, provided);
  if (code == MPI_SUCCESS)
    begin();
  return code;
}

KITT_EXPORT int MPI_Finalize() {
  try {
    end();
  } catch (std::exception const& error) {
    std::fprintf(stderr, "libkitt_mpiprofile: no profile (%s)\n", error.what());
  }
  return PMPI_Finalize();
}

/// As the standard has it: 0 pauses, 1 and more go on.
KITT_EXPORT int MPI_Pcontrol(int const level, ...) {
  level == 0 ? pause_recording() : resume_recording();
  return MPI_SUCCESS;
}
