// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"

#include <string>

namespace kitt::perf {

/// Reads a JSON document that somebody may have edited. Throws WrongValue if it is no JSON
/// document, if a number is too large for any type, or if a key comes twice in an object. Of two
/// equal keys a parser would silently keep one. The message says where: "cells[3].seconds".
Json parse_document(std::string const& text);

} // namespace kitt::perf
