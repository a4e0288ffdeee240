// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/detail/energy_counters.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <linux/perf_event.h>
#include <memory>
#include <sys/syscall.h>
#include <unistd.h>

namespace kitt::perf::detail {

namespace {

namespace fs = std::filesystem;
using comms::detail::leading_number;
using comms::detail::SystemFiles;

constexpr char const* power_folder = "sys/bus/event_source/devices/power";

/// A perf event that counts on one CPU for all processes. The event is closed with its last copy.
class PerfCounter {
public:
  PerfCounter(std::uint32_t type, std::uint64_t config, int cpu, double joules_per_count)
      : joules_per_count_(joules_per_count) {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = type;
    attributes.config = config;
    constexpr int any_process = -1;
    constexpr int no_group = -1;
    auto const descriptor = static_cast<int>(syscall(SYS_perf_event_open, &attributes, any_process,
                                                     cpu, no_group, PERF_FLAG_FD_CLOEXEC));
    if (descriptor >= 0)
      descriptor_ = std::shared_ptr<int>(new int(descriptor), [](int const* open) {
        close(*open);
        delete open;
      });
  }

  bool is_open() const { return descriptor_ != nullptr; }

  std::optional<double> operator()() const {
    std::uint64_t count = 0;
    if (read(*descriptor_, &count, sizeof count) != static_cast<ssize_t>(sizeof count))
      return std::nullopt;
    return static_cast<double>(count) * joules_per_count_;
  }

private:
  std::shared_ptr<int> descriptor_;
  double joules_per_count_;
};

/// Returns the number in a text such as "event=0x02".
std::optional<std::uint64_t> event_code(std::string const& text) {
  constexpr std::string_view start = "event=0x";
  std::uint64_t value = 0;
  if (!text.starts_with(start))
    return std::nullopt;
  constexpr int hexadecimal = 16;
  auto const [end, error] =
      std::from_chars(text.data() + start.size(), text.data() + text.size(), value, hexadecimal);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// Returns the CPUs in a list such as "0,28" or "0-1". These CPUs hold the counters, one CPU of
/// each package.
std::vector<int> cpu_list(std::string const& text) {
  std::vector<int> result;
  for (std::size_t begin = 0; begin < text.size();) {
    auto const end = std::min(text.find(',', begin), text.size());
    auto const range = text.substr(begin, end - begin);
    auto const dash = range.find('-');
    auto const first = leading_number(range);
    auto const last = dash == std::string::npos ? first : leading_number(range.substr(dash + 1));
    if (!first || !last)
      return {};
    for (auto cpu = *first; cpu <= *last; ++cpu)
      result.push_back(static_cast<int>(cpu));
    begin = end + 1;
  }
  return result;
}

std::optional<double> scale_of(SystemFiles const& files, std::string const& event) {
  auto const folder = fs::path(power_folder) / "events";
  auto const text = files.text(folder / (event + ".scale"));
  auto const unit = files.lines(folder / (event + ".unit"));
  double value = 0;
  if (!text || unit.empty() || unit.front() != "Joules" ||
      std::from_chars(text->data(), text->data() + text->size(), value).ec != std::errc{})
    return std::nullopt;
  return value;
}

/// Opens one event on all packages and returns how many were opened. Notes the reason if the event
/// exists but cannot be opened.
int open_event(SystemFiles const& files, std::string const& event, EnergyCounters& into) {
  auto const type = files.number(fs::path(power_folder) / "type");
  auto const code = event_code(files.text(fs::path(power_folder) / "events" / event).value_or(""));
  auto const scale = scale_of(files, event);
  if (!type || !code || !scale)
    return 0;
  auto const cpus = cpu_list(files.text(fs::path(power_folder) / "cpumask").value_or(""));
  for (auto const cpu : cpus) {
    PerfCounter counter(static_cast<std::uint32_t>(*type), *code, cpu, *scale);
    if (!counter.is_open())
      into.reason = "perf event power/" + event + "/ cannot be opened (" + std::strerror(errno) +
                    "): try to lower /proc/sys/kernel/perf_event_paranoid";
    else
      into.counters.emplace_back(std::move(counter));
  }
  return static_cast<int>(cpus.size());
}

} // namespace

EnergyCounters perf_power_counters(SystemFiles const& files) {
  EnergyCounters result;
  auto const packages = open_event(files, "energy-pkg", result);
  auto const memories = open_event(files, "energy-ram", result);
  if (packages == 0 || !result.reason.empty())
    return {.reason = result.reason};
  result.source = "perf";
  result.contents = packages_and_memories(packages, memories);
  return result;
}

} // namespace kitt::perf::detail
