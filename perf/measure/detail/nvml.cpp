// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/detail/nvml.hpp"

#include "perf/text/words.hpp"

#include <array>
#include <dlfcn.h>
#include <fmt/format.h>
#include <memory>

namespace kitt::perf::detail {

namespace {

constexpr double joules_per_millijoule = 1e-3;

/// The functions of NVML that KITT calls. NVML is loaded when it is needed, because a machine
/// without a GPU does not have it. Each function returns 0 if it succeeded.
struct Nvml {
  using Device = void*;

  void* library = nullptr;
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*count)(unsigned*) = nullptr;
  int (*handle)(unsigned, Device*) = nullptr;
  int (*energy)(Device, unsigned long long*) = nullptr;
  int (*by_address)(char const*, Device*) = nullptr;
  int (*ecc)(Device, int*, int*) = nullptr;
  int (*highest_clock)(Device, int, unsigned*) = nullptr;
  int (*driver)(char*, unsigned) = nullptr;
  int (*cuda)(int*) = nullptr;
  bool started = false;

  explicit Nvml(std::string const& file) : library(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    find("nvmlInit_v2", init);
    find("nvmlShutdown", shutdown);
    find("nvmlDeviceGetCount_v2", count);
    find("nvmlDeviceGetHandleByIndex_v2", handle);
    find("nvmlDeviceGetTotalEnergyConsumption", energy);
    find("nvmlDeviceGetHandleByPciBusId_v2", by_address);
    find("nvmlDeviceGetEccMode", ecc);
    find("nvmlDeviceGetMaxClockInfo", highest_clock);
    find("nvmlSystemGetDriverVersion", driver);
    find("nvmlSystemGetCudaDriverVersion_v2", cuda);
    started = init && shutdown && count && handle && energy && init() == 0;
  }
  ~Nvml() {
    if (started)
      shutdown();
    if (library)
      dlclose(library);
  }
  Nvml(Nvml const&) = delete;
  Nvml& operator=(Nvml const&) = delete;

  template <class Function>
  void find(char const* name, Function& function) const {
    function = library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
  }
};

} // namespace

EnergyCounters nvml_counters(std::string const& library) {
  auto const nvml = std::make_shared<Nvml>(library);
  unsigned gpus = 0;
  if (!nvml->started)
    return {.reason = fmt::format("NVML ({}) cannot be used", library)};
  if (nvml->count(&gpus) != 0 || gpus == 0)
    return {.reason = "NVML finds no GPU"};

  EnergyCounters result{.source = "nvml",
                        .contents = counted(static_cast<int>(gpus), "GPU"),
                        .shortest_seconds = 2}; // 20 steps of 0.1 s
  for (unsigned i = 0; i < gpus; ++i) {
    Nvml::Device device = nullptr;
    unsigned long long millijoules = 0;
    if (nvml->handle(i, &device) != 0 || nvml->energy(device, &millijoules) != 0)
      return {.reason = fmt::format("GPU {} has no energy counter", i)};
    result.counters.emplace_back([nvml, device]() -> std::optional<double> {
      unsigned long long now = 0;
      if (nvml->energy(device, &now) != 0)
        return std::nullopt;
      return joules_per_millijoule * static_cast<double>(now);
    });
  }
  return result;
}

void add_nvml_facts(Gpu& gpu, std::string const& address, std::string const& library) {
  constexpr int core_clock = 1; // NVML_CLOCK_SM
  Nvml const nvml(library);
  Nvml::Device device = nullptr;
  bool const complete =
      nvml.started && nvml.by_address && nvml.ecc && nvml.highest_clock && nvml.driver && nvml.cuda;
  if (!complete || nvml.by_address(address.c_str(), &device) != 0)
    return;
  int now = 0;
  int after_restart = 0;
  if (nvml.ecc(device, &now, &after_restart) == 0)
    gpu.ecc = now == 1 ? "on" : "off";
  unsigned megahertz = 0;
  if (nvml.highest_clock(device, core_clock, &megahertz) == 0)
    gpu.clock = static_cast<int>(megahertz);
  std::array<char, 96> driver{};
  int cuda = 0; // 1000 major + 10 minor
  if (nvml.driver(driver.data(), driver.size()) == 0 && nvml.cuda(&cuda) == 0) {
    gpu.driver = driver.data();
    gpu.newest_runtime = fmt::format("CUDA {}.{}", cuda / 1000, cuda % 1000 / 10);
  }
}

} // namespace kitt::perf::detail
