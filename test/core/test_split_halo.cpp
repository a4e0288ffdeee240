// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/core/operator_setup.hpp"

#include <vector>

using namespace kitt;
using namespace kitt::test;

namespace {

/// A halo whose every neighbour is the rank itself: it packs, "sends" by exchanging lanes (the
/// sub-lattice beyond the edge is another lane of the same rank), and hands over the faces. Through
/// it the interior and exterior passes are tested without MPI.
template <class L>
struct LoopbackHalo {
  using T = typename L::value_type;
  static constexpr int lanes = L::lanes;
  static constexpr bool splits = true;
  using FaceArray = Faces<T, lanes>;

  Stencil stencil;

  class [[nodiscard]] Pending {
  public:
    explicit Pending(std::shared_ptr<void> memory, FaceArray faces)
        : memory_(std::move(memory)), faces_(faces) {}
    FaceArray wait() { return faces_; }

  private:
    std::shared_ptr<void> memory_;
    FaceArray faces_;
  };

  Pending begin(ExecutionSpace const& exec, typename L::Field::view_type const& in,
                HaloRequest request) const {
    std::size_t const face_words = 12 * lanes * in.extent(1);
    std::size_t words = 0;
    for (int leg = 0; leg < legs; ++leg)
      words += face_words * stencil.face_sources(request.target, leg).extent(0);
    auto memory = kokkos_memory("kitt::test::faces", sizeof(T) * (words + 1));
    FaceArray faces;
    auto* next = static_cast<T*>(memory.get());
    for (int leg = 0; leg < legs; ++leg) {
      auto const slots = stencil.face_sources(request.target, leg).extent(0);
      faces[leg] = FaceView<T, lanes>(next, slots, in.extent(1));
      next += face_words * slots;
    }
    pack_faces(exec, stencil, in, request, faces);
    exec.fence("kitt::test: faces packed");
    for (int leg = 0; leg < legs; ++leg)
      if (stencil.lattice().lane_grid()[leg / 2] == 2)
        exchange(faces[leg], stencil.lattice().lane_distance(leg / 2));
    return Pending(memory, faces);
  }

  static void exchange(FaceView<T, lanes> const& face, int distance) {
    for (std::size_t slot = 0; slot < face.extent(0); ++slot)
      for (std::size_t s = 0; s < face.extent(1); ++s)
        for (int c = 0; c < 6; ++c)
          for (int part = 0; part < 2; ++part)
            for (int lane = 0; lane < lanes; ++lane)
              if ((lane & distance) == 0)
                std::swap(face(slot, s, c, part, lane), face(slot, s, c, part, lane ^ distance));
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

TEMPLATE_TEST_CASE("interior and exterior together are the whole, however split", "",
                   KITT_LAYOUTS) {
  using T = typename TestType::value_type;
  Extents const extents{4, 4, 8, 4};
  int const ls = TestType::along_s ? TestType::lanes : 2;
  auto const lattice = TestType::lattice(extents);
  auto const gauge = hot_gauge(extents, 51);
  PeriodicLinks const links{gauge, TimeBoundary::antiperiodic};
  auto const in = random_field<T>(extents, ls, 52);
  for (Dagger const dagger : {Dagger::no, Dagger::yes}) {
    auto const expected = reference::apply_hopping(links, in, dagger);
    int count = 0;
    for (Splitting const& splitting : all_splittings()) {
      auto const access = static_cast<Access>(count++ % 3); // each meets splits of each direction
      Stencil const stencil(lattice, splitting);
      HoppingTerm const hopping(stencil, TestType::links(lattice, links), ls / lattice.lanes_s(),
                                Order::lexicographic(access), LoopbackHalo<TestType>{stencil});
      CHECK(relative_error(run<TestType>(full_hopping(hopping, dagger), lattice, in), expected) <
            tolerance<T>());
    }
  }
}
