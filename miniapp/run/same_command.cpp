// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/same_command.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace kitt::miniapp {

namespace {

constexpr char end_of_word = '\0'; // no word of a command line contains it

std::string joined(std::vector<std::string> const& words) {
  std::string text;
  for (std::size_t i = 1; i < words.size(); ++i)
    text += words[i] + end_of_word;
  return text;
}

/// Returns the word of `text` at the first place where the texts of two command lines differ.
std::string first_other_word(std::string const& text, std::string const& other) {
  auto const [own, end] = std::mismatch(text.begin(), text.end(), other.begin(), other.end());
  auto const begin = std::find(std::make_reverse_iterator(own), text.rend(), end_of_word).base();
  std::string const word(begin, std::find(own, text.end(), end_of_word));
  return word.empty() ? "no more words" : '"' + word + '"';
}

} // namespace

void check_same_command(comms::Communicator const& world, std::vector<std::string> const& words) {
  auto const texts = world.gather(joined(words));
  auto const other = std::find_if(texts.begin(), texts.end(),
                                  [&](auto const& text) { return text != texts.front(); });
  if (other == texts.end())
    return;
  throw UserError(fmt::format(
      "rank {} has another command line than rank 0 ({} where rank 0 has {}): give all ranks the "
      "same command line",
      other - texts.begin(), first_other_word(*other, texts.front()),
      first_other_word(texts.front(), *other)));
}

} // namespace kitt::miniapp
