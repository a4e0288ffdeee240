// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

#include <string>
#include <vector>

using namespace kitt;
using namespace kitt::test;

namespace {

struct Launch {
  std::string name;
  std::uint32_t device;
};
std::vector<Launch> launches;

void note_launch(char const* name, std::uint32_t device, std::uint64_t*) {
  launches.push_back({name, device});
}

/// Records the kernels that Kokkos Tools are told of. Recording stops when the object is destroyed.
class Listening {
public:
  Listening() {
    launches.clear();
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(note_launch);
  }
  ~Listening() { Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr); }
  Listening(Listening const&) = delete;
  Listening& operator=(Listening const&) = delete;
};

} // namespace

TEST_CASE("Kokkos Tools see every kernel with its name and its execution space instance") {
  using L = Layout<float, native_lanes<float>, 1>;
  Extents const extents{4, 4, 4, 4};
  int const ls = L::lanes;
  auto const lattice = L::lattice(extents);
  auto const gauge = unit_gauge(extents);
  DomainWallOperator const op(L::hopping(lattice, PeriodicLinks{gauge}, ls), {1.8, 0.1});
  auto const in = L::fields(lattice, ls);
  auto const out = L::fields(lattice, ls);
  auto const instance = Kokkos::Experimental::partition_space(ExecutionSpace(), 1)[0];
  auto const device = Kokkos::Tools::Experimental::device_id(instance);

  Listening const listening;
  op(instance, full_view(in), full_view(out));
  instance.fence("kitt::test: operator applied");

  std::vector<std::string> names;
  for (auto const& launch : launches) {
    CHECK(launch.device == device);
    names.push_back(launch.name);
  }
  CHECK(names == std::vector<std::string>{"kitt::core::hopping", "kitt::core::along_s",
                                          "kitt::core::hopping", "kitt::core::along_s"});
}
