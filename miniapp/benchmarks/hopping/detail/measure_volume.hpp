// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/link_ghosts.hpp"
#include "miniapp/benchmarks/hopping/hopping_benchmark.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_fields.hpp"
#include "miniapp/benchmarks/hopping/hopping_volume.hpp"

#include <array>

namespace kitt::miniapp {

namespace detail {

/// Prints the cells of a variant that a resumed record has, if it has them with all strategies.
inline bool print_recorded(HoppingContext& context, KernelCase const& c,
                           HoppingVariant const& variant) {
  auto const& run = context.run;
  std::string rows;
  for (auto const strategy : strategies(run.context, context.options)) {
    auto const key = key_of(c, run_name(variant, strategy), context.options.fields.precision);
    auto const cell = run.output.record().find<HoppingCell>(key);
    if (!cell)
      return false;
    rows += report(*cell, run.context.lattices().volume_of);
  }
  run.output.print(rows);
  return true;
}

/// Prints what a resumed record has already and, of variants asked for by name, why they cannot be
/// had; returns the variants that are left.
template <class T>
std::vector<HoppingVariant> variants_left(HoppingContext& context, KernelCase const& c) {
  auto const& options = context.options;
  std::vector<HoppingVariant> left;
  for (auto const& variant : wanted_variants(options)) {
    auto const reason = reason_against<T>(variant, c);
    if (reason && !options.variants.empty())
      context.run.output.skip(key_of(c, variant.name, options.fields.precision), *reason);
    if (!reason && !print_recorded(context, c, variant))
      left.push_back(variant);
  }
  return left;
}

/// The links of a kernel in all ways that its variants keep them; full ones are kept for the next.
template <class T, Packing How>
class KernelVariants {
public:
  using Fields = HoppingFields<T, lanes_of<T>(How)>;

  explicit KernelVariants(Fields& fields) : fields_(fields) {}

  bool measure(HoppingVariant const& variant) {
    if constexpr (compresses<T>(How)) {
      if (variant.links == LinkStorage::two_rows)
        return measure(links<LinkStorage::two_rows>(), variant);
      if (variant.links == LinkStorage::narrow)
        return measure(links<LinkStorage::narrow>(), variant);
    }
    if (!full_)
      full_ = links<LinkStorage::full>();
    return measure(*full_, variant);
  }

private:
  template <LinkStorage Storage>
  using Links = LinksOfParities<T, How, Storage>;

  template <LinkStorage Storage>
  bool measure(Links<Storage> const& links, HoppingVariant const& variant) {
    TypedHopping<T, How, Storage> const kernel(fields_, links);
    return HoppingBenchmark(fields_.context, fields_.kernel, kernel, Storage).run(variant);
  }

  /// Those of a parity that no call computes stand for nothing: the other's are there instead.
  template <LinkStorage Storage>
  Links<Storage> links() const {
    auto const of = [&](Parity target) {
      return typename Links<Storage>::value_type(fields_.kernel.lattice, target,
                                                 fields_.problem.links(),
                                                 fields_.context.run.context.memory());
    };
    auto const& work = fields_.kernel.work;
    if (work.sites == Sites::both)
      return {of(Parity::even), of(Parity::odd)};
    auto const only = of(targets(work).front());
    return {only, only};
  }

  Fields& fields_;
  std::optional<Links<LinkStorage::full>> full_;
};

template <class T, Packing How>
bool measure_kernel(HoppingContext& context, KernelCase const& c, HoppingProblem<T>& problem) {
  auto const left = variants_left<T>(context, c);
  if (left.empty())
    return true;
  context.run.output.show(place(c) + ": making fields");
  HoppingFields<T, lanes_of<T>(How)> fields(context, c, problem);
  fields.prepare(c.work);
  KernelVariants<T, How> variants(fields);
  bool good = true;
  for (auto const& variant : left)
    good = variants.measure(variant) && good;
  context.run.output.note_pages();
  return good;
}

/// Calls f(constant) with `packing` as a compile-time constant.
template <class F>
bool with_constant(Packing packing, F const& f) {
  switch (packing) {
  case Packing::full_in_space:
    return f(std::integral_constant<Packing, Packing::full_in_space>{});
  case Packing::half_in_space:
    return f(std::integral_constant<Packing, Packing::half_in_space>{});
  case Packing::full_along_s:
    return f(std::integral_constant<Packing, Packing::full_along_s>{});
  case Packing::full_in_both:
    return f(std::integral_constant<Packing, Packing::full_in_both>{});
  case Packing::half_along_s:
    return f(std::integral_constant<Packing, Packing::half_along_s>{});
  default:
    return f(std::integral_constant<Packing, Packing::one_lane>{});
  }
}

} // namespace detail

template <class T>
bool measure_volume(HoppingContext& context, HoppingWork const& work, int l,
                    LocalVolume const& volume, GaugeField gauge, int slices) {
  auto const& run = context.run;
  auto const& options = context.options;
  auto ghosts = comms::exchange_link_ghosts(run.context.communicator(), run.context.grid(), gauge);
  HoppingProblem<T> problem(volume, std::move(gauge), std::move(ghosts), options.gauge.boundary,
                            slices, run.context.options().seed);
  bool good = true;
  for (auto const& kernel : kernel_cases<T>(options, work, l, volume))
    good = detail::with_constant(kernel.packing,
                                 [&](auto packing) {
                                   if constexpr (is_compiled<T>(packing()))
                                     return detail::measure_kernel<T, packing()>(context, kernel,
                                                                                 problem);
                                   else
                                     return true; // kernel_cases has none of these
                                 }) &&
           good;
  return good;
}

} // namespace kitt::miniapp
