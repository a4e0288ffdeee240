// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/kernel_exchange.hpp"
#include "comms/ranks/communicator.hpp"
#include "core/backend/memory.hpp"
#include "miniapp/run/run.hpp"
#include "perf/ceilings/precision.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kitt::miniapp {

struct HaloOptions {
  FieldOptions fields = {.precision = perf::Precision::double_precision, .ls = 8, .per_rank = true};
  std::vector<int> depths = {1}; ///< layers of sites in a face: 1, long_hop or both
  /// True if the benchmark runs together with others. In this case the benchmark measures only all
  /// directions together, and skips a size that does not fit.
  bool among_others = false;
};

int halo_cells(RunContext const& context, HaloOptions const& options);
/// Runs the benchmark of the exchange of faces. Returns the exit status of the program. Collective.
int run_halo(Run const& run, HaloOptions const& options);

/// Contents of a face. A hop over `depth` sites needs as many layers of L^3 x Ls sites.
struct FaceSize {
  int l;
  int ls;
  int depth; ///< 1: half spinors of 12 reals, as for Wilson; 3: colour vectors of 6 reals
  perf::Precision precision;
};
/// Returns the bytes of one face. A half spinor has 96 bytes in double precision, as in Grid. A
/// colour vector has 48.
std::size_t face_bytes(FaceSize const& face);

/// Returns the bytes of memory for the faces of one rank, and for their buffers in the exchange.
std::size_t face_exchange_bytes(std::vector<comms::Route> const& routes);

/// Exchange of faces without computing, for timing and verification. Threads copy random numbers
/// into the outgoing buffers, and the faces are exchanged.
class FaceExchange {
public:
  /// Allocates the buffers and fills the faces. Requires that faces are whole words of 8 bytes.
  /// Throws UserError if memory is not available. Collective.
  FaceExchange(comms::Communicator const& world, std::vector<comms::Route> const& routes,
               comms::Transport transport, comms::HugePages pages, MemorySource const& memory,
               std::uint64_t seed);

  /// Makes one exchange. The exchange has finished on return.
  void run();

  /// Fills all faces with new numbers, exchanges them, and compares every received word with the
  /// word that its sender must have sent. Returns how many words differ on this rank. Collective.
  std::size_t wrong_words();
  /// Compares the words of the last exchange with the words that their senders must have sent.
  /// Returns how many differ on this rank. Requires that no rank exchanges faces at the same time.
  std::size_t wrong_left() const;

  /// Return the bytes that this rank sends in one exchange.
  std::size_t bytes_by_messages() const { return exchange_.bytes_by_messages(); }
  std::size_t bytes_by_shared_memory() const { return exchange_.bytes_by_shared_memory(); }

private:
  using Word = std::uint64_t;
  struct Face {
    comms::Route route;
    std::shared_ptr<void> memory;
    std::size_t words() const { return route.bytes / sizeof(Word); }
  };

  std::uint64_t stream(int sender, int leg) const;
  void fill();
  void move();
  std::size_t wrong_words(Face const& face) const;
  /// Return the memory of a face that kernels can use.
  Word* outgoing(Face const& face) const;
  Word const* incoming(Face const& face) const;

  int rank_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< number of fills so far; each fill has other contents
  std::vector<Face> faces_;
  comms::KernelExchange exchange_;
};

} // namespace kitt::miniapp
