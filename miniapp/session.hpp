// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/communicator.hpp"
#include "core/memory.hpp"
#include "miniapp/options.hpp"
#include "miniapp/progress.hpp"
#include "miniapp/tuner.hpp"
#include "perf/record.hpp"

#include <memory>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Everything a benchmark needs: MPI, Kokkos, bound threads, the machine as found, memory for
/// fields, the record. Built by main() after parsing; the order of its members is the order of
/// start-up, and the reverse that of the end.
class Session {
public:
  /// Prints the header. Throws UserError if the record cannot be written or resumed, or for more
  /// than one rank.
  Session(int& argc, char**& argv, Options options);
  ~Session();
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;

  Options const& options() const { return options_; }
  comms::Communicator const& communicator() const;
  comms::Topology const& topology() const { return header_.topology; }
  comms::Binding const& binding() const { return header_.configuration.binding; }
  perf::RunRecord& record() { return *record_; }
  MemorySource const& memory() const { return memory_; }
  Progress& progress() { return progress_; }
  perf::SamplingPolicy sampling() const { return options_.sampling(); }

  /// Measured on first use and recorded; taken from the record when resuming.
  perf::Ceilings const& ceilings();

  /// Made on first use: it looks at the cache file.
  Tuner& tuner();

  /// Prints on rank 0, after clearing the progress line. `text` holds its own newlines.
  void print(std::string const& text);

  /// Notes how many bytes of the living fields are on huge pages; call while they live.
  void note_pages();

  /// Marks the record as complete and says where it is.
  void finish();

private:
  struct Runtimes; ///< MPI, Kokkos, communicator
  void open_record();
  void print_header(std::size_t huge_bytes);

  Options options_;
  std::unique_ptr<Runtimes> runtimes_;
  perf::RecordHeader header_;
  MemorySource memory_;
  std::optional<perf::RunRecord> record_;
  std::optional<perf::Ceilings> ceilings_;
  std::optional<Tuner> tuner_;
  Progress progress_;
};

} // namespace kitt::miniapp
