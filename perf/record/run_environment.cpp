// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/run_environment.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <span>
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

/// Returns values with their ranks. Names only the first values and ranks if there are many.
std::string values_text(std::map<std::string, std::vector<std::size_t>> const& ranks_with) {
  constexpr std::size_t most_values = 4;
  constexpr std::size_t most_ranks = 8;
  std::string text;
  std::size_t named = 0;
  for (auto const& [value, ranks] : ranks_with) {
    if (++named > most_values)
      return fmt::format("{}, and {} more values", text, ranks_with.size() - most_values);
    bool const many = ranks.size() > most_ranks;
    text += fmt::format("{}{} on rank{} {}{}", text.empty() ? "" : ", ", value,
                        ranks.size() == 1 ? "" : "s",
                        fmt::join(std::span(ranks).first(many ? most_ranks : ranks.size()), " "),
                        many ? fmt::format(" and {} more", ranks.size() - most_ranks) : "");
  }
  return text;
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

std::vector<std::string> differing_variables(std::vector<NamedTexts> const& ranks) {
  std::set<std::string> names;
  for (auto const& rank : ranks)
    for (auto const& [name, value] : rank)
      names.insert(name);
  std::vector<std::string> result;
  for (auto const& name : names) {
    std::map<std::string, std::vector<std::size_t>> ranks_with;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      auto const found = ranks[rank].find(name);
      ranks_with[found == ranks[rank].end() ? "unset" : '"' + found->second + '"'].push_back(rank);
    }
    if (ranks_with.size() > 1)
      result.push_back(fmt::format("{} differs between ranks ({}): the record holds the value "
                                   "of rank 0; give all ranks the same value, unless you want this",
                                   name, values_text(ranks_with)));
  }
  return result;
}

} // namespace kitt::perf
