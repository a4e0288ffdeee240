// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/communicator.hpp"

#include "comms/detail/mpi.hpp"
#include "core/error.hpp"

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace kitt::comms {

using detail::check;
using detail::duplicate;
using detail::returning_errors;
using detail::split_by_node;

namespace detail {
void check(int code, char const* call) {
  if (code == MPI_SUCCESS)
    return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw std::runtime_error(
      std::string(call) + " failed: " + std::string(text.data(), static_cast<std::size_t>(length)));
}

MPI_Comm returning_errors(MPI_Comm comm) {
  check(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return comm;
}

MPI_Comm duplicate(MPI_Comm comm) {
  MPI_Comm result = MPI_COMM_NULL;
  check(MPI_Comm_dup(comm, &result), "MPI_Comm_dup");
  return returning_errors(result);
}

MPI_Comm split_by_node(MPI_Comm comm, int rank) {
  MPI_Comm node = MPI_COMM_NULL;
  check(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node),
        "MPI_Comm_split_type");
  return returning_errors(node);
}
} // namespace detail

namespace {

using Handle = Communicator::Handle;

/// The ranks that are first on their nodes together; all others together, in a group not used.
Handle split_by_leadership(MPI_Comm comm, bool leader, int rank) {
  MPI_Comm leaders = MPI_COMM_NULL;
  check(MPI_Comm_split(comm, leader ? 0 : 1, rank, &leaders), "MPI_Comm_split");
  return Handle(returning_errors(leaders));
}

using Name = std::array<char, MPI_MAX_PROCESSOR_NAME + 1>;

Name processor_name() {
  Name name{};
  int length = 0;
  check(MPI_Get_processor_name(name.data(), &length), "MPI_Get_processor_name");
  return name;
}

/// The names of all nodes' leaders, on every rank.
std::vector<std::string> gather_names(MPI_Comm leaders, MPI_Comm node, bool leader, int nodes) {
  auto const own = processor_name();
  auto const bytes = static_cast<int>(own.size());
  std::vector<Name> names(static_cast<std::size_t>(nodes));
  if (leader)
    check(MPI_Allgather(own.data(), bytes, MPI_CHAR, names.data(), bytes, MPI_CHAR, leaders),
          "MPI_Allgather");
  check(MPI_Bcast(names.data(), bytes * nodes, MPI_CHAR, 0, node), "MPI_Bcast");
  std::vector<std::string> result;
  for (auto const& name : names)
    result.emplace_back(name.data());
  return result;
}

} // namespace

MpiEnvironment::MpiEnvironment(int& argc, char**& argv) {
  int running = 0;
  check(MPI_Initialized(&running), "MPI_Initialized");
  if (running != 0)
    throw std::runtime_error("MPI is running already: one MpiEnvironment per process");
  int provided = MPI_THREAD_SINGLE;
  check(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  if (provided < MPI_THREAD_FUNNELED) {
    MPI_Finalize();
    throw std::runtime_error("this MPI does not allow threads beside it (MPI_THREAD_FUNNELED)");
  }
}

MpiEnvironment::~MpiEnvironment() {
  MPI_Finalize();
}

void MpiEnvironment::abort(int exit_status) {
  MPI_Abort(MPI_COMM_WORLD, exit_status);
  std::abort(); // not reached: MPI_Abort does not return
}

Communicator::Handle::~Handle() {
  if (comm != MPI_COMM_NULL)
    MPI_Comm_free(&comm);
}

Communicator::Communicator()
    : handle_(std::make_unique<Handle>(duplicate(returning_errors(MPI_COMM_WORLD)))) {
  check(MPI_Comm_rank(handle_->comm, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(handle_->comm, &size_), "MPI_Comm_size");
  count_nodes();
}

Communicator::~Communicator() = default;
Communicator::Communicator(Communicator&&) noexcept = default;
Communicator& Communicator::operator=(Communicator&&) noexcept = default;

void Communicator::count_nodes() {
  Handle const node(split_by_node(handle_->comm, rank_));
  int on_node = 0;
  check(MPI_Comm_rank(node.comm, &node_rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(node.comm, &on_node), "MPI_Comm_size");
  bool const leader = node_rank_ == 0;
  int const leads = leader ? 1 : 0;
  check(MPI_Allreduce(&leads, &nodes_, 1, MPI_INT, MPI_SUM, handle_->comm), "MPI_Allreduce");
  check(MPI_Allreduce(&on_node, &ranks_per_node_, 1, MPI_INT, MPI_MAX, handle_->comm),
        "MPI_Allreduce");
  auto const leaders = split_by_leadership(handle_->comm, leader, rank_);
  hostnames_ = gather_names(leaders.comm, node.comm, leader, nodes_);
}

std::string Communicator::library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  check(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  std::string const version(text.data());
  return version.substr(0, version.find('\n'));
}

void Communicator::barrier() const {
  check(MPI_Barrier(handle_->comm), "MPI_Barrier");
}

double Communicator::max(double value) const {
  double result = value;
  check(MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_MAX, handle_->comm), "MPI_Allreduce");
  return result;
}

std::string Communicator::broadcast(std::string text) const {
  auto bytes = static_cast<int>(text.size());
  KITT_EXPECT(static_cast<std::size_t>(bytes) == text.size());
  check(MPI_Bcast(&bytes, 1, MPI_INT, 0, handle_->comm), "MPI_Bcast");
  text.resize(static_cast<std::size_t>(bytes));
  check(MPI_Bcast(text.data(), bytes, MPI_CHAR, 0, handle_->comm), "MPI_Bcast");
  return text;
}

} // namespace kitt::comms
