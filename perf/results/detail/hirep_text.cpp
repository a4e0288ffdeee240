// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "perf/ceilings/cost_table.hpp"
#include "perf/json/json_words.hpp"
#include "perf/results/detail/figures.hpp"
#include "perf/results/detail/output_text.hpp"
#include "perf/results/detail/readers.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <vector>

/// \file
/// Text of two programs that are made of HiRep:
///
/// - BSMBench 1.0 (github.com/DiRAC-benchmarks/DiRAC3-testsuite, b65c068,
///   src/plot_scripts/BSMBench/BSMBench/Bench/bsmbench.c)
/// - SOMBRERO (github.com/sa2c/sombrero, 8bbe464, sombrero/sombrero.c and sombrero.sh)
///
/// Each line begins with a name and a level: "[BENCH][0]mad: Average total FLOP/s: 1.234e+10".
/// Extents are in the order t, x, y, z. Both programs compute in double precision, with one thread
/// per rank. Rates are of all ranks together. The number of nodes is not printed.

namespace kitt::perf::detail {

namespace {

/// A line of the log: "BENCH", and the text after the level.
struct LogLine {
  std::string_view name;
  std::string_view text;
};

/// Returns an empty line if the line is not from HiRep's log.
LogLine log_line(std::string_view line) {
  auto const middle = line.find("][");
  auto const end = line.find(']', middle + 2);
  if (!line.starts_with('[') || middle == line.npos || end == line.npos ||
      !whole_number(line.substr(middle + 2, end - middle - 2)))
    return {};
  return {line.substr(1, middle - 1), trimmed(line.substr(end + 1))};
}

/// Returns the text after the given words. Returns nothing if the text begins with other words.
std::optional<std::string_view> text_after(std::string_view words, std::string_view text) {
  return text.starts_with(words) ? std::optional(trimmed(text.substr(words.size()))) : std::nullopt;
}

/// Returns x, y, z, t of "64x32x32x32". Throws WrongValue if these are not four sizes.
Grid grid_of(std::string_view text) {
  auto const parts = split(text, 'x');
  Grid grid{};
  for (std::size_t i = 0; i < grid.size(); ++i) { // t comes first
    auto const size = i < parts.size() ? whole_number(parts[i]) : std::nullopt;
    if (!size || *size < 1 || *size > 4096 || parts.size() != grid.size())
      throw WrongValue(fmt::format("it states a grid of {}", text));
    grid[(i + 3) % 4] = *size;
  }
  return grid;
}

/// What the logs of both programs have in common: the lattice, the ranks, and figures per node.
class HirepOutput {
public:
  HirepOutput(OtherOutput const& output, std::string const& program)
      : output_(output), results_(results_of_output(output)) {
    results_.source = fmt::format("{}; {}", program, output.path.string());
  }

  Results const& results() const { return results_; }

protected:
  void read_geometry(std::string_view text) {
    for (auto const* words : {"global size is ", "Global size is "})
      if (auto const size = text_after(words, text))
        lattice_ = grid_of(*size);
    for (auto const* words : {"proc grid is ", "Proc grid is "})
      if (auto const grid = text_after(words, text))
        set_ranks(grid_of(*grid));
  }

  /// Returns a figure of the present lattice. `rate`: rate of all nodes together.
  Figure make_figure(std::string const& benchmark, std::string const& kernel, double rate) const {
    if (!lattice_ || !results_.nodes)
      throw WrongValue("it does not state the lattice and the grid of ranks");
    auto figure = plain_figure(benchmark, kernel, rate / *results_.nodes);
    figure.l = (*lattice_)[0];
    figure.ls = 1;
    figure.precision = Precision::double_precision;
    FigureContext context;
    context.nodes = *results_.nodes;
    set_lattice(figure, *lattice_, context);
    figure.volume = "whole job";
    figure.between_nodes = *results_.nodes > 1;
    return figure;
  }

  /// Adds a figure. Throws WrongValue if its kernel was measured twice, in two runs.
  void add(Figure const& figure) {
    if (std::ranges::any_of(results_.figures,
                            [&](Figure const& one) { return one.kernel == figure.kernel; }))
      throw WrongValue(fmt::format("it has {} twice; one file must hold one run", figure.kernel));
    results_.figures.push_back(figure);
  }

private:
  void set_ranks(Grid const& grid) {
    if (results_.rank_grid && results_.rank_grid != grid)
      throw WrongValue("it holds runs on different grids of ranks");
    int ranks = 1;
    for (int const size : grid)
      ranks *= size;
    KITT_VALIDATE(output_.nodes || ranks == 1,
                  fmt::format("{} does not state how many nodes its {} ranks used (the program "
                              "does not print it): append @nodes=N",
                              output_.name, ranks));
    int const nodes = output_.nodes.value_or(1);
    KITT_VALIDATE(ranks % nodes == 0,
                  fmt::format("{} cannot be on {} (its {} do not divide evenly): correct @nodes=N",
                              output_.name, counted(nodes, "node"), counted(ranks, "rank")));
    results_.rank_grid = grid;
    results_.nodes = nodes;
    results_.ranks_per_node = results_.cores_per_node = ranks / nodes;
    results_.node_grid =
        node_grid_of(results_, ranks == nodes ? std::optional(Grid{1, 1, 1, 1}) : std::nullopt);
  }

  OtherOutput const& output_;
  Results results_;
  std::optional<Grid> lattice_ = {};
};

/// Case of BSMBench: its gauge group, and the dimension of its fermions.
struct BsmCase {
  std::string_view name;
  std::string_view group;
  ColourSpace space;
};
constexpr std::array bsm_cases{BsmCase{"comms", "SU(2)", {3, true}},
                               BsmCase{"balance", "SU(3)", {3}}, BsmCase{"compute", "SU(6)", {6}}};

/// Tests of BSMBench, as its lines name them.
constexpr std::array bsm_tests{std::pair{"spinor_field_sqnorm:", BsmTest::sqnorm},
                               std::pair{"mad:", BsmTest::mad}, std::pair{"Dphi:", BsmTest::dphi}};

class BsmBench : public HirepOutput {
public:
  explicit BsmBench(OtherOutput const& output) : HirepOutput(output, "BSMBench") {}

  void read_line(LogLine const& line) {
    if (line.name == "MAIN")
      read_main(line.text);
    else if (line.name == "BENCH")
      read_bench(line.text);
  }

  void finish() const {
    if (!pending_.empty() || results().figures.empty())
      throw WrongValue("it ends before the end of a case");
  }

private:
  void read_main(std::string_view text) {
    read_geometry(text);
    if (auto const group = text_after("Gauge group:", text))
      group_ = *group;
    else if (text_after("Fermion representation:", text))
      set_case(text);
  }

  /// Sets the case from "Fermion representation: REPR_ADJOINT [dim=3]". Some builds do not fill in
  /// the name of the representation.
  void set_case(std::string_view text) {
    if (!pending_.empty())
      throw WrongValue("a case begins before the end of another");
    auto const found = std::ranges::find_if(bsm_cases, [&](BsmCase const& one) {
      return one.group == group_ && text.ends_with(fmt::format("[dim={}]", one.space.dimension));
    });
    if (found == bsm_cases.end())
      throw WrongValue(fmt::format("its {}, {} is no case of BSMBench", group_, text));
    case_ = &*found;
  }

  void read_bench(std::string_view text) {
    for (auto const& [label, test] : bsm_tests)
      if (auto const rate = text_after(fmt::format("{} Average total FLOP/s:", label), text))
        add_test(test, *rate);
    bool const failed = text.starts_with("Tests FAILED");
    if (!failed && !text.starts_with("All tests completed"))
      return;
    for (auto& figure : pending_) {
      if (failed) {
        figure.status = "failed";
        figure.reason = "the precision test of BSMBench failed";
      }
      add(figure);
    }
    pending_.clear();
  }

  void add_test(BsmTest test, std::string_view rate) {
    auto const flops = real_number(rate);
    if (!flops || case_ == nullptr)
      throw WrongValue(fmt::format("its test {} has no rate or no case", to_string(test)));
    auto one =
        make_figure("bsm", fmt::format("{} {}", to_string(test), case_->name), *flops * 1e-9);
    one.flops_per_site = bsm_flops(test, case_->space, GroupFlopCount::bsmbench);
    pending_.push_back(one);
  }

  std::string group_;
  BsmCase const* case_ = nullptr;
  std::vector<Figure> pending_; ///< figures of a case whose end was not read yet
};

/// Theories of SOMBRERO's cases 1 to 6, from its README. The operator has a clover term.
constexpr std::array sombrero_cases{"SU(2)", "SU(2) adjoint", "SU(3)",
                                    "Sp(4)", "SU(3) sextet",  "Sp(4) adjoint"};

class Sombrero : public HirepOutput {
public:
  explicit Sombrero(OtherOutput const& output) : HirepOutput(output, "SOMBRERO") {}

  void read_line(LogLine const& line) {
    if (line.name == "GEOMETRY")
      read_geometry(line.text);
    else if (line.name == "RESULT" && line.text.ends_with(" seconds"))
      read_result(words_in(line.text));
  }

  void finish() const {
    if (results().figures.empty())
      throw WrongValue("it has no result of a case");
  }

private:
  /// Reads "Case 3 93.25 Gflops in 1326.380493 seconds".
  void read_result(std::vector<std::string> const& words) {
    auto const number = words.size() == 7 ? whole_number(words[1]) : std::nullopt;
    auto const gflops = number ? real_number(words[2]) : std::nullopt;
    auto const seconds = gflops ? real_number(words[5]) : std::nullopt;
    auto const last = static_cast<int>(sombrero_cases.size());
    if (!seconds || *seconds <= 0 || *number < 1 || *number > last)
      throw WrongValue(
          fmt::format("its result \"{}\" has no rate of a case", fmt::join(words, " ")));
    auto const* const theory = sombrero_cases[static_cast<std::size_t>(*number - 1)];
    auto one = make_figure("solve", fmt::format("CG clover {}", theory), *gflops / *seconds * 1e3);
    one.call_seconds = *seconds;
    add(one);
  }
};

template <class Reader>
Results read_log(OtherOutput const& output, std::string const& text) {
  Reader reader(output);
  for (auto const& line : split(text, '\n'))
    reader.read_line(log_line(line));
  reader.finish();
  return reader.results();
}

} // namespace

Results read_bsmbench(OtherOutput const& output, std::string const& text) {
  return read_log<BsmBench>(output, text);
}

Results read_sombrero(OtherOutput const& output, std::string const& text) {
  return read_log<Sombrero>(output, text);
}

} // namespace kitt::perf::detail
