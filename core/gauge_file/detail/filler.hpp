// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

#include <string>

namespace kitt::detail {

/// Whether bytes behind a file's content can be left out: white space and zeros, as editors, tapes
/// and archives add them, or too few for anything else.
bool is_filler(Bytes rest);

/// "1 byte behind the links is left out"
std::string describe_filler(Bytes rest, std::string const& behind);

} // namespace kitt::detail
