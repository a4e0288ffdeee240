// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tuning/tuning_cache.hpp"

#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "core/base/input_file.hpp"
#include "core/base/output_file.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/tuning/order_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace kitt::perf {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// Version of the file; raised if keys change their meaning.
constexpr int cache_version = 1;

/// Returns the FNV-1a hash (64 bits), which distinguishes identities in file names. The file itself
/// holds the whole identity.
std::uint64_t digest(std::string const& text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (unsigned char const c : text)
    hash = (hash ^ c) * 0x100000001b3U;
  return hash;
}

fs::path absolute_or_none(char const* variable) {
  auto const* const value = std::getenv(variable);
  fs::path const path = value == nullptr ? "" : value;
  return path.is_absolute() ? path : fs::path();
}

} // namespace

json entry_json(TuningEntry const& entry) {
  json data = to_data(entry);
  data["order"] = order_json(entry.order);
  return data;
}

TuningEntry entry_from_json(json const& from) {
  auto entry = from_data<TuningEntry>(from);
  entry.order = order_from_json(from.at("order"));
  KITT_VALIDATE(entry.effort != TuneMode::off,
                "an entry was made without a search (its effort is off): remove the file");
  for (auto const figure :
       {entry.seconds, entry.plain_seconds, entry.mflops_per_node, entry.plain_mflops_per_node})
    KITT_VALIDATE(figure > 0 && is_finite(figure),
                  fmt::format("a figure is {} (it must be above 0): remove the file", figure));
  return entry;
}

json tuning_identity(RecordHeader const& header) {
  auto const& machine = header.topology;
  auto const& run = header.configuration;
  auto const& build = header.provenance;
  // Only the number of cores counts, not their names: a batch system gives each job different
  // cores.
  return {{"machine",
           {{"cpu_model", machine.cpu_model},
            {"architecture", machine.architecture},
            {"sockets", machine.sockets},
            {"cores", machine.cores},
            {"hardware_threads", machine.hardware_threads},
            {"caches", json(to_data(machine.caches))},
            {"page_bytes", machine.page_bytes}}},
          {"placement",
           {{"ranks_per_node", run.ranks_per_node},
            {"threads_per_rank", run.threads_per_rank},
            {"binding", kitt::to_string(run.binding.policy)},
            {"cores", run.binding.cores},
            {"numa_domains", run.binding.numa_domains},
            {"huge_pages", run.huge_pages}}},
          // If the commit ends in "-dirty", an order may be slightly outdated. The order is
          // verified in any case.
          {"build",
           {{"git_commit", build.git_commit},
            {"kitt_version", build.kitt_version},
            {"compiler", build.compiler},
            {"compiler_flags", build.compiler_flags},
            {"build_type", build.build_type},
            {"simd", machine.simd_compiled},
            {"kokkos_version", build.kokkos_version},
            {"kokkos_backend", build.kokkos_backend}}}};
}

std::optional<fs::path> tuning_folder() {
  if (auto const* const folder = std::getenv("KITT_TUNE_CACHE");
      folder != nullptr && *folder != '\0')
    return folder;
  if (auto const folder = absolute_or_none("XDG_CACHE_HOME"); !folder.empty())
    return folder / "kitt";
  if (auto const home = absolute_or_none("HOME"); !home.empty())
    return home / ".cache" / "kitt";
  return std::nullopt;
}

TuningCache::TuningCache(fs::path const& folder, json identity)
    : path_(folder / fmt::format("tuning-{:016x}.json", digest(detail::text_of(identity)))),
      identity_(json::parse(detail::text_of(
          identity))) { // parsed again, because a file replaces bytes that are not UTF-8
  read();
}

std::optional<TuningEntry> TuningCache::find(TuningKey const& key, TuneMode effort) const {
  for (auto const& kept : kept_)
    if (kept.key == key && (effort != TuneMode::full || kept.entry.effort == TuneMode::full))
      return kept.entry;
  return std::nullopt;
}

void TuningCache::put(TuningKey const& key, TuningEntry const& entry) {
  read(); // gets what other processes have added
  std::erase_if(kept_, [&](Kept const& kept) { return kept.key == key; });
  kept_.push_back({key, entry});
  write();
}

void TuningCache::read() {
  std::error_code none;
  if (!fs::exists(path_, none) || none)
    return;
  try {
    kept_ = checked(json::parse(read_input(path_)));
  } catch (std::exception const& error) {
    std::string why = error.what();
    std::replace(why.begin(), why.end(), '\n', ' ');
    warn(fmt::format("tuning file {} not used ({}): it will be replaced", path_.string(), why));
  }
}

std::vector<TuningCache::Kept> TuningCache::checked(json const& document) const {
  KITT_VALIDATE(document.at("kitt_tuning_version") == cache_version, "it has another version");
  KITT_VALIDATE(document.at("identity") == identity_, "it belongs to another machine or program");
  std::vector<Kept> found;
  for (auto const& entry : document.at("entries"))
    found.push_back({from_data<TuningKey>(entry.at("for")), entry_from_json(entry)});
  return found;
}

void TuningCache::write() {
  auto entries = json::array();
  for (auto const& [key, entry] : kept_) {
    auto data = entry_json(entry);
    data["for"] = to_data(key);
    data["description"] = describe(entry.order);
    entries.push_back(std::move(data));
  }
  json const document{
      {"kitt_tuning_version", cache_version}, {"identity", identity_}, {"entries", entries}};
  try {
    fs::create_directories(path_.parent_path());
    write_output(path_, document.dump(1, ' ', false, json::error_handler_t::replace) + '\n',
                 Overwrite::yes);
  } catch (std::exception const& error) {
    warn(
        fmt::format("the choices of --tune could not be saved ({}): the next run will search again",
                    error.what()));
  }
}

void TuningCache::warn(std::string const& line) {
  if (std::find(warnings_.begin(), warnings_.end(), line) == warnings_.end())
    warnings_.push_back(line);
}

} // namespace kitt::perf
