// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/rank_links.hpp"
#include "core/fields/gauge_start.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "miniapp/run/gauge_option.hpp"
#include "miniapp/run/run_context.hpp"

namespace kitt::miniapp {

SharedLattices lattice_of_file(comms::Communicator const& world, Extents extents,
                               std::string const& file) {
  for (auto& extent : extents)
    extent = static_cast<int>(world.max(extent));
  return {{extents}, comms::VolumeOf::job, file};
}

std::vector<std::string> told_of(std::string const& file, std::vector<std::string> const& texts) {
  std::vector<std::string> all;
  for (auto const& text : texts)
    all.push_back(file + ": " + text);
  return all;
}

BenchmarkRun::Files GaugeSource::files() const {
  if (option_->is_file())
    return {{}, {{"--gauge", option_->start}}};
  return {};
}

std::optional<SharedLattices> GaugeSource::read(comms::Communicator const& world) {
  if (!option_->is_file())
    return std::nullopt;
  comms::on_all_ranks(world, [&] {
    if (world.rank() > 0)
      return;
    auto file = read_gauge_file(option_->start, option_->reading);
    from_file_ = std::move(file.field);
    warnings_ = told_of(option_->start, file.info.warnings);
  });
  return lattice_of_file(world, from_file_.extents, option_->start);
}

GaugeField GaugeSource::whole(RunContext const& context, Extents const& extents) const {
  return option_->is_file() ? from_file_ : start(context, LocalVolume::whole(extents));
}

GaugeField GaugeSource::links(RunContext const& context, LocalVolume const& volume) const {
  if (option_->is_file())
    return comms::scatter_gauge_field(context.communicator(), context.grid(), volume.extents,
                                      from_file_);
  return start(context, volume);
}

GaugeField GaugeSource::start(RunContext const& context, LocalVolume const& volume) const {
  auto const seed = context.options().seed;
  if (option_->start == "unit")
    return unit_gauge(volume.extents);
  return option_->start == "weak" ? weak_gauge(volume, seed) : hot_gauge(volume, seed);
}

} // namespace kitt::miniapp
