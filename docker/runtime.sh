#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# Third step of an image, in a slim Debian with the stage of build.sh. Installs only the packages
# that the program needs, adds a user to run as, and checks that all libraries are found.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

"$here/slim.sh" /
export DEBIAN_FRONTEND=noninteractive
apt-get -q update
# shellcheck disable=SC2046 # words
apt-get -q install -y --no-install-recommends $(cat /usr/local/share/kitt/packages)
"$here/slim.sh" /

# Links MPICH's library to the common name of its ABI. A library that is bound in from outside is
# found first.
for library in /usr/lib/*/libmpich.so.12; do
  if [[ -e $library && ! -e ${library%/*}/libmpi.so.12 ]]; then
    ln -s libmpich.so.12 "${library%/*}/libmpi.so.12"
  fi
done
ldconfig
# Images of Ubuntu already have a user 1000.
if id -u 1000 >/dev/null 2>&1; then
  userdel --remove "$(id -nu 1000)"
fi
useradd --uid 1000 --create-home --shell /bin/bash kitt
# libcuda.so.1 comes with the driver, when a container starts.
if ldd /usr/local/bin/kitt | grep -v '^[[:space:]]*libcuda.so.1 ' | grep 'not found'; then
  exit 1
fi
