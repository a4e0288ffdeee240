// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "kitt_build_info.hpp"
#include "miniapp/manual/described_program.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp::detail {

namespace {

// Parts of the man page, in roff(7) with the macros of man(7). The parts that follow from the
// command line are generated.
constexpr char const* before_commands = R"(.SH DESCRIPTION
.B kitt
benchmarks machines with lattice\-QCD kernels: Mflop/s per node of the Wilson and domain\-wall hopping
terms, memory bandwidth, and the halo exchange between ranks, on one node or many.
It follows Grid's Benchmark_ITT.
Every result is verified against a naive operator before it is timed.
A wrong result has no figure, and the run fails.
Figures are compared with ceilings measured in the same run.
.PP
L is the local volume per node, L^4 sites
.RB ( \-\-per\-rank :
per rank).
Figures are in base\-10 units, from the median time of the slowest rank.
1344 flops are counted for each site
.RB ( \-\-flops\-per\-site ).
The comparison point is the mean of DWF4 at L = 12 and L = 16, or at L = 24 and L = 32
.RB ( "\-\-rules itt\-2020" ).
.PP
Each finished cell is written to the JSON record before the next one begins.
.B \-\-resume
continues a run that was killed.
)";
constexpr char const* after_commands = R"(.SH ENVIRONMENT
.TP
.B KITT_TUNE_CACHE
Folder of the cache with the fastest orders of sites; otherwise
.I $XDG_CACHE_HOME/kitt
or
.IR ~/.cache/kitt .
.TP
.B KITT_DATA
Folder of published tables, machine files and the report; otherwise
.I ../share/kitt
relative to the folder of the program.
.TP
.B KITT_PYTHON
The Python of
.BR "kitt report" ;
it needs matplotlib, jinja2 and jsonschema.
.TP
.B KITT_PROGRAM
The program whose schemas the report reads;
.B "kitt report"
sets it.
.TP
.BR KITT_SIMULATED_PLATFORM ", " KITT_SIMULATED_COMPUTING
Set by
.IR kitt-simulate ,
for a kitt that was built for simulated machines.
.TP
.B KITT_EMULATED_NODES_INSIDE
Set by tests that emulate nodes on one system, so that kitt does not warn about it.
.TP
.BR KITT_MPIPROFILE_SUMMARY ", " KITT_MPIPROFILE_JSON
Read by
.IR libkitt_mpiprofile.so ,
which profiles MPI in any program (LD_PRELOAD).
The first is
.BR stderr ", " stdout " or " none ;
the second names a JSON file.
.TP
.BR OMP_PROC_BIND ", " OMP_PLACES
If set, OpenMP binds the threads, and kitt keeps this binding.
.TP
.BR KOKKOS_NUM_THREADS ", " OMP_NUM_THREADS
Threads per rank (at most 512) if
.B \-\-threads
is not given.
The first variable overrides the second.
.TP
.B KOKKOS_TOOLS_LIBS
A Kokkos Tool to load. It sees the names of cells, their parts and kernels.
.SH FILES
.TP
.I kitt\-<command>\-<host>\-<UTC time>.json
Record of a run, in the current folder.
.TP
.I ~/.cache/kitt/tuning\-*.json
Cache with results of
.BR \-\-tune .
.TP
.IR share/kitt/published ", " share/kitt/machines
Published tables
.RB ( published:NAME )
and machines of
.BR "kitt model" ,
under the prefix of the installation.
.SH EXIT STATUS
.TP
.B 0
Success.
.TP
.B 1
A result was wrong, the run failed, or a ratio was below
.BR \-\-fail\-below .
.TP
.B 2
The command line, a file or the machine must be corrected; one line says what.
.SH EXAMPLES
.TP
.B kitt itt \-\-quick
A first look at this machine.
.TP
.B srun \-N 4 \-\-ntasks\-per\-node=8 \-\-cpus\-per\-task=16 kitt itt
Four nodes, one rank per NUMA domain.
.TP
.B mpirun \-np 4 \-\-map\-by ppr:1:numa \-\-bind\-to numa kitt itt \-\-tune=off
Four ranks under Open MPI.
Its mpirun has an option \-\-tune of its own, so write \-\-tune=off with the equals sign.
.TP
.B kitt dslash \-\-kernels DWF4 \-\-L 16 \-\-precision double
One kernel at one size.
.TP
.B kitt compare run.json published:knl\-7230
Compares a run with the published table of Knights Landing.
.TP
.B kitt compare run.json grid:itt.log@nodes=1
Compares a run with the output of Grid's Benchmark_ITT on one node.
.TP
.B kitt report run.json \-o report.html
Writes an HTML page to send to a colleague.
.SH SEE ALSO
.BR mpirun (1),
.BR srun (1),
.BR lstopo (1),
.BR numactl (8)
)";

/// Returns a text as roff. Nothing in the text acts as a roff request, and words in backticks
/// become bold.
std::string roff(std::string const& text) {
  std::string result = "\\&";
  bool bold = false;
  for (char const c : text) {
    if (c == '`')
      result += (bold = !bold) ? "\\fB" : "\\fR";
    else if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string roff(DescribedOption const& option) {
  std::vector<std::string> names;
  for (auto const& name : option.names)
    names.push_back((option.positional ? "\\fI" : "\\fB") + roff(name) + "\\fR");
  std::string text = fmt::format(".TP\n{}", fmt::join(names, ", "));
  if (!option.positional && !option.value.empty())
    text += " \\fI" + roff(option.value) + "\\fR";
  text += "\n" + roff(option.help) + ".\n";
  for (auto const& line : option.details)
    text += ".br\n" + roff(line) + "\n";
  if (!option.default_value.empty())
    text += "Default: " + roff(option.default_value) + ".\n";
  return text;
}

std::string synopsis(DescribedProgram const& program) {
  std::string text;
  for (std::size_t i = 1; i < program.size(); ++i) {
    text += fmt::format("{}.B kitt {}\n[\\fIoptions\\fR]", i > 1 ? ".br\n" : "", program[i].name);
    for (auto const& option : program[i].options)
      if (option.positional)
        text += " \\fI" + roff(option.names.front()) + "\\fR";
    text += "\n";
  }
  return text;
}

/// Returns the section of a command with its options. Options that `first`, an earlier command, has
/// as well are only listed by name.
std::string roff(DescribedCommand const& command, DescribedCommand const& first) {
  auto text = fmt::format(".SS kitt {}\n{}.\n", command.name, roff(command.help));
  std::string shared;
  for (auto const& option : command.options) {
    bool const above =
        std::find(first.options.begin(), first.options.end(), option) != first.options.end();
    if (above)
      shared += (shared.empty() ? "" : ", ") + ("\\fB" + roff(option.names.back()) + "\\fR");
    else
      text += roff(option);
  }
  if (!shared.empty())
    text += fmt::format(".PP\nAs for \\fBkitt {}\\fR: {}.\n", first.name, shared);
  return text;
}

} // namespace

std::string man_page(DescribedProgram const& program) {
  // `kitt` without a command acts as `kitt itt`, which has its own section
  DescribedCommand const none;
  auto const& itt = program.at(1);
  std::string text = fmt::format(".TH KITT 1 \"\" \"kitt {}\" \"User Commands\"\n"
                                 ".SH NAME\nkitt \\- {}\n"
                                 ".SH SYNOPSIS\n.B kitt\n[\\fIoptions of kitt itt\\fR]\n.br\n{}"
                                 "{}.SH COMMANDS\n",
                                 build_info::version, roff(program.front().help), synopsis(program),
                                 before_commands);
  for (std::size_t i = 1; i < program.size(); ++i)
    text += roff(program[i], i == 1 ? none : itt);
  return text + after_commands;
}

} // namespace kitt::miniapp::detail
