// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

#include <string>

namespace kitt::detail {

/// Returns true if the bytes behind the content of a file can be ignored. Such bytes can be ignored
/// if they are white space or zeros, which editors, tapes and archives add, or if they are too few
/// for other content.
bool is_filler(Bytes rest);

/// Returns a sentence, for example "1 byte behind the links is left out".
std::string describe_filler(Bytes rest, std::string const& behind);

} // namespace kitt::detail
