// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/rank_pairs.hpp"
#include "core/base/error.hpp"
#include "miniapp/benchmarks/p2p/pair_messages.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/tables/message_tables.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using comms::MessagePattern;
using comms::Placement;
using perf::MessageCell;

enum class Buffers { window, one };
constexpr auto names_of(Buffers) {
  return std::array{"window", "one"};
}

constexpr int all_pairs = 0; ///< stands for as many as there are

struct MessageOptions {
  std::vector<MessagePattern> patterns = {};
  std::vector<std::int64_t> sizes = {};
  std::vector<int> pairs = {};
  std::optional<Placement> placement = {};
  int window = 64;
  Buffers buffers = Buffers::window;
};

template <Named Enum>
Enum parse_name(std::string const& option, std::string const& text) {
  return detail::parse_choice(option, text, detail::all_choices<Enum>());
}

int parse_pairs(std::string const& option, std::string const& text) {
  return text == "all" ? all_pairs : detail::Range<int>{1, 1 << 20}(option, text);
}

std::vector<std::int64_t> powers_of_two(int first, int last, int step) {
  std::vector<std::int64_t> sizes;
  for (int power = first; power <= last; power += step)
    sizes.push_back(std::int64_t{1} << power);
  return sizes;
}

/// 1 byte to 4 MiB.
std::vector<std::int64_t> sizes(Session const& session, MessageOptions const& options) {
  if (!options.sizes.empty())
    return options.sizes;
  return powers_of_two(0, 22, session.options().quick ? 3 : 1);
}

std::vector<MessagePattern> patterns(MessageOptions const& options) {
  if (!options.patterns.empty())
    return options.patterns;
  std::vector<MessagePattern> all;
  for (auto const& [name, pattern] : detail::all_choices<MessagePattern>())
    all.push_back(pattern);
  return all;
}

Placement placement(Session const& session, MessageOptions const& options) {
  return options.placement.value_or(session.communicator().nodes() > 1 ? Placement::between_nodes
                                                                       : Placement::inside_node);
}

/// All pairs of this run. Throws UserError where there is none.
std::vector<comms::RankPair> all_of(Session const& session, MessageOptions const& options) {
  auto const& world = session.communicator();
  auto const where = placement(session, options);
  auto pairs = comms::rank_pairs(world.places(), where);
  KITT_VALIDATE(!pairs.empty() || where == Placement::inside_node,
                "no pair of ranks between nodes (this run has one node): start it on two, or give "
                "--placement inside-node");
  KITT_VALIDATE(!pairs.empty(),
                fmt::format("no pair of ranks inside a node (the first has one rank): start it "
                            "with two or more, as in `mpirun -np 2 kitt p2p`{}",
                            world.nodes() > 1 ? ", or give --placement between-nodes" : ""));
  return pairs;
}

/// Numbers of pairs to measure, in order: as asked, or 1, 2, 4 ... and all.
std::vector<int> numbers_of_pairs(Session const& session, MessageOptions const& options, int most) {
  auto numbers = options.pairs;
  if (numbers.empty()) {
    for (int count = 1; count < most && (count == 1 || !session.options().quick); count *= 2)
      numbers.push_back(count);
    numbers.push_back(all_pairs);
  }
  std::replace(numbers.begin(), numbers.end(), all_pairs, most);
  for (auto const number : numbers)
    KITT_VALIDATE(number <= most, fmt::format("--pairs {} (this run has {}): give fewer, or start "
                                              "more ranks",
                                              number, perf::counted(most, "pair")));
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// One thing to measure.
struct Case {
  comms::MessageShape shape;
  std::vector<comms::RankPair> pairs;
};

/// What is known of a cell before it is measured.
MessageCell unmeasured(Session const& session, MessageOptions const& options, Case const& what) {
  MessageCell cell;
  cell.pattern = kitt::to_string(what.shape.pattern);
  cell.placement = kitt::to_string(placement(session, options));
  cell.buffers = kitt::to_string(options.buffers);
  cell.bytes = static_cast<std::int64_t>(what.shape.bytes);
  cell.window = what.shape.window;
  cell.pairs = static_cast<std::int64_t>(what.pairs.size());
  std::size_t const ways = goes_both_ways(what.shape.pattern) ? 2 : 1;
  cell.messages = ways * static_cast<std::size_t>(what.shape.window) * what.pairs.size();
  return cell;
}

/// How a rank waits while others are timed; nothing where all ranks are in pairs.
std::optional<comms::Waiting> waiting_of(comms::Communicator const& world,
                                         std::vector<comms::RankPair> const& pairs) {
  if (2 * pairs.size() == static_cast<std::size_t>(world.size()))
    return std::nullopt;
  // the second rank of a put may have to help, and that MPI does in calls only
  return comms::partner_of(world.rank(), pairs) ? comms::Waiting::awake : comms::Waiting::asleep;
}

bool measure(Session& session, MessageOptions const& options, Case const& what) {
  auto const cell = unmeasured(session, options, what);
  auto const& world = session.communicator();
  CellTask const task{fmt::format("{} of {} bytes, {}", cell.pattern, cell.bytes,
                                  perf::counted(static_cast<int>(cell.pairs), "pair")),
                      {2 * what.shape.bytes_one_way(), 0},
                      waiting_of(world, what.pairs)};
  return measure_cell(session, cell, task, [&] {
    return perf::PairMessages(world, what.pairs, what.shape, session.memory(),
                              session.options().seed);
  });
}

std::string where(Session const& session, MessageOptions const& options) {
  auto const& hosts = session.communicator().hostnames();
  if (placement(session, options) == Placement::inside_node)
    return fmt::format("Pairs run inside one node, {}: the n-th rank of its first half with the "
                       "n-th of its second.\n",
                       hosts[0]);
  return fmt::format("Pairs run between two nodes, {} and {}: the n-th rank of one with the n-th "
                     "of the other.\n",
                     hosts[0], hosts[1]);
}

std::string heading(Session const& session, MessageOptions const& options) {
  return std::string(
             "ping-pong: one message to and fro; one way is half of that. one-way: a window "
             "of messages at once, then an\nempty answer. both-ways: each sends the other a "
             "window at once, and both are counted. put, get: one rank\nwrites or reads a "
             "window in memory of the other, which does nothing. Random contents, verified "
             "before and\nafter. Median of samples, slowest rank; MB are 10^6 bytes. ") +
         (options.buffers == Buffers::window ? "Each message of a window has its own buffer.\n"
                                             : "Messages of a window share a buffer.\n") +
         where(session, options);
}

/// `kitt p2p`.
class MessageRun final : public BenchmarkRun {
public:
  explicit MessageRun(CLI::App& app) {
    options.min_seconds = 0.2;
    add_running(app, options);
    add_measuring(app, options);
    detail::add_list(app, "--patterns", messages_.patterns, parse_name<MessagePattern>,
                     "Patterns to measure [all]")
        ->type_name(detail::names_of(detail::all_choices<MessagePattern>(), "|") + ",...");
    detail::add_list(app, "--sizes", messages_.sizes,
                     detail::Range<std::int64_t>{1, (std::int64_t{1} << 31) - 1},
                     "Bytes of a message, as 8,1024 or 8 1024 [1,2,4,...,4194304]");
    detail::add_list(app, "--pairs", messages_.pairs, parse_pairs,
                     "Pairs that talk at once, the other ranks asleep: numbers, or all "
                     "[1,2,4,...,all]");
    detail::add_number(app, "--window", messages_.window, detail::Range<int>{1, 1 << 16},
                       "Messages that a rank has under way at once (ping-pong: 1)");
    detail::add_choice(app, "--buffers", messages_.buffers,
                       "Each message of a window has a buffer of its own, or all share one, which "
                       "stays in cache");
    detail::add_value(
        app, "--placement", messages_.placement, parse_name<Placement>,
        "Where the ranks of a pair run [between the first two nodes; inside the node if there is "
        "one]")
        ->type_name("between-nodes|inside-node");
  }

  int cells(Session const& session) const override {
    auto const most = static_cast<int>(
        comms::rank_pairs(session.communicator().places(), placement(session, messages_)).size());
    if (most == 0)
      return 0;
    return static_cast<int>(numbers_of_pairs(session, messages_, most).size() *
                            patterns(messages_).size() * sizes(session, messages_).size());
  }

  int run(Session& session) override {
    auto const pairs = all_of(session, messages_);
    auto const numbers = numbers_of_pairs(session, messages_, static_cast<int>(pairs.size()));
    session.show_pace();
    session.print(perf::banner("Messages between two ranks"));
    session.print(heading(session, messages_));
    session.print(perf::cell_table<MessageCell>().header());
    bool good = true;
    for (auto const number : numbers)
      for (auto const pattern : patterns(messages_))
        for (auto const bytes : sizes(session, messages_))
          good = measure(session, messages_,
                         case_of(pattern, bytes, {pairs.begin(), pairs.begin() + number})) &&
                 good;
    session.print(perf::cell_table<MessageCell>().rule());
    if (auto const summary = session.record().summary().messages)
      session.print(perf::message_summary_text(*summary));
    return good ? 0 : 1;
  }

private:
  Case case_of(MessagePattern pattern, std::int64_t bytes,
               std::vector<comms::RankPair> pairs) const {
    return {{.pattern = pattern,
             .bytes = static_cast<std::size_t>(bytes),
             .window = pattern == MessagePattern::ping_pong ? 1 : messages_.window,
             .one_buffer = messages_.buffers == Buffers::one},
            std::move(pairs)};
  }

  MessageOptions messages_;
};

std::vector<NameList> names() {
  NameList patterns{.heading = "patterns of messages (--patterns)"};
  for (auto const* const name : names_of(MessagePattern{}))
    patterns.entries.push_back({name});
  return {patterns};
}

} // namespace

extern Benchmark const p2p_benchmark{
    "p2p", "Messages between pairs of ranks: latency, bandwidth and rate by size and pairs",
    "messages between two ranks", add_benchmark<MessageRun>, names};

} // namespace kitt::miniapp
