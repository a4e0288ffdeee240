// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/detail/shared_window.hpp"

#include "comms/halo/detail/mailboxes.hpp"
#include "comms/node/memory.hpp"
#include "comms/node/memory_causes.hpp"
#include "core/base/error.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <fmt/format.h>
#include <optional>

namespace kitt::comms::detail {

namespace {

constexpr auto alignment = Mailbox::alignment;

double sum(MPI_Comm comm, double value) {
  double result = 0;
  check(MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_SUM, comm), "MPI_Allreduce");
  return result;
}

std::byte* aligned(void* memory) {
  auto const address = reinterpret_cast<std::uintptr_t>(memory);
  return static_cast<std::byte*>(memory) + (alignment - address % alignment) % alignment;
}

/// Allocates a shared window of the node whose segments lie on separate pages, each near its rank.
/// Returns this rank's segment. Collective.
std::byte* allocate(MPI_Comm node, std::size_t bytes, MPI_Win& window) {
  MPI_Info info = MPI_INFO_NULL;
  check(MPI_Info_create(&info), "MPI_Info_create");
  check(MPI_Info_set(info, "alloc_shared_noncontig", "true"), "MPI_Info_set");
  void* memory = nullptr;
  auto const code =
      MPI_Win_allocate_shared(static_cast<MPI_Aint>(bytes), 1, info, node, &memory, &window);
  MPI_Info_free(&info);
  KITT_VALIDATE(code == MPI_SUCCESS, "the halo exchange has no shared memory (this MPI library "
                                     "cannot share memory between ranks): use --comms mpi");
  return static_cast<std::byte*>(memory);
}

/// Returns the bytes of shared memory that are available on this node. A small window shows on
/// which file system this MPI keeps shared memory. If a window is too large for the file system,
/// some MPIs hang, and others end with SIGBUS when the window is touched. Collective.
double free_on_node(MPI_Comm node) {
  MPI_Win window = MPI_WIN_NULL;
  auto const free = free_bytes_behind(allocate(node, alignment, window));
  check(MPI_Win_free(&window), "MPI_Win_free");
  auto const memory = comms::available_memory();
  return memory == 0 ? free : std::min(free, static_cast<double>(memory));
}

// Asks for huge pages. A refusal is no error: it means that this kernel has no huge pages for
// shared memory.
void ask_for_huge_pages([[maybe_unused]] std::byte* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = 4096;
  auto const before = reinterpret_cast<std::uintptr_t>(memory) % page;
  static_cast<void>(::madvise(memory - before, bytes + before, MADV_HUGEPAGE));
#endif
}

} // namespace

SharedWindow::SharedWindow(Communicator const& world, MPI_Comm node, std::size_t bytes,
                           HugePages pages)
    : counted_(MemoryFor::buffers, bytes) {
  if (is_reserved(pages) && bytes > 0)
    share_reserve(world, node, bytes);
  else
    share_window(world, node, bytes, pages);
}

void SharedWindow::share_window(Communicator const& world, MPI_Comm node, std::size_t bytes,
                                HugePages pages) {
  auto const needed = world.max(sum(node, static_cast<double>(bytes)));
  auto const free = world.min(free_on_node(node));
  KITT_VALIDATE(
      needed <= free,
      fmt::format("too little shared memory for the halo exchange (a node needs {:.1f} MB, but "
                  "only {:.1f} MB are free where MPI keeps it): use --comms mpi, or ask for more "
                  "shared memory (mount -o remount,size=... /dev/shm; docker --shm-size)",
                  needed * 1e-6, free * 1e-6));
  auto* const memory = allocate(node, bytes + alignment, window_);
  if (pages != HugePages::none)
    ask_for_huge_pages(memory, bytes + alignment);
}

void SharedWindow::share_reserve(Communicator const& world, MPI_Comm node, std::size_t bytes) {
  int ranks = 0;
  check(MPI_Comm_size(node, &ranks), "MPI_Comm_size");
  std::optional<SharedPages> own;
  on_all_ranks(world, [&] { own.emplace("faces in shared memory", bytes); });
  auto const name = own->name();
  std::vector<SharedPages::Name> names(static_cast<std::size_t>(ranks));
  check(MPI_Allgather(&name, sizeof(name), MPI_BYTE, names.data(), sizeof(name), MPI_BYTE, node),
        "MPI_Allgather");
  // on_all_ranks() is collective, so all ranks have mapped a segment when its maker closes the
  // file.
  on_all_ranks(world, [&] {
    for (auto const& of_rank : names)
      reserve_.emplace_back(of_rank);
  });
}

SharedWindow::~SharedWindow() {
  // Notes the peak now, because resident memory is largest before this window is freed.
  look_at_memory();
  // Freeing is collective. A rank that fails must not free the window, because other ranks may not
  // fail, and it would wait for them.
  if (window_ != MPI_WIN_NULL && std::uncaught_exceptions() == 0)
    MPI_Win_free(&window_);
}

std::byte* SharedWindow::segment(int node_rank) const {
  if (!reserve_.empty())
    return reserve_[static_cast<std::size_t>(node_rank)].data();
  MPI_Aint bytes = 0;
  int unit = 0;
  void* memory = nullptr;
  check(MPI_Win_shared_query(window_, node_rank, &bytes, &unit, &memory), "MPI_Win_shared_query");
  return aligned(memory);
}

} // namespace kitt::comms::detail
