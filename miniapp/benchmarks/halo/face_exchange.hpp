// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/halo_exchange.hpp"
#include "comms/ranks/communicator.hpp"
#include "core/backend/memory.hpp"
#include "perf/ceilings/precision.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kitt::miniapp {

/// Bytes of one face of L^3 x Ls half spinors, 12 reals each: 96 in double precision, as Grid
/// counts.
std::size_t face_bytes(int l, int ls, perf::Precision precision);

/// Bytes of one rank's faces: as they are made, and as they travel.
std::size_t face_exchange_bytes(std::vector<comms::Route> const& routes);

/// The exchange of faces alone, as the halo benchmark times it: threads copy random numbers to
/// where outgoing faces are written, and the faces travel.
class FaceExchange {
public:
  /// Collective. Faces are whole words of 8 bytes. Throws UserError where memory cannot be had.
  FaceExchange(comms::Communicator const& world, std::vector<comms::Route> const& routes,
               comms::Transport transport, comms::HugePages pages, MemorySource const& memory,
               std::uint64_t seed);

  /// One exchange, finished on return.
  void run();

  /// Fills all faces anew, exchanges them, and compares every word with what its sender must have
  /// sent: how many arrived here that differ. Collective.
  std::size_t wrong_words();
  /// Compares the words of the last exchange. Returns how many differ on this rank. No rank may
  /// exchange faces meanwhile.
  std::size_t wrong_left() const;

  /// Sent by this rank in one exchange.
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

  int rank_;
  std::uint64_t seed_;
  std::uint64_t filled_ = 0; ///< how often: faces of one fill are not those of another
  std::vector<Face> faces_;
  comms::HaloExchange exchange_;
};

} // namespace kitt::miniapp
