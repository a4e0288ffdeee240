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
/// What `kitt transpose`, `kitt fft` and `kitt pic` should take, in closed forms. As in model.hpp a
/// step takes launch + max(flops / peak, bytes / bandwidth), and an exchange takes
///   sum over {inside nodes, between nodes} of messages * latency + bytes / bandwidth,
/// messages of one rank, bytes of a node. On P ranks:
///   transposition  q - 1 messages of each rank, q the ranks of its row or column
///   fft            for each box of N numbers: lines, three passes with 5 N log2 N flops and 96 N
///                  bytes, and an exchange in rows and one in columns, each of q - 1 messages of
///                  16 N / (P q) bytes: 16 N / P^1.5 on a square grid
///   pic            for each step: charge and push, bytes of particles at the bandwidth of where
///                  all of them lie, those of the points around them at that of where the grid
///                  lies; ten sweeps and a gradient; a plane of charge up, one of the potential
///                  both ways for each sweep, one of the field down; and of the particles of a
///                  plane of cells a sixteenth both ways, as velocities of up to a quarter of a
///                  distance along z make it
/// Ranks are taken to lie in order, equally many on each node. Not in it: what model.hpp leaves
/// out, and the copies that MPI makes.

namespace kitt::miniapp {

/// What goes one way.
struct SentMessages {
  double messages = 0; ///< of a rank: the mean of a line's, or of a slab that sends so
  double bytes = 0;    ///< of a node
};
constexpr auto fields_of(SentMessages const*) {
  return kitt::fields(field("messages", &SentMessages::messages, "messages of a rank").at_least(0),
                      figure("bytes", &SentMessages::bytes, "bytes", "bytes of a node"));
}
/// All of a phase.
struct SentByWay {
  SentMessages inside;  ///< to ranks of the same node
  SentMessages between; ///< to other nodes
};
constexpr auto fields_of(SentByWay const*) {
  return kitt::fields(field("inside_nodes", &SentByWay::inside, "to ranks of the same node"),
                      field("between_nodes", &SentByWay::between, "to other nodes"));
}
/// A phase of a call.
struct ApplicationTerm {
  std::string phase; ///< "rows", "lines", "charge"
  SentByWay sent;
  /// None: the machine's file says nothing of how such messages travel.
  std::optional<double> seconds;
};
constexpr auto fields_of(ApplicationTerm const*) {
  return kitt::fields(
      field("phase", &ApplicationTerm::phase, "phase, as in records"),
      field("sent", &ApplicationTerm::sent, "messages of the phase"),
      figure("seconds", &ApplicationTerm::seconds, "s",
             "time of the phase; null: the machine's file does not say how its messages travel"));
}

/// Of a call of the work that a cell describes, whose times are not looked at. Phases that such a
/// run does not have are left out.
std::vector<ApplicationTerm> application_terms(perf::Machine const& machine,
                                               TransposeCell const& work);
std::vector<ApplicationTerm> application_terms(perf::Machine const& machine, FftCell const& work);
std::vector<ApplicationTerm> application_terms(perf::Machine const& machine, PicCell const& work);

/// All of them together; none where one is not known.
std::optional<double> seconds_of(std::vector<ApplicationTerm> const& terms);

} // namespace kitt::miniapp
