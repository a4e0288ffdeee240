// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/solve/link_files_source.hpp"

#include "comms/halo/rank_links.hpp"
#include "core/gauge_file/scidac_field.hpp"
#include "miniapp/run/gauge_option.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace kitt::miniapp {

StaggeredLinks scatter_links(RunContext const& context, LocalVolume const& volume,
                             StaggeredLinks const& whole) {
  auto const part = [&](GaugeField const& links) {
    return comms::scatter_gauge_field(context.communicator(), context.grid(), volume.extents,
                                      links);
  };
  return {part(whole.near), part(whole.far)};
}

BenchmarkRun::Files LinkFilesSource::files() const {
  if (!files_->given())
    return {};
  return {{}, {{"--fat", files_->fat}, {"--long", files_->longer}}};
}

std::optional<SharedLattices> LinkFilesSource::read(comms::Communicator const& world) {
  if (!files_->given())
    return std::nullopt;
  comms::on_all_ranks(world, [&] {
    if (world.rank() > 0)
      return;
    auto fat = read_colour_matrices(files_->fat, *reading_);
    auto longer = read_colour_matrices(files_->longer, *reading_);
    whole_ = {std::move(fat.field), std::move(longer.field)};
    warnings_ = told_of(files_->fat, fat.warnings);
    std::ranges::copy(told_of(files_->longer, longer.warnings), std::back_inserter(warnings_));
    KITT_VALIDATE(whole_.near.extents == whole_.far.extents,
                  fmt::format("{} and {} have different lattices, {} and {} (fat and long links "
                              "must be of one configuration): give two files of one configuration",
                              files_->fat, files_->longer, to_string(whole_.near.extents),
                              to_string(whole_.far.extents)));
  });
  return lattice_of_file(world, whole_.near.extents, files_->fat);
}

} // namespace kitt::miniapp
