// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/wrap.hpp"

using namespace kitt::mpi_profile::detail;

#define MESSAGE_TO                                                                                 \
  (void const*, buffer), (int, count), (MPI_Datatype, type), (int, to), (int, tag), (MPI_Comm, comm)
#define MESSAGE_FROM                                                                               \
  (void*, buffer), (int, count), (MPI_Datatype, type), (int, from), (int, tag), (MPI_Comm, comm)
#define REQUEST (MPI_Request*, request)
#define STATUS (MPI_Status*, status)
#define SENT sent(count, type, to, comm)
#define RECEIVED received(count, type)

KITT_MPI(Send, SENT, MESSAGE_TO)
KITT_MPI(Bsend, SENT, MESSAGE_TO)
KITT_MPI(Ssend, SENT, MESSAGE_TO)
KITT_MPI(Rsend, SENT, MESSAGE_TO)
KITT_MPI(Isend, SENT, MESSAGE_TO, REQUEST)
KITT_MPI(Ibsend, SENT, MESSAGE_TO, REQUEST)
KITT_MPI(Issend, SENT, MESSAGE_TO, REQUEST)
KITT_MPI(Irsend, SENT, MESSAGE_TO, REQUEST)
KITT_MPI(Recv, RECEIVED, MESSAGE_FROM, STATUS)
KITT_MPI(Irecv, RECEIVED, MESSAGE_FROM, REQUEST)

#define OUT_AND_IN                                                                                 \
  (void const*, buffer), (int, count), (MPI_Datatype, type), (int, to), (int, tag),                \
      (void*, in_buffer), (int, in_count), (MPI_Datatype, in_type), (int, from), (int, in_tag),    \
      (MPI_Comm, comm)
#define OUT_AND_IN_PLACE                                                                           \
  (void*, buffer), (int, count), (MPI_Datatype, type), (int, to), (int, tag), (int, from),         \
      (int, in_tag), (MPI_Comm, comm)
KITT_MPI(Sendrecv, SENT, OUT_AND_IN, STATUS)
KITT_MPI(Sendrecv_replace, SENT, OUT_AND_IN_PLACE, STATUS)
#if MPI_VERSION >= 4
KITT_MPI(Isendrecv, SENT, OUT_AND_IN, REQUEST)
KITT_MPI(Isendrecv_replace, SENT, OUT_AND_IN_PLACE, REQUEST)
#endif

#define ENVELOPE (int, from), (int, tag), (MPI_Comm, comm)
#define MATCHED (void*, buffer), (int, count), (MPI_Datatype, type), (MPI_Message*, message)
KITT_MPI(Probe, nothing(), ENVELOPE, STATUS)
KITT_MPI(Iprobe, nothing(), ENVELOPE, (int*, found), STATUS)
KITT_MPI(Mprobe, nothing(), ENVELOPE, (MPI_Message*, message), STATUS)
KITT_MPI(Improbe, nothing(), ENVELOPE, (int*, found), (MPI_Message*, message), STATUS)
KITT_MPI(Mrecv, RECEIVED, MATCHED, STATUS)
KITT_MPI(Imrecv, RECEIVED, MATCHED, REQUEST)

// Persistent requests. The bytes of a request count at each start, not at its creation.
#define REMEMBER_SEND remember_send(*request, count, type, to, comm)
KITT_MPI_THEN(Send_init, nothing(), REMEMBER_SEND, MESSAGE_TO, REQUEST)
KITT_MPI_THEN(Bsend_init, nothing(), REMEMBER_SEND, MESSAGE_TO, REQUEST)
KITT_MPI_THEN(Ssend_init, nothing(), REMEMBER_SEND, MESSAGE_TO, REQUEST)
KITT_MPI_THEN(Rsend_init, nothing(), REMEMBER_SEND, MESSAGE_TO, REQUEST)
KITT_MPI_THEN(Recv_init, nothing(), remember(*request, RECEIVED), MESSAGE_FROM, REQUEST)
KITT_MPI(Start, started(1, request), REQUEST)
KITT_MPI(Startall, started(count, requests), (int, count), (MPI_Request*, requests))
KITT_MPI(Request_free, (forget(*request), nothing()), REQUEST)

#define REQUESTS (int, count), (MPI_Request*, requests)
#define STATUSES (MPI_Status*, statuses)
#define SOME (int, count), (MPI_Request*, requests), (int*, done), (int*, which), STATUSES
KITT_MPI(Wait, nothing(), REQUEST, STATUS)
KITT_MPI(Waitall, nothing(), REQUESTS, STATUSES)
KITT_MPI(Waitany, nothing(), REQUESTS, (int*, which), STATUS)
KITT_MPI(Waitsome, nothing(), SOME)
KITT_MPI(Test, nothing(), REQUEST, (int*, done), STATUS)
KITT_MPI(Testall, nothing(), REQUESTS, (int*, done), STATUSES)
KITT_MPI(Testany, nothing(), REQUESTS, (int*, which), (int*, done), STATUS)
KITT_MPI(Testsome, nothing(), SOME)
KITT_MPI(Request_get_status, nothing(), (MPI_Request, request), (int*, done), STATUS)
KITT_MPI(Cancel, nothing(), REQUEST)
KITT_MPI(Buffer_attach, nothing(), (void*, buffer), (int, bytes))
KITT_MPI(Buffer_detach, nothing(), (void*, buffer), (int*, bytes))
