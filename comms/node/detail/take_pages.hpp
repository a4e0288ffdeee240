// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace kitt::comms::detail {

/// Has the system give every page of the mapped memory from `begin` on, by writing a zero into
/// each; false if it has none for one of them, where a write by the program would end it (SIGBUS).
/// Throws UserError without /dev/zero.
bool take_pages(void* begin, std::size_t bytes, std::size_t page_bytes);

} // namespace kitt::comms::detail
