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

/// What an order is chosen for.
struct TuningKey {
  std::string kernel; ///< "Wilson", "DWF4", "DWF5"
  Extents local_volume{};
  int ls = 1;
  Precision precision = Precision::single_precision;
  std::array<int, 5> lane_grid{1, 1, 1, 1, 1};
  std::array<int, 4> rank_grid{1, 1, 1, 1}; ///< which directions are split changes the work

  auto operator<=>(TuningKey const&) const = default;
};
constexpr auto fields_of(TuningKey const*) {
  return kitt::fields(field("kernel", &TuningKey::kernel),
                      field("local_volume", &TuningKey::local_volume), field("ls", &TuningKey::ls),
                      field("precision", &TuningKey::precision),
                      field("lane_grid", &TuningKey::lane_grid),
                      field("rank_grid", &TuningKey::rank_grid).since_later());
}

/// A chosen order, and how it was found.
struct TuningEntry {
  Order order = Order::lexicographic();
  TuneMode effort = TuneMode::quick; ///< quick or full
  std::size_t candidates = 0;        ///< that were timed
  double seconds = 0;                ///< per call
  double plain_seconds = 0;          ///< of the plainest order, measured beside it
  double mflops_per_node = 0;
  double plain_mflops_per_node = 0;
  std::string time; ///< when: ISO 8601, UTC
};
/// A file has the order beside them (order_json.hpp).
constexpr auto fields_of(TuningEntry const*) {
  return kitt::fields(
      field("effort", &TuningEntry::effort), field("candidates", &TuningEntry::candidates),
      field("seconds", &TuningEntry::seconds), field("plain_seconds", &TuningEntry::plain_seconds),
      field("mflops_per_node", &TuningEntry::mflops_per_node),
      field("plain_mflops_per_node", &TuningEntry::plain_mflops_per_node),
      field("time", &TuningEntry::time));
}

/// A choice as JSON and back. The inverses throw UserError or nlohmann::json::exception for what is
/// not one.
nlohmann::json entry_json(TuningEntry const& entry);
TuningEntry entry_from_json(nlohmann::json const& from);

/// The machine, how it is used, and the program: what must be the same for a choice to hold.
nlohmann::json tuning_identity(RecordHeader const& header);

/// The folder for choices: $KITT_TUNE_CACHE, $XDG_CACHE_HOME/kitt or $HOME/.cache/kitt; none where
/// nothing of this is set (or relative, for the last two).
std::optional<std::filesystem::path> tuning_folder();

/// Chosen orders in a file of one machine and program, `tuning-DIGEST.json` (of the identity). The
/// file is read anew before it is written, and replaced as a whole: several processes may use it at
/// once, and what may be lost is a choice, which is found again. A file that is damaged, foreign or
/// of another version is left out of account and replaced with the next choice. Nothing throws for
/// what is wrong with files: warnings() says it.
class TuningCache {
public:
  TuningCache(std::filesystem::path const& folder, nlohmann::json identity);

  std::filesystem::path const& path() const { return path_; }

  /// The choice for `key`; one that a full search made if `effort` is full.
  std::optional<TuningEntry> find(TuningKey const& key, TuneMode effort) const;
  /// Keeps a choice.
  void put(TuningKey const& key, TuningEntry const& entry);

  /// One line for each kind of trouble so far, "problem (why): what comes of it".
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
