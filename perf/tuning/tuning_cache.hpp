// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/order.hpp"
#include "perf/ceilings/precision.hpp"
#include "perf/record/provenance.hpp"
#include "perf/tuning/tuning.hpp"

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

/// The situation for which an order is chosen.
struct TuningKey {
  std::string kernel; ///< name of the kernel: "Wilson", "DWF4", "DWF5"
  Extents local_volume{};
  int ls = 1;
  Precision precision = Precision::single_precision;
  std::array<int, 5> lane_grid{1, 1, 1, 1, 1};
  /// Ranks per direction, because the work depends on which directions are split.
  std::array<int, 4> rank_grid{1, 1, 1, 1};

  auto operator<=>(TuningKey const&) const = default;
};
constexpr auto fields_of(TuningKey const*) {
  return kitt::fields(
      field("kernel", &TuningKey::kernel), field("local_volume", &TuningKey::local_volume),
      field("ls", &TuningKey::ls), field("precision", &TuningKey::precision),
      field("lane_grid", &TuningKey::lane_grid), field("rank_grid", &TuningKey::rank_grid));
}

/// A chosen order, and how it was found.
struct TuningEntry {
  Order order = Order::lexicographic();
  TuneMode effort = TuneMode::quick; ///< effort of the search: quick or full
  std::size_t candidates = 0;        ///< number of candidates timed
  double seconds = 0;                ///< per call
  double plain_seconds = 0; ///< time per call of the plainest order, measured in the same rounds
  double mflops_per_node = 0;
  double plain_mflops_per_node = 0;
  std::string time; ///< time at which the order was chosen: ISO 8601, UTC
};
/// List of fields of an entry without the order. A file holds the order in addition
/// (order_json.hpp).
constexpr auto fields_of(TuningEntry const*) {
  return kitt::fields(
      field("effort", &TuningEntry::effort), field("candidates", &TuningEntry::candidates),
      field("seconds", &TuningEntry::seconds), field("plain_seconds", &TuningEntry::plain_seconds),
      field("mflops_per_node", &TuningEntry::mflops_per_node),
      field("plain_mflops_per_node", &TuningEntry::plain_mflops_per_node),
      field("time", &TuningEntry::time));
}

/// Convert an entry to JSON and back. entry_from_json() throws UserError or
/// nlohmann::json::exception if `from` is not an entry.
nlohmann::json entry_json(TuningEntry const& entry);
TuningEntry entry_from_json(nlohmann::json const& from);

/// Returns the identity of the machine, of its use and of the program. A choice is valid only if
/// all parts of the identity are equal.
nlohmann::json tuning_identity(RecordHeader const& header);

/// Returns the folder for choices: $KITT_TUNE_CACHE, $XDG_CACHE_HOME/kitt or $HOME/.cache/kitt. The
/// last two variables must be absolute paths. Returns an empty optional if none of these variables
/// is set.
std::optional<std::filesystem::path> tuning_folder();

/// Cache of chosen orders for one machine and program, in the file `tuning-DIGEST.json` (digest of
/// the identity). The file is read again before each write and replaced as a whole, so several
/// processes may use it at once. At worst a choice is lost and must be searched again. A damaged
/// file, or one of another identity or version, is ignored and replaced when the next choice is
/// saved. File problems never throw; warnings() reports them.
class TuningCache {
public:
  TuningCache(std::filesystem::path const& folder, nlohmann::json identity);

  std::filesystem::path const& path() const { return path_; }

  /// Returns the choice for `key`, or an empty optional. If `effort` is full, only a choice made by
  /// a full search is returned.
  std::optional<TuningEntry> find(TuningKey const& key, TuneMode effort) const;
  /// Saves a choice in memory and in the file.
  void put(TuningKey const& key, TuningEntry const& entry);

  /// Returns one line per kind of problem so far, in the form "problem (why): consequence".
  std::vector<std::string> const& warnings() const { return warnings_; }

private:
  struct Kept {
    TuningKey key;
    TuningEntry entry;
  };

  void read();
  void write();
  std::vector<Kept> checked(nlohmann::json const& document) const;
  void warn(std::string const& line);

  std::filesystem::path path_;
  nlohmann::json identity_;
  std::vector<Kept> kept_;
  std::vector<std::string> warnings_;
};

} // namespace kitt::perf
