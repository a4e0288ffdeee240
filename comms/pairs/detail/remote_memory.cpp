// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/detail/computing_target.hpp"
#include "comms/pairs/detail/pair_messages.hpp"
#include "comms/pairs/detail/remote_window.hpp"
#include "comms/ranks/mpi.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/base/error.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace kitt::comms::detail {

namespace {

constexpr int group_tag = 3;
constexpr int settled_tag = 4;

/// Communicator of the ranks of all pairs: first and second rank of each pair, pair after pair.
///
/// A window is created over all these ranks, although only the two ranks of a pair use their parts.
/// Reason: Open MPI 4 names the file behind a window by the number of its communicator.
/// Communicators of disjoint pairs have the same number, so pairs on one node would get each
/// other's memory (open-mpi/ompi#9492).
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

/// Bytes of a counter behind the messages in the second rank's memory. The first rank puts the
/// number of its last finished call there, so that a computing second rank can read it.
constexpr std::size_t number_bytes = 64;

class RemoteMemory final : public MessagePair::Implementation {
public:
  RemoteMemory(Communicator const& world, std::vector<RankPair> const& pairs,
               MessageShape const& shape, MemorySource const& memory)
      : Implementation(world.rank(), pairs, shape), ranks_(world, pairs),
        exposed_(ranks_.comm(), shape.access.window,
                 partner().is_first ? 0 : shape.bytes_one_way() + number_bytes, memory),
        partner_here_(rank_here() ^ 1), partner_displacement_(other(exposed_.displacement())),
        epochs_(exposed_.handle(), ranks_.comm(), shape.access.sync, partner_here_,
                partner().is_first) {
    KITT_EXPECT(!computes() || is_passive(shape.access.sync));
    auto* own = exposed_.bytes();
    if (partner().is_first) {
      memory_ = memory("kitt::comms::messages_put_or_got", shape.bytes_one_way());
      own = static_cast<std::byte*>(memory_.get());
    } else if (computes()) {
      target_.emplace(own + shape.bytes_one_way());
    }
    bool const goes_out = partner().is_first == (shape.pattern == MessagePattern::put);
    (goes_out ? outgoing_ : incoming_) = own;
    settle();
  }

  void run() override {
    if (target_)
      target_->run();
    else if (computes())
      call_counted();
    else
      call();
    turn();
  }

  void settle() override {
    epochs_.sync();
    meet();
    epochs_.sync();
    if (target_)
      target_->helped();
  }

  double seconds() const override { return seconds_; }
  bool progressed() const override { return !target_ || target_->progressed(); }

private:
  bool computes() const { return shape().access.target == RmaTarget::computing; }

  int rank_here() const {
    int rank = 0;
    check(MPI_Comm_rank(ranks_.comm(), &rank), "MPI_Comm_rank");
    return rank;
  }

  /// Exchanges one value with the partner, and returns the partner's value.
  MPI_Aint other(MPI_Aint own) const {
    MPI_Aint others = 0;
    check(MPI_Sendrecv(&own, 1, MPI_AINT, partner_here_, settled_tag, &others, 1, MPI_AINT,
                       partner_here_, settled_tag, ranks_.comm(), MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
    return others;
  }
  void meet() const { static_cast<void>(other(0)); }

  void call() {
    epochs_.begin();
    if (partner().is_first)
      for (int i = 0; i < shape().window; ++i)
        start(buffer_of(i));
    epochs_.end();
  }

  /// Does one call like call(), then tells the second rank that the call has finished. The second
  /// part is not timed.
  void call_counted() {
    auto const begin = machine_seconds();
    call();
    seconds_ += machine_seconds() - begin;
    ++finished_;
    epochs_.begin();
    put(&finished_, sizeof finished_, shape().bytes_one_way());
    epochs_.end();
  }

  void start(int buffer) {
    if (shape().pattern == MessagePattern::put)
      return put(outgoing(buffer), count(), offset(buffer));
    check(MPI_Get(incoming(buffer), count(), MPI_BYTE, partner_here_, there(offset(buffer)),
                  count(), MPI_BYTE, exposed_.handle()),
          "MPI_Get");
  }
  void put(void const* from, int bytes, std::size_t offset) {
    check(MPI_Put(from, bytes, MPI_BYTE, partner_here_, there(offset), bytes, MPI_BYTE,
                  exposed_.handle()),
          "MPI_Put");
  }
  /// Returns the displacement in the partner's memory that corresponds to an offset.
  MPI_Aint there(std::size_t offset) const {
    return partner_displacement_ + static_cast<MPI_Aint>(offset);
  }

  PairedRanks ranks_;
  ExposedMemory exposed_;
  int partner_here_; ///< partner's number in `ranks_`, where the two ranks of a pair are adjacent
  MPI_Aint partner_displacement_;
  AccessEpochs epochs_;
  std::shared_ptr<void> memory_; ///< messages of the first rank
  std::optional<ComputingTarget> target_;
  std::uint64_t finished_ = 0; ///< finished calls of the first rank, if the partner computes
  /// seconds of the finished calls in which the first rank accessed the second rank's memory
  double seconds_ = 0;
};

} // namespace

std::unique_ptr<MessagePair::Implementation> remote_memory(Communicator const& world,
                                                           std::vector<RankPair> const& pairs,
                                                           MessageShape const& shape,
                                                           MemorySource const& memory) {
  return std::make_unique<RemoteMemory>(world, pairs, shape, memory);
}

} // namespace kitt::comms::detail
