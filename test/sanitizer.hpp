// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// Defines KITT_TEST_ADDRESS_SANITIZER if the program contains an address sanitizer. The
/// sanitizer's own memory is then part of the process.

#if defined(__SANITIZE_ADDRESS__)
#define KITT_TEST_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#define KITT_TEST_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#else
#define KITT_TEST_ADDRESS_SANITIZER 0
#endif
