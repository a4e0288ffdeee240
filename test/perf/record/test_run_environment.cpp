// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "perf/record/run_environment.hpp"

#include <array>

using namespace kitt::perf;

TEST_CASE("variables that change the speed of a run are recorded with their values") {
  std::array<char const*, 7> const environment{"OMP_PLACES=cores",
                                               "UCX_TLS=rc,self=1",
                                               "FI_PROVIDER=",
                                               "HOME=/home/me",
                                               "OMP_",
                                               "SLURM_JOB_ID=3",
                                               nullptr};
  CHECK(variables_that_matter(environment.data()) ==
        NamedTexts{{"FI_PROVIDER", ""}, {"OMP_PLACES", "cores"}, {"UCX_TLS", "rc,self=1"}});
  CHECK(variables_that_matter(nullptr).empty());
}

TEST_CASE("every family of such variables is known") {
  std::array<char const*, 19> const environment{
      "OMP_A=1",       "HWLOC_A=1",        "KMP_A=1",
      "GOMP_A=1",      "KOKKOS_A=1",       "OMPI_MCA_A=1",
      "PMIX_MCA_A=1",  "UCX_A=1",          "FI_A=1",
      "PSM2_A=1",      "I_MPI_A=1",        "MPICH_A=1",
      "MPIR_CVAR_A=1", "MV2_A=1",          "MP_A=1",
      "HUGETLB_A=1",   "SLURM_CPU_BIND=1", "SLURM_DISTRIBUTION=1",
      nullptr};
  CHECK(variables_that_matter(environment.data()).size() == environment.size() - 1);
}

TEST_CASE("variables that a launcher sets for each job and possible secrets are not recorded") {
  std::array<char const*, 12> const environment{"OMPI_MCA_orte_hnp_uri=1;tcp://10.0.0.1:4",
                                                "OMPI_MCA_PREFIXES=/opt",
                                                "OMPI_MCA_cpu_type=zen",
                                                "OMPI_MCA_mca_base_component_path=/opt/lib",
                                                "OMPI_MCA_num_procs=2",
                                                "OMPI_MCA_ess_base_jobid=7",
                                                "PMIX_MCA_mca_base_component_show_load_errors=1",
                                                "MPIR_CVAR_CH3_INTERFACE_HOSTNAME=node3",
                                                "UCX_AUTH_TOKEN=x",
                                                "MPICH_service_password=x",
                                                "FI_PSM2_UUID=x",
                                                nullptr};
  CHECK(variables_that_matter(environment.data()).empty());
}

TEST_CASE("variables that differ between ranks are named with the ranks") {
  NamedTexts const same{{"OMP_PLACES", "cores"}};
  CHECK(differing_variables({same, same, same}).empty());
  auto const found = differing_variables(
      {{{"A", "1"}, {"OMP_PLACES", "cores"}}, {{"A", "2"}}, {{"A", "1"}, {"OMP_PLACES", "cores"}}});
  REQUIRE(found.size() == 2);
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(found[0],
             ContainsSubstring("A differs between ranks (\"1\" on ranks 0 2, \"2\" on rank 1)"));
  CHECK_THAT(found[1],
             ContainsSubstring(
                 "OMP_PLACES differs between ranks (\"cores\" on ranks 0 2, unset on rank 1)"));
  std::vector<NamedTexts> many(100, NamedTexts{{"A", "1"}});
  many[99]["A"] = "2";
  CHECK_THAT(differing_variables(many).at(0),
             ContainsSubstring("\"1\" on ranks 0 1 2 3 4 5 6 7 and 91 more, \"2\" on rank 99"));
}
