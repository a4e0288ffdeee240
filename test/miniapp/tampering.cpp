// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// A library to preload between a program and MPI. One rank flips one bit of one message that it
/// sends, or of data that it gets by MPI_Get. The environment variables of `Choice` say which
/// message and which bit.
///
/// The file KITT_TAMPER_LOG gets a line for each message that was changed. At the end it gets a
/// line for each kind of message that the rank sent: "saw", routine, bytes, tag, count. Data that
/// ranks exchange in shared memory is not counted. KITT_TAMPER_NODES=2 makes the ranks believe that
/// they are on two nodes.
///
/// Some commands send no messages. For them the library is loaded as a Kokkos Tool
/// (KOKKOS_TOOLS_LIBS) and treats the start of a kernel as a message. It then changes the newest
/// memory that the program allocated, or the memory allocated before that (KITT_TAMPER_MEMORY=2).

#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace {

/// Value that stands for the tag of calls without a tag.
constexpr int no_tag = -1;

std::string variable(char const* name) {
  auto const* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::optional<long> number(char const* name) {
  auto const text = variable(name);
  return text.empty() ? std::nullopt : std::optional(std::stol(text));
}

/// The user's choice of messages and bits, read from environment variables.
struct Choice {
  std::string routine = variable("KITT_TAMPER_ROUTINE"); ///< name of the routine; empty means all
                                                         ///< routines
  std::optional<long> bytes = number("KITT_TAMPER_BYTES");
  std::optional<long> tag = number("KITT_TAMPER_TAG");
  long rank = number("KITT_TAMPER_RANK").value_or(0);    ///< rank in MPI_COMM_WORLD that tampers
  long skipped = number("KITT_TAMPER_SKIP").value_or(0); ///< number of matching messages before the
                                                         ///< first flip
  long times = number("KITT_TAMPER_TIMES").value_or(1);  ///< number of matching messages to change
  long bit = number("KITT_TAMPER_BIT").value_or(51);     ///< number of the bit in the message's
                                                         ///< middle word
  bool nan = number("KITT_TAMPER_NAN").has_value();      ///< whether all bits of the word are set
                                                         ///< to one instead
};

struct Message {
  char const* routine;
  std::size_t bytes;
  int tag;

  auto key() const { return std::tuple(std::string(routine), bytes, tag); }
};

class Tamperer {
public:
  /// Counts a message, and returns whether to tamper with it.
  bool wants(Message const& message) {
    std::lock_guard const lock(mutex_);
    if (message.bytes == 0 || !is_here())
      return false;
    ++seen_[message.key()];
    bool const matches = (choice_.routine.empty() || choice_.routine == message.routine) &&
                         choice_.bytes.value_or(static_cast<long>(message.bytes)) ==
                             static_cast<long>(message.bytes) &&
                         choice_.tag.value_or(message.tag) == message.tag;
    if (!matches)
      return false;
    auto const before = matching_++;
    if (before < choice_.skipped || before >= choice_.skipped + choice_.times)
      return false;
    write("tampered", message, 1);
    return true;
  }

  /// Flips the chosen bit of the 8-byte word in the middle, or turns the word into NaN. A message
  /// shorter than a word is treated as one word.
  void flip(std::byte* data, std::size_t bytes) const {
    auto const word = bytes / 16 * 8;
    auto const bits = 8 * (bytes < 8 ? bytes : 8);
    if (choice_.nan) {
      std::memset(data + word, 0xff, bits / 8); // NaN in every floating-point format
      return;
    }
    auto const bit = static_cast<std::size_t>(choice_.bit) % bits;
    data[word + bit / 8] ^= std::byte{1} << (bit % 8);
  }

  /// Writes one line to the log for each kind of message.
  void report() {
    std::lock_guard const lock(mutex_);
    for (auto const& [key, count] : seen_)
      write("saw", {std::get<0>(key).c_str(), std::get<1>(key), std::get<2>(key)}, count);
  }

private:
  bool is_here() {
    int initialised = 0;
    MPI_Initialized(&initialised);
    if (initialised == 0)
      return false;
    if (rank_ < 0)
      MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    return rank_ == choice_.rank;
  }

  void write(char const* what, Message const& message, long count) const {
    if (log_.empty())
      return;
    if (auto* const file = std::fopen(log_.c_str(), "a")) {
      std::fprintf(file, "%s %s %zu %d %ld\n", what, message.routine, message.bytes, message.tag,
                   count);
      std::fclose(file);
    }
  }

  std::mutex mutex_;
  Choice choice_;
  std::string log_ = variable("KITT_TAMPER_LOG");
  int rank_ = -1;
  long matching_ = 0;
  std::map<std::tuple<std::string, std::size_t, int>, long> seen_;
};

/// Returns the only instance, which is never destroyed because programs call MPI until their very
/// end.
Tamperer& tamperer() {
  static auto* const instance = new Tamperer;
  return *instance;
}

std::size_t bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  MPI_Type_size(type, &size);
  return count > 0 ? static_cast<std::size_t>(count) * static_cast<std::size_t>(size) : 0;
}

/// Returns `data` unchanged, or a copy with a wrong bit in the part that is the message. `data` has
/// `whole` bytes. The copy is never freed, because MPI may read it until the program ends.
void* sent(Message const& message, void const* data, std::size_t whole, std::size_t offset) {
  if (!tamperer().wants(message))
    return const_cast<void*>(data);
  auto* const copy = new std::byte[whole];
  std::memcpy(copy, data, whole);
  tamperer().flip(copy + offset, message.bytes);
  return copy;
}

void* sent(char const* routine, void const* data, int count, MPI_Datatype type, int tag = no_tag) {
  auto const bytes = bytes_of(count, type);
  return sent({routine, bytes, tag}, data, bytes, 0);
}

/// Returns the data that a rank contributes to a reduction, possibly changed. With MPI_IN_PLACE the
/// data is in `result`.
void* given(char const* routine, void const* data, void* result, int count, MPI_Datatype type) {
  if (data != MPI_IN_PLACE)
    return sent(routine, data, count, type);
  if (Message const message{routine, bytes_of(count, type), no_tag}; tamperer().wants(message))
    tamperer().flip(static_cast<std::byte*>(result), message.bytes);
  return const_cast<void*>(data);
}

/// Returns the rank whose block of an MPI_Alltoall is changed.
int next_rank(MPI_Comm comm) {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  return (rank + 1) % size;
}

int size_of(MPI_Comm comm) {
  int size = 1;
  MPI_Comm_size(comm, &size);
  return size;
}

/// A persistent send. MPI sends a copy, which each start updates.
struct PersistentSend {
  Message message;
  void const* data;
  std::vector<std::byte> copy;
};

std::map<MPI_Request, PersistentSend>& persistent_sends() {
  static auto* const instance = new std::map<MPI_Request, PersistentSend>;
  return *instance;
}

void start(MPI_Request request) {
  auto const found = persistent_sends().find(request);
  if (found == persistent_sends().end())
    return;
  auto& send = found->second;
  std::memcpy(send.copy.data(), send.data, send.copy.size());
  if (tamperer().wants(send.message))
    tamperer().flip(send.copy.data(), send.copy.size());
}

/// Returns the list of data that MPI_Get brings by the next synchronisation. The data is made wrong
/// after that.
std::vector<std::pair<void*, std::size_t>>& coming() {
  static auto* const instance = new std::vector<std::pair<void*, std::size_t>>;
  return *instance;
}

int synchronised(int code) {
  for (auto const& [data, bytes] : coming())
    tamperer().flip(static_cast<std::byte*>(data), bytes);
  coming().clear();
  return code;
}

/// Returns the list of memory that the program allocated and made writable between its guard pages.
std::vector<void*>& taken() {
  static auto* const instance = new std::vector<void*>;
  return *instance;
}

/// Changes the beginning of the chosen memory before a kernel reads it.
void begin_kernel(char const* kernel, std::uint64_t* id) {
  constexpr std::size_t bytes = 1024;
  static auto const which = static_cast<std::size_t>(number("KITT_TAMPER_MEMORY").value_or(1));
  *id = 0;
  if (std::string(kernel).starts_with("kitt::") && taken().size() >= which &&
      tamperer().wants({kernel, bytes, no_tag}))
    tamperer().flip(static_cast<std::byte*>(*(taken().end() - static_cast<long>(which))), bytes);
}

template <class Function>
Function* next(char const* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

} // namespace

/// Replaces a routine of MPI under both of its names, because a program that profiles its own calls
/// uses PMPI_Send. The statements that follow the parameters call `real`.
#define KITT_TAMPER(routine, parameters, ...)                                                      \
  extern "C" __attribute__((visibility("default"))) int PMPI_##routine parameters {                \
    static auto* const real = next<int parameters>("PMPI_" #routine);                              \
    __VA_ARGS__                                                                                    \
  }                                                                                                \
  extern "C" __attribute__((visibility("default"),                                                 \
                            alias("PMPI_" #routine))) int MPI_##routine parameters;

KITT_TAMPER(Send, (void const* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm),
            return real(sent("MPI_Send", data, count, type, tag), count, type, to, tag, comm);)

KITT_TAMPER(Isend,
            (void const* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
             MPI_Request* request),
            return real(sent("MPI_Isend", data, count, type, tag), count, type, to, tag, comm,
                        request);)

KITT_TAMPER(Sendrecv,
            (void const* data, int count, MPI_Datatype type, int to, int tag, void* in,
             int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
             MPI_Status* status),
            return real(sent("MPI_Sendrecv", data, count, type, tag), count, type, to, tag, in,
                        in_count, in_type, from, in_tag, comm, status);)

KITT_TAMPER(Send_init,
            (void const* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
             MPI_Request* request),
            PersistentSend send{{"MPI_Start", bytes_of(count, type), tag},
                                data,
                                std::vector<std::byte>(bytes_of(count, type))};
            int const code = real(send.copy.data(), count, type, to, tag, comm, request);
            persistent_sends().insert_or_assign(*request, std::move(send)); return code;)

KITT_TAMPER(Start, (MPI_Request * request), start(*request); return real(request);)

KITT_TAMPER(Startall, (int count, MPI_Request* requests),
            for (int i = 0; i < count; ++i) start(requests[i]);
            return real(count, requests);)

KITT_TAMPER(Request_free, (MPI_Request * request), auto const old = *request;
            int const code = real(request); persistent_sends().erase(old); return code;)

KITT_TAMPER(Bcast, (void* data, int count, MPI_Datatype type, int root, MPI_Comm comm),
            int rank = 0;
            MPI_Comm_rank(comm, &rank);
            return real(rank == root ? sent("MPI_Bcast", data, count, type) : data, count, type,
                        root, comm);)

KITT_TAMPER(Reduce,
            (void const* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
             int root, MPI_Comm comm),
            return real(given("MPI_Reduce", data, result, count, type), result, count, type,
                        operation, root, comm);)

KITT_TAMPER(Allreduce,
            (void const* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
             MPI_Comm comm),
            return real(given("MPI_Allreduce", data, result, count, type), result, count, type,
                        operation, comm);)

KITT_TAMPER(Iallreduce,
            (void const* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
             MPI_Comm comm, MPI_Request* request),
            return real(given("MPI_Iallreduce", data, result, count, type), result, count, type,
                        operation, comm, request);)

KITT_TAMPER(Allgather,
            (void const* data, int count, MPI_Datatype type, void* in, int in_count,
             MPI_Datatype in_type, MPI_Comm comm),
            return real(sent("MPI_Allgather", data, count, type), count, type, in, in_count,
                        in_type, comm);)

KITT_TAMPER(Allgatherv,
            (void const* data, int count, MPI_Datatype type, void* in, int const* counts,
             int const* places, MPI_Datatype in_type, MPI_Comm comm),
            return real(sent("MPI_Allgatherv", data, count, type), count, type, in, counts, places,
                        in_type, comm);)

KITT_TAMPER(Alltoall,
            (void const* data, int count, MPI_Datatype type, void* in, int in_count,
             MPI_Datatype in_type, MPI_Comm comm),
            auto const block = bytes_of(count, type);
            auto const size = static_cast<std::size_t>(size_of(comm));
            auto const to = static_cast<std::size_t>(next_rank(comm));
            return real(sent({"MPI_Alltoall", block, no_tag}, data, block* size, block* to), count,
                        type, in, in_count, in_type, comm);)

KITT_TAMPER(
    Alltoallv,
    (void const* data, int const* counts, int const* places, MPI_Datatype type, void* in,
     int const* in_counts, int const* in_places, MPI_Datatype in_type, MPI_Comm comm),
    auto const to = next_rank(comm);
    std::size_t whole = 0; for (int i = 0; i < size_of(comm); ++i) {
      auto const end = bytes_of(places[i] + counts[i], type);
      whole = end > whole ? end : whole;
    } return real(sent({"MPI_Alltoallv", bytes_of(counts[to], type), no_tag}, data, whole,
                       bytes_of(places[to], type)),
                  counts, places, type, in, in_counts, in_places, in_type, comm);)

KITT_TAMPER(Put,
            (void const* data, int count, MPI_Datatype type, int target, MPI_Aint place, int there,
             MPI_Datatype type_there, MPI_Win window),
            return real(sent("MPI_Put", data, count, type), count, type, target, place, there,
                        type_there, window);)

KITT_TAMPER(Get,
            (void* data, int count, MPI_Datatype type, int target, MPI_Aint place, int there,
             MPI_Datatype type_there, MPI_Win window),
            if (auto const bytes = bytes_of(count, type);
                tamperer().wants({"MPI_Get", bytes, no_tag})) coming()
                .emplace_back(data, bytes);
            return real(data, count, type, target, place, there, type_there, window);)

KITT_TAMPER(Fetch_and_op,
            (void const* data, void* result, MPI_Datatype type, int target, MPI_Aint place,
             MPI_Op operation, MPI_Win window),
            return real(sent("MPI_Fetch_and_op", data, 1, type), result, type, target, place,
                        operation, window);)

KITT_TAMPER(Compare_and_swap,
            (void const* data, void const* expected, void* result, MPI_Datatype type, int target,
             MPI_Aint place, MPI_Win window),
            return real(sent("MPI_Compare_and_swap", data, 1, type), expected, result, type, target,
                        place, window);)

KITT_TAMPER(Win_flush, (int rank, MPI_Win window), return synchronised(real(rank, window));)
KITT_TAMPER(Win_unlock, (int rank, MPI_Win window), return synchronised(real(rank, window));)
KITT_TAMPER(Win_unlock_all, (MPI_Win window), return synchronised(real(window));)
KITT_TAMPER(Win_fence, (int assertion, MPI_Win window),
            return synchronised(real(assertion, window));)
KITT_TAMPER(Win_complete, (MPI_Win window), return synchronised(real(window));)

KITT_TAMPER(Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* part),
            auto const nodes = number("KITT_TAMPER_NODES").value_or(1);
            if (nodes == 1) return real(comm, type, key, info, part); int rank = 0; int size = 1;
            MPI_Comm_rank(MPI_COMM_WORLD, &rank); MPI_Comm_size(MPI_COMM_WORLD, &size);
            return MPI_Comm_split(comm, static_cast<int>(rank* nodes / size), key, part);)

KITT_TAMPER(Finalize, (), tamperer().report(); return real();)

// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

__attribute__((visibility("default"))) int mprotect(void* address, std::size_t bytes,
                                                    int protection) noexcept {
  if ((protection & PROT_WRITE) != 0)
    taken().push_back(address);
  return static_cast<int>(syscall(SYS_mprotect, address, bytes, protection));
}

__attribute__((visibility("default"))) void
kokkosp_begin_parallel_for(char const* kernel, std::uint32_t /*device*/, std::uint64_t* id) {
  begin_kernel(kernel, id);
}

__attribute__((visibility("default"))) void
kokkosp_begin_parallel_reduce(char const* kernel, std::uint32_t /*device*/, std::uint64_t* id) {
  begin_kernel(kernel, id);
}
}
// NOLINTEND(readability-identifier-naming)
