// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/halo_exchange.hpp"

#include "comms/halo/detail/face_source.hpp"
#include "comms/halo/detail/mailboxes.hpp"
#include "comms/halo/rank_links.hpp"
#include "core/base/error.hpp"
#include "core/fields/gauge_start.hpp"

#include <fmt/format.h>

namespace kitt::comms {

/// Faces that the rank sends to itself: it reads the memory to which it wrote.
class HaloExchange::Implementation {
public:
  Implementation(std::vector<Route> const& routes, Transport transport, HugePages pages) {
    KITT_VALIDATE(routes.empty() || transport == Transport::shm,
                  fmt::format("--comms {} is not available (this KITT was built without MPI): use "
                              "--comms shm, or build KITT with -DKITT_MPI=ON",
                              to_string(transport)));
    for (auto const& route : routes) {
      faces_[static_cast<std::size_t>(route.leg)] = detail::face_source(transport, pages)(
          "kitt::comms::face", detail::Mailbox::padded(route.bytes));
      bytes_ += route.bytes;
    }
  }

  std::byte* face(int leg) const {
    auto const& face = faces_[static_cast<std::size_t>(leg)];
    KITT_EXPECT(face != nullptr);
    return static_cast<std::byte*>(face.get());
  }
  std::size_t bytes() const { return bytes_; }

private:
  /// face of each hop; null if not exchanged
  std::array<std::shared_ptr<void>, legs> faces_;
  std::size_t bytes_ = 0;
};

HaloExchange::HaloExchange(Communicator const& /*world*/, std::vector<Route> const& routes,
                           Transport transport, HugePages pages)
    : implementation_(std::make_unique<Implementation>(routes, transport, pages)) {}
HaloExchange::~HaloExchange() = default;
HaloExchange::HaloExchange(HaloExchange&&) noexcept = default;
HaloExchange& HaloExchange::operator=(HaloExchange&&) noexcept = default;

void HaloExchange::begin() {}
void HaloExchange::send() {}
bool HaloExchange::progress(int /*worker*/, int /*workers*/) {
  return true;
}
void HaloExchange::wait() {}
void HaloExchange::end() {}

std::byte* HaloExchange::outgoing(int leg) const {
  return implementation_->face(leg);
}
std::byte const* HaloExchange::incoming(int leg) const {
  return implementation_->face(leg);
}
std::size_t HaloExchange::bytes_by_messages() const {
  return 0;
}
std::size_t HaloExchange::bytes_by_shared_memory() const {
  return implementation_->bytes();
}
std::size_t HaloExchange::bytes_between_nodes() const {
  return 0;
}

GaugeField gather_gauge_field(Communicator const&, ProcessGrid const&, GaugeField const& local) {
  return local;
}

GaugeField scatter_gauge_field(Communicator const& world, ProcessGrid const& grid,
                               Extents const& local, GaugeField const& whole) {
  return cut_out(whole, volume_of_rank(grid, world.rank(), local));
}

ColourVectors scatter_colour_vectors(Communicator const& world, ProcessGrid const& grid,
                                     Extents const& local, ColourVectors const& whole) {
  return cut_out(whole, volume_of_rank(grid, world.rank(), local));
}

} // namespace kitt::comms
