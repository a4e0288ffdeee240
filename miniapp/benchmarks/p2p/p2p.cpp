// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/message_cases.hpp"
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/benchmarks/p2p/message_curves.hpp"
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
                fmt::format("bad value \"{}\" for {} (all ranks take part in this pattern, and its "
                            "figures are for NUMA domains): run `kitt domains` instead",
                            text, option));
  return parse_name<MessagePattern>(option, text);
}

/// Adds an option `--name a,b` for values of an enum. `target` must have at least one value, which
/// is the default.
template <Named Enum>
void add_names(CLI::App& app, std::string const& option, std::vector<Enum>& target,
               std::string const& help) {
  detail::add_list(app, option, target, help)->default_str(to_string(target.front()));
}

int parse_pairs(std::string const& option, std::string const& text) {
  return text == "all" ? all_pairs : detail::Range<int>{1, 1 << 20}(option, text);
}

/// Messages of one shape between some pairs, to be measured.
struct Case {
  comms::MessageShape shape;
  std::vector<comms::RankPair> pairs;
};

/// Messages of a cell, with the time for measuring single messages.
class TimedMessages : public PairMessages {
public:
  TimedMessages(Run const& run, Case const& what, std::optional<comms::Waiting> waiting)
      : PairMessages(run.context.communicator(), what.pairs, what.shape,
                     run.context.message_memory(), run.context.options().seed),
        seconds_(run.context.options().min_seconds / 4), waiting_(waiting) {}

  /// Measures single messages of a ping-pong. Does nothing for other patterns.
  void sample_more(MessageCell& cell) {
    if (!one_way_seconds(cell))
      return;
    // On a simulated machine all messages take equally long, so few are enough.
    auto const most = comms::is_simulated() ? 10. : 10'000.;
    auto const count = std::clamp(seconds_ / cell.seconds.median, 10., most);
    cell.single_one_way_seconds = single_one_way_seconds(static_cast<std::size_t>(count), waiting_);
  }

private:
  double seconds_;
  std::optional<comms::Waiting> waiting_;
};

/// Returns how this rank waits while others are timed. Returns nothing if all ranks are in pairs.
std::optional<comms::Waiting> waiting_of(comms::Communicator const& world,
                                         std::vector<comms::RankPair> const& pairs) {
  if (2 * pairs.size() == static_cast<std::size_t>(world.size()))
    return std::nullopt;
  // The second rank of a put may have to help, and MPI helps only inside of MPI calls. Ranks in
  // pairs therefore stay awake.
  return comms::partner_of(world.rank(), pairs) ? comms::Waiting::awake : comms::Waiting::asleep;
}

bool measure(Run const& run, MessageOptions const& options, Case const& what) {
  auto const cell = unmeasured(run.context, options, what.shape, what.pairs.size());
  auto const waiting = waiting_of(run.context.communicator(), what.pairs);
  auto const bytes = partner_of(run.context.communicator().rank(), what.pairs)
                         ? 2 * what.shape.bytes_one_way()
                         : 0;
  CellTask const task{fmt::format("{} of {} bytes, {}", cell.pattern, cell.bytes,
                                  perf::counted(static_cast<int>(cell.pairs), "pair")),
                      {bytes, 0},
                      waiting};
  return measure_cell(run, cell, task, [&] { return TimedMessages(run, what, waiting); });
}

std::string where(RunContext const& context, MessageOptions const& options) {
  auto const& hosts = context.communicator().hostnames();
  if (placement(context, options) == Placement::inside_node)
    return fmt::format("Pairs run inside the node {}: rank n of its first half with rank n of its "
                       "second half.\n",
                       hosts[0]);
  return fmt::format("Pairs run between the nodes {} and {}: rank n of the first with rank n of "
                     "the second.\n",
                     hosts[0], hosts[1]);
}

/// Returns a sentence about buffers for the heading. `rotate_bytes` is the size of the region for
/// rotating buffers.
std::string buffers_text(Buffers buffers, std::size_t rotate_bytes) {
  switch (buffers) {
  case Buffers::window:
    return "Each message has its own buffer.\n";
  case Buffers::one:
    return "All messages share one buffer.\n";
  case Buffers::rotate:
    break;
  }
  return fmt::format("Each call uses the next part of a region of {}.\n",
                     perf::readable_bytes(static_cast<double>(rotate_bytes)));
}

/// Returns a sentence about pages for the heading. Readers need the kind of pages to compare with
/// programs whose buffers come from malloc.
std::string pages_text(RunContext const& context) {
  if (context.options().huge_pages == comms::HugePages::none)
    return "";
  return "OSU and IMB use small pages: compare with --hugepages none.\n";
}

std::string heading(RunContext const& context, MessageOptions const& options,
                    std::size_t rotate_bytes) {
  return std::string("ping-pong: one message there and back; one-way: a window of messages, then "
                     "an empty answer; both-ways: two windows at\nonce; put, get: one rank writes "
                     "or reads a window in the memory of the other rank. ") +
         buffers_text(options.buffers, rotate_bytes) + pages_text(context) +
         where(context, options);
}

/// Runs `kitt p2p`: measures messages between pairs of ranks.
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
                     "Numbers of pairs that exchange messages at the same time, or all "
                     "[1,2,4,...,all]\nThe other ranks sleep.");
    detail::add_number(app, "--window", messages_.window, detail::Range<int>{1, 1 << 16},
                       "Number of messages in flight per rank (ping-pong: 1)");
    detail::add_choice(
        app, "--buffers", messages_.buffers,
        "Message buffers; window: one per message; one: shared; rotate: next part of a "
        "region\nWith `one` the buffer stays in cache. With `rotate` "
        "each window uses the next part of a region of twice the last-level cache.");
    detail::add_value(app, "--placement", messages_.placement, parse_name<Placement>,
                      "Where the ranks of a pair run [between-nodes; with one node "
                      "inside-node]\nPairs between nodes connect the first two nodes.")
        ->type_name("between-nodes|inside-node");
    add_names(app, "--rma-window", messages_.rma_windows,
              "How MPI creates the memory for put and get\nallocate calls MPI_Win_allocate. create "
              "calls MPI_Win_create with KITT's memory. shared calls MPI_Win_allocate_shared, only "
              "inside a node. dynamic calls MPI_Win_create_dynamic and attaches KITT's memory.");
    add_names(app, "--sync", messages_.syncs,
              "How MPI completes a window of puts or gets\nflush calls MPI_Win_flush in one long "
              "epoch. fence calls MPI_Win_fence before and after. lock calls MPI_Win_lock and "
              "MPI_Win_unlock. pscw calls MPI_Win_post, start, complete and wait.");
    detail::add_choice(
        app, "--target", messages_.target,
        "Target during put and get; waiting: it waits inside MPI; computing: it does not call MPI");
    auto const any_pattern = [this](auto const& has) {
      return std::ranges::any_of(detail::given_or_all(messages_.patterns), has);
    };
    add_rules(app, {{.options = {"--rma-window", "--sync", "--target"},
                     .where = "without put and get",
                     .why = "only put and get access the memory of another rank",
                     .remedy = "add put or get to --patterns",
                     .have_effect = [=] { return any_pattern(comms::is_one_sided); }},
                    {.options = {"--window"},
                     .where = "with only ping-pong",
                     .why = "a ping-pong has one message in flight",
                     .remedy = "add another pattern to --patterns",
                     .have_effect = [=] {
                       return any_pattern([](auto p) { return p != MessagePattern::ping_pong; });
                     }}});
  }

  int cells(RunContext const& context) const override {
    auto const most = static_cast<int>(
        comms::rank_pairs(context.communicator().places(), placement(context, messages_)).size());
    if (most == 0)
      return 0;
    return static_cast<int>(numbers_of_pairs(context, messages_, most).size() *
                            shapes(context, messages_, 0).size());
  }

  int run(Run const& run) override {
    auto const pairs = all_of(run.context, messages_);
    auto const numbers = numbers_of_pairs(run.context, messages_, static_cast<int>(pairs.size()));
    check_access(run.context, messages_);
    auto const region = rotate_bytes(run.context);
    std::vector<Case> cases;
    for (auto const number : numbers)
      for (auto const& shape : shapes(run.context, messages_, region))
        cases.push_back({shape, {pairs.begin(), pairs.begin() + number}});
    auto const status = measure_table<MessageCell>(
        run, "Messages between two ranks", heading(run.context, messages_, region), cases,
        [&](Case const& what) { return measure(run, messages_, what); });
    if (auto const summary = message_summary(run.output.record().cells_of<MessageCell>()))
      run.output.print(message_summary_text(*summary));
    return status;
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
    "Messages between pairs of ranks: latency, bandwidth, message rate, by size and pairs",
    "messages between two ranks",
    Part::network,
    add_benchmark<MessageRun>,
    p2p_names};

} // namespace kitt::miniapp
