// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

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
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* energy) {
  auto* const counter = static_cast<unsigned long long*>(device);
  *energy = *counter += 1000;
  return 0;
}
}
