// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_observables.hpp"
#include "test/core/gauge_file/sample_fields.hpp"
#include "test/core/gauge_file/sample_files.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

// Writes the fuzz targets' starting points to FOLDER/{nersc,lime,milc,scidac}/*. Each is one good
// file of its kind with a tiny field.

using namespace kitt;
using namespace kitt::test;

namespace {

class Seeds {
public:
  explicit Seeds(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void write(std::string const& reader, std::string const& name, std::string const& content) {
    std::filesystem::create_directories(folder_ / reader);
    std::ofstream file(folder_ / reader / name, std::ios::binary);
    file << content;
    if (!file.flush())
      throw std::runtime_error("cannot write the seed " + (folder_ / reader / name).string());
  }

private:
  std::filesystem::path folder_;
};

std::string without_checks(std::string nersc) {
  for (std::string const key : {"CHECKSUM", "PLAQUETTE", "LINK_TRACE"})
    nersc.replace(nersc.find(key), 1, "X");
  return nersc;
}

ColourVectors first_rows(GaugeField const& field) {
  ColourVectors vectors{field.extents, {}};
  for (std::size_t site = 0; site < volume(field.extents); ++site)
    vectors.vectors.push_back(field.at(site, 0)[0]);
  return vectors;
}

void write_seeds(Seeds& seeds, GaugeField const& field, std::string const& suffix) {
  Statement const statement{plaquette(field).all, link_trace(field)};
  for (std::size_t const rows : {2u, 3u})
    for (std::string const number : {"IEEE32", "IEEE32LITTLE", "IEEE64BIG", "IEEE64LITTLE"}) {
      auto const endian = number.ends_with("LITTLE") ? Endian::little : Endian::big;
      auto const file = nersc_file(field, rows, number, endian, statement);
      seeds.write("nersc", number + "_" + std::to_string(rows) + suffix, file);
      // A changed link is always refused if the file has a checksum. These files have none, so that
      // the fuzzer gets further.
      seeds.write("nersc", number + "_" + std::to_string(rows) + "_unchecked" + suffix,
                  without_checks(file));
    }
  for (int const bits : {32, 64}) {
    auto const width = std::to_string(bits) + suffix;
    seeds.write("lime", "scidac_" + width, scidac_file(field, bits, statement));
    seeds.write("lime", "ildg_" + width, ildg_file(field, bits));
    seeds.write("lime", "xlf_" + width,
                ildg_file(field, bits) + lime_record("xlf-info", "plaquette = 1.0, beta = 3.9"));
    seeds.write("lime", "both_" + width,
                scidac_description(field.extents, bits) + ildg_file(field, bits));
    seeds.write("scidac", "matrices_" + width, scidac_file(field, bits, statement));
    seeds.write("scidac", "vectors_" + width, scidac_file(first_rows(field), bits));
  }
  seeds.write("milc", "big" + suffix, milc_file(field, Endian::big));
  seeds.write("milc", "little" + suffix, milc_file(field, Endian::little));
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: make_seeds FOLDER\n";
    return 2;
  }
  Seeds seeds(argv[1]);
  write_seeds(seeds, rounded(random_field({1, 1, 1, 1})), "_1111");
  write_seeds(seeds, rounded(random_field({2, 1, 1, 2})), "_2112");
  write_seeds(seeds, rounded(random_field({2, 2, 2, 2})), "_2222");
}
