// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/base/fields.hpp"
#include "core/base/finite.hpp"
#include "core/gauge_file/detail/link_signs.hpp"
#include "core/gauge_file/detail/readers.hpp"
#include "core/gauge_file/text.hpp"
#include "core/lattice/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kitt::detail {

namespace {

std::string accept_option(GaugeCheck check) {
  return std::string("--accept ") + to_string(check);
}

bool is_su3(UnitarityError const& error) {
  return is_within(error.unitarity, largest_unitarity_error) && // false if the deviation is NaN
         is_within(error.determinant, largest_unitarity_error);
}

// Throws UserError because the links were stored with `signs`, but the user asked to remove
// `removed`.
[[noreturn]] void refuse_signs(LinkSigns const& signs, LinkSigns const& removed,
                               std::string const& why) {
  if (signs.any())
    throw UserError("the links hold " + describe(signs) + " (" + why + "): read the file with " +
                    options_against(signs));
  throw UserError("the links do not hold " + describe(removed) + " (" + why + "): leave out " +
                  options_against(removed));
}

// Throws UserError because the links are not SU(3) matrices. If the cause is a known pattern of
// signs, with det U = -1, the message names the signs.
[[noreturn]] void refuse_links(GaugeField& field, UnitarityError const& error,
                               LinkSigns const& removed) {
  turn_links(field, removed); // restores the signs of the links in the file
  if (is_within(error.unitarity, largest_unitarity_error))
    if (auto const stored = find_signs(field))
      refuse_signs(*stored, removed,
                   stored->any() ? "det U is -1 for links with this sign" : "det U is 1");
  throw UserError("the links are not SU(3) matrices (largest |U U^dagger - 1| is " +
                  decimal(error.unitarity, 3) + ", largest |det U - 1| is " +
                  decimal(error.determinant, 3) +
                  "): give a file of SU(3) links; a mislabelled byte order, precision or number of "
                  "rows gives the same error");
}

// Returns the smallest tolerance for a comparison. Headers usually have ten digits, but programs
// that measure in single precision lose some digits.
double least_tolerance(StoredPrecision precision) {
  return precision == StoredPrecision::bits_32 ? 1e-5 : 1e-6;
}

// Returns half a unit of the last digit. Returns 0 if the last digit stands before the decimal
// point, because no program rounds to whole numbers.
double rounding_of(std::string_view text) {
  auto const end = std::min(text.find_first_of("eE"), text.size());
  auto const point = std::min(text.find('.'), end);
  auto const power = end < text.size() ? parse_integer(text.substr(end + 1)) : 0;
  if (!power)
    return 0; // the exponent is too large
  auto const digits = point < end ? end - point - 1 : 0;
  auto const place = static_cast<double>(*power) - static_cast<double>(digits);
  return place < 0 ? 0.5 * std::pow(10., place) : 0;
}

// Reads a number from a text. Fortran may have written the exponent with a D. If the text is not a
// number, the result is NaN.
RealCheck read_statement(std::string text, StoredPrecision precision) {
  std::ranges::replace(text, 'D', 'e');
  std::ranges::replace(text, 'd', 'e');
  auto const value = parse_real(text);
  return {value.value_or(std::numeric_limits<double>::quiet_NaN()), 0,
          std::max(least_tolerance(precision), value ? rounding_of(text) : 0.)};
}

// Returns the extents of all lattices with this number of sites.
std::vector<Extents> lattices_of(int sites) {
  std::vector<Extents> all;
  for (int x = 1; x <= sites; ++x)
    for (int y = 1; sites % x == 0 && y <= sites / x; ++y)
      for (int z = 1; sites / x % y == 0 && z <= sites / x / y; ++z)
        if (sites / x / y % z == 0)
          all.push_back({x, y, z, sites / x / y / z});
  return all;
}

std::vector<Extents> permutations_of(Extents extents) {
  std::vector<Extents> all;
  std::ranges::sort(extents);
  do
    all.push_back(extents);
  while (std::ranges::next_permutation(extents).found);
  return all;
}

// Returns true if a plaquette can show whether the extents are right. Links in a wrong order have a
// plaquette near 0, and no plaquette is larger than 1.
bool tells_extents(RealCheck const& check) {
  auto const size = std::abs(*check.stated);
  return is_within(size, 1) && !is_within(size, 100 * check.tolerance);
}

/// Comparison of the statements of a file with its links. The comparison may change the field for a
/// while, but restores it.
class Comparison {
public:
  Comparison(ParsedFile const& parsed, GaugeReading const& reading, GaugeField& field,
             GaugeFileInfo& info)
      : parsed_(parsed), reading_(reading), field_(field),
        info_(info), removed_{reading.phases, reading.boundary},
        proven_(!removed_.any() && are_proven(parsed.checksums)) {}

  void compare(Statement const& statement) {
    auto check = read_statement(statement.text, info_.precision);
    auto& told = statement.check == GaugeCheck::plaquette ? info_.plaquette : info_.link_trace;
    check.computed = told.computed;
    if (check.outcome() == CheckOutcome::differs && removed_.any())
      prefer_signed(statement.check, check);
    if (!told.stated)
      told = check;
    if (check.outcome() == CheckOutcome::differs)
      judge(statement, check);
  }

private:
  double measure(GaugeCheck check) const {
    return check == GaugeCheck::plaquette ? plaquette(field_).all : link_trace(field_);
  }

  // Compares again with the signs in the links, because some programs measure the field with its
  // signs.
  void prefer_signed(GaugeCheck what, RealCheck& check) {
    turn_links(field_, removed_);
    auto signed_check = check;
    signed_check.computed = measure(what);
    turn_links(field_, removed_);
    if (signed_check.outcome() == CheckOutcome::agrees)
      check = signed_check;
  }

  void judge(Statement const& statement, RealCheck const& check) {
    auto const problem = "the links do not have the file's " + statement.name +
                         " (the file states " + trimmed(statement.text) + ", its links give " +
                         decimal(check.computed, 12) + ", tolerance " +
                         decimal(check.tolerance, 1) + ")";
    if (!reading_.accepts(statement.check)) {
      refuse_other_extents(statement, check);
      refuse_signs_of_two_rows(check, statement.check);
      KITT_VALIDATE(is_proven(statement.check),
                    problem +
                        (proven_ ? ": the checksum proves the links, so the file's plaquette or "
                                   "--extents is wrong; give other extents, or "
                                 : ": the file is corrupt or mislabelled; fetch it again, or ") +
                        "read it anyway with " + accept_option(statement.check));
    }
    info_.warnings.push_back(problem + ": " + why_read(statement.check));
  }

  // Returns true if a checksum proves the measured value. A checksum proves the links and their
  // order. A plaquette also needs the extents, which a checksum does not prove.
  bool is_proven(GaugeCheck check) const {
    return proven_ && (parsed_.own_extents || check != GaugeCheck::plaquette);
  }

  std::string why_read(GaugeCheck check) const {
    if (!is_proven(check))
      return "read anyway, as requested by " + accept_option(check);
    return std::string("the checksum proves the links, so the file's statement is wrong") +
           (check == GaugeCheck::plaquette ? " (the plaquette or the extents)" : "");
  }

  static std::string trimmed(std::string const& text) {
    return text.empty() ? "nothing" : detail::quoted(text);
  }

  // Throws UserError if the statement agrees with other extents. A checksum cannot detect wrong
  // extents.
  void refuse_other_extents(Statement const& statement, RealCheck check) {
    if (statement.check != GaugeCheck::plaquette || !tells_extents(check))
      return;
    // For more sites, trying all lattices would take minutes.
    constexpr std::size_t few_sites = 4096;
    auto const stated = field_.extents;
    auto const sites = volume(stated);
    for (auto const& other :
         sites > few_sites ? permutations_of(stated) : lattices_of(static_cast<int>(sites))) {
      if (other == stated)
        continue;
      field_.extents = other;
      check.computed = plaquette(field_).all;
      field_.extents = stated;
      KITT_VALIDATE(check.outcome() != CheckOutcome::agrees,
                    "the extents of the lattice are wrong (with " + to_text(stated) +
                        " the links do not have the file's " + statement.name + ", with " +
                        to_text(other) + " they have it): " + correction(other) +
                        ", or read it anyway with " + accept_option(statement.check));
    }
  }

  std::string correction(Extents const& to) const {
    if (parsed_.format == GaugeFileFormat::nersc || parsed_.format == GaugeFileFormat::milc)
      return "correct the header";
    return std::string(reading_.extents ? "" : "correct the header, or ") + "give --extents " +
           to_string(to);
  }

  // Throws UserError if links with other signs agree with the file's statement. If two rows are
  // stored, -U has the same reconstructed third row as U. The determinant is 1 for U and for -U and
  // does not show the sign.
  void refuse_signs_of_two_rows(RealCheck check, GaugeCheck what) {
    if (info_.rows == StoredRows::three)
      return;
    auto others = known_signs();
    others.emplace_back();
    for (auto const& signs : others) {
      turn_links(field_, removed_, StoredRows::two);
      turn_links(field_, signs, StoredRows::two);
      check.computed = measure(what);
      turn_links(field_, signs, StoredRows::two);
      turn_links(field_, removed_, StoredRows::two);
      if (check.outcome() == CheckOutcome::agrees)
        refuse_signs(signs, removed_,
                     signs.any()
                         ? "without these signs the links agree with the file's statements"
                         : "with the stored signs the links agree with the file's statements");
    }
  }

  ParsedFile const& parsed_;
  GaugeReading const& reading_;
  GaugeField& field_;
  GaugeFileInfo& info_;
  LinkSigns removed_;
  bool proven_;
};

} // namespace

ChecksumCheck read_checksum(std::string name, std::string_view text) {
  ChecksumCheck sum{std::move(name), text.empty() ? 0 : parse_checksum(text)};
  if (!sum.stated)
    sum.unreadable = detail::quoted(text) + ", not 32 bits in hexadecimal";
  return sum;
}

std::vector<std::string> check_checksums(std::vector<ChecksumCheck> const& checksums,
                                         bool accepted) {
  std::vector<std::string> warnings;
  std::string told; // last reason reported; two checksums in one bad record have the same reason
  for (auto const& sum : checksums) {
    auto const outcome = sum.outcome();
    if (outcome == CheckOutcome::not_filled_in)
      warnings.push_back("the checksum " + sum.name + " was never filled in (it is " +
                         hexadecimal(*sum.stated) + "): it was not compared");
    if (outcome != CheckOutcome::differs || (!sum.unreadable.empty() && sum.unreadable == told))
      continue;
    told = sum.unreadable;
    auto const problem =
        sum.unreadable.empty()
            ? "the data do not have the file's checksum (" + sum.name + " is stated as " +
                  hexadecimal(*sum.stated) + ", the data give " + hexadecimal(sum.computed) + ")"
            : "the file's checksum cannot be read (" + sum.name + " is " + sum.unreadable + ")";
    KITT_VALIDATE(accepted, problem +
                                ": the file is corrupt or mislabelled; fetch it again, or "
                                "read it anyway with " +
                                accept_option(GaugeCheck::checksum));
    warnings.push_back(problem + ": read anyway, as requested by " +
                       accept_option(GaugeCheck::checksum));
  }
  return warnings;
}

bool are_proven(std::vector<ChecksumCheck> const& checksums) {
  auto const have = [&](CheckOutcome outcome) {
    return std::ranges::any_of(checksums,
                               [&](auto const& sum) { return sum.outcome() == outcome; });
  };
  return have(CheckOutcome::agrees) && !have(CheckOutcome::differs);
}

GaugeFile finish_gauge_file(ParsedFile const& parsed, GaugeReading const& reading) {
  auto const unproven = check_checksums(parsed.checksums, reading.accepts(GaugeCheck::checksum));
  GaugeFile file;
  auto& [field, info, records] = file;
  field = decode_links(parsed.links);
  auto const& storage = parsed.links.storage;
  info.format = parsed.format;
  info.extents = parsed.links.extents;
  info.precision = storage.precision;
  info.rows = storage.rows;
  info.byte_order = storage.byte_order;
  info.checksums = parsed.checksums;
  info.notes = parsed.notes;
  info.warnings = parsed.warnings;
  info.warnings.insert(info.warnings.end(), unproven.begin(), unproven.end());

  LinkSigns const removed{reading.phases, reading.boundary};
  if (removed.any())
    turn_links(field, removed, storage.rows);
  info.observables = measure_gauge(field);
  if (!is_su3(info.observables.unitarity_error))
    refuse_links(field, info.observables.unitarity_error, removed);
  info.plaquette.computed = info.observables.plaquette.all;
  info.link_trace.computed = info.observables.link_trace;
  if (removed.any())
    info.notes.push_back("removed from the links: " + describe(removed));
  Comparison comparison(parsed, reading, field, info);
  for (auto const& statement : parsed.statements)
    comparison.compare(statement);
  for (auto const& record : parsed.records)
    records.push_back({std::string(record.type), std::string(as_text(record.data))});
  return file;
}

} // namespace kitt::detail
