// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/run_environment.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace kitt::perf {

namespace {

constexpr std::array<std::string_view, 18> wanted{
    "OMP_",       "HWLOC_", "KMP_", "GOMP_",    "KOKKOS_",   "OMPI_MCA_",
    "PMIX_MCA_",  "UCX_",   "FI_",  "PSM2_",    "I_MPI_",    "MPICH_",
    "MPIR_CVAR_", "MV2_",   "MP_",  "HUGETLB_", "SLURM_CPU", "SLURM_DIST"};

/// Variables that mpirun and MPI_Init always set themselves.
constexpr std::array<std::string_view, 18> of_launchers{"OMPI_MCA_orte_",
                                                        "OMPI_MCA_PREFIXES",
                                                        "OMPI_MCA_cpu_type",
                                                        "OMPI_MCA_mca_base_component_path",
                                                        "OMPI_MCA_num_procs",
                                                        "OMPI_MCA_prte_",
                                                        "OMPI_MCA_ess",
                                                        "OMPI_MCA_pmix",
                                                        "PMIX_MCA_psec",
                                                        "PSM2_DEVICES",
                                                        "OMPI_MCA_initial_wdir",
                                                        "OMPI_MCA_shmem_RUNTIME_QUERY_hint",
                                                        "OMPI_MCA_mpi_oversubscribe",
                                                        "PMIX_MCA_mca_base_component_show",
                                                        "MPIR_CVAR_CH3_INTERFACE_HOSTNAME",
                                                        "I_MPI_HYDRA_",
                                                        "MV2_COMM_WORLD_",
                                                        "MP_CHILD"};

constexpr std::array<std::string_view, 8> of_secrets{"TOKEN",      "SECRET", "PASSW", "PASSPHRASE",
                                                     "CREDENTIAL", "COOKIE", "_KEY",  "UUID"};

template <class Parts>
bool begins_with_any(std::string_view name, Parts const& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](auto part) { return name.starts_with(part); });
}

bool tells_a_secret(std::string_view name) {
  std::string upper(name);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return std::any_of(of_secrets.begin(), of_secrets.end(),
                     [&](auto part) { return upper.find(part) != std::string::npos; });
}

} // namespace

NamedTexts variables_that_matter(char const* const* environment) {
  NamedTexts result;
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    std::string_view const variable(*environment);
    auto const name = variable.substr(0, variable.find('='));
    if (name.size() < variable.size() && begins_with_any(name, wanted) &&
        !begins_with_any(name, of_launchers) && !tells_a_secret(name))
      result.emplace(name, variable.substr(name.size() + 1));
  }
  return result;
}

} // namespace kitt::perf
