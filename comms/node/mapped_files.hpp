// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt::comms {

/// Returns the bytes that the file system behind a mapped address can still take. If no bytes are
/// left, touching the memory would end the program with SIGBUS. Infinite if there is no file, or if
/// the file system does not answer.
double free_bytes_behind(void const* address);

} // namespace kitt::comms
