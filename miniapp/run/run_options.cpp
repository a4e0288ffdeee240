// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/run_options.hpp"

#include "comms/ranks/simulation.hpp"
#include "miniapp/run/option_values.hpp"

#include <algorithm>
#include <cctype>
#include <limits>

namespace kitt::miniapp {

namespace {

using detail::Choices;
using detail::Range;

bool is_given(CLI::App const& app, std::string const& option) {
  auto const* const found = app.get_option_no_throw(option);
  return found != nullptr && found->count() > 0;
}

/// All ranks take turns in one thread of this host, whose cores and pages are not the simulated
/// machine's. Its clock is exact: two samples show that they are alike.
void simulate(CLI::App const& app, RunOptions& options) {
  KITT_VALIDATE(!options.profile, "--profile on a simulated machine (its clock is not the "
                                  "profile's): leave it out");
  KITT_VALIDATE(!options.one_transport || options.transport == comms::Transport::mpi,
                "--comms shm on a simulated machine (memory that ranks share takes no time "
                "there): give --comms mpi");
  options.transport = comms::Transport::mpi;
  options.bind = comms::BindPolicy::none;
  options.huge_pages = comms::HugePages::none;
  options.first_touch = comms::FirstTouch::own;
  options.page_kinds.clear();
  if (!options.min_time_given)
    options.min_seconds = 1e-6;
  if (!is_given(app, "--min-samples"))
    options.min_samples = 2;
}

/// A quick run; its session knows the number of cells, and shares out the time among them.
void shorten(CLI::App const& app, RunOptions& options) {
  auto const quick = quick_sampling(0);
  options.max_seconds = quick.maximum_seconds;
  if (!options.min_time_given)
    options.min_seconds = quick.minimum_seconds;
  if (!is_given(app, "--min-samples"))
    options.min_samples = quick.minimum_count;
}

void add_pages(CLI::App& app, RunOptions& options, PageKinds kinds) {
  if (kinds == PageKinds::one)
    return detail::add_choice(
        app, "--hugepages", options.huge_pages,
        "Huge pages for the data: no, 2 MiB if to be had, or reserved ones of 2 MiB "
        "or 1 GiB");
  auto const choices = detail::all_choices<comms::HugePages>();
  auto const parse = [choices](std::string const& option, std::string const& text) {
    return detail::parse_choice(option, text, choices);
  };
  if (options.huge_pages != comms::HugePages::none)
    options.page_kinds = {comms::HugePages::none, options.huge_pages};
  detail::add_list(
      app, "--hugepages", options.page_kinds, parse,
      "Huge pages for messages: no, 2 MiB if to be had, or reserved ones of 2 MiB or 1 "
      "GiB; each is measured [none,madvise]")
      ->type_name(detail::names_of(choices, "|") + ",...");
}

} // namespace

void add_running(CLI::App& app, RunOptions& options, PageKinds kinds) {
  detail::add_number(
      app, "--threads", options.threads, Range<int>{0, 4096},
      "Host threads per rank; 0: as KOKKOS_NUM_THREADS or else OMP_NUM_THREADS says, or one "
      "per core this process may use");
  detail::add_choice(
      app, "--bind", options.bind,
      "Where threads run. core: each on a core of its own, at equal distances; numa: "
      "the same, anywhere in that core's NUMA domain; spread: on another socket, "
      "domain, cache in turn; compact: on neighbouring cores; network: the same, "
      "from the network adapter's domain on; none: as found");
  add_pages(app, options, kinds);
  detail::add_choice(app, "--first-touch", options.first_touch,
                     "Memory is touched first by the threads that use it, by one, or page by page "
                     "by those of different NUMA domains");
  auto const take_label = [&options](std::string const& text) {
    KITT_VALIDATE(
        std::ranges::none_of(text, [](unsigned char c) { return std::iscntrl(c) != 0; }),
        "--label with a line break, tab or other control character (it stands in one line of the "
        "header and of tables): give plain words");
    options.label = text;
  };
  app.add_option_function<std::string>(
         "--label", take_label,
         "Your words for this run: in its header, record, comparisons and reports")
      ->type_name("TEXT");
  detail::add_path(app, "--json", options.json_path,
                   "The record [kitt-<command>-<host>-<UTC time>.json]");
  app.add_flag("--force", options.force, "Overwrite existing files");
  app.add_flag(
      "--profile", options.profile,
      "Where the time of communication goes: MPI calls by routine and size, ranks, matrix");
  app.add_flag("--profile-barriers", options.profile_barriers,
               "With --profile: ranks wait for each other before each exchange of faces, so that "
               "waiting is told apart from moving");
  app.add_flag("--quick", options.quick, "Fewer sizes, shorter sampling, for a first look");
}

void add_measuring(CLI::App& app, RunOptions& options) {
  options.resumable = true;
  detail::add_path(
      app, "--csv", options.csv_path,
      "Also write one CSV row per cell; itt and suite: a FILE for each kind of cell (a.p2p.csv)");
  detail::add_path(app, "--resume", options.resume_path,
                   "Go on with this record: measure what it lacks");
  detail::add_number(app, "--seed", options.seed,
                     Range<std::uint64_t>{0, std::numeric_limits<std::uint64_t>::max()},
                     "Seed of all random fields");
  detail::add_number(
      app, "--min-time", options.min_seconds, Range<double>{1e-6, 3600},
      "Seconds of sampling per cell, at least; --quick: 5 for all cells, at most 0.1 for each. "
      "Less shortens ceilings, too");
  detail::add_number(app, "--min-samples", options.min_samples, Range<std::size_t>{2, 1000000},
                     "Samples per cell, at least; --quick: 5");
}

void add_grid(CLI::App& app, RunOptions& options) {
  detail::add_four(app, "--mpi", options.mpi, Range<int>{1, 1 << 20},
                   "Ranks per direction [nodes spread over all four, as near to a hypercube as can "
                   "be; within a node, and with --scaling strong, fewest bytes to send]");
  detail::add_choice(
      app, "--comms", options.transport,
      "Faces travel by messages, or inside a node through shared memory; `kitt halo` alone "
      "measures both");
}

void add_comms_threads(CLI::App& app, RunOptions& options) {
  detail::add_number(app, "--comms-threads", options.comms_threads, Range<int>{0, 64},
                     "Progress threads: so many of --threads drive MPI while the others compute");
}

void add_baseline(CLI::App& app, RunOptions& options) {
  detail::add_path(app, "--baseline", options.baseline_path,
                   "Record of a run on fewer ranks: efficiencies refer to it");
}

void finish(CLI::App const& app, RunOptions& options) {
  options.one_transport = is_given(app, "--comms");
  options.min_time_given = is_given(app, "--min-time");
  if (options.quick)
    shorten(app, options);
  if (comms::is_simulated())
    simulate(app, options);
  if (auto& kinds = options.page_kinds; !kinds.empty()) {
    std::sort(kinds.begin(), kinds.end());
    options.huge_pages = kinds.back();
  }
  KITT_VALIDATE(options.resume_path.empty() || options.json_path.empty() ||
                    options.json_path == options.resume_path,
                "--resume and --json differ (a resumed run goes on in its own file): drop "
                "--json");
  KITT_VALIDATE(options.profile || !options.profile_barriers,
                "--profile-barriers without --profile (nobody would see what they tell): give "
                "both, or neither");
  KITT_VALIDATE(options.threads == 0 || options.comms_threads < options.threads,
                fmt::format("--comms-threads {} of --threads {} (none is left to compute): give "
                            "fewer",
                            options.comms_threads, options.threads));
}

} // namespace kitt::miniapp
