// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/detail/messages.hpp"

namespace kitt::comms::detail {

PersistentRequest::~PersistentRequest() {
  if (request_ != MPI_REQUEST_NULL)
    MPI_Request_free(&request_);
}

void PersistentRequest::start() {
  check(MPI_Start(&request_), "MPI_Start");
  under_way_ = true;
}

bool PersistentRequest::test() {
  if (!under_way_)
    return true;
  int complete = 0;
  check(MPI_Test(&request_, &complete, MPI_STATUS_IGNORE), "MPI_Test");
  under_way_ = complete == 0;
  return !under_way_;
}

void PersistentRequest::wait() {
  if (under_way_)
    check(MPI_Wait(&request_, MPI_STATUS_IGNORE), "MPI_Wait");
  under_way_ = false;
}

OutgoingMessage::OutgoingMessage(MPI_Comm comm, Message const& message) : face_(message.face) {
  check(MPI_Send_init(message.face, static_cast<int>(message.bytes), MPI_BYTE, message.peer,
                      message.tag, comm, &request_.handle()),
        "MPI_Send_init");
}

IncomingMessage::IncomingMessage(MPI_Comm comm, Message const& message) : face_(message.face) {
  check(MPI_Recv_init(message.face, static_cast<int>(message.bytes), MPI_BYTE, message.peer,
                      message.tag, comm, &request_.handle()),
        "MPI_Recv_init");
}

} // namespace kitt::comms::detail
