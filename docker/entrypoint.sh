#!/bin/sh
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs a program of the image (mpirun -np 2 kitt itt). If there is no such program, runs kitt with
# these arguments.
case ${1:-} in
  '' | -*) exec kitt "$@" ;;
esac
if command -v "$1" >/dev/null; then
  exec "$@"
fi
exec kitt "$@"
