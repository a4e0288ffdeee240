// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/ranks/message_transport.hpp"
#include "test/comms/mpi_test.hpp"

#include <algorithm>
#include <cstdlib>

using namespace kitt;

namespace {

bool any_name_holds(std::map<std::string, std::string> const& limits, std::string const& part) {
  return std::any_of(limits.begin(), limits.end(), [&](auto const& limit) {
    return limit.first.find(part) != std::string::npos;
  });
}

std::string known; // execution space of the GPUs that the MPI below knows

} // namespace

// These functions stand for the functions of an MPI that knows some GPUs.
extern "C" {
int MPIX_Query_cuda_support() {
  return known == "Cuda" ? 1 : 0;
}
int MPIX_Query_rocm_support() {
  return 0;
}
int MPIX_Query_hip_support() {
  return known == "HIP" ? 1 : 0;
}
int MPIX_Query_ze_support() {
  return known == "SYCL" ? 1 : 0;
}
}

TEST_CASE("MPI is asked whether it can send from the memory of a GPU") {
  static_cast<void>(test::test_world());
  for (std::string const mine : {"Cuda", "HIP", "SYCL", "OpenMP"})
    for (std::string const gpus : {"", "Cuda", "HIP", "SYCL"}) {
      known = gpus;
      CHECK(comms::reads_memory_of(mine) == (mine == gpus));
    }
}

TEST_CASE("MPI's message limits are found with their current values") {
  static_cast<void>(test::test_world());
  auto const limits = comms::message_limits();
  auto const mpi = comms::Communicator::library_version();
  if (mpi.starts_with("Open MPI") && comms::message_transport().find("ob1") != std::string::npos)
    CHECK(any_name_holds(limits, "_eager_limit"));
  if (mpi.starts_with("MPICH"))
    CHECK(any_name_holds(limits, "EAGER_MAX_MSG_SIZE"));
  for (auto const& [name, value] : limits) {
    INFO(name);
    CHECK_FALSE(value.empty());
    CHECK_FALSE(name.starts_with("btl_self_"));
    CHECK_FALSE(name.starts_with("mpi_"));
    // the value that Open MPI was given, in the runs with low limits
    if (char const* const asked = std::getenv(("OMPI_MCA_" + name).c_str()); asked != nullptr)
      CHECK(value == asked);
  }
}

TEST_CASE("a second query gives the same limits") {
  static_cast<void>(test::test_world());
  CHECK(comms::message_limits() == comms::message_limits());
  CHECK(comms::message_transport() == comms::message_transport());
}
