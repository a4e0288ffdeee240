// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

#include <string>

namespace kitt::detail {

/// Returns whether bytes behind the content of a file can be ignored. This holds for white space
/// and zeros, which editors, tapes and archives add. It also holds if there are too few bytes for
/// other content.
bool is_filler(Bytes rest);

/// Returns a sentence, for example "1 byte behind the links is left out".
std::string describe_filler(Bytes rest, std::string const& behind);

} // namespace kitt::detail
