// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/profile_text.hpp"

#include "perf/mpi_profile/detail/profile_tables.hpp"

namespace kitt::mpi_profile {

namespace {

std::string headline(Profile const& profile) {
  auto const share = profile.wall_seconds > 0 ? profile.mpi_seconds / profile.wall_seconds : 0;
  auto text = fmt::format("{} rank{}; wall time {:.3f} s, of which in MPI {:.3f} s ({:.1f} %), "
                          "means of ranks\n",
                          profile.ranks.size(), profile.ranks.size() == 1 ? "" : "s",
                          profile.wall_seconds, profile.mpi_seconds, 100 * share);
  text += fmt::format("slowest rank over mean: {:.3f} in MPI, {:.3f} computing\n",
                      profile.mpi_maximum_over_mean, profile.compute_maximum_over_mean);
  if (profile.barriers)
    text += "a barrier before each exchange: waiting for others is the region wait, moving data "
            "the region halo\n";
  return text + '\n';
}

} // namespace

std::string profile_text(Profile const& profile) {
  using namespace detail;
  return perf::banner("MPI profile") + headline(profile) + routine_table(profile) +
         size_table(profile) + histogram_table(profile) + region_table(profile) +
         rank_table(profile) + node_table(profile) + matrix_table(profile);
}

} // namespace kitt::mpi_profile
