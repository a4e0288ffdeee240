// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/band_transforms.hpp"

#include "comms/ranks/simulation.hpp"
#include "core/base/finite.hpp"
#include "core/fields/random.hpp"
#include "miniapp/benchmarks/fft/fft_cell.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

namespace kitt::miniapp {

using comms::Line;

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// Number of coefficients that each verification computes by their definition.
constexpr std::size_t waves_verified = 4;

/// Tolerance of sums over a box. The unit is the square root of the number of points for a
/// coefficient, and the number of points for a product.
constexpr double sum_tolerance = 1e-12;

std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

/// Returns exp(-2 pi i k x / n) for x = 0 to n - 1. The product k x is reduced modulo n as an
/// integer, so the argument is exact.
std::vector<ComplexDouble> phases(int n, int k) {
  std::vector<ComplexDouble> all;
  for (int x = 0; x < n; ++x) {
    auto const turns = static_cast<double>(static_cast<long>(k) * x % n) / n;
    all.push_back(std::polar(1.0, -2 * std::numbers::pi * turns));
  }
  return all;
}

/// Returns whether computing takes time. Computing takes no time on a simulated machine, unless the
/// simulation uses the host's computing times.
bool computing_takes_time() {
  auto const simulated = comms::simulated_machine();
  return !simulated || simulated->computing == comms::SimulatedComputing::host;
}

/// Returns bits that depend on every bit of a number and on its position.
std::size_t bits_of(std::size_t place, ComplexDouble const& number) {
  return counter_bits(counter_bits(place, std::bit_cast<std::uint64_t>(number.real())),
                      std::bit_cast<std::uint64_t>(number.imag()));
}

std::shared_ptr<void> boxes(MemorySource const& memory, char const* label, std::size_t numbers) {
  return memory(label, numbers * sizeof(ComplexDouble));
}

/// Returns a checksum of all numbers, computed by all threads.
std::uint64_t checksum_of(std::span<ComplexDouble const> numbers) {
  constexpr std::size_t chunk = 4096;
  std::uint64_t all = 0;
  Kokkos::parallel_reduce(
      "kitt::fft::checksums", Kokkos::RangePolicy<Host>(0, (numbers.size() + chunk - 1) / chunk),
      [=](std::size_t i, std::uint64_t& sum) {
        auto const count = std::min(chunk, numbers.size() - i * chunk);
        sum += checksum(std::as_bytes(numbers.subspan(i * chunk, count)), i);
      },
      all);
  return all;
}

} // namespace

double transform_tolerance(PencilBox const& box) {
  return 1e-15 * std::max(1.0, std::log2(static_cast<double>(box.numbers())));
}

BandTransforms::BandTransforms(comms::Communicator const& world, PencilBox const& box,
                               std::size_t batch, comms::LineMethod method, ResultOrder order,
                               int threads, MemorySource const& memory, std::uint64_t seed,
                               Timer timer)
    : world_(world), box_(box), batch_(batch), threads_(threads), seed_(seed),
      timer_(std::move(timer)), memory_(memory), numbers_before_(box.numbers_before(world.rank())),
      numbers_after_(box.numbers_after(world.rank())),
      before_(boxes(memory, "kitt::fft::before", batch * numbers_before_)),
      after_(boxes(memory, "kitt::fft::after", batch * numbers_after_)), products_(batch * batch),
      plan_seconds_(comms::MachineSeconds()()),
      forward_(world, box, method, TransformDirection::forward, threads, memory),
      inverse_(world, box, method, TransformDirection::inverse, threads, memory) {
  if (order == ResultOrder::natural) {
    natural_ = boxes(memory, "kitt::fft::natural", batch * numbers_before_);
    restore_.emplace(world, box, method, TransformDirection::none, threads, memory);
  }
  plan_seconds_ = comms::MachineSeconds()() - plan_seconds_;
}

ComplexDouble* BandTransforms::before(std::size_t band) const {
  return static_cast<ComplexDouble*>(before_.get()) + band * numbers_before_;
}
ComplexDouble* BandTransforms::after(std::size_t band) const {
  return static_cast<ComplexDouble*>(after_.get()) + band * numbers_after_;
}
ComplexDouble* BandTransforms::natural(std::size_t band) const {
  return static_cast<ComplexDouble*>(natural_.get()) + band * numbers_before_;
}

void BandTransforms::run() {
  ++runs_;
  for (std::size_t band = 0; band < batch_; ++band) {
    forward_.run(before(band), after(band));
    if (restore_)
      restore_->run(after(band), natural(band));
  }
}

TransformSteps BandTransforms::steps() const {
  auto all = forward_.steps();
  if (restore_) {
    auto const& more = restore_->steps();
    all.lines += more.lines;
    for (std::size_t line = 0; line < all.exchanges.size(); ++line)
      all.exchanges[line] += more.exchanges[line];
  }
  return all;
}

/// Fills the boxes with random numbers. A number depends on its position in the box, and not on the
/// rank that owns it.
void BandTransforms::fill() {
  ++filled_;
  int const nx = box_.extents[0];
  int const ny = box_.extents[1];
  auto const y = box_.part(1, Line::rows, world_.rank());
  auto const z = box_.part(2, Line::columns, world_.rank());
  auto const lines = size(y.count) * size(z.count);
  for (std::size_t band = 0; band < batch_; ++band) {
    auto const key = counter_bits(counter_bits(seed_, filled_), band);
    auto* const to = before(band);
    Kokkos::parallel_for(
        "kitt::fft::fill", Kokkos::RangePolicy<Host>(0, lines), [=](std::size_t line) {
          auto const yz = (size(z.begin) + line / size(y.count)) * size(ny) + size(y.begin) +
                          line % size(y.count);
          for (std::size_t x = 0; x < size(nx); ++x) {
            auto const i = 2 * (yz * size(nx) + x);
            to[line * size(nx) + x] = {counter_uniform(key, i), counter_uniform(key, i + 1)};
          }
        });
    Host().fence("kitt::fft::fill");
  }
}

std::size_t BandTransforms::wrong_after_inverse(std::size_t band) {
  auto const memory = boxes(memory_, "kitt::fft::back", numbers_before_);
  auto* const back = static_cast<ComplexDouble*>(memory.get());
  inverse_.run(after(band), back);
  auto const scale = 1 / static_cast<double>(box_.numbers());
  auto const tolerance = transform_tolerance(box_);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < numbers_before_; ++i) {
    auto const error = std::abs(back[i] * scale - before(band)[i]);
    error_ = is_nan(error) ? error : std::max(error_, error);
    wrong += is_within(error, tolerance) ? 0 : 1;
  }
  return wrong;
}

/// Computes a coefficient by its definition, as a sum over the numbers of all ranks. Collective.
ComplexDouble BandTransforms::defined_coefficient(std::size_t band,
                                                  std::array<int, 3> const& wave) const {
  auto const along_x = phases(box_.extents[0], wave[0]);
  auto const along_y = phases(box_.extents[1], wave[1]);
  auto const along_z = phases(box_.extents[2], wave[2]);
  auto const y = box_.part(1, Line::rows, world_.rank());
  auto const z = box_.part(2, Line::columns, world_.rank());
  auto const* from = before(band);
  ComplexDouble sum = 0;
  for (int iz = 0; iz < z.count; ++iz)
    for (int iy = 0; iy < y.count; ++iy, from += along_x.size()) {
      ComplexDouble of_line = 0;
      for (std::size_t x = 0; x < along_x.size(); ++x)
        of_line += along_x[x] * from[x];
      sum += of_line * along_y[size(y.begin + iy)] * along_z[size(z.begin + iz)];
    }
  return {world_.sum(sum.real()), world_.sum(sum.imag())};
}

/// Returns the index of a coefficient in this rank's part, or nothing if another rank owns it.
std::optional<std::size_t> BandTransforms::place_after(std::array<int, 3> const& wave) const {
  auto const x = box_.part(0, Line::rows, world_.rank());
  auto const y = box_.part(1, Line::columns, world_.rank());
  auto const ix = wave[0] - x.begin;
  auto const iy = wave[1] - y.begin;
  if (ix < 0 || ix >= x.count || iy < 0 || iy >= y.count)
    return std::nullopt;
  return (size(ix) * size(y.count) + size(iy)) * size(box_.extents[2]) + size(wave[2]);
}

std::size_t BandTransforms::wrong_coefficients(std::size_t band) const {
  auto const largest = std::sqrt(static_cast<double>(box_.numbers()));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < waves_verified; ++i) {
    std::array<int, 3> wave{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      wave[axis] = static_cast<int>(counter_bits(counter_bits(seed_, filled_), 3 * i + axis) %
                                    size(box_.extents[axis]));
    auto const expected = defined_coefficient(band, wave);
    if (auto const place = place_after(wave))
      wrong += is_within(std::abs(after(band)[*place] - expected), sum_tolerance * largest) ? 0 : 1;
  }
  return wrong;
}

std::vector<ComplexDouble> BandTransforms::summed(std::vector<ComplexDouble> const& own) const {
  std::vector<ComplexDouble> all;
  for (auto const& number : own)
    all.emplace_back(world_.sum(number.real()), world_.sum(number.imag()));
  return all;
}

/// Checks the products of the first box with all boxes, and of each box with itself. Returns the
/// number of wrong products on rank 0.
std::size_t BandTransforms::wrong_products() const {
  std::vector<ComplexDouble> products(batch_ * batch_);
  detail::pair_products(after(0), numbers_after_, batch_, threads_, products.data());
  std::vector<ComplexDouble> found;
  std::vector<ComplexDouble> expected;
  auto const compare = [&](std::size_t a, std::size_t b) {
    found.push_back(products[a + batch_ * b]);
    ComplexDouble sum = 0;
    for (std::size_t i = 0; i < numbers_before_; ++i)
      sum += std::conj(before(a)[i]) * before(b)[i];
    expected.push_back(sum);
  };
  for (std::size_t b = 0; b < batch_; ++b) {
    compare(0, b);
    if (b > 0)
      compare(b, b);
  }
  found = summed(found);
  expected = summed(expected);
  auto const n = static_cast<double>(box_.numbers());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    wrong += is_within(std::abs(found[i] / n - expected[i]), sum_tolerance * n) ? 0 : 1;
  // All ranks found the same number, so only rank 0 returns the number.
  return world_.rank() == 0 ? wrong : 0;
}

/// Returns the number of boxes in which a coefficient is not at its natural place. In a box with a
/// misplaced coefficient, the sum of bits_of() over all ranks differs between the two orders. Rank
/// 0 returns the number, other ranks return 0.
std::size_t BandTransforms::wrong_places() const {
  if (!restore_)
    return 0;
  auto const rank = world_.rank();
  auto const [nx, ny, nz] = box_.extents;
  auto const place = [nx = size(nx), ny = size(ny)](int x, int y, int z) {
    return (size(z) * ny + size(y)) * nx + size(x);
  };
  auto const x = box_.part(0, Line::rows, rank);
  auto const y = box_.part(1, Line::columns, rank);
  auto const y_before = box_.part(1, Line::rows, rank);
  auto const z_before = box_.part(2, Line::columns, rank);
  std::size_t wrong = 0;
  for (std::size_t band = 0; band < batch_; ++band) {
    std::size_t transposed = 0;
    std::size_t in_place = 0;
    auto const* from = after(band);
    for (int ix = x.begin; ix < x.begin + x.count; ++ix)
      for (int iy = y.begin; iy < y.begin + y.count; ++iy)
        for (int iz = 0; iz < nz; ++iz)
          transposed += bits_of(place(ix, iy, iz), *from++);
    from = natural(band);
    for (int iz = z_before.begin; iz < z_before.begin + z_before.count; ++iz)
      for (int iy = y_before.begin; iy < y_before.begin + y_before.count; ++iy)
        for (int ix = 0; ix < nx; ++ix)
          in_place += bits_of(place(ix, iy, iz), *from++);
    auto const sums = world_.sums({transposed, in_place});
    wrong += sums[0] == sums[1] ? 0 : 1;
  }
  // All ranks found the same number, so only rank 0 returns the number.
  return rank == 0 ? wrong : 0;
}

std::size_t BandTransforms::wrong_bytes() {
  fill();
  run();
  forward_.forget_steps(); // the timed calls start here
  if (restore_)
    restore_->forget_steps();
  runs_ = 0;
  verified_ = checksums();
  auto const band = filled_ % batch_;
  return std::exchange(wrong_sums_, 0) + wrong_after_inverse(band) + wrong_coefficients(band) +
         wrong_products() + wrong_places();
}

std::size_t BandTransforms::wrong_left() const {
  auto const found = checksums();
  std::size_t wrong = 0;
  for (std::size_t band = 0; band < batch_; ++band)
    wrong += found[band] == verified_[band] ? 0 : 1;
  return wrong;
}

/// Returns a checksum for each transform of the last run(). The checksum covers both orders if the
/// results are in natural order.
std::vector<std::uint64_t> BandTransforms::checksums() const {
  std::vector<std::uint64_t> sums;
  for (std::size_t band = 0; band < batch_; ++band) {
    sums.push_back(checksum_of({after(band), numbers_after_}));
    if (restore_)
      sums.back() += checksum_of({natural(band), numbers_before_});
  }
  return sums;
}

void BandTransforms::sample_more(FftCell& cell) {
  auto const of_run = [this](double seconds) {
    return world_.max(seconds / static_cast<double>(runs_));
  };
  auto const steps = this->steps();
  cell.line_seconds = of_run(steps.lines);
  cell.row_seconds = of_run(steps.exchanges[0]);
  cell.column_seconds = of_run(steps.exchanges[1]);
  if (computing_takes_time())
    cell.product_seconds = timer_([this] {
      detail::pair_products(after(0), numbers_after_, batch_, threads_, products_.data());
    });
  if (world_.size() == 1)
    return;
  auto const time = [this](comms::CollectiveOperation operation) {
    auto const bytes = products_.size() * sizeof(ComplexDouble);
    comms::CollectiveShape const shape{operation, bytes, threads_};
    comms::Collective sum(world_, shape, memory_);
    auto const blocks = shape.blocks_out(world_.size());
    std::fill_n(reinterpret_cast<double*>(sum.outgoing()), blocks * bytes / sizeof(double), 1.0);
    auto const seconds = timer_([&] { sum.run(); });
    std::span const found(reinterpret_cast<double const*>(sum.incoming()), bytes / sizeof(double));
    auto const summands = static_cast<double>(blocks) * world_.size();
    wrong_sums_ += found.size() - static_cast<std::size_t>(std::ranges::count(found, summands));
    return seconds;
  };
  cell.reduce_ranks_seconds = time(comms::CollectiveOperation::allreduce);
  cell.reduce_by_node_seconds = time(comms::CollectiveOperation::allreduce_by_node);
}

void BandTransforms::describe(FftCell& cell) const {
  cell.plan_seconds = world_.max(plan_seconds_);
  cell.verification_error = world_.max(error_);
  cell.verification_tolerance = transform_tolerance(box_);
}

} // namespace kitt::miniapp
