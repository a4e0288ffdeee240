// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/communicator.hpp"

#include "comms/ranks/launcher.hpp"
#include "comms/ranks/mpi.hpp"
#include "comms/ranks/simulation.hpp"
#include "comms/ranks/traffic.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <thread>

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

std::string processor_name() {
  std::array<char, MPI_MAX_PROCESSOR_NAME + 1> name{};
  int length = 0;
  check(MPI_Get_processor_name(name.data(), &length), "MPI_Get_processor_name");
  return name.data();
}

/// Returns, for each rank, the lowest rank on its node.
std::vector<int> first_ranks(MPI_Comm comm, int rank, int size) {
  Handle const node(split_by_node(comm, rank));
  int first = rank;
  check(MPI_Bcast(&first, 1, MPI_INT, 0, node.comm), "MPI_Bcast");
  std::vector<int> result(static_cast<std::size_t>(size));
  check(MPI_Allgather(&first, 1, MPI_INT, result.data(), 1, MPI_INT, comm), "MPI_Allgather");
  return result;
}

double reduce(Handle const& handle, double value, MPI_Op operation) {
  TrafficRegion const region(Region::reduction);
  double result = value;
  check(MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, operation, handle.comm), "MPI_Allreduce");
  return result;
}

/// Converts a number of bytes to int, because MPI counts in int. Throws std::length_error above 2
/// GiB.
int byte_count(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw std::length_error(
        "a message of more than 2 GiB (MPI counts bytes in an int): send it in parts");
  return static_cast<int>(bytes);
}

} // namespace

namespace {

/// Returns an error if the launcher belongs to another MPI than KITT's. A launcher of another MPI
/// starts many separate runs with one rank each.
std::optional<UserError> wrong_launcher() {
  int ranks = 0;
  check(MPI_Comm_size(MPI_COMM_WORLD, &ranks), "MPI_Comm_size");
  auto const launched = launched_ranks();
  if (ranks > 1 || !launched || launched->ranks <= 1)
    return std::nullopt;
  return UserError(fmt::format(
      "the launcher started {} ranks, but each runs by itself ({}={}, but MPI has one rank; KITT "
      "was built with {}): use the launcher of that MPI, or unset {} for a run of one rank",
      launched->ranks, launched->variable, launched->ranks, Communicator::library_version(),
      launched->variable));
}

} // namespace

MpiEnvironment::MpiEnvironment(int& argc, char**& argv, MpiThreads wanted) {
  int running = 0;
  check(MPI_Initialized(&running), "MPI_Initialized");
  if (running != 0)
    throw std::runtime_error("MPI is running already (a process can start MPI once): create one "
                             "MpiEnvironment per process");
  int provided = MPI_THREAD_SINGLE;
  constexpr std::array levels{MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_MULTIPLE};
  check(MPI_Init_thread(&argc, &argv, levels[static_cast<std::size_t>(wanted)], &provided),
        "MPI_Init_thread");
  if (provided < MPI_THREAD_FUNNELED && wanted != MpiThreads::single) {
    MPI_Finalize();
    throw std::runtime_error("this MPI does not allow threads (it does not provide "
                             "MPI_THREAD_FUNNELED): use an MPI built with thread support");
  }
  multiple_ = provided == MPI_THREAD_MULTIPLE;
  if (auto const error = wrong_launcher()) {
    MPI_Finalize();
    throw *error;
  }
}

MpiEnvironment::~MpiEnvironment() {
  MPI_Finalize();
}

void MpiEnvironment::abort(int exit_status) {
  MPI_Abort(MPI_COMM_WORLD, exit_status);
  std::abort(); // never reached, because MPI_Abort does not return
}

Communicator::Handle::~Handle() {
  if (comm != MPI_COMM_NULL)
    MPI_Comm_free(&comm);
}

Communicator::Communicator()
    : handle_(std::make_unique<Handle>(duplicate(returning_errors(MPI_COMM_WORLD)))) {
  check(MPI_Comm_rank(handle_->comm, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(handle_->comm, &size_), "MPI_Comm_size");
  find_nodes();
}

Communicator::~Communicator() = default;
Communicator::Communicator(Communicator&&) noexcept = default;
Communicator& Communicator::operator=(Communicator&&) noexcept = default;

void Communicator::find_nodes() {
  auto const firsts = first_ranks(handle_->comm, rank_, size_);
  auto const names = gather(processor_name());
  std::map<int, int> ranks_on_node; // number of ranks so far, by the lowest rank of the node
  std::map<int, int> node_of;
  for (std::size_t rank = 0; rank < firsts.size(); ++rank) {
    auto const first = firsts[rank];
    if (node_of.emplace(first, nodes()).second)
      hostnames_.push_back(names[rank]);
    places_.push_back({node_of[first], ranks_on_node[first]++});
    ranks_per_node_ = std::max(ranks_per_node_, ranks_on_node[first]);
  }
}

std::string Communicator::library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  check(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  std::string const version(text.data());
  return version.substr(0, version.find('\n'));
}

void Communicator::barrier() const {
  TrafficRegion const region(Region::barrier);
  check(MPI_Barrier(handle_->comm), "MPI_Barrier");
}

bool Communicator::barrier_within(double seconds) const {
  constexpr std::chrono::milliseconds pause(1);
  std::chrono::duration<double> const patience(seconds);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ibarrier(handle_->comm, &request), "MPI_Ibarrier");
  int done = 0;
  for (auto waited = 0 * pause;;
       waited += pause) { // counts pauses instead of reading a clock, which may stand still
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done != 0 || waited > patience)
      return done != 0;
    std::this_thread::sleep_for(pause);
  }
}

void Communicator::barrier(Waiting waiting) const {
  if (is_simulated())
    return barrier();
  TrafficRegion const region(Region::barrier);
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ibarrier(handle_->comm, &request), "MPI_Ibarrier");
  for (int done = 0; done == 0;) {
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done == 0 && waiting == Waiting::asleep)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

double Communicator::max(double value) const {
  return reduce(*handle_, value, MPI_MAX);
}

double Communicator::min(double value) const {
  return reduce(*handle_, value, MPI_MIN);
}

double Communicator::sum(double value) const {
  return reduce(*handle_, value, MPI_SUM);
}

std::function<std::vector<double>()>
Communicator::begin_sums(std::vector<double> const& values) const {
  struct Travelling {
    std::vector<double> own;
    std::vector<double> sums;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  // If another error occurred and the caller never waits, MPI may still write to the numbers. In
  // that case the numbers to add are not freed.
  auto const done_with = [](Travelling* numbers) {
    if (numbers->request == MPI_REQUEST_NULL)
      delete numbers;
  };
  std::shared_ptr<Travelling> const travelling(new Travelling{values, values}, done_with);
  TrafficRegion const region(Region::reduction);
  check(MPI_Iallreduce(travelling->own.data(), travelling->sums.data(),
                       static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM, handle_->comm,
                       &travelling->request),
        "MPI_Iallreduce");
  return [travelling] {
    TrafficRegion const waiting(Region::reduction);
    check(MPI_Wait(&travelling->request, MPI_STATUS_IGNORE), "MPI_Wait");
    return travelling->sums;
  };
}

std::vector<std::uint64_t> Communicator::sums(std::vector<std::uint64_t> values) const {
  TrafficRegion const region(Region::reduction);
  check(MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_UINT64_T,
                      MPI_SUM, handle_->comm),
        "MPI_Allreduce");
  return values;
}

std::string Communicator::broadcast(std::string text) const {
  auto bytes = byte_count(text.size());
  check(MPI_Bcast(&bytes, 1, MPI_INT, 0, handle_->comm), "MPI_Bcast");
  text.resize(static_cast<std::size_t>(bytes));
  check(MPI_Bcast(text.data(), bytes, MPI_CHAR, 0, handle_->comm), "MPI_Bcast");
  return text;
}

std::vector<std::string> Communicator::gather(std::string const& text) const {
  auto const own = byte_count(text.size());
  std::vector<int> bytes(static_cast<std::size_t>(size_));
  check(MPI_Allgather(&own, 1, MPI_INT, bytes.data(), 1, MPI_INT, handle_->comm), "MPI_Allgather");
  auto const total =
      std::accumulate(bytes.begin(), bytes.end(), std::size_t{0}, [](std::size_t sum, int count) {
        return sum + static_cast<std::size_t>(count);
      });
  std::string all(static_cast<std::size_t>(byte_count(total)), '\0');
  std::vector<int> starts(bytes.size());
  std::exclusive_scan(bytes.begin(), bytes.end(), starts.begin(), 0);
  check(MPI_Allgatherv(text.data(), own, MPI_CHAR, all.data(), bytes.data(), starts.data(),
                       MPI_CHAR, handle_->comm),
        "MPI_Allgatherv");
  std::vector<std::string> result;
  for (std::size_t rank = 0; rank < bytes.size(); ++rank)
    result.push_back(
        all.substr(static_cast<std::size_t>(starts[rank]), static_cast<std::size_t>(bytes[rank])));
  return result;
}

} // namespace kitt::comms
