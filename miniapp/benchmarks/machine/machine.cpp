// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/backend/backend_traits.hpp"
#include "core/base/error.hpp"
#include "core/base/output_file.hpp"
#include "miniapp/model/measured_machine.hpp"
#include "miniapp/run/option_rules.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/run/run.hpp"
#include "perf/ceilings/ceilings.hpp"
#include "perf/ceilings/peak.hpp"
#include "perf/record/csv.hpp"
#include "perf/tables/cell_tables.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace kitt::miniapp {

namespace {

std::string or_unknown(std::size_t bytes) {
  return bytes == 0 ? "unknown" : perf::readable_bytes(static_cast<double>(bytes));
}

std::string count(int value) {
  return value == 0 ? "unknown" : std::to_string(value);
}

std::string count(int value, std::string_view what) {
  return value == 0 ? fmt::format("unknown {}s", what) : perf::counted(value, what);
}

std::string line(std::string const& name, std::string const& value) {
  return fmt::format("{:<22} {}\n", name, value);
}

std::string cpu_lines(comms::Topology const& machine) {
  auto const clock = machine.clock_mhz > 0
                         ? fmt::format(", {:.0f} MHz according to /proc/cpuinfo", machine.clock_mhz)
                         : "";
  auto const offered = machine.simd_offered.empty()
                           ? std::string("unknown")
                           : fmt::format("{}", fmt::join(machine.simd_offered, " "));
  return line("CPU", machine.cpu_model + " (" + machine.architecture + ")" + clock +
                         (machine.virtual_machine ? ", virtual machine" : "")) +
         line("sockets", count(machine.sockets)) + line("cores", count(machine.cores)) +
         line("hardware threads", count(machine.hardware_threads)) +
         line("this process may use",
              fmt::format("{}, {} ({})", count(machine.allowed_cores, "core"),
                          count(machine.allowed_hardware_threads, "hardware thread"),
                          machine.allowed_cpuset)) +
         line("SIMD", fmt::format("compiled for {} ({} single, {} double lanes); offered: {}",
                                  machine.simd_compiled, native_lanes<float>, native_lanes<double>,
                                  offered));
}

std::string system_lines(comms::Topology const& machine) {
  return line("frequency governor", machine.cpu_governor) +
         line("NUMA balancing", machine.numa_balancing);
}

std::string network_lines(comms::Topology const& machine) {
  if (machine.network_devices.empty())
    return line("network devices", "none found");
  std::string text;
  for (auto const& device : machine.network_devices)
    text += line(text.empty() ? "network devices" : "",
                 fmt::format("{} ({}), {}", device.name, device.kind,
                             device.numa_domain
                                 ? fmt::format("attached to NUMA domain {}", *device.numa_domain)
                                 : "not attached to a single NUMA domain"));
  return text;
}

std::string cache_lines(comms::Topology const& machine) {
  if (machine.caches.empty())
    return line("caches", "unknown");
  std::string text;
  for (auto const& cache : machine.caches)
    text += line(fmt::format("L{} cache", cache.level),
                 fmt::format("{} x {}, {}-byte lines, one for {}", cache.count,
                             or_unknown(cache.size_bytes),
                             cache.line_bytes == 0 ? "unknown" : std::to_string(cache.line_bytes),
                             perf::counted(cache.cores_per_cache, "core")));
  return text;
}

std::string numa_lines(comms::Topology const& machine) {
  std::string text = line("NUMA domains", count(static_cast<int>(machine.numa_domains.size())));
  for (auto const& domain : machine.numa_domains)
    text += line(fmt::format("  domain {}", domain.os_index),
                 fmt::format("{} ({}), {}", perf::counted(domain.cores, "core"), domain.cpuset,
                             or_unknown(domain.memory_bytes)));
  for (std::size_t i = 0; i < machine.numa_distances.size(); ++i)
    text += line(i == 0 ? "  distances" : "",
                 fmt::format("{:>4}", fmt::join(machine.numa_distances[i], " ")));
  return text;
}

std::string memory_lines(comms::Topology const& machine) {
  std::string text =
      line("memory", fmt::format("{}, {} available", or_unknown(machine.memory_bytes),
                                 or_unknown(machine.available_memory_bytes))) +
      line("pages", fmt::format("{}; transparent huge pages: {}", or_unknown(machine.page_bytes),
                                machine.transparent_huge_pages));
  for (auto const& pool : machine.huge_pages)
    text += line("", fmt::format("reserve of {}: {} free of {}", or_unknown(pool.page_bytes),
                                 pool.pages_free, pool.pages_total));
  return text;
}

std::string binding_lines(comms::Binding const& binding) {
  std::string text =
      line("threads", fmt::format("{}, binding requested: {}; in effect: {}, {}", binding.threads(),
                                  kitt::to_string(binding.policy), count(binding.cores, "core"),
                                  count(binding.numa_domains, "NUMA domain")));
  return text +
         line("  hardware threads", fmt::format("{}", fmt::join(binding.thread_cpusets, " | ")));
}

/// Returns the lines that say where each rank runs. Empty if there is one rank.
std::string rank_lines(std::vector<perf::RankBinding> const& ranks) {
  if (ranks.size() == 1)
    return "";
  std::string text;
  for (auto const& rank : ranks)
    text += line(fmt::format("  rank {}", rank.rank), perf::describe(rank));
  return line("ranks", std::to_string(ranks.size())) + text;
}

std::string warning_lines(std::vector<std::string> const& warnings) {
  std::string text;
  for (auto const& warning : warnings)
    text += line("WARNING", warning);
  return text;
}

std::string clock_text(perf::Ceilings const& ceilings) {
  if (ceilings.clock_ghz <= 0)
    return "unknown";
  constexpr auto how = "timed by dependent additions before, between and after the peaks";
  if (perf::clock_varies(ceilings))
    return fmt::format("varies ({:.2f} to {:.2f} GHz: {})", ceilings.lowest_clock_ghz,
                       ceilings.clock_ghz, how);
  return fmt::format("{:.2f} GHz ({})", ceilings.clock_ghz, how);
}

std::string peak_line(perf::Ceilings const& ceilings, perf::Precision precision, int lanes) {
  auto text = fmt::format("{:.1f} Gflop/s", perf::peak_of(ceilings, precision));
  if (auto const per_cycle = perf::multiply_adds_per_cycle(ceilings, precision))
    text +=
        fmt::format("; {:.2f} multiply-adds of {} lanes per cycle and thread", *per_cycle, lanes);
  return line(fmt::format("{} peak", kitt::to_string(precision)), text);
}

/// Returns the size of a cache level. Returns "-" for memory, or if the size is unknown.
std::string size_of_level(std::size_t bytes) {
  return bytes == 0 || bytes == std::numeric_limits<std::size_t>::max() ? "-" : or_unknown(bytes);
}

/// Returns a bandwidth with its mark, or "-" if it was not measured.
std::string marked(double gb_per_s, bool in_doubt) {
  if (gb_per_s == 0)
    return "- ";
  return fmt::format("{:.1f}{}", gb_per_s, in_doubt ? '!' : ' ');
}

/// Returns the columns that levels and points of the curve have in common. `text` formats a
/// bandwidth and its mark.
template <class Bandwidths, class Text>
std::vector<perf::ColumnOf<Bandwidths>> bandwidth_columns(Text const& text) {
  return {
      {{"working set", "all threads", 12}, [](auto& b) { return or_unknown(b.working_set_bytes); }},
      {{"read ", "GB/s ", 11}, [=](auto& b) { return text(b, &Bandwidths::read_gb_per_s); }},
      {{"copy ", "GB/s ", 11}, [=](auto& b) { return text(b, &Bandwidths::copy_gb_per_s); }},
      {{"triad ", "GB/s ", 11}, [=](auto& b) { return text(b, &Bandwidths::triad_gb_per_s); }},
      {{"update ", "GB/s ", 11}, [=](auto& b) { return text(b, &Bandwidths::update_gb_per_s); }}};
}

std::string level_table(perf::Ceilings const& ceilings) {
  using perf::Align;
  std::vector<perf::ColumnOf<perf::LevelBandwidth>> columns{
      {{"level", "", 8, Align::left}, [](auto& l) { return l.level; }},
      {{"size", "nominal", 10}, [](auto& l) { return size_of_level(l.capacity_bytes); }},
      {{"size", "effective", 10}, [](auto& l) { return size_of_level(l.effective_bytes); }}};
  auto const measured = bandwidth_columns<perf::LevelBandwidth>(
      [&](perf::LevelBandwidth const& level, perf::Stream stream) {
        return marked(level.*stream, !perf::doubt_of(ceilings.levels, level, stream).empty());
      });
  columns.insert(columns.end(), measured.begin(), measured.end());
  auto text = rows_text(columns, ceilings.levels);
  for (auto const& missing : ceilings.missing)
    text += line("not measured", missing);
  return text + table_of(columns).rule();
}

std::string curve_table(perf::Ceilings const& ceilings) {
  auto const columns = bandwidth_columns<perf::BandwidthPoint>(
      [](perf::BandwidthPoint const& point, double perf::BandwidthPoint::*stream) {
        return marked(point.*stream, perf::is_too_low(point.*stream));
      });
  return rows_text(columns, ceilings.curve) + table_of(columns).rule();
}

constexpr char const* csv_header =
    "what,level,threads,working_set_bytes,read_gb_per_s,copy_gb_per_s,"
    "triad_gb_per_s,update_gb_per_s,gflops_per_s";

/// Returns the ceilings in CSV format: both peaks, the levels, the curve. A column that does not
/// apply to a row is empty.
std::string csv_of(perf::Ceilings const& ceilings, perf::Json const& provenance) {
  auto const run = perf::csv_run_columns(provenance);
  auto const row = [&](std::string const& what, std::string const& level,
                       std::string const& figures) {
    return fmt::format("{},{},{},{},{}\n", what, level, ceilings.threads, figures, run);
  };
  auto const bandwidths = [](auto const& of) {
    return fmt::format("{},{:.6g},{:.6g},{:.6g},{:.6g},", of.working_set_bytes, of.read_gb_per_s,
                       of.copy_gb_per_s, of.triad_gb_per_s, of.update_gb_per_s);
  };
  auto text = fmt::format("{},{}\n", csv_header, perf::csv_run_head());
  for (auto const precision :
       {perf::Precision::single_precision, perf::Precision::double_precision})
    text += row("peak", kitt::to_string(precision),
                fmt::format(",,,,,{:.6g}", perf::peak_of(ceilings, precision)));
  for (auto const& level : ceilings.levels)
    text += row("level", level.level, bandwidths(level));
  for (auto const& point : ceilings.curve)
    text += row("curve", "", bandwidths(point));
  return text;
}

/// Runs `kitt machine`: shows the machine and measures its ceilings.
class MachineRun final : public BenchmarkRun {
public:
  explicit MachineRun(CLI::App& app) {
    add_running(app, options);
    detail::add_path(app, "--csv", csv_path_,
                     "Also write peaks, levels and the bandwidth curve to this CSV file");
    detail::add_path(app, "--write", machine_path_,
                     "Write the machine file for `kitt model --machine`");
    detail::add_path(
        app, "--halo", halo_record_path_,
        "Add the network figures in this record of `kitt halo` to the file of --write");
    detail::add_path(app, "--p2p", p2p_record_path_,
                     "Add the network figures in this record of `kitt p2p` to the file of --write");
    add_rules(app, {{.options = {"--halo", "--p2p"},
                     .where = "without --write",
                     .why = "the records are only used in the machine file",
                     .remedy = "add --write FILE",
                     .have_effect = [this] { return !machine_path_.empty(); }}});
  }
  void check() override {
    KITT_VALIDATE(!comms::is_simulated(),
                  "`kitt machine` cannot run on a simulated machine (it would measure this host): "
                  "run it on the machine itself");
  }
  Files files() const override {
    return {{{"--write", machine_path_}, {"--csv", csv_path_}},
            {{"--halo", halo_record_path_}, {"--p2p", p2p_record_path_}}};
  }
  int run(Run const& run) override;

private:
  void check_records(RunContext const& context) const;
  void add_links(perf::Machine& machine) const;
  void write_machine(Run const& run, double launch_seconds) const;

  std::string csv_path_;     ///< path of the CSV file; empty means no file
  std::string machine_path_; ///< path of the machine file for the model; empty means no file
  /// path of a record of halo exchanges, for the machine file; empty means no record
  std::string halo_record_path_;
  /// path of a record of messages, for the machine file; empty means no record
  std::string p2p_record_path_;
};

void MachineRun::add_links(perf::Machine& machine) const {
  if (!halo_record_path_.empty())
    add_face_links(machine, halo_record_path_);
  if (!p2p_record_path_.empty())
    add_message_links(machine, p2p_record_path_);
}

/// Throws UserError before anything is measured if the records of --halo or --p2p cannot be used.
/// Collective.
void MachineRun::check_records(RunContext const& context) const {
  on_first_rank(context.communicator(), [&] {
    perf::Machine tried;
    add_links(tried);
    return std::string();
  });
}

void MachineRun::write_machine(Run const& run, double launch_seconds) const {
  auto const& header = run.context.header();
  auto const& missing = run.meter.ceilings().missing;
  KITT_VALIDATE(
      missing.empty(),
      fmt::format(
          "{} was not written (the bandwidth of {} could not be measured): run it with more memory",
          machine_path_, fmt::join(missing, " and ")));
  on_first_rank(run.context.communicator(), [&] {
    auto machine = measured_machine(
        {.name = std::filesystem::path(machine_path_).stem().string(),
         .description =
             fmt::format("{}, {}", header.topology.cpu_model, count(header.topology.cores, "core")),
         .how = fmt::format("kitt machine, commit {}, {}, {}", header.provenance.git_commit,
                            header.provenance.compiler, header.provenance.time),
         .ranks_per_node = run.context.communicator().ranks_per_node(),
         .ceilings = run.meter.ceilings(),
         .launch_seconds = launch_seconds});
    add_links(machine);
    write_output(machine_path_, perf::to_text(machine), options.overwrite());
    return std::string();
  });
  run.output.print(fmt::format("wrote {} (for `kitt model --machine`)\n", machine_path_));
}

int MachineRun::run(Run const& run) {
  check_records(run.context);
  auto const& machine = run.context.header().topology;
  auto const& found = run.context.header().configuration;
  run.output.print(perf::banner("Machine as the system reports it"));
  run.output.print(cpu_lines(machine) + system_lines(machine) + cache_lines(machine) +
                   numa_lines(machine) + network_lines(machine) + memory_lines(machine) +
                   binding_lines(found.binding) + rank_lines(found.rank_bindings) +
                   warning_lines(machine.warnings));
  auto const& ceilings = run.meter.ceilings();
  run.output.print(perf::banner("Ceilings measured now"));
  run.output.print(line(run.context.communicator().size() == 1 ? "threads" : "threads of a node",
                        count(ceilings.threads)) +
                   line("clock", clock_text(ceilings)) +
                   peak_line(ceilings, perf::Precision::single_precision, ceilings.single_lanes) +
                   peak_line(ceilings, perf::Precision::double_precision, ceilings.double_lanes));
  auto const& world = run.context.communicator();
  auto const launch = perf::launch_seconds(
      {.seconds = 0.05, .slowest = [&](double seconds) { return world.max(seconds); }});
  run.output.print(line("start of a kernel", perf::readable_seconds(launch)));
  run.output.print(level_table(ceilings));
  run.output.print(perf::banner("Bandwidth of a working set"));
  run.output.print(curve_table(ceilings));
  run.output.print(
      "Best of several repetitions. GB are 10^9 bytes, without write-allocate traffic. "
      "Triad: z = a x + y; update: y = k y + s x\nin place. Size, nominal: as the system "
      "reports it; effective: largest working set that the level serves. The figures of\na "
      "level are the best of its own and of all larger working sets. A kernel's roof depends on "
      "its own working set.\n");
  if (!csv_path_.empty())
    on_first_rank(run.context.communicator(), [&] {
      write_output(csv_path_, csv_of(ceilings, run.output.record().head().at("provenance")),
                   options.overwrite());
      return std::string();
    });
  if (!machine_path_.empty())
    write_machine(run, launch);
  return 0;
}

} // namespace

extern Benchmark const machine_benchmark{
    "machine", "Topology, binding, pages and measured ceilings of this machine",
    "topology and ceilings", Part::node, add_benchmark<MachineRun>};

} // namespace kitt::miniapp
