// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/halo_exchange.hpp"

#include "comms/halo/detail/face_source.hpp"
#include "comms/halo/detail/mailboxes.hpp"
#include "comms/halo/detail/messages.hpp"
#include "comms/halo/detail/shared_window.hpp"
#include "comms/ranks/mpi.hpp"
#include "comms/ranks/simulation.hpp"
#include "comms/ranks/traffic.hpp"
#include "core/base/error.hpp"

#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <optional>
#include <thread>

namespace kitt::comms {

using detail::check;
using detail::Mailbox;

namespace {

/// This rank's node and its ranks.
class Node {
public:
  explicit Node(Communicator const& world)
      : comm_(detail::split_by_node(world.handle().comm, world.rank())),
        node_ranks_(static_cast<std::size_t>(world.size())) {
    std::vector<int> ranks(node_ranks_.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group here = MPI_GROUP_NULL;
    check(MPI_Comm_group(world.handle().comm, &all), "MPI_Comm_group");
    check(MPI_Comm_group(comm_.comm, &here), "MPI_Comm_group");
    check(MPI_Group_translate_ranks(all, world.size(), ranks.data(), here, node_ranks_.data()),
          "MPI_Group_translate_ranks");
    MPI_Group_free(&all);
    MPI_Group_free(&here);
  }

  MPI_Comm comm() const { return comm_.comm; }
  /// Returns the number of a rank within this node; empty if the rank is on another node.
  std::optional<int> number_of(int rank) const {
    auto const number = node_ranks_[static_cast<std::size_t>(rank)];
    return number == MPI_UNDEFINED ? std::nullopt : std::optional(number);
  }

private:
  Communicator::Handle comm_;
  /// number of every rank within this node; MPI_UNDEFINED for ranks on other nodes
  std::vector<int> node_ranks_;
};

/// One block of memory that holds the faces of all messages. With a block per face, each face would
/// start on a huge page, and all faces would compete for the same cache sets.
class FaceMemory {
public:
  FaceMemory(MemorySource const& source, std::size_t bytes)
      : block_(bytes > 0 ? source("kitt::comms::faces", bytes) : nullptr),
        next_(static_cast<std::byte*>(block_.get())) {}

  std::byte* take(std::size_t bytes) {
    auto* const taken = next_;
    next_ += Mailbox::padded(bytes);
    return taken;
  }

private:
  std::shared_ptr<void> block_;
  std::byte* next_;
};

/// Calls `done` until `done` returns true, and calls `meanwhile` in between. After some tries the
/// waiting thread yields its core, because ranks and threads may share cores.
template <class Done, class Meanwhile>
void poll(Done done, Meanwhile meanwhile) {
  constexpr int patience = 100;
  for (int tries = 0; !done(); ++tries) {
    meanwhile();
    if (tries >= patience)
      std::this_thread::yield();
  }
}

} // namespace

class HaloExchange::Implementation {
public:
  Implementation(Communicator const& world, std::vector<Route> const& routes, Transport transport,
                 HugePages pages)
      : comm_(detail::duplicate(world.handle().comm)) {
    auto const node_of = [&](int rank) {
      return world.places()[static_cast<std::size_t>(rank)].node;
    };
    for (auto const& route : routes)
      if (node_of(route.to) != node_of(world.rank()))
        bytes_between_nodes_ += route.bytes;
    if (transport == Transport::shm)
      node_.emplace(world);
    plan_messages(world, routes, detail::face_source(transport, pages));
    if (transport == Transport::shm)
      plan_mailboxes(world, routes, pages);
  }

  void begin() {
    TrafficRegion const region(Region::halo);
    if (auto* const observer = watcher())
      observer->before_exchange();
    for_each(incoming_, [](auto& channel) { channel.begin(); });
    for_each(outgoing_, [](auto& channel) { channel.begin(); });
    poll([&] { return all(outgoing_, [](auto& channel) { return channel.writable(); }); },
         [&] { drive(); });
  }
  std::byte* outgoing(int leg) const { return at(outgoing_, leg).face(); }
  void send() {
    TrafficRegion const region(Region::halo, Entry::goes_on);
    for_each(outgoing_, [](auto& channel) { channel.send(); });
    if (auto* const observer = watcher())
      for (auto const& [to, bytes] : mail_)
        observer->written(to, bytes);
  }
  bool progress(int worker, int workers) {
    // Simulated messages progress without calls, and each call would take simulated time.
    if (is_simulated())
      return false;
    TrafficRegion const region(Region::halo, Entry::goes_on);
    return drive_legs(worker, workers);
  }
  void wait() {
    TrafficRegion const region(Region::halo, Entry::goes_on);
    // On a simulated machine each test takes simulated time, but waiting does not.
    if (is_simulated()) {
      for_each(incoming_, [](auto& channel) { channel.await(); });
      for_each(outgoing_, [](auto& channel) { channel.await(); });
    }
    poll([&] { return drive_legs(0, 1); }, [&] { drive(); });
  }
  std::byte const* incoming(int leg) const { return at(incoming_, leg).face(); }
  void end() {
    for_each(incoming_, [](auto& channel) { channel.end(); });
  }

  std::size_t bytes_by_messages() const { return bytes_by_messages_; }
  std::size_t bytes_by_shared_memory() const { return bytes_by_shared_memory_; }
  std::size_t bytes_between_nodes() const { return bytes_between_nodes_; }

private:
  /// one channel per hop; null if the direction is not split
  template <class Channel>
  using Channels = std::array<std::unique_ptr<Channel>, legs>;

  bool drive_legs(int worker, int workers) {
    KITT_EXPECT(worker >= 0 && worker < workers);
    auto const first = static_cast<std::size_t>(worker);
    auto const step = static_cast<std::size_t>(workers);
    bool done = all(
        incoming_, [](auto& channel) { return channel.arrived(); }, first, step);
    return all(
               outgoing_, [](auto& channel) { return channel.sent(); }, first, step) &&
           done;
  }

  template <class Channel>
  static Channel& at(Channels<Channel> const& channels, int leg) {
    auto const& channel = channels[static_cast<std::size_t>(leg)];
    KITT_EXPECT(channel != nullptr);
    return *channel;
  }
  template <class Channel, class F>
  static void for_each(Channels<Channel> const& channels, F f) {
    for (auto const& channel : channels)
      if (channel)
        f(*channel);
  }
  /// Asks every channel, even after one answered no, because each call makes its channel progress.
  template <class Channel, class F>
  static bool all(Channels<Channel> const& channels, F f, std::size_t first = 0,
                  std::size_t step = 1) {
    bool result = true;
    for (auto leg = first; leg < channels.size(); leg += step)
      if (channels[leg])
        result = f(*channels[leg]) && result;
    return result;
  }

  bool by_mail(int peer) const { return node_ && node_->number_of(peer); }

  void plan_messages(Communicator const& world, std::vector<Route> const& routes,
                     MemorySource const& source) {
    std::size_t total = 0;
    for (auto const& route : routes)
      for (auto const peer : {route.to, route.from})
        total += by_mail(peer) ? 0 : Mailbox::padded(route.bytes);
    on_all_ranks(world, [&] { memory_.emplace(source, total); });
    for (auto const& route : routes) {
      auto const message = [&](int peer) {
        KITT_VALIDATE(route.bytes <= std::numeric_limits<int>::max(),
                      fmt::format("a face of {:.1f} MB is too large for a message (MPI counts at "
                                  "most 2^31 - 1 bytes): choose a smaller local volume",
                                  static_cast<double>(route.bytes) * 1e-6));
        return detail::Message{memory_->take(route.bytes), route.bytes, peer, route.leg};
      };
      auto const leg = static_cast<std::size_t>(route.leg);
      if (!by_mail(route.from))
        incoming_[leg] = std::make_unique<detail::IncomingMessage>(comm_.comm, message(route.from));
      if (!by_mail(route.to)) {
        outgoing_[leg] = std::make_unique<detail::OutgoingMessage>(comm_.comm, message(route.to));
        bytes_by_messages_ += route.bytes;
      }
    }
  }

  /// Plans the mailboxes. Mailboxes lie at the same offsets in the segments of all ranks, in the
  /// order of the routes, so that a neighbour knows where to write. A mailbox without a sender on
  /// this node is never touched.
  void plan_mailboxes(Communicator const& world, std::vector<Route> const& routes,
                      HugePages pages) {
    std::size_t bytes = 0;
    for (auto const& route : routes)
      bytes += Mailbox::bytes(route.bytes);
    window_.emplace(world, node_->comm(), bytes, pages);
    std::size_t offset = 0;
    for (auto const& route : routes) {
      auto const mailbox_of = [&](int peer) {
        return Mailbox(window_->segment(*node_->number_of(peer)) + offset, route.bytes);
      };
      auto const leg = static_cast<std::size_t>(route.leg);
      if (by_mail(route.from)) {
        auto const own = mailbox_of(world.rank());
        own.prepare();
        incoming_[leg] = std::make_unique<detail::IncomingMail>(own);
      }
      if (by_mail(route.to)) {
        outgoing_[leg] = std::make_unique<detail::OutgoingMail>(mailbox_of(route.to));
        mail_.emplace_back(route.to, route.bytes);
        bytes_by_shared_memory_ += route.bytes;
      }
      offset += Mailbox::bytes(route.bytes);
    }
    // After this barrier all ranks have prepared their mailboxes.
    check(MPI_Barrier(node_->comm()), "MPI_Barrier");
  }

  /// Keeps MPI progressing while this rank waits only for shared memory. MPI may report a send as
  /// complete before the data has left, and then move the data only inside MPI calls. Without this
  /// call, a neighbour could wait for the message while this rank waits for the neighbour.
  void drive() {
    int found = 0;
    if (bytes_by_messages_ > 0 && bytes_by_shared_memory_ > 0)
      check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_.comm, &found, MPI_STATUS_IGNORE),
            "MPI_Iprobe");
  }

  // Members that the channels use come first, so that they live longer.
  Communicator::Handle comm_;
  std::optional<Node> node_;
  std::optional<FaceMemory> memory_;
  std::optional<detail::SharedWindow> window_;
  Channels<detail::Incoming> incoming_;
  Channels<detail::Outgoing> outgoing_;
  /// ranks that this rank writes to, and the bytes
  std::vector<std::pair<int, std::size_t>> mail_;
  std::size_t bytes_by_messages_ = 0;
  std::size_t bytes_by_shared_memory_ = 0;
  std::size_t bytes_between_nodes_ = 0;
};

HaloExchange::HaloExchange(Communicator const& world, std::vector<Route> const& routes,
                           Transport transport, HugePages pages)
    : implementation_(std::make_unique<Implementation>(world, routes, transport, pages)) {}
HaloExchange::~HaloExchange() = default;
HaloExchange::HaloExchange(HaloExchange&&) noexcept = default;
HaloExchange& HaloExchange::operator=(HaloExchange&&) noexcept = default;

void HaloExchange::begin() {
  implementation_->begin();
}
std::byte* HaloExchange::outgoing(int leg) const {
  return implementation_->outgoing(leg);
}
void HaloExchange::send() {
  implementation_->send();
}
bool HaloExchange::progress(int worker, int workers) {
  return implementation_->progress(worker, workers);
}
void HaloExchange::wait() {
  implementation_->wait();
}
std::byte const* HaloExchange::incoming(int leg) const {
  return implementation_->incoming(leg);
}
void HaloExchange::end() {
  implementation_->end();
}
std::size_t HaloExchange::bytes_by_messages() const {
  return implementation_->bytes_by_messages();
}
std::size_t HaloExchange::bytes_by_shared_memory() const {
  return implementation_->bytes_by_shared_memory();
}
std::size_t HaloExchange::bytes_between_nodes() const {
  return implementation_->bytes_between_nodes();
}

} // namespace kitt::comms
