// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/halo/halo.hpp"

#include "core/algebra/components.hpp"
#include "core/base/error.hpp"
#include "core/fields/random.hpp"

namespace kitt::miniapp {

namespace {

using Words = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>,
                                  Kokkos::IndexType<std::size_t>>;
using Word = std::uint64_t;

void fill_words(ExecutionSpace const& exec, Word* words, std::size_t count, std::uint64_t seed) {
  Kokkos::parallel_for(
      "kitt::halo::fill_face", Words(exec, 0, count),
      KOKKOS_LAMBDA(std::size_t i) { words[i] = counter_bits(seed, i); });
}

void copy_words(ExecutionSpace const& exec, Word const* from, Word* to, std::size_t count) {
  Kokkos::parallel_for(
      "kitt::halo::copy_face", Words(exec, 0, count),
      KOKKOS_LAMBDA(std::size_t i) { to[i] = from[i]; });
}

std::size_t count_wrong(Word const* words, std::size_t count, std::uint64_t seed) {
  std::size_t wrong = 0;
  Kokkos::parallel_reduce(
      "kitt::halo::wrong_words", Words(ExecutionSpace(), 0, count),
      KOKKOS_LAMBDA(std::size_t i, std::size_t & found) {
        found += words[i] != counter_bits(seed, i) ? 1 : 0;
      },
      wrong);
  return wrong;
}

} // namespace

std::size_t face_bytes(FaceSize const& face) {
  int const reals = 2 * (face.depth == 1 ? half_spinor_components : colours);
  std::size_t bytes = perf::bytes_per_real(face.precision);
  for (int const factor : {face.l, face.l, face.l, face.ls, face.depth, reals})
    bytes *= static_cast<std::size_t>(factor);
  return bytes;
}

std::size_t face_exchange_bytes(std::vector<comms::Route> const& routes) {
  std::size_t bytes = 0;
  for (auto const& route : routes)
    // Three buffers: the face as made, the outgoing face and the incoming face. With shared memory:
    // the face as made, and two faces in a mailbox.
    bytes += 3 * route.bytes;
  return bytes;
}

FaceExchange::FaceExchange(comms::Communicator const& world,
                           std::vector<comms::Route> const& routes, comms::Transport transport,
                           comms::HugePages pages, MemorySource const& memory, std::uint64_t seed)
    : rank_(world.rank()), seed_(seed), exchange_(world, routes, transport, pages) {
  for (auto const& route : routes) {
    KITT_EXPECT(route.bytes % sizeof(Word) == 0);
    faces_.push_back({route, memory("kitt::halo::face_messages", route.bytes)});
  }
  fill();
}

std::uint64_t FaceExchange::stream(int sender, int leg) const {
  auto const number = static_cast<std::uint64_t>(legs * sender + leg);
  return counter_bits(counter_bits(seed_, filled_), number);
}

void FaceExchange::fill() {
  ++filled_;
  ExecutionSpace const exec;
  for (auto const& face : faces_)
    fill_words(exec, static_cast<Word*>(face.memory.get()), face.words(),
               stream(rank_, face.route.leg));
  exec.fence("kitt::halo::fill_face: wait until faces are filled");
}

void FaceExchange::move() {
  ExecutionSpace const exec;
  exchange_.begin();
  for (auto const& face : faces_)
    copy_words(exec, static_cast<Word const*>(face.memory.get()), outgoing(face), face.words());
  exchange_.send(exec);
  exchange_.wait(exec);
}

FaceExchange::Word* FaceExchange::outgoing(Face const& face) const {
  return reinterpret_cast<Word*>(exchange_.outgoing(face.route.leg));
}

FaceExchange::Word const* FaceExchange::incoming(Face const& face) const {
  return reinterpret_cast<Word const*>(exchange_.incoming(face.route.leg));
}

void FaceExchange::run() {
  move();
  exchange_.end();
}

std::size_t FaceExchange::wrong_words() {
  fill();
  move();
  auto const wrong = wrong_left();
  exchange_.end();
  return wrong;
}

std::size_t FaceExchange::wrong_left() const {
  std::size_t wrong = 0;
  for (auto const& face : faces_)
    wrong += wrong_words(face);
  return wrong;
}

std::size_t FaceExchange::wrong_words(Face const& face) const {
  return count_wrong(incoming(face), face.words(), stream(face.route.from, face.route.leg));
}

} // namespace kitt::miniapp
