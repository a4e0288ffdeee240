// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt::comms {

/// Bytes that the file system behind a mapped address can still take: with none left, touching the
/// memory would be a SIGBUS. Infinite where there is no file, or one that cannot be asked about.
double free_bytes_behind(void const* address);

} // namespace kitt::comms
