// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/filler.hpp"

#include <algorithm>

namespace kitt::detail {

bool is_filler(Bytes rest) {
  constexpr std::size_t least_content = 144; // bytes of a LIME header; a link takes 48 or more
  constexpr std::string_view blank{" \t\r\n\0\x1a", 6};
  return rest.size() < least_content || std::ranges::all_of(as_text(rest), [&](char c) {
           return blank.find(c) != std::string_view::npos;
         });
}

std::string describe_filler(Bytes rest, std::string const& behind) {
  return std::to_string(rest.size()) + (rest.size() == 1 ? " byte" : " bytes") + " behind " +
         behind + (rest.size() == 1 ? " is" : " are") + " left out";
}

} // namespace kitt::detail
