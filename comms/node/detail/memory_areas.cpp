// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/memory_areas.hpp"

#include "comms/node/detail/mapping.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace kitt::comms::detail {

namespace {

/// Removes the first word from `text` and returns it.
std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  auto const word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

/// Reads the first line of an entry: "7f01a000-7f01b000 rw-s 00000000 00:17 12   /dev/shm/x
/// (deleted)". Returns false for other lines.
bool starts_area(std::string const& line, MemoryArea& area) {
  auto const* const end = line.data() + line.size();
  auto const first = std::from_chars(line.data(), end, area.begin, 16);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-')
    return false;
  auto const second = std::from_chars(first.ptr + 1, end, area.end, 16);
  if (second.ec != std::errc{} || second.ptr == end || *second.ptr != ' ')
    return false;
  std::string_view rest(second.ptr, end);
  area.shared = take_word(rest).ends_with('s');
  for (int word = 0; word < 3; ++word) // offset, device and inode
    take_word(rest);
  area.name = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
  return true;
}

bool is_one_of(std::string_view key, std::initializer_list<std::string_view> keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Returns the domain and the number of its pages from a word such as "N1=512".
std::optional<std::pair<int, std::size_t>> pages_of_domain(std::string const& word) {
  auto const equals = word.find('=');
  if (!word.starts_with('N') || equals == std::string::npos)
    return std::nullopt;
  auto const domain = leading_number(word.substr(1));
  auto const pages = leading_number(word.substr(equals + 1));
  if (!domain || !pages)
    return std::nullopt;
  return std::pair(static_cast<int>(*domain), *pages);
}

} // namespace

std::map<std::size_t, std::size_t> MemoryArea::by_page_size(std::size_t part) const {
  std::map<std::size_t, std::size_t> result;
  auto left = std::min(part, resident);
  auto const take = [&](std::size_t size, std::size_t bytes) {
    if (auto const taken = std::min(left, bytes); taken > 0) {
      result[size] += taken;
      left -= taken;
    }
  };
  take(page_bytes > 0 ? page_bytes : huge_page_bytes, reserve);
  take(huge_page_bytes, huge - reserve);
  take(default_page_bytes(), left);
  return result;
}

std::vector<MemoryArea> parse_smaps(std::vector<std::string> const& lines) {
  std::vector<MemoryArea> result;
  for (auto const& line : lines) {
    if (MemoryArea area; starts_area(line, area)) {
      result.push_back(area);
      continue;
    }
    auto const colon = std::min(line.find(':'), line.size());
    auto const key = std::string_view(line).substr(0, colon);
    bool const of_reserve = is_one_of(key, {"Private_Hugetlb", "Shared_Hugetlb"});
    bool const huge = of_reserve || is_one_of(key, {"AnonHugePages", "ShmemPmdMapped"});
    bool const resident = of_reserve || key == "Rss";
    bool const page = key == "KernelPageSize";
    // most lines are of no interest, and a run reads thousands of them many times
    if (result.empty() || colon == line.size() || !(huge || resident || page))
      continue;
    auto const bytes = leading_number(line.substr(colon + 1)).value_or(0) * 1024;
    auto& area = result.back();
    if (resident)
      area.resident += bytes;
    if (huge)
      area.huge += bytes;
    if (of_reserve)
      area.reserve += bytes;
    if (page)
      area.page_bytes = bytes;
  }
  return result;
}

DomainsOfAreas parse_numa_maps(std::vector<std::string> const& lines) {
  constexpr std::string_view size_key = "kernelpagesize_kB=";
  DomainsOfAreas result;
  for (auto const& line : lines) {
    auto const parts = words(line);
    std::size_t address = 0;
    if (parts.empty() ||
        std::from_chars(parts[0].data(), parts[0].data() + parts[0].size(), address, 16).ec !=
            std::errc{})
      continue;
    std::size_t page_bytes = 0;
    for (auto const& part : parts)
      if (part.starts_with(size_key))
        page_bytes = leading_number(part.substr(size_key.size())).value_or(0) * 1024;
    for (auto const& part : parts)
      if (auto const found = pages_of_domain(part))
        result[address][found->first] += found->second * page_bytes;
  }
  return result;
}

} // namespace kitt::comms::detail
