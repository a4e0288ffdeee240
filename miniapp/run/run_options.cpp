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

/// Sets the heading of shared options in the help, for all options that are declared while this
/// object exists.
class UnderCommonHeading {
public:
  explicit UnderCommonHeading(CLI::App& app) : app_(app) {
    app_.option_defaults()->group(common_heading);
  }
  UnderCommonHeading(UnderCommonHeading const&) = delete;
  UnderCommonHeading& operator=(UnderCommonHeading const&) = delete;
  ~UnderCommonHeading() { app_.option_defaults()->group(own_heading); }

private:
  CLI::App& app_;
};

bool is_given(CLI::App const& app, std::string const& option) {
  auto const* const found = app.get_option_no_throw(option);
  return found != nullptr && found->count() > 0;
}

/// Changes options for a simulated machine. All simulated ranks run in one thread of this host, so
/// binding and pages of this host have no meaning. The simulated clock is exact: two samples
/// suffice.
void simulate(CLI::App const& app, RunOptions& options) {
  KITT_VALIDATE(
      !options.profile,
      "--profile on a simulated machine (the profile reads the clock of this host): leave it out");
  KITT_VALIDATE(!options.one_transport || options.transport == comms::Transport::mpi,
                fmt::format("--comms {} on a simulated machine (only messages take simulated "
                            "time): give --comms mpi",
                            kitt::to_string(options.transport)));
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

/// Shortens the sampling of each cell. RunContext later divides the total time by the number of
/// cells.
void shorten(CLI::App const& app, RunOptions& options) {
  auto const quick = quick_sampling(0);
  options.max_seconds = quick.maximum_seconds;
  if (!options.min_time_given)
    options.min_seconds = quick.minimum_seconds;
  if (!is_given(app, "--min-samples"))
    options.min_samples = quick.minimum_count;
}

constexpr char const* pages_explained =
    "none: small pages, 4 KiB on x86.\n"
    "madvise: transparent huge pages of 2 MiB if the system grants them.\n"
    "explicit: 2 MiB pages that the administrator has reserved.\n"
    "explicit-1g: 1 GiB pages that the administrator has reserved.";

void add_pages(CLI::App& app, RunOptions& options, PageKinds kinds) {
  if (kinds == PageKinds::one)
    return detail::add_choice(
        app, "--hugepages", options.huge_pages,
        std::string("Pages for the data: small, 2 MiB if available, or reserved\n") +
            pages_explained);
  auto const choices = detail::all_choices<comms::HugePages>();
  auto const parse = [choices](std::string const& option, std::string const& text) {
    return detail::parse_choice(option, text, choices);
  };
  if (options.huge_pages != comms::HugePages::none)
    options.page_kinds = {comms::HugePages::none, options.huge_pages};
  detail::add_list(app, "--hugepages", options.page_kinds, parse,
                   std::string("Pages for messages, one or several to compare [none,madvise]\n") +
                       pages_explained)
      ->type_name(detail::names_of(choices, "|") + ",...");
}

} // namespace

std::vector<AskedPages> asked_pages(RunOptions const& options) {
  if (options.page_kinds.size() < 2)
    return {{options.huge_pages, ""}};
  std::vector<AskedPages> all;
  for (auto const kind : options.page_kinds)
    all.push_back({kind, to_string(kind)});
  return all;
}

void add_running(CLI::App& app, RunOptions& options, PageKinds kinds) {
  UnderCommonHeading const heading(app);
  detail::add_number(
      app, "--threads", options.threads, Range<int>{0, 4096},
      "Host threads per rank; 0: from the environment, or one per core\n"
      "With 0, the number is `KOKKOS_NUM_THREADS`, or `OMP_NUM_THREADS` if the first is not set.\n"
      "If neither is set, there is one thread per core that the rank may use.");
  detail::add_choice(
      app, "--bind", options.bind,
      "Placement of threads on cores; none: no binding\n"
      "core: one core per thread, at equal distances.\n"
      "numa: like core, but a thread may move within its NUMA domain.\n"
      "spread: neighbouring threads on different sockets, then domains, then caches.\n"
      "compact: neighbouring threads on neighbouring cores.\n"
      "network: like compact, starting at the domain of the network adapter.");
  add_pages(app, options, kinds);
  detail::add_choice(app, "--first-touch", options.first_touch,
                     "Threads that touch memory first, which decides its NUMA domain\n"
                     "own: each thread touches the memory that it will use.\n"
                     "one: a single thread touches all memory.\n"
                     "interleave: threads of all NUMA domains touch pages one after another.");
  auto const take_label = [&options](std::string const& text) {
    KITT_VALIDATE(std::ranges::none_of(text, [](unsigned char c) { return std::iscntrl(c) != 0; }),
                  "--label with a line break, tab or other control character (tables print the "
                  "label in one line): give plain words");
    options.label = text;
  };
  app.add_option_function<std::string>(
         "--label", take_label, "Your name for this run in header, record, comparison and report")
      ->type_name("TEXT");
  detail::add_path(app, "--json", options.json_path,
                   "Record of the run [kitt-<command>-<host>-<UTC time>.json]");
  app.add_flag("--force", options.force, "Overwrite existing files");
  app.add_flag(
      "--profile", options.profile,
      "Print the time in MPI by routine, size and rank, and the sender and receiver of messages");
  app.add_flag("--profile-barriers", options.profile_barriers,
               "With --profile: separate waiting from moving, by a barrier before each exchange");
  app.add_flag("--quick", options.quick, "Measure fewer sizes for a shorter time, as a first look");
}

void add_measuring(CLI::App& app, RunOptions& options) {
  UnderCommonHeading const heading(app);
  options.resumable = true;
  detail::add_path(app, "--csv", options.csv_path,
                   "Also write one CSV row per cell\n"
                   "itt and suite write one file for each kind of cell, such as a.p2p.csv.");
  detail::add_path(app, "--resume", options.resume_path,
                   "Continue this record: measure only the cells that it lacks");
  detail::add_number(app, "--seed", options.seed,
                     Range<std::uint64_t>{0, std::numeric_limits<std::uint64_t>::max()},
                     "Seed of all random numbers");
  detail::add_number(app, "--min-time", options.min_seconds, Range<double>{1e-6, 3600},
                     "Minimum seconds of sampling per cell\n"
                     "With --quick, all cells share 1.5 s, and each takes at most 0.1 s.\n"
                     "A smaller value also shortens the measurement of ceilings.");
  detail::add_number(app, "--min-samples", options.min_samples, Range<std::size_t>{2, 1000000},
                     "Minimum number of samples per cell [5 with --quick]");
}

void add_grid(CLI::App& app, RunOptions& options) {
  detail::add_four(app, "--mpi", options.mpi, Range<int>{1, 1 << 20},
                   "Process grid [nodes spread evenly over all directions]\n"
                   "Within a node, the default sends the fewest bytes.\n"
                   "With --scaling strong, the whole grid sends the fewest bytes.");
  detail::add_choice(app, "--comms", options.transport,
                     "Way of faces; mpi: messages; shm: shared memory; direct: from GPUs");
}

void add_comms_threads(CLI::App& app, RunOptions& options) {
  detail::add_number(app, "--comms-threads", options.comms_threads, Range<int>{0, 64},
                     "Threads out of --threads that drive MPI while the others compute");
}

void add_baseline(CLI::App& app, RunOptions& options) {
  detail::add_path(app, "--baseline", options.baseline_path,
                   "Record of a run on fewer ranks, for parallel efficiencies");
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
                "--resume and --json name different files (a resumed run continues its own "
                "record): drop --json");
  KITT_VALIDATE(options.profile || !options.profile_barriers,
                "--profile-barriers without --profile (the profile shows their effect): add "
                "--profile, or drop both");
  KITT_VALIDATE(
      options.threads == 0 || options.comms_threads < options.threads,
      fmt::format("--comms-threads {} with --threads {} (no thread is left to compute): give fewer",
                  options.comms_threads, options.threads));
}

} // namespace kitt::miniapp
