// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/halo/detail/mailboxes.hpp"

#include <memory>
#include <thread>
#include <vector>

// Tests mailboxes with two threads of one process as the two ranks. Only the mailbox orders their
// accesses.

using namespace kitt::comms::detail;

namespace {

constexpr std::size_t face_bytes = 1000;
constexpr int exchanges = 2000;

std::byte content(int exchange, std::size_t i) {
  return static_cast<std::byte>(static_cast<std::size_t>(exchange) * 7 + i);
}

template <class Done>
void poll(Done done) {
  while (!done())
    std::this_thread::yield();
}

/// Reads the faces one after the other, as HaloExchange does. Returns the number of wrong bytes.
template <class Poll>
std::size_t receive_all(Incoming& incoming, Poll wait_until) {
  std::size_t wrong = 0;
  for (int exchange = 1; exchange <= exchanges; ++exchange) {
    incoming.begin();
    wait_until([&] { return incoming.arrived(); });
    for (std::size_t i = 0; i < face_bytes; ++i)
      wrong += incoming.face()[i] != content(exchange, i) ? 1 : 0;
    incoming.end();
  }
  return wrong;
}

void send_all(Outgoing& outgoing) {
  for (int exchange = 1; exchange <= exchanges; ++exchange) {
    outgoing.begin();
    poll([&] { return outgoing.writable(); });
    for (std::size_t i = 0; i < face_bytes; ++i)
      outgoing.face()[i] = content(exchange, i);
    outgoing.send();
  }
}

/// The sending and the receiving end of one mailbox.
class Ends {
  std::vector<std::byte> memory_ =
      std::vector<std::byte>(Mailbox::bytes(face_bytes) + Mailbox::alignment);
  Mailbox mailbox_ = prepared();

  Mailbox prepared() {
    void* start = memory_.data();
    auto space = memory_.size();
    Mailbox const mailbox(static_cast<std::byte*>(std::align(
                              Mailbox::alignment, Mailbox::bytes(face_bytes), start, space)),
                          face_bytes);
    mailbox.prepare();
    return mailbox;
  }

public:
  IncomingMail incoming{mailbox_};
  OutgoingMail outgoing{mailbox_};
};

/// Sends all faces from a separate thread.
template <class Poll>
std::size_t wrong_bytes(Poll wait_until) {
  Ends ends;
  std::thread sender([&] { send_all(ends.outgoing); });
  auto const wrong = receive_all(ends.incoming, wait_until);
  sender.join();
  return wrong;
}

} // namespace

TEST_CASE("a face is read only when it is complete, and overwritten only after it was read") {
  CHECK(wrong_bytes([](auto arrived) { poll(arrived); }) == 0);
}

TEST_CASE(
    "a thread that only drives the exchange sees a face arrive for the thread that reads it") {
  CHECK(wrong_bytes([](auto arrived) {
          std::thread driver([&] { poll(arrived); });
          driver.join();
        }) == 0);
}

TEST_CASE("the writer is at most two faces ahead of the reader") {
  Ends ends;
  auto& incoming = ends.incoming;
  auto& outgoing = ends.outgoing;
  for (int exchange = 1; exchange <= 2; ++exchange) {
    outgoing.begin();
    CHECK(outgoing.writable());
    outgoing.send();
  }
  outgoing.begin();
  CHECK(!outgoing.writable());
  incoming.begin();
  CHECK(incoming.arrived());
  CHECK(!outgoing.writable());
  incoming.end();
  CHECK(outgoing.writable());
}
