// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace kitt::comms::detail {

/// Makes the system provide every page of the mapped memory from `begin` on, by writing a zero into
/// each page. Returns false if the system has no page left; a plain write would then end the
/// program with SIGBUS. Throws UserError without /dev/zero.
bool take_pages(void* begin, std::size_t bytes, std::size_t page_bytes);

} // namespace kitt::comms::detail
