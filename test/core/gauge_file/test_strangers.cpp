// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/fields/staggered_links.hpp"
#include "core/gauge_file/gauge_file.hpp"
#include "core/gauge_file/scidac_field.hpp"
#include "core/gauge_file/text.hpp"
#include "test/catch.hpp"
#include "test/core/gauge_file/sample_fields.hpp"
#include "test/core/gauge_file/sample_files.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

// Tests files in the forms that other programs and people write.

using namespace kitt;
using namespace kitt::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::filesystem::path const strangers =
    std::filesystem::path(KITT_SHARED_DIR) / "data" / "strangers";

Extents const extents{2, 4, 2, 4};

GaugeField const& field() {
  static auto const made = rounded(random_field(extents));
  return made;
}

Statement statement() {
  return {plaquette(field()).all, link_trace(field())};
}

GaugeFile parse(std::string const& file, GaugeReading const& reading = {}) {
  return parse_gauge_file(bytes_of(file), reading);
}

std::string refusal(std::string const& file, GaugeReading const& reading = {}) {
  try {
    static_cast<void>(parse(file, reading));
    return "";
  } catch (UserError const& error) {
    return error.what();
  }
}

std::string joined(std::vector<std::string> const& texts) {
  std::string all;
  for (auto const& text : texts)
    all += text + "\n";
  return all;
}

// Returns the warnings of a file. Checks that the file is read and contains field().
std::string warnings_of(std::string const& file, GaugeReading const& reading = {}) {
  auto const read = parse(file, reading);
  CHECK(read.field.links == field().links);
  return joined(read.info.warnings);
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
  auto const at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// Returns the file with another value in the line KEY = VALUE.
std::string with_value(std::string const& file, std::string const& key, std::string const& value) {
  auto const from = file.find(key);
  REQUIRE(from != std::string::npos);
  return file.substr(0, from) + key + " = " + value + file.substr(file.find('\n', from));
}

std::string nersc(GaugeField const& of = field(), std::size_t rows = 3) {
  return nersc_file(of, rows, "IEEE32BIG", Endian::big, statement());
}

std::string data() {
  return link_bytes(field(), 3, 32, Endian::big);
}

std::string ildg(std::string const& format, std::string const& more = "") {
  return lime_record("ildg-format", format) + lime_record("ildg-binary-data", data()) + more;
}

std::string checksum() {
  return scidac_checksum_record(extents, data());
}

std::string const head = "<ildgFormat><version>1.0</version><field>su3gauge</field>";
std::string const plain =
    head + "<precision>32</precision><lx>2</lx><ly>4</ly><lz>2</lz><lt>4</lt></ildgFormat>";

GaugeField negated(GaugeField links) {
  for (auto& link : links.links)
    for (auto& row : link)
      for (auto& element : row)
        element = -element;
  return links;
}

GaugeField antiperiodic(GaugeField links) {
  auto const first = links.links.size() / static_cast<std::size_t>(links.extents[3]) *
                     static_cast<std::size_t>(links.extents[3] - 1);
  auto const turned = negated(links);
  for (std::size_t i = first + 3; i < links.links.size(); i += 4)
    links.links[i] = turned.links[i];
  return links;
}

GaugeField milc_phases(GaugeField const& links, TimeBoundary boundary) {
  return with_staggered_phases(links, boundary);
}

} // namespace

TEST_CASE("files of other programs are read, or refused with the true cause") {
  if (!std::filesystem::exists(strangers))
    KITT_SKIP("no folder " << strangers);
  struct Expected {
    char const* name;
    char const* says; // text in a note, a warning or the refusal
  };
  auto const f = read_gauge_file(strangers.parent_path() / "f_4x4x4x4.ildg").field;
  auto const d = read_gauge_file(strangers.parent_path() / "d_4x4x4x4_2row_f32be.nersc").field;
  for (auto const& [name, says] :
       {Expected{"newline_after_end.ildg", "1 byte behind the last record is left out"},
        Expected{"comment_in_format.ildg", ""},
        Expected{"unit_plaquette_in_xlf_info.ildg", "plaquette in xlf-info"},
        Expected{"few_digits.nersc", ""},
        Expected{"checksum_not_filled.nersc", "CHECKSUM was never filled in"},
        Expected{"checksum_not_filled.milc", "sum29 was never filled in"}}) {
    INFO(name);
    auto const read = read_gauge_file(strangers / name);
    bool const of_d = std::string(name).ends_with("nersc");
    CHECK(read.field.links == (of_d ? d : f).links);
    auto const told = joined(read.info.notes) + joined(read.info.warnings);
    CHECK_THAT(told, ContainsSubstring(says));
    CHECK(told.empty() == std::string(says).empty());
  }
  GaugeReading const as_stated{.extents = Extents{4, 4, 4, 4},
                               .precision = StoredPrecision::bits_32};
  GaugeReading const boundary{.boundary = BoundaryInLinks::antiperiodic};
  auto both = boundary;
  both.phases = PhasesInLinks::milc;
  struct Refused {
    char const* name;
    char const* says;
    GaugeReading reading; // options with which the file is read successfully
  };
  for (auto const& [name, says, reading] :
       {Refused{"without_ildg_format.lime", "--extents X.Y.Z.T", as_stated},
        Refused{"staggered_phases.milc",
                "MILC's staggered phases and the sign of an antiperiodic boundary in time", both},
        Refused{"antiperiodic_in_time.milc", "antiperiodic boundary in time", boundary}}) {
    INFO(name);
    CHECK_THROWS_WITH(read_gauge_file(strangers / name), ContainsSubstring(says));
    CHECK(read_gauge_file(strangers / name, reading).field.links == f.links);
  }
}

TEST_CASE("bytes after the end are ignored and reported") {
  for (auto const& file : {ildg(plain, checksum()), nersc(), milc_file(field(), Endian::little)})
    for (std::string const& rest :
         {std::string("\n"), std::string("\r\n"), std::string(512, '\0'), std::string(9000, '\0'),
          std::string("EOF\n"), std::string(143, 'x')}) {
      INFO(rest.size());
      auto const read = parse(file + rest);
      CHECK(read.field.links == field().links);
      CHECK_THAT(joined(read.info.notes), ContainsSubstring(std::to_string(rest.size()) + " byte"));
      CHECK(read.info.warnings.empty());
    }
  CHECK(parse(ildg(plain)).info.notes.empty());
  // These bytes begin like a record that was cut off. It may have been the checksum, so the file is
  // refused.
  auto const record = checksum();
  for (std::size_t const length : {1u, 4u, 16u, 143u, 150u})
    CHECK_FALSE(refusal(ildg(plain, record.substr(0, length))).empty());
}

TEST_CASE("descriptions are parsed as XML") {
  for (std::string const& format : {
           plain,
           "\n <?xml version='1.0' encoding='UTF-8'?>\n<!-- <lx>8</lx> -->" + plain +
               "<!-- end -->\n",
           plain + std::string(3, '\0') + "behind the NUL",
           head + "<precision>32</precision><!-- was <lx>8</lx> --><lx>2</lx><ly>4</ly><lz>2</lz>"
                  "<lt>4</lt></ildgFormat>",
           head + "<lt\n unit='sites' >\n4\n</lt ><lz>&#50;</lz><ly><![CDATA[4]]></ly>"
                  "<lx comment=\"&lt;lx>8\">2</lx><precision> 32 </precision></ildgFormat>",
           head + "<note><![CDATA[<lx>8</lx>]]></note><lx>2<!-- not 8 --></lx><ly>4</ly><lz>2</lz>"
                  "<lt>4</lt><precision>32</precision></ildgFormat>",
           head + "<old><lx>8</lx></old><lx>2</lx><ly>4</ly><lz>2</lz><lt>4</lt></ildgFormat>",
           std::string("<ildg:ildgFormat xmlns:ildg=\"x\"><ildg:field>su3gauge</ildg:field>"
                       "<ildg:precision>32</ildg:precision><ildg:lx>2</ildg:lx><ildg:ly>4</ildg:ly>"
                       "<ildg:lz>2</ildg:lz><ildg:lt>4</ildg:lt></ildg:ildgFormat>"),
           "<!DOCTYPE ildgFormat [<!ENTITY four '4'>]>" + head +
               "<precision>32</precision><lx>2</lx><ly>&four;</ly><lz>2</lz><lt>&four;</lt>"
               "</ildgFormat>",
       }) {
    INFO(format);
    CHECK(warnings_of(ildg(format, checksum())) == "");
  }
  CHECK_THAT(refusal(ildg(head + "<lx>2</ildgFormat>")), ContainsSubstring("not XML"));
  CHECK_THAT(refusal(ildg(replaced(plain, "<lx>", "<lx>4</lx><lx>"))),
             ContainsSubstring("ambiguous"));
  CHECK_THAT(refusal(ildg(std::string(2000000, ' ') + "<a>" + std::string(2000000, 'x') + "</a>")),
             ContainsSubstring("2000007 bytes"));
  std::string deep;
  for (int i = 0; i < 200000; ++i)
    deep += "<a>";
  CHECK_THAT(refusal(ildg(deep)), ContainsSubstring("not XML"));
}

TEST_CASE("SciDAC's records and checksums are parsed as XML") {
  auto const file_xml = "<scidacFile><!-- <dims>8 8 8 8</dims> --><volfmt>0</volfmt><dims>"
                        "<![CDATA[2 4 2 4]]></dims></scidacFile>";
  auto const record_xml = "<scidacRecord><precision>F</precision><datacount>4</datacount><!-- "
                          "<typesize>1</typesize> --><typesize>72</typesize></scidacRecord>";
  auto sums = replaced(checksum(), "<suma>", "<suma>0x");
  sums = lime_record("scidac-checksum",
                     replaced(sums.substr(144), "<version>", "<!-- <suma>1</suma> --><version>"));
  auto const file = lime_record("scidac-private-file-xml", file_xml) +
                    lime_record("scidac-private-record-xml", record_xml) +
                    lime_record("scidac-record-xml", "no XML & no harm") +
                    lime_record("scidac-binary-data", data()) + sums;
  auto const read = parse(file);
  CHECK(read.field.links == field().links);
  CHECK(read.info.checksums.at(0).outcome() == CheckOutcome::agrees);
  CHECK(read.info.checksums.at(1).outcome() == CheckOutcome::agrees);
  CHECK(read.info.plaquette.outcome() == CheckOutcome::not_stated);
}

TEST_CASE("a wrong stated value is only a warning if a checksum proves the links") {
  auto const scidac = [](std::string const& plaq) {
    return scidac_description(extents, 32) +
           lime_record("scidac-record-xml", "<usqcdInfo><plaq>" + plaq + "</plaq></usqcdInfo>") +
           lime_record("scidac-binary-data", data()) + checksum();
  };
  for (std::string const value : {"1", "1.000000", "nan", "inf", "0", "-1", "none", ""}) {
    INFO(value);
    for (auto const& file : {with_value(nersc(), "PLAQUETTE ", value),
                             with_value(nersc(), "LINK_TRACE", value), scidac(value)})
      CHECK_THAT(warnings_of(file), ContainsSubstring("the file's statement is wrong"));
  }
  for (std::string const text :
       {"plaquette = nan", "plaquette = 1.0e+00\n beta = 1", "<xlf-info>plaquette = 1</xlf-info>",
        "<x><plaquette>1</plaquette></x>", "a plaquette\nplaquette=1,x=2"}) {
    INFO(text);
    auto const record = lime_record("xlf-info", text);
    CHECK_THAT(warnings_of(ildg(plain, record + checksum())),
               ContainsSubstring("plaquette in xlf-info"));
    CHECK_THAT(refusal(ildg(plain, record)), ContainsSubstring("--accept plaquette"));
    CHECK_THAT(warnings_of(ildg(plain, record), {.accepted = {GaugeCheck::plaquette}}),
               ContainsSubstring("as requested by --accept plaquette"));
  }
}

TEST_CASE("a wrong description is only a warning if a checksum proves the data") {
  auto const wide = replaced(plain, "32", "64");
  CHECK_THAT(warnings_of(ildg(wide, checksum())), ContainsSubstring("that record is ignored"));
  CHECK_THAT(warnings_of(scidac_description(extents, 32) + ildg(wide, checksum())),
             ContainsSubstring("that record is ignored"));
  CHECK_THAT(warnings_of(scidac_description({8, 8, 8, 8}, 32) + ildg(plain, checksum())),
             ContainsSubstring("8 x 8 x 8 x 8"));
  CHECK_FALSE(refusal(ildg(wide)).empty());
  // the checksum does not detect exchanged extents
  auto const turned = scidac_description({4, 2, 2, 4}, 32) + ildg(plain, checksum());
  CHECK_THAT(refusal(turned), ContainsSubstring("--extents"));
  CHECK_THAT(refusal(turned, {.precision = StoredPrecision::bits_32}),
             ContainsSubstring("4 x 2 x 2 x 4 in 32 bit): fetch"));
  CHECK_THAT(warnings_of(turned, {.extents = extents}),
             ContainsSubstring("the file describes 4 x 2 x 2 x 4"));
  auto const wrong_order =
      replaced(nersc(), "DIMENSION_1 = 2\nDIMENSION_2 = 4", "DIMENSION_1 = 4\nDIMENSION_2 = 2");
  CHECK_THAT(refusal(wrong_order), ContainsSubstring("with 2 x 4 x 2 x 4 they have it"));
}

TEST_CASE("a checksum does not prove extents") {
  auto const stating = [](std::string const& plaq, std::string const& format = plain) {
    return ildg(format, lime_record("xlf-info", "plaquette = " + plaq) + checksum());
  };
  auto const right = stating(decimal(statement().plaquette));
  CHECK(warnings_of(right, {.extents = extents}) == "");
  CHECK(warnings_of(right, {.precision = StoredPrecision::bits_32}) == "");
  for (auto const& wrong : {Extents{8, 2, 2, 2}, Extents{4, 4, 2, 2}, Extents{64, 1, 1, 1}}) {
    INFO(detail::to_text(wrong));
    GaugeReading const as_wrong{.extents = wrong};
    auto const warning = "the file describes 2 x 4 x 2 x 4 in 32 bit, but is read as " +
                         detail::to_text(wrong) + " in 32 bit, as requested by --extents\n";
    // the links have the stated plaquette only with other extents
    CHECK_THAT(refusal(right, as_wrong), ContainsSubstring("with 2 x 4 x 2 x 4 they have it): give "
                                                           "--extents 2.4.2.4, or read"));
    auto accepting = as_wrong;
    accepting.accepted = {GaugeCheck::plaquette};
    CHECK_THAT(warnings_of(right, accepting),
               ContainsSubstring(warning) &&
                   ContainsSubstring("as requested by --accept plaquette"));
    // the file states no plaquette
    CHECK(warnings_of(ildg(plain, checksum()), as_wrong) == warning);
    CHECK(warnings_of(scidac_description(extents, 32) + ildg(plain, checksum()), as_wrong) ==
          warning);
    // The file states a wrong plaquette. A link trace does not depend on extents.
    CHECK_THAT(refusal(stating("0.5"), as_wrong), ContainsSubstring("--extents is wrong"));
    auto const traced =
        scidac_description(extents, 32) +
        lime_record("scidac-record-xml", "<usqcdInfo><linktr>0.5</linktr></usqcdInfo>") +
        lime_record("scidac-binary-data", data()) + checksum();
    CHECK_THAT(warnings_of(traced, as_wrong), ContainsSubstring("the file's statement is wrong\n"));

    // the header states the wrong precision
    auto header = head + "<precision>32</precision>";
    auto lines = nersc();
    for (std::size_t mu = 0; mu < 4; ++mu) {
      auto const name = std::string("l") + "xyzt"[mu];
      header += "<" + name + ">" + std::to_string(wrong[mu]) + "</" + name + ">";
      lines = with_value(lines, "DIMENSION_" + std::to_string(mu + 1), std::to_string(wrong[mu]));
    }
    header += "</ildgFormat>";
    CHECK_THAT(refusal(stating(decimal(statement().plaquette), header)),
               ContainsSubstring("with 2 x 4 x 2 x 4 they have it): correct the header, or give "
                                 "--extents 2.4.2.4"));
    CHECK_THAT(refusal(lines),
               ContainsSubstring("with 2 x 4 x 2 x 4 they have it): correct the header"));
    CHECK_THAT(
        warnings_of(stating(decimal(statement().plaquette), header), {.extents = extents}),
        ContainsSubstring("but is read as 2 x 4 x 2 x 4 in 32 bit, as requested by --extents"));
  }
  for (auto const& reading : {GaugeReading{}, GaugeReading{.extents = extents}})
    CHECK_THAT(warnings_of(stating("0.5"), reading),
               ContainsSubstring("statement is wrong (the plaquette or the extents)"));
}

TEST_CASE("a checksum that was never filled in is a warning") {
  for (std::string const value : {"0", "00000000", "0x0", "ffffffff", "FFFFFFFF", ""}) {
    INFO(value);
    CHECK_THAT(warnings_of(with_value(nersc(), "CHECKSUM", value)),
               ContainsSubstring("CHECKSUM was never filled in"));
    auto const record =
        lime_record("scidac-checksum", "<scidacChecksum><suma>" + value + "</suma><sumb>" + value +
                                           "</sumb></scidacChecksum>");
    CHECK_THAT(warnings_of(ildg(plain, record)), ContainsSubstring("sumb was never filled in"));
  }
  for (auto const word : {0u, 0xffffffffu}) {
    auto milc = milc_file(field(), Endian::big);
    milc.replace(88, 8, word_bytes(word, Endian::big) + word_bytes(word, Endian::big));
    CHECK_THAT(warnings_of(milc), ContainsSubstring("sum31 was never filled in"));
  }
  ColourVectors const vectors{{2, 2, 2, 2}, std::vector(16, ColourVectors::Vector{1, 2, 3})};
  auto file = scidac_file(vectors, 32);
  file.resize(file.rfind(word_bytes(std::uint32_t{0x456789ab}, Endian::big)));
  file += lime_record("scidac-checksum", "<a><suma>0</suma><sumb>ffffffff</sumb></a>");
  auto const read = parse_colour_vectors(bytes_of(file + "\n"));
  CHECK(read.field.vectors == vectors.vectors);
  CHECK(read.warnings.size() == 2);
  CHECK(read.notes.size() == 1);
}

TEST_CASE("an unreadable record of checksums is reported once, in one sentence") {
  auto const sum = [](std::string const& text) { return lime_record("scidac-checksum", text); };
  for (auto const& [records, why] :
       {std::pair{sum("<a><suma>1</sum></a>"), "in a record that is not XML"},
        std::pair{sum("no sums"), "in a record that is not XML"},
        std::pair{checksum() + checksum(), "in more than one record"},
        std::pair{sum("<a><suma>1</suma><suma>2</suma><sumb>3</sumb></a>"),
                  "in a record that states two different checksums"}}) {
    auto const told = std::string("the file's checksum cannot be read (suma is ") + why + "): ";
    CHECK(refusal(ildg(plain, records)) == told + "the file is corrupt or mislabelled; fetch it "
                                                  "again, or read it anyway with --accept "
                                                  "checksum");
    CHECK(warnings_of(ildg(plain, records), {.accepted = {GaugeCheck::checksum}}) ==
          told + "read anyway, as requested by --accept checksum\n");
  }
}

TEST_CASE("a difference that the user accepts by name is read with a warning") {
  auto const spoiled = with_value(nersc(), "CHECKSUM", "12345678");
  CHECK_THAT(refusal(spoiled), ContainsSubstring("--accept checksum"));
  CHECK_THAT(refusal(spoiled, {.accepted = {GaugeCheck::plaquette, GaugeCheck::link_trace}}),
             ContainsSubstring("--accept checksum"));
  CHECK_THAT(warnings_of(spoiled, {.accepted = {GaugeCheck::checksum}}),
             ContainsSubstring("as requested by --accept checksum"));
  CHECK_THAT(
      warnings_of(with_value(nersc(), "CHECKSUM", "none"), {.accepted = {GaugeCheck::checksum}}),
      ContainsSubstring("cannot be read"));
  auto const both = with_value(spoiled, "PLAQUETTE ", "0.7");
  CHECK_THAT(refusal(both, {.accepted = {GaugeCheck::checksum}}),
             ContainsSubstring("--accept plaquette"));
  CHECK(parse(both, {.accepted = {GaugeCheck::checksum, GaugeCheck::plaquette}})
            .info.warnings.size() == 2);
  auto milc = milc_file(field(), Endian::big);
  milc[90] = 'x';
  CHECK_THAT(refusal(milc), ContainsSubstring("--accept checksum"));
  CHECK(parse(milc, {.accepted = {GaugeCheck::checksum}}).field.links == field().links);
}

TEST_CASE("a stated number with few digits is compared to as many digits") {
  auto const unproven = [](std::string const& key, std::string const& value) {
    return with_value(with_value(nersc(), "CHECKSUM", "0"), key, value);
  };
  auto const rounded_to = [](double value, int digits, double ulps = 0) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value + ulps * std::pow(10., -digits));
    return std::string(text.data());
  };
  for (auto const& [key, value] : {std::pair{"PLAQUETTE ", plaquette(field()).all},
                                   std::pair{"LINK_TRACE", link_trace(field())}})
    for (int const digits : {2, 3, 4, 6, 10}) {
      INFO(key << digits);
      auto const read = parse(unproven(key, rounded_to(value, digits)));
      CHECK(read.info.warnings.size() == 1); // only the warning about the checksum is left
      if (digits <= 4) {
        CHECK_FALSE(refusal(unproven(key, rounded_to(value, digits, 1.1))).empty());
        CHECK_FALSE(refusal(unproven(key, rounded_to(value, digits, -1.1))).empty());
      }
    }
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.2e", link_trace(field()));
  CHECK(refusal(unproven("LINK_TRACE", text.data())).empty());
  std::ranges::replace(text, 'e', 'D'); // writes the exponent as Fortran does, with D
  CHECK(refusal(unproven("LINK_TRACE", text.data())).empty());
}

TEST_CASE(
    "the last digit of a stated number sets the tolerance, but never a digit before the point") {
  auto const refused = [](std::string const& number) {
    auto const unproven = with_value(nersc(), "CHECKSUM", "0");
    return !refusal(with_value(unproven, "PLAQUETTE ", number)).empty();
  };
  auto const value = plaquette(field()).all;
  REQUIRE(std::abs(value) < 0.05); // needed for 0.0 to be right as a number with one digit
  for (std::string const number : {"0.0", "0.0e0", "0.e-1", "0e-1", "0D-1", "0.00e1", "-0.0"}) {
    INFO(number);
    CHECK_FALSE(refused(number));
  }
  for (std::string const number : {"0", "1", "0.", "1.", "0.e0", "0e0", "0.0e1", "0.0e9", "0.0e308",
                                   "0.0e400", "5.e9", "0e9", "0.0e99999999999999999999", "0.0D9"}) {
    INFO(number);
    CHECK(refused(number));
  }
  auto const in_hundredths = [&](double more) {
    return std::to_string(std::lround(100 * value + more)) + "e-2"; // writes a number with one
                                                                    // digit and no point
  };
  CHECK_FALSE(refused(in_hundredths(0)));
  CHECK(refused(in_hundredths(2)));
  CHECK(refused(in_hundredths(-2)));
}

TEST_CASE("signs in the links are named, and removed on request") {
  GaugeReading const time{.boundary = BoundaryInLinks::antiperiodic};
  GaugeReading const milc{.phases = PhasesInLinks::milc};
  GaugeReading const milc_time{.phases = PhasesInLinks::milc,
                               .boundary = BoundaryInLinks::antiperiodic};
  GaugeReading const minus{.phases = PhasesInLinks::minus_one};
  struct Signed {
    GaugeField links;
    GaugeReading reading;
    std::string cause;
    std::string options;
  };
  for (auto const& [links, reading, cause, options] :
       {Signed{antiperiodic(field()), time, "the sign of an antiperiodic boundary in time",
               "--boundary-in-links antiperiodic"},
        Signed{milc_phases(field(), TimeBoundary::periodic), milc, "MILC's staggered phases (",
               "--remove-phases milc"},
        Signed{milc_phases(field(), TimeBoundary::antiperiodic), milc_time,
               "MILC's staggered phases and the sign of an antiperiodic boundary",
               "--remove-phases milc --boundary-in-links antiperiodic"},
        Signed{negated(field()), minus, "a factor of -1 in every link",
               "--remove-phases minus-one"}}) {
    INFO(cause);
    auto const measured_with_signs =
        nersc_file(links, 3, "IEEE32BIG", Endian::big, {plaquette(links).all, link_trace(links)});
    for (auto const& file :
         {milc_file(links, Endian::little), nersc(links), nersc(links, 2), measured_with_signs,
          ildg_file(links, 32), scidac_file(links, 64, statement())}) {
      auto const message = refusal(file);
      CHECK_THAT(message, ContainsSubstring("the links hold " + cause));
      CHECK_THAT(message, ContainsSubstring("read the file with " + options));
      CHECK(message.ends_with(options));
      auto const read = parse(file, reading);
      CHECK(read.info.warnings.empty());
      CHECK_THAT(joined(read.info.notes), ContainsSubstring("removed from the links"));
      for (std::size_t i = 0; i < field().links.size(); ++i)
        for (std::size_t row = 0; row < 3; ++row)
          for (std::size_t column = 0; column < 3; ++column)
            REQUIRE(std::abs(read.field.links[i][row][column] - field().links[i][row][column]) <
                    1e-6);
    }
    // signs that the user wants removed must be in the file
    CHECK_THAT(refusal(nersc(), reading), ContainsSubstring("the links do not hold"));
    CHECK_THAT(refusal(nersc(field(), 2), reading), ContainsSubstring("leave out " + options));
    auto const& other = reading == minus ? milc : minus;
    CHECK_THAT(refusal(milc_file(links, Endian::big), other), ContainsSubstring(options));
  }
  CHECK_THAT(
      refusal(milc_file(milc_phases(field(), TimeBoundary::antiperiodic), Endian::big), time),
      ContainsSubstring("--remove-phases milc --boundary-in-links antiperiodic"));
  auto one = field();
  one.links[7] = negated(field()).links[7];
  CHECK_THAT(refusal(milc_file(one, Endian::big)), ContainsSubstring("not SU(3)"));
}

TEST_CASE("a LIME file without a description is read with the user's values") {
  auto const bare = lime_record("ildg-binary-data", data());
  CHECK_THAT(refusal(bare), ContainsSubstring("--extents X.Y.Z.T and --file-precision 32|64"));
  CHECK(warnings_of(bare, {.extents = extents}) == "");
  CHECK(warnings_of(bare, {.extents = extents, .precision = StoredPrecision::bits_32}) == "");
  CHECK_THAT(refusal(bare, {.extents = extents, .precision = StoredPrecision::bits_64}),
             ContainsSubstring("too short"));
  CHECK_THAT(refusal(bare, {.extents = Extents{4, 4, 4, 4}}), ContainsSubstring("too short"));
  CHECK_THAT(refusal(bare, {.precision = StoredPrecision::bits_32}),
             ContainsSubstring("--extents"));
  auto const scidac = lime_record("scidac-binary-data", data()) + checksum();
  CHECK_THAT(refusal(scidac), ContainsSubstring("--extents"));
  CHECK(warnings_of(scidac, {.extents = extents}) == "");
  // SciDAC's records are sufficient, also for ILDG
  CHECK(warnings_of(scidac_description(extents, 32) + bare) == "");
  // a description that is not XML does not matter here
  CHECK(warnings_of(ildg("<ildgFormat>"), {.extents = extents}) == "");
  CHECK_THAT(refusal(nersc(), {.extents = extents}), ContainsSubstring("leave them out"));
}
