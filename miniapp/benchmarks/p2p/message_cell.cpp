// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/benchmarks/p2p/message_curves.hpp"

#include "perf/record/define_cells.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>
#include <tuple>

namespace kitt::miniapp {

std::string unusual(MessageCell const& cell) {
  std::string text;
  auto const add = [&](std::string const& value, char const* usual) {
    if (!value.empty() && value != usual)
      text += (text.empty() ? "" : ", ") + value;
  };
  add(cell.buffers, "window");
  add(cell.rma_window, "allocate");
  add(cell.sync, "flush");
  add(cell.target, "waiting");
  return text;
}

double mb_per_s(MessageCell const& cell) {
  return messages_per_s(cell) * static_cast<double>(cell.bytes) * 1e-6;
}

double messages_per_s(MessageCell const& cell) {
  return static_cast<double>(cell.messages) / cell.seconds.median;
}

std::optional<double> one_way_seconds(MessageCell const& cell) {
  if (cell.pattern != "ping-pong")
    return std::nullopt;
  return cell.seconds.median / 2;
}

perf::CellKey key_of(MessageCell const& cell) {
  perf::CellKey key{.benchmark = MessageCell::benchmark,
                    .kernel = cell.pattern,
                    .variant = cell.placement,
                    .parameters = {{"buffers", cell.buffers},
                                   {"bytes", cell.bytes},
                                   {"window", cell.window},
                                   {"pairs", cell.pairs}}};
  if (!cell.sync.empty()) { // a put or get
    key.parameters["rma_window"] = cell.rma_window;
    key.parameters["sync"] = cell.sync;
    key.parameters["target"] = cell.target;
  }
  return key;
}

static void set_figure(perf::Figure& figure, MessageCell const& cell, perf::FigureContext const&) {
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = cell.placement == "between-nodes";
  figure.kernel += fmt::format(" {} B x {}, {}", cell.bytes, cell.window,
                               perf::counted(static_cast<int>(cell.pairs), "pair"));
  if (auto const ways = unusual(cell); !ways.empty())
    figure.kernel += ", " + ways;
}

/// Returns the latency: the time of the smallest message between two ranks, on two nodes if
/// possible, while no other pair sends. Returns nothing if no message is as small as a word.
static std::vector<perf::Figure> derived_figures(std::vector<MessageCell> const& cells) {
  constexpr std::int64_t word = 8;
  MessageCell const* smallest = nullptr;
  auto const order = [](MessageCell const& cell) {
    return std::tuple(cell.placement != "between-nodes", cell.bytes);
  };
  for (auto const& cell : cells)
    if (one_way_seconds(cell) && cell.pairs == 1 && cell.bytes <= word &&
        (smallest == nullptr || order(cell) < order(*smallest)))
      smallest = &cell;
  if (smallest == nullptr)
    return {};
  auto const median = 1e6 * *one_way_seconds(*smallest);
  auto const& seconds = smallest->seconds;
  auto latency = perf::plain_figure("latency", "latency", median * seconds.mean / seconds.median);
  latency.variant = fmt::format("{} B", smallest->bytes);
  latency.between_nodes = smallest->placement == "between-nodes";
  latency.median = median;
  latency.error = seconds.standard_error / seconds.mean;
  return {latency};
}

namespace {

class MessagesSummary final : public perf::SummaryPart {
public:
  explicit MessagesSummary(perf::Json const&) {}

  void add(perf::Cell const& cell) override { cells_.push_back(cell.figures<MessageCell>()); }
  void write(perf::Json& summary) const override {
    if (auto const found = message_summary(cells_))
      summary["messages"] = perf::to_data(*found);
  }

private:
  std::vector<MessageCell> cells_;
};

} // namespace

extern perf::CellKind const p2p_cells = perf::cell_kind<MessageCell>(
    {.benchmarks = {{"p2p", "Messages between two ranks", "Messages", "MB/s of all pairs", "MB/s",
                     false, false},
                    {"latency", "Latency of a message", "Latency",
                     "microseconds one way, less is better", "us", false, false, true}},
     .kernels = {{"ping-pong"}, {"one-way"}, {"both-ways"}, {"put"}, {"get"}},
     .merits = {{"mb_per_s", "MB/s of all pairs"}, {"one_way_seconds", "", true, {"ping-pong"}}},
     .plot = {.x = "parameters/bytes",
              .y = "mb_per_s",
              .colours = {"kernel", "parameters/buffers", "parameters/rma_window",
                          "parameters/sync", "parameters/target"},
              .dashes = "parameters/pairs"},
     .summary_part = perf::make_summary_part<MessagesSummary>,
     .summary_schema = [] {
       auto messages = perf::schema_of<MessageSummary>();
       messages["description"] = "properties of the network, from cells with several message sizes "
                                 "and numbers of pairs; absent if there are no such cells";
       return perf::Json{{"properties", {{"messages", messages}}},
                         {"required", perf::Json::array()}};
     }});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::MessageCell const&);
template kitt::miniapp::MessageCell kitt::perf::Cell::figures() const;
