// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/communicator.hpp"
#include "core/base/error.hpp"

namespace kitt::comms {

void on_all_ranks(Communicator const& world, std::function<void()> const& work) {
  std::string refused;
  try {
    work();
  } catch (UserError const& error) {
    refused = error.what();
  }
  for (auto const& text : world.gather(refused))
    KITT_VALIDATE(text.empty(), text);
}

std::string on_first_rank(Communicator const& world, std::function<std::string()> const& work) {
  std::string text;
  on_all_ranks(world, [&] {
    if (world.rank() == 0)
      text = work();
  });
  return world.broadcast(text);
}

} // namespace kitt::comms
