// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/solve/input_fields.hpp"

#include "comms/halo/rank_links.hpp"
#include "core/base/error.hpp"
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

std::vector<NamedFile> SourceFile::inputs() const {
  return {{"--source", *path_}};
}

void SourceFile::read(comms::Communicator const& world, SharedLattices const& lattices,
                      std::optional<comms::RankGrid> const& ranks) {
  if (path_->empty())
    return;
  comms::on_all_ranks(world, [&] {
    if (world.rank() > 0)
      return;
    auto read = read_colour_vectors(*path_, *reading_);
    whole_ = std::move(read.field);
    warnings_ = told_of(*path_, read.warnings);
    KITT_VALIDATE(
        std::ranges::any_of(whole_.vectors,
                            [](auto const& vector) { return vector != ColourVectors::Vector{}; }),
        fmt::format("{} is zero everywhere (so the solution would be zero): give another file to "
                    "--source",
                    *path_));
    auto const& [volumes, volume_of, file] = lattices;
    auto const grid = comms::choose_grid(world.places(), volumes, volume_of, ranks, file);
    for (auto const& given : volumes) {
      auto const local = comms::share_out(grid, given, volume_of);
      auto const global = comms::volume_of_rank(grid, 0, local).global;
      KITT_VALIDATE(
          whole_.extents == global,
          fmt::format("{} has the lattice {}, but the links have {} (source and links must be on "
                      "the same lattice): choose the volume of the file, or give another --source",
                      *path_, to_string(whole_.extents), to_string(global)));
    }
  });
}

ColourVectors SourceFile::vectors(RunContext const& context, LocalVolume const& volume) const {
  if (path_->empty())
    return {};
  return comms::scatter_colour_vectors(context.communicator(), context.grid(), volume.extents,
                                       whole_);
}

} // namespace kitt::miniapp
