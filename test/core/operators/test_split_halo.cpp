// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

#include <atomic>
#include <vector>

using namespace kitt;
using namespace kitt::test;

namespace {

/// A halo whose neighbours are all the rank itself. The face that it packs for a hop is the face
/// that it receives for that hop. This tests the passes over split lattices without MPI.
template <class L>
struct LoopbackHalo {
  using T = typename L::value_type;
  static constexpr int lanes = L::lanes;
  static constexpr bool splits = true;

  Stencil stencil;
  Travel travel;
  /// Number of the call of progress() at which the faces arrive. It sets how many slices are
  /// computed without the faces.
  int complete_at = 4;

  class [[nodiscard]] Pending {
  public:
    Pending(std::shared_ptr<void> memory, Faces<T, lanes> const& faces, int complete_at)
        : memory_(std::move(memory)), faces_(faces), complete_at_(complete_at) {}
    bool progress(int, int) { return ++calls_ >= complete_at_; }
    Faces<T, lanes> wait() { return faces_; }

  private:
    std::shared_ptr<void> memory_;
    Faces<T, lanes> faces_;
    int complete_at_;
    std::atomic<int> calls_ = 0;
  };

  Pending begin(ExecutionSpace const& exec, typename L::Field::view_type const& in,
                HaloRequest request) const {
    auto faces =
        plan_faces<T, lanes>(stencil, request.target, static_cast<int>(in.extent(1)), travel);
    std::size_t bytes = 0;
    std::array<std::size_t, legs> offsets{};
    for (int leg = 0; leg < legs; ++leg) {
      offsets[leg] = bytes;
      bytes += faces[leg].bytes(stencil.face_sources(request.target, leg).extent(0)) + 64;
      bytes -= bytes % 64;
    }
    auto memory = kokkos_memory("kitt::test::faces", bytes + 1);
    for (int leg = 0; leg < legs; ++leg)
      if (stencil.face_sources(request.target, leg).extent(0) > 0)
        faces[leg].data = static_cast<std::byte*>(memory.get()) + offsets[leg];
    pack_faces(exec, stencil, in, request, faces);
    exec.fence("kitt::test: faces packed");
    return {memory, faces, complete_at};
  }
};

std::vector<Splitting> all_splittings() {
  std::vector<Splitting> list;
  for (int bits = 0; bits < 16; ++bits) {
    Splitting splitting{};
    for (int mu = 0; mu < 4; ++mu)
      splitting[mu] = (bits >> mu & 1) != 0 ? Continues::elsewhere : Continues::here;
    list.push_back(splitting);
  }
  return list;
}

} // namespace

/// Fewer layouts than in other tests, because each one adds seven kernels to compile.
#ifdef KITT_FEW_KERNELS
#define SPLIT_LAYOUTS KITT_LAYOUTS
#else
#define SPLIT_LAYOUTS                                                                              \
  (Layout<float, native_lanes<float>>), (LayoutInBoth<float>),                                     \
      (Layout<double, native_lanes<double>>), (Layout<double, 1>)
#endif

TEMPLATE_TEST_CASE(
    "the passes over a lattice split in any way give the result of the whole lattice", "",
    SPLIT_LAYOUTS) {
  using T = typename TestType::value_type;
  Extents const extents{4, 4, 8, 4};
  int const ls = TestType::along_s ? TestType::lanes : 2;
  auto const lattice = TestType::lattice(extents);
  auto const gauge = hot_gauge(extents, 51);
  PeriodicLinks const links{gauge, TimeBoundary::antiperiodic};
  auto const kernel_links = TestType::links(lattice, links);
  auto const in = random_field<T>(extents, ls, 52);
  auto const error = [&](Dagger dagger, Splitting const& splitting, Travel travel,
                         Schedule const& schedule, reference::Field<T> const& expected) {
    static int count = 0;
    auto const access = static_cast<Access>(count++ % 3); // each access meets splits of each
                                                          // direction
    // faces arrive before the first slice, after some slices, or after all slices
    int const complete_at = std::array{1, 4, 11, 1000}[count % 4];
    Stencil const stencil(lattice, splitting);
    HoppingTerm const hopping(stencil, kernel_links, ls / lattice.lanes_s(),
                              Order::lexicographic(access),
                              LoopbackHalo<TestType>{stencil, travel, complete_at}, schedule);
    return relative_error(run<TestType>(full_hopping(hopping, dagger), lattice, in), expected);
  };
  std::vector<Schedule> const schedules{
      {Strategy::sequential, 0}, {Strategy::overlap, 0}, {Strategy::overlap, 1}};

  for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
    auto const expected = reference::apply_hopping(links, in, dagger);
    for (Splitting const& splitting : all_splittings())
      for (Schedule const& schedule : schedules)
        CHECK(error(dagger, splitting, Travel::same, schedule, expected) < tolerance<T>());

    Splitting const all = all_splittings().back();
    auto const half = error(dagger, all, Travel::half_precision, schedules[1], expected);
    CHECK(half < 2e-3);
    CHECK(half > 1e-5); // shows that the halo was sent in half precision
    auto const single = error(dagger, all, Travel::single_precision, schedules[0], expected);
    CHECK(single < (sizeof(T) == sizeof(float) ? tolerance<T>() : 1e-6));
    CHECK(single > 1e-9);
  }
}

TEST_CASE("an observer is told of the steps of a split hopping term in order") {
  using L = Layout<float, 1>;
  Extents const extents{4, 4, 4, 4};
  auto const lattice = L::lattice(extents);
  auto const gauge = hot_gauge(extents, 53);
  Stencil const stencil(lattice, all_splittings().back());
  auto const links = L::links(lattice, PeriodicLinks{gauge});
  auto const in = random_field<float>(extents, 1, 54);
  auto const steps = [&](Strategy strategy) {
    std::vector<std::optional<Step>> told;
    HoppingTerm const hopping(
        stencil, links, 1, Order::lexicographic(), LoopbackHalo<L>{stencil, Travel::same},
        {strategy, 0, [&](std::optional<Step> step) { told.push_back(step); }});
    run<L>([&](ExecutionSpace const& exec, auto const& from,
               auto const& to) { hopping(exec, Parity::even, from[1], to[0]); },
           lattice, in);
    return told;
  };
  using Steps = std::vector<std::optional<Step>>;
  CHECK(steps(Strategy::sequential) == Steps{std::nullopt, Step::pack, Step::wait, Step::interior});
  CHECK(steps(Strategy::overlap) ==
        Steps{std::nullopt, Step::pack, Step::interior, Step::wait, Step::exterior});
}
