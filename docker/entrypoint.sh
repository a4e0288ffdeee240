#!/bin/sh
# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
# What an image runs: a program it holds (mpirun -np 2 kitt itt), else kitt with these arguments.
if [ -n "$1" ] && command -v "$1" >/dev/null; then
  exec "$@"
fi
exec kitt "$@"
