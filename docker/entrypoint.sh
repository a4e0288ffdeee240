#!/bin/sh
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# What an image runs: a program it holds (mpirun -np 2 kitt itt), else kitt with these arguments.
case ${1:-} in
  '' | -*) exec kitt "$@" ;;
esac
if command -v "$1" >/dev/null; then
  exec "$@"
fi
exec kitt "$@"
