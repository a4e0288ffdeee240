// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

#include <cstring>

// A library that stands for NVML on a node with two GPUs. Each GPU uses one joule per question.
namespace {
unsigned long long millijoules[] = {5000, 7000};
}

extern "C" {
int nvmlInit_v2() {
  return 0;
}
int nvmlShutdown() {
  return 0;
}
int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = 2;
  return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  *device = millijoules + index;
  return 0;
}
int nvmlDeviceGetHandleByPciBusId_v2(char const* address, void** device) {
  *device = millijoules;
  return std::strcmp(address, "0000:3b:00.0") == 0 ? 0 : 1;
}
int nvmlDeviceGetEccMode(void* /*device*/, int* now, int* after_restart) {
  *now = *after_restart = 1;
  return 0;
}
int nvmlDeviceGetMaxClockInfo(void* /*device*/, int which, unsigned* megahertz) {
  *megahertz = which == 1 ? 1980 : 3201; // clocks of the cores and of the memory
  return 0;
}
int nvmlSystemGetDriverVersion(char* version, unsigned length) {
  std::strncpy(version, "580.159.04", length);
  return 0;
}
int nvmlSystemGetCudaDriverVersion_v2(int* version) {
  *version = 13000;
  return 0;
}
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* energy) {
  auto* const counter = static_cast<unsigned long long*>(device);
  *energy = *counter += 1000;
  return 0;
}
}
