#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# Second step of an image: from a copy of the source to STAGE, what the image gets: the program,
# its data, the names of the packages they need, and a note of what was built.
#
#   build.sh STAGE
#
# Reads IMAGE_MPI, KITT_ARCH (as build_packages.sh), KITT_CPU (empty: a family that most CPUs of this
# architecture have), KITT_SVE_BITS, KITT_GIT_COMMIT, IMAGE_REPORT (yes: with what `kitt report` needs).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
stage=$1
arch=${KITT_ARCH:-$(dpkg --print-architecture)}
program=$stage/usr/local/bin/kitt
share=$stage/usr/local/share/kitt

fail() {
  echo "build.sh: $*" >&2
  exit 2
}

portable_cpu() {
  case $arch in
    amd64) echo haswell ;;
    arm64) echo arm-neon ;;
    *) echo generic ;;
  esac
}

is_cross() {
  [[ $arch != "$(dpkg --print-architecture)" ]]
}

configure() {
  local options=(-DKITT_CPU="$cpu" -DKITT_SVE_BITS="${KITT_SVE_BITS:-}" -DCMAKE_INSTALL_PREFIX=/usr/local -DCMAKE_INSTALL_LIBDIR=lib)
  if is_cross; then
    [[ $arch == arm64 && $IMAGE_MPI == openmpi ]] ||
      fail "only arm64 with openmpi is cross-compiled: build $arch with $IMAGE_MPI on such a machine"
    cmake/toolchains/make_arm64_sysroot
    options+=(--toolchain cmake/toolchains/aarch64-linux-gnu.cmake)
  fi
  cmake --preset release -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "${options[@]}"
}

# Headers, archives and CMake's package are for those who build on KITT: not here.
install_runtime() {
  DESTDIR=$stage cmake --install build/release
  rm -rf "$stage/usr/local/include" "$stage/usr/local/lib/"{cmake,kitt} "$stage/usr/local/lib/"*.a
  local strip=strip
  if is_cross; then
    strip=aarch64-linux-gnu-strip
  fi
  "$strip" "$program" "$stage/usr/local/lib/"*.so
  install -D docker/entrypoint.sh "$stage/usr/local/bin/kitt-entrypoint"
}

linked() {
  readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v '^ld-linux'
}

package_of() {
  dpkg-query -S "$1" | cut -d: -f1
}

# Packages of the libraries that the program is linked with, and of mpiexec. Their names are those
# of this release and the same on every architecture: nowhere else are they written down.
list_packages() {
  local library multiarch
  multiarch=$(gcc -print-multiarch)
  for library in $(linked "$program"); do
    package_of "*/$multiarch/$library"
  done
  package_of "$(realpath "$(command -v mpiexec)")"
  if [[ $IMAGE_REPORT == yes ]]; then
    ./dev packages report
  fi
}

# Debian calls MPICH's library libmpich.so.12; all that keep MPICH's ABI call theirs libmpi.so.12.
# The program asks for the latter, so that theirs can be put in its place (runtime.sh links the two).
use_common_abi_name() {
  local file
  for file in "$program" "$stage/usr/local/lib/"*.so; do
    patchelf --replace-needed libmpich.so.12 libmpi.so.12 "$file"
  done
}

note() {
  echo "commit  ${KITT_GIT_COMMIT:-unknown}"
  echo "cpu     $cpu"
  echo "mpi     $IMAGE_MPI $(package_version)"
  echo "links   $(linked "$program" | tr '\n' ' ')"
}

package_version() { # of the MPI
  dpkg-query -W -f '${Version}' "$(package_of "$(realpath "$(command -v mpiexec)")")"
}

cpu=${KITT_CPU:-$(portable_cpu)}
configure
cmake --build --preset release --parallel "$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)"
install_runtime
list_packages | sort -u >"$share/packages"
if [[ $IMAGE_MPI == mpich ]]; then
  use_common_abi_name
fi
note | tee "$share/image"
