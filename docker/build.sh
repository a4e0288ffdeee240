#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# Second step of an image. Builds KITT from a copy of the source and fills the folder STAGE with the
# files of the image: the program, its data, the names of the packages they need, and a note about
# the build.
#
#   build.sh STAGE
#
# Reads IMAGE_MPI, KITT_ARCH (as build_packages.sh), KITT_CPU (empty means a family that most CPUs
# of this architecture support), KITT_SVE_BITS, KITT_GPU (empty, or cuda with an image that holds
# nvcc), KITT_GPU_ARCH, KITT_GIT_COMMIT and IMAGE_REPORT (yes adds the packages for `kitt report`).
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
  local options=(-DKITT_CPU="$cpu" -DKITT_SVE_BITS="${KITT_SVE_BITS:-}" -DKITT_GPU_ARCH="${KITT_GPU_ARCH:-}"
    -DCMAKE_INSTALL_PREFIX=/usr/local -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_TESTING=OFF)
  if is_cross; then
    [[ $arch == arm64 && $IMAGE_MPI == openmpi ]] ||
      fail "only arm64 with openmpi can be cross-compiled: build $arch with $IMAGE_MPI on a machine of that architecture"
    cmake/toolchains/make_arm64_sysroot
    options+=(--toolchain cmake/toolchains/aarch64-linux-gnu.cmake)
  fi
  cmake --preset "$preset" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "${options[@]}"
}

# Builds the program. The build runs the program to write its man page. CUDA's stub stands for the library of the driver,
# which an image does not have.
compile() {
  if [[ $preset == cuda ]]; then
    ln -s "$(dirname "$(realpath "$(command -v nvcc)")")/../lib64/stubs/libcuda.so" /tmp/libcuda.so.1
    export LD_LIBRARY_PATH=/tmp
  fi
  cmake --build --preset "$preset" --parallel "$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)"
}

# Installs only files for running KITT. Headers, archives and the CMake package are only for
# building with KITT.
install_runtime() {
  DESTDIR=$stage cmake --install "build/$preset"
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

# Prints the packages of the libraries that the program is linked with, and of mpiexec. The names
# depend on this Debian release but not on the architecture, so they are written down nowhere else.
# CUDA's runtime belongs to the base image, and the library of the driver to the host.
list_packages() {
  local library multiarch
  multiarch=$(gcc -print-multiarch)
  for library in $(linked "$program" | grep -v '^libcuda'); do
    package_of "*/$multiarch/$library"
  done
  package_of "$(realpath "$(command -v mpiexec)")"
  if [[ $IMAGE_REPORT == yes ]]; then
    ./dev packages report
  fi
}

# Makes the program use the library name libmpi.so.12. Debian calls MPICH's library libmpich.so.12,
# but all other libraries with MPICH's ABI are called libmpi.so.12. So one of them can replace
# Debian's (runtime.sh links the two names).
use_common_abi_name() {
  local file
  for file in "$program" "$stage/usr/local/lib/"*.so; do
    patchelf --replace-needed libmpich.so.12 libmpi.so.12 "$file"
  done
}

note() {
  echo "commit  ${KITT_GIT_COMMIT:-unknown}"
  echo "cpu     $cpu"
  echo "gpu     ${KITT_GPU:-none}"
  echo "mpi     $IMAGE_MPI $(package_version)"
  echo "links   $(linked "$program" | tr '\n' ' ')"
}

package_version() { # version of the MPI package
  dpkg-query -W -f '${Version}' "$(package_of "$(realpath "$(command -v mpiexec)")")"
}

cpu=${KITT_CPU:-$(portable_cpu)}
preset=${KITT_GPU:-release}
configure
compile
install_runtime
list_packages | sort -u >"$share/packages"
if [[ $IMAGE_MPI == mpich ]]; then
  use_common_abi_name
fi
note | tee "$share/image"
