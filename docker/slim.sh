#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# slim.sh ROOT: removes files from the Debian under ROOT that are useless in a container, now and in
# later package installations: documentation except licences, translations, and files downloaded by
# apt. Also stops dpkg from syncing to disk, because interrupted builds are thrown away.
set -euo pipefail
root=${1%/}

mkdir -p "$root/etc/dpkg/dpkg.cfg.d"
cat >"$root/etc/dpkg/dpkg.cfg.d/kitt" <<'END'
path-exclude /usr/share/doc/*
path-include /usr/share/doc/*/copyright
path-exclude /usr/share/man/*
path-exclude /usr/share/info/*
path-exclude /usr/share/locale/*
path-exclude /usr/share/lintian/*
force-unsafe-io
END
share=$root/usr/share
find "$share/doc" -type f ! -name copyright -delete
find "$share/doc" -type l ! -name copyright -delete
find "$share/doc" -depth -type d -empty -delete
rm -rf "$share"/{man,info,locale,lintian}/* "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/* \
  "$root"/var/cache/debconf/*-old "$root"/var/log/*.log "$root"/var/log/apt/*
