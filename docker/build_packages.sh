#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# First step of an image. Installs the packages for building KITT, as ./dev lists them, and ccache.
# Reads IMAGE_MPI (mpich, openmpi) and KITT_ARCH, the architecture of the image. If KITT_ARCH
# differs from this machine, KITT is cross-compiled. Empty means this machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(ccache patchelf)
if [[ ${KITT_ARCH:-$(dpkg --print-architecture)} != "$(dpkg --print-architecture)" ]]; then
  packages+=(g++-aarch64-linux-gnu)
fi
listed=$(./dev packages "$IMAGE_MPI")
export DEBIAN_FRONTEND=noninteractive
apt-get -q update
# shellcheck disable=SC2086 # words
apt-get -q install -y --no-install-recommends $listed "${packages[@]}"
