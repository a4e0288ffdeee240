// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/memory.hpp"
#include "miniapp/run/benchmark_run.hpp"
#include "perf/record/provenance.hpp"

#include <string>
#include <string_view>

/// \file
/// Description of a run, for the header of its record and for the printed header.

namespace kitt::miniapp {

/// Returns the place where kernels run, as "OpenMP" or "Cuda on NVIDIA H200".
std::string backend();

/// Returns name and version of MPI, as "Open MPI v4.1.4", without the details that follow.
std::string mpi_name(perf::Provenance const& program);

/// Returns the description of the program and its libraries. Collective.
perf::Provenance describe_program(RunOptions const& options, comms::Communicator const& world);

/// Returns the configuration of a run. `page_bytes` is the size of small pages.
perf::Configuration describe_run(BenchmarkRun const& benchmark, comms::Communicator const& world,
                                 comms::Binding binding, std::size_t page_bytes);

/// Allocates a block of memory, and returns its pages. This reports at the start of a run if too
/// few huge pages are reserved.
comms::PagesObtained pages_of_probe(MemorySource const& memory);

/// Describes the pages of all ranks. Collective.
std::string pages_found(comms::Communicator const& world, comms::PagesObtained const& own);

/// Returns a line of the header, as "  name         text".
std::string header_line(std::string_view name, std::string const& text);

/// Facts about a run that the printed header has in addition to the record.
struct AsFound {
  std::string pages;             ///< pages of the fields
  std::string energy;            ///< energy counters, or the reason if no counter is available
  std::string record;            ///< path of the record
  std::string benchmark_lines;   ///< lines of the benchmark, used if there are several ranks
  bool has_hopping_term = false; ///< whether figures count the flops of a hopping term
};

/// Returns the text that a run prints first: program, machine, ranks, threads, and conventions.
std::string header_text(perf::RecordHeader const& header, AsFound const& found);

} // namespace kitt::miniapp
