// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "kitt_build_info.hpp"
#include "miniapp/manual/described_program.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace kitt::miniapp::detail {

namespace {

// roff(7) with the macros of man(7). What follows from the command line is not here.
constexpr char const* before_commands = R"(.SH DESCRIPTION
.B kitt
says what a machine is worth to lattice QCD: Mflop/s per node of the Wilson and domain\-wall hopping
terms, memory bandwidth, and the exchange of faces between ranks, on one node or many.
It follows Grid's Benchmark_ITT.
Every result is verified against a naive operator before it is timed, and set against ceilings
measured in the same run: a wrong one prints no figure and fails the run.
.PP
L is the local volume per node, L^4 sites
.RB ( \-\-per\-rank :
per rank).
Figures are in base\-10 units, of the median time of the slowest rank; 1344 flops are counted for each
site
.RB ( \-\-flops\-per\-site ).
The comparison point is the mean of DWF4 at L = 12 and L = 16.
.PP
Each finished cell is in the JSON record before the next is begun:
.B \-\-resume
goes on with a run that was killed.
)";
constexpr char const* after_commands = R"(.SH ENVIRONMENT
.TP
.B KITT_TUNE_CACHE
Folder of the orders of sites that were found fastest; else
.I $XDG_CACHE_HOME/kitt
or
.IR ~/.cache/kitt .
.TP
.B KITT_DATA
Folder of published tables, machine files and the report; else
.I ../share/kitt
beside the folder of the program.
.TP
.B KITT_PYTHON
The Python of
.BR "kitt report" ;
it needs matplotlib and jinja2.
.TP
.BR KITT_SIMULATED_PLATFORM ", " KITT_SIMULATED_COMPUTING
Set by
.IR kitt-simulate ,
for a kitt that was built for simulated machines.
.TP
.B KITT_EMULATED_NODES_INSIDE
Set by tests that emulate nodes on one system: kitt gives no warning of that.
.TP
.BR KITT_MPIPROFILE_SUMMARY ", " KITT_MPIPROFILE_JSON
Read by
.IR libkitt_mpiprofile.so ,
which profiles MPI under any program (LD_PRELOAD):
.BR stderr ", " stdout " or " none ;
a file for JSON.
.TP
.BR OMP_PROC_BIND ", " OMP_PLACES
If set, OpenMP has bound the threads and kitt leaves them there.
.TP
.BR KOKKOS_NUM_THREADS ", " OMP_NUM_THREADS
Threads per rank where
.B \-\-threads
does not say; the first wins over the second. At most 512.
.TP
.B KOKKOS_TOOLS_LIBS
A Kokkos Tool sees cells, their parts and kernels by name.
.SH FILES
.TP
.I kitt\-<command>\-<host>\-<UTC time>.json
The record of a run, in the current folder.
.TP
.I ~/.cache/kitt/tuning\-*.json
What
.B \-\-tune
has found; a cache.
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
All is well.
.TP
.B 1
A result was wrong, the run failed, or a ratio was below
.BR \-\-fail\-below .
.TP
.B 2
Something to mend on the command line, in a file or on the machine; one line says what.
.SH EXAMPLES
.TP
.B kitt itt \-\-quick
A first look at this machine.
.TP
.B srun \-N 4 \-\-ntasks\-per\-node=8 \-\-cpus\-per\-task=16 kitt itt
Four nodes, one rank per NUMA domain.
.TP
.B mpirun \-np 4 \-\-map\-by ppr:1:numa \-\-bind\-to numa kitt itt \-\-tune=off
Under Open MPI, whose mpirun takes a separate \-\-tune for its own: write it in one word.
.TP
.B kitt dslash \-\-kernels DWF4 \-\-L 16 \-\-precision double
One kernel at one size.
.TP
.B kitt compare run.json published:knl\-7230
Against the published table of Knights Landing.
.TP
.B kitt report run.json \-o report.html
A page to send to a colleague.
.SH SEE ALSO
.BR mpirun (1),
.BR srun (1),
.BR lstopo (1),
.BR numactl (8)
)";

/// Text as roff: nothing in it is a request, and `words` are bold.
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

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

std::string roff(DescribedOption const& option) {
  std::vector<std::string> names;
  for (auto const& name : option.names)
    names.push_back((option.positional ? "\\fI" : "\\fB") + roff(name) + "\\fR");
  std::string text = fmt::format(".TP\n{}", fmt::join(names, ", "));
  if (!option.positional && !option.value.empty())
    text += " \\fI" + roff(option.value) + "\\fR";
  text += "\n" + roff(option.help) + ".\n";
  for (auto const& line : lines_of(option.details))
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

/// The options of a command; those that it shares with `first`, a command above, by name alone.
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
  // `kitt` alone is `kitt itt`, which is written out
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
