// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/table/distributed_table.hpp"

#include "core/base/error.hpp"

namespace kitt::comms {

// Never constructed: without MPI there is one rank, and `kitt hash` refuses to run.
class DistributedTable::Implementation {
public:
  [[noreturn]] static void refuse() {
    throw InternalError("a table of all ranks in a program of one rank (this KITT was built "
                        "without MPI): build KITT with -DKITT_MPI=ON");
  }
};

DistributedTable::DistributedTable(Communicator const& /*world*/, std::size_t /*entry_bytes*/,
                                   std::vector<std::uint64_t> const& /*slots*/) {
  Implementation::refuse();
}
DistributedTable::~DistributedTable() = default;
DistributedTable::DistributedTable(DistributedTable&&) noexcept = default;
DistributedTable& DistributedTable::operator=(DistributedTable&&) noexcept = default;

std::uint64_t DistributedTable::reserve(int /*owner*/, std::size_t /*count*/) {
  Implementation::refuse();
}
void DistributedTable::put(int /*owner*/, std::uint64_t /*slot*/, std::byte const* /*entries*/,
                           std::size_t /*count*/) {}
void DistributedTable::get(int /*owner*/, std::uint64_t /*slot*/, std::byte* /*entry*/,
                           std::size_t /*bytes*/) {}
bool DistributedTable::claim(int /*owner*/, std::uint64_t /*slot*/) {
  return false;
}
void DistributedTable::settle() {}
std::uint64_t& DistributedTable::counter() {
  Implementation::refuse();
}
DistributedTable::Claim& DistributedTable::claimant(std::uint64_t /*slot*/) {
  Implementation::refuse();
}
std::byte* DistributedTable::entry(std::uint64_t /*slot*/) {
  return nullptr;
}

} // namespace kitt::comms
