// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/detail/pair_messages.hpp"
#include "comms/ranks/mpi.hpp"

#include <vector>

namespace kitt::comms::detail {

namespace {

constexpr int group_tag = 3;
constexpr int settled_tag = 4;

/// The ranks of all pairs, of each the first and then the second.
///
/// A window has all of them, though two alone use its parts: Open MPI 4 names the file that is
/// behind a window by the number of its communicator, which those of disjoint pairs have in common
/// (open-mpi/ompi#9492), and pairs of one node would get each other's memory.
class PairedRanks {
public:
  PairedRanks(Communicator const& world, std::vector<RankPair> const& pairs)
      : communicator_(make(world.handle().comm, pairs)) {}

  MPI_Comm comm() const { return communicator_.comm; }

private:
  static MPI_Comm make(MPI_Comm world, std::vector<RankPair> const& pairs) {
    std::vector<int> ranks;
    for (auto const& pair : pairs)
      ranks.insert(ranks.end(), {pair.first, pair.second});
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group paired = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    check(MPI_Comm_group(world, &all), "MPI_Comm_group");
    check(MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &paired),
          "MPI_Group_incl");
    check(MPI_Comm_create_group(world, paired, group_tag, &comm), "MPI_Comm_create_group");
    MPI_Group_free(&paired);
    MPI_Group_free(&all);
    return returning_errors(comm);
  }

  Communicator::Handle communicator_;
};

constexpr char const* advice =
    "leave put and get out by --patterns ping-pong,one-way,both-ways, or "
    "choose another transport of MPI";

class RemoteMemory final : public MessagePair::Implementation {
public:
  RemoteMemory(Communicator const& world, std::vector<RankPair> const& pairs,
               MessageShape const& shape, MemorySource const& memory)
      : Implementation(world.rank(), pairs, shape), ranks_(world, pairs),
        window_(ranks_.comm(), partner().is_first ? 0 : shape.bytes_one_way(), advice),
        partner_here_(rank_here() ^ 1) {
    auto* own = window_.memory();
    if (partner().is_first) {
      memory_ = memory("kitt::comms::messages_put_or_got", shape.bytes_one_way());
      own = static_cast<std::byte*>(memory_.get());
    }
    bool const goes_out = partner().is_first == (shape.pattern == MessagePattern::put);
    (goes_out ? outgoing_ : incoming_) = own;
  }

  void run() override {
    if (!partner().is_first)
      return;
    for (int i = 0; i < shape().window; ++i)
      start(i);
    window_.flush(partner_here_);
  }

  void settle() override {
    window_.sync();
    check(MPI_Sendrecv(nullptr, 0, MPI_BYTE, partner_here_, settled_tag, nullptr, 0, MPI_BYTE,
                       partner_here_, settled_tag, ranks_.comm(), MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
    window_.sync();
  }

private:
  int rank_here() const {
    int rank = 0;
    check(MPI_Comm_rank(ranks_.comm(), &rank), "MPI_Comm_rank");
    return rank;
  }

  void start(int buffer) {
    auto const there = static_cast<MPI_Aint>(offset(buffer));
    if (shape().pattern == MessagePattern::put)
      check(MPI_Put(outgoing(buffer), count(), MPI_BYTE, partner_here_, there, count(), MPI_BYTE,
                    window_.handle()),
            "MPI_Put");
    else
      check(MPI_Get(incoming(buffer), count(), MPI_BYTE, partner_here_, there, count(), MPI_BYTE,
                    window_.handle()),
            "MPI_Get");
  }

  PairedRanks ranks_;
  Window window_;
  int partner_here_;             ///< its number in `ranks_`: the two of a pair stand side by side
  std::shared_ptr<void> memory_; ///< of the first rank
};

} // namespace

std::unique_ptr<MessagePair::Implementation> remote_memory(Communicator const& world,
                                                           std::vector<RankPair> const& pairs,
                                                           MessageShape const& shape,
                                                           MemorySource const& memory) {
  return std::make_unique<RemoteMemory>(world, pairs, shape, memory);
}

} // namespace kitt::comms::detail
