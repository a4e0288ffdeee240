// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"

#include <string>

namespace kitt::perf {

/// Reads a JSON document that somebody may have edited. Throws WrongValue for what is no JSON
/// document, for a number that is too large for any type, and for a key that comes twice in an
/// object, of which a parser would silently keep one; the message says where: "cells[3].seconds".
Json parse_document(std::string const& text);

} // namespace kitt::perf
