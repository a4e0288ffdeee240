// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/communicator.hpp"

#include "comms/ranks/launcher.hpp"
#include "comms/ranks/message_transport.hpp"
#include "core/base/error.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

namespace kitt::comms {

namespace {

// Throws UserError if a launcher started several ranks. The ranks would run as separate programs on
// the same cores and write the same files.
void check_alone() {
  auto const launched = launched_ranks();
  KITT_VALIDATE(!launched || launched->ranks <= 1,
                "the launcher started " + std::to_string(launched->ranks) +
                    " ranks, but they cannot communicate (" + std::string(launched->variable) +
                    " is set, and this KITT was built without MPI): start it without a launcher, "
                    "or build KITT with -DKITT_MPI=ON");
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

} // namespace

struct Communicator::Handle {};

MpiEnvironment::MpiEnvironment(int& /*argc*/, char**& /*argv*/, MpiThreads /*wanted*/)
    : multiple_(true) {
  check_alone();
}
MpiEnvironment::~MpiEnvironment() = default;

void MpiEnvironment::abort(int exit_status) {
  std::_Exit(exit_status);
}

Communicator::Communicator() {
  find_nodes();
}
Communicator::~Communicator() = default;
Communicator::Communicator(Communicator&&) noexcept = default;
Communicator& Communicator::operator=(Communicator&&) noexcept = default;

void Communicator::find_nodes() {
  places_ = {{0, 0}};
  hostnames_ = {host_name()};
}

std::string Communicator::library_version() {
  return "no MPI (built for one rank)";
}

void Communicator::barrier() const {}
bool Communicator::barrier_within(double /*seconds*/) const {
  return true;
}
void Communicator::barrier(Waiting /*waiting*/) const {}
double Communicator::max(double value) const {
  return value;
}
double Communicator::min(double value) const {
  return value;
}
double Communicator::sum(double value) const {
  return value;
}
std::function<std::vector<double>()>
Communicator::begin_sums(std::vector<double> const& values) const {
  return [values] { return values; };
}
std::vector<std::uint64_t> Communicator::sums(std::vector<std::uint64_t> values) const {
  return values;
}
std::string Communicator::broadcast(std::string text) const {
  return text;
}
std::vector<std::string> Communicator::gather(std::string const& text) const {
  return {text};
}

std::string message_transport() {
  return {};
}

bool reads_memory_of(std::string_view /*space*/) {
  return false;
}

std::map<std::string, std::string> message_limits() {
  return {};
}

} // namespace kitt::comms
