// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/message_cases.hpp"
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/benchmarks/p2p/message_tables.hpp"
#include "miniapp/benchmarks/p2p/pair_messages.hpp"
#include "miniapp/run/byte_options.hpp"
#include "miniapp/run/measure_cell.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

using comms::MessagePattern;
using comms::Placement;

template <Named Enum>
Enum parse_name(std::string const& option, std::string const& text) {
  return detail::parse_choice(option, text, detail::all_choices<Enum>());
}

MessagePattern parse_pattern(std::string const& option, std::string const& text) {
  KITT_VALIDATE(text != "domains",
                fmt::format("bad value \"{}\" for {} (all ranks take part in it, and its figures "
                            "are of NUMA domains): give `kitt domains`",
                            text, option));
  return parse_name<MessagePattern>(option, text);
}

/// `--name a,b` of values of an enum, one of them given.
template <Named Enum>
void add_names(CLI::App& app, std::string const& option, std::vector<Enum>& target,
               std::string const& help) {
  detail::add_list(app, option, target, help)->default_str(to_string(target.front()));
}

int parse_pairs(std::string const& option, std::string const& text) {
  return text == "all" ? all_pairs : detail::Range<int>{1, 1 << 20}(option, text);
}

/// One thing to measure.
struct Case {
  comms::MessageShape shape;
  std::vector<comms::RankPair> pairs;
};

/// The messages of a cell, and how long to look at single ones.
class TimedMessages : public PairMessages {
public:
  TimedMessages(Session& session, Case const& what, std::optional<comms::Waiting> waiting)
      : PairMessages(session.communicator(), what.pairs, what.shape, session.memory(),
                     session.options().seed),
        seconds_(session.options().min_seconds / 4), waiting_(waiting) {}

  /// Of a ping-pong.
  void sample_more(MessageCell& cell) {
    if (!one_way_seconds(cell))
      return;
    auto const most = comms::is_simulated() ? 10. : 10'000.; // there all take the same time
    auto const count = std::clamp(seconds_ / cell.seconds.median, 10., most);
    cell.single_one_way_seconds = single_one_way_seconds(static_cast<std::size_t>(count), waiting_);
  }

private:
  double seconds_;
  std::optional<comms::Waiting> waiting_;
};

/// How a rank waits while others are timed; nothing where all ranks are in pairs.
std::optional<comms::Waiting> waiting_of(comms::Communicator const& world,
                                         std::vector<comms::RankPair> const& pairs) {
  if (2 * pairs.size() == static_cast<std::size_t>(world.size()))
    return std::nullopt;
  // the second rank of a put may have to help, and that MPI does in calls only
  return comms::partner_of(world.rank(), pairs) ? comms::Waiting::awake : comms::Waiting::asleep;
}

bool measure(Session& session, MessageOptions const& options, Case const& what) {
  auto const cell = unmeasured(session, options, what.shape, what.pairs.size());
  auto const waiting = waiting_of(session.communicator(), what.pairs);
  auto const bytes =
      partner_of(session.communicator().rank(), what.pairs) ? 2 * what.shape.bytes_one_way() : 0;
  CellTask const task{fmt::format("{} of {} bytes, {}", cell.pattern, cell.bytes,
                                  perf::counted(static_cast<int>(cell.pairs), "pair")),
                      {bytes, 0},
                      waiting};
  return measure_cell(session, cell, task, [&] { return TimedMessages(session, what, waiting); });
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

/// `rotate_bytes`: of rotating buffers.
std::string buffers_text(Buffers buffers, std::size_t rotate_bytes) {
  switch (buffers) {
  case Buffers::window:
    return "Each message of a window has its own buffer.\n";
  case Buffers::one:
    return "Messages of a window share a buffer.\n";
  case Buffers::rotate:
    break;
  }
  return fmt::format("Each call uses the next part of {}.\n",
                     perf::readable_bytes(static_cast<double>(rotate_bytes)));
}

/// Says what to know before a figure is compared with a program whose buffers come from malloc.
std::string pages_text(Session const& session) {
  if (session.options().huge_pages == comms::HugePages::none)
    return "";
  return "Buffers lie on huge pages where the system gives them (Pages), those of OSU and IMB on "
         "small "
         "ones: give\n--hugepages none to compare.\n";
}

std::string heading(Session const& session, MessageOptions const& options,
                    std::size_t rotate_bytes) {
  return std::string(
             "ping-pong: one message to and fro; one way is half of that, p99 of single ones. "
             "one-way: a window of messages\nat once, then an empty answer. both-ways: each sends "
             "the other a window at once, and both are counted. put,\nget: one rank writes or "
             "reads a window in memory of the other, by MPI_Win_allocate and MPI_Win_flush if the\n"
             "line names nothing else. Random contents, verified before and after. Median of "
             "samples, slowest rank; MB are\n10^6 bytes. ") +
         buffers_text(options.buffers, rotate_bytes) + pages_text(session) +
         where(session, options);
}

/// `kitt p2p`.
class MessageRun final : public BenchmarkRun {
public:
  explicit MessageRun(CLI::App& app) {
    options.min_seconds = 0.2;
    add_running(app, options);
    add_measuring(app, options);
    detail::add_list(app, "--patterns", messages_.patterns, parse_pattern,
                     "Patterns to measure [all]")
        ->type_name(detail::names_of(detail::all_choices<MessagePattern>(), "|") + ",...");
    detail::add_byte_sizes(app, "--sizes", messages_.sizes, {1, (std::int64_t{1} << 31) - 1},
                           "Bytes of a message", "1:4M");
    detail::add_list(app, "--pairs", messages_.pairs, parse_pairs,
                     "Pairs that talk at once, the other ranks asleep: numbers, or all "
                     "[1,2,4,...,all]");
    detail::add_number(app, "--window", messages_.window, detail::Range<int>{1, 1 << 16},
                       "Messages that a rank has under way at once (ping-pong: 1)");
    detail::add_choice(app, "--buffers", messages_.buffers,
                       "Each message of a window has a buffer of its own, or all share one, which "
                       "stays in cache, or each window uses the next part of a region of twice the "
                       "last-level cache");
    detail::add_value(
        app, "--placement", messages_.placement, parse_name<Placement>,
        "Where the ranks of a pair run [between the first two nodes; inside the node if there is "
        "one]")
        ->type_name("between-nodes|inside-node");
    add_names(app, "--rma-window", messages_.rma_windows,
              "How MPI gets the memory that is put into or got from");
    add_names(app, "--sync", messages_.syncs, "What completes a window of puts or gets");
    detail::add_choice(
        app, "--target", messages_.target,
        "While a rank puts or gets, the other waits inside MPI, or computes and does "
        "not call it");
    auto const any_pattern = [this](auto const& has) {
      return std::ranges::any_of(detail::given_or_all(messages_.patterns), has);
    };
    add_rules(app, {{.options = {"--rma-window", "--sync", "--target"},
                     .where = "without put and get",
                     .why = "no other pattern reaches into a rank's memory",
                     .remedy = "add one to --patterns",
                     .have_effect = [=] { return any_pattern(comms::is_one_sided); }},
                    {.options = {"--window"},
                     .where = "with only ping-pong",
                     .why = "it has one message under way",
                     .remedy = "add another pattern to --patterns",
                     .have_effect = [=] {
                       return any_pattern([](auto p) { return p != MessagePattern::ping_pong; });
                     }}});
  }

  int cells(Session const& session) const override {
    auto const most = static_cast<int>(
        comms::rank_pairs(session.communicator().places(), placement(session, messages_)).size());
    if (most == 0)
      return 0;
    return static_cast<int>(numbers_of_pairs(session, messages_, most).size() *
                            shapes(session, messages_, 0).size());
  }

  int run(Session& session) override {
    auto const pairs = all_of(session, messages_);
    auto const numbers = numbers_of_pairs(session, messages_, static_cast<int>(pairs.size()));
    check_access(session, messages_);
    auto const region = rotate_bytes(session);
    session.show_pace();
    session.print(perf::banner("Messages between two ranks"));
    session.print(heading(session, messages_, region));
    session.print(perf::cell_table<MessageCell>().header());
    bool good = true;
    for (auto const number : numbers)
      for (auto const& shape : shapes(session, messages_, region))
        good =
            measure(session, messages_, {shape, {pairs.begin(), pairs.begin() + number}}) && good;
    session.print(perf::cell_table<MessageCell>().rule());
    if (auto const summary = message_summary(session.record().cells_of<MessageCell>()))
      session.print(message_summary_text(*summary));
    return good ? 0 : 1;
  }

private:
  MessageOptions messages_;
};

std::vector<NameList> p2p_names() {
  return {name_list<MessagePattern>("patterns of messages (--patterns)")};
}

} // namespace

extern Benchmark const p2p_benchmark{
    "p2p",
    "Messages between pairs of ranks: latency, bandwidth and rate by size and pairs",
    "messages between two ranks",
    Part::network,
    add_benchmark<MessageRun>,
    p2p_names};

} // namespace kitt::miniapp
