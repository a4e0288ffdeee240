// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/fft/fft_cell.hpp"
#include "miniapp/benchmarks/pic/pic_cell.hpp"
#include "miniapp/benchmarks/transpose/transpose_cell.hpp"
#include "perf/model/machine_file.hpp"

#include <optional>
#include <string>
#include <vector>

/// \file
/// Predicts the times of `kitt transpose`, `kitt fft` and `kitt pic` with closed formulas. As in
/// model.hpp, a step takes launch + max(flops / peak, bytes / bandwidth), and an exchange takes
///   sum over {inside nodes, between nodes} of messages * latency + bytes / bandwidth,
/// with the messages of one rank and the bytes of one node. On P ranks:
/// - transposition: q - 1 messages of each rank, with q ranks in its row or column.
/// - fft, for each box of N numbers: three passes over lines with 5 N log2 N flops and 96 N bytes,
///   one exchange in rows and one in columns. Each exchange has q - 1 messages of 16 N / (P q)
///   bytes, which is 16 N / P^1.5 on a square grid.
/// - pic, for each step: charge and push, ten sweeps and a gradient. Particles are read
///   at the bandwidth of the level that holds all particles, grid points at the bandwidth of the
///   level that holds the grid. Exchanges are one plane of charge up, one plane of the
///   potential both ways for each sweep, and one plane of the field down. In addition, a sixteenth
///   of the particles of a plane of cells moves both ways, because velocities along z are at most a
///   quarter of a cell per step.
/// The formulas assume that ranks are in order, with equally many on each node. The formulas leave
/// out the effects that model.hpp leaves out, and the copies that MPI makes.

namespace kitt::miniapp {

/// Messages of one kind: inside nodes or between nodes.
struct SentMessages {
  double messages = 0; ///< messages of a rank; the mean over the ranks that send
  double bytes = 0;    ///< bytes that a node sends
};
constexpr auto fields_of(SentMessages const*) {
  return kitt::fields(field("messages", &SentMessages::messages, "messages of a rank").at_least(0),
                      figure("bytes", &SentMessages::bytes, "bytes", "bytes of a node"));
}
/// Messages of one phase.
struct SentByWay {
  SentMessages inside;  ///< messages to ranks of the same node
  SentMessages between; ///< messages to other nodes
};
constexpr auto fields_of(SentByWay const*) {
  return kitt::fields(
      field("inside_nodes", &SentByWay::inside, "messages to ranks of the same node"),
      field("between_nodes", &SentByWay::between, "messages to other nodes"));
}
/// Prediction for one phase of a call.
struct ApplicationTerm {
  std::string phase; ///< name of the phase: "rows", "lines", "charge"
  SentByWay sent;
  /// Time of the phase. Empty if the machine file has no figures for its messages.
  std::optional<double> seconds;
};
constexpr auto fields_of(ApplicationTerm const*) {
  return kitt::fields(
      field("phase", &ApplicationTerm::phase, "phase, as in records"),
      field("sent", &ApplicationTerm::sent, "messages of the phase"),
      figure("seconds", &ApplicationTerm::seconds, "s",
             "time of the phase; null if the machine file has no figures for its messages"));
}

/// Return the predicted phases of a call with the work of a cell. The times of the cell are
/// ignored. Phases that a run on this grid does not have are left out.
std::vector<ApplicationTerm> application_terms(perf::Machine const& machine,
                                               TransposeCell const& work);
std::vector<ApplicationTerm> application_terms(perf::Machine const& machine, FftCell const& work);
std::vector<ApplicationTerm> application_terms(perf::Machine const& machine, PicCell const& work);

/// Returns the sum of all terms, or an empty optional if one of them is unknown.
std::optional<double> seconds_of(std::vector<ApplicationTerm> const& terms);

} // namespace kitt::miniapp
