// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/manual/described_program.hpp"

namespace kitt::miniapp::detail {

/// What a shell reads to complete the command line: commands, their options, words that a value may
/// be, files.
std::string bash_completion(DescribedProgram const& program);
std::string fish_completion(DescribedProgram const& program);
std::string zsh_completion(DescribedProgram const& program);

/// `text` in single quotes, as every shell but fish reads them; fish does too, if there is no
/// backslash.
std::string quoted(std::string const& text);

} // namespace kitt::miniapp::detail
