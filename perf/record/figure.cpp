// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/figure.hpp"

#include "core/lattice/lattice.hpp"

#include <cmath>

namespace kitt::perf {

Figure plain_figure(std::string const& benchmark, std::string const& kernel, double mean) {
  Figure figure;
  figure.benchmark = benchmark;
  figure.kernel = kernel;
  figure.mean = mean;
  return figure;
}

void set_rate(Figure& figure, double rate, Statistics const& seconds) {
  figure.median = rate;
  figure.mean = rate * seconds.median / seconds.mean;
}

void set_lattice(Figure& figure, std::array<int, 4> const& global_volume,
                 FigureContext const& context) {
  figure.lattice = global_volume;
  figure.node_sites = static_cast<double>(volume(global_volume)) / context.nodes;
}

double sites_of_node(Figure const& figure, std::optional<int> ranks_per_node) {
  auto const sites = std::pow(static_cast<double>(figure.l), 4);
  if (figure.volume == "per node")
    return sites;
  return figure.volume == "per rank" ? sites * ranks_per_node.value_or(0) : 0;
}

} // namespace kitt::perf
