// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/json_words.hpp"
#include "perf/results/detail/output_text.hpp"
#include "perf/results/detail/readers.hpp"

#include <array>
#include <fmt/format.h>

/// \file
/// Text and CSV of BabelStream (github.com/UoB-HPC/BabelStream, src/main.cpp of 57637d5). It prints
/// rates of the shortest time, in one of several units. So this reader computes the rate of the
/// average time from the number and size of elements.

namespace kitt::perf::detail {

namespace {

/// Kernel of BabelStream that KITT has too. Both count the same streams of bytes.
struct StreamKernel {
  std::string_view name;
  std::string_view kernel;
  int streams;
};
constexpr std::array stream_kernels{StreamKernel{"Copy", "copy", 2}, StreamKernel{"Dot", "read", 2},
                                    StreamKernel{"Triad", "triad", 3}};

class BabelStream {
public:
  explicit BabelStream(OtherOutput const& output) : results_(results_of_output(output)) {
    results_.source = "BabelStream; " + output.path.string();
    results_.nodes = 1; // BabelStream is one process
  }

  void read_line(std::string_view line) {
    constexpr std::string_view elements = "Number of elements:";
    constexpr std::string_view precision = "Precision:";
    if (line.starts_with(elements))
      elements_ = real_number(trimmed(line.substr(elements.size()))).value_or(0);
    else if (line.starts_with(precision))
      element_bytes_ = trimmed(line.substr(precision.size())) == "float" ? 4 : 8;
    else if (line.starts_with("function,num_times,n_elements,sizeof,"))
      is_csv_ = true;
    else
      read_row(line);
  }

  Results const& results() const {
    if (results_.figures.empty())
      throw WrongValue("it has no row of Copy, Dot or Triad");
    return results_;
  }

private:
  /// Reads the columns of the text (Copy, rate, shortest, longest, average) or of CSV (Copy, runs,
  /// elements, bytes of an element, rate, shortest, longest, average).
  void read_row(std::string_view line) {
    auto const words = is_csv_ ? split(trimmed(line), ',') : words_in(line);
    for (auto const& [name, kernel, streams] : stream_kernels) {
      if (words.empty() || words[0] != name)
        continue;
      std::size_t const columns = is_csv_ ? 8 : 5;
      if (words.size() != columns)
        throw WrongValue(fmt::format("its row of {} is not complete", name));
      if (is_csv_) {
        elements_ = real_number(words[2]).value_or(0);
        element_bytes_ = real_number(words[3]).value_or(0);
      }
      add(std::string(kernel), streams, real_number(words.back()).value_or(0));
    }
  }

  void add(std::string const& kernel, int streams, double seconds) {
    auto const bytes = streams * elements_ * element_bytes_;
    if (!(bytes >= 1 && bytes < 1e15 && seconds > 0))
      throw WrongValue(fmt::format("it states no size or time of {}", kernel));
    auto figure =
        plain_figure("memory", fmt::format("{} {:.0f} B", kernel, bytes), bytes / seconds * 1e-9);
    figure.precision =
        element_bytes_ == 4 ? Precision::single_precision : Precision::double_precision;
    results_.figures.push_back(figure);
  }

  Results results_;
  double elements_ = 0;
  double element_bytes_ = 0;
  bool is_csv_ = false;
};

} // namespace

Results read_babelstream(OtherOutput const& output, std::string const& text) {
  BabelStream stream(output);
  for (auto const& line : split(text, '\n'))
    stream.read_line(line);
  return stream.results();
}

} // namespace kitt::perf::detail
