// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/piecewise_file.hpp"

#include <algorithm>

namespace kitt {

namespace {

constexpr std::size_t page = PiecewiseFile::page_bytes;
/// extra bytes reserved for each piece of the tail, because the numbers and names in a piece change
/// in length
constexpr std::size_t spare_room = 48;

/// Returns the first offset, from `offset` on, at which `size` bytes lie within one page. A piece
/// larger than a page begins at the start of a page.
std::size_t placed(std::size_t offset, std::size_t size) {
  bool const in_one_page = offset % page + size <= page;
  return in_one_page ? offset : (offset / page + 1) * page;
}

void fill_up_to(std::string& text, std::size_t size) {
  text.resize(std::max(text.size(), size), ' ');
}

} // namespace

void PiecewiseFile::write(std::string_view text) {
  file_.write(text);
  body_end_ = body_room_end_ = 0;
  tail_.clear();
}

void PiecewiseFile::write(std::string_view head, std::vector<std::string> const& body,
                          std::vector<std::string> const& tail) {
  std::string text(head);
  for (auto const& piece : body) {
    fill_up_to(text, placed(text.size(), piece.size()));
    text += piece;
  }
  auto const body_end = text.size();
  fill_up_to(text, body_end + std::max(body_end - head.size(), 2 * page));
  auto const body_room_end = text.size();
  std::vector<Place> places;
  for (auto const& piece : tail) {
    auto const room = piece.size() + spare_room;
    fill_up_to(text, placed(text.size(), room));
    places.push_back({text.size(), room, piece});
    text += piece;
    fill_up_to(text, places.back().offset + room);
  }
  text.back() = '\n'; // end the file with a newline instead of a blank
  file_.write(text);
  body_end_ = body_end;
  body_room_end_ = body_room_end;
  tail_ = std::move(places);
}

bool PiecewiseFile::append(std::string_view piece) {
  auto const offset = placed(body_end_, piece.size());
  if (piece.size() > page || offset + piece.size() > body_room_end_)
    return false;
  file_.write_at(offset, piece);
  body_end_ = offset + piece.size();
  return true;
}

bool PiecewiseFile::replace_tail(std::vector<std::string> const& tail) {
  auto const fits = [](Place const& place, std::string const& piece) {
    return piece == place.text || (piece.size() <= place.room && place.room <= page);
  };
  if (!std::equal(tail_.begin(), tail_.end(), tail.begin(), tail.end(), fits))
    return false;
  for (std::size_t i = 0; i < tail.size(); ++i)
    if (auto& place = tail_[i]; place.text != tail[i]) {
      auto padded = tail[i];
      fill_up_to(padded, place.text.size());
      file_.write_at(place.offset, padded);
      place.text = tail[i];
    }
  return true;
}

} // namespace kitt
