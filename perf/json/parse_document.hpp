// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"

#include <string>

namespace kitt::perf {

/// Reads a JSON document that somebody may have edited by hand. Throws WrongValue if the text is
/// not JSON, if a number is too large for any type, or if an object has the same key twice. (JSON
/// libraries silently keep one of two equal keys.) The message gives the position, such as
/// "cells[3].seconds".
Json parse_document(std::string const& text);

} // namespace kitt::perf
