// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/first_touch.hpp"

#include "comms/node/detail/each_thread.hpp"
#include "comms/node/detail/mapping.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <cstdint>
#include <sched.h>
#include <utility>

namespace kitt::comms {

namespace {

/// Returns the NUMA domain that this thread runs in now; 0 if the system does not report it.
int domain_of_caller() {
  unsigned cpu = 0;
  unsigned domain = 0;
  return ::getcpu(&cpu, &domain) == 0 ? static_cast<int>(domain) : 0;
}

std::vector<int> domains_of_threads() {
  std::vector<int> domains(
      static_cast<std::size_t>(Kokkos::DefaultHostExecutionSpace().concurrency()));
  detail::on_each_thread("kitt::comms::domains_of_threads", [&](int thread) {
    domains[static_cast<std::size_t>(thread)] = domain_of_caller();
  });
  return domains;
}

/// Memory that is touched in units of the requested pages. If the system refused a huge page, the
/// memory has small pages instead; therefore every small page is touched.
class Untouched {
public:
  Untouched(void* memory, std::size_t bytes, std::size_t unit)
      : begin_(reinterpret_cast<std::uintptr_t>(memory)), end_(begin_ + bytes), unit_(unit) {}

  /// Writes zeros, which the pages already contain, into all pages that belong to the caller
  /// according to `turn`.
  void touch(detail::Turn const& turn) const {
    for (auto page = begin_ / unit_; page * unit_ < end_; ++page)
      if (turn.has(page))
        for (auto address = std::max(begin_, page * unit_);
             address < std::min(end_, (page + 1) * unit_); address += detail::default_page_bytes())
          *reinterpret_cast<unsigned char volatile*>(address) = 0;
  }

private:
  std::uintptr_t begin_, end_;
  std::size_t unit_;
};

void touch(Untouched const& memory, FirstTouch how) {
  if (how == FirstTouch::one)
    return memory.touch({});
  auto const turns = detail::turns(domains_of_threads());
  detail::on_each_thread("kitt::comms::first_touch", [&](int thread) {
    memory.touch(turns[static_cast<std::size_t>(thread)]);
  });
}

} // namespace

namespace detail {

std::vector<Turn> turns(std::vector<int> const& domain_of_thread) {
  auto domains = domain_of_thread;
  std::sort(domains.begin(), domains.end());
  domains.erase(std::unique(domains.begin(), domains.end()), domains.end());
  std::vector<Turn> result;
  for (auto thread = domain_of_thread.begin(); thread != domain_of_thread.end(); ++thread) {
    auto const place = std::lower_bound(domains.begin(), domains.end(), *thread);
    auto const count = [&](auto end) {
      return static_cast<std::size_t>(std::count(domain_of_thread.begin(), end, *thread));
    };
    result.push_back({static_cast<std::size_t>(place - domains.begin()), domains.size(),
                      count(thread), count(domain_of_thread.end())});
  }
  return result;
}

} // namespace detail

MemorySource touched_source(HugePages pages, FirstTouch how) {
  auto source = huge_page_source(pages);
  if (how == FirstTouch::own)
    return source;
  KITT_VALIDATE(BackendTraits<ExecutionSpace>::on_host,
                "--first-touch " + to_string(how) +
                    " is not possible (fields are in device memory, which CPU threads do not "
                    "touch): leave this option out");
  return [=, source = std::move(source)](std::string const& label, std::size_t bytes) {
    auto memory = source(label, bytes);
    touch({memory.get(), bytes, detail::page_bytes_of(pages)}, how);
    return memory;
  };
}

} // namespace kitt::comms
