// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/memory.hpp"
#include "miniapp/run/benchmark_run.hpp"
#include "perf/record/provenance.hpp"

#include <string>
#include <string_view>

/// \file
/// What the record of a run, and its header on the terminal, say of it.

namespace kitt::miniapp {

/// "OpenMP", "Cuda on NVIDIA H200"
std::string backend();

/// Collective.
perf::Provenance describe_program(RunOptions const& options, comms::Communicator const& world);

perf::Configuration describe_run(BenchmarkRun const& benchmark, comms::Communicator const& world,
                                 comms::Binding binding, std::size_t page_bytes);

/// The pages of a block that is made now: a reserve that is too small is found out at the start.
comms::PagesObtained pages_of_probe(MemorySource const& memory);

/// What these mean for the fields of all ranks. Collective.
std::string pages_found(comms::Communicator const& world, comms::PagesObtained const& own);

/// "  name         text", as all lines of the header are.
std::string header_line(std::string_view name, std::string const& text);

/// What is found while a run starts and does not stand in its record.
struct AsFound {
  std::string pages;             ///< what fields lie on
  std::string energy;            ///< what is counted, or why nothing
  std::string record;            ///< its path
  std::string benchmark_lines;   ///< of the benchmark, where there are several ranks
  bool has_hopping_term = false; ///< whose flops are counted
};

/// What a run prints before anything else: program, machine, ranks, threads, conventions, as found.
std::string header_text(perf::RecordHeader const& header, AsFound const& found);

} // namespace kitt::miniapp
